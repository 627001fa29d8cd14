package colorwalk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/naming"
)

// kinds are the strategies of the package, in the order they are listed.
var kinds = slices.Concat(writeUpKinds, searchKinds)

// The numbers that several strategies share.
var (
	depthNumber  = naming.Count("depth", "5", func(c *choice, n int) { c.number = n })
	widthNumber  = naming.Count("width", "100", func(c *choice, n int) { c.number = n })
	scaleNumber  = naming.Count("scale", "25", func(c *choice, n int) { c.scale = n })
	weightNumber = &naming.Number[choice]{What: "weight", Example: "1.2", Set: func(c *choice, text string) (canonical string, err error) {
		c.weight, err = search.ParseWeight(text)
		return c.weight.String(), err
	}}
)

// anyEvaluation takes each of the evaluations.
var anyEvaluation = &naming.Estimate[choice]{Example: "layers", Set: func(c *choice, name string) (string, error) {
	if evaluationCalled(name) == nil {
		names := make([]string, len(evaluations))
		for i, e := range evaluations {
			names[i] = e.Name
		}
		return "", fmt.Errorf("colorwalk: no evaluation is called %q (want %s)%s", name, strings.Join(names, ", "), search.DidYouMean(name, names))
	}
	c.evaluation = name
	return name, nil
}}

// The options that several strategies share.
var (
	finishFirstOption = naming.Switch("finish-first", "of lines that clear the board, the one with fewer moves is better",
		func(c *choice) { c.finishFirst = true })
	literalOption = naming.Switch("literal", "leave out the two edges between cells that the write-up's script leaves out",
		func(c *choice) { c.literal = true })
	scaleOption = setting{
		Option: Option{Name: "scale", Default: strconv.Itoa(defaultChoice().scale), Want: "a number of 1 or more", Doc: "what a move costs, in removed cells"},
		Set: func(c *choice, value string) (canonical string, err error) {
			c.scale, err = naming.ParseCount(value)
			return strconv.Itoa(c.scale), err
		},
	}
)
