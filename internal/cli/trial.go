package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports/html"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// keyArgument is the key of a stored trial as an argument.
type keyArgument struct {
	*environment
	storeFlag
	st  study.Definition
	row trial.Trial
}

func (a *keyArgument) register(cmd *cobra.Command) {
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return wrongUse(cmd, fmt.Errorf("%s given (want one)", counted(len(args), "key")))
		}
		return nil
	}
	a.storeFlag.register(cmd)
}

func (a *keyArgument) check(cmd *cobra.Command, args []string) (err error) {
	if err = a.storeFlag.check(cmd, args); err == nil {
		err = a.find(cmd, args[0])
	}
	return err
}

// showingTrial is the command show trial.
type showingTrial struct {
	keyArgument
	jsonFlag
	outputFlag
	instanceOnly bool
	to           oneOf
}

func newShowTrialCommand(env *environment) *cobra.Command {
	c := &showingTrial{keyArgument: keyArgument{environment: env}, jsonFlag: jsonFlag{usage: oneObject}}
	c.to = oneOf{what: "format", words: []string{"text", "html"}}
	return newCommand("trial KEY", "Print a stored trial with its instance and solution",
		c.run, c, &c.jsonFlag, &c.outputFlag, &c.keyArgument)
}

func (c *showingTrial) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&c.instanceOnly, "instance", false, "print only the instance of the trial")
	c.to.register(cmd, "to", "write this format (default: the format that matches the extension of the output file, or else text)")
}

func (c *showingTrial) check(cmd *cobra.Command, _ []string) error {
	if c.to.value == "" && !c.json && !c.instanceOnly {
		return wrongUse(cmd, c.to.follow(c.output))
	}
	return exclusive(cmd, "json", "instance", "to")
}

func (c *showingTrial) run(*cobra.Command, []string) error {
	return writeTo(c.stdout, c.output, func(w io.Writer) error {
		row := &c.row
		switch {
		case c.json:
			_, err := w.Write(row.Line())
			return err
		case c.instanceOnly:
			inst, err := study.InstanceOf(c.Puzzles, row)
			if err == nil {
				_, err = fmt.Fprintln(w, inst)
			}
			return err
		case c.to.value == "html":
			return html.Write(w, c.st.Card(c.Puzzles, row))
		}
		return printTable(w, "", func(w io.Writer) {
			fmt.Fprintf(w, "key\t%v\nid\t%s\n", row.Key(), row.Key().ID())
			for f := range row.Fields {
				fmt.Fprintf(w, "%s\t%s\n", study.FieldName(c.Puzzles, row, f.Name), f.Text)
			}
		})
	})
}

// rerunning is the command rerun.
type rerunning struct {
	keyArgument
	jsonFlag
	profile  string
	commands commandFlags
	logs     []string
	choice   study.Choice
}

func newRerunCommand(env *environment) *cobra.Command {
	c := &rerunning{keyArgument: keyArgument{environment: env}, jsonFlag: jsonFlag{usage: oneObject}}
	cmd := newCommand("rerun KEY", "Run one stored trial again and compare the results",
		c.run, &c.jsonFlag, &c.keyArgument)
	fs := cmd.Flags()
	fs.StringVar(&c.profile, "profile", "", "write a CPU profile of the run to `FILE`")
	fs.Var(&c.commands, "command", "run this program as strategy NAME, for example --command mine='./solver --fast'")
	fs.StringArrayVar(&c.logs, "log", nil, "read results from the log of a program, given as `NAME=PATTERN`; PATTERN is a regular expression with named groups, such as 'Expanded (?P<expanded>[0-9]+)'")
	fs.StringVar(&c.choice.Puzzle, "puzzle", "", "run --command on this `PUZZLE`, if the study has several")
	return cmd
}

func (c *rerunning) run(cmd *cobra.Command, _ []string) (err error) {
	row := &c.row
	if c.choice.Commands, err = c.commands.reading(c.logs); err != nil {
		return wrongUse(cmd, err)
	}
	if c.st.Plan == nil {
		return fmt.Errorf("%v belongs to study %q, which this program cannot run: it was imported, or another program ran it", row.Key(), c.st.Name)
	}
	again, err := c.again(cmd.Context())
	if _, foreign := errors.AsType[*study.ForeignError](err); foreign && row.Foreign() {
		return failure("use the --command with which the trial was run", "%w", err)
	}
	if err != nil {
		return wrongChoice(cmd, err)
	}
	err = writeTo(c.stdout, "", func(w io.Writer) error {
		if c.json {
			_, err := w.Write(again.Line())
			return err
		}
		return compare(w, row, &again)
	})
	if err != nil {
		return err
	}
	if isFile(c.profile) {
		c.note("go tool pprof -top " + c.profile + " shows where the time was spent; -http=: instead of -top shows a graph")
	}
	if row.Code != again.Code {
		c.note("the stored trial was run with different code")
	}
	if different := trial.Diff(row, &again); different != nil {
		return fmt.Errorf("%v gives a different result now (stored, now): %s", row.Key(), strings.Join(different, "; "))
	}
	return nil
}

// again runs the trial once more; for a profile, it repeats the trial for one
// second.
func (c *rerunning) again(ctx context.Context) (again trial.Trial, err error) {
	if c.profile == "" {
		return c.st.Rerun(ctx, &c.row, c.choice)
	}
	err = writeTo(c.data, c.profile, func(w io.Writer) error {
		if err := pprof.StartCPUProfile(w); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
		for start := time.Now(); time.Since(start) < time.Second; {
			if again, err = c.st.Rerun(ctx, &c.row, c.choice); err != nil {
				return err
			}
		}
		return nil
	})
	return again, err
}

// find finds the trial with a key, and its study.
func (a *keyArgument) find(cmd *cobra.Command, key string) error {
	names, err := a.allStudies(a.store)
	if err != nil {
		return err
	}
	id := key
	if name, rest, ok := cutStudy(key); ok {
		if !slices.Contains(names, name) {
			st, err := a.studyNamed(cmd, name)
			if err != nil {
				return err
			}
			name = st.Name
		}
		names, key, id = []string{name}, name+"/"+rest, rest
	}
	found, keys, err := a.store.Find(key, id, names...)
	if err != nil {
		return err
	}
	switch len(found) {
	case 0:
		slices.Sort(keys)
		return failure("look for keys in the trials.csv of a study, or run trials with puzzlelab run STUDY", "%s: none of %s has the key %q%s",
			shown(a.Root), counted(len(keys), "stored trial"), key, search.DidYouMean(key, slices.Compact(keys)))
	case 1:
		a.row, a.st = found[0], study.Definition{Name: found[0].Study}
		if i := slices.Index(a.studyNames(), a.row.Study); i >= 0 {
			a.st = a.Studies[i]
		}
		return nil
	}
	ids := study.Map(found, func(t trial.Trial) string {
		k := t.Key()
		return fmt.Sprintf("%s (%s, version %d, seed %x)", k.ID(), k.Mode, k.Version, k.Seed)
	})
	return failure("use one of "+strings.Join(ids, ", "), "%s stored trials have the key %q", grouped(len(ids)), key)
}

// compare prints the fields of two runs of a trial next to each other.
func compare(w io.Writer, stored, now *trial.Trial) error {
	short := func(s string) string {
		if r := []rune(s); len(r) > 40 {
			return string(r[:39]) + "…"
		}
		return s
	}
	values := map[string]string{}
	for f := range now.Fields {
		values[f.Name] = f.Text
	}
	return printTable(w, "\tstored\tnow", func(w io.Writer) {
		for f := range stored.Fields {
			if f.Result {
				fmt.Fprintf(w, "%s\t%s\t%s\n", f.Name, short(f.Text), short(values[f.Name]))
			}
		}
	})
}

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
	return newCommand("trials STUDY", "Print statistics on a study's stored trials, grouped by fields",
		c.run, &c.storeFlag, c, &c.jsonFlag)
}

func (c *summing) register(cmd *cobra.Command) {
	c.studyArgument.register(cmd)
	cmd.Flags().StringSliceVar(&c.by, "by", []string{"size", "strategy"}, "group the trials by these `FIELDS`")
	cmd.Flags().StringVar(&c.of, "of", "expanded", "print statistics for this numeric `FIELD`")
}

// check finds the study, which may be an imported one.
func (c *summing) check(cmd *cobra.Command, args []string) error {
	names, err := c.store.Studies()
	if err == nil && len(args) == 1 && slices.Contains(names, args[0]) {
		c.st.Name = args[0]
		return nil
	}
	return cmp.Or(err, c.studyArgument.check(cmd, args))
}

func (c *summing) run(cmd *cobra.Command, _ []string) error {
	metric, err := trial.FieldMetric(c.of)
	if err != nil {
		return wrongUse(cmd, fmt.Errorf("--of: %w", err))
	}
	journal, err := c.store.Study(c.st.Name)
	if err != nil {
		return err
	}
	columns, err := journal.Columns(c.by, metric)
	if _, wrong := errors.AsType[*trial.FieldError](err); wrong {
		return wrongUse(cmd, fmt.Errorf("--by: %w", err))
	}
	if err != nil {
		return err
	}
	groups := columns.GroupBy(0)
	rows := study.Map(groups, func(g store.Group) groupRow { return grouping(c.by, &g) })
	return printAll(c.environment, c.json, rows, func(w io.Writer) error { return groupsText(w, c.by, groups) })
}

// groupRow is the JSON object for a group.
type groupRow struct {
	By       map[string]string `json:"by"`
	Trials   int               `json:"trials"`
	Without  int               `json:"without"`
	Total    *float64          `json:"total"`
	Mean     *float64          `json:"mean"`
	Smallest *float64          `json:"smallest"`
	Largest  *float64          `json:"largest"`
}

func grouping(by []string, g *store.Group) groupRow {
	row := groupRow{By: map[string]string{}, Trials: g.Trials, Without: g.Without, Mean: known(g.Mean()), Smallest: known(g.Min), Largest: known(g.Max)}
	for i, name := range by {
		row.By[name] = g.Words[i]
	}
	if g.Without < g.Trials {
		row.Total = &g.Sum
	}
	return row
}

func groupsText(w io.Writer, by []string, groups []store.Group) error {
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
