package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

func TestStrategyListIsCompleteAndDocumented(t *testing.T) {
	var bases, options []string
	g := render.Kind().Strategies
	for i, s := range g.List() {
		if s.Version < 1 || s.Doc == "" || s.Source == "" || strings.Contains(s.Doc+s.Source, "\n") {
			t.Errorf("%s: want a version, and a doc and a source of one line each: %+v", s.Name, s)
		}
		bases = append(bases, s.Doc)
		if s.Optimal && !s.Complete {
			t.Errorf("%s: optimal, but not complete", s.Name)
		}
		for i, o := range s.Options {
			if i > 0 && o.Name <= s.Options[i-1].Name {
				t.Errorf("%s: option %s is out of order", s.Name, o.Name)
			}
			if o.Doc == "" {
				t.Errorf("%s: option %s: want a doc", s.Name, o.Name)
			}
			options = append(options, s.Doc+"|"+o.Name)
		}
		if _, err := g.Parse(g.Example(i)); err != nil {
			t.Errorf("%s: the example does not parse: %v", s.Name, err)
		}
	}
	// runnable covers all of it.
	for _, name := range runnable {
		s := mustParse(t, name)
		bases = slices.DeleteFunc(bases, func(base string) bool { return base == s.Doc })
		options = slices.DeleteFunc(options, func(option string) bool {
			base, o, _ := strings.Cut(option, "|")
			return base == s.Doc && strings.Contains(name, ","+o)
		})
	}
	// The order is the same code for all that take it.
	options = slices.DeleteFunc(options, func(o string) bool { return strings.HasSuffix(o, "|order") })
	if len(bases)+len(options) > 0 {
		t.Errorf("no test runs %q with options %q", bases, options)
	}
}

func TestStrategyNamesAreCanonical(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"bfs,order=ulrd", "bfs"},
		{"bfs,order=LRUD", "bfs,order=lrud"},
		{"astar/manhattan,ties=high-g", "astar/manhattan"},
		{"astar/manhattan,ties=fifo,order=lrud", "astar/manhattan,order=lrud,ties=fifo"},
		{"wastar-5/2/manhattan", "wastar-2.5/manhattan"},
		{"wastar-2.0/manhattan", "wastar-2/manhattan"},
		{"wastar-14/6/lc-wd", "wastar-7/3/lc-wd"},
		{"beam-0100/hamming", "beam-100/hamming"},
		{"ara/manhattan,start=5.0", "ara/manhattan"},
		{"ara/manhattan,start=10/4", "ara/manhattan,start=2.5"},
		{"astar-coursera/hamming,twin,closed-list", "astar-coursera/hamming,closed-list,twin"},
	} {
		s, err := render.Kind().Strategy(c.name)
		if err != nil {
			t.Errorf("render.Kind().Strategy(%q): %v", c.name, err)
			continue
		}
		if s.Name != c.want {
			t.Errorf("render.Kind().Strategy(%q) is called %q, want %q", c.name, s.Name, c.want)
		}
		if again := mustParse(t, s.Name); again.Name != s.Name {
			t.Errorf("render.Kind().Strategy(%q) is called %q", s.Name, again.Name)
		}
	}
	for _, name := range runnable {
		if s := mustParse(t, name); s.Name != name {
			t.Errorf("render.Kind().Strategy(%q) is called %q", name, s.Name)
		}
	}
}

func TestStrategyErrorsNameThePartThatIsWrong(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"", `no strategy is called ""`},
		{"astr/manhattan", `no strategy is called "astr" (want bfs, `},
		{"astr/manhattan", `; did you mean "astar"?`},
		{"idastar-simon", `did you mean "idastar-simon531"?`},
		{"Astar/manhattan", `no strategy is called "Astar"`},
		{"astar-2/manhattan", `no strategy is called "astar-2"`},
		{"astar", `strategy "astar": astar needs a heuristic: astar/manhattan`},
		{"astar/", `astar needs a heuristic: astar/manhattan`},
		{"beam-10", `strategy "beam-10": beam needs a heuristic: beam-1000/manhattan`},
		{"astar/manhatan", `no heuristic is called "manhatan"`},
		{"astar/manhatan", `did you mean "manhattan"?`},
		{"bfs/manhattan", `bfs takes no heuristic, got "manhattan"`},
		{"idastar-simon531/manhattan", `idastar-simon531 takes no heuristic`},
		{"astar-coursera/lc-wd", `astar-coursera knows no heuristic lc-wd (want hamming or manhattan)`},
		{"wastar/manhattan", `wastar needs a weight: wastar-2/manhattan`},
		{"wastar-/manhattan", `wastar needs a weight: wastar-2/manhattan`},
		{"wastar-0.5/manhattan", `strategy "wastar-0.5/manhattan": weight: search: weight "0.5": less than 1`},
		{"wastar-x/manhattan", `weight "x": not a number`},
		{"beam/manhattan", `beam needs a width: beam-1000/manhattan`},
		{"beam-0/manhattan", `width: 0 is too small (want 1 or more)`},
		{"beam--1/manhattan", `width: "-1" is not a number`},
		{"beam-99999999999/manhattan", `width: "99999999999" is not a number (want 1 to 2147483647)`},
		{"dfs", `dfs needs a depth: dfs-20`},
		{"dfs-0", `depth: 0 is too small`},
		{"bfs,", `bfs has no option "" (want order)`},
		{"bfs,ordr=ulrd", `bfs has no option "ordr" (want order); did you mean "order"?`},
		{"idastar-simon531,order=ulrd", `idastar-simon531 takes no option, got "order"`},
		{"bfs,order", `option order needs a value: the letters u, l, r, d in any order`},
		{"bfs,order=", `option order needs a value`},
		{"bfs,order=ulru", `option order: tiles: "ulru" is not an order of moves`},
		{"idastar/lc-wd,workers=0", `option workers: "0" is not a number of workers (want 1 to 256, or all)`},
		{"idastar/lc-wd,workers=257", `option workers: "257" is not a number of workers`},
		{"astar/manhattan,ties=lifo", `option ties: search: "lifo" is not a tie rule`},
		{"astar/manhattan,ties=fifo,ties=fifo", `option ties is given twice`},
		{"ara/manhattan,start=0", `option start: search: weight "0": less than 1`},
		{"astar-lemtea8,repaired=yes", `option repaired takes no value, got "yes"`},
		{"astar-coursera/manhattan,closed-list,no-critical", `options closed-list and no-critical exclude each other: `},
	} {
		s, err := render.Kind().Strategy(c.name)
		if err == nil {
			t.Errorf("render.Kind().Strategy(%q) = %q, want an error with %q", c.name, s.Name, c.want)
			continue
		}
		if got := err.Error(); !strings.HasPrefix(got, "tiles: ") || !strings.Contains(got, c.want) || strings.Contains(got, "\n") {
			t.Errorf("render.Kind().Strategy(%q): %v\nwant one line with %q", c.name, err, c.want)
		}
	}
}

func FuzzStrategy(f *testing.F) {
	for _, name := range runnable {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		s, err := render.Kind().Strategy(name)
		if err != nil {
			return
		}
		again, err := render.Kind().Strategy(s.Name)
		if err != nil || again.Name != s.Name {
			t.Fatalf("%q is called %q, which is called %q: %v", name, s.Name, again.Name, err)
		}
	})
}

func ExampleKind_strategy() {
	s, err := render.Kind().Strategy("astar/linear-conflict,ties=low-g,order=ulrd")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Name, s.Optimal)

	_, err = render.Kind().Strategy("astar")
	fmt.Println(err)
	// Output:
	// astar/linear-conflict,ties=low-g true
	// tiles: strategy "astar": astar needs a heuristic: astar/manhattan
}
