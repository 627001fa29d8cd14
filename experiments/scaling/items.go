package scaling

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
)

var sections = study.Sections{
	{
		Heading: "What was run",
		Text: "Every strategy of a part runs on the same instances, larger and larger, up to a size that its limit allows, and the nodes it expands are counted. Counts are exact and the same on every machine. " +
			"A run that reaches its limit is a lower bound; a median is known as long as it would be the same had those runs gone on.",
		Items: []study.Item{study.Block("overview", Overview)},
	},
	{
		Heading: "Rings of Hands of Time",
		Text:    "Planted rings, which have a solution; nodes until one is found. The last three strategies follow forced moves to their end and count decisions, so that their numbers compare with each other, and their growth with that of the others, but a decision is more work than a node.",
		Items:   append(Rings.described(), study.Block("rings-forced", ForcedClaim)),
	},
	{
		Heading: "Larger rings, predicted",
		Text: "The models are fitted again without the largest third of the sizes, and asked what the median there will be. With few and small sizes a criterion may well pick the wrong model, " +
			"and its interval, which takes the model for granted, is then too narrow.",
		Items: append(Rings.predicted(), study.Block("rings-exponential", ExponentialClaim)),
	},
	{
		Heading: "Boards of sliding tiles",
		Text:    "Boards of growing size, drawn uniformly from the solvable ones. The number of positions, N = n!/2, is the third model: breadth-first search has to look at most of them.",
		Items:   append(Boards.described(), study.Block("boards-exponent", ExponentClaim), study.Block("boards-memory", MemoryClaim)),
	},
	{
		Heading: "Larger boards, predicted",
		Text: "Two boards with equally many cells may be far apart, such as 4×3 and 6×2, so that cells alone leave the medians scattered about any curve, and a prediction from a few of them spans " +
			"orders of magnitude. An interval that spans more than a factor of 100 is called open.",
		Items: Boards.predicted(),
	},
	{
		Heading: "The same boards by the length of their solutions",
		Text:    "Narrow boards have longer solutions. For searches with an estimate, seen against the mean length of a shortest solution, the shapes come closer to one line. The question was asked after looking at these boards, and on others, drawn with another seed, the claim below failed for lc-wd. That length is a property of the boards, known once any strategy has solved them.",
		Items: append([]study.Item{study.Figure("shapes-growth", Shapes.Growth), study.Block("shapes-fits", Shapes.Fits), study.Block("shapes-length", LengthClaim)},
			Shapes.predicted()...),
	},
	{
		Heading: "One size, longer and longer solutions",
		Text: "On 4×4 cells the length alone grows. These boards are random walks from the goal, which are nearer to it than uniform ones; they are put together by the length of a shortest solution, " +
			"and lengths that fewer than eight boards have are left out.",
		Items: append(Lengths.described(), study.Block("lengths-saving", SavingClaim)),
	},
	{
		Heading: "Longer solutions, predicted",
		Text:    "The shorter two thirds of the lengths predict the rest.",
		Items:   Lengths.predicted(),
	},
	{
		Heading: "Boards of Color Walk",
		Text: "Square boards of five colours, drawn uniformly, with a blank cell in the corner. The strategies that end in `/layers` use the layer bound and are optimal, and so is `bfs`; beams keep so many positions of each layer, the best by the layer bound and distances, and promise nothing. " +
			"√n is the side of the board.",
		Items: append(Walk.described(), study.Block("walk-side", SideClaim), study.Block("walk-layered", LayeredClaim), study.Block("walk-beam", BeamClaim)),
	},
	{
		Heading: "Larger boards of Color Walk, predicted",
		Text:    "A search in layers begins with a beam, which is most of its work on small boards and hides what comes after.",
		Items:   Walk.predicted(),
	},
	{
		Heading: "More colours",
		Text:    "Boards of 14×14 cells with more and more colours.",
		Items:   append(append(Colors.described(), study.Block("colors-memory", ColorsClaim)), Colors.predicted()...),
	},
}

// described are the items that describe what was measured.
func (q Question) described() []study.Item {
	return []study.Item{study.Figure(q.ID+"-growth", q.Growth), study.Block(q.ID+"-nodes", q.Nodes), study.Block(q.ID+"-fits", q.Fits)}
}

// predicted are the items about held-out sizes.
func (q Question) predicted() []study.Item {
	return []study.Item{study.Figure(q.ID+"-prediction", q.Prediction), study.Block(q.ID+"-held-out", q.HeldOut), study.Block(q.ID+"-predicted", q.Predicted)}
}

// lead answers the study's question in a few sentences, each as far as the
// trials bear it out.
func lead(trials frame.Frame) (string, error) {
	claims, err := study.Answers(trials, ForcedClaim, LengthClaim, LayeredClaim)
	if err != nil {
		return "", err
	}
	forced, length, layered := claims[0], claims[1], claims[2]
	lead := "How a search grows is decided by what it knows, not by how it is ordered."
	if f := Rings.fit(Exponential, trials, "pruning"); f.known() {
		lead = fmt.Sprintf("On rings each further node multiplies what pruning expands by %.2f ([[fig:rings-growth]])", f.b())
		if f := Rings.fit(Exponential, trials, "contraction"); forced.Holds == reports.Holds && f.known() {
			lead += fmt.Sprintf("; following forced moves to their end leaves a factor of %.3f in the decisions ([[claim:%s]])", f.b(), forced.ID)
		}
		lead += "."
	}
	if length.Holds == reports.Holds {
		lead += fmt.Sprintf(" On these boards of sliding tiles the length of the solutions says more than their size, a question asked after looking at them ([[claim:%s]])", length.ID)
		if f := Shapes.fit(Exponential, trials, idaManhattan); f.known() {
			lead += fmt.Sprintf(": each further move multiplies the nodes of IDA* with the Manhattan distance by %.2f over all shapes together ([[fig:shapes-growth]])", f.b())
		}
		lead += "."
	}
	if f := Colors.fit(Exponential, trials, walkAStar); f.known() {
		lead += fmt.Sprintf(" In Color Walk on 14×14 cells each further colour multiplies the nodes of A* by %.1f ([[fig:colors-growth]])", f.b())
		if layered.Holds == reports.Holds {
			lead += fmt.Sprintf("; a search in layers below the bound of a beam gains on it as boards grow ([[claim:%s]])", layered.ID)
		}
		lead += "."
	}
	var counts [3]int
	for _, q := range Questions() {
		for _, h := range q.heldOut(trials) {
			counts[h.verdict()]++
		}
	}
	if decided := counts[inside] + counts[outside]; decided > 0 {
		lead += fmt.Sprintf(" Predictions for sizes that were held out contain the measured median in %d of %d cases, where 95 %% are promised", counts[inside], decided)
		if counts[open] > 0 {
			lead += fmt.Sprintf("; in %d more nothing can be said, because the interval is too wide or a limit ended the runs", counts[open])
		}
		lead += " ([[table:rings-held-out]] and those like it)."
	}
	return lead, nil
}
