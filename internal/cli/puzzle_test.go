package cli

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// TestRandomPlayDependsOnSeedAndBoardAlone: not on the place in the input, and
// two boards of one size are not played with the same draws.
func TestRandomPlayDependsOnSeedAndBoardAlone(t *testing.T) {
	play := func(seed, board string) string {
		var stdout, stderr bytes.Buffer
		status := Main(Lab{Puzzles: puzzles()}, "", []string{"solve", "colorwalk", "--strategy", "random", "--seed", seed}, strings.NewReader(board+"\n"), &stdout, &stderr)
		if status != statusDone {
			t.Fatalf("status %d: %s", status, &stderr)
		}
		_, paths, _ := strings.Cut(stdout.String(), "\n")
		paths, _, _ = strings.Cut(paths, "  random: ") // the time is behind it
		return paths
	}
	a, b := "012121/212121/121212", "011111/222222/111111"
	once := play("1", a)
	if again, other := play("1", a), play("2", a); once != again || once == other {
		t.Errorf("seed 1 makes\n%sand\n%sseed 2 makes\n%s", once, again, other)
	}
	first := func(text string) string {
		return strings.Fields(text)[1] + strings.Fields(text)[2] + strings.Fields(text)[3]
	}
	same := 0
	for seed := range 20 {
		if s := strconv.Itoa(seed); first(play(s, a)) == first(play(s, b)) {
			same++
		}
	}
	if same == 20 {
		t.Error("two boards are played with the same draws")
	}
}

// TestOtherCommandsLayOutNoTables: that takes a tenth of a second, at the start of each of them.
func TestOtherCommandsLayOutNoTables(t *testing.T) {
	laid := 0
	p := *puzzles()[0]
	p.Tables = func() []puzzle.Table { laid++; return nil }
	run := func(args ...string) int {
		var stdout, stderr bytes.Buffer
		if status := Main(Lab{Puzzles: []*puzzle.Puzzle{&p}}, "", args, strings.NewReader(""), &stdout, &stderr); status != statusDone {
			t.Fatalf("%q ends with status %d: %s", args, status, &stderr)
		}
		return laid
	}
	if n := run("version"); n != 0 {
		t.Errorf("version lays out tables %d times, want none", n)
	}
	if n := run("tables", "list"); n == 0 {
		t.Error("the list of tables is made without them")
	}
}
