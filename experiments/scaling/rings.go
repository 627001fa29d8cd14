package scaling

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/search"
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
	_, err := handsoftime.ParseStrategy(name)
	return err == nil
}

// ringStrategy returns the named strategy of package handsoftime as an
// experiment runs it: it finds one solution.
func ringStrategy(name string) (experiments.Strategy[handsoftime.Ring], error) {
	s, err := handsoftime.ParseStrategy(name)
	if err != nil {
		return experiments.Strategy[handsoftime.Ring]{}, err
	}
	return experiments.Strategy[handsoftime.Ring]{
		Name: name, Version: s.Version, Doc: s.Doc, Source: s.Source, Optimal: true, Complete: !strings.Contains(name, "literal"),
		Run: func(ctx context.Context, r handsoftime.Ring, _ uint64, limits search.Limits) (experiments.Finding, error) {
			result := s.Solve(ctx, r, limits)
			return experiments.Finding{Outcome: result.Outcome, Cost: result.Cost, Meter: result.Meter}, nil
		},
	}, nil
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
	family, err := handsoftime.ParseFamily("planted")
	if err != nil {
		return nil, err
	}
	part := study.Part[handsoftime.Ring]{Strategies: strategies, Limits: s.nodes(pick[uint64](scale, 1_000_000, 5_000_000, 100_000_000))}
	for _, size := range sizes {
		if size < 2 || size > handsoftime.MaxSize {
			return nil, fmt.Errorf("scaling: no ring has %d nodes (want 2 to %d)", size, handsoftime.MaxSize)
		}
		for index := range s.instances(pick(scale, 50, 100, 200)) {
			part.Instances = append(part.Instances, experiments.Instance[handsoftime.Ring]{
				Set: ringsSet, Index: index, Size: size,
				Text: fmt.Sprintf("handsoftime %s@%d size=%d seed=%d index=%d", family.Name, family.Version, size, rootSeed, index),
				Make: func() (handsoftime.Ring, error) { return family.Instance(size, rootSeed, index) },
			})
		}
	}
	return []study.Part[handsoftime.Ring]{part}, nil
}
