package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/code"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/block"
)

// Item describes a figure, table or claim of a study: its ID, and how to make it from trials.
type Item struct {
	ID   string
	Make func(trials frame.Frame) (reports.Block, error)
	// Describe returns a block with the same ID and the same title or statement as the block from
	// Make, but takes little time. If the item shows times, the block is marked as timed.
	Describe func() (reports.Block, error)
	// Draw returns the drawing from which Make makes a figure. It is nil for tables and claims.
	Draw func(trials frame.Frame) (block.Drawn, error)
	// Claim reports whether Make decides a claim, which can take a long time.
	Claim bool

	function any              // function that makes the item, or answers the claim; nil if unknown
	about    *frame.Selection // the trials that the item is about; nil if unknown
	whole    bool             // whether the item needs every instance that it is about
}

// Figure returns an item for a figure with the given ID, which draw computes from trials.
func Figure[F block.Drawn](id string, draw func(frame.Frame) (F, error)) Item {
	return Item{
		ID: id, function: draw,
		Make: func(trials frame.Frame) (reports.Block, error) {
			f, err := draw(trials)
			if err != nil {
				return nil, err
			}
			return block.FigureOf(f)
		},
		Describe: func() (reports.Block, error) {
			f, err := draw(frame.Frame{})
			if err != nil {
				return nil, err
			}
			var shown reports.Figure
			shown.ID, shown.Title, shown.Caption, shown.Alt, shown.Timing = f.Describe()
			return shown, nil
		},
		Draw: func(trials frame.Frame) (block.Drawn, error) { return draw(trials) },
	}
}

// Figures returns a variant of [Figure] that applies a style to every drawing. A study can use it,
// for example, to give each strategy the same color in all drawings.
func Figures[F block.Drawn](style func(F) F) func(id string, draw func(frame.Frame) (F, error)) Item {
	return func(id string, draw func(frame.Frame) (F, error)) Item {
		item := Figure(id, func(trials frame.Frame) (F, error) {
			f, err := draw(trials)
			return style(f), err
		})
		item.function = draw
		return item
	}
}

// Block returns an item for a table or claim with the given ID, which the function block computes
// from trials.
func Block[B reports.Block](id string, block func(frame.Frame) (B, error)) Item {
	of := func(trials frame.Frame) (reports.Block, error) { return block(trials) }
	return Item{ID: id, function: block, Make: of, Describe: func() (reports.Block, error) { return of(frame.Frame{}) }}
}

// Claim returns an item for the claim with the given ID. The claim is decided together with the
// other claims of its family.
func Claim(family *claim.Family, id string) Item {
	c := family.Claim(id)
	return Item{
		ID: id, Claim: true, function: c.Ask, about: &c.Of,
		Make: func(trials frame.Frame) (reports.Block, error) {
			r, err := family.Decide(trials, id)
			return block.ClaimOf(r), err
		},
		Describe: func() (reports.Block, error) {
			return block.ClaimOf(claim.Result{Claim: family.Claim(id), Evidence: claim.NotRun, P: math.NaN()}), nil
		},
	}
}

// Picture returns an item for a figure with the given ID and title. The function draw returns the
// finished figure, such as a picture of a board.
func Picture(id, title string, draw func(frame.Frame) (reports.Figure, error)) Item {
	return Item{
		ID: id, function: draw,
		Make:     func(trials frame.Frame) (reports.Block, error) { return draw(trials) },
		Describe: func() (reports.Block, error) { return reports.Figure{ID: id, Title: title}, nil },
	}
}

// source returns the source code that makes an item. For a figure or table, this is the function
// that computes it. For a claim, it is the declaration, and also the function that answers the
// claim if that is separate. It returns "" if the study's files do not contain the code.
func (d Definition) source(item Item) string {
	files, err := code.Read(d.Files)
	if err != nil || files == nil || item.function == nil {
		return ""
	}
	makes := files.Declaration(item.function)
	if _, ok := item.function.(func(frame.Frame) (claim.Answer, error)); !ok {
		return makes
	}
	literal, whole := files.Literal(item.ID, item.function)
	switch {
	case literal == "":
		return makes
	case whole:
		return "claim.Claim" + literal
	}
	return strings.TrimSpace("claim.Claim" + literal + "\n\n" + makes)
}

// Of returns a copy of the item that records which trials it needs. A report at the quick scale
// leaves out the item if the plan for that scale does not contain these trials.
func (i Item) Of(about frame.Selection) Item {
	i.about = &about
	return i
}

// Whole returns a copy of the item that is marked as needing all instances of its trials. A report
// at the quick scale leaves out the item if the plan for that scale contains only some of these
// instances.
func (i Item) Whole() Item {
	i.whole = true
	return i
}

// Beyond returns the items that a report at the given scale leaves out, because they need trials
// that are planned only at a larger scale. The result depends on the plans for the quick and the
// standard scale, not on the trials that were run. Only the quick scale leaves out items. It does
// so in three cases:
//   - its plan has none of the item's trials, or none for a strategy that the item names;
//   - its plan has too few sizes to measure growth, and the standard plan has more;
//   - the item needs all instances, and its plan lacks some of them.
func (d Definition) Beyond(scale experiments.Scale) (left []Item, err error) {
	if scale != experiments.Quick {
		return nil, nil
	}
	here, err := d.Plan(Choice{Scale: scale})
	if err != nil {
		return nil, err
	}
	standard, err := d.Plan(Choice{Scale: experiments.Standard})
	for _, item := range d.Items {
		if item.about != nil && !reachOf(here, *item.about).covers(reachOf(standard, *item.about), item.about.Strategies, item.whole) {
			left = append(left, item)
		}
	}
	return left, err
}

// reach describes the part of a selection contained in a plan.
type reach struct {
	strategies, instances map[string]bool // instances are identified by their digests
	sizes                 map[int]bool
}

func reachOf(r Runner, about frame.Selection) reach {
	found := reach{map[string]bool{}, map[string]bool{}, map[int]bool{}}
	for _, plan := range r {
		for _, part := range plan.Parts {
			for _, inst := range part.Instances {
				t := trial.Trial{Set: inst.Set, Size: inst.Size, Mode: cmp.Or(part.Mode, trial.Budget)}
				for _, t.Strategy = range part.Strategies {
					if about.Pass(&t) {
						found.strategies[t.Strategy], found.instances[trial.Digest(inst.Text)], found.sizes[t.Size] = true, true, true
					}
				}
			}
		}
	}
	return found
}

// covers reports whether a plan contains enough of the standard plan's trials.
func (r reach) covers(standard reach, named []string, every bool) bool {
	return len(r.instances) > 0 && len(r.sizes) >= min(len(standard.sizes), stats.MinSizes) && (!every || len(r.instances) >= len(standard.instances)) &&
		!slices.ContainsFunc(named, func(name string) bool { return !r.strategies[name] })
}

// LeaveOut removes from a report the items that [Definition.Beyond] returns for the given scale,
// and lists them at the end of the report.
func (d Definition) LeaveOut(r *reports.Report, scale experiments.Scale) error {
	left, err := d.Beyond(scale)
	var ids []string
	for _, item := range left {
		if _, shown := r.Block(item.ID); shown {
			ids = append(ids, item.ID)
		}
	}
	if ids != nil {
		r.Blocks = append(r.Without(ids...), reports.Text{Markdown: fmt.Sprintf(
			"## At the standard scale\n\nWithout `--quick`, `puzzlelab reproduce %s` runs more instances, and adds these claims and tables: %s.", d.Name, strings.Join(ids, ", "))})
	}
	return err
}
