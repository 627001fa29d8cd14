package tiles

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// The sets lie in sets/NAME.txt. Their lines are boards as [Read] takes them,
// so the files can be solved as they are; the comment behind a board holds its
// figures:
//
//	0 2 9 1 … # number=10 optimal=58 verified published=60 note=published with …
//
// A word is key=value, or a key alone. A note goes on to the end of the line.

// parseKnown reads one line of a set.
func parseKnown(line string) (Known, error) {
	board, figures, _ := strings.Cut(line, "#")
	b, err := ParseBoard(board, BlankLast)
	if err != nil {
		return Known{}, err
	}
	k := Known{Board: b}
	figures, k.Note, _ = strings.Cut(figures, "note=")
	solvable := true
	err = puzzle.ReadFigures(name, figures, func(key, value string) error {
		if key == "unsolvable" {
			solvable = false
			return nil
		}
		return k.set(key, value)
	})
	if err != nil {
		return Known{}, err
	}
	if k.Verified {
		k.AtLeast = k.Optimal
	}
	return k, k.check(solvable)
}

// set stores one figure.
func (k *Known) set(key, value string) (err error) {
	switch key {
	case "number":
		k.Number, err = strconv.Atoi(value)
	case "name":
		k.Name = value
	case "optimal":
		k.Optimal, err = strconv.Atoi(value)
	case "at-least":
		k.AtLeast, err = strconv.Atoi(value)
	case "verified":
		k.Verified = true
	case "published":
		k.Published, err = strconv.Atoi(value)
	case "path":
		k.Path, err = ParsePath(value)
	case "generated":
		k.Generated, err = strconv.ParseUint(value, 10, 64)
	case "expanded":
		k.Expanded, err = strconv.ParseUint(value, 10, 64)
	case "seconds":
		k.Seconds, err = strconv.ParseFloat(value, 64)
	case "thresholds":
		for word := range strings.SplitSeq(value, ",") {
			bound, bad := strconv.Atoi(word)
			if bad != nil {
				return bad
			}
			k.Thresholds = append(k.Thresholds, bound)
		}
	case "calls":
		k.Calls, err = strconv.ParseUint(value, 10, 64)
	case "calls-repaired":
		k.CallsRepaired, err = strconv.ParseUint(value, 10, 64)
	case "manhattan":
		k.Manhattan, err = parseCounts(value)
	default:
		err = fmt.Errorf("no figure is called %q", key)
	}
	return err
}

// parseCounts reads generated/expanded/iterations.
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

// check refuses figures that contradict each other.
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

// sets are the published sets, with what is known of each board.
func sets() []puzzle.Set[Board] {
	var list []puzzle.Set[Board]
	for _, s := range KnownSets() {
		list = append(list, puzzle.SetOf(s, func(k Known) puzzle.Member[Board] {
			return puzzle.Member[Board]{Instance: k.Board, Facts: newFacts(k)}
		}))
	}
	return list
}

// facts is what is published and proved about a board.
type facts struct {
	Number   int    `json:"number"`
	Name     string `json:"name,omitempty"`
	Optimal  int    `json:"optimal,omitempty"`
	Verified bool   `json:"verified"`
	AtLeast  int    `json:"at_least,omitempty"`
	// As printed in the source, by its own definitions.
	Published int     `json:"published_length,omitempty"`
	Generated uint64  `json:"published_generated,omitempty"`
	Expanded  uint64  `json:"published_expanded,omitempty"`
	Seconds   float64 `json:"published_seconds,omitempty"`
	// What idastar/manhattan counts.
	Manhattan *counts `json:"manhattan,omitempty"`
	Note      string  `json:"note,omitempty"`
}

// counts are the counters of a search.
type counts struct {
	Expanded   uint64 `json:"expanded"`
	Generated  uint64 `json:"generated"`
	Iterations int    `json:"iterations"`
}

func newFacts(k Known) facts {
	known := facts{
		Number: k.Number, Name: k.Name, Optimal: k.Optimal, Verified: k.Verified, AtLeast: k.AtLeast,
		Published: k.Published, Generated: k.Generated, Expanded: k.Expanded, Seconds: k.Seconds, Note: k.Note,
	}
	if m := k.Manhattan; m != (Counts{}) {
		known.Manhattan = &counts{m.Expanded, m.Generated, m.Iterations}
	}
	return known
}
