package programs

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// faultyNeighbors returns the cells that the program of the write-up lists as
// neighbours of a cell, in its order, on a game that starts at the top left.
func faultyNeighbors(b colorwalk.Board, cell int) []int {
	list := plainNeighbors(b, cell)
	if cell == b.Cells()-1-b.Cols() {
		list = slices.DeleteFunc(list, func(c int) bool { return c == b.Cells()-1 })
	}
	return list
}

// faultyRegions finds regions one after the other as the program does: the
// region of a cell, then, one by one and with all that is behind them, the
// regions of the cells around it. It returns the number of each cell's region.
func faultyRegions(b colorwalk.Board) []int {
	of := make([]int, b.Cells())
	regions := 0
	var find func(first int)
	find = func(first int) {
		regions++
		of[first] = regions
		region, around := []int{first}, []int(nil)
		for i := 0; i < len(region); i++ {
			for _, next := range faultyNeighbors(b, region[i]) {
				switch {
				case of[next] == 0 && b.Color(next) == b.Color(first):
					of[next] = of[first]
					region = append(region, next)
				case b.Color(next) != b.Color(first):
					around = append(around, next)
				}
			}
		}
		for _, next := range around {
			if of[next] == 0 {
				find(next)
			}
		}
	}
	find(0)
	return of
}

func TestLiteralRegionsAreThoseTheProgramFinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 9))
	parted, joined := 0, 0
	for range 8000 {
		b := someBoard(t, rng, 2+rng.IntN(4), 2+rng.IntN(4), 1+rng.IntN(4))
		got, want := colorwalk.NewGraph(b, partedCell(b)).Region, faultyRegions(b)
		for i := range got {
			for j := range i {
				if (got[i] == got[j]) != (want[i] == want[j]) {
					t.Fatalf("%v: cells %d and %d are of one region: %v, want %v", b, j, i, got[i] == got[j], want[i] == want[j])
				}
			}
		}
		last := b.Cells() - 1
		if b.Color(last) == b.Color(last-b.Cols()) && b.Color(last) != b.Color(last-1) {
			if want[last] == want[last-b.Cols()] {
				joined++
			} else {
				parted++
			}
		}
	}
	if parted < 50 || joined < 50 {
		t.Errorf("%d boards with the last cell parted and %d with it joined: the sample tests too little", parted, joined)
	}
}

// Only the graph is literal: the moves of a path are counted on the board as it
// is, where the second move of colour 1 has nothing left to remove.
func TestAPartedCellTakesAMoveOfItsOwn(t *testing.T) {
	b := mustBoard(t, "01/21")
	if n := colorwalk.NewGraph(b, partedCell(b)).Regions; n != 3 {
		t.Errorf("%d regions, want 3", n)
	}
	for name, want := range map[string]string{"greedy": "12", "greedy,literal": "112"} {
		if r := mustStrategy(t, name).Solve(t.Context(), b, 1, search.Limits{}); colorwalk.FormatPath(r.Path) != want {
			t.Errorf("%s: %v, want %s", name, colorwalk.FormatPath(r.Path), want)
		}
	}
	// Here the last cell is found first: from the start by way of the two of
	// colour 2, the 1 below the first, and the three of colour 2 to its left.
	b = mustBoard(t, "022/213/223")
	if n := colorwalk.NewGraph(b, partedCell(b)).Regions; n != 4 {
		t.Errorf("%v: %d regions, want 4", b, n)
	}
}

// The option changes the graphs of some boards of the series, not of all whose
// last cell has the colour of the one above.
func TestLiteralPartsSomeBoardsOfTheSeries(t *testing.T) {
	series, err := colorwalk.KnownInstances("series")
	if err != nil {
		t.Fatal(err)
	}
	same, parted := 0, 0
	for _, k := range series {
		b := k.Board
		if b.Color(569) == b.Color(599) {
			same++
			if (partedCell(b) >= 0) != (colorwalk.NewGraph(b, partedCell(b)).Regions > colorwalk.NewGraph(b, -1).Regions) && b.Color(598) != b.Color(599) {
				t.Errorf("board %d: parted is %v, but the graph has %d regions", k.Number, partedCell(b) >= 0, colorwalk.NewGraph(b, partedCell(b)).Regions)
			}
			if colorwalk.NewGraph(b, partedCell(b)).Regions > colorwalk.NewGraph(b, -1).Regions {
				parted++
			}
		}
	}
	if same < parted || parted != 13 { // 13 is our own count: a change detector
		t.Errorf("%d boards are parted of %d, want 13", parted, same)
	}
}

// A cell that is not seen is missing from the perimeter of what does not see it.
func TestLiteralPerimeterLacksTheLastCell(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 10))
	differ := 0
	for range 500 {
		b := someBoard(t, rng, 2+rng.IntN(4), 2+rng.IntN(4), 2+rng.IntN(3))
		for _, literal := range []bool{false, true} {
			g := newGame(t.Context(), b, literal, search.Limits{}).graph
			edges, blank, before := newBorders(g, b.Cols(), literal), g.Origin(), g.Origin()
			known := 0
			for range 4 {
				now := g.NewArea()
				k := &g.Colors[rng.IntN(len(g.Colors))]
				if !g.Play(&now, &before, k) {
					continue
				}
				known = edges.grown(known, blank.Absorbed, before.Absorbed, now.Absorbed, k)
				want := 0
				for cell := range b.Cells() {
					r := g.Region[cell]
					if r < 0 || !now.Absorbed.Has(int(r)) || blank.Absorbed.Has(int(r)) {
						continue
					}
					neighbors := plainNeighbors(b, cell)
					if literal {
						neighbors = faultyNeighbors(b, cell)
						if len(neighbors) < len(plainNeighbors(b, cell)) {
							differ++
						}
					}
					for _, next := range neighbors {
						if s := g.Region[next]; s >= 0 && !now.Absorbed.Has(int(s)) {
							want++
						}
					}
				}
				if known != want {
					t.Fatalf("%v, literal %v: perimeter %d, want %d", b, literal, known, want)
				}
				before = now
				if rng.IntN(3) == 0 { // the moves so far are played
					blank.CopyFrom(now)
					known = 0
				}
			}
		}
	}
	if differ < 100 {
		t.Errorf("%d perimeters with the cell that sees one less: the sample tests too little", differ)
	}
}
