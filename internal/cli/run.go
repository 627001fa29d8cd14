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
	"github.com/puzzlelab/puzzlelab/experiments/study"
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
	return newCommand(&cobra.Command{
		Use:   "run STUDY|FILE.yaml [FILE…|-]",
		Short: "Run the trials of a study, also of other instances and strategies",
		Long: `Run the trials of a study that are not stored yet, and print a table of all.

With files of instances, or any flag that says what to run, only the part of the
study that these make sense for is run, with its own values for those that are
not given. Instances are read as solve reads them; their set is the name of the
file without its extension.

FILE.yaml describes a sweep without Go: which puzzle, instances, strategies and
limits. It stands for a study in all commands but reproduce. Without flags all
of it is run; with them, the first of its sets that they make sense for.

Trials run in worker processes: one that panics, exits, overflows its stack,
leaves processes running or does not end has that as its outcome, and the others
run. --time is kept from outside too, and what a trial prints is kept with its
row. With --in-process all of that is up to the strategy.

With --command NAME='PROGRAM ARGUMENT…' another program is run beside the
strategies, with the same checks of its solutions, in processes of its own. It
reads instances and answers in JSON lines; or it prints a log, which --log
NAME='PATTERN' reads. See docs/solvers.md.

With --shard 3/40 only the third of 40 parts of the trials is run. Shards run
beside each other, also on several machines that share the results folder.

A run that is stopped goes on where it was when it is started again; puzzlelab
plan says what is left, and why. With --budget it stops by itself, and the exit
status is 3 if trials are missing.

With --json every line is one object: study, set, size, strategy, instances,
solved, measured, unsolvable, limited, failed, expanded_total, expanded_median,
expanded_max, lower_bound. The last is true if a run was stopped by a limit, so
that counts are lower bounds; the exit status is then 3. Of more than 100,000
trials the counts are of trials, not of instances.`,
		Example: env.example(`  puzzlelab run STUDY --quick
  puzzlelab run FILE.yaml --time 1m --resident 2GiB
  puzzlelab run STUDY --sizes SIZE --instances 20 --seed 7
  puzzlelab run STUDY FILE --strategies STRATEGY --time 10s
  puzzlelab run STUDY --nodes 1M --workers 2
  puzzlelab run STUDY --only '*/SIZE/*/STRATEGY' --fresh
  puzzlelab run STUDY --full --budget 10m`),
	}, c.run, c, &c.runFlags, &c.jsonFlag)
}

func (c *running) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.shard, "shard", "", "run only the trials of shard `I/N`, beside others of the N; see puzzlelab submit -h")
	cmd.Flags().Var(durationFlag(&c.budget), "budget", "stop running trials after `TIME`, as in 10m (0: never)")
}

// check completes what is chosen, before that is made a plan.
func (c *running) check(cmd *cobra.Command, _ []string) (err error) {
	c.choice.MostRows = mostRows
	if cmd.Flags().Changed("shard") {
		if c.choice.Shard, err = experiments.ParseShard(c.shard); err != nil {
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
		return resumable{runFault(c.st, err)}
	}
	err = printAll(c.environment, c.json, summaryRows(summary), func(w io.Writer) error {
		if summary.Tallies != nil {
			return tallyText(w, summary.Tallies)
		}
		return column.TrialTable(frame.Of(summary.Trials), experiments.Expanded).Text(w)
	})
	if err != nil {
		return err
	}
	err = c.sayHow(summary)
	if spent {
		c.say("note", fmt.Sprintf("the budget of %v is spent with %s of %s to go", c.budget, grouped(summary.Missing), counted(summary.Total, "trial")))
		c.say("hint", "the same command goes on where it stopped")
		err = cmp.Or(err, exit(statusLimited))
	}
	return err
}

// mostRows is the largest number of trials that run loads for its table.
const mostRows = 100_000

// progress reports how trials are getting on.
func (env *environment) progress() experiments.Progress {
	if env.screen != nil {
		return experiments.ProgressTo(env.screen)
	}
	return experiments.Lines(env.stderr)
}

// sayHow says what a run came to, and returns its exit status as an error.
func (env *environment) sayHow(s experiments.Summary) error {
	env.sayWarnings(s.Study, s.Load)
	if s.Notice != "" {
		env.say("note", s.Notice)
	}
	env.say("note", fmt.Sprintf("%s: %s, %s run now, %s reused", s.Study, counted(s.Total, "trial"), grouped(s.Ran), grouped(s.Reused)))
	for _, notice := range experiments.NoiseOf(frame.Of(s.Trials).All()).Notices() {
		env.say("note", "times: "+notice)
	}
	limited := s.Limited()
	if limited > 0 {
		env.say("note", fmt.Sprintf("stopped by a limit: %s of %s", grouped(limited), counted(s.Total, "trial")))
	}
	switch {
	case env.sayFailures(s):
		return exit(statusFailure)
	case limited > 0:
		return exit(statusLimited)
	}
	return nil
}

// sayWarnings says what is to be known of the stored trials of a study.
func (env *environment) sayWarnings(study string, load experiments.LoadInfo) {
	for _, warning := range load.Warnings() {
		env.say("note", study+": "+warning)
	}
}

// sayFailures says that trials ended in an error, and reports whether any did.
func (env *environment) sayFailures(s experiments.Summary) bool {
	failed := s.Failed()
	if failed == "" {
		return false
	}
	env.say("error", failed)
	again := "the same command runs failed trials again"
	if slices.ContainsFunc(s.Failures(), func(t experiments.Trial) bool { return t.Killed != "" }) {
		again = "run --retry failed runs trials again that ended their process"
	}
	env.say("hint", "see puzzlelab show trial KEY; "+again)
	return true
}

// summaryRow is the object of one strategy on the instances of one size.
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
	for _, c := range frame.Of(s.Trials).Summarize(experiments.Expanded) {
		rows = append(rows, summaryRow{
			Study: s.Study, Set: c.Set, Size: c.Size, Strategy: c.Strategy,
			Instances: c.N, Solved: c.Solved, Measured: c.Measured, Unsolvable: c.Unsolvable, Limited: c.Censored, Failed: c.Failed,
			Total: known(c.Total.Value), Median: known(c.Median.Value), Max: known(c.Max.Value), LowerBound: c.Total.Lower,
		})
	}
	return rows
}

// tallyText is the table of trials that are too many to be loaded.
func tallyText(w io.Writer, tallies []experiments.Tally) error {
	return printTable(w, "set\tsize\tstrategy\ttrials\tstopped\tfailed\ttotal nodes expanded", func(w io.Writer) {
		for _, of := range tallies {
			fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t%s\n", of.Set, of.Size, of.Strategy, grouped(of.Trials), grouped(of.Limited()), grouped(of.Failed), grouped(int(of.Total)))
		}
	})
}

// known returns nil for a number that JSON cannot hold.
func known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
