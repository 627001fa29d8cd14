package puzzle_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// The strategies of these tests run on nothing. What a name chooses is put into
// Doc.
type strategy = puzzle.Strategy[struct{}]

func kind(pattern string, number *puzzle.Number, estimate *puzzle.Estimate, options ...puzzle.Option) puzzle.Pattern[struct{}] {
	return puzzle.Pattern[struct{}]{
		Strategy: strategy{Name: pattern, Options: options}, Number: number, Estimate: estimate,
		Bind: func(s *strategy, c puzzle.Choice) {
			var on []string
			for _, o := range options {
				if c.Given(o.Name) {
					on = append(on, strings.TrimSuffix(o.Name+"="+c.Value(o.Name), "="))
				}
			}
			s.Doc = strings.Join(slices.DeleteFunc(append([]string{c.Number, c.Estimate}, on...), func(s string) bool { return s == "" }), " ")
		},
	}
}

var (
	depth  = puzzle.Count("depth", "5")
	width  = puzzle.Count("width", "100")
	weight = puzzle.Weight("2")

	speed = puzzle.Option{
		Name: "speed", Default: "fast", Want: "fast or slow", Doc: "how quickly",
		Parse: func(value string) (string, error) {
			value = strings.ToLower(value)
			if value != "fast" && value != "slow" {
				return "", fmt.Errorf("%q is no speed", value)
			}
			return value, nil
		},
	}
	loud  = puzzle.Switch("loud", "say it")
	quiet = puzzle.Switch("quiet", "do not")
)

// estimate takes three names in any case, or only some of them.
func estimate(only ...string) *puzzle.Estimate {
	return &puzzle.Estimate{Example: "layers", Only: only, Parse: func(name string) (string, error) {
		name = strings.ToLower(name)
		if !slices.Contains([]string{"cells", "layers", "layers+cells"}, name) {
			return "", errors.New("flood: no such estimate")
		}
		return name, nil
	}}
}

var kinds = []puzzle.Pattern[struct{}]{
	excluding(kind("bfs", nil, nil, loud, quiet, speed), puzzle.Exclusion{A: "loud", B: "quiet", Why: "choose"}),
	kind("gla-D", depth, nil, loud),
	kind("gla-D+dijkstra", depth, nil),
	kind("dijkstra+gla-D", depth, nil),
	kind("dijkstra+dijkstra", nil, nil),
	kind("dijkstra-S", puzzle.Count("scale", "25"), nil),
	kind("dfs", nil, nil),
	kind("dfs-gla-D", depth, nil),
	kind("path-area", nil, nil),
	kind("path-area-la-D", depth, nil),
	kind("beam-N/E", width, estimate()),
	kind("best/E", nil, estimate("cells", "layers")),
	kind("wastar-W/layers", weight, nil, speed),
	kind("astar/layers", nil, nil),
}

func excluding(k puzzle.Pattern[struct{}], pairs ...puzzle.Exclusion) puzzle.Pattern[struct{}] {
	k.Exclusive = pairs
	return k
}

var grammar = puzzle.NewGrammar("flood", "evaluation", kinds)

func TestANameIsOfThePatternWithTheMostLettersOfItsOwn(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"bfs", ""},
		{"gla-5", "5"},
		{"gla-5+dijkstra", "5"},
		{"dijkstra+gla-12", "12"},
		{"dijkstra+dijkstra", ""},
		{"dijkstra-28", "28"},
		{"dfs", ""},
		{"dfs-gla-3", "3"},
		{"path-area", ""},
		{"path-area-la-4", "4"},
		{"beam-7/cells", "7 cells"},
		{"best/layers", "layers"},
		{"wastar-5/2/layers", "2.5 layers"},
		{"astar/layers", "layers"},
		{"bfs,loud,speed=slow", "loud speed=slow"},
	} {
		if s, err := grammar.Parse(c.name); err != nil || s.Doc != c.want {
			t.Errorf("%s chooses %q, want %q: %v", c.name, s.Doc, c.want, err)
		}
	}
}

func TestEveryExampleIsAName(t *testing.T) {
	for i, listed := range grammar.List() {
		name := grammar.Example(i)
		s, err := grammar.Parse(name)
		if err != nil || s.Name != name {
			t.Errorf("%s: the example %s is %q: %v", listed.Name, name, s.Name, err)
		}
		if pattern := strings.ToLower(listed.Name) != listed.Name; pattern != (listed.Name != name) || strings.ToLower(name) != name {
			t.Errorf("%s, with the example %s: pattern %v", listed.Name, name, pattern)
		}
	}
}

func TestNamesAreCanonical(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"bfs,speed=fast", "bfs"},
		{"bfs,speed=FAST", "bfs"},
		{"bfs,speed=SLOW,loud", "bfs,loud,speed=slow"},
		{"gla-005,loud", "gla-5,loud"},
		{"gla-05+dijkstra", "gla-5+dijkstra"},
		{"beam-0100/Cells", "beam-100/cells"},
		{"beam-1/layers+cells", "beam-1/layers+cells"},
		{"wastar-10/4/layers,speed=slow", "wastar-2.5/layers,speed=slow"},
	} {
		s, err := grammar.Parse(c.name)
		if err != nil || s.Name != c.want {
			t.Errorf("%s is called %q, want %q: %v", c.name, s.Name, c.want, err)
			continue
		}
		again, err := grammar.Parse(s.Name)
		if err != nil || again.Name != s.Name {
			t.Errorf("%s is called %q: %v", s.Name, again.Name, err)
		}
	}
}

func TestErrorsNameThePartThatIsWrong(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"", `flood: no strategy is called "" (want bfs, gla, gla-D+dijkstra, dijkstra+gla, dijkstra+dijkstra, dijkstra, dfs, dfs-gla, path-area, path-area-la, beam, best, wastar, astar)`},
		{"bfd", `flood: no strategy is called "bfd" (want bfs, gla, gla-D+dijkstra, dijkstra+gla, dijkstra+dijkstra, dijkstra, dfs, dfs-gla, path-area, path-area-la, beam, best, wastar, astar); did you mean "bfs"?`},
		{"BFS", `flood: no strategy is called "BFS" (want bfs, gla, gla-D+dijkstra, dijkstra+gla, dijkstra+dijkstra, dijkstra, dfs, dfs-gla, path-area, path-area-la, beam, best, wastar, astar)`},
		{"bfs-5", `flood: no strategy is called "bfs-5" (want bfs, gla, gla-D+dijkstra, dijkstra+gla, dijkstra+dijkstra, dijkstra, dfs, dfs-gla, path-area, path-area-la, beam, best, wastar, astar); did you mean "bfs"?`},

		{"gla", `flood: strategy "gla": gla needs a depth: gla-5`},
		{"gla-,loud", `flood: strategy "gla-,loud": gla needs a depth: gla-5`},
		{"gla-0", `flood: strategy "gla-0": depth: 0 is too small (want 1 or more)`},
		{"gla--1", `flood: strategy "gla--1": depth: "-1" is not a number (want 1 to 2147483647)`},
		{"gla-D", `flood: strategy "gla-D": depth: "D" is not a number (want 1 to 2147483647)`},
		{"gla-2147483648", `flood: strategy "gla-2147483648": depth: "2147483648" is not a number (want 1 to 2147483647)`},
		{"gla+dijkstra", `flood: strategy "gla+dijkstra": gla-D+dijkstra needs a depth: gla-5+dijkstra`},
		{"gla-+dijkstra", `flood: strategy "gla-+dijkstra": gla-D+dijkstra needs a depth: gla-5+dijkstra`},
		{"gla-x+dijkstra", `flood: strategy "gla-x+dijkstra": depth: "x" is not a number (want 1 to 2147483647)`},
		{"gla-5+dijkstr", `flood: strategy "gla-5+dijkstr": depth: "5+dijkstr" is not a number (want 1 to 2147483647); did you mean "gla-D+dijkstra"?`},
		{"dfs-gla", `flood: strategy "dfs-gla": dfs-gla needs a depth: dfs-gla-5`},
		{"beam/layers", `flood: strategy "beam/layers": beam needs a width: beam-100/layers`},
		{"wastar-0.5/layers", `flood: strategy "wastar-0.5/layers": weight: search: weight "0.5": less than 1 (want a number of at least 1, such as 2, 1.5 or 5/2)`},

		{"bfs/cells", `flood: strategy "bfs/cells": bfs takes no evaluation, got "cells"`},
		{"bfs/", `flood: strategy "bfs/": bfs takes no evaluation, got ""`},
		{"gla-5+dijkstra/cells", `flood: strategy "gla-5+dijkstra/cells": gla-D+dijkstra takes no evaluation, got "cells"`},
		{"beam-5", `flood: strategy "beam-5": beam needs an evaluation: beam-100/layers`},
		{"beam-5/", `flood: strategy "beam-5/": beam needs an evaluation: beam-100/layers`},
		{"beam-5/layer", `flood: no such estimate`},
		{"best/layers+cells", `flood: strategy "best/layers+cells": best knows no evaluation layers+cells (want cells or layers)`},
		{"astar", `flood: strategy "astar": astar needs an evaluation: astar/layers`},
		{"astar/cells", `flood: strategy "astar/cells": astar knows no evaluation "cells" (want layers)`},
		{"astar/layer", `flood: strategy "astar/layer": astar knows no evaluation "layer" (want layers); did you mean "layers"?`},

		{"dfs,loud", `flood: strategy "dfs,loud": dfs takes no option, got "loud"`},
		{"bfs,", `flood: strategy "bfs,": bfs has no option "" (want loud, quiet, speed)`},
		{"bfs,sped=fast", `flood: strategy "bfs,sped=fast": bfs has no option "sped" (want loud, quiet, speed); did you mean "speed"?`},
		{"bfs,loud=yes", `flood: strategy "bfs,loud=yes": option loud takes no value, got "yes"`},
		{"bfs,loud=", `flood: strategy "bfs,loud=": option loud takes no value, got ""`},
		{"bfs,speed", `flood: strategy "bfs,speed": option speed needs a value: fast or slow`},
		{"bfs,speed=", `flood: strategy "bfs,speed=": option speed needs a value: fast or slow`},
		{"bfs,speed=warp", `flood: strategy "bfs,speed=warp": option speed: "warp" is no speed`},
		{"bfs,loud,loud", `flood: strategy "bfs,loud,loud": option loud is given twice`},
		{"bfs,quiet,loud", `flood: strategy "bfs,quiet,loud": options loud and quiet exclude each other: choose`},
	} {
		s, err := grammar.Parse(c.name)
		if err == nil || err.Error() != c.want {
			t.Errorf("Parse(%q) = %q, %v\nwant the error %s", c.name, s.Name, err, c.want)
		}
	}
}

func TestTheCauseOfAnErrorCanBeFound(t *testing.T) {
	cause := errors.New("no")
	refusing := func(bad string) func(string) (string, error) {
		return func(text string) (string, error) {
			if text == bad {
				return "", cause
			}
			return text, nil
		}
	}
	g := puzzle.NewGrammar("flood", "evaluation", []puzzle.Pattern[struct{}]{kind("x-N/E",
		&puzzle.Number{What: "number", Example: "1", Parse: refusing("0")},
		&puzzle.Estimate{Example: "cells", Parse: refusing("none")},
		puzzle.Option{Name: "o", Default: "1", Want: "1", Parse: refusing("2")},
	)})
	for _, name := range []string{"x-0/cells", "x-1/none", "x-1/cells,o=2"} {
		if _, err := g.Parse(name); !errors.Is(err, cause) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNewGrammarRefusesAListThatIsNotOne(t *testing.T) {
	type list = []puzzle.Pattern[struct{}]
	one := func(name string, number *puzzle.Number, estimate *puzzle.Estimate, options ...puzzle.Option) list {
		return list{kind(name, number, estimate, options...)}
	}
	for _, c := range []struct {
		kinds list
		want  string
	}{
		{list{{}}, "no name"},
		{one("/E", nil, estimate()), "no name"},
		{one("-N", depth, nil), "no name"},
		{one("x/", nil, nil), "nothing behind the slash"},
		{one("x/y/z", nil, nil), `"y/z" is neither a capital letter nor a name`},
		{one("x/EE", nil, nil), `"EE" is neither`},
		{one("xN", depth, nil), "no hyphen before the number N"},
		{one("x-Ny", depth, nil), "neither - nor + behind the number N"},
		{one("x-N-M", depth, nil), "and one number"},
		{one("x y", nil, nil), "holds more than lower-case letters"},
		{one("x,y", nil, nil), "holds more than lower-case letters"},
		{one("x-N", nil, nil), "a number in the name: true, beside it: false"},
		{one("x", depth, nil), "a number in the name: false, beside it: true"},
		{one("x-N", &puzzle.Number{What: "depth", Example: "1"}, nil), "the number N needs What, Example and Parse"},
		{one("x/E", nil, nil), "an estimate to choose in the name: true, beside it: false"},
		{one("x/cells", nil, estimate()), "an estimate to choose in the name: false, beside it: true"},
		{one("x/E", nil, &puzzle.Estimate{Example: "y"}), "the estimate E needs Example and Parse"},
		{append(one("x", nil, nil), kind("x", nil, nil)), "x is the name of another one"},
		{append(one("x", nil, nil), kind("x-N", depth, nil)), "x is the name of another one"},
		{append(one("x", nil, nil), kind("x/cells", nil, nil)), "x is the name of another one"},
		{one("x", nil, nil, puzzle.Option{}), `"" is not the name of an option`},
		{one("x", nil, nil, puzzle.Option{Name: "a=b"}), `"a=b" is not the name of an option`},
		{one("x", nil, nil, puzzle.Option{Name: "a", Want: "b"}), "all or none of Default, Want, and Parse or Words"},
		{one("x", nil, nil, puzzle.Option{Name: "a", Default: "b"}), "all or none of Default, Want, and Parse or Words"},
		{one("x", nil, nil, puzzle.Option{Name: "a", Default: "b", Want: "b"}), "all or none of Default, Want, and Parse or Words"},
		{one("x", nil, nil, loud, loud), "option loud is there twice"},
		{list{excluding(kind("x", nil, nil), puzzle.Exclusion{A: "loud", B: "quiet"})}, "loud and quiet exclude each other, but are not both options"},
		{list{{Strategy: strategy{Name: "x"}}}, "it needs Run or Bind"},
		{list{{Strategy: strategy{Name: "x", Options: []puzzle.Option{loud}, Run: runNothing}}}, "it needs Bind for what its name chooses"},
	} {
		func() {
			defer func() {
				got := fmt.Sprint(recover())
				if !strings.HasPrefix(got, "puzzle: flood: strategy ") || !strings.Contains(got, c.want) {
					t.Errorf("%+v: panic %q, want %q", c.kinds, got, c.want)
				}
			}()
			puzzle.NewGrammar("flood", "evaluation", c.kinds)
		}()
	}
}

func runNothing(context.Context, struct{}, uint64, search.Limits) (puzzle.Finding, error) {
	return puzzle.Finding{Outcome: search.Unsolvable}, nil
}

func TestAStrategyRefusesWhatDoesNotFit(t *testing.T) {
	g := puzzle.NewGrammar("flood", "evaluation", []puzzle.Pattern[int]{{
		Strategy: puzzle.Strategy[int]{
			Name: "even",
			Fits: func(n int) error {
				if n%2 != 0 {
					return fmt.Errorf("flood: %d is odd", n)
				}
				return nil
			},
			Run: func(context.Context, int, uint64, search.Limits) (puzzle.Finding, error) {
				return puzzle.Finding{Outcome: search.Solved}, nil
			},
		},
	}})
	s, err := g.Parse("even")
	if err != nil {
		t.Fatal(err)
	}
	if f, err := s.Run(t.Context(), 2, 0, search.Limits{}); err != nil || f.Outcome != search.Solved {
		t.Errorf("2: %+v, %v", f, err)
	}
	if f, err := s.Run(t.Context(), 3, 0, search.Limits{}); err == nil || f.Outcome != search.Running {
		t.Errorf("3: %+v, %v; want an error", f, err)
	}
}

func FuzzParse(f *testing.F) {
	for i, listed := range grammar.List() {
		f.Add(grammar.Example(i))
		f.Add(listed.Name)
	}
	f.Add("bfs,loud,speed=slow")
	f.Add("wastar-5/2/layers,speed=SLOW")
	f.Fuzz(func(t *testing.T, name string) {
		s, err := grammar.Parse(name)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "flood: ") {
				t.Fatalf("%q: %v", name, err)
			}
			return
		}
		again, err := grammar.Parse(s.Name)
		if err != nil || again.Name != s.Name {
			t.Fatalf("%q is called %q, which is called %q: %v", name, s.Name, again.Name, err)
		}
	})
}

func ExampleGrammar_Parse() {
	heat := puzzle.Switch("heat", "warm the beam up")
	g := puzzle.NewGrammar("toy", "heuristic", []puzzle.Pattern[string]{{
		Strategy: puzzle.Strategy[string]{Name: "beam-N", Version: 1, Options: []puzzle.Option{heat}},
		Number:   puzzle.Count("width", "100"),
		Bind: func(s *puzzle.Strategy[string], c puzzle.Choice) {
			width, heated := c.Int(""), c.Given("heat")
			s.Run = func(_ context.Context, inst string, _ uint64, _ search.Limits) (puzzle.Finding, error) {
				fmt.Printf("a beam of %d on %s, heated: %t\n", width, inst, heated)
				return puzzle.Finding{Outcome: search.Incomplete}, nil
			}
		},
	}})

	s, err := g.Parse("beam-050,heat")
	fmt.Println(s.Name, err)
	_, _ = s.Run(context.Background(), "an instance", 1, search.Limits{})

	_, err = g.Parse("beam")
	fmt.Println(err)
	// Output:
	// beam-50,heat <nil>
	// a beam of 50 on an instance, heated: true
	// toy: strategy "beam": beam needs a width: beam-100
}
