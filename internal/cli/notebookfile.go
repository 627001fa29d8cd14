package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/diff"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/notebooks/percent"
	"github.com/puzzlelab/puzzlelab/reports/formats"
)

// stripping is the command notebook strip.
type stripping struct {
	*environment
	output string
}

func newNotebookStripCommand(env *environment) *cobra.Command {
	c := &stripping{environment: env}
	cmd := newCommand(&cobra.Command{
		Use:   "strip [FILE.ipynb…]",
		Short: "Take the outputs out of notebooks",
		Long: `Take out of notebooks what running them put there: outputs, execution counts,
the cell of injected parameters, and where the outputs come from. Cells tagged
skip-execution keep their outputs. Files are replaced, those without any of it
left alone; with -o the only FILE goes there, and without FILE standard input to
standard output, as a filter of git.`,
		Example: env.example(`  puzzlelab notebook strip -o bare.ipynb NOTEBOOK
  puzzlelab notebook strip < NOTEBOOK > bare.ipynb`),
	}, c.run)
	insteadFlag(cmd.Flags(), &c.output)
	return cmd
}

func (c *stripping) run(cmd *cobra.Command, args []string) error {
	switch {
	case c.output != "" && len(args) > 1:
		return wrongUse(cmd, fmt.Errorf("%d files cannot go into one", len(args)))
	case len(args) == 0:
		args = []string{"-"}
	}
	var stripped files // all of them can be read, or none is written
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

// writeText is writeTo of a text for programs.
func (env *environment) writeText(name string, text []byte) error {
	return writeTo(env.data, name, func(w io.Writer) error { _, err := w.Write(text); return err })
}

func newNotebookConvertCommand(env *environment) *cobra.Command {
	c := &converting{env}
	return newCommand(&cobra.Command{
		Use:   "convert FROM.ipynb|FROM.go [TO.go|TO.ipynb]",
		Short: "Make a Go file of a notebook, or a notebook of a Go file",
		Long: `Make a Go file of a notebook, without its outputs, or the notebook again of such
a file; nothing of the cells' sources is lost, but parameters of a run, which
strip takes out too. Without TO it is printed. gofmt, gopls and go vet take the
file for a program: the statements behind %% are a function without a name,
commands are comments that begin with "//gonb:", and so are imports and
declarations that Go allows only once.`,
		Example: env.example("  puzzlelab notebook convert NOTEBOOK notebook.go\n  puzzlelab notebook convert notebook.go out.ipynb"),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 && isGo(args[0]) == isGo(args[1]) {
				return wrongUse(cmd, fmt.Errorf("%s and %s are of the same form (want one that ends in .go)", args[0], args[1]))
			}
			return takes(1, 2, "no file given")(cmd, args)
		},
	}, c.run)
}

// converting is the command notebook convert.
type converting struct{ *environment }

func (c *converting) run(_ *cobra.Command, args []string) error {
	nb, _, err := c.readNotebook(args[0])
	if err != nil {
		return err
	}
	text := percent.Format(nb)
	if isGo(args[0]) {
		text = nb.Bytes()
	} else if slices.ContainsFunc(nb.Cells, func(c *nbformat.Cell) bool { return c.HasTag(notebooks.TagInjected) }) {
		c.say("note", args[0]+": the parameters that it ran with are left out")
	}
	return c.writeText(strings.Join(args[1:], ""), text)
}

// differingNotebooks is the command notebook diff.
type differingNotebooks struct {
	*environment
	jsonFlag
}

func newNotebookDiffCommand(env *environment) *cobra.Command {
	c := &differingNotebooks{environment: env}
	return newCommand(&cobra.Command{
		Use:   "diff OLD.ipynb NEW.ipynb",
		Short: "Say in what two notebooks differ, cell by cell",
		Long: `Say in what two notebooks differ: which cells are gone, new or elsewhere, which
lines of their sources and texts changed, which values of their tables, and
which pictures, by size and digest. Cells belong together that have the same
ID, or else the same source or half of their lines. Execution counts and where
outputs come from make no difference; if one notebook has no outputs, those of
the other are not listed. The exit status is 1 if they differ. Either may be a
Go file, as notebook convert makes it.

With --json every line is one difference: cell, was, is, part, timing, lines.`,
		Example: env.example("  puzzlelab notebook diff NOTEBOOK NOTEBOOK"),
		Args:    takes(2, 2, "two files are compared"),
	}, c.run, &c.jsonFlag)
}

func (c *differingNotebooks) run(_ *cobra.Command, args []string) error {
	var sides [2]*nbformat.Notebook
	for i, name := range args {
		nb, data, err := c.readNotebook(name)
		if data != nil && len(data) == 0 { // as git hands over a file that is not there
			nb, err = &nbformat.Notebook{}, nil
		}
		if err != nil {
			return err
		}
		sides[i] = nb
	}
	found := diff.Notebooks(sides[0], sides[1])
	if err := printRows(c.environment, c.json, found, line); err != nil || len(found) == 0 {
		return err
	}
	return exit(statusFailure)
}
