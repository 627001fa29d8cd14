package cli

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
)

// planning is the command plan.
type planning struct {
	runFlags
	jsonFlag
}

func newPlanCommand(env *environment) *cobra.Command {
	c := &planning{runFlags: runFlags{environment: env}}
	return newCommand(&cobra.Command{
		Use:   "plan STUDY|FILE.yaml [FILE…|-]",
		Short: "What run would run, why, and for how long",
		Long: `Print which trials a run with the same arguments would run, why their stored
rows do not hold, and about how long it takes, one trial at a time. Nothing is
run. The times are those of stored rows of the same strategy and size, also of
other code or limits.

A row holds if the code that decides what it says is the same, and under the
limits asked for the trial would end as it did. Comments, layout, drawings and
tests are not such code; of a study it is what declares the strategy. Rows of
other code stay, and hold again when the code is as it was.

With --json every line is one object: study, set, size, strategy, mode, trials,
done, to_run, why (the number for each reason) and seconds (null if no stored
row tells).`,
		Example: env.example(`  puzzlelab plan STUDY
  puzzlelab plan STUDY --quick --strategies STRATEGY
  puzzlelab plan STUDY --only '*/SIZE/*' --json`),
	}, c.run, &c.runFlags, &c.jsonFlag)
}

func (c *planning) run(cmd *cobra.Command, _ []string) error {
	state, err := c.trials.Look(c.Setting)
	if err != nil {
		return err
	}
	if state.Total() == 0 {
		return c.noneOf(cmd)
	}
	rows := study.Map(state.Kinds, func(k experiments.Kind) planRow { return planned(state.Study, k) })
	return printAll(c.environment, c.json, rows, func(w io.Writer) error { return planText(w, state, rows) })
}

// planRow is what plan --json prints.
type planRow struct {
	Study    string         `json:"study"`
	Set      string         `json:"set"`
	Size     int            `json:"size"`
	Strategy string         `json:"strategy"`
	Mode     string         `json:"mode"`
	Trials   int            `json:"trials"`
	Done     int            `json:"done"`
	ToRun    int            `json:"to_run"`
	Why      map[string]int `json:"why,omitempty"`
	Seconds  *float64       `json:"seconds"`

	reasons string
}

func planned(study string, k experiments.Kind) planRow {
	row := planRow{
		Study: study, Set: k.Set, Size: k.Size, Strategy: k.Strategy, Mode: string(k.Mode),
		Trials: k.Done + k.Total(), Done: k.Done, ToRun: k.Total(), Why: map[string]int{}, reasons: experiments.Why(k.ToRun),
	}
	for r, n := range k.ToRun {
		if n > 0 {
			row.Why[experiments.Reason(r).String()] = n
		}
	}
	if k.Left >= 0 {
		seconds := k.Left.Seconds()
		row.Seconds = &seconds
	}
	return row
}

// planText prints what is to be run for a reader.
func planText(w io.Writer, state experiments.State, rows []planRow) error {
	var all [experiments.Reasons]int
	for _, k := range state.Kinds {
		for r, n := range k.ToRun {
			all[r] += n
		}
	}
	fmt.Fprintf(w, "%s: %s, %s done", state.Study, counted(state.Total(), "trial"), grouped(state.Done))
	if why := experiments.Why(all); why != "" {
		fmt.Fprintf(w, "; to run: %s", why)
		if state.Left >= 0 {
			fmt.Fprintf(w, "; %s of work", about(state.Left))
		}
		fmt.Fprint(w, "\n\n")
	} else {
		fmt.Fprintln(w, "; nothing to run")
		return nil
	}
	return printTable(w, "set\tsize\tstrategy\tto run\tof\twork\twhy", func(w io.Writer) {
		for _, row := range rows {
			if row.ToRun == 0 {
				continue
			}
			name, work := row.Strategy, "?"
			if row.Mode == string(experiments.Timed) {
				name += " (timed)"
			}
			if row.Seconds != nil {
				work = about(time.Duration(*row.Seconds * float64(time.Second)))
			}
			fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t%s\n", row.Set, row.Size, name, grouped(row.ToRun), grouped(row.Trials), work, row.reasons)
		}
	})
}

// about writes an estimated time.
func about(d time.Duration) string {
	if d < time.Second {
		return "under 1s"
	}
	return "some " + d.Round(time.Second).String()
}
