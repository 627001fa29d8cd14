package scaling

import (
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	ringskind "github.com/puzzlelab/puzzlelab/solvers/handsoftime/kind"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// ringsSet is the set of the planted rings.
const ringsSet = "handsoftime/planted"

// Strategies for rings: those that try node after node, and those that follow
// forced moves to their end and count decisions.
var (
	searching = []string{"standard", "pruning", "pruning+sorting", "dynamic-sorting"}
	deciding  = []string{"propagation", "contraction", "orientation"}
)

func ofRings(name string) bool {
	_, err := ringskind.Kind().Strategy(name)
	return err == nil
}

// rings returns the sweeps over planted rings.
func (s Study) rings(scale experiments.Scale) ([]study.Part[handsoftime.Ring], error) {
	strategies := s.chosen(slices.Concat(searching, deciding), ofRings)
	if len(strategies) == 0 {
		return nil, nil
	}
	sizes := []int{16, 20, 24, 28, 32, 36, 40, 48, 56, 64}
	if scale != experiments.Quick {
		sizes = append(sizes, 72, 80)
	}
	if scale == experiments.Full {
		sizes = append(sizes, 96, 112)
	}
	if len(s.Sizes) > 0 {
		sizes = s.Sizes
	}
	family, err := ringskind.Kind().Family("planted")
	if err != nil {
		return nil, err
	}
	part := study.Part[handsoftime.Ring]{Strategies: strategies, Limits: s.nodes(pick[uint64](scale, 1_000_000, 5_000_000, 100_000_000))}
	for _, size := range sizes {
		if size < 2 || size > handsoftime.MaxSize {
			return nil, fmt.Errorf("scaling: no ring has %d nodes (want 2 to %d)", size, handsoftime.MaxSize)
		}
		part.Instances = append(part.Instances, experiments.Drawn(ringsSet, family, puzzle.SizeN(size), s.instances(pick(scale, 50, 100, 200)), rootSeed)...)
	}
	return []study.Part[handsoftime.Ring]{part}, nil
}
