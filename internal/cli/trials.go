package cli

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
)

// summing is the command show trials.
type summing struct {
	studyArgument
	storeFlag
	jsonFlag
	by []string
	of string
}

func newShowTrialsCommand(env *environment) *cobra.Command {
	c := &summing{studyArgument: studyArgument{environment: env}}
	cmd := newCommand(&cobra.Command{
		Use:   "trials STUDY",
		Short: "Sums over the stored trials of a study, by fields",
		Long: `Print how many trials are stored of a study, and total, mean, smallest and
largest of a number, for each value of some fields. Of each trial the newest row
counts, also those of other code, sizes and strategies than the study's.

Trials are read one by one, so that ten million are no more than a minute and a
gigabyte. The fields are those of puzzlelab export; without is the number of
trials that do not have the number.

With --json every line is one object: by (the fields), trials, without, total,
mean, smallest and largest (null if no trial has the number).`,
		Example: env.example(`  puzzlelab show trials STUDY --by size,strategy
  puzzlelab show trials STUDY --by set,outcome --of generated --json`),
	}, c.run, &c.studyArgument, &c.storeFlag, &c.jsonFlag)
	cmd.Flags().StringSliceVar(&c.by, "by", []string{"size", "strategy"}, "`FIELDS` that make the groups")
	cmd.Flags().StringVar(&c.of, "of", "expanded", "`FIELD` that is summed up")
	return cmd
}

func (c *summing) run(cmd *cobra.Command, _ []string) error {
	metric, err := experiments.FieldMetric(c.of)
	if err != nil {
		return wrongUse(cmd, fmt.Errorf("--of: %w", err))
	}
	journal, err := c.store.Study(c.st.Name)
	if err != nil {
		return err
	}
	columns, err := journal.Columns(c.by, metric)
	if _, wrong := errors.AsType[*experiments.FieldError](err); wrong {
		return wrongUse(cmd, fmt.Errorf("--by: %w", err))
	}
	if err != nil {
		return err
	}
	groups := columns.GroupBy(0)
	rows := study.Map(groups, func(g experiments.Group) groupRow { return grouping(c.by, &g) })
	return printAll(c.environment, c.json, rows, func(w io.Writer) error { return groupsText(w, c.by, groups) })
}

// groupRow is what show trials --json prints.
type groupRow struct {
	By       map[string]string `json:"by"`
	Trials   int               `json:"trials"`
	Without  int               `json:"without"`
	Total    *float64          `json:"total"`
	Mean     *float64          `json:"mean"`
	Smallest *float64          `json:"smallest"`
	Largest  *float64          `json:"largest"`
}

func grouping(by []string, g *experiments.Group) groupRow {
	row := groupRow{By: map[string]string{}, Trials: g.Trials, Without: g.Without, Mean: known(g.Mean()), Smallest: known(g.Min), Largest: known(g.Max)}
	for i, name := range by {
		row.By[name] = g.Words[i]
	}
	if g.Without < g.Trials {
		row.Total = &g.Sum
	}
	return row
}

func groupsText(w io.Writer, by []string, groups []experiments.Group) error {
	header := strings.Join(append(by, "trials", "without", "total", "mean", "smallest", "largest"), "\t")
	return printTable(w, header, func(w io.Writer) {
		for _, g := range groups {
			numbers := make([]string, 4)
			for i, v := range []float64{g.Sum, g.Mean(), g.Min, g.Max} {
				numbers[i] = "–"
				if g.Without < g.Trials {
					numbers[i] = strconv.FormatFloat(v, 'g', 10, 64)
				}
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", strings.Join(g.Words, "\t"), grouped(g.Trials), grouped(g.Without), strings.Join(numbers, "\t"))
		}
	})
}
