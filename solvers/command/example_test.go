//go:build unix

package command_test

import (
	"context"
	"fmt"
	"os"

	"github.com/puzzlelab/puzzlelab/solvers/command"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// word is a puzzle of a word to be repeated.
type word string

func (w word) String() string { return string(w) }

func ExampleStrategy() {
	argv := []string{os.Args[0], "fake", "echo"} // a program in any language, here this one
	echo, err := command.Strategy[word]("echo", argv)
	if err != nil {
		panic(err)
	}
	defer echo.Program.Close()
	for _, w := range []word{"up", "down"} {
		f, err := echo.Run(context.Background(), w, 0, search.Limits{})
		fmt.Println(f.Outcome, f.Solution, err)
	}
	// Output:
	// solved up <nil>
	// solved down <nil>
}

// A planner prints a log, which patterns read; here it is a line of shell.
func ExampleStrategy_log() {
	argv := []string{"sh", "-c", `echo "Expanded 7 states."; echo "Search time: 1.5e-2s"; echo "Plan: $1, cost 2"`, "sh", "{instance}"}
	planner, err := command.Strategy[word]("planner", argv,
		`Expanded (?P<expanded>\d+)`,
		`Search time: (?P<search_seconds>[\d.e-]+)`,
		`Plan: (?P<solution>\w+), cost (?P<cost>\d+)`,
	)
	if err != nil {
		panic(err)
	}
	f, err := planner.Run(context.Background(), "up", 0, search.Limits{})
	fmt.Println(f.Outcome, f.Solution, f.Cost, f.Meter.Expanded, f.Observed, err)
	// Output:
	// solved up 2 7 [{search_seconds 0.015}] <nil>
}
