package tiles

// slide is a move of the blank from a cell, with everything that the move changes.
type slide struct {
	from    uint8 // next cell of the blank, from which the tile comes
	move    Move  // move on the caller's board
	axis    uint8 // 0 if the tile changes its row, 1 if its column
	place   uint8 // place of both cells in their lines across the axis
	effects [MaxCells]effect
	entered *line // line that the tile enters; nil without conflicts
	left    *line
}

// effect holds what a slide changes if it moves a certain tile.
type effect struct {
	farther int8 // 1 if the tile gets farther from home, or -1 if it gets nearer
	// crosses is 1 if the tile enters its home line, or -1 if it leaves it. Only then can conflicts
	// change, since a tile that moves along a line passes no other tile.
	crosses int8
}

// try holds the slides from a cell in order, except the slide that undoes the last move.
type try struct {
	slides [4]uint8 // indexes of slides of the cell
	n      uint8
}

// fillSlides fills the tables slides and tries.
func (p *problem) fillSlides() {
	for blank := range p.form.Cells() {
		n := 0
		for _, m := range p.order.moves() {
			from, ok := m.From(blank, p.width, p.height)
			if !ok {
				continue
			}
			sl := &p.slides[blank][n]
			*sl = p.slide(blank, from, m)
			for via := NoMove; via <= Right; via++ {
				if try := &p.tries[blank][via]; sl.move != via.Inverse() {
					try.slides[try.n] = uint8(n)
					try.n++
				}
			}
			n++
		}
	}
}

// slide returns the move of a tile from the cell from to the cell to, where the blank is.
func (p *problem) slide(to, from int, m Move) slide {
	sl := slide{from: uint8(from), move: p.view.move(m)}
	if m == Left || m == Right {
		sl.axis = 1
	}
	axis := &p.axes[sl.axis]
	sl.place = p.axes[1-sl.axis][from]
	conflicts := p.heuristic.parts&conflict != 0
	if conflicts {
		sl.entered, sl.left = &p.lines[sl.axis][axis[to]], &p.lines[sl.axis][axis[from]]
	}
	for tile := 1; tile < p.form.Cells(); tile++ {
		home := int(p.home[tile])
		e := &sl.effects[tile]
		e.farther = int8(p.away[tile][to]) - int8(p.away[tile][from])
		switch {
		case !conflicts:
		case axis[home] == axis[to]:
			e.crosses = 1
		case axis[home] == axis[from]:
			e.crosses = -1
		}
	}
	return sl
}
