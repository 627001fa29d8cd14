package lookahead

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/reports"
)

// victories are, for every pair of algorithms, the boards on which the first
// makes fewer moves than the second.
type victories struct {
	names []string
	fewer [][]int // of the row against the column
	most  int     // boards of a pair
}

// victoriesOf compares the measured algorithms and the optimum, in the order of
// their means.
func victoriesOf(trials []experiments.Trial) victories {
	rows := onSeries(trials)
	strategies := byMean(trials, append([]string{exact}, measured()...))
	var v victories
	for _, a := range strategies {
		ours, fewer := movesOf(rows, a), make([]int, len(strategies))
		for j, b := range strategies {
			d := difference{each: movesOf(rows, b).above(ours)}
			_, _, fewer[j] = d.count()
			v.most = max(v.most, len(d.each))
		}
		v.names, v.fewer = append(v.names, shown(a)), append(v.fewer, fewer)
	}
	return v
}

// MatrixFigure shows for every pair of algorithms on how many boards the one
// makes fewer moves than the other.
func MatrixFigure(trials []experiments.Trial) (reports.Figure, error) {
	v := victoriesOf(trials)
	f := reports.Figure{ID: "matrix", Title: "Who makes fewer moves", SVG: v.svg("matrix")}
	if len(v.names) == 0 {
		f.Caption, f.Alt = "No data.", "No data."
		return f, nil
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
		fmt.Fprintf(&b, " %s against %s: fewer on %d, more on %d of %d.", v.names[i], name, v.fewer[i][i+1], v.fewer[i+1][i], v.most)
	}
	return b.String()
}

// Lengths of the drawing, in points.
const (
	matrixWidth  = 504.0
	matrixTop    = 18.0  // for the numbers of the columns
	matrixLeft   = 122.0 // for the names
	matrixBottom = 20.0  // for the line below
	matrixRow    = 16.0
)

// svg draws the matrix: the darker a cell, the more boards.
func (v victories) svg(id string) []byte {
	var b bytes.Buffer
	n := len(v.names)
	height := matrixTop + matrixRow*float64(n) + matrixBottom
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%gpt" height="%gpt" viewBox="0 0 %g %g" role="img" aria-labelledby="%s-title" font-family="Liberation Sans, Arial, Helvetica, sans-serif" font-size="7" text-anchor="middle" style="max-width:100%%;height:auto">`+"\n",
		matrixWidth, height, matrixWidth, height, id)
	fmt.Fprintf(&b, "<title id=\"%s-title\">Who makes fewer moves</title>\n<path fill=\"#fff\" d=\"M0 0H%gV%gH0Z\"/>\n", id, matrixWidth, height)
	if n == 0 {
		fmt.Fprintf(&b, "<text x=\"%g\" y=\"%g\" fill=\"#5c5f6b\">no data</text>\n", matrixWidth/2, height/2)
	}
	cell := (matrixWidth - matrixLeft - 4) / float64(max(n, 1))
	middle := func(j int) float64 { return matrixLeft + cell*(float64(j)+0.5) }
	for i, name := range v.names {
		y := matrixTop + matrixRow*float64(i)
		fmt.Fprintf(&b, "<text x=\"%.2f\" y=\"%.2f\" fill=\"#5c5f6b\">%d</text>\n", middle(i), matrixTop-5, i+1)
		fmt.Fprintf(&b, "<text x=\"%g\" y=\"%.2f\" fill=\"#1a1a24\" font-size=\"8.5\" text-anchor=\"end\">%s</text><text x=\"%g\" y=\"%.2f\" fill=\"#5c5f6b\" text-anchor=\"end\">%d</text>\n",
			matrixLeft-16, y+11, name, matrixLeft-4, y+10.5, i+1)
		for j, fewer := range v.fewer[i] {
			if i == j {
				continue
			}
			fill, text := shade(float64(fewer) / float64(max(v.most, 1)))
			fmt.Fprintf(&b, "<path fill=\"%s\" d=\"M%.2f %.2fh%.2fv%gh%.2fZ\"/><text x=\"%.2f\" y=\"%.2f\" fill=\"%s\">%d</text>\n",
				fill, middle(j)-cell/2+0.5, y+0.5, cell-1, matrixRow-1, 1-cell, middle(j), y+10.5, text, fewer)
		}
	}
	if n > 0 {
		fmt.Fprintf(&b, "<text x=\"%.2f\" y=\"%.2f\" fill=\"#1a1a24\" font-size=\"8.5\">boards on which the row makes fewer moves than the column</text>\n", (matrixLeft+matrixWidth)/2, height-6)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// ramp is a scale of colours whose lightness falls evenly, so that it is one of
// greys to whoever does not see the hues.
var ramp = [...][3]float64{{0xcf, 0xdf, 0xec}, {0x8f, 0xbf, 0xd6}, {0x4f, 0x98, 0xbd}, {0x2d, 0x6f, 0xa3}, {0x22, 0x47, 0x81}, {0x17, 0x20, 0x4d}}

// shade returns the colour of a share from 0 to 1, and that of a text on it.
func shade(share float64) (fill, text string) {
	at := share * float64(len(ramp)-1)
	k := min(int(at), len(ramp)-2)
	var c [3]int
	for i := range c {
		c[i] = int(ramp[k][i] + (at-float64(k))*(ramp[k+1][i]-ramp[k][i]) + 0.5)
	}
	text = "#1a1a24"
	if share > 0.5 {
		text = "#ffffff"
	}
	return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]), text
}
