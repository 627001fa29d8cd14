package colorwalk

import "slices"

// NewGraph returns the region graph of a board, in time proportional to the number of cells. The
// argument apart is normally −1. Otherwise it is the number of a cell that does not count as
// connected to the cell above it, so two regions of the same color may touch there.
func NewGraph(b Board, apart int) *Graph {
	g := &Graph{board: b, Region: make([]int32, b.Cells())}
	g.number(g.label(apart))
	g.connect()
	return g
}

// label writes into g.region, for each cell, the first cell of its region, and
// returns how many cells each region has, by its first cell. The regions are
// joined cell by cell (with union by smaller number and path halving).
func (g *Graph) label(apart int) (size []int32) {
	b, of := &g.board, g.Region
	find := func(cell int32) int32 {
		for of[cell] != cell {
			of[cell] = of[of[cell]]
			cell = of[cell]
		}
		return cell
	}
	for cell := range int32(len(of)) {
		of[cell] = cell
		if cell%b.cols > 0 && b.cells[cell] == b.cells[cell-1] {
			of[cell] = find(cell - 1)
		}
		if cell >= b.cols && b.cells[cell] == b.cells[cell-b.cols] && int(cell) != apart {
			above, here := find(cell-b.cols), find(cell)
			of[max(above, here)] = min(above, here)
		}
	}
	size = make([]int32, len(of))
	for cell := range int32(len(of)) {
		of[cell] = of[of[cell]] // the first cell of a region comes before all others
		size[of[cell]]++
	}
	return size
}

// number gives the regions their numbers, and g.region those of the cells.
func (g *Graph) number(sizes []int32) {
	b := &g.board
	root := g.Region[b.start]
	g.root = int(sizes[root])
	sizes[root] = 0
	var count [MaxColors + 1]int
	for cell, n := range sizes {
		if n > 0 {
			count[b.cells[cell]]++
			g.Regions++
		}
	}
	g.words = blockWords
	if g.Regions > narrowRegions {
		g.words = (g.Regions + 63) / 64
	}
	g.all = make(Set, g.words)
	var next [MaxColors + 1]int // number of the color's next region
	last := 0
	for c, n := range count {
		if n == 0 {
			continue
		}
		k := Class{Color: Color(c), First: last, Last: last + n, lo: last >> 6, hi: (last+n-1)>>6 + 1, mask: make(Set, g.words)}
		next[c] = last
		last = k.Last
		for r := k.First; r < k.Last; r++ {
			k.mask.add(r)
			g.all.add(r)
		}
		copy(k.bits[:], k.mask)
		g.Colors = append(g.Colors, k)
	}
	g.color = make([]Color, g.Regions)
	g.size = make([]int32, g.Regions)
	for cell, first := range g.Region {
		switch {
		case first == root:
			g.Region[cell] = rootRegion
		case int(first) == cell:
			c := b.cells[cell]
			r := next[c]
			next[c]++
			g.color[r], g.size[r] = Color(c), sizes[cell]
			sizes[cell] = int32(r) // for the cells behind
			g.Region[cell] = int32(r)
		default:
			g.Region[cell] = sizes[first]
		}
	}
}

// connect links the regions that touch.
func (g *Graph) connect() {
	g.start = make(Set, g.words)
	if g.Regions <= narrowRegions {
		g.rows = new([narrowRegions]block)
		g.touches(func(r, s int32) {
			g.rows[r][s>>6] |= 1 << (s & 63)
			g.rows[s][r>>6] |= 1 << (r & 63)
		})
		return
	}
	var pairs []uint64 // a region, and a neighbor
	g.touches(func(r, s int32) { pairs = append(pairs, uint64(r)<<32|uint64(s), uint64(s)<<32|uint64(r)) })
	slices.Sort(pairs)
	g.first = make([]int32, g.Regions+1)
	at := 0
	for r := range int32(g.Regions) {
		g.first[r] = int32(len(g.links))
		for ; at < len(pairs) && int32(pairs[at]>>32) == r; at++ {
			s := int32(pairs[at])
			if last := len(g.links) - 1; last < int(g.first[r]) || g.links[last].word != s>>6 {
				g.links = append(g.links, link{word: s >> 6})
			}
			g.links[len(g.links)-1].mask |= 1 << (s & 63)
		}
	}
	g.first[g.Regions] = int32(len(g.links))
}

// touches calls join for cells of different regions that touch, at least once
// for each pair of regions, and adds to g.start the regions that touch the root.
func (g *Graph) touches(join func(r, s int32)) {
	cols := g.board.cols
	meet := func(r, s int32) {
		switch {
		case r == s:
		case r == rootRegion:
			g.start.add(int(s))
		case s == rootRegion:
			g.start.add(int(r))
		default:
			join(r, s)
		}
	}
	row := g.Region
	for cell := range int32(len(row)) {
		if cell%cols > 0 {
			meet(row[cell-1], row[cell])
		}
		if cell >= cols {
			meet(row[cell-cols], row[cell])
		}
	}
}
