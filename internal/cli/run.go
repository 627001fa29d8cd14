package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/digits"
	"github.com/puzzlelab/puzzlelab/reports"
)

func newRunCommand(env *environment) *cobra.Command {
	var (
		flags  settingFlags
		choice study.Choice
		seed   uint64
		budget time.Duration
	)
	cmd := &cobra.Command{
		Use:   "run STUDY [FILE…|-]",
		Short: "Run the trials of a study, also of other instances and strategies",
		Long: `Run the trials of a study that are not stored yet, and print a table of all.

With files of instances, or any flag that says what to run, only the part of the
study that these make sense for is run, with its own values for those that are
not given. Instances are read as solve reads them; their set is the name of the
file without its extension.

With --isolate a trial that panics, exits, overflows its stack or does not end
has that as its outcome, and the others run; --time is kept from outside too.

A run that is stopped goes on where it was when it is started again; with
--budget it stops by itself, and the exit status is 3 if trials are missing.

With --json every line is one object: study, set, size, strategy, instances,
solved, measured, unsolvable, limited, failed, expanded_total, expanded_median,
expanded_max, lower_bound. The last is true if a run was stopped by a limit, so
that counts are lower bounds; the exit status is then 3.`,
		Example: env.example(`  puzzlelab run STUDY --quick
  puzzlelab run STUDY --sizes SIZE --instances 20 --seed 7
  puzzlelab run STUDY FILE --strategies STRATEGY --time 10s
  puzzlelab run STUDY --nodes 1M --workers 2
  puzzlelab run STUDY --full --budget 10m`),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return env.completeStudies(cmd, args, typed)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&choice.Family, "family", "", "family of the instances, or published set: `F` with its options; see list families")
	sizes := fs.String("sizes", "", "sizes of the instances, `SIZE,…`, as in 30,60 or 4x3,5x3")
	fs.Var(amountFlag(&choice.Instances), "instances", "instances of each size, or the first ones of a published set")
	strategies := fs.String("strategies", "", "strategies `S,S…`, separated by commas; see list strategies")
	fs.Var(seedFlag(&seed), "seed", "root seed of what is drawn and of strategies that draw at random")
	fs.Var(amountFlag(&choice.Repeats), "repeats", "trials of each strategy on each instance, with a seed each")
	fs.StringVar(&choice.Puzzle, "puzzle", "", "which `PUZZLE`, if the study is of several")
	fs.StringVar(&choice.Format, "format", "", "how instances are written in the files, `FORMAT`; see solve PUZZLE -h")
	limitFlags(fs, &choice.Limits, "each trial", "a trial", "(0: never; default: as the study has it)", "")
	fs.Var(amountFlag(&choice.Workers), "workers", "trials at a time (default: one per core; timed ones run one at a time)")
	isolate := fs.Bool("isolate", false, "run each trial in a process of its own, which nothing that it does can leave; its output is kept with its row")
	var isolation experiments.Isolation
	fs.Var(durationFlag(&isolation.CPU), "cpu", "end an isolated trial after `TIME` on the processor, all threads together (0: never)")
	fs.Var(bytesFlag(&isolation.Resident), "resident", "end an isolated trial whose process holds more than `SIZE` of memory (0: never)")
	retry := fs.String("retry", "", "`failed`: run trials again whose process came to an end")
	fs.Var(durationFlag(&budget), "budget", "stop running trials after `TIME`, as in 10m (0: never)")
	flags.register(cmd)
	asJSON := fs.Bool("json", false, "print one JSON object a line")
	register(cmd, "family", env.completeFamilies)

	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		st, err := env.oneStudy(cmd, args[:min(len(args), 1)])
		if err != nil {
			return err
		}
		setting, err := flags.setting(cmd)
		if err != nil {
			return err
		}
		choice.Scale, choice.Files, choice.Stdin = setting.Scale, args[1:], env.stdin
		lift(fs, &choice.Limits)
		if *isolate || isolation != (experiments.Isolation{}) {
			choice.Isolate = &isolation
		}
		if choice.Retry = *retry == "failed"; !choice.Retry && *retry != "" {
			return wrongUseHint(cmd, fmt.Errorf("--retry: %q (want failed)", *retry), "see puzzlelab run -h")
		}
		if fs.Changed("seed") {
			choice.Seed = &seed
		}
		if fs.Changed("sizes") {
			choice.Sizes = strings.Split(*sizes, ",")
		}
		if fs.Changed("strategies") {
			choice.Strategies, err = st.SplitStrategies(*strategies)
		}
		var trials study.Runner
		if err == nil {
			trials, err = st.Choose(choice)
		}
		if wrong, ok := errors.AsType[*study.ChoiceError](err); ok {
			hints := map[string]string{"strategies": "see puzzlelab list strategies", "family": "see puzzlelab list families"}
			if err = wrong.Err; wrong.Field != "" {
				err = fmt.Errorf("--%s: %w", wrong.Field, err)
			}
			return wrongUseHint(cmd, err, cmp.Or(hints[wrong.Field], "see puzzlelab run -h"))
		}
		if err != nil {
			return err
		}
		if err := checkFolder(setting.Root); err != nil {
			return err
		}
		ctx := cmd.Context()
		if budget > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, budget)
			defer cancel()
		}
		summary, err := trials.Run(ctx, setting, env.progress())
		spent := errors.Is(err, context.DeadlineExceeded) && summary.Missing > 0
		if err != nil && !spent {
			return resumable{runFault(st, err)}
		}
		err = env.writeOutput("", func(w io.Writer) error {
			if *asJSON {
				return summaryJSON(w, summary)
			}
			return reports.TrialTable(frame.Of(summary.Trials), experiments.Expanded).Text(w)
		})
		if err != nil {
			return err
		}
		err = env.sayHow(summary)
		if spent {
			env.say("note", fmt.Sprintf("the budget of %v is spent with %s of %s to go", budget, grouped(summary.Missing), counted(summary.Total, "trial")))
			env.say("hint", "the same command goes on where it stopped")
			if err == nil {
				err = exit(statusLimited)
			}
		}
		return err
	}
	return cmd
}

// progress reports how trials are getting on.
func (env *environment) progress() experiments.Progress {
	if f, ok := env.stderr.(*os.File); ok {
		return experiments.ProgressTo(f)
	}
	return experiments.Lines(env.stderr)
}

// sayHow says what a run came to, and returns its exit status as an error.
func (env *environment) sayHow(s experiments.Summary) error {
	env.sayWarnings(s)
	env.say("note", fmt.Sprintf("%s: %s, %s run now, %s reused", s.Study, counted(s.Total, "trial"), grouped(s.Ran), grouped(s.Reused)))
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

func (env *environment) sayWarnings(s experiments.Summary) {
	for _, warning := range s.Load.Warnings() {
		env.say("note", s.Study+": "+warning)
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

func summaryJSON(w io.Writer, s experiments.Summary) error {
	for _, c := range frame.Of(s.Trials).Summarize(experiments.Expanded) {
		err := writeJSON(w, summaryRow{
			Study: s.Study, Set: c.Set, Size: c.Size, Strategy: c.Strategy,
			Instances: c.N, Solved: c.Solved, Measured: c.Measured, Unsolvable: c.Unsolvable, Limited: c.Censored, Failed: c.Failed,
			Total: known(c.Total.Value), Median: known(c.Median.Value), Max: known(c.Max.Value), LowerBound: c.Total.Lower,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// known returns nil for a number that JSON cannot hold.
func known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// grouped writes a count with commas between thousands.
func grouped(n int) string { return digits.Group(strconv.Itoa(n), digits.Comma) }

// counted writes a count with its noun: "1 trial", "1,200 trials".
func counted(n int, noun string) string { return digits.Plural(n, noun, digits.Comma) }
