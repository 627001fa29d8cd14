package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var (
	measure = flag.Int("speed", 0, "measure docs/speed.md anew, in so many `rounds`")
	peer    = flag.String("peer", "", "solver that .ci/foreign builds from slidy, for -speed")
)

// comparisons are the rows of docs/speed.md: two benchmarks of one package each, or one and
// the peer.
var comparisons = []struct {
	what         string
	dir          string
	ours, theirs string // what follows Benchmark; "slidy" is the peer
	runs, others int    // iterations
}{
	{"IDA\\*, Manhattan distance, Korf's board 1: batches in portable Go ÷ in AVX2", "solvers/tiles", "Batches/korf=1/form=avx2", "Batches/korf=1/form=portable", 2, 2},
	{"IDA\\*, `lc-wd`, Korf's board 45: the engine ÷ the generated loop", "solvers/tiles", "IDAStar/korf=45/h=lc-wd/probe", "IDAStar/korf=45/h=lc-wd/engine", 40, 40},
	{"Korf's first 30 boards, including the building of tables: slidy 0.4.1 ÷ `idastar/pdb-663`", "solvers/tiles", "KorfsHundred/boards=30/workers=1", "slidy", 1, 1},
	{"Korf's hundred boards, `pdb-663`, total CPU time of all threads: two workers ÷ one", "solvers/tiles", "KorfsHundred/boards=100/workers=1", "KorfsHundred/boards=100/workers=2", 1, 1},
	{"IDA\\*, any problem, Korf's board 45: a loop written for the problem ÷ the engine", "solvers/search", "IDAStar/korf=45/engine", "IDAStar/korf=45/hand", 3, 3},
	{"A\\*, Korf's board 12: a table of whole states ÷ packed in 64 bits", "solvers/search", "BestFirst/astar-high-g", "BestFirst/astar-general", 10, 10},
	{"Hands of Time, reading, solving, writing and replaying: 1,000,001 places ÷ 100,001", "solvers/handsoftime", "Whole/n=100001", "Whole/n=1000001", 80, 8},
}

const speedPage = "docs/speed.md"

// The page compares what there is. Its numbers are measured anew by -speed.
func TestThePageOfSpeedComparesBenchmarks(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("| work | ratio | in all rounds |\n| --- | ---: | --- |\n")
	if *measure > 0 {
		measureSpeed(t, &rows)
	}
	text, err := os.ReadFile(speedPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), "| work |")
	if !ok {
		t.Fatalf("%s has no table of works", speedPage)
	}
	table, after, _ := strings.Cut(rest, "\n\n")
	if *measure > 0 {
		if err := os.WriteFile(speedPage, []byte(before+rows.String()+"\n"+after), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if n := strings.Count(table, "\n") - 1; n != len(comparisons) {
		t.Errorf("%s has %d rows, want %d", speedPage, n, len(comparisons))
	}
	for _, c := range comparisons {
		if !regexp.MustCompile(regexp.QuoteMeta("| "+c.what+" | ") + `[\d.]+ \| [\d.]+ to [\d.]+ \|`).MatchString(table) {
			t.Errorf("%s lacks a row %q: run go test . -run Speed -speed 3 -peer PROGRAM", speedPage, c.what)
		}
		for _, name := range []string{c.ours, c.theirs} {
			function, _, _ := strings.Cut(name, "/")
			if sources := grepped(t, c.dir, "func Benchmark"+function+"("); sources != 1 && name != "slidy" {
				t.Errorf("%d benchmarks %s in %s", sources, function, c.dir)
			}
		}
	}
}

// grepped returns how many tests of a package hold a text.
func grepped(t *testing.T, dir, text string) (n int) {
	files, err := filepath.Glob(dir + "/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n += strings.Count(string(source), text)
	}
	return n
}

// measureSpeed runs both sides of each comparison in turn and writes the rows.
func measureSpeed(t *testing.T, rows *strings.Builder) {
	built := t.TempDir()
	for _, c := range comparisons {
		binary := filepath.Join(built, filepath.Base(c.dir))
		if out, err := exec.Command("go", "test", "-c", "-o", binary, "./"+c.dir).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		seconds := func(name string, runs int) float64 {
			cmd := exec.Command(binary, "-test.run", "^$", "-test.bench", "^Benchmark"+strings.ReplaceAll(name, "/", "$/^")+"$", "-test.benchtime", fmt.Sprintf("%dx", runs))
			if name == "slidy" {
				cmd = exec.Command(*peer)
				cmd.Stdin = strings.NewReader(first30(t))
			}
			cmd.Dir, cmd.Env = c.dir, append(os.Environ(), "PUZZLELAB_TABLES=none")
			out, err := cmd.CombinedOutput()
			if done := map[bool]string{true: `"id":29,"outcome":"solved"`, false: "ns/op"}[name == "slidy"]; err != nil || !strings.Contains(string(out), done) {
				t.Fatalf("%s: %v: %s", name, err, out)
			}
			return (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds() / float64(runs)
		}
		var ratios []float64
		for range *measure {
			ours := seconds(c.ours, c.runs)
			ratios = append(ratios, seconds(c.theirs, c.others)/ours)
		}
		slices.Sort(ratios)
		fmt.Fprintf(rows, "| %s | %.2g | %.2g to %.2g |\n", c.what, ratios[len(ratios)/2], ratios[0], ratios[len(ratios)-1])
		t.Log(c.what, ratios)
	}
}

// first30 returns Korf's first boards as requests of the protocol of docs/solvers.md.
func first30(t *testing.T) string {
	known, err := tiles.KnownInstances("korf100")
	if err != nil {
		t.Fatal(err)
	}
	var requests strings.Builder
	for i, k := range known[:30] {
		fmt.Fprintln(&requests, i, 0, 0, 0, 0, k.Board.Turned())
	}
	return requests.String()
}
