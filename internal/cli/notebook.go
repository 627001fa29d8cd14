package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/diff"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/notebooks/percent"
	"github.com/puzzlelab/puzzlelab/reports/formats"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func newNotebookCommand(env *environment) *cobra.Command {
	return newGroup("notebook", "Run, compare and convert notebooks", "notebook command",
		newNotebookRunCommand(env), newNotebookWatchCommand(env), newNotebookParamsCommand(env), newNotebookVerifyCommand(env), newNotebookStatusCommand(env),
		newNotebookStripCommand(env), newNotebookDiffCommand(env), newNotebookConvertCommand(env))
}

// readNotebook reads a notebook or, depending on the extension, a Go file; "-" is standard input.
// It also returns the text of the file.
func (env *environment) readNotebook(name string) (nb *nbformat.Notebook, data []byte, err error) {
	if name == "-" {
		name = "standard input"
		data, err = io.ReadAll(env.stdin)
	} else {
		data, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, nil, missing(name, err)
	}
	parse := nbformat.Parse
	if isGo(name) {
		parse = percent.Parse
	}
	if nb, err = parse(data); err == nil {
		nb.Beside, nb.Name = os.DirFS(filepath.Dir(name)), strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	} else {
		err = fmt.Errorf("%s: %w", name, err)
		if textual().MatchString(name) {
			err = failure("convert it with jupytext --to ipynb "+name, "%s is not a notebook (want .ipynb, or .go in the percent format)", name)
		}
	}
	return nb, data, err
}

// textual matches notebooks in text formats of other programs.
var textual = lazy.Regexp(`(?i)\.(py|r|jl|md|rmd|qmd)$`)

// missing says which notebooks there are beside one that does not exist.
func missing(name string, err error) error {
	if there, _ := filepath.Glob(filepath.Join(filepath.Dir(name), "*.ipynb")); errors.Is(err, fs.ErrNotExist) {
		return failure("notebooks in that folder: "+cmp.Or(fmt.Sprintf("%.200s", strings.Join(there, ", ")), "none"), "%s: no such file%s", name, search.DidYouMean(name, there))
	}
	return err
}

func isGo(name string) bool { return filepath.Ext(name) == ".go" }

// executed returns the default output file for an executed notebook. For a Go file, which has no
// outputs, it is the notebook with the same name.
func executed(name string) string {
	if isGo(name) {
		return strings.TrimSuffix(name, ".go") + ".ipynb"
	}
	return name
}

// checkOutputs rejects Go files, which have no outputs. why explains what the outputs are needed
// for, if that is not obvious.
func checkOutputs(cmd *cobra.Command, name, why string) error {
	if !isGo(name) {
		return nil
	}
	return wrongUseHint(cmd, fmt.Errorf("%s has no outputs%s", name, why),
		fmt.Sprintf("use puzzlelab notebook run %s, then %s %s", name, cmd.CommandPath(), executed(name)))
}

// notebookArgument is the only argument of a command: a notebook.
type notebookArgument struct {
	*environment
	outputs bool // Go files are rejected, since they have no outputs
	name    string
	nb      *nbformat.Notebook
}

func (a *notebookArgument) register(cmd *cobra.Command) { takes(1, 1, "no file given").register(cmd) }

func (a *notebookArgument) check(cmd *cobra.Command, args []string) (err error) {
	if a.name = args[0]; a.outputs {
		if err := checkOutputs(cmd, a.name, ""); err != nil {
			return err
		}
	}
	a.nb, _, err = a.readNotebook(a.name)
	return err
}

// cells adds progress messages to the options of a run.
func (env *environment) cells(o execute.Options, name string) execute.Options {
	w := env.stderr
	if env.screen != nil {
		w = env.screen
	}
	o.Progress, o.Log = execute.ProgressTo(w, defuse.Text(name), env.screen != nil), env.stderr
	return o
}

// kernelFault explains why a kernel did not start, with a hint.
func kernelFault(what string, err error, instead string) error {
	next := install.Fix(err)
	switch {
	case errors.Is(err, install.ErrNoGo):
		err = errors.New("the go command, which compiles the notebook's cells, is not on PATH")
		next = "install Go from https://go.dev/dl/"
	case errors.Is(err, install.ErrPlatform):
		err = errors.New("notebooks run only on Linux and macOS")
	}
	if next != "" && instead != "" {
		next += "; "
	}
	return failure(next+instead, "%s: %w", what, err)
}

// notebookReading is a command that prints information about a notebook.
type notebookReading struct {
	notebookArgument
	jsonFlag
}

func newNotebookParamsCommand(env *environment) *cobra.Command {
	c := &notebookReading{notebookArgument: notebookArgument{environment: env}}
	return newCommand("params FILE.ipynb|FILE.go", "List the parameters of a notebook",
		c.parameters, &c.notebookArgument, &c.jsonFlag)
}

func (c *notebookReading) parameters(*cobra.Command, []string) error {
	parameters, err := execute.Parameters(c.nb)
	if err != nil {
		return fmt.Errorf("notebook params %s: %w", c.name, err)
	}
	if len(parameters) == 0 {
		c.note(c.name + ": no parameters (declare them in a code cell with the tag \"parameters\")")
	}
	return printRows(c.environment, c.json, parameters, line)
}

func newNotebookStatusCommand(env *environment) *cobra.Command {
	c := &notebookReading{notebookArgument: notebookArgument{environment: env}}
	return newCommand("status FILE.ipynb|FILE.go", "Show which cells of a notebook would run, and why",
		c.status, &c.notebookArgument, &c.jsonFlag)
}

func (c *notebookReading) status(cmd *cobra.Command, _ []string) error {
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
		c.note(fmt.Sprintf("%s: %d of %s would run", c.name, stale, counted(len(list), "cell")))
	}
	return printRows(c.environment, c.json, list, func(w io.Writer, s execute.Status) {
		if s.Stale {
			fmt.Fprintf(w, "cell %d: %s\n", s.Cell, s.Why)
		}
		if s.Begins != "" {
			fmt.Fprintf(w, "cell %d starts a new program: %s\n", s.Cell, s.Begins)
		}
	})
}

// stripping is the command notebook strip.
type stripping struct {
	*environment
	output string
}

func newNotebookStripCommand(env *environment) *cobra.Command {
	c := &stripping{environment: env}
	cmd := newCommand("strip [FILE.ipynb…]", "Remove outputs from notebooks",
		c.run)
	insteadFlag(cmd.Flags(), &c.output)
	return cmd
}

func (c *stripping) run(cmd *cobra.Command, args []string) error {
	switch {
	case c.output != "" && len(args) > 1:
		return wrongUse(cmd, fmt.Errorf("cannot write %d files into one", len(args)))
	case len(args) == 0:
		args = []string{"-"}
	}
	var stripped files // written only if all of them can be read
	for _, name := range args {
		nb, data, err := c.readNotebook(name)
		if err != nil {
			return err
		}
		if isGo(name) {
			return wrongUse(cmd, fmt.Errorf("%s has no outputs", name))
		}
		notebooks.Strip(nb)
		if bare := nb.Bytes(); c.output != "" || name == "-" || !bytes.Equal(bare, data) {
			stripped = append(stripped, formats.File{Name: cmp.Or(c.output, name), Data: bare})
		}
	}
	for _, f := range stripped {
		if err := c.writeText(f.Name, f.Data); err != nil {
			return err
		}
	}
	return nil
}

// writeText writes a text for programs to the named file or to standard output.
func (env *environment) writeText(name string, text []byte) error {
	return writeTo(env.data, name, func(w io.Writer) error { _, err := w.Write(text); return err })
}

func newNotebookConvertCommand(env *environment) *cobra.Command {
	return newCommand("convert FROM.ipynb|FROM.go [TO.go|TO.ipynb]", "Convert a notebook to a Go file, or back",
		env.convertNotebook, arguments(func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 && isGo(args[0]) == isGo(args[1]) && !textual().MatchString(args[0]) {
				return wrongUse(cmd, fmt.Errorf("cannot convert %s to %s (want a notebook, .ipynb, and a Go file, .go)", args[0], args[1]))
			}
			return takes(1, 2, "no file given")(cmd, args)
		}))
}

// convertNotebook is the command notebook convert.
func (env *environment) convertNotebook(_ *cobra.Command, args []string) error {
	nb, _, err := env.readNotebook(args[0])
	if err != nil {
		return err
	}
	text := percent.Format(nb)
	if isGo(args[0]) {
		text = nb.Bytes()
	} else if slices.ContainsFunc(nb.Cells, func(c *nbformat.Cell) bool { return c.HasTag(notebooks.TagInjected) }) {
		env.note(args[0] + ": the injected parameters are omitted")
	}
	return env.writeText(strings.Join(args[1:], ""), text)
}

func newNotebookDiffCommand(env *environment) *cobra.Command {
	c := &printing{environment: env}
	return newCommand("diff OLD.ipynb NEW.ipynb", "Show the differences between two notebooks, cell by cell",
		c.diffNotebooks, &c.jsonFlag, takes(2, 2, "give two files to compare"))
}

func (c *printing) diffNotebooks(_ *cobra.Command, args []string) error {
	var sides [2]*nbformat.Notebook
	var content [2][]byte
	var failed error
	for i, name := range args {
		nb, data, err := c.readNotebook(name)
		if data != nil && len(data) == 0 { // git passes missing files like this
			nb, err = &nbformat.Notebook{}, nil
		}
		sides[i], content[i], failed = nb, data, cmp.Or(failed, err)
	}
	switch {
	case failed != nil && content[0] != nil && bytes.Equal(content[0], content[1]):
		c.say("warning", failed.Error()+"; the two files are equal")
		return nil
	case failed != nil:
		return failed
	}
	found := diff.Notebooks(sides[0], sides[1])
	if err := printRows(c.environment, c.json, found, line); err != nil || len(found) == 0 {
		return err
	}
	return exit(statusFailure)
}
