//go:build unix

package command

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// TestMain lets the test binary be the programs of its tests: "fake ROLE".
func TestMain(m *testing.M) {
	_ = os.Setenv("PATH", os.Getenv("PATH")+":/usr/bin:/bin") // for the shell and its like, wherever go is looked for
	if len(os.Args) > 2 && os.Args[1] == "fake" {
		fake(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

// hill is a toy puzzle: climb so many steps, "3", and what a program does on the way, as
// in "3 crash". Its solution is a ^ a step.
type hill string

func (h hill) String() string { return string(h) }

func climb(h hill, solution string) (int, error) {
	steps, _, _ := strings.Cut(string(h), " ")
	if n, _ := strconv.Atoi(steps); solution != strings.Repeat("^", n) {
		return 0, fmt.Errorf("want %d steps", n)
	}
	return len(solution), nil
}

// fake is a program: its role says how it begins, and instances what it does.
func fake(role string) {
	switch role {
	case "parent": // of a process that hangs, whose number it prints
		s, _ := Strategy[hill]("fake", []string{os.Args[0], "fake", "good"})
		f, _ := s.Run(context.Background(), "3", 0, search.Limits{})
		fmt.Println(int(f.Observed[0].Value))
		_, _ = s.Run(context.Background(), "3 hangs", 0, search.Limits{})
	case "echo": // of which the solution is the instance
		fmt.Printf("{\"ready\":%q}\n", Protocol)
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			part := strings.SplitN(in.Text(), " ", 6)
			fmt.Printf("{\"id\":%s,\"outcome\":\"solved\",\"cost\":1,\"solution\":%q}\n", part[0], part[5])
		}
		return
	case "burner":
		burn()
	case "mute":
		time.Sleep(time.Hour)
	case "banner":
		fmt.Println("Solver 1.0, all rights reserved")
	case "other":
		fmt.Println(`{"ready":"puzzlelab/9"}`)
	case "dies":
		fmt.Fprintln(os.Stderr, "trying\nno license")
		os.Exit(4)
	case "talks":
		fmt.Printf("{\"ready\":%q}\nLet us go!\n", Protocol)
	default:
		fmt.Fprintln(os.Stderr, "loading tables")
		fmt.Printf("{\"ready\":%q}\n", Protocol)
	}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		word := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 6)
		steps, does, _ := strings.Cut(word[5], " ")
		n, _ := strconv.Atoi(steps)
		good := fmt.Sprintf(`"outcome":"solved","cost":%d,"solution":%q,"optimal":true,"expanded":%d,"observed":{"pid":%d}`, n, strings.Repeat("^", n), n+1, os.Getpid())
		if do := deeds[does]; do != nil {
			do(word[0], good)
		} else {
			fmt.Printf("{\"id\":%s,%s}\n", word[0], good)
		}
		if role == "once" {
			os.Exit(0)
		}
	}
}

// deeds are what a program may do with a request.
var deeds = map[string]func(id, good string){
	"garbage":   func(string, string) { fmt.Println("solved in 3 moves") },
	"blank":     func(string, string) { fmt.Println() },
	"half":      func(id, _ string) { fmt.Printf("{\"id\":%s,\"outcome\":\n", id) },
	"torn":      func(id, _ string) { fmt.Printf("{\"id\":%s,", id); os.Exit(0) },
	"unknown":   func(id, good string) { fmt.Printf("{\"id\":%s,%s,\"lenght\":3}\n", id, good) },
	"type":      func(id, _ string) { fmt.Printf("{\"id\":%s,\"outcome\":\"solved\",\"cost\":\"3\"}\n", id) },
	"another":   func(_, good string) { fmt.Printf("{\"id\":99,%s}\n", good) },
	"twice":     func(id, good string) { fmt.Printf("{\"id\":%s,%s}\n{\"id\":%s,%s}\n", id, good, id, good) },
	"long":      func(string, string) { fmt.Print(strings.Repeat("x", 17<<20)) },
	"outcome":   func(id, _ string) { fmt.Printf("{\"id\":%s,\"outcome\":\"solvd\"}\n", id) },
	"cancelled": func(id, _ string) { fmt.Printf("{\"id\":%s,\"outcome\":\"cancelled\"}\n", id) },
	"silent":    func(id, _ string) { fmt.Printf("{\"id\":%s,\"outcome\":\"solved\"}\n", id) },
	"costless":  func(id, _ string) { fmt.Printf("{\"id\":%s,\"outcome\":\"solved\",\"solution\":\"^\"}\n", id) },
	"wrong": func(id, _ string) {
		fmt.Printf("{\"id\":%s,\"outcome\":\"solved\",\"cost\":2,\"solution\":\"^^\"}\n", id)
	},
	"cheap": func(id, _ string) {
		fmt.Printf("{\"id\":%s,\"outcome\":\"solved\",\"cost\":2,\"solution\":\"^^^\"}\n", id)
	},
	"refuses": func(id, _ string) { fmt.Printf("{\"id\":%s,\"error\":\"no such hill\"}\n", id) },
	"exits":   func(string, string) { os.Exit(0) },
	"crashes": func(string, string) {
		fmt.Fprintln(os.Stderr, "Traceback\nValueError: out of rope")
		os.Exit(1)
	},
	"dies":   func(string, string) { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL) },
	"closes": func(string, string) { _ = os.Stdout.Close(); time.Sleep(time.Hour) },
	"hangs":  func(string, string) { time.Sleep(time.Hour) },
	"burns":  func(string, string) { burn() },
	"parent": func(string, string) { _ = exec.Command(os.Args[0], "fake", "burner").Run() }, // its child burns
	"hoards": func(string, string) { hoard() },
	"floods": func(string, string) {
		for {
			_, _ = io.WriteString(os.Stderr, strings.Repeat("all work and no play\n", 1<<14))
		}
	},
	"leaves": func(string, string) { // a process that holds its output outlives it
		cmd := exec.Command("sleep", "1000")
		cmd.Stdout, cmd.SysProcAttr = os.Stdout, &syscall.SysProcAttr{Setsid: true}
		_ = cmd.Start()
		os.Exit(3)
	},
	"speaks": func(id, good string) {
		fmt.Fprintln(os.Stderr, "3 steps it is")
		fmt.Printf("{\"id\":%s,%s}\n", id, good)
	},
	"limited": func(id, _ string) {
		fmt.Printf("{\"id\":%s,\"outcome\":\"limit-nodes\",\"expanded\":7,\"bound\":2}\n", id)
	},
}

func burn() {
	for n := 0; n >= 0; n = (n + 1) % 1000 {
	}
}

func hoard() {
	var all [][]byte
	for range 2 << 10 {
		b := make([]byte, 1<<20)
		for i := 0; i < len(b); i += 1 << 12 { // a page
			b[i] = 1
		}
		all = append(all, b)
	}
	panic(fmt.Sprint("got all of ", len(all), " MiB"))
}

func faker(t testing.TB, role string) puzzle.Strategy[hill] {
	t.Helper()
	s, err := Strategy[hill]("fake", []string{os.Args[0], "fake", role})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Program.Close)
	return s
}

// hills are a sweep of a program on instances.
func hills(t testing.TB, s puzzle.Strategy[hill], texts ...string) experiments.Sweep {
	sweep := experiments.Sweep{
		Study: "hills", Check: puzzle.Checking(climb), Strategies: puzzle.Erased(s), Code: "v1", Workers: 2,
		LimitsFor: func(_ string, size int) search.Limits {
			return search.Limits{Time: time.Duration(size) * time.Second / 10}
		},
		Isolate: &trial.Isolation{CPU: time.Second, Resident: 300 << 20},
	}
	for i, text := range texts {
		size := 600 // tenths of a second that it may take
		if strings.HasSuffix(text, "hangs") {
			size = 3
		}
		sweep.Instances = append(sweep.Instances, experiments.Instance{Set: "hills", Size: size, Index: i, Text: text, Puzzle: hill(text)})
	}
	return sweep
}

func run(t testing.TB, s experiments.Sweep, dir string) experiments.Summary {
	t.Helper()
	kept, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	summary, err := s.Run(t.Context(), kept, nil)
	if err != nil {
		t.Fatal(err)
	}
	return summary
}

// TestWhateverAProgramDoesIsAnOutcome runs good instances and bad ones by turns, so that
// each fault is followed by a trial that must know nothing of it.
func TestWhateverAProgramDoesIsAnOutcome(t *testing.T) {
	linux := runtime.GOOS == "linux" // which alone keeps CPU and memory
	faults := []struct {
		does, killed string // killed: prefix
		outcome      search.Outcome
		error        string // part
		linux        bool
	}{
		{"garbage", "", search.Running, `the program's answer "solved in 3 moves": it is no JSON object`, false},
		{"blank", "", search.Running, `the program's answer "": it is no JSON object`, false},
		{"half", "", search.Running, "it is no JSON: it ends too early", false},
		{"torn", trial.KilledByCrash, search.Running, "the process of the trial ended with exit status 0", false},
		{"unknown", "", search.Running, `no field is called "lenght" (want id, outcome, `, false},
		{"type", "", search.Running, `its "cost" is a string (want a whole number)`, false},
		{"another", "", search.Running, "it is to request 99 (want ", false},
		{"twice", "", search.Running, `the program broke the protocol: it printed "{\"id\":`, false},
		{"long", "", search.Running, "the program broke the protocol: its answer is longer than 16 MiB", false},
		{"outcome", "", search.Running, `its "outcome" is "solvd" (want solved, unsolvable, `, false},
		{"cancelled", "", search.Running, `its "outcome" is "cancelled" (want `, false},
		{"silent", "", search.Running, "returned no solution", false},
		{"costless", "", search.Running, `it has one of "solution" and "cost"`, false},
		{"wrong", "", search.Running, `the strategy's solution "^^" is wrong: want 3 steps`, false},
		{"cheap", "", search.Running, `the strategy's solution "^^^" costs 3, but the strategy reported 2`, false},
		{"refuses", "", search.Running, "no such hill", false},
		{"exits", trial.KilledByCrash, search.Running, "the process of the trial ended with exit status 0", false},
		{"crashes", trial.KilledByCrash, search.Running, "ended with exit status 1: ValueError: out of rope", false},
		{"dies", trial.KilledByCrash, search.Running, "ended with signal: killed", false},
		{"closes", trial.KilledByCrash, search.Running, "ended with no more answers, and was killed", false},
		{"leaves", trial.KilledByCrash, search.Running, "ended with exit status 3", false},
		{"hangs", trial.KilledByWall, search.LimitTime, "", false},
		{"burns", trial.KilledByCPU, search.LimitTime, "", true},
		{"parent", trial.KilledByCPU, search.LimitTime, "", true},
		{"hoards", "memory, by ", search.LimitMemory, "", true},
		{"floods", trial.KilledByOutput, search.Running, "printed more than 64 MiB", false},
		{"limited", "", search.LimitNodes, "", false},
	}
	texts := []string{"3"}
	for _, f := range faults {
		texts = append(texts, "3 "+f.does, "3 speaks")
	}
	sweep := hills(t, faker(t, "good"), texts...)
	if !linux {
		sweep.Isolate = nil
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir) // where each worker, which runs this test up to the sweep, makes a folder
	summary := run(t, sweep, dir)
	if summary.Ran != len(texts) {
		t.Fatalf("%v; want %d trials run", summary, len(texts))
	}
	for _, row := range summary.Trials {
		i := (row.Index - 1) / 2
		if row.Index%2 == 0 || row.Index == 0 || faults[i].linux && !linux {
			speaks := row.Index > 0
			if row.Outcome != search.Solved || row.Cost != 3 || row.Meter.Expanded != 4 || !row.Optimal || row.Bound != 3 || !row.Isolated || (row.Output == "3 steps it is") != speaks {
				t.Errorf("a good trial after %q: %+v", texts[max(row.Index-1, 0)], row)
			}
			continue
		}
		f := faults[i]
		if !strings.HasPrefix(row.Killed, f.killed) || (row.Killed == "") != (f.killed == "") || row.Outcome != f.outcome || !strings.Contains(row.Error, f.error) || (row.Error == "") != (f.error == "") {
			t.Errorf("%s: killed %q, outcome %v, error %q; want %q, %v, %q", f.does, row.Killed, row.Outcome, row.Error, f.killed, f.outcome, f.error)
		}
	}
}

func TestProgramsThatDoNotGetReady(t *testing.T) {
	defer func(p time.Duration) { patience = p }(patience)
	patience = 200 * time.Millisecond
	for role, want := range map[string]string{
		"mute":   `did not get ready: it printed no {"ready":"puzzlelab/1"} within 200ms`,
		"banner": `did not get ready: its first line "Solver 1.0, all rights reserved": it is no JSON object (want {"ready":"puzzlelab/1"})`,
		"other":  `it speaks "puzzlelab/9" (want {"ready":"puzzlelab/1"})`,
		"dies":   "did not get ready: the process ended with exit status 4: no license",
		"talks":  `did not get ready: it printed "Let us go!\n" after`,
	} {
		if role != "mute" {
			patience = time.Minute
		}
		s := faker(t, role)
		for range 2 {
			if _, err := s.Run(t.Context(), "3", 0, search.Limits{}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v; want %q", role, err, want)
			}
		}
		patience = 200 * time.Millisecond
	}
}

func TestAProcessIsKeptAndReplaced(t *testing.T) {
	pid := func(s puzzle.Strategy[hill], h hill) float64 {
		f, err := s.Run(t.Context(), h, 0, search.Limits{})
		if err != nil || f.Outcome != search.Solved {
			t.Fatalf("%v, %v", f, err)
		}
		return f.Observed[0].Value
	}
	s := faker(t, "good")
	first := pid(s, "3")
	if again := pid(s, "4"); again != first {
		t.Errorf("the second request went to process %v, the first to %v", again, first)
	}
	if _, err := s.Run(t.Context(), "3 refuses", 0, search.Limits{}); err == nil || err.Error() != "no such hill" || pid(s, "3") != first {
		t.Errorf("an error of the program's own: %v", err)
	}
	if _, err := s.Run(t.Context(), "3 crashes", 0, search.Limits{}); err == nil || !strings.HasSuffix(err.Error(), "exit status 1: ValueError: out of rope") {
		t.Errorf("a crash: %v", err)
	}
	if again := pid(s, "3"); again == first {
		t.Error("a process that crashed was asked again")
	}
	s.Program.Close()
	pid(s, "3") // may go on

	once := faker(t, "once")
	if a, b := pid(once, "3"), pid(once, "3"); a == b {
		t.Error("a process that ended was asked again")
	}
}

func TestProcessesDieWithWhoeverStartedThem(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a program that reads its input does; that others do is known on Linux only")
	}
	parent := exec.Command(os.Args[0], "fake", "parent")
	out, err := parent.StdoutPipe()
	if err == nil {
		err = parent.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	pid, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_ = parent.Process.Kill()
	_ = parent.Wait()
	for range 1000 {
		stat, err := os.ReadFile("/proc/" + strings.TrimSpace(pid) + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %s is still there", pid)
}

func TestLimitsOfASingleRun(t *testing.T) {
	s := faker(t, "good")
	f, err := s.Run(t.Context(), "3 hangs", 0, search.Limits{Time: 50 * time.Millisecond})
	if err != nil || f.Outcome != search.LimitTime {
		t.Errorf("a program that hangs: %v, %v", f.Outcome, err)
	}
	if runtime.GOOS == "linux" {
		if f, err = s.Run(t.Context(), "3 hoards", 0, search.Limits{Bytes: 100 << 20}); err != nil || f.Outcome != search.LimitMemory {
			t.Errorf("a program that takes all memory: %v, %v", f.Outcome, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if f, err = s.Run(ctx, "3 hangs", 0, search.Limits{}); err != nil || f.Outcome != search.Cancelled {
		t.Errorf("a cancelled run: %v, %v", f.Outcome, err)
	}
}

func TestTheTimeOfAProgramIsBooked(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("it is told on Linux only")
	}
	sweep := hills(t, faker(t, "good"), "3 burns", "3 parent")
	sweep.Isolate = &trial.Isolation{CPU: 400 * time.Millisecond}
	for _, row := range run(t, sweep, t.TempDir()).Trials {
		if row.CPU < 0.35 || row.CPU > 0.8 || row.Wall < 0.9*row.CPU {
			t.Errorf("%s: %g s of CPU in %g s, want what its limit allows, 0.4 s", row.Text, row.CPU, row.Wall)
		}
	}
}

func TestClaimsOfProgramsAreComparedWithThoseOfOthers(t *testing.T) {
	sweep := hills(t, faker(t, "good"), "3")
	// 3 is what the check wants: a strategy that says 2 is refused, so let it say that nothing less than 4 is possible.
	sweep.Strategies = append(sweep.Strategies, puzzle.Strategy[puzzle.Instance]{Name: "boast", Run: func(context.Context, puzzle.Instance, uint64, search.Limits) (puzzle.Finding, error) {
		return puzzle.Finding{Outcome: search.LimitNodes, Bound: 4}, nil
	}})
	sweep.Isolate = nil
	s := run(t, sweep, t.TempDir())
	if failed := s.Failures(); len(failed) != 1 || failed[0].Strategy != "boast" || !strings.Contains(failed[0].Error, "fake found one that costs 3") {
		t.Errorf("failures %+v; want that of boast, disproved by the program", failed)
	}
}

func TestARebuiltProgramRunsItsTrialsAgain(t *testing.T) {
	dir := t.TempDir()
	tool, table := filepath.Join(dir, "tool"), filepath.Join(dir, "table")
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	script := "#!/bin/sh\nexec '" + os.Args[0] + "' fake good\n"
	write(tool, script)
	write(table, "1 2 3")
	swept := func(argv ...string) int {
		t.Helper()
		s, err := Strategy[hill]("fake", argv)
		if err != nil {
			t.Fatal(err)
		}
		sweep := hills(t, s, "3", "4", "5")
		other := faker(t, "good")
		other.Name = "other"
		sweep.Strategies = append(sweep.Strategies, other.Erase())
		return run(t, sweep, filepath.Join(dir, "store")).Ran
	}
	for i, step := range []struct {
		change func()
		argv   []string
		want   int
	}{
		{func() {}, []string{tool, "--table=" + table}, 6},
		{func() {}, []string{tool, "--table=" + table}, 0},
		{func() { write(table, "3 2 1") }, []string{tool, "--table=" + table}, 3},
		{func() { write(tool, script+"# built again\n") }, []string{tool, "--table=" + table}, 3},
		{func() {}, []string{tool, "--table=" + table, "--fast"}, 3},
		{func() { write(tool, script); write(table, "1 2 3") }, []string{tool, "--table=" + table}, 0},
	} {
		step.change()
		if ran := swept(step.argv...); ran != step.want {
			t.Errorf("step %d: %d trials run, want %d", i, ran, step.want)
		}
	}
	// Where the files lie does not count.
	t.Chdir(dir)
	if ran := swept("./tool", "--table=table"); ran != 0 {
		t.Errorf("from another folder: %d trials run, want 0", ran)
	}
	// A program that changes while it is in use is not the one that the rows name.
	s, err := Strategy[hill]("fake", []string{"./tool"})
	if err != nil {
		t.Fatal(err)
	}
	write(tool, script+"# built while it runs\n")
	if _, err := s.Run(t.Context(), "3", 0, search.Limits{}); err == nil || !strings.Contains(err.Error(), "tool has changed") {
		t.Errorf("a program that has changed: %v", err)
	}
}

func TestProgramsThatAreNotThere(t *testing.T) {
	for want, argv := range map[string][]string{
		"it has no words":           nil,
		"executable file not found": {"no-such-program-anywhere"},
		"no such file or directory": {"./no-such-program"},
		"permission denied":         {"command_test.go"},
	} {
		if want == "permission denied" {
			argv[0] = "./" + argv[0]
		}
		if _, err := Strategy[hill]("fake", argv); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %q", argv, err, want)
		}
	}
}

func TestInstancesAreALine(t *testing.T) {
	if _, err := faker(t, "good").Run(t.Context(), "3\n4", 0, search.Limits{}); err == nil || !strings.Contains(err.Error(), `the instance "3\n4" is not a line of text`) {
		t.Errorf("an instance of two lines: %v", err)
	}
}

// BenchmarkTrial is what a trial of a program in Go takes that does nothing, in a sweep.
func BenchmarkTrial(b *testing.B) {
	s := faker(b, "good")
	texts := make([]string, b.N)
	for i := range texts {
		texts[i] = "0"
	}
	sweep := hills(b, s, texts...)
	sweep.Workers, sweep.Isolate = 1, nil
	b.ResetTimer()
	if summary := run(b, sweep, b.TempDir()); len(summary.Failures()) > 0 {
		b.Fatal(summary)
	}
}
