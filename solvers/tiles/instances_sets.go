package tiles

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/known"
)

// The sets lie in sets/NAME.txt. Their lines are boards as [Read] takes them,
// so the files can be solved as they are; the comment behind a board holds its
// figures:
//
//	0 2 9 1 … # number=10 optimal=58 verified published=60 note=published with …
//
// A word is key=value, or a key alone. A note goes on to the end of the line.

// parseKnown parses one line of a set.
func parseKnown(set, line string) (Known, error) {
	board, figures, _ := strings.Cut(line, "#")
	b, err := ParseBoard(board, BlankLast)
	if err != nil {
		return Known{}, err
	}
	k := Known{Set: set, Board: b}
	figures, k.Note, _ = strings.Cut(figures, "note=")
	unsolvable := false
	err = known.ReadFigures(figures, map[string]any{
		"number": &k.Number, "name": &k.Name, "optimal": &k.Optimal, "at-least": &k.AtLeast, "verified": &k.Verified,
		"published": &k.Published, "generated": &k.Generated, "expanded": &k.Expanded, "seconds": &k.Seconds,
		"calls": &k.Calls, "calls-repaired": &k.CallsRepaired, "unsolvable": &unsolvable,
		"path":       func(value string) (err error) { k.Path, err = ParsePath(value); return err },
		"manhattan":  func(value string) (err error) { k.Manhattan, err = parseCounts(value); return err },
		"thresholds": func(value string) error { return json.Unmarshal([]byte("["+value+"]"), &k.Thresholds) },
	})
	if err != nil {
		return Known{}, fmt.Errorf("tiles: known board: %w", err)
	}
	if k.Verified {
		k.AtLeast = k.Optimal
	}
	return k, k.check(!unsolvable)
}

// parseCounts parses a text of the form generated/expanded/iterations.
func parseCounts(text string) (c Counts, err error) {
	words := strings.Split(text, "/")
	if len(words) != 3 {
		return c, fmt.Errorf("%q has %d parts (want generated/expanded/iterations)", text, len(words))
	}
	if c.Generated, err = strconv.ParseUint(words[0], 10, 64); err != nil {
		return c, err
	}
	if c.Expanded, err = strconv.ParseUint(words[1], 10, 64); err != nil {
		return c, err
	}
	c.Iterations, err = strconv.Atoi(words[2])
	return c, err
}

// check returns an error if facts contradict each other.
func (k *Known) check(solvable bool) error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("tiles: known board %v: "+format, append([]any{k.Board}, args...)...)
	}
	switch {
	case k.Number < 1:
		return fail("it has no number")
	case k.Board.Solvable() != solvable:
		return fail("solvable is %t, the file says %t", k.Board.Solvable(), solvable)
	case solvable != (k.Optimal > 0):
		return fail("solvable is %t and the length %d", solvable, k.Optimal)
	case k.AtLeast > k.Optimal:
		return fail("at least %d moves, but %d are enough", k.AtLeast, k.Optimal)
	}
	if len(k.Path) > 0 {
		end, err := k.Board.Replay(k.Path)
		if err != nil {
			return err
		}
		if !end.Solved() || len(k.Path) != k.Optimal {
			return fail("its path has %d moves and ends at %v", len(k.Path), end)
		}
	}
	return nil
}
