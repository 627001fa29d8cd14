package scaling

import (
	"github.com/puzzlelab/puzzlelab/experiments/study"
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
		Items:   append(Rings.described(), study.Claim(claims, "rings-forced")),
	},
	{
		Heading: "Larger rings, predicted",
		Text: "The models are fitted again without the largest third of the sizes, and asked what the median there will be. With few and small sizes a criterion may well pick the wrong model, " +
			"and its interval, which takes the model for granted, is then too narrow.",
		Items: append(Rings.predicted(), study.Claim(claims, "rings-exponential")),
	},
	{
		Heading: "Boards of sliding tiles",
		Text:    "Boards of growing size, drawn uniformly from the solvable ones. The number of positions, N = n!/2, is the third model: breadth-first search has to look at most of them.",
		Items:   append(Boards.described(), study.Claim(claims, "boards-exponent"), study.Claim(claims, "boards-memory")),
	},
	{
		Heading: "Larger boards, predicted",
		Text: "Two boards with equally many cells may be far apart, such as 4×3 and 6×2, so that cells alone say little, and a prediction from a few of them may span " +
			"orders of magnitude. An interval that spans more than a factor of 100 is called open.",
		Items: Boards.predicted(),
	},
	{
		Heading: "The same boards by the length of their solutions",
		Text:    "The same medians, of searches with an estimate, against the mean length of a shortest solution. The question was asked after looking at these boards, so that they cannot answer it. That length is a property of the boards, known once any strategy has solved them.",
		Items: append([]study.Item{study.Figure("shapes-growth", Shapes.Growth), study.Block("shapes-fits", Shapes.Fits), study.Claim(claims, "shapes-length")},
			Shapes.predicted()...),
	},
	{
		Heading: "One size, longer and longer solutions",
		Text: "On 4×4 cells the length alone grows. These boards are random walks from the goal, which are nearer to it than uniform ones; they are put together by the length of a shortest solution, " +
			"and lengths that fewer than eight boards have are left out.",
		Items: append(Lengths.described(), study.Claim(claims, "lengths-saving")),
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
		Items: append(Walk.described(), study.Claim(claims, "walk-side"), study.Claim(claims, "walk-layered"), study.Claim(claims, "walk-beam")),
	},
	{
		Heading: "Larger boards of Color Walk, predicted",
		Text:    "A search in layers begins with a beam: where that is most of the work, the growth of what comes after does not show.",
		Items:   Walk.predicted(),
	},
	{
		Heading: "More colours",
		Text:    "Boards of 14×14 cells with more and more colours.",
		Items:   append(append(Colors.described(), study.Claim(claims, "colors-memory")), Colors.predicted()...),
	},
}

// described are the items that describe what was measured.
func (q Question) described() []study.Item {
	return []study.Item{study.Figure(q.ID+"-growth", q.Growth), study.Block(q.ID+"-nodes", q.Nodes), study.Block(q.ID+"-fits", q.Fits)}
}

// predicted are the items about held-out sizes.
func (q Question) predicted() []study.Item {
	return []study.Item{study.Figure(q.ID+"-prediction", q.Prediction), study.Block(q.ID+"-held-out", q.HeldOut), study.Claim(claims, q.ID+"-predicted")}
}
