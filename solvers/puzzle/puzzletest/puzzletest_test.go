package puzzletest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/puzzletest"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// A pile of stones with a mark, of which each move takes one or two: "5a".
type pile struct {
	stones int
	mark   byte
}

func (p pile) String() string { return strconv.Itoa(p.stones) + string(p.mark) }

type analysis struct{ text, json string }

func (a analysis) MarshalJSON() ([]byte, error) { return []byte(a.json), nil }

func (a analysis) Describe(w io.Writer) error {
	_, err := fmt.Fprintln(w, a.text)
	return err
}

type run = func(context.Context, pile, uint64, search.Limits) (puzzle.Finding, error)

func parse(s *puzzle.Scanner) (pile, error) {
	s.Skip()
	word := s.Word()
	last := len(word) - 1
	n, ok := wording.Digits(word[:last], 100)
	if !ok || n < 1 || n > 100 || word[last] < 'a' || word[last] > 'z' {
		return pile{}, s.Fault(s.Pos, "%s is no pile", wording.Quote(word))
	}
	return pile{n, word[last]}, nil
}

func reading(parse func(*puzzle.Scanner) (pile, error)) []puzzle.Format[pile] {
	return []puzzle.Format[pile]{{Name: "line", Doc: "a pile a line", Read: func(r io.Reader, file string, _ puzzle.Choice) iter.Seq2[pile, error] {
		return puzzle.ReadEach(r, "pile", file, 1000, parse)
	}}}
}

// twos takes two stones as long as there are two.
func twos(_ context.Context, p pile, _ uint64, _ search.Limits) (puzzle.Finding, error) {
	path := strings.Repeat("2", p.stones/2) + strings.Repeat("1", p.stones%2)
	return puzzle.Finding{Outcome: search.Solved, Solution: puzzle.Text(path), Cost: len(path), Bound: len(path), Optimal: true}, nil
}

// strategies are twos, and one that runs as it is told.
func strategies(other run) *puzzle.Grammar[pile] {
	return puzzle.NewGrammar("pile", "heuristic", []puzzle.Pattern[pile]{
		{Strategy: puzzle.Strategy[pile]{Name: "twos", Version: 1, Doc: "two at a time", Optimal: true, Complete: true, Run: twos}},
		{Strategy: puzzle.Strategy[pile]{Name: "other", Version: 1, Doc: "as it is told", Optimal: true, Complete: true, Run: other}},
	})
}

// finding is a strategy that finds what twos does, changed.
func finding(change func(f *puzzle.Finding)) *puzzle.Grammar[pile] {
	return strategies(func(ctx context.Context, p pile, seed uint64, limits search.Limits) (puzzle.Finding, error) {
		f, err := twos(ctx, p, seed, limits)
		change(&f)
		return f, err
	})
}

// only is a grammar of one strategy, that finds what twos does, changed.
func only(change func(f *puzzle.Finding)) *puzzle.Grammar[pile] {
	run := func(ctx context.Context, p pile, seed uint64, limits search.Limits) (puzzle.Finding, error) {
		f, err := twos(ctx, p, seed, limits)
		change(&f)
		return f, err
	}
	return puzzle.NewGrammar("pile", "heuristic", []puzzle.Pattern[pile]{
		{Strategy: puzzle.Strategy[pile]{Name: "twos", Version: 1, Doc: "two at a time", Optimal: true, Complete: true, Run: run}},
	})
}

func generating(generate func(n int, random *search.Random) (pile, error)) []puzzle.Family[pile] {
	return []puzzle.Family[pile]{{
		Name: "uniform", Version: 1, Doc: "any mark", Source: "ours",
		Generate: func(size puzzle.Size, _ int, random *search.Random) (pile, error) {
			return generate(size.Cells, random)
		},
	}}
}

func drawing(format string, draw func(w io.Writer) error) []puzzle.Picture[pile] {
	return []puzzle.Picture[pile]{{Name: "board", Doc: "the stones", Formats: []string{format}, Draw: func(w io.Writer, _ pile, _ puzzle.View) error { return draw(w) }}}
}

func writing(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

func check(p pile, solution string) (int, error) {
	if strings.Trim(solution, "12") != "" {
		return 0, errors.New("pile: that is no move")
	}
	if taken := len(solution) + strings.Count(solution, "2"); taken != p.stones {
		return 0, fmt.Errorf("pile: %d stones are taken", taken)
	}
	return len(solution), nil
}

// sound is a puzzle without a fault.
func sound() *puzzle.Kind[pile] {
	return &puzzle.Kind[pile]{
		Name: "pile", Doc: "take all stones", Source: "ours", Example: "5a", Code: []fs.FS{},
		Formats:      reading(parse),
		Question:     []puzzle.Option{puzzle.Switch("marked", "with a mark")},
		Ask:          func(p pile, _ puzzle.Choice) (pile, error) { return p, nil },
		Strategies:   finding(func(*puzzle.Finding) {}),
		Default:      "twos",
		Heuristics:   []puzzle.Heuristic{{Name: "half", Doc: "half of the stones"}},
		Check:        check,
		Path:         func(solution string) json.RawMessage { return json.RawMessage(strconv.Quote(solution)) },
		Describe:     func(w io.Writer, _ pile, solution string) error { return writing(solution + "\n")(w) },
		Size:         func(p pile) int { return p.stones },
		ParseSize:    puzzle.ParseN("stones", 1, 100),
		SizeExamples: []string{"4"},
		Families: generating(func(n int, random *search.Random) (pile, error) {
			return pile{n, byte('a' + random.Below(26))}, nil
		}),
		Sets: []puzzle.Set[pile]{{Name: "known", Doc: "one pile", Source: "ours", Members: func() []puzzle.Member[pile] {
			return []puzzle.Member[pile]{{Instance: pile{7, 'z'}}}
		}}},
		Analyze:  func(p pile) puzzle.Analysis { return analysis{p.String(), "{}"} },
		Pictures: append(drawing("svg", writing("<svg><g/></svg>")), drawing("text", writing("ooo"))...),
	}
}

func TestASoundPuzzleConforms(t *testing.T) {
	puzzletest.Conform(t, sound())
	r := &recorder{TB: t}
	if r.run(sound()); len(r.errors) > 0 {
		t.Errorf("complaints: %q", r.errors)
	}
}

// Puzzles at the edges of what a puzzle may be: an example that is solved, one move from the
// goal, or has no solution, and sizes with one instance.
func TestTinyPuzzlesConform(t *testing.T) {
	single := generating(func(n int, _ *search.Random) (pile, error) { return pile{n, 'a'}, nil })
	for name, change := range map[string]func(k *puzzle.Kind[pile]){
		"one move from the goal": func(k *puzzle.Kind[pile]) { k.Example, k.SizeExamples, k.Families = "1a", []string{"1"}, single },
		"one instance of a size": func(k *puzzle.Kind[pile]) { k.Families = single },
		"moves that cost nothing": func(k *puzzle.Kind[pile]) {
			k.Strategies = only(func(f *puzzle.Finding) { f.Cost, f.Bound = 0, 0 })
			k.Check = func(p pile, solution string) (int, error) {
				_, err := check(p, solution)
				return 0, err
			}
		},
		"the example is solved": func(k *puzzle.Kind[pile]) {
			k.Example, k.Formats = "0a", reading(func(s *puzzle.Scanner) (pile, error) {
				if before := *s; s.Word() != "0a" {
					*s = before
					return parse(s)
				}
				return pile{0, 'a'}, nil
			})
		},
		"no solution": func(k *puzzle.Kind[pile]) {
			k.Strategies = only(func(f *puzzle.Finding) { *f = puzzle.Finding{Outcome: search.Unsolvable} })
			k.Check = func(pile, string) (int, error) { return 0, errors.New("pile: nothing solves it") }
		},
	} {
		t.Run(name, func(t *testing.T) {
			k := sound()
			change(k)
			puzzletest.Conform(t, k)
		})
	}
}

// What a puzzle does not have is not checked.
func TestAPuzzleNeedsNotHaveEverything(t *testing.T) {
	k := sound()
	k.Question, k.Ask, k.Heuristics, k.Path, k.Describe, k.Families, k.Sets, k.Analyze, k.Pictures = nil, nil, nil, nil, nil, nil, nil, nil, nil
	puzzletest.Conform(t, k)
}

func TestEveryFaultIsFound(t *testing.T) {
	type kind = puzzle.Kind[pile]
	calls := 0
	wide := strings.Repeat("ö", 81)
	for fault, c := range map[string]struct {
		want  string
		spoil func(k *kind)
	}{
		"the name has a capital":    {`the name "Pile" is no lower-case word`, func(k *kind) { k.Name = "Pile" }},
		"a doc of two lines":        {`the puzzle says "a\nb" of itself`, func(k *kind) { k.Doc = "a\nb" }},
		"a format without a doc":    {`format line says ""`, func(k *kind) { k.Formats[0].Doc = "" }},
		"a family's full stop":      {`family uniform says "It."`, func(k *kind) { k.Families[0].Doc = "It." }},
		"a family without version":  {"family uniform has version 0", func(k *kind) { k.Families[0].Version = 0 }},
		"a set without a doc":       {`set known says ""`, func(k *kind) { k.Sets[0].Doc = "" }},
		"a set without a source":    {"set known names no source", func(k *kind) { k.Sets[0].Source = "" }},
		"a heuristic without a doc": {`heuristic half says ""`, func(k *kind) { k.Heuristics[0].Doc = "" }},
		"a picture without a doc":   {`picture board says ""`, func(k *kind) { k.Pictures[0].Doc = "" }},
		"a strategy without both": {"strategy bare has version 0", func(k *kind) {
			k.Strategies = k.Strategies.With(puzzle.Pattern[pile]{Strategy: puzzle.Strategy[pile]{Name: "bare", Run: twos}})
		}},

		"the example is none": {`the example "5"`, func(k *kind) { k.Example = "5" }},
		"reading changes it": {`is written "5b", and that is read as "5c"`, func(k *kind) {
			k.Formats = reading(func(s *puzzle.Scanner) (pile, error) {
				p, err := parse(s)
				p.mark++
				return p, err
			})
		}},
		"no question changes it": {"no option of the question makes", func(k *kind) {
			k.Ask = func(p pile, _ puzzle.Choice) (pile, error) { return pile{p.stones + 1, p.mark}, nil }
		}},
		"a member cannot be read": {"known, member 0,", func(k *kind) {
			k.Sets[0].Members = func() []puzzle.Member[pile] { return []puzzle.Member[pile]{{Instance: pile{0, 'a'}}} }
		}},
		"nonsense is read": {`"no instance?" is read as "1a"`, func(k *kind) {
			k.Formats = reading(func(*puzzle.Scanner) (pile, error) { return pile{1, 'a'}, nil })
		}},
		"an error names no puzzle": {"does not begin with the puzzle's name", func(k *kind) {
			k.Formats = reading(func(s *puzzle.Scanner) (pile, error) {
				p, err := parse(s)
				if err != nil {
					err = errors.New("what?")
				}
				return p, err
			})
		}},

		"a family forgets": {`seed=7 index=1 is "4`, func(k *kind) {
			k.Families = generating(func(n int, _ *search.Random) (pile, error) {
				calls++
				return pile{n, byte('a' + calls%26)}, nil
			})
		}},
		"a recipe makes another": {"the recipe", func(k *kind) {
			k.Families = generating(func(n int, _ *search.Random) (pile, error) {
				calls++
				return pile{n, byte('a' + calls%26)}, nil
			})
		}},
		"a family's text cannot be read": {`is written "4A", and that is read as`, func(k *kind) {
			k.Families = generating(func(n int, _ *search.Random) (pile, error) { return pile{n, 'A'}, nil })
		}},
		"a family is empty": {"has no instance of size 4", func(k *kind) {
			k.Families = generating(func(int, *search.Random) (pile, error) { return pile{}, errors.New("none") })
		}},
		"a family is nearly empty": {"of which there is an instance: ", func(k *kind) {
			k.Families[0].Generate = func(size puzzle.Size, index int, _ *search.Random) (pile, error) {
				if index > 0 {
					return pile{}, errors.New("none")
				}
				return pile{size.Cells, 'a'}, nil
			}
		}},
		"an example size is none": {"the example size x", func(k *kind) { k.SizeExamples = []string{"x"} }},

		"a strategy's example is none": {"the example of some-N", func(k *kind) {
			k.Strategies = k.Strategies.With(puzzle.Pattern[pile]{
				Strategy: puzzle.Strategy[pile]{Name: "some-N", Version: 1, Doc: "some"}, Number: puzzle.Count("number", "0"), Bind: func(*puzzle.Strategy[pile], puzzle.Choice) {},
			})
		}},
		"a strategy fails": {"disk full", func(k *kind) {
			k.Strategies = strategies(func(context.Context, pile, uint64, search.Limits) (puzzle.Finding, error) {
				return puzzle.Finding{}, errors.New("disk full")
			})
		}},
		"a second run differs": {"the second run gives", func(k *kind) {
			k.Strategies = finding(func(f *puzzle.Finding) { calls++; f.Meter.Expanded = uint64(calls) })
		}},
		"a second solution differs": {"the second run gives", func(k *kind) {
			k.Strategies = finding(func(f *puzzle.Finding) {
				if calls++; calls%2 == 0 {
					f.Solution = puzzle.Text(strings.Repeat("1", f.Cost))
				}
			})
		}},
		"a cost is wrong":       {"said to cost 8, costs 3", func(k *kind) { k.Strategies = finding(func(f *puzzle.Finding) { f.Cost += 5 }) }},
		"a solution is none":    {"pile: that is no move", func(k *kind) { k.Strategies = finding(func(f *puzzle.Finding) { f.Solution = puzzle.Text("3") }) }},
		"no optimum is claimed": {"does not claim that its solution is", func(k *kind) { k.Strategies = finding(func(f *puzzle.Finding) { f.Optimal = false }) }},
		"a bound is too large":  {"other on \"5a\" claims that nothing costs less than 4", func(k *kind) { k.Strategies = finding(func(f *puzzle.Finding) { f.Bound++ }) }},
		"a solution is not optimal": {"claims that nothing costs less than 5", func(k *kind) {
			k.Strategies = finding(func(f *puzzle.Finding) { f.Solution, f.Cost, f.Bound = puzzle.Text("11111"), 5, 0 })
		}},
		"a solution is overlooked": {"there is no solution, but there is one that costs 3", func(k *kind) {
			k.Strategies = finding(func(f *puzzle.Finding) { *f = puzzle.Finding{Outcome: search.Unsolvable} })
		}},

		"a check takes everything": {`takes nothing, "", for a solution that costs 0`, func(k *kind) {
			k.Check = func(_ pile, solution string) (int, error) { return len(solution), nil }
		}},
		"a check ignores the goal": {"takes the beginning of a shortest solution", func(k *kind) {
			k.Check = func(p pile, solution string) (int, error) {
				if strings.Trim(solution, "12") != "" {
					return check(p, solution)
				}
				return len(solution), nil
			}
		}},
		"a check passes over what is no move": {"takes a shortest solution with a word behind it", func(k *kind) {
			k.Check = func(p pile, solution string) (int, error) {
				return check(p, strings.Map(func(r rune) rune {
					if r == '1' || r == '2' {
						return r
					}
					return -1
				}, solution))
			}
		}},

		"a path is no JSON":       {"is no JSON", func(k *kind) { k.Path = func(string) json.RawMessage { return json.RawMessage("{") } }},
		"a table is too wide":     {"the table of a solution has a line of 81 columns", func(k *kind) { k.Describe = func(w io.Writer, _ pile, _ string) error { return writing(wide)(w) } }},
		"a table fails":           {"the table of a solution: no table", func(k *kind) { k.Describe = func(io.Writer, pile, string) error { return errors.New("no table") } }},
		"an analysis is too wide": {"the analysis has a line of 81 columns", func(k *kind) { k.Analyze = func(pile) puzzle.Analysis { return analysis{wide, "{}"} } }},
		"an analysis is no JSON":  {"the analysis is no JSON", func(k *kind) { k.Analyze = func(pile) puzzle.Analysis { return analysis{"", "{"} } }},
		"the default is unknown":  {"no strategy is called", func(k *kind) { k.Default = "none" }},
		"the default depends":     {"no strategy is called", func(k *kind) { k.Default, k.DefaultFor = "", func(pile) string { return "none" } }},
		"a picture fails":         {"board as svg: no ink", func(k *kind) { k.Pictures = drawing("svg", func(io.Writer) error { return errors.New("no ink") }) }},
		"a picture does not move": {"board does not move: no film", func(k *kind) {
			k.Pictures = drawing("text", writing("ooo"))
			k.Pictures[0].Play = func(pile, puzzle.View) (string, string, []string, error) { return "", "", nil, errors.New("no film") }
		}},
		"a picture is empty":      {"board as text has 0 bytes", func(k *kind) { k.Pictures = drawing("text", writing("")) }},
		"a picture is not closed": {"board: XML syntax error", func(k *kind) { k.Pictures = drawing("svg", writing("<svg><g></svg>")) }},
		"a picture changes": {"board as text has 3 bytes, then 3 others", func(k *kind) {
			k.Pictures = drawing("text", func(w io.Writer) error { calls++; return writing(fmt.Sprint(100 + calls%2))(w) })
		}},
	} {
		t.Run(fault, func(t *testing.T) {
			k := sound()
			c.spoil(k)
			r := &recorder{TB: t}
			r.run(k)
			if all := strings.Join(r.errors, "\n"); !strings.Contains(all, c.want) {
				t.Errorf("no complaint contains %q:\n%s", c.want, all)
			}
			for _, complaint := range r.errors {
				if m := contract.FindStringSubmatch(complaint); m != nil && !strings.Contains(documentation(t), m[1]) {
					t.Errorf("%q is not in the documentation", m[1])
				} else if m == nil {
					t.Errorf("no contract is named: %s", complaint)
				}
			}
		})
	}
}

var contract = regexp.MustCompile(`breaks the contract of puzzle[.][A-Z][a-z]+: "(.*)"$`)

// documentation is the text of package puzzle, without line ends.
func documentation(t *testing.T) string {
	t.Helper()
	names, err := filepath.Glob("../*.go")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(data)
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(b.String(), "//", "")), " ")
}

// recorder is a test that keeps its complaints to itself.
type recorder struct {
	testing.TB
	errors []string
}

// run checks a puzzle up to the first complaint that ends a test.
func (r *recorder) run(k *puzzle.Kind[pile]) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		puzzletest.Check(r, k)
	}()
	<-done
}

func (r *recorder) Helper()                  {}
func (r *recorder) Context() context.Context { return context.Background() }

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

func (r *recorder) Fatal(args ...any) { r.Fatalf("%s", fmt.Sprint(args...)) }
