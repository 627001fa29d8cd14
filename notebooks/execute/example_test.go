package execute_test

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

func ExampleParameters() {
	nb := nbformat.New(nbformat.NewCell(nbformat.Code, `var n = 20 // instances per size
var sizes = []int{8, 16}`, "parameters"))
	params, err := execute.Parameters(nb)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range params {
		fmt.Printf("%s %s = %s  %s\n", p.Name, p.Type, p.Value, p.Doc)
	}
	// Output:
	// n int = 20  instances per size
	// sizes []int = []int{8, 16}
}

func ExampleInject() {
	nb := nbformat.New(nbformat.NewCell(nbformat.Code, "var n = 20\nvar sizes = []int{8, 16}", "parameters"))
	fmt.Println(execute.Inject(nb, map[string]string{"size": "8"}))
	fmt.Println(execute.Inject(nb, map[string]string{"sizes": "8,32"}))
	fmt.Println(nb.Cells[1].Source)
	// Output:
	// execute: the notebook has no parameter "size" (it has n, sizes); did you mean "sizes"?
	// <nil>
	// // Parameters of this run.
	// var sizes = []int{8, 32}
}
