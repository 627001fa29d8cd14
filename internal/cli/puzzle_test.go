package cli

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
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
