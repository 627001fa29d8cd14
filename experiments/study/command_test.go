package study

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestCommandsRunBesideStrategies(t *testing.T) {
	mine := Command{Name: "mine", Argv: []string{os.Args[0], "--fast"}}
	choice := Choice{Sizes: []string{"3"}, Strategies: []string{"bfs"}, Commands: []Command{mine}}
	for _, c := range []struct{ asked, want time.Duration }{{0, CommandTime}, {time.Second, time.Second}, {NoLimit, 0}} {
		choice.Limits = search.Limits{Time: c.asked}
		r, err := hanoi(choice).Plan(choice)
		if err != nil {
			t.Fatal(err)
		}
		part := r[0].Parts[0]
		if got := strings.Join(part.Strategies, "+"); got != "bfs+mine" {
			t.Errorf("strategies %s, want bfs+mine", got)
		}
		if got := part.LimitsFor("mine", 3); got.Time != c.want || got.Expanded != 10 {
			t.Errorf("limits %+v of the command under --time %v; want %v and those of the study", got, c.asked, c.want)
		}
		if got := part.LimitsFor("bfs", 3).Time; c.asked == 0 && got != 0 {
			t.Errorf("a limit of %v on the time of bfs, want none", got)
		}
		sweeps, err := r[0].Sweeps()
		if err != nil || sweeps[0].Strategies[1].Program == nil || sweeps[0].Strategies[0].Program != nil {
			t.Errorf("%v, strategies %+v; want a program as the second", err, sweeps)
		}
	}

	_, err := Several(choice, hanoi(choice))
	if wrong, ok := errors.AsType[*ChoiceError](err); !ok || wrong.Field != "puzzle" {
		t.Errorf("a command for all puzzles of a study: %v", err)
	}
	choice.Puzzle = "towers"
	if _, err := Several(choice, hanoi(choice)); err != nil {
		t.Errorf("a command for one of the puzzles of a study: %v", err)
	}
}
