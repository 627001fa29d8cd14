package tiles

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Heuristic estimates the number of moves that a board needs, as a lower bound. All heuristics in
// this package are admissible; the tests check this for every position of the 8-puzzle.
// [Heuristic.Of] evaluates a heuristic on a board.
type Heuristic struct {
	Name       string
	Doc        string // one-line description for lists
	Source     string
	Consistent bool // whether a move changes the estimate by at most 1, so that A* never reopens a node

	parts    part              // the estimate is the largest of these
	estimate []func(Board) int // and of these, evaluated anew on each state
	tables   *databases        // that the one estimate looks up, which a search keeps up to date instead; nil for none
}

// part is a set of estimates that a state carries along.
type part uint8

const (
	hamming   part = 1 << iota
	manhattan      // the sum of distances alone
	conflict       // the sum of distances and of linear conflicts
	walking
	inversion
)

// Predefined heuristics that need no tables on disk.
var (
	// None is 0 for every board. A* with None is uniform-cost search.
	None = Heuristic{
		Name: "none", Doc: "an estimate of 0 for every position",
		Source: "Dijkstra 1959", Consistent: true,
	}
	// Hamming is the number of tiles that are not on their home cells. The blank does not count.
	Hamming = Heuristic{
		Name: "hamming", Doc: "number of tiles that are not in their goal cells",
		Source: "Doran & Michie 1966", Consistent: true, parts: hamming,
	}
	// Manhattan is the sum of all tiles' distances from home, in rows plus columns.
	Manhattan = Heuristic{
		Name: "manhattan", Doc: "number of rows and columns between each tile and its goal cell, summed over all tiles",
		Source: "Doran & Michie 1966; Korf 1985", Consistent: true, parts: manhattan,
	}
	// LinearConflict is Manhattan plus 2 for each tile that must leave its line to let others pass.
	// In each line, it considers the tiles whose home is in the same line. The smallest number of
	// them that must leave is the number outside a longest increasing subsequence. The counts for
	// rows and columns are added.
	LinearConflict = Heuristic{
		Name: "linear-conflict", Doc: "manhattan plus 2 for each tile that must leave its row or column to let others pass",
		Source: "Hansson, Mayer & Yung 1992", Consistent: true, parts: conflict,
	}
	// WalkingDistance is the sum of the solution lengths of two simpler puzzles, one for rows and
	// one for columns. Each of these puzzles distinguishes tiles only by their current line and
	// their home line.
	WalkingDistance = Heuristic{
		Name: "walking-distance", Doc: "number of moves that would be needed between rows and between columns if tiles with the same goal row or column were interchangeable",
		Source: "K. Takahashi, 15-puzzle optimal solver, 2001", Consistent: true, parts: walking,
	}
	// InversionDistance counts pairs of tiles in the wrong reading order. A tile that moves
	// vertically passes width − 1 other tiles, so a move corrects at most width − 1 pairs. The
	// count therefore gives a lower bound on the number of vertical moves. In the same way, reading
	// by columns gives a lower bound on the number of horizontal moves. The estimate is the sum of
	// the two bounds.
	InversionDistance = Heuristic{
		Name: "inversion-distance", Doc: "number of moves needed to correct all pairs of tiles that are out of order when the board is read by rows and by columns",
		Source: "K. Takahashi, 15-puzzle optimal solver, 2001", Consistent: true, parts: inversion,
	}
	// LCWD is the maximum of linear conflict and walking distance. It is the best heuristic in this
	// package that needs no table on disk.
	LCWD = Max("lc-wd", LinearConflict, WalkingDistance)
)

// Heuristics returns the predefined heuristics, from the weakest to the strongest.
func Heuristics() []Heuristic {
	return []Heuristic{None, Hamming, Manhattan, InversionDistance, LinearConflict, WalkingDistance, LCWD}
}

// abbreviation is a member's name in that of a maximum: "lc-id" is the larger
// of linear conflict and inversion distance.
type abbreviation struct {
	short string
	h     *Heuristic
}

// abbreviations are in the order of a canonical name.
var abbreviations = []abbreviation{
	{"lc", &LinearConflict}, {"wd", &WalkingDistance}, {"id", &InversionDistance}, {"md", &Manhattan}, {"hd", &Hamming},
}

// ParseHeuristic returns the heuristic with the given name. Hyphens between the abbreviations lc,
// wd, id, md and hd mean the maximum of several heuristics, as in "lc-wd-id". The abbreviations may
// be in any order; the Name of the result lists them in the order lc, wd, id, md, hd.
func ParseHeuristic(name string) (Heuristic, error) {
	named := append(Heuristics(), Databases()...)
	names := heuristicNames(named)
	if i := slices.Index(names, name); i >= 0 {
		return named[i], nil
	}
	words := strings.Split(name, "-")
	var kept []string
	var members []Heuristic
	for _, a := range abbreviations {
		if slices.Contains(words, a.short) {
			kept = append(kept, a.short)
			members = append(members, *a.h)
		}
	}
	if len(members) < 2 || len(members) < len(words) {
		return Heuristic{}, fmt.Errorf("tiles: no heuristic is called %q (want %s, or a maximum such as lc-wd-id of lc, wd, id, md, hd)%s",
			name, strings.Join(names, ", "), search.DidYouMean(name, names))
	}
	canonical := strings.Join(kept, "-")
	if canonical == LCWD.Name {
		return LCWD, nil
	}
	return Max(canonical, members...), nil
}

func heuristicNames(list []Heuristic) []string {
	return wording.Each(list, func(h Heuristic) string { return h.Name })
}

// Max returns a heuristic with the given name that is the maximum of its members. It is consistent
// if all members are.
func Max(name string, members ...Heuristic) Heuristic {
	m := Heuristic{Name: name, Source: "maximum of admissible estimates", Consistent: true}
	names := heuristicNames(members)
	for _, h := range members {
		m.parts |= h.parts
		m.estimate = append(m.estimate, h.estimate...)
		m.Consistent = m.Consistent && h.Consistent
	}
	m.Doc = "the largest of " + strings.Join(names, ", ")
	if len(names) == 2 {
		m.Doc = "the larger of " + names[0] + " and " + names[1]
	}
	return m
}

// NewHeuristic returns a heuristic that calls your function estimate for every generated state. The
// argument is a board with the caller's goal. The function must be safe for concurrent use. It must
// never return more than the number of moves needed, and therefore 0 for the goal. It may return
// search.Infinite for a dead end; a negative number counts as 0. Set Consistent if a move changes
// the estimate by at most 1.
//
// Since the function estimates only the distance to the goal, the backward half of a bidirectional
// search does not use it. Each call needs a new Board, so searches are several times slower than
// with the predefined heuristics, which are updated move by move.
func NewHeuristic(name, doc string, estimate func(Board) int) Heuristic {
	inRange := func(b Board) int { return max(0, min(estimate(b), int(search.Infinite))) }
	return Heuristic{Name: name, Doc: doc, estimate: []func(Board) int{inRange}}
}

// Fits returns an error if the heuristic does not support boards of the given size.
func (h Heuristic) Fits(width, height int) error {
	if err := checkSize(width, height); err != nil {
		return err
	}
	if err := h.tables.fits(h.Name, width, height); err != nil || h.parts&walking == 0 {
		return err
	}
	// The goal's blank stands in line 0 in blank-first form.
	for _, shape := range [...]walkShape{{lines: height, perLine: width}, {lines: width, perLine: height}} {
		if _, err := walkTable(shape); err != nil {
			return fmt.Errorf("tiles: heuristic %s does not fit a board of %dx%d: %w", h.Name, width, height, err)
		}
	}
	return nil
}

// Of computes the estimate for a board from scratch. It panics if the heuristic does not support
// the board's size; see [Heuristic.Fits].
func (h Heuristic) Of(b Board) int {
	estimate, err := h.Estimator(b.Width(), b.Height())
	if err != nil {
		panic(err)
	}
	return estimate(b)
}

// estimators are the problems that evaluate boards, by what decides their tables:
// a heuristic of one's own may ask for one with every board.
var estimators sync.Map

// Estimator returns a function that computes the same estimates as [Heuristic.Of] for boards of the
// given size, and is faster if there are many boards. The function panics on a board of any other
// size.
func (h Heuristic) Estimator(width, height int) (func(Board) int, error) {
	type key struct {
		parts         part
		width, height int
	}
	built := h
	built.estimate, built.tables = nil, nil
	found, ok := estimators.Load(key{h.parts, width, height})
	if !ok {
		solved, err := Solved(width, height, BlankFirst)
		if err != nil {
			return nil, err
		}
		p, err := newProblem(solved, homeFirst, built, DefaultOrder, view{})
		if err != nil {
			return nil, err
		}
		found, _ = estimators.LoadOrStore(key{h.parts, width, height}, p)
	}
	p := found.(*problem)
	return func(b Board) int {
		if b.Width() != width || b.Height() != height {
			panic(fmt.Sprintf("tiles: an estimator for boards of %dx%d got one of %dx%d", width, height, b.Width(), b.Height()))
		}
		form, home, v := b.view()
		of := p
		if home != homeFirst {
			of, _ = newProblem(form, home, built, DefaultOrder, v) // it fits as p does
		}
		s := of.evaluate(form.tiles)
		return int(max(of.estimate(&s), h.own(b)))
	}, nil
}

// own returns the largest of the caller's estimates for a board, which they see
// as the caller has it; 0 if there are none.
func (h Heuristic) own(b Board) int32 {
	value := 0
	for _, estimate := range h.estimate {
		value = max(value, estimate(b))
	}
	return int32(value)
}
