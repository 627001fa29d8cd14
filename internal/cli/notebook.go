package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/notebooks/percent"
)

func newNotebookCommand(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "notebook",
		Short: "Run, compare and convert notebooks",
		Example: env.example(`  puzzlelab notebook params NOTEBOOK
  puzzlelab notebook run NOTEBOOK -p NAME=VALUE -o out.ipynb`),
	}
	asGroup(cmd, "notebook command")
	cmd.AddCommand(newNotebookRunCommand(env), newNotebookParamsCommand(env), newNotebookVerifyCommand(env), newNotebookStatusCommand(env),
		newNotebookStripCommand(env), newNotebookDiffCommand(env), newNotebookConvertCommand(env))
	return cmd
}

// readNotebook reads the notebook of that name, a Go file if it ends so, "-" for
// standard input, and returns its text, too.
func (env *environment) readNotebook(name string) (nb *nbformat.Notebook, data []byte, err error) {
	if name == "-" {
		name = "standard input"
		data, err = io.ReadAll(env.stdin)
	} else {
		data, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, nil, err
	}
	parse := nbformat.Parse
	if isGo(name) {
		parse = percent.Parse
	}
	if nb, err = parse(data); err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return nb, data, err
}

func isGo(name string) bool { return filepath.Ext(name) == ".go" }

// executed is the file that a notebook's own place is: of a Go file, which holds no
// outputs, that of the same name beside it.
func executed(name string) string {
	if isGo(name) {
		return strings.TrimSuffix(name, ".go") + ".ipynb"
	}
	return name
}

// checkOutputs makes sure that a notebook is not a Go file, which holds no outputs. What it has
// none for is why they are wanted, "" if that is plain.
func checkOutputs(cmd *cobra.Command, name, why string) error {
	if !isGo(name) {
		return nil
	}
	return wrongUseHint(cmd, fmt.Errorf("%s has no outputs%s", name, why),
		fmt.Sprintf("puzzlelab notebook run %s, then %s %s", name, cmd.CommandPath(), executed(name)))
}

// notebookArgument is the notebook that a command takes as its only argument.
type notebookArgument struct {
	*environment
	outputs bool // it has them, as a Go file has not
	name    string
	nb      *nbformat.Notebook
}

func (a *notebookArgument) register(cmd *cobra.Command) { cmd.Args = takes(1, 1, "no file given") }

func (a *notebookArgument) check(cmd *cobra.Command, args []string) (err error) {
	if a.name = args[0]; a.outputs {
		if err := checkOutputs(cmd, a.name, ""); err != nil {
			return err
		}
	}
	a.nb, _, err = a.readNotebook(a.name)
	return err
}

// cells are the options of a run that says how far it is.
func (env *environment) cells(o execute.Options, name string) execute.Options {
	w := env.stderr
	if env.screen != nil {
		w = env.screen
	}
	o.Progress, o.Log = execute.ProgressTo(w, defuse.Text(name), env.screen != nil), env.stderr
	return o
}

// kernelFault is the error of starting a kernel, with what to do about it.
func kernelFault(what string, err error, instead string) error {
	next := install.Fix(err)
	switch {
	case errors.Is(err, install.ErrNoGo):
		err = errors.New("there is no go command on PATH, which compiles the notebook's cells")
		next = "install Go from https://go.dev/dl/"
	case errors.Is(err, install.ErrPlatform):
		err = errors.New("notebooks run on Linux and macOS only")
	case errors.Is(err, install.ErrNoModule):
		next = "put the notebook into a folder of a Go module"
	}
	if next != "" && instead != "" {
		next += "; "
	}
	return failure(next+instead, "%s: %w", what, err)
}

// notebookParameters is the command notebook params.
type notebookParameters struct {
	notebookArgument
	jsonFlag
}

func newNotebookParamsCommand(env *environment) *cobra.Command {
	c := &notebookParameters{notebookArgument: notebookArgument{environment: env}}
	return newCommand(&cobra.Command{
		Use:   "params FILE.ipynb|FILE.go",
		Short: "List the parameters of a notebook",
		Long: `List the parameters of a notebook: what its cell tagged "parameters" declares,
with type, value and comment.

With --json every line is one object: name, type, value, doc. The value is Go
source.`,
		Example: env.example("  puzzlelab notebook params NOTEBOOK"),
	}, c.run, &c.notebookArgument, &c.jsonFlag)
}

func (c *notebookParameters) run(*cobra.Command, []string) error {
	parameters, err := execute.Parameters(c.nb)
	if err != nil {
		return fmt.Errorf("notebook params %s: %w", c.name, err)
	}
	if len(parameters) == 0 {
		c.say("note", c.name+": no parameters (a code cell tagged \"parameters\" declares them)")
	}
	return printRows(c.environment, c.json, parameters, line)
}

// notebookStatus is the command notebook status.
type notebookStatus struct {
	notebookArgument
	jsonFlag
}

func newNotebookStatusCommand(env *environment) *cobra.Command {
	c := &notebookStatus{notebookArgument: notebookArgument{environment: env}}
	return newCommand(&cobra.Command{
		Use:   "status FILE.ipynb|FILE.go",
		Short: "Tell which cells of a notebook would run, and why",
		Long: `Tell which cells of a notebook would run, and why. The others would show what
they showed before: their source is the same, and so are the declarations before
them, the packages that they import and what these import (comments do not
count), the versions of modules, the toolchain, the PUZZLELAB_ variables, and
the stored trials that they load. A cell runs each time if it has a command, or
uses os, net, time, path/filepath or rand itself and is not tagged "cache".

Cells are compiled together as far as they can be. A cell that begins another
program is named, too, with the reason, as far as it is known before it runs.

With --json every line is one object: cell, id, stale, why, begins.`,
		Example: env.example("  puzzlelab notebook status NOTEBOOK"),
	}, c.run, &c.notebookArgument, &c.jsonFlag)
}

func (c *notebookStatus) run(cmd *cobra.Command, _ []string) error {
	list, err := execute.StatusOf(cmd.Context(), c.nb, c.name, filepath.Dir(c.name))
	if err != nil {
		return kernelFault("notebook status "+c.name, err, "")
	}
	if !c.json {
		stale := 0
		for _, s := range list {
			if s.Stale {
				stale++
			}
		}
		c.say("note", fmt.Sprintf("%s: %d of %s would run", c.name, stale, counted(len(list), "cell")))
	}
	return printRows(c.environment, c.json, list, func(w io.Writer, s execute.Status) {
		if s.Stale {
			fmt.Fprintf(w, "cell %d: %s\n", s.Cell, s.Why)
		}
		if s.Begins != "" {
			fmt.Fprintf(w, "cell %d begins another program: %s\n", s.Cell, s.Begins)
		}
	})
}
