package pdb

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/loops"
)

func TestOnlyPartitionsAreSets(t *testing.T) {
	for _, c := range []struct {
		width, height int
		groups        [][]int
		want          string
	}{
		{3, 3, [][]int{{1, 2, 3}, {4, 5, 6, 7}}, "not a partition"},
		{3, 3, [][]int{{1, 2, 3}, {3, 4, 5, 6, 7}}, "not a partition"},
		{3, 3, [][]int{{1, 2, 3, 4}, {5, 6, 7, 9}}, "not a partition"},
		{3, 3, nil, "not a partition"},
		{3, 3, [][]int{{1, 2, 3, 4, 5, 6, 7, 8}}, "no table is for 8 tiles"},
		{4, 4, [][]int{{}}, "no table is for 0 tiles"},
		{6, 5, [][]int{{1}}, "no table is for 1 tiles"},
	} {
		s := Set{Name: "s", Width: c.width, Height: c.height, Groups: c.groups}
		if _, err := s.Tables(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.groups, err, c.want)
		}
	}
}

// A limit ends a probe with exact counts: the sum over two probes, one of which was stopped,
// is never more than the limit.
func TestAProbeStopsAtItsLimit(t *testing.T) {
	s, err := Find("pdb-555")
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(s, func(tiles []int) (*Table, error) { return Build(context.Background(), 4, 4, tiles, nil) })
	if err != nil {
		t.Fatal(err)
	}
	tiles := []uint8{14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3}
	a := loops.Learn(2)
	for _, limit := range []uint64{1, 2, 1000, 70_000} {
		probe, h, err := e.Probe(tiles, a, a.Start())
		if err != nil {
			t.Fatal(err)
		}
		var m search.Meter
		g := search.NewGuard(t.Context(), search.Limits{Expanded: limit})
		outcome := search.Running
		for bound := h; outcome == search.Running; {
			bound, _, outcome = probe(bound, g, &m)
		}
		if outcome != search.LimitNodes || m.Expanded != limit {
			t.Errorf("limit %d: %v after %d", limit, outcome, m.Expanded)
		}
	}
}

// Bits of a whole square come back from where they went.
func TestTransposeExchangesRowsAndColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var a [64]uint64
	for i := range a {
		a[i] = r.Uint64()
	}
	b := a
	transpose(&b)
	for i := range a {
		for j := range a {
			if a[i]>>j&1 != b[j]>>i&1 {
				t.Fatalf("bit %d of row %d", j, i)
			}
		}
	}
}

func TestNumbersOfSequencesAreTheirRanks(t *testing.T) {
	var last []uint8
	for number := range 720 {
		s := make([]uint8, 6)
		unrankSequence(number, s)
		if rankSequence(s) != number || slices.Compare(s, last) <= 0 {
			t.Fatalf("%v, number %d, has rank %d and follows %v", s, number, rankSequence(s), last)
		}
		last = s
	}
}

// TestRotations compares the tables of rotated sequences with rotated slices.
func TestRotations(t *testing.T) {
	for _, size := range [][3]int{{4, 4, 6}, {2, 4, 5}, {5, 2, 4}, {4, 4, 1}} {
		l, err := latticeOf(size[0], size[1], size[2])
		if err != nil {
			t.Fatal(err)
		}
		for i := range l.k {
			for j := max(0, i-l.width+1); j < min(l.k, i+l.width); j++ {
				for number := range l.sequences {
					s := make([]uint8, l.k)
					unrankSequence(number, s)
					moved := slices.Insert(slices.Delete(slices.Clone(s), i, i+1), j, s[i])
					if got, want := int(l.rotations[int(l.rotate[i][j])+number]), rankSequence(moved); got != want {
						t.Fatalf("%v: the element at %d of %v has moved to %d: sequence %d, want %d", size, i, s, j, got, want)
					}
				}
			}
		}
	}
}

// unrankSequence writes the sequence with the given number to s.
func unrankSequence(number int, s []uint8) {
	var digits [MaxTiles]int
	for i := len(s) - 1; i >= 0; i-- {
		digits[i] = number % (len(s) - i)
		number /= len(s) - i
	}
	left := uint32(1)<<len(s) - 1
	for i := range s {
		rest := left
		for range digits[i] {
			rest &= rest - 1
		}
		s[i] = uint8(bits.TrailingZeros32(rest))
		left &^= 1 << s[i]
	}
}
