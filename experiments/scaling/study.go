package scaling

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	walkrender "github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
	ringsrender "github.com/puzzlelab/puzzlelab/solvers/handsoftime/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	tilesrender "github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// Name is the name of the study in commands, folders and stored rows.
const Name = "scaling"

// Definition describes the study for commands and reports: its trials, items and claims.
func Definition() study.Definition {
	return study.Definition{
		Name:      Name,
		Title:     "How does search grow? From small rings to large",
		Source:    "R. E. Korf, M. Reid, S. Edelkamp, Time complexity of iterative-deepening-A*, Artificial Intelligence 129, 2001; B. Pitney, 2013",
		Key:       "rings-growth",
		Picture:   "ring",
		Canonical: canonical,
		Plan:      plan,
		Items:     items,
		Files:     files,
		Claims:    claims,
		Headlines: []string{"rings-exponential", "rings-forced"},
	}
}

const rootSeed = 3

// plan returns what to run for a choice.
func plan(c study.Choice) (study.Runner, error) {
	return study.Several(c, rings(c), boards(c), walk(c))
}

// Study holds the parameters that a notebook may set. The zero value is the study as published. If
// any field is set, the study runs only the parts in which the instances grow. A size is the number
// of nodes of a ring, or the number of cells of a board.
type Study study.Parameters

// Run runs the trials that are missing from the results folder of the setting and returns all
// trials of the study. Running it again resumes an interrupted run and does not repeat stored
// trials. It reports progress only if there is something to run.
func (s Study) Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	return Definition().RunChosen(ctx, study.Parameters(s), setting, progress)
}

// each returns the sweeps for every strategy of a study, on the sizes that it runs on, for a root
// seed.
func each(g study.Growing, seed uint64, sizes func(strategy string) []string) ([]study.Part, error) {
	var parts []study.Part
	for _, name := range g.Strategies {
		own, err := g.Parts(study.Choice{Strategies: []string{name}, Sizes: sizes(name), Seed: &seed})
		if err != nil {
			return nil, err
		}
		parts = append(parts, own...)
	}
	return parts, nil
}

// puzzles returns the puzzles of the study.
func puzzles() []*puzzle.Puzzle {
	return []*puzzle.Puzzle{ringsrender.Puzzle(), tilesrender.Puzzle(), walkrender.Puzzle()}
}

// canonical returns the name of a strategy without options that have their default values. A name
// that two puzzles share, such as "bfs", means both.
func canonical(name string) (string, error) {
	var known []string
	for _, p := range puzzles() {
		if s, err := p.Strategy(name); err == nil {
			return s.Name, nil
		}
		for _, s := range p.Strategies.List() {
			known = append(known, s.Name)
		}
	}
	slices.Sort(known)
	return "", fmt.Errorf("scaling: no strategy of handsoftime, tiles or colorwalk is called %q%s", name, search.DidYouMean(name, known))
}

var items = slices.Concat(
	[]study.Item{study.Picture("ring", ringTitle, ringFigure), study.Block("overview", overview)},
	append(Rings.described(), study.Claim(claims, "rings-forced")),
	append(Rings.predicted(), study.Claim(claims, "rings-exponential")),
	append(Boards.described(), study.Claim(claims, "boards-exponent"), study.Claim(claims, "boards-memory")),
	Boards.predicted(),
	append([]study.Item{study.Figure("shapes-growth", Shapes.Growth), study.Block("shapes-fits", Shapes.Fits), study.Claim(claims, "shapes-length")},
		Shapes.predicted()...),
	append(Lengths.described(), study.Claim(claims, "lengths-saving")),
	Lengths.predicted(),
	append(Walk.described(), study.Claim(claims, "walk-side"), study.Claim(claims, "walk-layered"), study.Claim(claims, "walk-beam")),
	Walk.predicted(),
	append(append(Colors.described(), study.Claim(claims, "colors-memory")), Colors.predicted()...),
	[]study.Item{study.Claim(claims, "predicted")},
)

// described returns the items that describe the measurements.
func (q Question) described() []study.Item {
	return []study.Item{study.Figure(q.ID+"-growth", q.Growth), study.Block(q.ID+"-nodes", q.Nodes), study.Block(q.ID+"-fits", q.Fits)}
}

// predicted returns the items about held-out sizes.
func (q Question) predicted() []study.Item {
	return []study.Item{study.Figure(q.ID+"-prediction", q.Prediction), study.Block(q.ID+"-held-out", q.HeldOut)}
}

// words maps the placeholders in claims.md to their values.
var words = map[string]any{
	"searching": numerals.Enumerate(searching),
}

var claims = study.Claims(files, plan, study.Say(
	files, words,
	claim.Claim{
		ID: "rings-forced", Of: Rings.of("pruning", "contraction"), Population: Rings.population,
		Ask: Rings.doubled("Following forced moves from every place (contraction) leaves few choices: doubling a ring from %d to %d places multiplies the median node count by only %s.", Rings.grows("pruning", "contraction", 10, Exponential), "contraction"),
	},
	claim.Claim{
		ID: "rings-exponential", Of: Rings.of(searching...), Population: Rings.population,
		Ask: Rings.doubled("Doubling a ring from %d to %d places multiplies the median node count of depth-first search by %s, or by %s with pruning, which makes moves forced at the current place at once.", Rings.nearer(Exponential, []Model{Power}, searching...), "standard", "pruning"),
	},
	claim.Claim{ID: "boards-exponent", Of: Boards.of(breadthFirst, astarManhattan), Population: Boards.population, Ask: Boards.grows(breadthFirst, astarManhattan, 1, Positions)},
	claim.Claim{ID: "boards-memory", Of: Boards.of(idaManhattan, astarManhattan), Population: Boards.population, Ask: Boards.grows(idaManhattan, astarManhattan, 1, Positions)},
	claim.Claim{ID: "shapes-length", Of: Shapes.of(boardStrategies[1:]...), Population: Shapes.population, Ask: Shapes.nearer(Exponential, Boards.Models, boardStrategies[1:]...)},
	claim.Claim{ID: "lengths-saving", Of: Lengths.of(idaManhattan, idaLarger), Population: Lengths.population, Ask: Lengths.grows(idaManhattan, idaLarger, 1, Exponential)},
	claim.Claim{ID: "walk-side", Of: Walk.of(walkAStar, walkIDAStar), Population: Walk.population, Ask: Walk.nearer(Root, []Model{Exponential}, walkAStar, walkIDAStar)},
	claim.Claim{ID: "walk-layered", Of: Walk.of(walkAStar, walkLayered), Population: Walk.population, Ask: Walk.grows(walkAStar, walkLayered, 1, Root)},
	claim.Claim{ID: "walk-beam", Of: Walk.of(walkBeam), Population: Walk.population, Ask: func(f frame.Frame) (claim.Answer, error) {
		return claim.Below(Walk.growth(Power, walkBeam, "number of nodes that "+walkBeam+" expands", Walk.one(f, walkBeam).points), 2), nil
	}},
	claim.Claim{ID: "colors-memory", Of: Colors.of(walkIDAStar, walkAStar), Population: Colors.population, Ask: Colors.grows(walkIDAStar, walkAStar, 1, Exponential)},
	claim.Claim{ID: "predicted", Of: frame.Selection{Sets: []string{ringsSet, boardsPrefix + "*", walksSet, walkPrefix + "*"}}, Population: "growth curves, assumed to be independent", Ask: predicted},
)...)

// growth estimates the factor by which the medians at points grow according to a model: for one
// unit of the line's variable, or for a doubling of the base of the power. of names the nodes in
// declared questions, and shown names their number for readers.
func (q Question) growth(m Model, of, shown string, points []point) claim.Estimate {
	unit := 1.0
	if m.exponent {
		unit = math.Ln2
	}
	x := study.Map(points, func(p point) float64 { return m.of(p.x) / unit })
	samples := study.Map(points, func(p point) []frame.Bounded { return p.values })
	return claim.Growth(fmt.Sprintf("factor per %s by which the median of %s grows", cmp.Or(m.per, q.Unit), of), q.Noun, stats.Exponential, x, samples).
		Called(fmt.Sprintf("factor by which the median %s grows per %s", shown, cmp.Or(m.per, q.Step, q.Unit)))
}

// grows asks whether a ratio grows with size according to a model: the nodes that strategy a
// expanded, divided by a power of the nodes that strategy b expanded on the same instance.
func (q Question) grows(a, b string, power float64, m Model) func(frame.Frame) (claim.Answer, error) {
	of := strings.TrimSuffix(fmt.Sprintf("%s ÷ %s^%v", a, b, power), "^1")
	return func(f frame.Frame) (claim.Answer, error) {
		return claim.Above(q.growth(m, of, "ratio of nodes expanded ("+of+")", q.ratio(f, a, b, power)), 1), nil
	}
}

// Sizes of rings, in places, between which doubled compares medians.
const half, whole = 20, 40

// doubled adds a sentence with a factor for each strategy: the median at the size whole divided by
// the median at the size half. If a median is not known, it adds nothing.
func (q Question) doubled(sentence string, ask func(frame.Frame) (claim.Answer, error), strategies ...string) func(frame.Frame) (claim.Answer, error) {
	return func(f frame.Frame) (claim.Answer, error) {
		a, err := ask(f)
		factors := []any{half, whole}
		for _, strategy := range strategies {
			ends := samples(slices.DeleteFunc(q.one(f, strategy).known(), func(p point) bool { return p.x != half && p.x != whole }))
			if len(ends) < 2 {
				return a, err
			}
			factor := stats.Bootstrap{}.Medians(ends, func(medians []float64) float64 { return medians[1] / medians[0] })
			factors = append(factors, fmt.Sprintf("%s (%s, %s)", factor.BCa.Number(factor.Value), factor.BCa.Phrase(), study.Plural(len(ends[0])+len(ends[1]), q.Noun)))
		}
		return a.Saying(sentence, factors...), err
	}
}

// nearer asks whether, for each strategy, a model fits the known medians better than each of the
// other models, which are functions of the size.
func (q Question) nearer(m Model, others []Model, strategies ...string) func(frame.Frame) (claim.Answer, error) {
	return func(f frame.Frame) (claim.Answer, error) {
		var parts []claim.Answer
		for _, strategy := range strategies {
			var x, medians []float64
			sizes, cases := map[float64]float64{}, 0
			for _, p := range q.one(f, strategy).known() {
				x, medians, cases = append(x, p.x), append(medians, p.cell.Median.Value), cases+len(p.values)
				sizes[p.x] = float64(p.cell.Size)
			}
			for _, o := range others {
				what := fmt.Sprintf("AICc of %s in the size less that of %s in %ss, %s", o.Formula, m.Formula, q.Unit, strategy)
				choice := stats.Bootstrap{}.ModelChoice(x, medians, m.of, func(n float64) float64 { return o.of(sizes[n]) })
				shown := fmt.Sprintf("difference in AICc for %s (%s minus %s)", strategy, o.Formula, m.Formula)
				parts = append(parts, claim.Nearer(what, shown, q.Noun, cases, choice))
			}
		}
		return claim.All(parts...), nil
	}
}

// predicted counts the growth curves whose held-out sizes have a verdict. It counts curves instead
// of medians, because all medians of a curve share a fit and tend to miss together. It leaves out
// [Shapes], which uses the same boards as [Boards].
func predicted(f frame.Frame) (claim.Answer, error) {
	curves := map[string]verdict{} // the worst verdict among the medians of a curve
	var medians, n [3]int
	tooLittle := 0
	for _, q := range []Question{Rings, Boards, Lengths, Walk, Colors} {
		for _, h := range q.heldOut(f) {
			v, curve := h.verdict(), q.ID+" "+h.strategy
			medians[v], curves[curve] = medians[v]+1, max(curves[curve], v)
			if v == outside && h.best.at(h.point.x) < h.point.cell.Median.Value {
				tooLittle++
			}
		}
	}
	for _, v := range curves {
		n[v]++
	}
	return claim.Above(claim.Share("share of growth curves with every median inside", "growth curve", n[inside], n[inside]+n[outside]).Called("share of growth curves with every median inside its interval"), 0.5).
		Saying("Of %d tested medians, %d are outside their intervals, %d of them above. Not tested: %d.", medians[inside]+medians[outside], medians[outside], tooLittle, medians[unjudged]), nil
}

// Item makes the figure, table or claim with the given ID from the trials. It returns an error if
// the study has no item with this ID.
func Item(trials frame.Frame, id string) (reports.Block, error) { return Definition().Item(trials, id) }

// overview lists what was run: instances, strategies and limits of each part.
func overview(trials frame.Frame) (reports.Table, error) {
	type part = frame.Group[string]
	return column.Fill(reports.Table{ID: "overview", Title: "What was run"}, frame.Groups(trials, frame.NewFactor("set", setOf)),
		column.Words("set", func(p part) string { return p.Value }),
		column.Words("sizes", func(p part) string { return numerals.Listed(frame.Size.Of(p.Frame)) }),
		column.Counts("instances", func(p part) int { return p.Instances() }),
		column.Counts("strategies", func(p part) int { return len(frame.Strategy.Of(p.Frame)) }),
		column.Counts("trials", func(p part) int { return p.Len() }),
		column.Counts("capped", func(p part) int { return p.Count(frame.Limited) }).Doc("number of trials stopped by a limit"),
		column.Counts("largest limit", func(p part) uint64 { return p.NodeLimit() }).Unit("nodes"),
	), nil
}

// setOf returns the set of a trial without the shape of its board or the number of colors.
func setOf(t *trial.Trial) string {
	for _, prefix := range []string{boardsPrefix, walkPrefix} {
		if strings.HasPrefix(t.Set, prefix) {
			return strings.TrimSuffix(prefix, "-")
		}
	}
	return t.Set
}

// files holds the sources of this package, from which reports show how items are made, and its
// data.
//
//go:embed *.go *.csv *.md
var files embed.FS
