package trial

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Decoder parses journal lines into trials; the zero Decoder is ready to use. It allocates the
// lists of many trials together, in a few large blocks. A Decoder is not safe for concurrent use.
type Decoder struct {
	line   string
	place  int // position in line up to which everything has been read
	failed bool

	observations blocks[puzzle.Observation]
	iterations   blocks[search.Iteration]
}

// blocks hands out small slices that are parts of large blocks.
type blocks[T any] struct{ block []T }

// add appends an item to the list that begins at first, and returns where the list now begins.
func (b *blocks[T]) add(first int, item T) int {
	if len(b.block) == cap(b.block) {
		// Earlier rows keep the old block; the current list moves to a new one.
		row := b.block[first:]
		b.block = append(make([]T, 0, max(1024, 2*len(row))), row...)
		first = 0
	}
	b.block = append(b.block, item)
	return first
}

// list returns the list that begins at first, or nil if nothing was added to it. Appending to the
// result copies it.
func (b *blocks[T]) list(first int) []T {
	if first == len(b.block) {
		return nil
	}
	return b.block[first:len(b.block):len(b.block)]
}

// begin starts reading a line.
func (d *Decoder) begin(line string) { d.line, d.place, d.failed = line, 0, false }

// done reports whether the whole line was read without failure.
func (d *Decoder) done() bool { return d.place == len(d.line) && !d.failed }

// accept steps over s if it comes next, and reports whether it did.
func (d *Decoder) accept(s string) bool {
	if !strings.HasPrefix(d.line[d.place:], s) {
		return false
	}
	d.place += len(s)
	return true
}

// expect steps over s, which must come next.
func (d *Decoder) expect(s string) {
	if !d.accept(s) {
		d.failed = true
	}
}

// quoted reads a string in quotes.
func (d *Decoder) quoted() string {
	d.expect(`"`)
	rest := d.line[d.place:]
	n := ordinary(rest)
	if n == len(rest) || rest[n] != '"' {
		return d.escaped()
	}
	d.place += n + 1
	return rest[:n]
}

// escaped reads the rest of a string that contains escapes or non-ASCII characters.
func (d *Decoder) escaped() (s string) {
	rest := d.line[d.place:]
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			d.failed = d.failed || json.Unmarshal([]byte(`"`+rest[:i+1]), &s) != nil
			d.place += i + 1
			return s
		}
	}
	d.failed = true
	return ""
}

// run steps over digits, of which there must be one at least, and returns how many there are and
// the number, which may have overflowed if there are more than 19.
func (d *Decoder) run() (length int, n uint64) {
	first := d.place
	for d.place < len(d.line) && d.line[d.place]-'0' <= 9 {
		n = n*10 + uint64(d.line[d.place]-'0')
		d.place++
	}
	d.failed = d.failed || d.place == first
	return d.place - first, n
}

// whole does the same for a number, which has no leading zeros.
func (d *Decoder) whole() (length int, n uint64) {
	zero := d.place < len(d.line) && d.line[d.place] == '0'
	length, n = d.run()
	d.failed = d.failed || zero && length > 1
	return length, n
}

// digits reads a whole number without a sign, fraction or exponent.
func (d *Decoder) digits() uint64 {
	length, n := d.whole()
	if length > 19 {
		var err error
		n, err = parseUint(d.line[d.place-length : d.place])
		d.failed = d.failed || err != nil
	}
	return n
}

func (d *Decoder) int64() int64 {
	limit := uint64(math.MaxInt64)
	negative := d.accept("-")
	if negative {
		limit++
	}
	n := d.digits()
	d.failed = d.failed || n > limit
	if negative {
		return -int64(n)
	}
	return int64(n)
}

func (d *Decoder) int() int {
	n := d.int64()
	d.failed = d.failed || int64(int(n)) != n
	return int(n)
}

// float reads a floating-point number, or a string for a value that a JSON number cannot represent.
func (d *Decoder) float() float64 {
	first := d.place
	if strings.HasPrefix(d.line[first:], `"`) {
		s := d.quoted()
		f, err := parseFloat(s)
		d.failed = d.failed || err != nil || finite(f) || formatFloat(f) != s
		return f
	}
	d.accept("-")
	d.whole()
	if d.accept(".") {
		d.run()
	}
	if d.accept("e") || d.accept("E") {
		if !d.accept("-") {
			d.accept("+")
		}
		d.run()
	}
	f, err := parseFloat(d.line[first:d.place])
	d.failed = d.failed || err != nil
	return f
}
