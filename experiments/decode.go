package experiments

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// parseRow reads a sealed line without its newline. The strings of the trial
// are substrings of line. arena holds the lists of many rows.
//
// It tries the form appendRow writes first; a line in any other form that is
// the same JSON is read by encoding/json.
func parseRow(line string, t *Trial, arena *arena) error {
	if parseFast(line, t, arena) {
		return nil
	}
	return parseAny(line, t)
}

// arena holds the lists of many rows in a few large blocks.
type arena struct {
	observations blocks[puzzle.Observation]
	iterations   blocks[search.Iteration]
}

// blocks hands out slices from larger blocks.
type blocks[T any] struct{ block []T }

// add adds an item to the list that begins at first, and returns where it
// begins then.
func (b *blocks[T]) add(first int, item T) int {
	if len(b.block) == cap(b.block) {
		// Earlier rows keep the old block; the row in hand moves.
		row := b.block[first:]
		b.block = append(make([]T, 0, max(1024, 2*len(row))), row...)
		first = 0
	}
	b.block = append(b.block, item)
	return first
}

// list returns the list that begins at first. Appending to it copies it.
func (b *blocks[T]) list(first int) []T { return b.block[first:len(b.block):len(b.block)] }

// parseFast reads a row exactly as appendRow writes it, apart from the value
// of the seal, and reports whether it could.
func parseFast(line string, t *Trial, arena *arena) bool {
	c := cursor{rest: line}
	t.Study = c.string(`{"study":`)
	t.Set = c.string(`,"set":`)
	t.Size = c.int(`,"size":`)
	t.Index = c.int(`,"index":`)
	t.Instance = c.string(`,"instance":`)
	t.Strategy = c.string(`,"strategy":`)
	t.Version = c.int(`,"version":`)
	t.Mode = Mode(c.string(`,"mode":`))
	t.Repeat = c.int(`,"repeat":`)
	t.Seed = c.hex(`,"seed":`)
	outcome := c.string(`,"outcome":`)
	t.Cost = c.int(`,"cost":`)
	if strings.HasPrefix(c.rest, `,"bound":`) {
		t.Bound = c.int(`,"bound":`)
	}
	t.Meter.Expanded = c.uint(`,"expanded":`)
	t.Meter.Generated = c.uint(`,"generated":`)
	t.Meter.Reopened = c.uint(`,"reopened":`)
	t.Meter.Stored = c.uint(`,"stored":`)
	t.Meter.Pruned = c.uint(`,"pruned":`)
	t.Meter.MaxDepth = c.int(`,"max_depth":`)
	t.Meter.Bytes = c.uint(`,"bytes":`)
	if strings.HasPrefix(c.rest, `,"iterations":[[`) {
		t.Meter.Iterations = c.iterations(&arena.iterations)
	}
	if strings.HasPrefix(c.rest, `,"observed":{"`) {
		t.Observed = c.observed(&arena.observations)
	}
	if strings.HasPrefix(c.rest, `,"error":`) {
		t.Error = c.string(`,"error":`)
	}
	t.CPU = c.float(`,"cpu":`)
	t.Wall = c.float(`,"wall":`)
	t.Runs = c.int(`,"runs":`)
	t.Limits.Expanded = c.uint(`,"limit_expanded":`)
	t.Limits.Stored = c.uint(`,"limit_stored":`)
	t.Limits.Bytes = c.uint(`,"limit_bytes":`)
	t.Limits.Time = time.Duration(c.int64(`,"limit_ns":`))
	t.Code = c.string(`,"code":`)
	c.string(`,"crc":`)
	if c.failed || c.rest != "}" {
		return false
	}
	var err error
	t.Outcome, err = parseOutcome(outcome)
	return err == nil
}

// cursor walks along a line. After the first surprise it has failed, and
// returns zero values.
type cursor struct {
	rest   string
	failed bool
}

// name steps over a field's name.
func (c *cursor) name(name string) bool {
	if c.failed || len(c.rest) < len(name) || c.rest[:len(name)] != name {
		c.failed = true
		return false
	}
	c.rest = c.rest[len(name):]
	return true
}

func (c *cursor) string(name string) string {
	if !c.name(name) {
		return ""
	}
	return c.quoted()
}

// quoted reads a string in quotes.
func (c *cursor) quoted() string {
	if len(c.rest) == 0 || c.rest[0] != '"' {
		c.failed = true
		return ""
	}
	ascii := true
	for i := 1; i < len(c.rest); i++ {
		switch b := c.rest[i]; {
		case b == '"':
			s := c.rest[1:i]
			c.rest = c.rest[i+1:]
			if !ascii && !utf8.ValidString(s) {
				c.failed = true
			}
			return s
		case b == '\\':
			return c.escaped()
		case b < ' ':
			c.failed = true
			return ""
		case b >= utf8.RuneSelf:
			ascii = false
		}
	}
	c.failed = true
	return ""
}

// escaped reads a string with escapes in it.
func (c *cursor) escaped() string {
	for i := 1; i < len(c.rest); i++ {
		switch c.rest[i] {
		case '\\':
			i++
		case '"':
			var s string
			if json.Unmarshal([]byte(c.rest[:i+1]), &s) != nil {
				c.failed = true
			}
			c.rest = c.rest[i+1:]
			return s
		}
	}
	c.failed = true
	return ""
}

// digits reads a number without sign, fraction or exponent.
func (c *cursor) digits() uint64 {
	var n uint64
	i := 0
	for i < len(c.rest) && c.rest[i]-'0' <= 9 {
		n = n*10 + uint64(c.rest[i]-'0')
		i++
	}
	if i == 0 || i > 1 && c.rest[0] == '0' || i > 19 { // 19 digits always fit
		c.failed = true
		return 0
	}
	c.rest = c.rest[i:]
	return n
}

func (c *cursor) uint(name string) uint64 {
	if !c.name(name) {
		return 0
	}
	return c.digits()
}

func (c *cursor) int64(name string) int64 {
	if !c.name(name) {
		return 0
	}
	negative := len(c.rest) > 0 && c.rest[0] == '-'
	if negative {
		c.rest = c.rest[1:]
	}
	n := c.digits()
	if n > 1<<63-1 {
		c.failed = true
		return 0
	}
	if negative {
		return -int64(n)
	}
	return int64(n)
}

func (c *cursor) int(name string) int {
	n := c.int64(name)
	if int64(int(n)) != n {
		c.failed = true
	}
	return int(n)
}

func (c *cursor) hex(name string) uint64 {
	s := c.string(name)
	n, err := parseSeed(s)
	if err != nil {
		c.failed = true
	}
	return n
}

func (c *cursor) float(name string) float64 {
	if !c.name(name) {
		return 0
	}
	return c.number()
}

// number reads a floating-point number, or one of the strings that stand for
// those JSON cannot write.
func (c *cursor) number() float64 {
	if strings.HasPrefix(c.rest, `"`) {
		f, ok := specialFloat(c.quoted())
		c.failed = c.failed || !ok
		return f
	}
	end := 0
	for end < len(c.rest) && c.rest[end] != ',' && c.rest[end] != '}' {
		end++
	}
	if !isNumber(c.rest[:end]) {
		c.failed = true
		return 0
	}
	f, err := strconv.ParseFloat(c.rest[:end], 64)
	c.failed = c.failed || err != nil
	c.rest = c.rest[end:]
	return f
}

// isNumber reports whether s is a number in JSON's grammar, which is narrower
// than that of strconv.
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole := leadingDigits(s)
	if whole == 0 || whole > 1 && s[0] == '0' {
		return false
	}
	s = s[whole:]
	if strings.HasPrefix(s, ".") {
		n := leadingDigits(s[1:])
		if n == 0 {
			return false
		}
		s = s[1+n:]
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		n := leadingDigits(s)
		return n > 0 && n == len(s)
	}
	return s == ""
}

func leadingDigits(s string) int {
	n := 0
	for n < len(s) && s[n]-'0' <= 9 {
		n++
	}
	return n
}

// observed reads the object of observations, in its order.
func (c *cursor) observed(b *blocks[puzzle.Observation]) []puzzle.Observation {
	c.name(`,"observed":`)
	first := len(b.block)
	for separator := "{"; !c.failed; separator = "," {
		o := puzzle.Observation{Name: c.string(separator)}
		if c.name(":") {
			o.Value = c.number()
			first = b.add(first, o)
		}
		if strings.HasPrefix(c.rest, "}") {
			c.rest = c.rest[1:]
			break
		}
	}
	return b.list(first)
}

// iterations reads the list of iterations.
func (c *cursor) iterations(b *blocks[search.Iteration]) []search.Iteration {
	c.name(`,"iterations":`)
	first := len(b.block)
	for separator := "[["; !c.failed; separator = ",[" {
		it := search.Iteration{Bound: c.int(separator), Expanded: c.uint(","), Generated: c.uint(",")}
		if !c.name("]") {
			break
		}
		first = b.add(first, it)
		if strings.HasPrefix(c.rest, "]") {
			c.rest = c.rest[1:]
			break
		}
	}
	return b.list(first)
}
