package trial

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Decoder parses journal lines into trials. It scans a line from left to right. After the first
// unexpected byte, failed is set and all results are meaningless. A decoder allocates the lists of
// many rows together, in a few large blocks.
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

// digits reads a whole number without a sign, fraction or exponent.
func (d *Decoder) digits() (n uint64) {
	first := d.place
	n, d.place = leadingDigits(d.line, first, 0)
	length := d.place - first
	d.failed = d.failed || length == 0 || length > 1 && d.line[first] == '0'
	if length > 19 { // 19 digits always fit
		var err error
		n, err = parseUint(d.line[first:d.place])
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
	rest := d.line[d.place:]
	if strings.HasPrefix(rest, `"`) {
		s := d.quoted()
		f, err := parseFloat(s)
		d.failed = d.failed || err != nil || finite(f) || formatFloat(f) != s
		return f
	}
	f, n := decimal(rest)
	if n == 0 || n < len(rest) && rest[n] != ',' && rest[n] != '}' {
		if n = strings.IndexAny(rest, ",}"); n < 0 {
			n = len(rest)
		}
		var err error
		f, err = parseFloat(rest[:n])
		d.failed = d.failed || err != nil || !json.Valid([]byte(rest[:n]))
	}
	d.place += n
	return f
}

// decimal reads a number such as 12, -3.25 or 1.5e-07 at the start of s, and returns the number and
// its length in bytes. The length is 0 if the number has another form, too many digits, or is too
// small. For the numbers it accepts, both the digits and the power of ten are exact floating-point
// numbers. So their product or quotient is rounded only once and equals the result of strconv, in a
// third of the time.
func decimal(s string) (f float64, length int) {
	sign := len(s) - len(strings.TrimPrefix(s, "-"))
	mantissa, i := leadingDigits(s, sign, 0)
	if i == sign || i > sign+1 && s[sign] == '0' {
		return 0, 0
	}
	places := 0
	if point := i; i < len(s) && s[i] == '.' {
		mantissa, i = leadingDigits(s, point+1, mantissa)
		if places = i - (point + 1); places == 0 {
			return 0, 0
		}
	}
	digits := i - sign
	if strings.HasPrefix(s[i:], "e-") {
		power, end := leadingDigits(s, i+2, 0)
		if end == i+2 || end > i+4 {
			return 0, 0
		}
		places, i = places+int(power), end
	}
	if digits > 19 || mantissa > 1<<53 || places > 22 {
		return 0, 0
	}
	f = float64(mantissa) / math.Pow10(places)
	if sign > 0 {
		f = -f
	}
	return f, i
}

// leadingDigits reads the digits of s from position i and appends them to the number n. It returns
// the number and the position after it. It overflows silently.
func leadingDigits(s string, i int, n uint64) (uint64, int) {
	for i < len(s) && s[i]-'0' <= 9 {
		n = n*10 + uint64(s[i]-'0')
		i++
	}
	return n, i
}
