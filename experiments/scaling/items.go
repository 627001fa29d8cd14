package scaling

import (
	"github.com/puzzlelab/puzzlelab/experiments/study"
)

var sections = study.Sections{
	{Items: []study.Item{study.Block("overview", overview)}},
	{Items: append(Rings.described(), study.Claim(claims, "rings-forced"))},
	{Items: append(Rings.predicted(), study.Claim(claims, "rings-exponential"))},
	{Items: append(Boards.described(), study.Claim(claims, "boards-exponent"), study.Claim(claims, "boards-memory"))},
	{Items: Boards.predicted()},
	{Items: append([]study.Item{study.Figure("shapes-growth", Shapes.Growth), study.Block("shapes-fits", Shapes.Fits), study.Claim(claims, "shapes-length")},
		Shapes.predicted()...)},
	{Items: append(Lengths.described(), study.Claim(claims, "lengths-saving"))},
	{Items: Lengths.predicted()},
	{Items: append(Walk.described(), study.Claim(claims, "walk-side"), study.Claim(claims, "walk-layered"), study.Claim(claims, "walk-beam"))},
	{Items: Walk.predicted()},
	{Items: append(append(Colors.described(), study.Claim(claims, "colors-memory")), Colors.predicted()...)},
}

// described are the items that describe what was measured.
func (q Question) described() []study.Item {
	return []study.Item{study.Figure(q.ID+"-growth", q.Growth), study.Block(q.ID+"-nodes", q.Nodes), study.Block(q.ID+"-fits", q.Fits)}
}

// predicted are the items about held-out sizes.
func (q Question) predicted() []study.Item {
	return []study.Item{study.Figure(q.ID+"-prediction", q.Prediction), study.Block(q.ID+"-held-out", q.HeldOut), study.Claim(claims, q.ID+"-predicted")}
}
