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
	// Describe quickly returns a description of what Make makes: a block of the same kind, with its
	// ID, its title or statement, and whether it shows times.
	Describe func() (reports.Block, error)
	// Draw returns the drawing from which Make makes a figure; nil if the item is not a figure.
	Draw func(trials frame.Frame) (block.Drawn, error)
	// Claim says that Make decides a claim, which may take long.
	Claim bool

	function any              // makes the item, or answers it if it is a claim; nil if unknown
	about    *frame.Selection // the trials it is about; nil if it is not said
	whole    bool             // it takes every instance that it is about
}

// Figure makes an item from a function that returns a drawing.
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

// Figures returns a variant of [Figure] that applies a style to all drawings of a study, for
// example to give a strategy the same look in all of them.
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

// Block makes an item from a function that returns a table or claim.
func Block[B reports.Block](id string, block func(frame.Frame) (B, error)) Item {
	of := func(trials frame.Frame) (reports.Block, error) { return block(trials) }
	return Item{ID: id, function: block, Make: of, Describe: func() (reports.Block, error) { return of(frame.Frame{}) }}
}

// Claim makes an item from a claim, which is decided together with its family.
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

// Picture makes an item from a function that returns a finished figure, such as a picture of a
// board, under the given title.
func Picture(id, title string, draw func(frame.Frame) (reports.Figure, error)) Item {
	return Item{
		ID: id, function: draw,
		Make:     func(trials frame.Frame) (reports.Block, error) { return draw(trials) },
		Describe: func() (reports.Block, error) { return reports.Figure{ID: id, Title: title}, nil },
	}
}
