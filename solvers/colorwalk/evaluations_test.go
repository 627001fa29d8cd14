package colorwalk

import "testing"

func TestEveryEvaluationIsDescribed(t *testing.T) {
	for _, e := range evaluations {
		if e.Doc == "" || e.Source == "" {
			t.Errorf("%s has no documentation or source", e.Name)
		}
		if _, err := Core().Strategy("beam-1/" + e.Name); err != nil {
			t.Error(err)
		}
	}
}

// TestEvaluationsThatAreBoundsAreNoMoreThanTheMovesLeft; the others must exceed
// them somewhere, or Admissible would be false without need.
func TestEvaluationsThatAreBoundsAreNoMoreThanTheMovesLeft(t *testing.T) {
	for _, e := range evaluations {
		exceeds := 0
		for _, k := range mustSet(t, "examples") {
			g := NewGraph(k.Board, -1)
			value := e.of(g, g.Origin(), g.newScratch())
			if e.Name == "layers" {
				value >>= 40 // behind it stand the cells, which break ties
			}
			if value > uint64(k.Optimal) {
				exceeds++
			}
		}
		if e.Admissible != (exceeds == 0) {
			t.Errorf("%s: Admissible is %v, and it exceeds the optimum of %d boards", e.Name, e.Admissible, exceeds)
		}
	}
}
