package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// running is the command run.
type running struct {
	runFlags
	jsonFlag
	shard  string
	budget time.Duration
}

func newRunCommand(env *environment) *cobra.Command {
	c := &running{runFlags: runFlags{environment: env}}
	return newCommand("run STUDY|FILE.yaml [FILE…|-]", "Run the trials of a study, or trials that you specify",
		c.run, c, &c.runFlags, &c.jsonFlag)
}

func (c *running) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.shard, "shard", "", "divide the trials into N shards and run only the shard with number I, as in `I/N`; see submit -h")
	cmd.Flags().Var(durationFlag(&c.budget), "budget", "stop the run after `TIME`, such as 10m (0: no limit)")
}

// check completes the selection before it becomes a plan.
func (c *running) check(cmd *cobra.Command, _ []string) (err error) {
	c.choice.MostRows = mostRows
	if cmd.Flags().Changed("shard") {
		if c.choice.Shard, err = store.ParseShard(c.shard); err != nil {
			return wrongUse(cmd, fmt.Errorf("--shard: %w", err))
		}
	}
	return nil
}

func (c *running) run(cmd *cobra.Command, _ []string) error {
	if err := checkFolder(c.Root); err != nil {
		return err
	}
	ctx := cmd.Context()
	if c.budget > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.budget)
		defer cancel()
	}
	summary, err := c.trials.Run(ctx, c.Setting, c.progress())
	if err == nil && summary.Total == 0 {
		return c.noneOf(cmd)
	}
	spent := errors.Is(err, context.DeadlineExceeded) && summary.Missing > 0
	if err != nil && !spent {
		return resumable{fmt.Errorf("run %s: %w", c.st.Name, err)}
	}
	err = printAll(c.environment, c.json, summaryRows(summary), func(w io.Writer) error {
		if summary.Tallies != nil {
			return tallyText(w, summary.Tallies)
		}
		return column.TrialTable(frame.Of(summary.Trials), trial.Expanded).Text(w)
	})
	if err != nil {
		return err
	}
	err = c.sayHow(summary)
	if spent {
		c.note(fmt.Sprintf("the budget of %v is used up; missing: %s of %s", c.budget, grouped(summary.Missing), counted(summary.Total, "trial")))
		c.say("hint", "repeat the command to continue")
		err = cmp.Or(err, exit(statusLimited))
	}
	return err
}

// mostRows is the maximum number of trials that run loads for its table.
const mostRows = 100_000

// progress prints the progress of trials.
func (env *environment) progress() experiments.Progress {
	if env.screen != nil {
		return experiments.ProgressTo(env.screen)
	}
	return experiments.Lines(env.stderr)
}

// sayHow reports how a run ended, and returns its exit status as an error.
func (env *environment) sayHow(s experiments.Summary) error {
	env.sayWarnings(s.Study, s.Load)
	if s.Notice != "" {
		env.note(s.Notice)
	}
	env.note(fmt.Sprintf("%s: %s, %s run now, %s reused", s.Study, counted(s.Total, "trial"), grouped(s.Ran), grouped(s.Reused)))
	for _, notice := range frame.Of(s.Trials).Noise().Notices() {
		env.note("times: " + notice)
	}
	limited := s.Limited()
	if limited > 0 {
		env.note(fmt.Sprintf("stopped by a limit: %s of %s", grouped(limited), counted(s.Total, "trial")))
	}
	switch {
	case env.sayFailures(s):
		return exit(statusFailure)
	case limited > 0:
		return exit(statusLimited)
	}
	return nil
}

// sayWarnings reports problems with the stored trials of a study.
func (env *environment) sayWarnings(study string, load store.LoadInfo) {
	for _, warning := range load.Warnings() {
		env.note(study + ": " + warning)
	}
}

// sayFailures reports trials that ended with an error, and whether there are any.
func (env *environment) sayFailures(s experiments.Summary) bool {
	failed := s.Failed()
	if failed == "" {
		return false
	}
	env.say("error", failed)
	again := "repeat the command to run failed trials again"
	if slices.ContainsFunc(s.Failures(), func(t trial.Trial) bool { return t.Killed != "" }) {
		again = "use run --retry failed to rerun trials whose process crashed"
	}
	env.say("hint", "see puzzlelab show trial KEY; "+again)
	return true
}

// summaryRow is the JSON object for one strategy and size.
type summaryRow struct {
	Study      string   `json:"study"`
	Set        string   `json:"set"`
	Size       int      `json:"size"`
	Strategy   string   `json:"strategy"`
	Instances  int      `json:"instances"`
	Solved     int      `json:"solved"`
	Measured   int      `json:"measured"`
	Unsolvable int      `json:"unsolvable"`
	Limited    int      `json:"limited"`
	Failed     int      `json:"failed"`
	Total      *float64 `json:"expanded_total"` // null if all failed
	Median     *float64 `json:"expanded_median"`
	Max        *float64 `json:"expanded_max"`
	LowerBound bool     `json:"lower_bound"`
}

func summaryRows(s experiments.Summary) []summaryRow {
	rows := study.Map(s.Tallies, func(t experiments.Tally) summaryRow {
		limited := t.Limited()
		return summaryRow{
			Study: s.Study, Set: t.Set, Size: t.Size, Strategy: t.Strategy, Instances: t.Trials, Solved: t.Outcomes[search.Solved],
			Measured: t.Outcomes[search.Measured], Unsolvable: t.Outcomes[search.Unsolvable], Limited: limited, Failed: t.Failed,
			Total: &t.Total, Median: &t.Median, Max: &t.Max, LowerBound: limited > 0,
		}
	})
	for _, c := range frame.Of(s.Trials).Summarize(trial.Expanded) {
		rows = append(rows, summaryRow{
			Study: s.Study, Set: c.Set, Size: c.Size, Strategy: c.Strategy,
			Instances: c.N, Solved: c.Solved, Measured: c.Measured, Unsolvable: c.Unsolvable, Limited: c.Censored, Failed: c.Failed,
			Total: known(c.Total.Value), Median: known(c.Median.Value), Max: known(c.Max.Value), LowerBound: c.Total.Lower,
		})
	}
	return rows
}

// tallyText prints the table if there are too many trials to load.
func tallyText(w io.Writer, tallies []experiments.Tally) error {
	return printTable(w, "set\tsize\tstrategy\ttrials\tstopped\tfailed\ttotal nodes expanded", func(w io.Writer) {
		for _, of := range tallies {
			fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t%s\n", of.Set, of.Size, of.Strategy, grouped(of.Trials), grouped(of.Limited()), grouped(of.Failed), grouped(int(of.Total)))
		}
	})
}

// known returns a pointer to x, or nil if JSON cannot represent it.
func known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

func newPlanCommand(env *environment) *cobra.Command {
	c := &looking{runFlags: runFlags{environment: env}}
	return newCommand("plan STUDY|FILE.yaml [FILE…|-]", "Show which trials would run, why, and how long they would take",
		c.plan, &c.runFlags, &c.jsonFlag)
}

func (c *looking) plan(cmd *cobra.Command, _ []string) error {
	state, err := c.trials.Look(c.Setting)
	if err != nil {
		return err
	}
	if state.Total() == 0 {
		return c.noneOf(cmd)
	}
	rows := study.Map(state.Kinds, func(k experiments.Kind) planRow { return planned(state.Study, k) })
	return printAll(c.environment, c.json, rows, func(w io.Writer) error { return planText(w, state) })
}

// planRow is the output of plan --json.
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
}

func planned(study string, k experiments.Kind) planRow {
	row := planRow{
		Study: study, Set: k.Set, Size: k.Size, Strategy: k.Strategy, Mode: string(k.Mode),
		Trials: k.Done + k.Total(), Done: k.Done, ToRun: k.Total(), Why: map[string]int{},
	}
	for r, n := range k.ToRun {
		if n > 0 {
			row.Why[experiments.Reason(r).String()] = n
		}
	}
	if k.Left >= 0 {
		row.Seconds = new(k.Left.Seconds())
	}
	return row
}

// planText prints a plan for people.
func planText(w io.Writer, state experiments.State) error {
	var all [experiments.Reasons]int
	for _, k := range state.Kinds {
		for r, n := range k.ToRun {
			all[r] += n
		}
	}
	fmt.Fprintf(w, "%s: %s, %s done; ", state.Study, counted(state.Total(), "trial"), grouped(state.Done))
	why := experiments.Why(all)
	if why == "" {
		_, err := fmt.Fprintln(w, "nothing to run")
		return err
	}
	if state.Left >= 0 {
		why += "; " + about(state.Left) + " of work"
	}
	fmt.Fprintf(w, "to run: %s\n\n", why)
	return printTable(w, "set\tsize\tstrategy\tto run\tof\twork\twhy", func(w io.Writer) {
		for _, k := range state.Kinds {
			name, work := k.Strategy, "?"
			if k.Mode == trial.Timed {
				name += " (timed)"
			}
			if k.Left >= 0 {
				work = about(k.Left)
			}
			if n := k.Total(); n > 0 {
				fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t%s\n", k.Set, k.Size, name, grouped(n), grouped(k.Done+n), work, experiments.Why(k.ToRun))
			}
		}
	})
}

// about writes an estimated time.
func about(d time.Duration) string {
	if d < time.Second {
		return "under 1s"
	}
	return "about " + d.Round(time.Second).String()
}
