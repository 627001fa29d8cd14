package engine

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// say emits text on a stream.
func (c Cell) say(stream, text string) {
	c.Emit(Output{Output: nbformat.Output{Type: nbformat.Stream, Name: stream, Text: valid(text)}})
}

func (c Cell) sayf(stream, format string, args ...any) { c.say(stream, fmt.Sprintf(format, args...)) }

// help is the text of %help.
const help = `%%                 what follows is the body of main, with the arguments behind it
%exec FUNCTION     run a function instead
%args ARGUMENT…    give the program arguments
%env NAME VALUE    set an environment variable
%cd [FOLDER]       change the folder in which cells run
%goflags [FLAG…]   set flags of go build
%ls, %rm NAME…     list declarations, remove some
%vars              list the values that are kept of variables
%reset             remove all
%time, %prun, %%time, %%prun   show how long the cell takes, or in which functions
%version           show the version of Go
?NAME, NAME?       say what something is; ? lists all this
!COMMAND           run a command of the shell; !*COMMAND does where cells are compiled
%%bash, %%sh, %%script PROGRAM, %%writefile [-a] FILE   give the cell to a program or a file
`

// command runs a line that begins with ! or %.
func (e *Engine) command(ctx context.Context, in Cell, c dialect.Command) error {
	if c.Shell {
		text, inTemp := strings.CutPrefix(c.Text, "*")
		cmd := exec.Command("/bin/bash", "-c", text)
		if cmd.Dir, cmd.Env = e.dir, e.environ(); inTemp {
			cmd.Dir = e.module()
		}
		return e.shell(ctx, in, cmd)
	}
	words := c.Words()
	switch words[0] {
	case "env":
		return e.setenv(in, words[1:])
	case "cd":
		return e.chdir(in, words[1:])
	case "goflags":
		if len(words) > 1 {
			e.flags = slices.DeleteFunc(words[1:], func(flag string) bool { return flag == "" })
			e.packages.forget()
		}
		in.sayf("stdout", "%%goflags=%q\n", e.flags)
	case "reset":
		if len(words) == 1 {
			set(e, &e.scope, dialect.Scope{})
		}
		in.say("stdout", "* State reset: all memorized declarations discarded.\n")
	case "rm", "remove":
		e.remove(in, words[1:])
	case "ls", "list":
		e.list(in)
	case "vars":
		e.vars(in)
	case "version":
		in.sayf("stdout", "puzzlelab with %s\n", runtime.Version())
	case "help":
		in.say("stdout", help)
	case "time", "prun": // handled where the program runs
	case "autoget", "noautoget", "with_inputs": // modules are always fetched, and input is always asked for
	default:
		return fmt.Errorf("%%%s is not a command of this kernel", words[0])
	}
	return nil
}

// remove removes declarations, even if the cell fails.
func (e *Engine) remove(in Cell, names []string) {
	for _, name := range names {
		next, what := e.scope.Without(name)
		set(e, &e.scope, next)
		if what != "" {
			in.sayf("stdout", ". removed %s %s\n", what, name)
		} else {
			in.sayf("stderr", ". key %q not found in any definition, not removed\n", name)
		}
	}
}

// list shows the declarations.
func (e *Engine) list(in Cell) {
	for _, i := range e.scope.Imports {
		if !strings.HasPrefix(i.Name, "puzzlelab_") { // which only holds a type
			in.sayf("stdout", "cell[%d]:%d: import %s\n", i.Cell, i.Line, i)
		}
	}
	for _, d := range e.scope.Decls {
		in.sayf("stdout", "cell[%d]:%d: %v %s\n", d.Cell, d.Line, d.Kind, strings.Join(d.Names, ", "))
	}
}

// setenv sets an environment variable for this and later cells.
func (e *Engine) setenv(in Cell, args []string) error {
	name, value := strings.Join(args[:min(1, len(args))], ""), ""
	if len(args) == 2 && !strings.Contains(name, "=") {
		value = args[1]
	} else if before, after, ok := strings.Cut(name, "="); ok && len(args) == 1 && before != "" {
		name, value = before, after
	} else {
		return fmt.Errorf("`%%env <VAR_NAME> <value>` (or `%%env <VAR_NAME>=<value>`): it takes 2 arguments, the variable name and it's content, but %d were given", len(args))
	}
	set(e, &e.env, append(e.env, name+"="+value))
	if strings.Contains(name, "GO") { // affects how packages are compiled
		e.packages.forget()
	}
	in.sayf("stdout", "Set: %s=%q\n", name, value)
	return nil
}

// chdir changes or shows the working folder of this and later cells.
func (e *Engine) chdir(in Cell, args []string) error {
	if len(args) == 0 {
		in.sayf("stdout", "Current directory: %q\n", e.dir)
		return nil
	}
	dir := args[0]
	if home, err := os.UserHomeDir(); err == nil && (dir == "~" || strings.HasPrefix(dir, "~/")) {
		dir = home + dir[1:]
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(e.dir, dir)
	}
	if info, err := os.Stat(dir); len(args) > 1 || err != nil || !info.IsDir() {
		return fmt.Errorf("`%%cd %q` failed: no such folder", strings.Join(args, " "))
	}
	set(e, &e.dir, dir)
	in.sayf("stdout", "Changed directory to %q\n", dir)
	return nil
}

// shell runs a shell command.
func (e *Engine) shell(ctx context.Context, in Cell, cmd *exec.Cmd) error {
	s, err := newStreams(in, false)
	if err != nil {
		return err
	}
	defer s.close()
	if install.Lookup(e.env, "GOPROXY") == "" { // such commands may use the network
		cmd.Env = append(cmd.Env, "GOPROXY="+e.spec.Proxy())
	}
	return e.wait(ctx, in, cmd, s, false)
}

// magic runs a cell in another language.
func (e *Engine) magic(ctx context.Context, in Cell, c *dialect.Cell) error {
	args := c.Magic[1:]
	switch c.Magic[0] {
	case "%%writefile":
		mode, done := os.O_TRUNC, "written"
		if len(args) > 1 && args[0] == "-a" {
			mode, done, args = os.O_APPEND, "appended", args[1:]
		}
		if len(args) != 1 {
			return fmt.Errorf("expected \"%%%%writefile [-a] <file_name>\", but got %q instead", args)
		}
		name := os.Expand(args[0], func(v string) string { return install.Lookup(e.environ(), v) })
		if !filepath.IsAbs(name) {
			name = filepath.Join(e.dir, name)
		}
		f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|mode, 0o644)
		if err == nil {
			_, err = f.WriteString(c.Input + "\n")
			err = cmp.Or(err, f.Close())
		}
		if err != nil {
			return err
		}
		in.sayf("stderr", "Cell contents %s to %q.\n", done, args[0])
		return nil
	case "%%bash", "%%sh":
		if len(args) > 0 {
			return fmt.Errorf("%q expects no extra arguments, %v was given", c.Magic[0], args)
		}
		args = []string{c.Magic[0][2:]}
	}
	if len(args) == 0 {
		return fmt.Errorf("%s needs the name of a program", c.Magic[0])
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdin = e.dir, e.environ(), strings.NewReader(c.Input+"\n")
	return e.shell(ctx, in, cmd)
}
