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
