package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

func newGCCommand(env *environment) *cobra.Command {
	var flags settingFlags
	cmd := &cobra.Command{
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
		ValidArgsFunction: env.completeStudies,
	}
	flags.registerOut(cmd)
	fs := cmd.Flags()
	remove := fs.Bool("remove", false, "remove them")
	asJSON := fs.Bool("json", false, "print one JSON object a line")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		studies, err := env.studiesNamed(cmd, args)
		if err != nil {
			return err
		}
		setting, err := flags.setting(cmd)
		if err != nil {
			return err
		}
		var rows []garbageRow
		for _, st := range studies {
			g, err := st.Collect(setting, *remove)
			if err != nil {
				return lockFault(err)
			}
			rows = append(rows, garbageRow{st.Name, g.Rows, g.OtherCode, g.Repeated, g.Bytes, g.Freed})
		}
		if err := env.writeOutput("", func(w io.Writer) error { return writeGarbage(w, rows, *asJSON) }); err != nil {
			return err
		}
		freed := int64(0)
		for _, row := range rows {
			freed += row.Freed
		}
		switch {
		case freed > 0 && *remove:
			env.say("note", megabytes(freed)+" freed")
		case freed > 0:
			env.say("hint", "nothing was removed: --remove frees "+megabytes(freed))
		}
		return nil
	}
	return cmd
}

// garbageRow is what gc --json prints.
type garbageRow struct {
	Study     string `json:"study"`
	Rows      int    `json:"rows"`
	OtherCode int    `json:"other_code"`
	Repeated  int    `json:"repeated"`
	Bytes     int64  `json:"bytes"`
	Freed     int64  `json:"freed"`
}

func writeGarbage(w io.Writer, rows []garbageRow, asJSON bool) error {
	for _, row := range rows {
		var err error
		if asJSON {
			err = writeJSON(w, row)
		} else {
			_, err = fmt.Fprintf(w, "%s: %s in %s; %s of other code, %s repeated\n",
				row.Study, counted(row.Rows, "stored trial"), megabytes(row.Bytes), grouped(row.OtherCode), grouped(row.Repeated))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
