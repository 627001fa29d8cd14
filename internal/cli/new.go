package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/scaffold"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func newNewCommand(env *environment) *cobra.Command {
	templates := study.Map(scaffold.Templates(), func(t scaffold.Template) puzzle.Word { return puzzle.Word{Name: t.Name, Doc: t.Doc} })
	names := namesOf(templates)
	c := &making{environment: env}
	cmd := newCommand("new "+strings.Join(names, "|")+" NAME", "Create a project of your own (a lab), ready to build and run",
		c.run, more(explained(templates, 8)), arguments(func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) < 2:
				return wrongUse(cmd, fmt.Errorf("give the kind of lab (%s) and its name", strings.Join(names, ", ")))
			case len(args) > 2:
				return takes(2, 2, "")(cmd, args)
			case !slices.Contains(names, args[0]):
				return wrongUse(cmd, fmt.Errorf("%q is not a kind of lab (want %s)%s", args[0], strings.Join(names, ", "), search.DidYouMean(args[0], names)))
			}
			return wrongUse(cmd, scaffold.CheckName(args[1]))
		}), completes(upTo(1, cobra.FixedCompletions(offers(templates), cobra.ShellCompDirectiveNoFileComp), cobra.NoFileCompletions)))
	cmd.Flags().StringVar(&c.out, "out", "", "create the folder `DIR` (default NAME)")
	cmd.Flags().StringVar(&c.module, "module", "", "set the module path to `PATH` (default NAME)")
	cmd.Flags().BoolVar(&c.part, "part", false, "add the files to the lab that contains the working folder")
	return cmd
}

// making is the command new.
type making struct {
	*environment
	out, module string
	part        bool
}

func (c *making) run(cmd *cobra.Command, args []string) error {
	l := scaffold.Lab{Name: args[1], Module: cmp.Or(c.module, args[1])}
	l.Template = scaffold.Templates()[slices.IndexFunc(scaffold.Templates(), func(t scaffold.Template) bool { return t.Name == args[0] })]
	if c.part {
		if c.out != "" || c.module != "" {
			return wrongUse(cmd, errors.New("--part adds to an existing module: remove --out and --module"))
		}
		files, err := l.Add(".")
		if err != nil {
			return fmt.Errorf("new %s: %w", args[0], err)
		}
		c.note("add this to main.go: " + strings.ReplaceAll(l.Template.Register, "{name}", l.Name))
		return c.printLines(study.Map(files, shown)...)
	}
	dir := cmp.Or(c.out, l.Name)
	if err := l.Make(cmd.Context(), dir); err != nil {
		hint := ""
		if _, tidy := errors.AsType[*scaffold.TidyError](err); tidy {
			hint = "with a network, run it again"
		}
		return failure(hint, "new %s: %w", args[0], err)
	}
	c.note("next: cd " + shown(dir) + "; " + strings.ReplaceAll(l.Template.First, "{name}", l.Name))
	return c.printLines(shown(dir))
}
