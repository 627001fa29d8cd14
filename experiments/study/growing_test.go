package study

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// tower is an instance of a toy puzzle: a number of discs.
type tower int

func (t tower) String() string { return strconv.Itoa(int(t)) }

// towers is a puzzle of that name with the strategies bfs, astar and one of that name
// too. Sizes are "4" and "2x2", of as many discs. No tower has more than 100.
func towers(name string) *puzzle.Puzzle {
	size := func(text string, _ puzzle.Choice) (puzzle.Size, error) {
		if w, h, err := wording.WxH(text); err == nil {
			return puzzle.Size{Text: text, Cells: w * h, Numbers: []int{w, h}}, nil
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			err = fmt.Errorf("%q is not a number (want 1 to 2147483647)", text)
		}
		return puzzle.SizeN(n), err
	}
	var patterns []puzzle.Pattern[tower]
	for _, strategy := range []string{"bfs", "astar", name} {
		patterns = append(patterns, puzzle.Pattern[tower]{Strategy: puzzle.Strategy[tower]{
			Name: strategy, Version: 1, Doc: "counts", Fits: func(t tower) error {
				if strategy == name && t > 5 {
					return errors.New("more than five discs")
				}
				return nil
			},
			Run: func(_ context.Context, t tower, _ uint64, _ search.Limits) (puzzle.Finding, error) {
				return puzzle.Finding{Outcome: search.Measured, Meter: search.Meter{Expanded: uint64(t)}}, nil
			},
		}})
	}
	draw := func(size puzzle.Size, _ int, _ *search.Random) (tower, error) {
		if size.Cells > 100 {
			return 0, errors.New("too high")
		}
		return tower(size.Cells), nil
	}
	return puzzle.Of(&puzzle.Kind[tower]{
		Name: name, Doc: "discs", Example: "3", Default: "bfs", SizeExamples: []string{"4"}, ParseSize: size, Code: []fs.FS{search.Source},
		Formats: []puzzle.Format[tower]{{Name: "line", Read: func(r io.Reader, file string, _ puzzle.Choice) iter.Seq2[tower, error] {
			return puzzle.ReadEach(r, name, file, 100, func(s *puzzle.Scanner) (tower, error) {
				n, ok := wording.Digits(s.Word(), 1000)
				if !ok {
					return 0, s.Fault(s.Pos, "%q is no height", s.Word())
				}
				return tower(n), nil
			})
		}}},
		Strategies: puzzle.NewGrammar(name, "heuristic", patterns),
		Check:      func(tower, string) (int, error) { return 0, nil },
		Size:       func(t tower) int { return int(t) },
		Families:   []puzzle.Family[tower]{{Name: "uniform", Version: 1, Generate: draw}, {Name: "other", Version: 1, Generate: draw}},
		Sets: []puzzle.Set[tower]{{Name: "classic", Members: func() []puzzle.Member[tower] {
			return []puzzle.Member[tower]{{Instance: 3}, {Instance: 8}}
		}}},
	})
}

// hanoi is a study of two sizes; the whole study has one more sweep.
func hanoi(c Choice) Growing {
	return Growing{
		Study: "hanoi", Kind: towers("towers"), Seed: 1,
		Family: "uniform", Sizes: []string{"3", "4"}, Instances: At(c.Scale, 1, 2, 3),
		Strategies: []string{"bfs", "astar"}, Limits: search.Limits{Expanded: 10, Bytes: 99},
	}
}

// sweeps writes one line for each sweep of a runner.
func sweeps(t *testing.T, r Runner) string {
	t.Helper()
	var lines []string
	for _, p := range r {
		all, err := p.Sweeps()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range all {
			var names, instances []string
			for _, strategy := range s.Strategies {
				names = append(names, strategy.Name)
			}
			for _, inst := range s.Instances {
				instances = append(instances, fmt.Sprintf("%s/%d/%d %s", inst.Set, inst.Size, inst.Index, inst.Text))
			}
			limits := s.Limits
			if s.LimitsFor != nil {
				limits = s.LimitsFor(names[0], s.Instances[0].Size)
			}
			lines = append(lines, fmt.Sprintf("%s of seed %d, %d times, %d nodes, %d bytes, %d workers: %s",
				strings.Join(names, "+"), s.Seed, s.Repeats, limits.Expanded, limits.Bytes, s.Workers, strings.Join(instances, "; ")))
		}
	}
	return strings.Join(lines, "\n")
}

func TestAChoiceChangesWhatItNamesAndKeepsTheRest(t *testing.T) {
	folder := t.TempDir()
	mine := filepath.Join(folder, "mine.txt")
	if err := os.WriteFile(mine, []byte("5 # a comment\n\n6\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	seven := uint64(7)
	const rest = ", 10 nodes, 99 bytes, 0 workers: "
	for name, c := range map[string]struct {
		study  func(Choice) Growing
		choice Choice
		want   string
	}{
		"nothing": {hanoi, Choice{Scale: experiments.Quick}, "bfs+astar of seed 1, 0 times" + rest +
			"uniform/3/0 towers uniform@1 size=3 seed=1 index=0; uniform/4/0 towers uniform@1 size=4 seed=1 index=0"},
		"workers": {hanoi, Choice{Scale: experiments.Quick, Running: Running{Workers: 2}}, "bfs+astar of seed 1, 0 times, 10 nodes, 99 bytes, 2 workers: " +
			"uniform/3/0 towers uniform@1 size=3 seed=1 index=0; uniform/4/0 towers uniform@1 size=4 seed=1 index=0"},
		"all of what is drawn": {
			hanoi,
			Choice{Family: "other", Sizes: []string{"2x2", "5"}, Instances: 1, Strategies: []string{"towers"}, Seed: &seven, Repeats: 3, Limits: search.Limits{Expanded: 20}},
			"towers of seed 7, 3 times, 20 nodes, 99 bytes, 0 workers: " +
				"other-2x2/4/0 towers other@1 size=2x2 seed=7 index=0; other/5/0 towers other@1 size=5 seed=7 index=0",
		},
		"a set":             {hanoi, Choice{Family: "classic"}, "bfs+astar of seed 1, 0 times" + rest + "classic/3/0 3; classic/8/1 8"},
		"some of a set":     {hanoi, Choice{Family: "classic", Instances: 1}, "bfs+astar of seed 1, 0 times" + rest + "classic/3/0 3"},
		"files":             {hanoi, Choice{Files: []string{mine, "-"}, Stdin: strings.NewReader("9"), Format: "line"}, "bfs+astar of seed 1, 0 times" + rest + "mine/5/0 5; mine/6/1 6; stdin/9/0 9"},
		"its only puzzle":   {hanoi, Choice{Puzzle: "towers", Sizes: []string{"3"}, Instances: 1}, "bfs+astar of seed 1, 0 times" + rest + "uniform/3/0 towers uniform@1 size=3 seed=1 index=0"},
		"a size said twice": {hanoi, Choice{Sizes: []string{"3", "3"}, Instances: 1}, "bfs+astar of seed 1, 0 times" + rest + "uniform/3/0 towers uniform@1 size=3 seed=1 index=0"},
		"sizes of a study of a set": {func(c Choice) Growing {
			g := hanoi(c)
			g.Family = "classic"
			return g
		}, Choice{Sizes: []string{"4"}, Instances: 1}, "bfs+astar of seed 1, 0 times" + rest + "uniform/4/0 towers uniform@1 size=4 seed=1 index=0"},
		"the study's own": {func(c Choice) Growing {
			g := hanoi(c)
			g.Own = func(n int) ([]experiments.Instance, error) {
				return []experiments.Instance{{Set: "own", Size: n, Text: "own", Puzzle: tower(1)}}, nil
			}
			return g
		}, Choice{Strategies: []string{"bfs"}}, "bfs of seed 1, 0 times" + rest + "own/2/0 own"},
		"its only size": {func(c Choice) Growing {
			g := hanoi(c)
			g.Only = "the towers of the book"
			g.Own = func(n int) ([]experiments.Instance, error) {
				return []experiments.Instance{{Set: "own", Size: n, Text: "own", Puzzle: tower(1)}}, nil
			}
			return g
		}, Choice{Sizes: []string{"3"}, Strategies: []string{"bfs"}}, "bfs of seed 1, 0 times" + rest + "own/2/0 own"},
		"limits that are lifted": {
			hanoi,
			Choice{Strategies: []string{"bfs"}, Sizes: []string{"3"}, Instances: 1, Limits: search.Limits{Expanded: NoLimit, Time: NoLimit}},
			"bfs of seed 1, 0 times, 0 nodes, 99 bytes, 0 workers: uniform/3/0 towers uniform@1 size=3 seed=1 index=0",
		},
		"strategies that do not fit all sizes": {func(c Choice) Growing {
			g := hanoi(c)
			g.LimitsOf = func(strategy string, _ int) search.Limits { return search.Limits{Expanded: uint64(len(strategy))} }
			return g
		}, Choice{Strategies: []string{"towers", "bfs"}, Sizes: []string{"5", "6", "7"}, Instances: 1, Limits: search.Limits{Bytes: 7}}, "towers+bfs of seed 1, 0 times, 6 nodes, 7 bytes, 0 workers: uniform/5/0 towers uniform@1 size=5 seed=1 index=0\n" +
			"bfs of seed 1, 0 times, 3 nodes, 7 bytes, 0 workers: uniform/6/0 towers uniform@1 size=6 seed=1 index=0; uniform/7/0 towers uniform@1 size=7 seed=1 index=0"},
		"the whole": {func(c Choice) Growing {
			return hanoi(c).Then(func(scale experiments.Scale, seed uint64) ([]Part, error) {
				return []Part{{Strategies: []string{"bfs"}, Instances: []experiments.Instance{{Set: string(scale), Text: fmt.Sprint(seed)}}}}, nil
			})
		}, Choice{Scale: experiments.Quick}, "bfs+astar of seed 1, 0 times" + rest +
			"uniform/3/0 towers uniform@1 size=3 seed=1 index=0; uniform/4/0 towers uniform@1 size=4 seed=1 index=0\n" +
			"bfs of seed 1, 0 times, 0 nodes, 0 bytes, 0 workers: quick/0/0 1"},
		"the whole with another seed": {func(c Choice) Growing {
			return hanoi(c).Then(func(scale experiments.Scale, seed uint64) ([]Part, error) {
				return []Part{{Strategies: []string{"bfs"}, Instances: []experiments.Instance{{Set: string(scale), Text: fmt.Sprint(seed)}}}}, nil
			})
		}, Choice{Scale: experiments.Quick, Seed: &seven}, "bfs+astar of seed 7, 0 times" + rest +
			"uniform/3/0 towers uniform@1 size=3 seed=7 index=0; uniform/4/0 towers uniform@1 size=4 seed=7 index=0\n" +
			"bfs of seed 7, 0 times, 0 nodes, 0 bytes, 0 workers: quick/0/0 7"},
	} {
		r, err := c.study(c.choice).Plan(c.choice)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := sweeps(t, r); got != c.want {
			t.Errorf("%s: planned\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

func TestAChoiceThatCannotBeRunIsRefused(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good, bad, empty, same := file("good.txt", "3"), file("bad.txt", "3\n 4x"), file("empty.txt", "# none"), file("other/good.txt", "3")
	only := func(c Choice) Growing {
		g := hanoi(c)
		g.Only = "the towers of the book"
		return g
	}
	for name, c := range map[string]struct {
		study  func(Choice) Growing
		choice Choice
		field  string // "" for an error about files
		want   string
	}{
		"another puzzle":      {hanoi, Choice{Puzzle: "tiles"}, "puzzle", `"tiles" is not the puzzle of the study (want towers)`},
		"no such strategy":    {hanoi, Choice{Strategies: []string{"dfs"}}, "strategies", `no strategy is called "dfs"`},
		"no such family":      {hanoi, Choice{Family: "unifrom"}, "family", `did you mean "uniform"?`},
		"an option of a set":  {hanoi, Choice{Family: "classic,k=1"}, "family", "takes no option"},
		"none of that size":   {hanoi, Choice{Family: "uniform", Sizes: []string{"101"}}, "sizes", "too high"},
		"no size":             {hanoi, Choice{Sizes: []string{"3", "x"}}, "sizes", `"x" is not a number`},
		"too large a size":    {hanoi, Choice{Sizes: []string{"10000001"}}, "sizes", "10000001 is too large (want at most 10000000)"},
		"the size of a set":   {hanoi, Choice{Sizes: []string{"3"}, Family: "classic"}, "sizes", "have their own sizes"},
		"more than a set has": {hanoi, Choice{Instances: 3, Family: "classic"}, "instances", "3 are too many (classic has 2)"},
		"not the only own size": {func(c Choice) Growing {
			g := only(c)
			g.Own = func(int) ([]experiments.Instance, error) { return nil, nil }
			return g
		}, Choice{Sizes: []string{"5"}}, "sizes", "5 is not the size"},
		"not the only size":            {only, Choice{Sizes: []string{"5"}}, "sizes", "5 is not the size of this study's instances (want 3 or 4, the towers of the book)"},
		"no such format":               {hanoi, Choice{Files: []string{good}, Format: "lime"}, "format", `did you mean "line"?`},
		"no file":                      {hanoi, Choice{Files: []string{filepath.Join(folder, "none")}}, "", "none"},
		"an error in a file":           {hanoi, Choice{Files: []string{good, bad}}, "", `bad.txt:2:2: "4x" is no height`},
		"an empty file":                {hanoi, Choice{Files: []string{empty}}, "", "empty.txt: there is no instance in this file"},
		"two files of a name":          {hanoi, Choice{Files: []string{good, same}}, "", `would both be called "good" as sets`},
		"a strategy that does not fit": {hanoi, Choice{Strategies: []string{"towers"}, Sizes: []string{"6", "7"}}, "strategies", "towers: more than five discs"},
	} {
		_, err := c.study(c.choice).Plan(c.choice)
		wrong, ok := errors.AsType[*ChoiceError](err)
		if err == nil || ok != (c.field != "") || ok && wrong.Field != c.field || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v; want one about %q: %s", name, err, c.field, c.want)
		}
	}
}

func TestEachOfSeveralPuzzlesRunsWhatIsItsOwn(t *testing.T) {
	several := func(c Choice) (Runner, error) {
		a, b := hanoi(c), hanoi(c)
		a.Kind, b.Kind = towers("a"), towers("b")
		b.SizesOf = func(cells int) []string {
			if cells%2 > 0 {
				return nil
			}
			return []string{fmt.Sprintf("2x%d", cells/2)}
		}
		return Several(c, a, b)
	}
	const drawn = " of seed 1, 0 times, 10 nodes, 99 bytes, 0 workers: uniform"
	for name, c := range map[string]struct {
		choice Choice
		want   string // begins with "error: " for an error
	}{
		"a strategy of one":  {Choice{Strategies: []string{"a"}, Sizes: []string{"4"}, Instances: 1}, "a" + drawn + "/4/0 a uniform@1 size=4 seed=1 index=0"},
		"a size of one":      {Choice{Strategies: []string{"bfs"}, Sizes: []string{"3"}, Instances: 1}, "bfs" + drawn + "/3/0 a uniform@1 size=3 seed=1 index=0"},
		"a size of both":     {Choice{Strategies: []string{"bfs"}, Sizes: []string{"4"}, Instances: 1}, "bfs" + drawn + "/4/0 a uniform@1 size=4 seed=1 index=0\nbfs" + drawn + "-2x2/4/0 b uniform@1 size=2x2 seed=1 index=0"},
		"one puzzle":         {Choice{Puzzle: "b", Strategies: []string{"bfs"}, Sizes: []string{"4"}, Instances: 1}, "bfs" + drawn + "-2x2/4/0 b uniform@1 size=2x2 seed=1 index=0"},
		"a set of one":       {Choice{Puzzle: "b", Strategies: []string{"bfs"}, Family: "classic", Instances: 1}, "bfs of seed 1, 0 times, 10 nodes, 99 bytes, 0 workers: classic/3/0 3"},
		"no such puzzle":     {Choice{Puzzle: "c"}, `error: puzzle: "c" is not a puzzle of the study (want a, b)`},
		"a family of any":    {Choice{Family: "uniform"}, "error: puzzle: the study has several puzzles (want a, b)"},
		"files of any":       {Choice{Files: []string{"-"}}, "error: puzzle: the study has several puzzles (want a, b)"},
		"the other's puzzle": {Choice{Puzzle: "a", Strategies: []string{"bfs", "b"}}, "error: strategies: a has no strategy called b"},
		"the other's size":   {Choice{Strategies: []string{"b"}, Sizes: []string{"4", "3"}}, "error: sizes: no instance of the puzzles of the study with these strategies has size 3"},
	} {
		r, err := several(c.choice)
		got := fmt.Sprintf("error: %v", err)
		if err == nil {
			got = sweeps(t, r)
		}
		if got != c.want {
			t.Errorf("%s: planned\n%s\nwant\n%s", name, got, c.want)
		}
	}
	if r, err := several(Choice{}); err != nil || len(r) != 2 {
		t.Errorf("%+v, %v; want the plans of both puzzles", r, err)
	}
}

func ExampleGrowing() {
	d := Definition{
		Name: "hanoi", Title: "How high can we go?",
		Plan: func(c Choice) (Runner, error) {
			return Growing{
				Study: "hanoi", Kind: towers("towers"), Seed: 1,
				Family: "uniform", Sizes: []string{"3", "4", "5"}, Instances: At(c.Scale, 2, 20, 100),
				Strategies: []string{"bfs", "astar"}, Limits: search.Limits{Expanded: 1e6},
			}.Plan(c)
		},
	}
	folder, err := os.MkdirTemp("", "hanoi")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	run := func(c Choice) {
		c.Scale = experiments.Quick
		trials, err := d.Choose(c)
		if err != nil {
			fmt.Println(err)
			return
		}
		s, err := trials.Run(context.Background(), experiments.Setting{Root: folder}, nil)
		fmt.Println(s.Total, "trials,", s.Reused, "reused", err)
	}
	run(Choice{})
	run(Choice{Sizes: []string{"5", "6"}, Instances: 3, Strategies: []string{"bfs"}})
	run(Choice{Sizes: []string{"five"}})
	// Output:
	// 12 trials, 0 reused <nil>
	// 6 trials, 2 reused <nil>
	// sizes: "five" is not a number (want 1 to 2147483647)
}

// A run of only some strategies is not a mistake, whether or not the study declares its questions;
// a strategy that the study does not have is a mistake.
func TestClaimsKnowWhatAStudyRuns(t *testing.T) {
	plan := func(c Choice) (Runner, error) { return hanoi(c).Plan(c) }
	trials := frame.Of([]trial.Trial{{Set: "towers", Size: 4, Instance: "0", Strategy: "bfs", Outcome: search.Solved}})
	for _, c := range []struct{ strategy, want string }{{"astar", ""}, {"astra", `the strategy "astra"`}} {
		family := Claims(fstest.MapFS{}, plan, claim.Claim{
			ID: "it", Of: frame.Selection{Strategies: []string{"bfs", c.strategy}},
			Ask: func(f frame.Frame) (claim.Answer, error) {
				return claim.Below(claim.Ratio(f, trial.Expanded, "bfs", c.strategy, "tower"), 1), nil
			},
		})
		if family.Preregistered() {
			t.Error("a study without a declaration is preregistered")
		}
		_, err := family.Decide(trials, "it")
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.strategy, err, c.want)
		}
	}
}

// TestInstancesAreDrawnOnce asks for the pictures of two trials of one instance, of an instance that
// no puzzle can read, and of a puzzle without pictures.
func TestInstancesAreDrawnOnce(t *testing.T) {
	p, drawn := towers("towers"), 0
	rows := frame.Of([]trial.Trial{{Set: "u", Size: 3, Index: 1, Text: "3"}, {Set: "u", Size: 3, Index: 1, Text: "3", Strategy: "bfs"}, {Set: "u", Size: 9, Text: "nine"}})
	if got := (Definition{}).Pictures([]*puzzle.Puzzle{p}, rows); len(got) > 0 {
		t.Errorf("a puzzle without pictures has %v", got)
	}
	p.Pictures = []puzzle.Picture[puzzle.Instance]{{Name: "board", Formats: []string{"text", "svg"}, Draw: func(w io.Writer, inst puzzle.Instance, v puzzle.View) error {
		drawn++
		_, err := fmt.Fprintf(w, "%s of %v", v.Format, inst)
		return err
	}}}
	if got := (Definition{}).Pictures([]*puzzle.Puzzle{p}, rows); drawn != 1 || len(got) != 1 || !strings.HasPrefix(got["u/3/1"], "svg of ") {
		t.Errorf("%d drawn: %v", drawn, got)
	}
}
