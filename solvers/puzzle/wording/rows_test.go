package wording_test

import (
	"fmt"
	"os"
	"strconv"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

func ExampleRows() {
	err := wording.Rows(os.Stdout, []string{"n  ", "n·n"}, 25, 4, func(row, column int) string {
		return strconv.Itoa([...]int{column, column * column}[row])
	})
	fmt.Println(err)
	// Output:
	// n                          0                        1                        2
	// n·n                        0                        1                        4
	//
	// n                          3
	// n·n                        9
	// <nil>
}

func ExampleEach() {
	fmt.Println(wording.Each([]puzzle.Word{{Name: "on"}, {Name: "off"}}, func(w puzzle.Word) string { return w.Name }))
	// Output: [on off]
}
