package programs

import "github.com/puzzlelab/puzzlelab/solvers/colorwalk"

// The program of the write-up asks each cell for its neighbors, and two cells
// do not see one: the first cell of the second row does not see the start, the
// one above it, and the cell above the last one does not see that. The other
// way round they are seen. The option literal keeps the second fault; the first
// shows only where the start is not the top left cell, which it always is there.
//
// The fault has two effects. The perimeter of what the cell above removes lacks
// the last cell. And the two, if they have one color, may come to belong to
// different regions, though these then touch: a region is what is seen from the
// first of its cells to be found, so all depends on which of the two is found
// first. If they are parted, a move of their color that reaches one region
// leaves the other, which takes one more move of the same color.

// partedCell returns the last cell if the program would find the cell above it
// first, and so separates the two cells unless something else joins them.
// Otherwise it returns −1.
//
// The program first finds a whole region, breadth-first. Then it goes through
// the cells around the region, in the order in which the region sees them. For
// each cell that has not been found by then, it finds that cell's region and
// everything around it in the same way.
func partedCell(b colorwalk.Board) int {
	last, cols := b.Cells()-1, b.Cols()
	above := last - cols
	found := make([]bool, b.Cells())
	var region []int
	around := [][]int{{b.Start()}} // a stack: of regions found, the cells around them that are left to look at
	for len(around) > 0 {
		top := len(around) - 1
		if len(around[top]) == 0 {
			around = around[:top]
			continue
		}
		first := around[top][0]
		around[top] = around[top][1:]
		if found[first] {
			continue
		}
		found[first] = true
		region = append(region[:0], first)
		var outside []int
		for i := 0; i < len(region); i++ {
			cell := region[i]
			switch cell {
			case last:
				return -1
			case above:
				return last
			}
			for _, to := range [...]struct {
				next int
				on   bool // the board
			}{{cell - 1, cell%cols > 0}, {cell + 1, cell%cols+1 < cols}, {cell - cols, cell >= cols}, {cell + cols, cell+cols <= last}} {
				switch next := to.next; {
				case !to.on || found[next]:
				case b.Color(next) != b.Color(cell):
					outside = append(outside, next)
				default:
					found[next] = true
					region = append(region, next)
				}
			}
		}
		around = append(around, outside)
	}
	return -1
}
