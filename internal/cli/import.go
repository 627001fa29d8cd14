package cli

import (
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/exchange"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// importing is the command import.
type importing struct {
	*environment
	storeFlag
	format oneOf
	study  string
}

func newImportCommand(env *environment) *cobra.Command {
	c := &importing{environment: env, format: oneOf{what: "format"}}
	cmd := newCommand(&cobra.Command{
		Use:   "import FILE [FILE…]",
		Short: "Store trials that another machine or program ran",
		Long: `Store the trials of files in the results folder: ours, as CSV or JSON lines, and
those of BenchExec, Downward Lab and hyperfine, which become rows of a study of
their own. It can be exported, compared and shown like any other; docs/how-to.md
says what becomes which field.

What a trial has no place for is named. A row that is stored already is left as
it is, and one that contradicts a stored row of the same trial, code and limits
is an error.`,
		Example: env.example(`  puzzlelab import trials.jsonl
  puzzlelab import --study solvers bench.results.xml.bz2
  puzzlelab import --study startup --format hyperfine startup.json`),
		Args: takes(1, -1, "no file given"),
	}, c.run, &c.storeFlag)
	words := study.Map(exchange.Formats(), func(f exchange.Format) puzzle.Word { return puzzle.Word{Name: f.Name, Doc: f.Doc} })
	c.format.explain(cmd, "format", "how the files are written (default: as they look)", words)
	cmd.Flags().StringVar(&c.study, "study", "", "`NAME` of the study that gets the trials (default: the one that each names, else imported)")
	complete(cmd, "study", "imported")
	return cmd
}

func (c *importing) run(cmd *cobra.Command, args []string) error {
	if _, err := c.store.Study(c.study); err != nil && c.study != "" {
		return wrongUse(cmd, fmt.Errorf("--study: %w", err))
	}
	for _, name := range args {
		leftOut, added, err := exchange.ImportFile(c.store, name, c.format.value, c.study)
		for _, what := range leftOut {
			c.say("note", name+": left out: "+what)
		}
		for _, study := range slices.Sorted(maps.Keys(added)) {
			n := added[study]
			if failed := c.printLines(fmt.Sprintf("%s: %s of %s stored, %s known already", name, counted(n.New, "trial"), study, grouped(n.Known))); err == nil {
				err = failed
			}
		}
		if err != nil {
			return fmt.Errorf("import %s: %w", name, err)
		}
	}
	return nil
}
