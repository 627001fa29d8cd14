//go:build unix

package command_test

import (
	"context"
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/command"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// word is a puzzle of a word to be repeated.
type word string

func (w word) String() string { return string(w) }

func ExampleStrategy() {
	argv, err := command.Split(`sh -c '
		echo "{\"ready\":\"puzzlelab/1\"}"
		while read -r id seed seconds nodes bytes instance; do
			echo "{\"id\":$id,\"outcome\":\"solved\",\"cost\":1,\"solution\":\"$instance\"}"
		done'`)
	if err != nil {
		panic(err)
	}
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
