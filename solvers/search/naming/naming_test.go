package naming_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/naming"
)

// choice is what the names of these tests choose.
type choice struct {
	number   int
	weight   search.Weight
	estimate string
	speed    string
	loud     bool
	quiet    bool
}

var (
	depth  = naming.Count("depth", "5", func(c *choice, n int) { c.number = n })
	width  = naming.Count("width", "100", func(c *choice, n int) { c.number = n })
	weight = &naming.Number[choice]{What: "weight", Example: "2", Set: func(c *choice, text string) (canonical string, err error) {
		c.weight, err = search.ParseWeight(text)
		return c.weight.String(), err
	}}

	speed = naming.Setting[choice]{
		Option: naming.Option{Name: "speed", Default: "fast", Want: "fast or slow", Doc: "how quickly"},
		Set: func(c *choice, value string) (string, error) {
			c.speed = strings.ToLower(value)
			if c.speed != "fast" && c.speed != "slow" {
				return "", fmt.Errorf("%q is no speed", value)
			}
			return c.speed, nil
		},
	}
	loud  = naming.Switch("loud", "say it", func(c *choice) { c.loud = true })
	quiet = naming.Switch("quiet", "do not", func(c *choice) { c.quiet = true })
)

// estimate takes three names in any case, or only some of them.
func estimate(only ...string) *naming.Estimate[choice] {
	return &naming.Estimate[choice]{Example: "layers", Only: only, Set: func(c *choice, name string) (string, error) {
		c.estimate = strings.ToLower(name)
		if !slices.Contains([]string{"cells", "layers", "layers+cells"}, c.estimate) {
			return "", errors.New("flood: no such estimate")
		}
		return c.estimate, nil
	}}
}

var kinds = []naming.Kind[choice]{
	{Pattern: "bfs", Options: []naming.Setting[choice]{loud, quiet, speed}, Exclusive: []naming.Exclusion{{A: "loud", B: "quiet", Why: "choose"}}},
	{Pattern: "gla-D", Number: depth, Options: []naming.Setting[choice]{loud}},
	{Pattern: "gla-D+dijkstra", Number: depth},
	{Pattern: "dijkstra+gla-D", Number: depth},
	{Pattern: "dijkstra+dijkstra"},
	{Pattern: "dijkstra-S", Number: naming.Count("scale", "25", func(c *choice, n int) { c.number = n })},
	{Pattern: "dfs"},
	{Pattern: "dfs-gla-D", Number: depth},
	{Pattern: "path-area"},
	{Pattern: "path-area-la-D", Number: depth},
	{Pattern: "beam-N/E", Number: width, Estimate: estimate()},
	{Pattern: "best/E", Estimate: estimate("cells", "layers")},
	{Pattern: "wastar-W/layers", Number: weight, Options: []naming.Setting[choice]{speed}},
	{Pattern: "astar/layers"},
}

var grammar = naming.New("flood", "evaluation", kinds)

func TestANameIsOfTheKindWithTheMostLettersOfItsOwn(t *testing.T) {
	for _, c := range []struct {
		name, pattern string
		want          choice
	}{
		{"bfs", "bfs", choice{}},
		{"gla-5", "gla-D", choice{number: 5}},
		{"gla-5+dijkstra", "gla-D+dijkstra", choice{number: 5}},
		{"dijkstra+gla-12", "dijkstra+gla-D", choice{number: 12}},
		{"dijkstra+dijkstra", "dijkstra+dijkstra", choice{}},
		{"dijkstra-28", "dijkstra-S", choice{number: 28}},
		{"dfs", "dfs", choice{}},
		{"dfs-gla-3", "dfs-gla-D", choice{number: 3}},
		{"path-area", "path-area", choice{}},
		{"path-area-la-4", "path-area-la-D", choice{number: 4}},
		{"beam-7/cells", "beam-N/E", choice{number: 7, estimate: "cells"}},
		{"best/layers", "best/E", choice{estimate: "layers"}},
		{"wastar-5/2/layers", "wastar-W/layers", choice{weight: search.Weight{Num: 5, Den: 2}}},
		{"astar/layers", "astar/layers", choice{}},
	} {
		n, err := grammar.Parse(c.name, choice{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := kinds[n.Kind].Pattern; got != c.pattern || n.Choice != c.want {
			t.Errorf("%s is of %s and chooses %+v, want %s and %+v", c.name, got, n.Choice, c.pattern, c.want)
		}
	}
}

func TestEveryExampleIsAName(t *testing.T) {
	for i := range kinds {
		name := kinds[i].Example()
		n, err := grammar.Parse(name, choice{})
		if err != nil || n.Kind != i || n.Text != name {
			t.Errorf("%s: the example %s is %q of kind %d: %v", kinds[i].Pattern, name, n.Text, n.Kind, err)
		}
		if p := kinds[i].Pattern; naming.IsPattern(p) != (p != name) || naming.IsPattern(name) {
			t.Errorf("%s, with the example %s: pattern %v, %v", p, name, naming.IsPattern(p), naming.IsPattern(name))
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
		n, err := grammar.Parse(c.name, choice{})
		if err != nil || n.Text != c.want {
			t.Errorf("%s is called %q, want %q: %v", c.name, n.Text, c.want, err)
			continue
		}
		again, err := grammar.Parse(n.Text, choice{})
		if err != nil || again.Text != n.Text || again.Kind != n.Kind {
			t.Errorf("%s is called %q: %v", n.Text, again.Text, err)
		}
	}
}

func TestWhatANameDoesNotSayIsAsGiven(t *testing.T) {
	given := choice{number: 3, speed: "slow", quiet: true}
	n, err := grammar.Parse("bfs,loud", given)
	if want := (choice{number: 3, speed: "slow", quiet: true, loud: true}); err != nil || n.Choice != want {
		t.Errorf("%+v, %v, want %+v", n.Choice, err, want)
	}
	if given.loud {
		t.Error("what was given has changed")
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
		n, err := grammar.Parse(c.name, choice{})
		if err == nil || err.Error() != c.want {
			t.Errorf("Parse(%q) = %q, %v\nwant the error %s", c.name, n.Text, err, c.want)
		}
		if n != (naming.Name[choice]{}) {
			t.Errorf("Parse(%q) returns %+v beside its error", c.name, n)
		}
	}
}

func TestTheCauseOfAnErrorCanBeFound(t *testing.T) {
	cause := errors.New("no")
	refuse := func(*choice, string) (string, error) { return "", cause }
	g := naming.New("flood", "evaluation", []naming.Kind[choice]{{
		Pattern: "x-N/E",
		Number: &naming.Number[choice]{What: "number", Example: "1", Set: func(_ *choice, text string) (string, error) {
			if text == "0" {
				return "", cause
			}
			return text, nil
		}},
		Estimate: &naming.Estimate[choice]{Example: "cells", Set: func(_ *choice, name string) (string, error) {
			if name == "none" {
				return "", cause
			}
			return name, nil
		}},
		Options: []naming.Setting[choice]{{Option: naming.Option{Name: "o", Default: "1", Want: "1"}, Set: refuse}},
	}})
	for _, name := range []string{"x-0/cells", "x-1/none", "x-1/cells,o=2"} {
		if _, err := g.Parse(name, choice{}); !errors.Is(err, cause) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestListedOptionsAreThoseOfTheKind(t *testing.T) {
	want := []naming.Option{loud.Option, quiet.Option, speed.Option}
	if got := kinds[0].Listed(); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := kinds[2].Listed(); got != nil {
		t.Errorf("%+v, want none", got)
	}
}

func TestNewRefusesAListThatIsNotOne(t *testing.T) {
	type list = []naming.Kind[choice]
	set := func(*choice, string) (string, error) { return "", nil }
	option := func(o naming.Option) list {
		return list{{Pattern: "x", Options: []naming.Setting[choice]{{Option: o, Set: set}}}}
	}
	for _, c := range []struct {
		kinds list
		want  string
	}{
		{list{{}}, "no name"},
		{list{{Pattern: "/E", Estimate: estimate()}}, "no name"},
		{list{{Pattern: "-N", Number: depth}}, "no name"},
		{list{{Pattern: "x/"}}, "nothing behind the slash"},
		{list{{Pattern: "x/y/z"}}, `"y/z" is neither a capital letter nor a name`},
		{list{{Pattern: "x/EE"}}, `"EE" is neither`},
		{list{{Pattern: "xN", Number: depth}}, "no hyphen before the number N"},
		{list{{Pattern: "x-Ny", Number: depth}}, "neither - nor + behind the number N"},
		{list{{Pattern: "x-N-M", Number: depth}}, "and one number"},
		{list{{Pattern: "x y"}}, "holds more than lower-case letters"},
		{list{{Pattern: "x,y"}}, "holds more than lower-case letters"},
		{list{{Pattern: "x-N"}}, "a number in the pattern: true, in the kind: false"},
		{list{{Pattern: "x", Number: depth}}, "a number in the pattern: false, in the kind: true"},
		{list{{Pattern: "x-N", Number: &naming.Number[choice]{What: "depth", Example: "1"}}}, "the number N needs What, Example and Set"},
		{list{{Pattern: "x/E"}}, "an estimate to choose in the pattern: true, in the kind: false"},
		{list{{Pattern: "x/cells", Estimate: estimate()}}, "an estimate to choose in the pattern: false, in the kind: true"},
		{list{{Pattern: "x/E", Estimate: &naming.Estimate[choice]{Set: set}}}, "the estimate E needs Example and Set"},
		{list{{Pattern: "x"}, {Pattern: "x"}}, "x is the name of another kind"},
		{list{{Pattern: "x"}, {Pattern: "x-N", Number: depth}}, "x is the name of another kind"},
		{list{{Pattern: "x"}, {Pattern: "x/cells"}}, "x is the name of another kind"},
		{option(naming.Option{}), `"" is not the name of an option`},
		{option(naming.Option{Name: "a=b"}), `"a=b" is not the name of an option`},
		{option(naming.Option{Name: "a", Want: "b"}), "both or none of Default and Want"},
		{option(naming.Option{Name: "a", Default: "b"}), "both or none of Default and Want"},
		{list{{Pattern: "x", Options: []naming.Setting[choice]{{Option: loud.Option}}}}, "option loud needs Set"},
		{list{{Pattern: "x", Options: []naming.Setting[choice]{loud, loud}}}, "option loud is there twice"},
		{list{{Pattern: "x", Exclusive: []naming.Exclusion{{A: "loud", B: "quiet"}}}}, "loud and quiet exclude each other, but are not both options"},
	} {
		func() {
			defer func() {
				got := fmt.Sprint(recover())
				if !strings.HasPrefix(got, "naming: flood: kind ") || !strings.Contains(got, c.want) {
					t.Errorf("%+v: panic %q, want %q", c.kinds, got, c.want)
				}
			}()
			naming.New("flood", "evaluation", c.kinds)
		}()
	}
}

func FuzzParse(f *testing.F) {
	for i := range kinds {
		f.Add(kinds[i].Example())
		f.Add(kinds[i].Pattern)
	}
	f.Add("bfs,loud,speed=slow")
	f.Add("wastar-5/2/layers,speed=SLOW")
	f.Fuzz(func(t *testing.T, name string) {
		n, err := grammar.Parse(name, choice{})
		if err != nil {
			if !strings.HasPrefix(err.Error(), "flood: ") {
				t.Fatalf("%q: %v", name, err)
			}
			return
		}
		again, err := grammar.Parse(n.Text, choice{})
		if err != nil || again.Text != n.Text || again.Kind != n.Kind {
			t.Fatalf("%q is called %q, which is called %q: %v", name, n.Text, again.Text, err)
		}
	})
}

func ExampleGrammar_Parse() {
	type choice struct {
		width int
		heat  bool
	}
	g := naming.New("toy", "heuristic", []naming.Kind[choice]{
		{Pattern: "bfs"},
		{
			Pattern: "beam-N",
			Number:  naming.Count("width", "100", func(c *choice, n int) { c.width = n }),
			Options: []naming.Setting[choice]{naming.Switch("heat", "warm the beam up", func(c *choice) { c.heat = true })},
		},
	})

	n, err := g.Parse("beam-050,heat", choice{})
	fmt.Println(n.Text, n.Kind, n.Choice, err)

	_, err = g.Parse("beam", choice{})
	fmt.Println(err)
	// Output:
	// beam-50,heat 1 {50 true} <nil>
	// toy: strategy "beam": beam needs a width: beam-100
}
