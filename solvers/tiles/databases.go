package tiles

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/loops"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/pdb"
)

// pdb663 is the heuristic with which a session continues after the default strategy.
const pdb663 = "pdb-663"

// databases holds the tables used by a heuristic.
type databases struct {
	width, height int
	open          func(ctx context.Context, progress func(*pdb.Table, pdb.Progress)) (*pdb.Estimate, error)
}

// Databases returns the heuristics that use pattern databases. The first problem that uses a
// database opens or builds it; see package pdb.
func Databases() []Heuristic {
	return wording.Each(pdb.Sets(), func(s pdb.Set) Heuristic {
		return newDatabases(s, func(ctx context.Context, progress func(*pdb.Table, pdb.Progress)) (*pdb.Estimate, error) {
			return pdb.Open(ctx, s.Name, progress)
		})
	})
}

// Additive returns a heuristic that sums pattern databases, one for each group of tiles, and builds
// the databases in memory. The groups use the tile numbers of the blank-first form, and must
// together contain every tile exactly once.
func Additive(name string, width, height int, groups ...[]int) (Heuristic, error) {
	s := pdb.Set{Name: name, Width: width, Height: height, Doc: fmt.Sprintf("pattern databases of %v", groups), Source: "Korf & Felner 2002", Groups: groups}
	e, err := pdb.New(s, func(tiles []int) (*pdb.Table, error) {
		return pdb.Build(context.Background(), width, height, tiles, nil)
	})
	if err != nil {
		return Heuristic{}, err
	}
	return newDatabases(s, func(context.Context, func(*pdb.Table, pdb.Progress)) (*pdb.Estimate, error) { return e, nil }), nil
}

func newDatabases(s pdb.Set, open func(context.Context, func(*pdb.Table, pdb.Progress)) (*pdb.Estimate, error)) Heuristic {
	h := NewHeuristic(s.Name, s.Doc, func(b Board) int {
		e, err := open(context.Background(), nil)
		if err != nil {
			panic(err) // nothing stops it
		}
		form, home, _ := b.view()
		if home != homeFirst {
			return 0 // they know nothing of such goals
		}
		moves, err := e.Of(form.tiles[:form.Cells()])
		if err != nil {
			panic(err) // a file that was changed behind our back
		}
		return moves
	})
	h.Source, h.Consistent, h.tables = s.Source, true, &databases{s.Width, s.Height, open}
	return h
}

// fits returns an error if the tables do not support boards of the given size.
func (d *databases) fits(name string, width, height int) error {
	if d != nil && (width != d.width || height != d.height) {
		return fmt.Errorf("tiles: heuristic %s does not fit a board of %dx%d (want %dx%d)", name, width, height, d.width, d.height)
	}
	return nil
}

// fitsGoal returns an error if the tables do not support boards with the given goal. form is the
// view of the board.
func (d *databases) fitsGoal(name string, form Board, goal Goal) error {
	if d != nil && form.goal != BlankFirst {
		return fmt.Errorf("tiles: heuristic %s does not fit the goal %v (want one with the blank in a corner)", name, goal)
	}
	return nil
}

// prepare opens or builds the tables of a heuristic, and reports its progress from time to time.
func (h Heuristic) prepare(ctx context.Context, say func(text string)) error {
	if h.tables == nil {
		return nil
	}
	built := false
	telling := saying(say)
	e, err := h.tables.open(ctx, func(t *pdb.Table, p pdb.Progress) {
		built = true
		telling(t, p)
	})
	if err != nil || !built {
		return err
	}
	for _, t := range e.Tables {
		if t.Unkept != nil {
			say(fmt.Sprintf("table %v serves this process alone: %v", t, wording.Unprefixed("pdb", t.Unkept)))
		}
	}
	return nil
}

// saying returns a function that reports the progress of a build once a second.
func saying(say func(text string)) func(*pdb.Table, pdb.Progress) {
	said := time.Now()
	return func(t *pdb.Table, p pdb.Progress) {
		if time.Since(said) >= time.Second {
			said = time.Now()
			say(fmt.Sprintf("building table %v: %d %% of %d places", t, 100*p.Seen/p.Places, p.Places))
		}
	}
}

// tables returns the tables of all sets.
func tables() (list []puzzle.Table) {
	folder := pdb.DefaultFolder()
	for _, s := range pdb.Sets() {
		of, err := s.Tables()
		if err != nil {
			panic(err) // a test makes them all
		}
		for _, t := range of {
			i := slices.IndexFunc(list, func(other puzzle.Table) bool { return other.Name == t.String() })
			if i >= 0 {
				list[i].For = append(list[i].For, s.Name)
				continue
			}
			one := puzzle.Table{
				Name: t.String(), For: []string{s.Name}, Bytes: t.Bytes(),
				Build: func(ctx context.Context, say func(string)) error {
					built, err := folder.Open(ctx, s.Width, s.Height, t.Tiles(), saying(say))
					if err == nil {
						err = built.Unkept
					}
					return err
				},
				Verify: func() error { return folder.Verify(t) },
			}
			if folder != pdb.None {
				one.Path = folder.Path(t)
			}
			list = append(list, one)
		}
	}
	return list
}

// sums returns the numbers of moves for a position and for its mirror image. If a table is damaged,
// it returns 0 without an error.
func (p *problem) sums(cells []uint8) (sums [2]uint16) {
	both, err := p.tables.Sums(cells)
	if err == nil {
		sums = [2]uint16{uint16(both[0]), uint16(both[1])}
	}
	return sums
}

// probeBelow returns the probe for the subtree below a state, given the state of the automaton
// there. It returns nil if the tables cannot search from that state.
func (p *problem) probeBelow(s *State, a *loops.Automaton, at loops.State) search.Probe[Move] {
	if p.tables == nil || p.order != DefaultOrder {
		return nil
	}
	probe, _, err := p.tables.Probe(s.cells[:p.form.Cells()], a, at)
	if err != nil {
		return nil
	}
	moves := DefaultOrder.moves()
	return func(bound int32, g *search.Guard, m *search.Meter) (int32, []Move, search.Outcome) {
		next, steps, outcome := probe(bound, g, m)
		if outcome != search.Solved {
			return next, nil, outcome
		}
		path := make([]Move, len(steps))
		for i, step := range steps {
			path[i] = p.view.move(moves[step-1])
		}
		return next, path, outcome
	}
}

// damaged returns the message with which a search panics if its tables have changed during the
// search.
func (p *problem) damaged() string {
	return "tiles: the tables " + p.heuristic.Name + " are damaged, or were changed while they were used"
}

// cameBy returns the state of the automaton undoing after a move.
func (p *problem) cameBy(via Move) loops.State {
	if via == NoMove {
		return undoing().Start()
	}
	return undoing().Next(undoing().Start(), p.number(via))
}

// number returns the number of a move in the order up, left, right, down of the blank.
func (p *problem) number(via Move) int {
	moves := DefaultOrder.moves()
	return slices.Index(moves[:], p.view.move(via))
}

// Probe implements [search.Prober] for heuristics with pattern databases, in [DefaultOrder].
func (p *problem) Probe() search.Probe[Move] {
	return p.probeBelow(&p.start, undoing(), undoing().Start())
}

// Drain implements [search.Drainer] for the same heuristics as [problem.Probe].
func (p *problem) Drain() search.Drain[State, Move] {
	if p.Probe() == nil {
		return nil
	}
	return func(root *search.Step[State, Move], bound int32, g *search.Guard, m *search.Meter) (int32, []Move, search.Outcome) {
		probe := p.probeBelow(&root.State, undoing(), p.cameBy(root.Action))
		if probe == nil {
			panic(p.damaged())
		}
		return probe(bound, g, m)
	}
}
