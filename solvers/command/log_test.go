//go:build unix

package command

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/process"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// patterns read the logs of the tests.
var patterns = []string{
	`^solution (?P<solution>\^*)$`,
	`^cost (?P<cost>\S+)$|^(?P<optimal>proved)$`,
	`^expanded (?P<expanded>\S+)`,
	`^depth (?P<max_depth>\S+)`,
	`^time (?P<search_seconds>\S+)`,
	`^(?P<unsolvable>no plan)`, `out of (?:(?P<limit_time>time)|(?P<limit_nodes>nodes)|(?P<limit_memory>memory))`,
	`^fault: (?P<error>.*)`,
}

func logger(t testing.TB, script string, words ...string) puzzle.Strategy[hill] {
	t.Helper()
	s, err := Strategy[hill]("log", slices.Concat([]string{"sh", "-c", script, "sh"}, words), patterns...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestWhateverALogSaysIsAnOutcome has programs that print a log; "good" is a good end of one.
func TestWhateverALogSaysIsAnOutcome(t *testing.T) {
	const good = "echo cost 3; echo 'solution ^^^'"
	const none = " and a log in which no pattern finds a solution, or why there is none"
	here := filepath.Join(t.TempDir(), "here")
	if err := os.WriteFile(here, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, script string
		outcome      search.Outcome
		killed       string
		error        string // part
	}{
		{"solved", good, search.Solved, "", ""},
		{"solved, with another status", good + "; exit 3", search.Solved, "", ""},
		{"solved within what the program was given", "echo out of time;" + good, search.Solved, "", ""},
		{"a child outlives it", "sleep 1000 & " + good, search.Solved, "", ""},
		{"a daemon holds its log", "setsid sh -c 'while [ -e " + here + " ]; do sleep 0.1; done' & " + good, search.Solved, "", ""},
		{"a plan in a file", "echo '^^^' >plan; echo cost 3; echo solution $(cat plan)", search.Solved, "", ""},
		{"no plan in the file", "cat plan", search.Running, trial.KilledByCrash, "exit status 1" + none + ": cat: "},
		{"unsolvable", "echo no plan", search.Unsolvable, "", ""},
		{"unsolvable, with another status", "echo no plan; exit 12", search.Unsolvable, "", ""},
		{"out of time", "echo out of time; exit 23", search.LimitTime, "", ""},
		{"out of nodes", "echo out of nodes", search.LimitNodes, "", ""},
		{"out of memory", "echo out of memory >&2; exit 22", search.LimitMemory, "", ""},
		{"nothing printed", "", search.Running, trial.KilledByCrash, "the process of the trial ended with exit status 0" + none},
		{"nothing matched", "echo hello; echo 'cost: 3'", search.Running, trial.KilledByCrash, "ended with exit status 0" + none + ": cost: 3"},
		{"a crash", "echo expanded 3; echo no license >&2; exit 4", search.Running, trial.KilledByCrash, "ended with exit status 4" + none + ": no license"},
		{"the last line of a long log", "i=0; while [ $i -lt 2000 ]; do echo working; i=$((i+1)); done; echo no rope", search.Running, trial.KilledByCrash, none + ": no rope"},
		{"a signal after the solution", good + "; kill -9 $$", search.Running, trial.KilledByCrash, "ended with signal: killed"},
		{"an error of its own", "echo fault: no such hill", search.Running, "", "no such hill"},
		{"an error and an outcome", "echo fault: no such hill; echo no plan", search.Running, "", `the program's log: it has an "outcome" and an "error"`},
		{"a cost without a solution", "echo cost 3", search.Running, "", `the program's log: it has one of "solution" and "cost" (want both, or none)`},
		{"a solution without a cost", "echo 'solution ^^^'", search.Running, "", `it has one of "solution" and "cost"`},
		{"a wrong solution", "echo cost 2; echo 'solution ^^'", search.Running, "", `the strategy's solution "^^" is wrong: want 3 steps`},
		{"a wrong cost", "echo cost 2; echo 'solution ^^^'", search.Running, "", `the strategy's solution "^^^" costs 3, but the strategy reported 2`},
		{"separators of thousands", "echo expanded 1,234;" + good, search.Running, "", `the group "expanded" of its log is "1,234" (want a whole number of 0 or more)`},
		{"a count that is negative", "echo expanded -1;" + good, search.Running, "", `the group "expanded" of its log is "-1" (want a whole`},
		{"a count that is a fraction", "echo expanded 1.5;" + good, search.Running, "", `the group "expanded" of its log is "1.5"`},
		{"a count that is too large", "echo depth 99999999999;" + good, search.Running, "", `the group "max_depth" of its log is "99999999999"`},
		{"a number that is a word", "echo expanded null;" + good, search.Running, "", `the group "expanded" of its log is "null"`},
		{"a time with its unit", "echo time 1.5s;" + good, search.Running, "", `the group "search_seconds" of its log is "1.5s" (want a number)`},
		{"a time that is too large", "echo time 1e999;" + good, search.Running, "", `"search_seconds" of its log is "1e999" (want a number)`},
		{"a hang", good + "; sleep 1000", search.LimitTime, trial.KilledByWall, ""},
		{"a flood", "yes", search.Running, trial.KilledByOutput, "printed more than 64 MiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if strings.HasPrefix(c.script, "setsid") {
				if _, err := exec.LookPath("setsid"); err != nil {
					t.Skip(err)
				}
			}
			t.Setenv("TMPDIR", t.TempDir())
			sweep := hills(t, logger(t, c.script), "3")
			sweep.LimitsFor = func(string, int) search.Limits {
				if c.killed == trial.KilledByWall {
					return search.Limits{Time: 300 * time.Millisecond}
				}
				return search.Limits{Time: time.Minute}
			}
			sweep.Isolate = nil
			got := run(t, sweep, t.TempDir()).Trials[0]
			if got.Outcome != c.outcome || got.Killed != c.killed || !strings.Contains(got.Error, c.error) || (got.Error == "") != (c.error == "") {
				t.Errorf("outcome %v, killed %q, error %q; want %v, %q, %q", got.Outcome, got.Killed, got.Error, c.outcome, c.killed, c.error)
			}
			if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
				t.Errorf("%v is left behind, %v", left, err)
			}
		})
	}
}

func TestTheLastMatchOfEachGroupCounts(t *testing.T) {
	const script = `echo expanded 9; echo cost 4; echo solution ^^^^; echo time 2
echo expanded 7 >&2; echo depth 3; echo time 1.5e-1; echo proved; echo cost 3; echo solution ^^^; echo expanded more`
	s := logger(t, strings.ReplaceAll(script, "; echo expanded more", ""))
	got, err := s.Run(t.Context(), "3", 0, search.Limits{})
	got.CPU = 0 // measured
	want := puzzle.Finding{
		Outcome: search.Solved, Solution: puzzle.Text("^^^"), Cost: 3, Optimal: true, Bound: 3,
		Meter:    search.Meter{Expanded: 7, MaxDepth: 3},
		Observed: []puzzle.Observation{{Name: "search_seconds", Value: 0.15}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if _, err := logger(t, script).Run(t.Context(), "3", 0, search.Limits{}); err == nil || err.Error() != `the group "expanded" of its log is "more" (want a whole number of 0 or more)` {
		t.Errorf("a last match that is no number: %v", err)
	}
	// Of two patterns with one group the match that begins last counts, whichever is first.
	for _, log := range [][]string{{`A(?P<cost>.)`, `B(?P<cost>.) (?P<solution>.)`}, {`B(?P<cost>.) (?P<solution>.)`, `A(?P<cost>.)`}} {
		s, err := Strategy[hill]("log", []string{"echo", "A1 B2 ^ A3"}, log...)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.Run(t.Context(), "3", 0, search.Limits{}); err != nil || got.Cost != 3 {
			t.Errorf("%q: cost %d, %v; want 3", log, got.Cost, err)
		}
	}
}

func TestPlaceholdersAreFilledIn(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	const script = `echo "reason $1 $(cat "$2") $(cat) $3 $4 $5 $6 $(dirname "$2")"; echo no plan; pwd >>"$(dirname "$0")/folders"; touch plan`
	if err := os.WriteFile("solver", []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := Strategy[hill]("log", []string{"sh", "./solver", "<{instance}>", "{file}", "{seed}", "{seconds}", "{nodes}", "{bytes}"},
		"^reason (?P<reason>.*)", "(?P<unsolvable>no plan)")
	if err != nil {
		t.Fatal(err)
	}
	var reasons []string
	for range 2 {
		f, err := s.Run(t.Context(), "3 steps", math.MaxUint64, search.Limits{Time: 90500 * time.Millisecond, Expanded: 1e6, Bytes: 1 << 40})
		if err != nil || f.Outcome != search.Unsolvable {
			t.Fatalf("%+v, %v", f, err)
		}
		reasons = append(reasons, f.Reason)
	}
	folders, err := os.ReadFile("folders")
	if err != nil {
		t.Fatal(err)
	}
	for i, folder := range strings.Fields(string(folders)) {
		if want := "<3 steps> 3 steps 3 steps 18446744073709551615 90.5 1000000 1099511627776 "; !strings.HasPrefix(reasons[i], want) || filepath.Base(folder) != filepath.Base(reasons[i]) {
			t.Errorf("the program saw %q in %s; want %q and the folder of the file", reasons[i], folder, want)
		}
		if _, err := os.Stat(folder); err == nil {
			t.Errorf("%s is left behind", folder)
		}
	}
	if reasons[0] == reasons[1] {
		t.Errorf("two trials were in one folder: %s", reasons[0])
	}
}

func TestPatternsArePartOfTheCode(t *testing.T) {
	code := func(log ...string) string {
		s, err := Strategy[hill]("log", []string{"echo", "hello"}, log...)
		if err != nil {
			t.Fatal(err)
		}
		return s.Program.Code
	}
	a, b := "(?P<cost>[0-9])", "(?P<solution>.)"
	codes := []string{code(), code(a), code(b), code(a, b), code(a + b)}
	slices.Sort(codes)
	if len(slices.Compact(codes)) != 5 || !slices.Contains(codes, code(a)) {
		t.Errorf("codes %q; want one for each list of patterns", codes)
	}
}

func TestPatternsThatAreNone(t *testing.T) {
	for pattern, want := range map[string]string{
		"(?P<cost>":           `log pattern "(?P<cost>": error parsing regexp: missing closing )`,
		"cost ([0-9]+)":       `log pattern "cost ([0-9]+)": it has no named group (want one, as in (?P<expanded>[0-9]+))`,
		"(?P<max-depth>[0-9)": "invalid named capture",
	} {
		if _, err := Strategy[hill]("log", []string{"echo"}, pattern); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %q", pattern, err, want)
		}
	}
}

// FuzzReadLog wants of every log an error, or a finding with an outcome and numbers that
// the log has.
func FuzzReadLog(f *testing.F) {
	f.Add([]byte("expanded 3\nproved\ncost 3\nsolution ^^^\ntime 0.5\n"))
	f.Add([]byte("expanded 1,234\nno plan\nout of nodes"))
	f.Add([]byte("fault: \xff\ntime 1e999"))
	p, err := newProgram([]string{os.Args[0]}, append(patterns, `(?P<id>\d+)`, `seen (?P<observed>.*)`, `ended (?P<outcome>.*)`))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, log []byte) {
		ended := &process.Ended{State: "exit status 0"}
		got, err := p.read(log, ended)
		if err != nil {
			if err.Error() == "" || utf8.Valid(log) && !utf8.ValidString(err.Error()) {
				t.Errorf("%q: an error without a text: %q", log, err)
			}
			return
		}
		if !slices.Contains(outcomes, got.Outcome.String()) || (got.Outcome == search.Solved) != (got.Solution != nil) && !strings.Contains(string(log), "ended") {
			t.Errorf("%q: outcome %v, solution %v", log, got.Outcome, got.Solution)
		}
		if n := got.Meter.Expanded; n > 0 && !regexp.MustCompile(fmt.Sprintf(`(?m)^expanded %d(\s|$)`, n)).Match(log) {
			t.Errorf("%q: %d nodes expanded", log, n)
		}
	})
}
