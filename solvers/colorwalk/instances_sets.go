package colorwalk

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/known"
)

// parseKnown parses one line of a set: a board in the line format, so that the files
// can be solved directly, followed by a comment with facts of the form key=value:
//
//	02/21 # number=1 regions=3 optimal=2 path=21 lengths=greedy:2,gla-2:2
func parseKnown(set, line string) (Known, error) {
	board, figures, _ := strings.Cut(line, "#")
	b, err := ParseBoard(board)
	if err != nil {
		return Known{}, err
	}
	k := Known{Set: set, Board: b}
	err = known.ReadFigures(figures, map[string]any{
		"number": &k.Number, "name": &k.Name, "kind": &k.Kind, "regions": &k.Regions, "optimal": &k.Optimal,
		"proofs":  func(value string) error { k.Proofs = strings.Split(value, ","); return nil },
		"path":    func(value string) (err error) { k.Path, err = ParsePath(value); return err },
		"lengths": func(value string) (err error) { k.Lengths, err = parseLengths(value); return err },
	})
	if err != nil {
		return Known{}, fmt.Errorf("colorwalk: known board: %w", err)
	}
	return k, k.check()
}

// parseLengths parses strategy:moves,strategy:moves.
func parseLengths(text string) (map[string]int, error) {
	lengths := map[string]int{}
	for word := range strings.SplitSeq(text, ",") {
		strategy, value, _ := strings.Cut(word, ":")
		moves, err := strconv.Atoi(value)
		if err != nil {
			return nil, err
		}
		if _, twice := lengths[strategy]; twice {
			return nil, fmt.Errorf("%s a second time", strategy)
		}
		lengths[strategy] = moves
	}
	return lengths, nil
}

// check returns an error if facts contradict each other. Only the tests check that
// paths are solutions, because reading a set would take four times as long.
func (k *Known) check() error {
	fail := func(err error) error { return fmt.Errorf("colorwalk: known board number %d: %w", k.Number, err) }
	switch {
	case k.Number < 1:
		return fail(errors.New("it has no number"))
	case k.Optimal == 0 && len(k.Proofs) > 0:
		return fail(errors.New("a proof of no length"))
	case len(k.Path) > 0 && len(k.Path) != k.Optimal:
		return fail(fmt.Errorf("its path has %d moves, the optimum is %d", len(k.Path), k.Optimal))
	}
	for strategy, moves := range k.Lengths {
		if moves < k.Optimal {
			return fail(fmt.Errorf("%s needs %d moves, fewer than the optimum %d", strategy, moves, k.Optimal))
		}
	}
	return nil
}
