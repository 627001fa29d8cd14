// Genprobe writes the probes for 4x4 boards. A probe has one function for each pair of a blank cell
// and a previous blank cell. Its recursion therefore needs no loop over moves, and no tests for the
// inverse move and the edges of the board. Run it with go generate in package tiles.
//
// The functions of a probe differ only in constants. This is the function for walking distance with
// the blank on cell 1, coming from cell 0:
//
//	func walking1from0(p *probe, b uint64, down, across uint32, w int) bool {
//		if uint32(p.count) == p.due && p.poll() {
//			return true
//		}
//		p.count += 2<<32 | 1
//		// right: the tile on cell 2 comes to 1
//		{
//			t := b >> 8 & 15
//			next := p.acrosses[…]
//			if w := w - int(next>>15); w >= 0 {
//				if walking2from1(p, b+t<<4-t<<8, down, uint32(next&(1<<15-1)), w) {
//					return p.back(Left, 1)
//				}
//			}
//		}
//		// down: …
//	}
package main

import (
	"bytes"
	_ "embed"
	"flag"
	"go/format"
	"log"
	"os"
	"path/filepath"
	"text/template"
)

// A variant is one probe, described by the estimates that it updates. Besides the probe, a
// function takes the board with four bits per cell, the codes of all rows and columns, the
// two states of walking distance, and half of the remaining slack for each estimate.
type variant struct {
	Name      string
	Conflicts bool // and Manhattan distance
	Walk      bool
}

var variants = []variant{
	{Name: "conflict", Conflicts: true},
	{Name: "walking", Walk: true},
	{Name: "lcwd", Conflicts: true, Walk: true},
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("genprobe: ")
	dir := flag.String("dir", ".", "write the files into `DIR`")
	flag.Parse()
	for _, v := range variants {
		text, err := v.file()
		if err != nil {
			log.Fatal(err)
		}
		write(filepath.Join(*dir, "probe_"+v.Name+".go"), text)
	}
	text, err := batchFile()
	if err != nil {
		log.Fatal(err)
	}
	write(filepath.Join(*dir, batchName), text)
}

func write(name string, text []byte) {
	if err := os.WriteFile(name, text, 0o666); err != nil {
		log.Fatal(err)
	}
}

const size = 4

// A function is for the blank on a cell, coming from another, or from none (−1) at the
// root.
type function struct {
	Cell, From int
	Moves      []move
}

// Index returns the index of the function in the table of functions.
func (f function) Index() int {
	if f.From < 0 {
		return 17 * f.Cell
	}
	return 16*f.Cell + f.From
}

// A move of the blank from a cell. Its child is rejected by its estimate before it is made.
type move struct {
	direction
	Cell, To int
	Away     uint16 // the tiles that the move takes farther from home, as bits
	Rest     int    // moves that are tried after this one
}

// A direction is a move of the blank, in the order it is tried, and the move
// of the tile that package tiles calls it.
type direction struct {
	Blank, Tile string
	rows, cols  int
}

var directions = []direction{
	{"up", "Down", -1, 0}, {"left", "Right", 0, -1}, {"right", "Left", 0, 1}, {"down", "Up", 1, 0},
}

// to returns the cell the blank comes to.
func (d direction) to(cell int) (int, bool) {
	row, col := cell/size+d.rows, cell%size+d.cols
	return row*size + col, row >= 0 && row < size && col >= 0 && col < size
}

// Vertical reports whether a move in this direction changes the row of the tile.
func (d direction) Vertical() bool { return d.rows != 0 }

// Higher reports whether a move in this direction brings the tile to a row or column with a higher
// number.
func (d direction) Higher() bool { return d.rows+d.cols < 0 }

// Line returns the name of the lines whose conflicts a move in this direction can change: "rows" or
// "cols".
func (d direction) Line() string {
	if d.Vertical() {
		return "rows"
	}
	return "cols"
}

// Shift returns the number of the lowest bit that a cell occupies in a board of 64 bits.
func (move) Shift(cell int) int { return 4 * cell }

// away returns the set of tiles, as bits, that a move from one cell to a
// neighbor takes farther from home.
func away(from, to int) (set uint16) {
	distance := func(tile, cell int) int { return abs(tile/size-cell/size) + abs(tile%size-cell%size) }
	for tile := 1; tile < size*size; tile++ {
		if distance(tile, to) > distance(tile, from) {
			set |= 1 << tile
		}
	}
	return set
}

func abs(x int) int { return max(x, -x) }

//go:embed probe.go.tmpl
var probeText string

// Functions returns the functions of a probe, one for each pair of a blank cell and a previous
// blank cell.
func (v variant) Functions() (list []function) {
	for cell := range size * size {
		list = append(list, newFunction(cell, -1))
		for _, d := range directions {
			if from, ok := d.to(cell); ok {
				list = append(list, newFunction(cell, from))
			}
		}
	}
	return list
}

func newFunction(cell, from int) function {
	f := function{Cell: cell, From: from}
	for _, d := range directions {
		if to, ok := d.to(cell); ok && to != from {
			f.Moves = append(f.Moves, move{direction: d, Cell: cell, To: to, Away: away(to, cell)})
		}
	}
	for i := range f.Moves {
		f.Moves[i].Rest = len(f.Moves) - 1 - i
	}
	return f
}

func (v variant) file() ([]byte, error) { return executed(probeText, v) }

func executed(text string, data any) ([]byte, error) {
	var w bytes.Buffer
	if err := template.Must(template.New("").Parse(text)).Execute(&w, data); err != nil {
		return nil, err
	}
	return format.Source(w.Bytes())
}
