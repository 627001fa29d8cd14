package scaling

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/study"
)

var items = slices.Concat(
	[]study.Item{study.Block("overview", overview)},
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

// described are the items that describe what was measured.
func (q Question) described() []study.Item {
	return []study.Item{study.Figure(q.ID+"-growth", q.Growth), study.Block(q.ID+"-nodes", q.Nodes), study.Block(q.ID+"-fits", q.Fits)}
}

// predicted are the items about held-out sizes.
func (q Question) predicted() []study.Item {
	return []study.Item{study.Figure(q.ID+"-prediction", q.Prediction), study.Block(q.ID+"-held-out", q.HeldOut)}
}
