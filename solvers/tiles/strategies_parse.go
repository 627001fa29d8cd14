package tiles

import (
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/naming"
)

// ParseStrategy returns the strategy of that name,
//
//	name[-N][/heuristic][,option[=value]]…
//
// as listed by [Strategies]: "bfs", "idastar/lc-wd,order=lrud",
// "wastar-1.5/manhattan". The error names the part that is wrong and what would
// be right.
func ParseStrategy(name string) (Strategy, error) {
	n, err := grammar.Parse(name, defaultChoice())
	if err != nil {
		return Strategy{}, err
	}
	return kinds[n.Kind].strategy(n.Text, n.Choice), nil
}

// grammar parses the names of all kinds.
var grammar = func() *naming.Grammar[choice] {
	var list []naming.Kind[choice]
	for i := range kinds {
		list = append(list, kinds[i].names())
	}
	return naming.New("tiles", "heuristic", list)
}()

// The numbers and heuristics that several strategies share.
var (
	weightNumber = &naming.Number[choice]{What: "weight", Example: "2", Set: setWeight}
	widthNumber  = naming.Count("width", "1000", func(c *choice, n int) { c.number = n })
	depthNumber  = naming.Count("depth", "20", func(c *choice, n int) { c.number = n })

	anyHeuristic    = &naming.Estimate[choice]{Example: Manhattan.Name, Set: setHeuristic}
	courseHeuristic = &naming.Estimate[choice]{Example: Manhattan.Name, Set: setHeuristic, Only: []string{Hamming.Name, Manhattan.Name}}
)

// The options that several strategies share.
var (
	orderOption = setting{
		Option: Option{
			Name: "order", Default: string(DefaultOrder), Want: "the letters u, l, r, d in any order",
			Doc: "order of the blank's moves, on the board in blank-first form",
		},
		Set: func(c *choice, value string) (canonical string, err error) {
			c.order, err = ParseOrder(value)
			return string(c.order), err
		},
	}
	tiesOption = setting{
		Option: Option{
			Name: "ties", Default: search.HighG.String(), Want: "high-g, low-g or fifo",
			Doc: "which of the nodes with the smallest g + h comes first",
		},
		Set: func(c *choice, value string) (canonical string, err error) {
			c.ties, err = search.ParseTies(value)
			return c.ties.String(), err
		},
	}
	startOption = setting{
		Option: Option{Name: "start", Default: "5", Want: "a number of at least 1", Doc: "the first weight"},
		Set:    setWeight,
	}
)

func setWeight(c *choice, text string) (canonical string, err error) {
	c.weight, err = search.ParseWeight(text)
	return c.weight.String(), err
}

func setHeuristic(c *choice, name string) (canonical string, err error) {
	c.heuristic, err = ParseHeuristic(name)
	return c.heuristic.Name, err
}
