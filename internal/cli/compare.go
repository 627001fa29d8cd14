package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// comparing is the command compare.
type comparing struct {
	*environment
	outFlag
	jsonFlag
	metric oneOf
}

func newCompareCommand(env *environment) *cobra.Command {
	c := &comparing{environment: env, metric: oneOf{what: "metric", kind: "NAME"}}
	c.usage = "print one JSON object for each strategy and for each trial that differs"
	cmd := newCommand("compare A B [STUDY…]", "Compare two sets of results, strategy by strategy",
		c.run, &c.jsonFlag, &c.outFlag, arguments(func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) < 2:
				return wrongUse(cmd, fmt.Errorf("%s of results given (want two)", counted(len(args), "set")))
			case args[0] == args[1]:
				return wrongUse(cmd, fmt.Errorf("both sets are %s", args[0]))
			}
			return nil
		}), completes(upTo(2, folders, env.completeStudies)))
	// Help has no room for all metrics.
	c.metric.offer(cmd, "metric", "compare values of the metric `NAME`; list metrics shows the names (write - instead of spaces; default nodes-expanded)",
		study.Map(trial.Metrics(), func(m trial.Metric) puzzle.Word {
			return puzzle.Word{Name: strings.ReplaceAll(m.Name, " ", "-"), Doc: m.Doc}
		}))
	return cmd
}

func (c *comparing) run(_ *cobra.Command, args []string) (err error) {
	m := trial.Expanded
	if c.metric.value != "" {
		m = trial.Metrics()[slices.Index(c.metric.words, c.metric.value)]
	}
	var sets [2][]trial.Trial
	for i, arg := range args[:2] {
		if sets[i], err = c.set(arg, args[2:]); err != nil {
			return fmt.Errorf("compare: %w", err)
		}
	}
	changes := analysis.Changes(sets[0], sets[1], m, args[0], args[1])
	return printAll(c.environment, c.json, changeRows(changes, m), func(w io.Writer) error { return changesText(w, changes, m, args[0], args[1]) })
}

// set returns the trials that an argument selects, of the named studies or of all.
func (c *comparing) set(arg string, studies []string) ([]trial.Trial, error) {
	folder, which := arg, ""
	if !exists(arg) { // @ may be part of a folder's name
		if at := strings.LastIndexByte(arg, '@'); at >= 0 {
			folder, which = arg[:at], arg[at+1:]
		}
	}
	root := cmp.Or(folder, c.Root)
	if !isResults(root) {
		return nil, failure("give a results folder, optionally followed by @vVERSION or @CODE", "%s: there are no stored trials", shown(root))
	}
	kept, err := store.Open(root)
	if err != nil {
		return nil, err
	}
	if len(studies) == 0 {
		if studies, err = kept.Studies(); err != nil {
			return nil, err
		}
	}
	trials, loads, codes, err := kept.Select(which, studies...)
	if err != nil {
		return nil, err
	}
	for i, load := range loads {
		c.sayWarnings(studies[i], load)
	}
	if len(trials) > 0 {
		return trials, nil
	}
	err = fmt.Errorf("%s: there are no stored trials of %s", shown(root), strings.Join(studies, ", "))
	if which != "" {
		err = failure("stored codes: "+few(codes), "%w with version or code %s", err, which)
	}
	return nil, err
}

// changeRow is the JSON object of compare for one strategy. B is compared with A.
type changeRow struct {
	Study    string   `json:"study"`
	Strategy string   `json:"strategy"`
	Metric   string   `json:"metric"`
	Pairs    int      `json:"pairs"` // number of instances that have values in both sets
	Ratio    *float64 `json:"ratio"` // ratio of totals
	Low      *float64 `json:"ratio_low"`
	High     *float64 `json:"ratio_high"`
	P        *float64 `json:"p"` // p-value of the signed-rank test
	Better   int      `json:"better"`
	Worse    int      `json:"worse"`
	Equal    int      `json:"equal"`
	OnlyA    int      `json:"only_a"` // number of trials
	OnlyB    int      `json:"only_b"`
	Differ   int      `json:"differ"` // trials that differ in columns that should be equal
	Warnings []string `json:"warnings,omitempty"`
}

// differenceRow is the JSON object of compare and verify for a trial that differs.
type differenceRow struct {
	Trial   string   `json:"trial"` // key of the trial
	ID      string   `json:"id"`
	Columns []string `json:"columns"` // in the form NAME: FIRST, SECOND
}

// changeRows returns a row for each strategy, followed by a row for each trial that differs.
func changeRows(changes []analysis.Change, m trial.Metric) (rows []any) {
	for _, c := range changes {
		row := changeRow{
			Study: c.Study, Strategy: c.Strategy, Metric: m.Name, Pairs: c.N, Better: c.Wins, Worse: c.Losses, Equal: c.Ties,
			OnlyA: c.OnlyA, OnlyB: c.OnlyB, Differ: len(c.Differ), Warnings: c.Warnings,
		}
		if c.Err == nil {
			row.Ratio, row.Low, row.High, row.P = known(c.Totals.Value), known(c.Totals.BCa.Low), known(c.Totals.BCa.High), known(c.SignedRank.P)
		} else {
			row.Warnings = []string{oneLine(c.Err.Error())}
		}
		rows = append(rows, row)
	}
	for _, c := range changes {
		for _, d := range c.Differ {
			rows = append(rows, differenceRow{d.Key.String(), d.Key.ID(), d.Columns})
		}
	}
	return rows
}

func changesText(w io.Writer, changes []analysis.Change, m trial.Metric, a, b string) error {
	fmt.Fprintf(w, "%s, %s ÷ %s:\n", m.Name, b, a)
	var differ []string
	err := printTable(w, "study\tstrategy\tpairs\tratio\t95 % interval\tsigned-rank\tbetter\tworse\tequal\tonly A\tonly B\tdiffer", func(w io.Writer) {
		for _, c := range changes {
			ratio, interval, p := "–", "–", "–"
			if c.Err == nil {
				ratio, p = numerals.Number(c.Totals.Value), numerals.P(c.SignedRank.P)
			}
			if c.Err == nil && c.Totals.BCa.Known() {
				interval = c.Totals.BCa.String()
			}
			fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\n",
				c.Study, c.Strategy, c.N, ratio, interval, p, c.Wins, c.Losses, c.Ties, c.OnlyA, c.OnlyB, len(c.Differ))
			for _, d := range c.Differ {
				differ = append(differ, fmt.Sprintf("%v: %s", d.Key, strings.Join(d.Columns, "; ")))
			}
		}
	})
	if err != nil {
		return err
	}
	const most = 20
	for _, line := range differ[:min(len(differ), most)] {
		fmt.Fprintln(w, line)
	}
	if len(differ) > most {
		fmt.Fprintf(w, "and %s more, which --json lists\n", counted(len(differ)-most, "trial"))
	}
	return nil
}
