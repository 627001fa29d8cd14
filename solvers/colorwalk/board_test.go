package colorwalk

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestNewBoardStartsAtTheFirstBlankCell(t *testing.T) {
	check := func(rows, cols, start int, cells []Color, want int) {
		t.Helper()
		b, err := NewBoard(rows, cols, start, cells)
		if err != nil || b.Start() != want {
			t.Errorf("NewBoard(%d, %d, %d, %v) starts at %d, %v; want %d", rows, cols, start, cells, b.Start(), err, want)
		}
	}
	check(2, 2, -1, []Color{0, 1, 1, 2}, 0)
	check(2, 2, -1, []Color{1, 1, 0, 0}, 2)
	check(2, 2, 3, []Color{1, 1, 0, 0}, 3)
	check(2, 2, -1, []Color{1, 2, 1, 2}, 0)
	check(2, 2, 3, []Color{1, 2, 1, 2}, 3)
	check(1, 1, -1, []Color{0}, 0)
}

func TestABoardKnowsItsCells(t *testing.T) {
	cells := []Color{0, 2, 7, 0, 7, 35}
	b, err := NewBoard(2, 3, -1, cells)
	if err != nil {
		t.Fatal(err)
	}
	if b.Rows() != 2 || b.Cols() != 3 || b.Cells() != 6 || b.Start() != 0 || b.Colors() != 35 {
		t.Errorf("%v: %dx%d, %d cells, start %d, colors up to %v", b, b.Rows(), b.Cols(), b.Cells(), b.Start(), b.Colors())
	}
	for cell, want := range cells {
		if got := b.Color(cell); got != want {
			t.Errorf("cell %d has color %v, want %v", cell, got, want)
		}
	}
	same, _ := NewBoard(2, 3, 3, cells)
	if same == b || same.Color(1) != b.Color(1) {
		t.Errorf("boards that start elsewhere are equal: %v and %v", b, same)
	}
	cells[1] = 9
	if b.Color(1) != 2 {
		t.Error("the board shares the caller's cells")
	}
	if blank := mustBoard(t, "00/00"); blank.Colors() != 0 {
		t.Errorf("a blank board has colors up to %v", blank.Colors())
	}
}

func TestNewBoardRefusesWhatIsNoBoard(t *testing.T) {
	check := func(rows, cols, start int, cells []Color, want string) {
		t.Helper()
		b, err := NewBoard(rows, cols, start, cells)
		if err == nil || err.Error() != "colorwalk: "+want || b != (Board{}) {
			t.Errorf("NewBoard(%d, %d, %d, %v) = %v, %v; want %s", rows, cols, start, cells, b, err, want)
		}
	}
	ones := slices.Repeat([]Color{1}, 6)
	check(0, 3, -1, nil, "no board is 3x0")
	check(3, -1, -1, nil, "no board is -1x3")
	check(1<<13, 1<<12, -1, ones, "a board of 4096x8192 has more than 16777216 cells")
	check(1<<25, 1, -1, ones, "a board of 1x33554432 has more than 16777216 cells")
	check(1<<40, 1<<40, -1, ones, "a board of 1099511627776x1099511627776 has more than 16777216 cells")
	check(2, 2, -1, ones, "a board of 2x2 has 4 cells, got 6 colors")
	check(2, 3, 6, ones, "no cell 6 to start from on a board of 3x2 (want 0 to 5, or -1)")
	check(2, 3, -2, ones, "no cell -2 to start from on a board of 3x2 (want 0 to 5, or -1)")
	check(1, 2, -1, []Color{1, 36}, "cell 1: 36 is not a color (want 0 to 35)")
	check(1, 3, -1, []Color{0, 1, 0}, "cell 2 is blank but not connected to the start, cell 0, through blank cells")
	check(1, 3, 2, []Color{0, 1, 0}, "cell 0 is blank but not connected to the start, cell 2, through blank cells")
	check(2, 2, -1, []Color{0, 1, 1, 0}, "cell 3 is blank but not connected to the start, cell 0, through blank cells")
	check(1, 3, 1, []Color{0, 1, 1}, "cell 0 is blank but not connected to the start, cell 1, through blank cells")
}

func TestTheZeroBoardIsRefused(t *testing.T) {
	if _, _, err := (Board{}).Replay(nil); err == nil || !strings.Contains(err.Error(), "zero Board") {
		t.Errorf("Replay: %v", err)
	}
	if err := (Board{}).Check([]Color{1}); err == nil || !strings.Contains(err.Error(), "zero Board") {
		t.Errorf("Check: %v", err)
	}
}

func ExampleNewBoard() {
	b, err := NewBoard(2, 3, -1, []Color{0, 1, 2, 2, 1, 1})
	fmt.Println(b, err)
	_, err = NewBoard(2, 3, -1, []Color{0, 1, 2, 0, 1, 0})
	fmt.Println(err)
	// Output:
	// 012/211 <nil>
	// colorwalk: cell 5 is blank but not connected to the start, cell 0, through blank cells
}
