package render

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// MaxRegionsDrawn is the maximum number of rows or columns on a board that [Regions]
// can draw.
const MaxRegionsDrawn = 40

// Regions draws the region graph after o.Step moves, over a pale drawing of the board. Each
// remaining region is a node in the color of the region. The area of the node is proportional to
// the size of the region. An edge joins regions that touch. The blank area, or a colored start, is
// the node with a double line. Its edges are thick and lead to the regions that the next move can
// remove. A node is drawn in the cell that is nearest to the centroid of its region. Regions
// ignores o.Frontier and o.Bound.
func Regions(w io.Writer, b colorwalk.Board, o Drawing) error {
	return write(w, b, o, (*canvas).regions, "regions", o.Step)
}

// regionNode is a region in a picture, or several merged regions: the blank area.
type regionNode struct {
	size int     // cells
	x, y float64 // in cells
	near []int32 // regions
}

func (c *canvas) regions() {
	b := c.board
	cell := min(48, max(20, 900/max(b.Rows(), b.Cols())))
	nodes := c.nodes(c.Step)
	place := func(n regionNode) (x, y string) {
		return draw.Num(draw.Margin + n.x*float64(cell)), draw.Num(draw.Margin + n.y*float64(cell))
	}
	edges := 0
	var light, heavy strings.Builder
	for r, n := range nodes {
		d := &light
		if r == 0 {
			d = &heavy
		}
		for _, other := range n.near {
			if other > int32(r) {
				edges++
				x, y := place(n)
				toX, toY := place(nodes[other])
				fmt.Fprintf(d, "M%s %sL%s %s", x, y, toX, toY)
			}
		}
	}
	c.open(2*draw.Margin+cell*b.Cols(), 2*draw.Margin+cell*b.Rows(), fmt.Sprintf("%s The region graph has %s, the blank area included, and %s.", c.describe(c.Step), wording.Counted(len(bySize(nodes)), "node"), wording.Counted(edges, "edge")), "")
	c.Printf("<g opacity=\"0.3\">\n")
	c.placed(draw.Margin, draw.Margin, cell)
	c.grounds()
	c.fills(c.Step)
	c.Printf("</g>\n</g>\n")
	for _, layer := range [...]struct{ d, width string }{{light.String(), "1"}, {heavy.String(), "2.5"}} {
		c.Printf("<path class=\"edge\" data-layer=\"edges\" d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"/>\n", layer.d, inkColor, layer.width)
	}
	c.Printf("<g data-layer=\"nodes\">\n")
	for _, r := range bySize(nodes) {
		x, y := place(nodes[r])
		c.node(r, nodes[r], x, y, float64(cell)*nodeRadius*math.Sqrt(float64(nodes[r].size)))
	}
	c.Printf("</g>\n</svg>\n")
}

// nodeRadius is the radius of the node for a region of one cell, in cells.
const nodeRadius = 0.3

// node draws the node of a region at a place in pixels.
func (c *canvas) node(r int, n regionNode, x, y string, radius float64) {
	color := c.color(int32(r))
	if r == 0 && c.Step > 0 {
		color = colorwalk.Blank
	}
	class, fill := "edge", c.Palette.Hex(color)
	if color == colorwalk.Blank {
		class = "blank edge"
	}
	c.Printf("<circle class=\"%s\" data-region=\"%d\" cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\" stroke=\"%s\"/>", class, n.size, x, y, draw.Num(radius), fill, inkColor)
	if r == 0 {
		c.Printf("<circle class=\"edge\" cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"none\" stroke=\"%s\"/>", x, y, draw.Num(radius-3), draw.InkOn(fill))
	}
	if color != colorwalk.Blank {
		size := math.Round(min(1.3*radius, 20))
		c.Printf("<text x=\"%s\" y=\"%s\" dy=\"%s\" font-size=\"%s\" fill=\"%s\">%v</text>", x, y, draw.Num(0.36*size), draw.Num(size), draw.InkOn(fill), color)
	}
	c.Printf("\n")
}

// bySize returns the numbers of the nodes that are there, large ones first, so
// that none lies behind a larger one.
func bySize(nodes []regionNode) []int {
	var order []int
	for r, n := range nodes {
		if n.size > 0 {
			order = append(order, r)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return nodes[b].size - nodes[a].size })
	return order
}

// nodes returns a node for each region; those that have gone are part of the
// first and have none of their own, which means no size and no neighbors.
func (c *course) nodes(step int) []regionNode {
	nodes := make([]regionNode, len(c.cells))
	var area []int32
	for r, cells := range c.cells {
		if c.taken[r] <= step {
			area = append(area, cells...)
			continue
		}
		nodes[r] = c.nodeOf(cells)
		for _, other := range c.near[r] {
			if c.taken[other] > step {
				nodes[r].near = append(nodes[r].near, other)
			}
		}
		if c.reached[r] <= step {
			nodes[0].near = append(nodes[0].near, int32(r))
		}
	}
	near := nodes[0].near
	nodes[0] = c.nodeOf(area)
	nodes[0].near = near
	return nodes
}

// nodeOf returns the node of some cells, in the middle of the one that is
// nearest to their centroid.
func (c *course) nodeOf(cells []int32) regionNode {
	n, cols := len(cells), int32(c.board.Cols())
	var sumX, sumY int
	for _, cell := range cells {
		sumX += int(cell % cols)
		sumY += int(cell / cols)
	}
	best, nearest := cells[0], math.MaxInt
	for _, cell := range cells { // distances times n, so that all numbers are whole
		dx, dy := int(cell%cols)*n-sumX, int(cell/cols)*n-sumY
		if d := dx*dx + dy*dy; d < nearest {
			best, nearest = cell, d
		}
	}
	return regionNode{size: n, x: float64(best%cols) + 0.5, y: float64(best/cols) + 0.5}
}
