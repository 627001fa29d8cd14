package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	frame "github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// studies returns the table of studies, in the order they are reproduced.
func studies() []study {
	return []study{pruningStudy(), heuristicsStudy(), idastarStudy(), lookaheadStudy(), scalingStudy()}
}

// A study is one row of the table: how the commands, which know no study, run
// its trials and make figures, tables and reports of them.
type study struct {
	name, title, source string
	puzzle              string
	notebook            string   // file in the module's folder of notebooks
	key                 []string // IDs of the figures that introduce it in the index

	// plan makes a choice into trials to run. The error is one in the choice:
	// a *sizeError, or about its strategies.
	plan func(choice) (trials, error)
	// code names the code that this program makes trials with.
	code func() (string, error)
	// items are the figures, tables and claims, each a function of the trials
	// of the whole study.
	items []studyItem
	// report puts them into a report, without provenance.
	report func([]experiments.Trial) (reports.Report, error)
	// lead is the answer in two sentences, with references to items.
	lead func([]experiments.Trial) (string, error)
}

// sizeError is a choice of a size that the study's puzzle does not have.
type sizeError struct{ message string }

func (e *sizeError) Error() string { return e.message }

// choice is what to run of a study; the zero value is the whole study.
type choice struct {
	sizes      []int
	strategies string // a list with commas; "" for the study's own
	instances  int    // of each size; 0 for the study's own
	nodes      uint64 // limit of each trial; 0 for the study's own
}

// strategyNames returns the names in c.strategies, each once, as a study splits
// them; nil for the study's own.
func (c choice) strategyNames(split func(string) ([]string, error)) ([]string, error) {
	if c.strategies == "" {
		return nil, nil
	}
	names, err := split(c.strategies)
	if err != nil {
		return nil, err
	}
	var once []string
	for _, name := range names {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return once, nil
}

// onlySize checks the sizes chosen of a study whose instances are all of one,
// which is what, in words.
func (c choice) onlySize(want int, what string) error {
	for _, size := range c.sizes {
		if size != want {
			return &sizeError{fmt.Sprintf("no board of this study has size %d (want %d, %s)", size, want, what)}
		}
	}
	return nil
}

// trials runs what is missing and returns all of the trials.
type trials func(context.Context, experiments.Setting, experiments.Progress) (experiments.Summary, error)

// studyItem is one figure, table or claim.
type studyItem = frame.Item

// run runs what is missing of the whole study.
func (st study) run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	all, err := st.plan(choice{})
	if err != nil {
		return experiments.Summary{}, err
	}
	return all(ctx, setting, progress)
}

// stored returns the trials of the whole study and runs none. The error says
// which command runs those that are missing, or which scale is there; out is
// the flag that leads to the results folder, "" for none.
func (st study) stored(setting experiments.Setting, out string) (experiments.Summary, error) {
	summary, err := st.load(setting)
	if summary.Missing == 0 {
		return summary, err
	}
	hint := "run puzzlelab run " + st.name + scaleFlag(setting.Scale) + out + " first"
	for _, scale := range []experiments.Scale{experiments.Full, experiments.Standard, experiments.Quick} {
		if _, err := st.load(experiments.Setting{Root: setting.Root, Scale: scale}); err == nil {
			hint += fmt.Sprintf("; those of %s scale are there: give %s", scale, cmp.Or(strings.TrimSpace(scaleFlag(scale)), "no scale"))
			break
		}
	}
	missing := fmt.Errorf("%s: %s of %s trials of %q at %s scale are missing",
		shown(setting.Root), grouped(summary.Missing), grouped(summary.Total), st.name, setting.Scale)
	if n := st.outdated(setting); n > 0 {
		missing = fmt.Errorf("%w; %s stored ones were made by other code", missing, grouped(n))
	}
	return summary, &fault{status: statusFailure, err: missing, hint: hint}
}

// load returns what is stored, with an error if that is not everything.
func (st study) load(setting experiments.Setting) (experiments.Summary, error) {
	all, err := st.plan(choice{})
	if err != nil {
		return experiments.Summary{}, err
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	return all(cancelled, setting, nil)
}

func scaleFlag(s experiments.Scale) string {
	if s == experiments.Standard {
		return ""
	}
	return " --" + string(s)
}

// studyNamed returns the study of that name; there being none is wrong use.
func (env *environment) studyNamed(cmd *cobra.Command, name string) (study, error) {
	i := slices.IndexFunc(env.studies, func(st study) bool { return st.name == name })
	if i < 0 {
		return study{}, wrongUse(cmd, fmt.Errorf("no study is called %q (want %s)%s",
			name, strings.Join(env.studyNames(), ", "), search.DidYouMean(name, env.studyNames())))
	}
	return env.studies[i], nil
}

// oneStudy is the Args of a command that takes one study.
func (env *environment) oneStudy(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return wrongUse(cmd, fmt.Errorf("no study given (want %s)", strings.Join(env.studyNames(), ", ")))
	case len(args) > 1:
		return wrongUse(cmd, fmt.Errorf("unexpected argument %q", args[1]))
	}
	_, err := env.studyNamed(cmd, args[0])
	return err
}

func (env *environment) studyNames() []string {
	var names []string
	for _, st := range env.studies {
		names = append(names, st.name)
	}
	return names
}

// completeStudies makes the shell offer the studies.
func (env *environment) completeStudies(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	for _, st := range env.studies {
		names = append(names, cobra.CompletionWithDesc(st.name, st.title))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
