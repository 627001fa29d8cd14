package colorwalk

import (
	"slices"
	"testing"
)

// The drawing of the package: regions are numbered by colour, then by their
// first cells.
func TestRegionsAreNumberedByColorAndFirstCell(t *testing.T) {
	check := func(board string, regions []int32, colors []Color, sizes []int32, root int) {
		t.Helper()
		g := NewGraph(mustBoard(t, board), -1)
		if !slices.Equal(g.Region, regions) || !slices.Equal(g.color, colors) || !slices.Equal(g.size, sizes) || g.root != root {
			t.Errorf("%s: regions %v of colors %v and sizes %v, a root of %d; want %v, %v, %v, %d",
				board, g.Region, g.color, g.size, g.root, regions, colors, sizes, root)
		}
	}
	check("0112/3122", []int32{-1, 0, 0, 1, 2, 0, 1, 1}, []Color{1, 2, 3}, []int32{3, 3, 1}, 1)
	check("2112/3122", []int32{-1, 0, 0, 1, 2, 0, 1, 1}, []Color{1, 2, 3}, []int32{3, 3, 1}, 1)
	check("0122/2211", []int32{-1, 0, 2, 2, 3, 3, 1, 1}, []Color{1, 1, 2, 2}, []int32{1, 2, 2, 2}, 1)
	// A region that is joined late: its parts are first met apart.
	check("0212/0222", []int32{-1, 1, 0, 1, -1, 1, 1, 1}, []Color{1, 2}, []int32{1, 5}, 2)
}

// Strange boards have the regions they should have.
func TestRegionsOfStrangeBoards(t *testing.T) {
	cells := func(n int, color func(cell int) Color) []Color {
		list := make([]Color, n)
		for cell := range list {
			list[cell] = color(cell)
		}
		return list
	}
	for _, c := range []struct {
		name               string
		rows, cols         int
		color              func(cell int) Color
		regions, colors    int
		root, startTouches int
	}{
		{"one blank cell", 1, 1, func(int) Color { return 0 }, 0, 0, 1, 0},
		{"one cell", 1, 1, func(int) Color { return 7 }, 0, 0, 1, 0},
		{"all blank", 20, 30, func(int) Color { return 0 }, 0, 0, 600, 0},
		{"one color", 20, 30, func(int) Color { return 35 }, 0, 0, 600, 0},
		{"one color and a blank cell", 20, 30, func(cell int) Color { return 35 * Color(min(cell, 1)) }, 1, 1, 1, 1},
		{"a line of every color", 1, 35, func(cell int) Color { return Color(cell + 1) }, 34, 34, 1, 1},
		{"a column of two colors", 1000, 1, func(cell int) Color { return Color(1 + cell%2) }, 999, 2, 1, 1},
		{"checkers", 300, 301, func(cell int) Color { return Color(1 + cell%2) }, 300*301 - 1, 2, 1, 2},
		{"stripes", 100, 100, func(cell int) Color { return Color(1 + cell/100%2) }, 99, 2, 100, 1},
	} {
		b, err := NewBoard(c.rows, c.cols, 0, cells(c.rows*c.cols, c.color))
		if err != nil {
			t.Fatal(err)
		}
		g := NewGraph(b, -1)
		if g.Regions != c.regions || len(g.Colors) != c.colors || g.root != c.root || g.start.count() != c.startTouches {
			t.Errorf("%s: %d regions of %d colors, a root of %d cells that touches %d; want %d, %d, %d, %d",
				c.name, g.Regions, len(g.Colors), g.root, g.start.count(), c.regions, c.colors, c.root, c.startTouches)
		}
	}
}
