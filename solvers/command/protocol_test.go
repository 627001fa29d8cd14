package command

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestARequestIsALineOfSixParts(t *testing.T) {
	limits := search.Limits{Time: 1500 * time.Millisecond, Expanded: 1e6, Bytes: 1 << 30}
	line, err := request(nil, 7, math.MaxUint64, limits, "3x2: 1 2 3 0 4 5")
	if want := "7 18446744073709551615 1.5 1000000 1073741824 3x2: 1 2 3 0 4 5\n"; err != nil || string(line) != want {
		t.Errorf("%q, %v; want %q", line, err, want)
	}
	if line, _ := request(nil, 1, 0, search.Limits{}, "x"); string(line) != "1 0 0 0 0 x\n" {
		t.Errorf("without limits: %q", line)
	}
}

func TestAnAnswerIsAFinding(t *testing.T) {
	got, err := parseAnswer([]byte(` {"solution":"LU", "id":7,"outcome":"solved","cost":2,"optimal":true,"expanded":3,"generated":4,"max_depth":2,`+
		`"reopened":1,"stored":5,"pruned":6,"bytes":8,"reason":"","observed":{"tables":2.5,"rounds":1}} `), 7)
	want := puzzle.Finding{
		Outcome: search.Solved, Solution: puzzle.Text("LU"), Cost: 2, Optimal: true, Bound: 2,
		Meter:    search.Meter{Expanded: 3, Generated: 4, Reopened: 1, Stored: 5, Pruned: 6, MaxDepth: 2, Bytes: 8},
		Observed: []puzzle.Observation{{Name: "rounds", Value: 1}, {Name: "tables", Value: 2.5}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	got, err = parseAnswer([]byte(`{"id":1,"outcome":"limit-time","bound":9}`), 1)
	if err != nil || !reflect.DeepEqual(got, puzzle.Finding{Outcome: search.LimitTime, Bound: 9}) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	for line, want := range map[string]string{
		``:                                     "it is no JSON object",
		`7`:                                    "it is no JSON object",
		`{"id":1`:                              "it is no JSON: it ends too early",
		`{"id":1,"outcome":solved}`:            "it is no JSON: invalid character 's'",
		`{"id":1,"outcome":"solved"} {"id":1}`: "there is more behind the object",
		`{"id":1,"outcome":"measured"]`:        "it is no JSON",
		`{"outcome":"unsolvable"}`:             `it has no "id" (want that of the request)`,
		`{"id":1}`:                             `it has neither "outcome" nor "error"`,
		`{"id":1,"outcome":"unsolvable","error":"what"}`:      `it has an "outcome" and an "error" (want one)`,
		`{"id":1,"error":""}`:                                 `its "error" is empty`,
		`{"id":1,"id":1,"outcome":"unsolvable"}`:              `it has "id" twice`,
		`{"id":-1,"outcome":"unsolvable"}`:                    `its "id" is a number -1 (want a whole number of 0 or more)`,
		`{"id":1,"Outcome":"unsolvable"}`:                     `no field is called "Outcome" (want id, outcome, error, cost, solution, optimal, bound, reason, expanded, generated, reopened, stored, pruned, max_depth, bytes, iterations, observed); did you mean "outcome"?`,
		`{"id":1,"outcome":"running"}`:                        `its "outcome" is "running" (want solved, unsolvable, limit-nodes, limit-time, limit-memory, incomplete or measured)`,
		`{"id":1,"outcome":"solved","optimal":1}`:             `its "optimal" is a number (want true or false)`,
		`{"id":1,"outcome":"solved","solution":[1]}`:          `its "solution" is a array (want a string)`,
		`{"id":1,"outcome":"solved","cost":1.5}`:              `its "cost" is a number 1.5 (want a whole number)`,
		`{"id":1,"outcome":"measured","observed":{"a":true}}`: `its "observed" is a bool (want a number)`,
		`{"id":1,"outcome":"measured","observed":3}`:          `its "observed" is a number (want an object of numbers)`,
		"{\"id\":1,\"error\":\"\xff\"}":                       "it is not UTF-8",
	} {
		_, err := parseAnswer([]byte(line), 1)
		if _, broken := errors.AsType[*answerError](err); !broken || !strings.Contains(err.Error(), ": "+want) {
			t.Errorf("%s: %v; want %q", line, err, want)
		}
	}
}

// FuzzParseAnswer wants of every line an error, or a finding that answers the request and
// comes out again of the answer that says the same.
func FuzzParseAnswer(f *testing.F) {
	f.Add([]byte(`{"id":1,"outcome":"solved","cost":2,"solution":"LU","optimal":true,"bound":1,"expanded":3,"observed":{"x":1e9}}`))
	f.Add([]byte(`{"id":1,"error":"no"}`))
	f.Add([]byte(`{"id":1,"outcome":"limit-nodes","reason":null}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		got, err := parseAnswer(line, 1)
		if err != nil {
			if err.Error() == "" || !utf8.ValidString(err.Error()) {
				t.Errorf("%q: an error without a text: %q", line, err)
			}
			return
		}
		if !slices.Contains(outcomes, got.Outcome.String()) {
			t.Errorf("%q: outcome %v", line, got.Outcome)
		}
		var a Answer
		if _, err := decode(line, answerNames, &a); err != nil || a.ID != 1 || a.Outcome != got.Outcome.String() || a.Cost != got.Cost || (got.Solution != nil && got.Solution.String() != a.Solution) {
			t.Errorf("%q: %+v, %v is the finding %+v", line, a, err, got)
		}
	})
}

func TestCommandLinesAreSplitAsAShellDoes(t *testing.T) {
	for line, want := range map[string][]string{
		"solver":                  {"solver"},
		"  ./solver  --fast\t7\n": {"./solver", "--fast", "7"},
		`python3 'my solver.py'`:  {"python3", "my solver.py"},
		`a "b c"d' e'\ f ''`:      {"a", "b cd e f", ""},
		`a "it\"s" 'C:\x' C:\\x`:  {"a", `it"s`, `C:\x`, `C:\x`},
		`--name=Größe 'a'"'"'b'`:  {"--name=Größe", "a'b"},
	} {
		if got, err := Split(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("Split(%q) = %q, %v; want %q", line, got, err, want)
		}
	}
	for line, want := range map[string]string{
		"":       `command "": it has no words (want a program and its arguments)`,
		" \t":    `command " \t": it has no words (want a program and its arguments)`,
		`a "b c`: `command "a \"b c": a " is open at the end (want another)`,
		`a b\`:   `command "a b\\": nothing stands behind the last \`,
	} {
		if got, err := Split(line); err == nil || err.Error() != want {
			t.Errorf("Split(%q) = %q, %v; want %q", line, got, err, want)
		}
	}
}

func FuzzSplit(f *testing.F) {
	f.Add(`python3 'my solver.py' --depth=3 "a b" \\`)
	f.Fuzz(func(t *testing.T, line string) {
		argv, err := Split(line)
		if err != nil {
			return
		}
		if again, err := Split(Join(argv)); err != nil || !slices.Equal(again, argv) {
			t.Errorf("%q is %q, joined %q, again %q, %v", line, argv, Join(argv), again, err)
		}
	})
}

// TestAnotherProcessReturnsTheFinding sends a task and a finding through both sides.
func TestAnotherProcessReturnsTheFinding(t *testing.T) {
	want := puzzle.Finding{
		Outcome: search.Solved, Solution: puzzle.Text(""), Cost: 0, Optimal: true, Reason: "it is the goal",
		Meter:    search.Meter{Expanded: 3, Generated: 7, Stored: 2, Pruned: 1, MaxDepth: 4, Bytes: 5, Iterations: []search.Iteration{{Bound: 2, Expanded: 3, Generated: 7}}},
		Observed: []puzzle.Observation{{Name: "slack", Value: 0.5}},
	}
	limits := search.Limits{Time: 1500 * time.Millisecond, Expanded: 9, Bytes: 10}
	s := puzzle.Strategy[puzzle.Text]{Run: func(_ context.Context, inst puzzle.Text, seed uint64, got search.Limits) (puzzle.Finding, error) {
		if inst == "no" {
			return puzzle.Finding{}, errors.New("not that one")
		}
		if inst != "a b  c" || seed != 42 || got != limits {
			t.Errorf("asked for %q, %d, %+v", inst, seed, got)
		}
		return want, nil
	}}
	asked := func(instance string, observed ...puzzle.Observation) (puzzle.Finding, error) {
		t.Helper()
		request, err := json.Marshal(task{instance, 42, limits})
		if err != nil {
			t.Fatal(err)
		}
		want.Observed = append(want.Observed, observed...)
		got, _, err := resultIn(solve(s, func(text string) (puzzle.Text, error) { return puzzle.Text(text), nil }, request))
		return got, err
	}
	if got, err := asked("a b  c"); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v\nwant %+v", got, err, want)
	}
	if _, err := asked("no"); err == nil || err.Error() != "not that one" {
		t.Errorf("error %v", err)
	}
	if _, err := asked("a b  c", puzzle.Observation{Name: "nothing", Value: math.NaN()}); err == nil || !strings.Contains(err.Error(), "NaN") {
		t.Errorf("error %v", err)
	}
}
