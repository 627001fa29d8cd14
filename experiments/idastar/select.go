package idastar

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// onHundred returns the trials on Korf's boards.
func onHundred(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is("korf100"), frame.Index.Below(len(korfBoards())))
}

// onKorf returns the trials of the named strategies on Korf's boards.
func onKorf(trials frame.Frame, strategies ...string) frame.Frame {
	return onHundred(trials).Where(frame.Strategy.Is(strategies...))
}

// small selects the trials of strategies on random 4×3 boards, a sample of smallBoards.
func small(strategies ...string) frame.Selection {
	return frame.Selection{Sets: []string{smallSet}, Strategies: strategies}
}

const smallBoards = "solvable 4×3 boards, all equally likely"

// korf selects the trials of strategies on Korf's boards that ran in parallel.
func korf(strategies ...string) frame.Selection {
	return frame.Selection{Sets: []string{"korf100"}, Mode: trial.Budget, Strategies: strategies}
}

// ratio asks whether the ratio b ÷ a of a metric, on the same boards, is on a given side of x. side
// is a function such as [claim.Above].
func ratio(side func(claim.Estimate, float64) claim.Answer, x float64, m trial.Metric, a, b string) func(frame.Frame) (claim.Answer, error) {
	return func(f frame.Frame) (claim.Answer, error) { return side(claim.Ratio(f, m, a, b, "board"), x), nil }
}

// alike asks whether an estimate is between 1 ÷ x and x.
func alike(e claim.Estimate, x float64) claim.Answer { return claim.Equivalent(e, 1/x, x) }

// hundred turns an answer about a sample of n boards into an answer about Korf's hundred. It adds
// before the evidence which of the boards were run, and the text more.
func hundred(a claim.Answer, n int, more string) claim.Answer {
	if n < len(korfBoards()) {
		more = fmt.Sprintf("This describes the %d of Korf's hundred boards that IDA* with Manhattan distance solves with the fewest nodes. ", n) + more
	}
	return claim.Whole(a, len(korfBoards())).Saying("%s", strings.TrimSpace(more))
}

// korfName returns the name of one of Korf's boards, given its index.
func korfName(index int) string { return fmt.Sprintf("Korf %d", index+1) }

// easiestNames returns the names of those n of Korf's boards that IDA* with Manhattan distance
// solves with the fewest nodes.
func easiestNames(n int) []string {
	return study.Map(easiest(n), func(in experiments.Instance) string { return korfName(in.Index) })
}

// combined returns the names of the cases that combine every board with each element of a list:
// "Korf 79, urld".
func combined(boards, of []string) (names []string) {
	for _, b := range boards {
		for _, o := range of {
			names = append(names, b+", "+o)
		}
	}
	return names
}

// captioned adds a caption to a figure that was drawn without error.
func captioned(text string) func(plots.Figure, error) (plots.Figure, error) {
	return func(f plots.Figure, err error) (plots.Figure, error) {
		f.Caption = text
		return f, err
	}
}

// korfBoards returns Korf's hundred boards in the order of their numbers.
var korfBoards = sync.OnceValue(func() []tiles.Known { return sliding.Boards("korf100") })

// shortest returns the proved optimal length for a trial on one of Korf's boards, or 0 for any
// other trial.
func shortest(t *trial.Trial) int {
	if boards := korfBoards(); t.Set == "korf100" && t.Index >= 0 && t.Index < len(boards) {
		return boards[t.Index].Optimal
	}
	return 0
}

func solved(t *trial.Trial) bool { return t.Outcome == search.Solved }

// matched matches strategies on Korf's boards, starting with the easiest boards for IDA* with
// Manhattan distance.
func matched(rows frame.Frame, strategies ...string) frame.Cases {
	cases := onKorf(rows, strategies...).Match(strategies...)
	nodes := func(c frame.Case) uint64 { return korfBoards()[c.Index].Manhattan.Generated }
	slices.SortStableFunc(cases, func(a, b frame.Case) int { return cmp.Compare(nodes(a), nodes(b)) })
	return cases
}

// values returns a number from each trial that has it, including trials stopped by a limit.
func values(rows frame.Frame, of func(t *trial.Trial) float64) []float64 {
	var all []float64
	for t := range rows.All() {
		if v := of(t); !math.IsNaN(v) {
			all = append(all, v)
		}
	}
	return all
}

// ran holds the trials of one strategy.
type ran = frame.Group[string]

// each returns the trials of every strategy, with the named ones first.
func each(rows frame.Frame, names ...string) []ran {
	return frame.Groups(rows, frame.Strategy.In(names...))
}

func heuristic(r ran) string    { return heuristicOf(r.Value) }
func expanded(r ran) frame.Cell { return r.Summary(trial.Expanded) }
func stored(r ran) frame.Cell   { return r.Summary(trial.Stored) }

// algorithm returns the part of a strategy's name before the heuristic, as shown in tables.
func algorithm(r ran) string {
	return map[string]string{"astar": "A*", "idastar": "IDA*", "mm": "MM", "rbfs": "RBFS"}[algorithmOf(r.Value)]
}

// solvedBoards returns the metric for the boards that the strategy solved.
func solvedBoards(r ran, m trial.Metric) []float64 {
	return matched(r.Frame, r.Value).Solved().Values(m, 0)
}

// heuristicOf returns the heuristic in a strategy's name.
func heuristicOf(strategy string) string {
	_, heuristic, _ := strings.Cut(strategy, "/")
	heuristic, _, _ = strings.Cut(heuristic, ",")
	return heuristic
}

// algorithmOf returns the part of a strategy's name before numbers, heuristic and options. The
// programs of the write-ups count as the algorithms that they implement.
func algorithmOf(strategy string) string {
	return strings.FieldsFunc(strategy, func(r rune) bool { return strings.ContainsRune(",/-", r) })[0]
}

// entry is a published board with a trial for each of several strategies; the trial is nil if there
// is none.
type entry struct {
	tiles.Known
	trials []*trial.Trial
}

// entries returns the boards in a set with the first trial of each strategy.
func entries(trials frame.Frame, set string, strategies ...string) []entry {
	rows := trials.Where(frame.Set.Is(set))
	return study.Map(sliding.Boards(set), func(k tiles.Known) entry {
		return entry{k, study.Map(strategies, func(s string) *trial.Trial {
			return rows.Where(frame.Index.Is(k.Number-1), frame.Strategy.Is(s)).First()
		})}
	})
}

func (e entry) hasTrial() bool {
	return slices.ContainsFunc(e.trials, func(t *trial.Trial) bool { return t != nil })
}

// tried returns the entries that have trials.
func tried(all []entry) []entry {
	return slices.DeleteFunc(all, func(e entry) bool { return !e.hasTrial() })
}

// title returns the name of a published board in tables: "Korf 14".
func (e entry) title() string {
	return strings.Replace(cmp.Or(e.Name, fmt.Sprintf("%s-%d", e.Set, e.Number)), "korf100-", "Korf ", 1)
}

// answered returns a metric for strategy i, or NaN if the strategy has no answer.
func (e entry) answered(i int, m trial.Metric) float64 {
	if t := e.trials[i]; t != nil && !t.Outcome.Answered() {
		return math.NaN()
	}
	return e.value(i, m.Value)
}

// value returns a number for strategy i, or NaN if it has no trial.
func (e entry) value(i int, of func(*trial.Trial) float64) float64 {
	if t := e.trials[i]; t != nil {
		return of(t)
	}
	return math.NaN()
}

// times returns a column with the ratio between a metric of strategy i and the same metric of
// strategy j.
func times(name string, i, j int, m trial.Metric) column.Of[entry] {
	return column.Numbers(name, reports.Ratio, func(e entry) float64 { return quotient(e.answered(i, m), e.answered(j, m)) })
}

// counter returns a column with a counter of strategy i, which is a lower bound if a limit stopped
// the run.
func counter(name string, i int, m trial.Metric) column.Of[entry] {
	return column.Bounds(name, reports.Count, func(e entry) frame.Bounded { return counted(e.trials[i], m) })
}

// Table columns that describe one of Korf's boards.
var (
	korfColumn   = column.Counts("Korf", func(c frame.Case) int { return c.Index + 1 }).Doc("the board's number in Korf's list")
	lengthColumn = column.Counts("length", func(c frame.Case) int { return shortest(c.Trials[0]) }).Unit("moves")
)

// counted returns the metric for a trial, as a lower bound if a limit stopped the trial, or NaN if
// there is no trial.
func counted(t *trial.Trial, m trial.Metric) frame.Bounded {
	if t == nil {
		return frame.Bounded{Value: math.NaN()}
	}
	return frame.Bounded{Value: m.Value(t), Lower: frame.Limited(t)}
}

// positive returns x, or NaN unless x is positive.
func positive(x float64) float64 {
	if x > 0 {
		return x
	}
	return math.NaN()
}

// quotient returns x/y, or NaN unless both are positive.
func quotient(x, y float64) float64 { return positive(x) / positive(y) }
