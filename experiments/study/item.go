package study

import (
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/block"
)

// Item is one figure, table or claim: its ID and how it is made from trials.
type Item struct {
	ID   string
	Make func(trials frame.Frame) (reports.Block, error)
	// Describe says what Make makes without taking its time: a block of its
	// kind, with its ID, title or statement, and whether it shows times.
	Describe func() (reports.Block, error)
	// Draw returns the drawing of which Make makes a figure; nil for what is none.
	Draw func(trials frame.Frame) (block.Drawn, error)
	// Claim says that Make decides a claim, which takes its time.
	Claim bool

	function any // that makes it, or answers it if it is a claim; nil if it is not known
}

// Figure makes an item of a function that returns a drawing.
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

// Figures returns what [Figure] is for a study that styles all of its drawings,
// such as to give a strategy one look in all of them.
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

// Block makes an item of a function that returns a table or claim.
func Block[B reports.Block](id string, block func(frame.Frame) (B, error)) Item {
	of := func(trials frame.Frame) (reports.Block, error) { return block(trials) }
	return Item{ID: id, function: block, Make: of, Describe: func() (reports.Block, error) { return of(frame.Frame{}) }}
}

// Claim makes an item of a claim, which is decided together with its family.
func Claim(family *claim.Family, id string) Item {
	return Item{
		ID: id, Claim: true, function: family.Claim(id).Ask,
		Make: func(trials frame.Frame) (reports.Block, error) {
			r, err := family.Decide(trials, id)
			return block.ClaimOf(r), err
		},
		Describe: func() (reports.Block, error) {
			return block.ClaimOf(claim.Result{Claim: family.Claim(id), Evidence: claim.NotRun, P: math.NaN()}), nil
		},
	}
}

// Picture makes an item of a function that returns a figure it has drawn, such
// as that of a board, under the title given here.
func Picture(id, title string, draw func(frame.Frame) (reports.Figure, error)) Item {
	return Item{
		ID: id, function: draw,
		Make:     func(trials frame.Frame) (reports.Block, error) { return draw(trials) },
		Describe: func() (reports.Block, error) { return reports.Figure{ID: id, Title: title}, nil },
	}
}
