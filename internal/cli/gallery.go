package cli

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// kind is a function of package plots that draws figures, with when to use it.
type kind struct {
	name, use string
	// draw makes one of trials of any study, and says how many there are for it; nil if
	// it takes a study of its own to make one.
	draw func(trials frame.Frame) (n int, f plots.Figure, err error)
}

var kinds = []kind{
	{"Growth", "To see how a quantity grows with the size of the instances, and whether a model fits.", nil},
	{"Scatter", "To compare two strategies, or two counts, instance by instance.", nil},
	{"ECDF", "To read what share of the instances is answered within a limit.", nil},
	{"Cactus", "To read how many instances are answered within a limit, as in solver competitions.", nil},
	{"Survival", "To estimate what share is left at a cost when limits stopped some of the runs.", survivalOf},
	{"Profile", "To see how far each strategy is from the best one, over all instances at once.", profileOf},
	{"RunLengths", "To see how the runs of a randomised strategy on one instance spread, and whether restarts would help.", runLengthsOf},
	{"Box", "To compare how costs are spread, in a line for each strategy.", nil},
	{"Rain", "To see all of the values behind a box, such as two heaps.", rainOf},
	{"Forest", "To show how large effects are, with their intervals, beside “no effect”.", nil},
	{"Dots", "To compare estimates with theory, or with the single values that they are made of.", nil},
	{"Matrix", "To see who is ahead of whom, when every strategy meets every other.", nil},
	{"Ranks", "To order strategies by their mean ranks, and to see which of them tests do not tell apart.", ranksOf},
	{"Histogram", "To count how often each whole number occurs.", nil},
	{"Histograms", "To compare such counts in several cases, on the same axes.", nil},
	{"Heatmap", "To count how often two whole numbers occur together, such as an estimate and the truth.", heatmapOf},
	{"Multiples", "To ask the same question several times over, with figures of one kind on the same axes.", nil},
	{"Pareto", "To weigh what a better solution costs, when a strategy has a setting for it.", nil},
	{"Anytime", "To see how good the best solution is by then, of searches that improve theirs.", nil},
	{"Target", "To see what it takes to reach a solution of a given quality.", targetOf},
}

// gallery shows a figure of every kind: the first among the figures of the studies, those
// that show their answers before others, or else one of the trials of the study that has
// most for it. A kind without either is said to have none.
func gallery(studies []study.Definition, trials []frame.Frame) (reports.Report, error) {
	r := reports.Report{ID: "gallery", Title: "Every kind of figure", Lead: "Each is drawn by a function of package plots, here from stored trials."}
	found, err := studied(studies, trials)
	if err != nil {
		return r, err
	}
	for _, k := range kinds {
		e, most := found[k.name], 0
		for i := 0; i < len(studies) && found[k.name].from == "" && k.draw != nil; i++ {
			n, f, err := k.draw(trials[i])
			if err != nil {
				return r, fmt.Errorf("%s: %s: %w", studies[i].Name, k.name, err)
			}
			if n > most && shows(f) {
				most, e = n, exhibit{f, "trials of the study " + studies[i].Name}
			}
		}
		text := fmt.Sprintf("## %s\n\n%s Function `plots.%s`, ", k.name, k.use, k.name)
		if e.from == "" {
			r.Blocks = append(r.Blocks, reports.Text{Markdown: text + "for which these studies have no trials."})
			continue
		}
		e.ID = strings.ToLower(k.name)
		f, err := reports.NewFigure(e.Figure)
		if err != nil {
			return r, err
		}
		r.Blocks = append(r.Blocks, reports.Text{Markdown: text + "from " + e.from + "."}, f)
	}
	return r, nil
}

// exhibit is a figure with what it is of, "" for none.
type exhibit struct {
	plots.Figure
	from string
}

// shows reports whether a figure has data.
func shows(f plots.Figure) bool {
	data, err := f.CSV()
	return err == nil && len(data) > 0
}

// studied returns the first figure of every kind that a study has, without those of
// measured times and those that speak of others.
func studied(studies []study.Definition, trials []frame.Frame) (map[string]exhibit, error) {
	found := map[string]exhibit{}
	for _, key := range []bool{true, false} {
		for i, st := range studies {
			for _, item := range st.Items {
				if item.Draw == nil || (item.ID == st.Key) != key {
					continue
				}
				var f plots.Figure
				for _, of := range []frame.Frame{{}, trials[i]} { // without trials it takes no time
					drawn, err := item.Draw(of)
					if err != nil {
						return nil, fmt.Errorf("%s: %s: %w", st.Name, item.ID, err)
					}
					if f, _ = drawn.(plots.Figure); f.Kind == "" || f.Timing || found[f.Kind].from != "" {
						break
					}
				}
				if found[f.Kind].from == "" && !f.Timing && shows(f) && !strings.Contains(f.Caption, "[[") {
					found[f.Kind] = exhibit{f, fmt.Sprintf("the figure `%s` of the study %s", item.ID, st.Name)}
				}
			}
		}
	}
	return found, nil
}

// contest are trials of several strategies on the same instances.
type contest struct {
	of      string // "uniform, size 9"
	names   []string
	cases   frame.Cases
	stopped int // by a limit, and 1
}

// contestOf returns, of the sets of one size whose trials ran under a budget, the one in
// which limits stopped the most runs, if three to eight strategies ran on all of its
// instances, twenty or more, and each solved some.
func contestOf(trials frame.Frame) (best contest) {
	place := frame.NewFactor("place", func(t *experiments.Trial) string { return fmt.Sprintf("%s, size %d", t.Set, t.Size) })
	for of, rows := range frame.By(trials.Where(frame.Mode.Is(experiments.Budget)), place) {
		names := frame.Strategy.Of(rows)
		idle := func(name string) bool { return rows.Where(frame.Strategy.Is(name)).Count(solved) == 0 }
		if len(names) < 3 || len(names) > 8 || slices.ContainsFunc(names, idle) {
			continue
		}
		c := contest{of, names, rows.Match(names...), 1 + rows.Count(frame.Limited)}
		if len(c.cases) >= 20 && c.stopped > best.stopped {
			best = c
		}
	}
	return best
}

func solved(t *experiments.Trial) bool { return t.Outcome == search.Solved && t.Error == "" }

// costs returns the nodes that strategy i expanded, and which of the runs solved theirs.
func (c contest) costs(i int) (nodes []float64, done []bool) {
	for _, one := range c.cases {
		done = append(done, solved(one.Trials[i]))
	}
	return c.cases.Values(experiments.Expanded, i), done
}

// rows returns what of makes of the nodes expanded, a row for each instance.
func (c contest) rows(of func(nodes float64, done bool) float64) [][]float64 {
	rows := make([][]float64, len(c.cases))
	for i := range c.names {
		nodes, done := c.costs(i)
		for k, x := range nodes {
			rows[k] = append(rows[k], of(x, done[k]))
		}
	}
	return rows
}

const nodesExpanded = "nodes expanded"

func survivalOf(trials frame.Frame) (int, plots.Figure, error) {
	c := contestOf(trials)
	var curves []plots.SurvivalCurve
	for i, name := range c.names {
		curves = append(curves, plots.SurvivalCurve{Name: name, Survival: stats.KaplanMeier(c.costs(i))})
	}
	f, err := plots.Survival("survival", "Not yet solved: "+c.of, plots.SurvivalOptions{XLabel: nodesExpanded, LogX: true}, curves)
	return c.stopped, f, err
}

func profileOf(trials frame.Frame) (int, plots.Figure, error) {
	c := contestOf(trials)
	f, err := plots.Profile("profile", "Distance from the best: "+c.of, plots.ECDFOptions{XLabel: nodesExpanded}, c.names, c.rows(func(nodes float64, done bool) float64 {
		if !done {
			return math.NaN()
		}
		return nodes
	}))
	return c.stopped, f, err
}

func rainOf(trials frame.Frame) (int, plots.Figure, error) {
	c := contestOf(trials)
	boxes := make([]plots.BoxRow, len(c.names))
	for i, name := range c.names {
		boxes[i].Name = name
		nodes, done := c.costs(i)
		for k, x := range nodes {
			if done[k] {
				boxes[i].Values = append(boxes[i].Values, x)
			} else {
				boxes[i].Capped = append(boxes[i].Capped, x)
			}
		}
	}
	f, err := plots.Rain("rain", "Nodes expanded: "+c.of, plots.BoxOptions{XLabel: nodesExpanded, Log: true}, boxes)
	return c.stopped, f, err
}

// ranksOf takes logarithms, because the tests of pairs compare differences.
func ranksOf(trials frame.Frame) (int, plots.Figure, error) {
	c := contestOf(trials)
	ranks := stats.Friedman(c.rows(func(nodes float64, _ bool) float64 { return math.Log(nodes) }))
	f, err := plots.Ranks("ranks", "Mean ranks by nodes expanded: "+c.of, plots.RanksOptions{}, c.names, ranks)
	return c.stopped, f, err
}

// runLengthsOf draws the first four instances on which runs of a strategy were repeated.
func runLengthsOf(trials frame.Frame) (n int, f plots.Figure, err error) {
	var curves []plots.Distribution
	for name, rows := range frame.By(trials, frame.Strategy) {
		for instance, runs := range frame.By(rows, frame.Subject) {
			if runs.Len() >= 10 && runs.Count(func(t *experiments.Trial) bool { return t.Repeat > 0 }) >= 9 && len(curves) < 4 {
				n += runs.Len()
				curves = append(curves, plots.Distribution{Name: fmt.Sprintf("%s, no. %d", name, instance.Index), Answered: runs.Where(solved).Values(experiments.Expanded), Capped: runs.Len() - runs.Count(solved)})
			}
		}
	}
	f, err = plots.RunLengths("runlengths", "Runs on the same instance", plots.ECDFOptions{XLabel: nodesExpanded}, curves)
	return n, f, err
}

// heatmapOf draws the estimate that a search begins with, the bound of its first
// iteration, against the cost, for the strategy that deepened on most instances.
func heatmapOf(trials frame.Frame) (int, plots.Figure, error) {
	var best frame.Frame
	title := "First bound against cost"
	for name, rows := range frame.By(trials.Where(solved, func(t *experiments.Trial) bool { return len(t.Meter.Iterations) > 0 }), frame.Strategy) {
		if rows.Len() > best.Len() {
			best, title = rows, "First bound against cost: "+name
		}
	}
	counts := map[[2]int]uint64{}
	for t := range best.All() {
		counts[[2]int{t.Cost, t.Meter.Iterations[0].Bound}]++
	}
	var cells []plots.Cell
	for at, n := range counts {
		cells = append(cells, plots.Cell{X: at[0], Y: at[1], Count: n})
	}
	slices.SortFunc(cells, func(a, b plots.Cell) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	f, err := plots.Heatmap("heatmap", title, plots.HeatmapOptions{
		XLabel: "cost of the solution", YLabel: "bound of the first iteration", Quantity: "trials", Identity: "bound = cost", Mean: true,
	}, cells)
	return best.Len(), f, err
}

// targetOf draws searches that report their solutions on the way, as the observations
// "cost-1", "nodes-1", "cost-2" …, and end with a best one.
func targetOf(trials frame.Frame) (n int, f plots.Figure, err error) {
	var traces []plots.Trace
	for name, rows := range frame.By(trials.Where(solved), frame.Strategy) {
		trace := plots.Trace{Name: name}
		for t := range rows.All() {
			run := plots.Run{End: float64(t.Meter.Expanded)}
			for k := 1; ; k++ {
				cost, ok := t.Observation(fmt.Sprint("cost-", k))
				nodes, timed := t.Observation(fmt.Sprint("nodes-", k))
				if !ok || !timed {
					break
				}
				run.Steps = append(run.Steps, plots.Improvement{X: nodes, Cost: cost / float64(t.Cost)})
			}
			if len(run.Steps) > 0 {
				trace.Runs = append(trace.Runs, run)
			}
		}
		if n += len(trace.Runs); len(trace.Runs) > 0 {
			traces = append(traces, trace)
		}
	}
	f, err = plots.Target("target", "Nodes until a solution is good enough", plots.TargetOptions{
		XLabel: "cost of the solution ÷ that of the best", YLabel: nodesExpanded, LinearX: true, Targets: []float64{1, 1.02, 1.05, 1.1, 1.2, 1.35, 1.5},
	}, traces)
	return n, f, err
}
