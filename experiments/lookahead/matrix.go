package lookahead

import (
	"fmt"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/plots"
)

// victories are, for every pair of algorithms, the boards on which the first
// makes fewer moves than the second.
type victories struct {
	names []string
	fewer [][]float64 // of the row against the column, NaN on the diagonal
	most  int         // boards of a pair
}

// victoriesOf compares the measured algorithms and the optimum, in the order of
// their means.
func victoriesOf(trials []experiments.Trial) victories {
	rows := onSeries(trials)
	strategies := byMean(trials, append([]string{exact}, measured()...))
	var v victories
	for _, a := range strategies {
		ours, fewer := movesOf(rows, a), make([]float64, len(strategies))
		for j, b := range strategies {
			d := difference{each: movesOf(rows, b).above(ours)}
			_, _, n := d.count()
			fewer[j] = float64(n)
			if a == b {
				fewer[j] = math.NaN()
			}
			v.most = max(v.most, len(d.each))
		}
		v.names, v.fewer = append(v.names, shown(a)), append(v.fewer, fewer)
	}
	return v
}

// MatrixFigure shows for every pair of algorithms on how many boards the one
// makes fewer moves than the other.
func MatrixFigure(trials []experiments.Trial) (plots.Figure, error) {
	v := victoriesOf(trials)
	f, err := plots.Matrix("matrix", "Who makes fewer moves", plots.MatrixOptions{
		Quantity: "boards on which the row makes fewer moves than the column", Most: float64(v.most),
	}, v.names, v.fewer)
	if err != nil || len(v.names) == 0 {
		return f, err
	}
	f.Caption = fmt.Sprintf("On %s, in the order of the mean. A row holds the boards on which its algorithm makes fewer moves than that of the column, a column those on which it makes more; columns have the numbers of the rows. What two cells that mirror each other leave of %d are ties.",
		boardsOf(trials), v.most)
	f.Alt = v.describe()
	return f, nil
}

// describe tells the matrix in words: how often each algorithm is ahead of the
// next.
func (v victories) describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Matrix of the boards on which one of %d algorithms makes fewer moves than another.", len(v.names))
	for i, name := range v.names[1:] {
		fmt.Fprintf(&b, " %s against %s: fewer on %.0f, more on %.0f of %d.", v.names[i], name, v.fewer[i][i+1], v.fewer[i+1][i], v.most)
	}
	return b.String()
}
