package tiles

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search/naming"
)

func TestStrategyListIsCompleteAndDocumented(t *testing.T) {
	var bases, options []string
	for _, s := range Strategies() {
		if s.Version < 1 || s.Doc == "" || s.Source == "" || strings.Contains(s.Doc+s.Source, "\n") {
			t.Errorf("%s: want a version, and a doc and a source of one line each: %+v", s.Name, s)
		}
		if slices.Contains(bases, s.kind.Name) {
			t.Errorf("%s: the name is there twice", s.kind.Name)
		}
		bases = append(bases, s.kind.Name)
		if s.Optimal && !s.Complete {
			t.Errorf("%s: optimal, but not complete", s.Name)
		}
		for i, o := range s.Options {
			if i > 0 && o.Name <= s.Options[i-1].Name {
				t.Errorf("%s: option %s is out of order", s.Name, o.Name)
			}
			if o.Doc == "" || (o.Default == "") != (o.Want == "") {
				t.Errorf("%s: option %+v: want a doc, and a default exactly if it takes a value", s.Name, o)
			}
			options = append(options, s.kind.Name+" "+o.Name)
		}
		example, err := ParseStrategy(s.kind.example())
		if err != nil {
			t.Errorf("%s: the example does not parse: %v", s.Name, err)
			continue
		}
		if example.Version != s.Version || example.Doc != s.Doc || example.Optimal != s.Optimal || example.Complete != s.Complete {
			t.Errorf("%s: %s has other properties: %+v", s.Name, example.Name, example)
		}
		if naming.IsPattern(s.Name) == (s.Name == example.Name) {
			t.Errorf("%s: the name should be a pattern exactly if the example %s differs", s.Name, example.Name)
		}
	}
	// runnable covers all of it.
	for _, name := range runnable {
		s := mustParse(t, name)
		bases = slices.DeleteFunc(bases, func(base string) bool { return base == s.kind.Name })
		options = slices.DeleteFunc(options, func(option string) bool {
			base, o, _ := strings.Cut(option, " ")
			return base == s.kind.Name && strings.Contains(name, ","+o)
		})
	}
	// The order is the same code for all that take it.
	options = slices.DeleteFunc(options, func(o string) bool { return strings.HasSuffix(o, " order") })
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
		s, err := ParseStrategy(c.name)
		if err != nil {
			t.Errorf("ParseStrategy(%q): %v", c.name, err)
			continue
		}
		if s.Name != c.want {
			t.Errorf("ParseStrategy(%q) is called %q, want %q", c.name, s.Name, c.want)
		}
		if again := mustParse(t, s.Name); again.Name != s.Name {
			t.Errorf("ParseStrategy(%q) is called %q", s.Name, again.Name)
		}
	}
	for _, name := range runnable {
		if s := mustParse(t, name); s.Name != name {
			t.Errorf("ParseStrategy(%q) is called %q", name, s.Name)
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
		{"astar/manhattan,ties=lifo", `option ties: search: "lifo" is not a tie rule`},
		{"astar/manhattan,ties=fifo,ties=fifo", `option ties is given twice`},
		{"ara/manhattan,start=0", `option start: search: weight "0": less than 1`},
		{"astar-lemtea8,repaired=yes", `option repaired takes no value, got "yes"`},
		{"astar-coursera/manhattan,closed-list,no-critical", `options closed-list and no-critical exclude each other: `},
	} {
		s, err := ParseStrategy(c.name)
		if err == nil {
			t.Errorf("ParseStrategy(%q) = %q, want an error with %q", c.name, s.Name, c.want)
			continue
		}
		if got := err.Error(); !strings.HasPrefix(got, "tiles: ") || !strings.Contains(got, c.want) || strings.Contains(got, "\n") {
			t.Errorf("ParseStrategy(%q): %v\nwant one line with %q", c.name, err, c.want)
		}
	}
}

func FuzzParseStrategy(f *testing.F) {
	for _, name := range runnable {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		s, err := ParseStrategy(name)
		if err != nil {
			return
		}
		again, err := ParseStrategy(s.Name)
		if err != nil || again.Name != s.Name {
			t.Fatalf("%q is called %q, which is called %q: %v", name, s.Name, again.Name, err)
		}
	})
}

func ExampleParseStrategy() {
	s, err := ParseStrategy("astar/linear-conflict,ties=low-g,order=ulrd")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Name, s.Optimal)

	_, err = ParseStrategy("astar")
	fmt.Println(err)
	// Output:
	// astar/linear-conflict,ties=low-g true
	// tiles: strategy "astar": astar needs a heuristic: astar/manhattan
}
