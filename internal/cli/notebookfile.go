package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/diff"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/notebooks/percent"
)

func newNotebookStripCommand(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "strip [FILE.ipynb…]",
		Short: "Take the outputs out of notebooks",
		Long: `Take out of notebooks what running them put there: outputs, execution counts,
the cell of injected parameters, and where the outputs come from. Cells tagged
skip-execution keep their outputs. Files are replaced, those without any of it
left alone; with -o the only FILE goes there, and without FILE standard input to
standard output, as a filter of git.`,
		Example: env.example(`  puzzlelab notebook strip -o bare.ipynb NOTEBOOK
  puzzlelab notebook strip < NOTEBOOK > bare.ipynb`),
	}
	out := cmd.Flags().StringP("output", "o", "", "write to `FILE` instead (-: standard output)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case *out != "" && len(args) > 1:
			return wrongUse(cmd, fmt.Errorf("%d files cannot go into one", len(args)))
		case len(args) == 0:
			args = []string{"-"}
		}
		stripped := map[string][]byte{} // all of them can be read, or none is written
		for _, name := range args {
			nb, data, err := env.readNotebook(name)
			if err != nil {
				return err
			}
			if isGo(name) {
				return wrongUse(cmd, fmt.Errorf("%s has no outputs", name))
			}
			notebooks.Strip(nb)
			if bare := nb.Bytes(); *out != "" || name == "-" || !bytes.Equal(bare, data) {
				stripped[name] = bare
			}
		}
		for _, name := range args {
			bare, ok := stripped[name]
			if !ok {
				continue
			}
			to := name
			if *out != "" {
				to = *out
			}
			if err := writeTo(env.data, to, func(w io.Writer) error { _, err := w.Write(bare); return err }); err != nil {
				return err
			}
		}
		return nil
	}
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
	if isGo(name) {
		nb, err = percent.Parse(data)
	} else {
		nb, err = nbformat.Parse(data)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return nb, data, err
}

func isGo(name string) bool { return filepath.Ext(name) == ".go" }

func newNotebookConvertCommand(env *environment) *cobra.Command {
	cmd := &cobra.Command{
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
			switch {
			case len(args) == 0:
				return wrongUse(cmd, errors.New("no file given"))
			case len(args) == 2 && isGo(args[0]) == isGo(args[1]):
				return wrongUse(cmd, fmt.Errorf("%s and %s are of the same form (want one that ends in .go)", args[0], args[1]))
			}
			return atMost(2, cmd, args)
		},
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		nb, _, err := env.readNotebook(args[0])
		if err != nil {
			return err
		}
		text := percent.Format(nb)
		if isGo(args[0]) {
			text = nb.Bytes()
		} else if slices.ContainsFunc(nb.Cells, func(c *nbformat.Cell) bool { return c.HasTag(notebooks.TagInjected) }) {
			env.say("note", args[0]+": the parameters that it ran with are left out")
		}
		return writeTo(env.data, strings.Join(args[1:], ""), func(w io.Writer) error { _, err := w.Write(text); return err })
	}
	return cmd
}

func newNotebookDiffCommand(env *environment) *cobra.Command {
	cmd := &cobra.Command{
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
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return wrongUse(cmd, errors.New("two files are compared"))
			}
			return atMost(2, cmd, args)
		},
	}
	asJSON := cmd.Flags().Bool("json", false, "print one JSON object a line")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		var sides []*nbformat.Notebook
		for _, name := range args {
			nb, data, err := env.readNotebook(name)
			if data != nil && len(data) == 0 { // as git hands over a file that is not there
				nb, err = &nbformat.Notebook{}, nil
			}
			if err != nil {
				return err
			}
			sides = append(sides, nb)
		}
		found := diff.Notebooks(sides[0], sides[1])
		if err := printRows(env, *asJSON, found, printDifference); err != nil || len(found) == 0 {
			return err
		}
		return exit(statusFailure)
	}
	return cmd
}

// printDifference prints where the difference is, and its lines below.
func printDifference(w io.Writer, d diff.Difference) {
	where := "notebook"
	switch {
	case d.Is > 0:
		where = fmt.Sprintf("cell %d", d.Is)
	case d.Was > 0:
		where = fmt.Sprintf("cell %d, gone", d.Was)
	}
	if d.Was == 0 && d.Is > 0 {
		where += ", new"
	} else if d.Is > 0 && d.Was != d.Is {
		where += fmt.Sprintf(" (was %d)", d.Was)
	}
	if d.Cell != "" {
		where += " " + d.Cell
	}
	timing := ""
	if d.Timing {
		timing = " (measured times)"
	}
	fmt.Fprintf(w, "%s: %s%s\n", where, d.Part, timing)
	for _, line := range d.Lines {
		fmt.Fprintf(w, "  %s\n", line)
	}
}
