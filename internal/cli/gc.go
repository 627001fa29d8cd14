package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
)

// garbage is the command gc.
type garbage struct {
	studyArguments
	outFlag
	jsonFlag
	remove bool
}

func newGCCommand(env *environment) *cobra.Command {
	c := &garbage{studyArguments: studyArguments{environment: env}}
	cmd := newCommand(&cobra.Command{
		Use:   "gc [STUDY|FILE.yaml…]",
		Short: "Find stored trials that no run reuses, and remove them",
		Long: `Print how many stored trials of the studies no run would reuse: those of code
that is not this program's, and those that newer ones of the same code and
limits repeat. With --remove they are taken out of the results folder for good.

Until then they are worth something: when code or limits are what they were, so
do their trials count again, and nothing is run twice. Trials of strategies that
only a notebook knows stay, and so do journals with damaged lines.

With --json every line is one object: study, rows, other_code, repeated, bytes
and freed (the bytes of the rows that go).`,
		Example: env.example(`  puzzlelab gc
  puzzlelab gc STUDY --remove`),
	}, c.run, &c.studyArguments, &c.outFlag, &c.jsonFlag)
	cmd.Flags().BoolVar(&c.remove, "remove", false, "remove them")
	return cmd
}

func (c *garbage) run(*cobra.Command, []string) error {
	var rows []garbageRow
	freed := int64(0)
	for _, st := range c.studies {
		g, err := st.Collect(c.Setting, c.remove)
		if err != nil {
			return lockFault(err)
		}
		freed += g.Freed
		rows = append(rows, garbageRow{st.Name, g})
	}
	err := printRows(c.environment, c.json, rows, func(w io.Writer, row garbageRow) {
		fmt.Fprintf(w, "%s: %s in %s; %s of other code, %s repeated\n",
			row.Study, counted(row.Rows, "stored trial"), megabytes(row.Bytes), grouped(row.OtherCode), grouped(row.Repeated))
	})
	switch {
	case err != nil || freed == 0:
	case c.remove:
		c.say("note", megabytes(freed)+" freed")
	default:
		c.say("hint", "nothing was removed: --remove frees "+megabytes(freed))
	}
	return err
}

// garbageRow is what gc --json prints.
type garbageRow struct {
	Study string `json:"study"`
	experiments.Garbage
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
