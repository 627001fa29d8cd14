package colorwalk

import (
	"fmt"
	"slices"
	"testing"
)

// structureOfCells is the same without the region graph: every cell takes the
// smallest number of borders between regions on a way from the blank area, until
// nothing changes. It knows no layer bound and no upper one.
func structureOfCells(b Board) Structure {
	n := b.Cells()
	area := newFlood(b).inside
	region, distance := make([]int, n), make([]int, n)
	for i := range n {
		region[i], distance[i] = i, n
		if area[i] {
			distance[i] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		lower := func(i, j int) {
			step := 1
			if b.Color(i) == b.Color(j) {
				step = 0
				if region[j] < region[i] {
					region[i], changed = region[j], true
				}
			}
			if d := distance[j] + step; d < distance[i] {
				distance[i], changed = d, true
			}
		}
		for i := range n {
			if i%b.Cols() > 0 {
				lower(i, i-1)
				lower(i-1, i)
			}
			if i >= b.Cols() {
				lower(i, i-b.Cols())
				lower(i-b.Cols(), i)
			}
		}
	}
	a := Structure{Rows: b.Rows(), Cols: b.Cols(), Start: [2]int{b.Start()/b.Cols() + 1, b.Start()%b.Cols() + 1}}
	var cells, regions [MaxColors + 1]int
	size := map[int]int{}
	for i := range n {
		if area[i] {
			a.Blank++
			continue
		}
		cells[b.Color(i)]++
		size[region[i]]++
		a.Largest = max(a.Largest, size[region[i]])
		if region[i] != i {
			continue
		}
		a.Regions++
		regions[b.Color(i)]++
		a.Distances += distance[i]
		a.Eccentricity = max(a.Eccentricity, distance[i])
		if distance[i] == 1 {
			a.Frontier++
		}
	}
	for c := Color(1); c <= MaxColors; c++ {
		if cells[c] > 0 {
			a.Colors = append(a.Colors, ColorCount{c, cells[c], regions[c]})
		}
	}
	return a
}

func TestStructureIsThatOfTheCells(t *testing.T) {
	check := func(b Board) {
		t.Helper()
		got, want := Analyze(b), structureOfCells(b)
		want.LayerBound, want.Upper = got.LayerBound, got.Upper
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
			t.Errorf("%v:\n got %+v\nwant %+v", b, got, want)
		}
	}
	for _, k := range mustSet(t, "examples") {
		check(k.Board)
		end, _, err := k.Board.Replay(k.Path[:k.Optimal/2])
		if err != nil {
			t.Fatal(err)
		}
		check(end)
	}
	for _, line := range []string{"0", "7", "00/00", "22/22", "0z", "start=2,2 121/212/121", "0000/0010/0000"} {
		b, err := ParseBoard(line)
		if err != nil {
			t.Fatal(err)
		}
		check(b)
	}
}

func TestBoundsHoldTheOptimumBetweenThem(t *testing.T) {
	for _, k := range mustSet(t, "examples") {
		a := Analyze(k.Board)
		if a.Eccentricity > a.LayerBound || len(a.Colors) > a.LayerBound || a.LayerBound > k.Optimal || k.Optimal > a.Upper {
			t.Errorf("number %d: eccentricity %d, %d colors, layer bound %d, optimum %d, upper bound %d", k.Number, a.Eccentricity, len(a.Colors), a.LayerBound, k.Optimal, a.Upper)
		}
	}
}

// TestTheSeriesHasTheUpperBoundsOfAnotherProgram: a separate implementation found
// 30.76 in the mean of the hundred boards.
func TestTheSeriesHasTheUpperBoundsOfAnotherProgram(t *testing.T) {
	sum := 0
	for _, k := range mustSet(t, "series") {
		sum += Analyze(k.Board).Upper
	}
	if sum != 3076 {
		t.Errorf("the upper bounds sum to %d, want 3076", sum)
	}
}

func TestLayerBoundsAreThoseOfTheBoardsOnTheWay(t *testing.T) {
	for _, k := range mustSet(t, "examples") {
		bounds := LayerBounds(k.Board, k.Path)
		if len(bounds) != len(k.Path)+1 {
			t.Fatalf("number %d: %d bounds for %d moves", k.Number, len(bounds), len(k.Path))
		}
		at := k.Board
		for i, got := range bounds {
			if want := Analyze(at).LayerBound; got != want || got > len(k.Path)-i {
				t.Errorf("number %d: after %d moves the bound is %d, want %d, and at most the %d moves left", k.Number, i, got, want, len(k.Path)-i)
			}
			if i < len(k.Path) {
				at, _ = at.Apply(k.Path[i])
			}
		}
	}
	useless, err := ParseBoard("012")
	if err != nil {
		t.Fatal(err)
	}
	if got := LayerBounds(useless, []Color{2, 9, 1, 1, 2, 2}); !slices.Equal(got, []int{2, 2, 2, 1, 1, 0, 0}) {
		t.Errorf("with moves that remove nothing the bounds are %v", got)
	}
	if got := LayerBounds(useless, []Color{Blank, 99, 1}); !slices.Equal(got, []int{2, 2, 2, 1}) {
		t.Errorf("with moves that are no colors the bounds are %v", got)
	}
}

func TestOnlyBoardsOfManyRegionsHaveNoUpperBound(t *testing.T) {
	f := mustFamily(t, "pattern,kind=diagonal") // as many regions as cells, and one is blank
	check := func(cols, want int) {
		t.Helper()
		if got := Analyze(mustInstance(t, f, 1, cols, 2, 0, 0)); got.Regions != cols-1 || got.Upper != want {
			t.Errorf("1x%d: %d regions, upper bound %d, want %d", cols, got.Regions, got.Upper, want)
		}
	}
	check(200, 199)
	check(MaxUpperRegions+2, -1)
}

func TestTheZeroBoardHasNoStructure(t *testing.T) {
	if got := fmt.Sprint(Analyze(Board{})); got != fmt.Sprint(Structure{}) {
		t.Errorf("structure %v", got)
	}
	if got := LayerBounds(Board{}, nil); got != nil {
		t.Errorf("bounds %v", got)
	}
}

func ExampleAnalyze() {
	board, err := ParseBoard("0312/1131/1331/3221")
	if err != nil {
		fmt.Println(err)
		return
	}
	s := Analyze(board)
	fmt.Println(s.Regions, "regions, the largest of", s.Largest, "cells")
	for _, c := range s.Colors {
		fmt.Println("color", c.Color, "in", c.Cells, "cells")
	}
	fmt.Println("between", s.LayerBound, "and", s.Upper, "moves")
	// Output:
	// 8 regions, the largest of 3 cells
	// color 1 in 7 cells
	// color 2 in 3 cells
	// color 3 in 5 cells
	// between 4 and 4 moves
}
