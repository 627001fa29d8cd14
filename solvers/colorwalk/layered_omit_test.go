package colorwalk

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// omissions names layered searches with every choice of what is left out.
func omissions() []string {
	var names []string
	for bits := range 1 << len(omissionOptions) {
		name := "layered/layers"
		for i, o := range omissionOptions {
			if bits>>i&1 != 0 {
				name += "," + o.Name
			}
		}
		names = append(names, name)
	}
	return names
}

func TestLayeredSearchesProveTheSameWhateverIsLeftOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 9))
	for range 300 {
		b := smallBoard(t, rng)
		want := optimum(b)
		for _, name := range omissions() {
			if r := mustStrategy(t, name).Solve(t.Context(), b, 0, search.Limits{}); !r.Optimal || r.Cost != want || r.Bound != want {
				t.Errorf("%s on %v: %d moves, proved to be shortest: %v, bound %d; the optimum is %d", name, b, r.Cost, r.Optimal, r.Bound, want)
			}
		}
	}
}

// On larger boards, where the bound leaves much to do, each part that is left
// out must make the layers thicker, and none the proof wrong: all agree with A*.
func TestWhatIsLeftOutMakesLayersThicker(t *testing.T) {
	family, err := Core().Family("uniform")
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]uint64{}
	for index := range 1 {
		b, err := family.Instance(SizeOf(sample(12, 14), sample(12, 14), 7), 7, index)
		if err != nil {
			t.Fatal(err)
		}
		want := mustStrategy(t, "astar/layers").Solve(t.Context(), b, 0, search.Limits{}).Cost
		for _, name := range omissions() {
			r := mustStrategy(t, name).Solve(t.Context(), b, 0, search.Limits{})
			if !r.Optimal || r.Cost != want {
				t.Errorf("%s on board %d: %d moves, proved to be shortest: %v; A* finds %d", name, index, r.Cost, r.Optimal, want)
			}
			kept[name] += r.Stored
		}
	}
	for _, c := range []struct{ less, more string }{
		{"", ",no-closure"},
		{"", ",no-dominance"},
		{",no-closure", ",no-closure,no-dominance"},
		{",no-dominance", ",no-closure,no-dominance"},
		{",no-closure,no-dominance", ",no-closure,no-dominance,no-order-rule"},
	} {
		if less, more := kept["layered/layers"+c.less], kept["layered/layers"+c.more]; less >= more {
			t.Errorf("layered/layers%s keeps %d positions, layered/layers%s %d, which should be more", c.less, less, c.more, more)
		}
	}
	// Dominance drops what the order rule would not have made.
	if with, without := kept["layered/layers"], kept["layered/layers,no-order-rule"]; with != without {
		t.Errorf("with dominance the order rule should change nothing that is kept: %d positions, without it %d", with, without)
	}
}

func TestOmissionsAreNamedInOrder(t *testing.T) {
	s := mustStrategy(t, "layered/layers,no-order-rule,no-closure")
	if s.Name != "layered/layers,no-closure,no-order-rule" {
		t.Errorf("it is called %q", s.Name)
	}
	if _, err := Core().Strategy("layered/layers,no-bound"); err == nil || !strings.Contains(fmt.Sprint(err), "no-bound") {
		t.Errorf("an option that there is not: %v", err)
	}
}
