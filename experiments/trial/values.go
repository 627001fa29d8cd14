package trial

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// value is a pointer to a field of a trial. Each type below writes and reads one form of field.
type value interface {
	empty() bool
	appendJSON(b []byte) []byte // writes the field for the journal
	scan(d *Decoder)            // reads what appendJSON writes
	form() form                 // returns the form of the JSON
}

// textual is a value that can be in a CSV column.
type textual interface {
	text() string
	setText(s string) error // reads what text writes; "" is the number 0
}

// form describes a JSON value in two ways: as a JSON Schema without braces, and in words.
type form struct{ schema, want string }

type str string

func (v *str) empty() bool                { return *v == "" }
func (v *str) appendJSON(b []byte) []byte { return appendString(b, string(*v)) }
func (v *str) scan(d *Decoder)            { *v = str(d.quoted()) }
func (v *str) form() form                 { return form{`"type":"string"`, "a string"} }
func (v *str) text() string               { return string(*v) }
func (v *str) setText(s string) error     { *v = str(s); return nil }

// truth is true or false.
type truth bool

func (v *truth) empty() bool                { return !bool(*v) }
func (v *truth) appendJSON(b []byte) []byte { return strconv.AppendBool(b, bool(*v)) }
func (v *truth) form() form                 { return form{`"type":"boolean"`, "true or false"} }
func (v *truth) text() string               { return strconv.FormatBool(bool(*v)) }

func (v *truth) scan(d *Decoder) {
	*v = truth(d.accept("true"))
	if !*v {
		d.expect("false")
	}
}

func (v *truth) setText(s string) error {
	b, err := strconv.ParseBool(s)
	*v = truth(b)
	return err
}

type whole int

func (v *whole) empty() bool                { return *v == 0 }
func (v *whole) appendJSON(b []byte) []byte { return strconv.AppendInt(b, int64(*v), 10) }
func (v *whole) scan(d *Decoder)            { *v = whole(d.int()) }
func (v *whole) form() form                 { return form{`"type":"integer"`, "a whole number of 64 bits"} }
func (v *whole) text() string               { return strconv.Itoa(int(*v)) }
func (v *whole) setText(s string) error     { return setNumber(v, s, strconv.Atoi) }

type natural uint64

func (v *natural) empty() bool                { return *v == 0 }
func (v *natural) appendJSON(b []byte) []byte { return strconv.AppendUint(b, uint64(*v), 10) }
func (v *natural) scan(d *Decoder)            { *v = natural(d.digits()) }
func (v *natural) form() form {
	return form{`"type":"integer","minimum":0`, "a whole number from 0 to 2⁶⁴−1"}
}
func (v *natural) text() string           { return strconv.FormatUint(uint64(*v), 10) }
func (v *natural) setText(s string) error { return setNumber(v, s, parseUint) }

// float is a number of seconds, or a number reported by a strategy.
type float float64

func (v *float) empty() bool                { return *v == 0 }
func (v *float) appendJSON(b []byte) []byte { return appendFloat(b, float64(*v)) }
func (v *float) scan(d *Decoder)            { *v = float(d.float()) }
func (v *float) form() form {
	return form{`"anyOf":[{"type":"number"},{"enum":["NaN","+Inf","-Inf"]}]`, "a number"}
}
func (v *float) text() string           { return formatFloat(float64(*v)) }
func (v *float) setText(s string) error { return setNumber(v, s, parseFloat) }

// nanoseconds is a duration, written in nanoseconds in a journal and in seconds in CSV.
type nanoseconds time.Duration

func (v *nanoseconds) empty() bool                { return *v == 0 }
func (v *nanoseconds) appendJSON(b []byte) []byte { return strconv.AppendInt(b, int64(*v), 10) }
func (v *nanoseconds) scan(d *Decoder)            { *v = nanoseconds(d.int64()) }
func (v *nanoseconds) form() form                 { return (*whole)(nil).form() }
func (v *nanoseconds) text() string               { return formatFloat(time.Duration(*v).Seconds()) }

func (v *nanoseconds) setText(s string) error {
	seconds, err := parseFloat(s)
	if err != nil || !(seconds >= 0 && seconds*1e9 < 1<<63) {
		return numberError(s)
	}
	*v = nanoseconds(seconds*1e9 + 0.5)
	return nil
}

// instant is a time, written as nanoseconds since 1970 in a journal and in the form of RFC 3339
// elsewhere.
type instant int64

func (v *instant) empty() bool                { return *v == 0 }
func (v *instant) appendJSON(b []byte) []byte { return strconv.AppendInt(b, int64(*v), 10) }
func (v *instant) scan(d *Decoder)            { *v = instant(d.int64()) }
func (v *instant) form() form                 { return (*whole)(nil).form() }

func (v *instant) text() string {
	if *v == 0 {
		return ""
	}
	return time.Unix(0, int64(*v)).UTC().Format(time.RFC3339Nano)
}

func (v *instant) setText(s string) error {
	if s == "" {
		*v = 0
		return nil
	}
	at, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return fmt.Errorf("%q is not a time (want one such as 2026-11-23T16:00:00Z)", s)
	}
	*v = instant(at.UnixNano())
	return nil
}

type hex64 uint64

func (v *hex64) empty() bool { return *v == 0 }
func (v *hex64) appendJSON(b []byte) []byte {
	return append(appendHex(append(b, '"'), uint64(*v), 16), '"')
}

func (v *hex64) scan(d *Decoder) {
	if v.setText(d.quoted()) != nil {
		d.failed = true
	}
}

func (v *hex64) form() form {
	return form{`"type":"string","pattern":"^[0-9a-f]{16}$"`, "a string of 16 hex digits"}
}
func (v *hex64) text() string { return string(appendHex(nil, uint64(*v), 16)) }
func (v *hex64) setText(s string) error {
	n, err := strconv.ParseUint(digits(s), 16, 64)
	if err != nil || len(digits(s)) != 16 {
		return fmt.Errorf("%q is not a seed (want 16 hex digits%s)", s, asText)
	}
	*v = hex64(n)
	return nil
}

// ending reads and writes the outcome of a trial. For a failed run it writes "error" instead.
type ending Trial

const errorOutcome = "error"

func (v *ending) empty() bool                { return false }
func (v *ending) appendJSON(b []byte) []byte { return appendString(b, v.text()) }

func (v *ending) scan(d *Decoder) {
	if v.setText(d.quoted()) != nil {
		d.failed = true
	}
}

func (v *ending) form() form {
	var b strings.Builder
	for o := search.Solved; o <= search.Measured; o++ {
		fmt.Fprintf(&b, "%q,", o)
	}
	names := b.String() + strconv.Quote(errorOutcome)
	return form{`"enum":[` + names + `]`, "one of " + names}
}

func (v *ending) text() string {
	if v.Error != "" {
		return errorOutcome
	}
	return v.Outcome.String()
}

func (v *ending) setText(s string) (err error) {
	v.Outcome = search.Running
	if s != errorOutcome {
		v.Outcome, err = search.ParseOutcome(s)
	}
	return err
}

// iterations is a list of iterations, written as [[bound,expanded,generated],…] in a journal and as
// bound:expanded:generated;… in CSV.
type iterations []search.Iteration

func (v *iterations) empty() bool { return len(*v) == 0 }
func (v *iterations) appendJSON(b []byte) []byte {
	return append(v.join(append(b, "[["...), ",", "],["), "]]"...)
}
func (v *iterations) text() string { return string(v.join(nil, ":", ";")) }

func (v *iterations) join(b []byte, inner, outer string) []byte {
	for i, it := range *v {
		if i > 0 {
			b = append(b, outer...)
		}
		b = strconv.AppendInt(b, int64(it.Bound), 10)
		b = strconv.AppendUint(append(b, inner...), it.Expanded, 10)
		b = strconv.AppendUint(append(b, inner...), it.Generated, 10)
	}
	return b
}

func (v *iterations) scan(d *Decoder) {
	first := len(d.iterations.block)
	d.expect("[")
	for separator := "["; !d.failed && !d.accept("]"); separator = ",[" {
		var it search.Iteration
		d.expect(separator)
		it.Bound = d.int()
		d.expect(",")
		it.Expanded = d.digits()
		d.expect(",")
		it.Generated = d.digits()
		d.expect("]")
		first = d.iterations.add(first, it)
	}
	*v = d.iterations.list(first)
}

func (v *iterations) form() form {
	return form{
		`"type":"array","items":{"type":"array","items":{"type":"integer"},"minItems":3,"maxItems":3}`,
		"a list of [bound,expanded,generated] in whole numbers",
	}
}

func (v *iterations) setText(s string) error {
	*v = nil
	if s == "" {
		return nil
	}
	for part := range strings.SplitSeq(s, ";") {
		numbers := strings.Split(part, ":")
		var it search.Iteration
		var errs [3]error
		if len(numbers) == 3 {
			it.Bound, errs[0] = strconv.Atoi(numbers[0])
			it.Expanded, errs[1] = parseUint(numbers[1])
			it.Generated, errs[2] = parseUint(numbers[2])
		}
		if len(numbers) != 3 || errors.Join(errs[:]...) != nil {
			return fmt.Errorf("%q is not an iteration (want BOUND:EXPANDED:GENERATED)", part)
		}
		*v = append(*v, it)
	}
	return nil
}

// observations is a list of named numbers, written as a JSON object that keeps their order. In CSV
// each number has its own column.
type observations []puzzle.Observation

func (v *observations) empty() bool { return len(*v) == 0 }

func (v *observations) appendJSON(b []byte) []byte {
	for i, o := range *v {
		b = append(b, "{,"[min(i, 1)])
		b = appendString(b, o.Name)
		b = appendFloat(append(b, ':'), o.Value)
	}
	return append(b, '}')
}

func (v *observations) scan(d *Decoder) {
	first := len(d.observations.block)
	d.expect("{")
	for separator := ""; !d.failed && !d.accept("}"); separator = "," {
		var o puzzle.Observation
		d.expect(separator)
		o.Name = d.quoted()
		d.expect(":")
		o.Value = d.float()
		first = d.observations.add(first, o)
	}
	*v = d.observations.list(first)
}

func (v *observations) form() form {
	return form{`"type":"object","additionalProperties":{` + (*float)(nil).form().schema + `}`, "an object of numbers"}
}

// setNumber parses a number into v.
func setNumber[V ~int | ~uint64 | ~float64, N int | uint64 | float64](v *V, s string, parse func(string) (N, error)) error {
	if s == "" {
		return nil
	}
	n, err := parse(s)
	if err != nil {
		n, err = parse(integer(s))
	}
	if err != nil {
		return numberError(s)
	}
	*v = V(n)
	return nil
}

// integer rewrites a whole number in floating-point notation as an integer. It returns s unchanged
// if the number may have lost digits, since R and spreadsheets keep only fifteen.
func integer(s string) string {
	f, err := parseFloat(s)
	if err != nil || f != math.Trunc(f) || math.Abs(f) >= 1<<53 || math.Abs(f) >= 1e15 && strings.ContainsAny(s, "eE") {
		return s
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// digits restores the leading zeros of a digest of 16 hex digits that another program read as a
// decimal number.
func digits(s string) string {
	if len(s) == 16 { // always true for journals
		return s
	}
	if whole := integer(s); len(whole) < 16 && whole != "" && strings.Trim(whole, "0123456789") == "" {
		return strings.Repeat("0", 16-len(whole)) + whole
	}
	return s
}

const asText = "; if a program took them for a number, have it read the column as text"

func numberError(s string) error {
	return fmt.Errorf("%q is not a number that fits there (want digits, without a unit or separators of thousands)", s)
}

func parseUint(s string) (uint64, error)   { return strconv.ParseUint(s, 10, 64) }
func parseFloat(s string) (float64, error) { return strconv.ParseFloat(s, 64) }
func formatFloat(f float64) string         { return strconv.FormatFloat(f, 'g', -1, 64) }

func appendString(b []byte, s string) []byte {
	if plain(s) {
		return append(append(append(b, '"'), s...), '"')
	}
	quoted, err := json.Marshal(s)
	if err != nil {
		panic(err) // encoding a string cannot fail
	}
	return append(b, quoted...)
}

// plain reports whether a string needs no escapes in JSON.
func plain(s string) bool {
	n := ordinary(s)
	special := func(r rune) bool { return r < ' ' || r == '"' || r == '\\' }
	return n == len(s) || utf8.ValidString(s[n:]) && !strings.ContainsFunc(s[n:], special)
}

// ordinary returns how many bytes at the start of s are ASCII characters that need no escapes in
// JSON. Most of a row consists of such characters, so it checks eight bytes at a time.
func ordinary(s string) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(s); i += 8 {
		t := s[i : i+8]
		w := uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
			uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
		// The lowest byte whose top bit is set is the first special one, since a subtraction
		// borrows where the byte is smaller. The bits of higher bytes may be wrong.
		special := w | (w - ' '*ones) | ((w ^ '"'*ones) - ones) | ((w ^ '\\'*ones) - ones)
		if special &= tops; special != 0 {
			return i + bits.TrailingZeros64(special)/8
		}
	}
	for i < len(s) && s[i] >= ' ' && s[i] < utf8.RuneSelf && s[i] != '"' && s[i] != '\\' {
		i++
	}
	return i
}

// appendHex appends the last digits of n in hexadecimal; digits is at most 16.
func appendHex(b []byte, n uint64, digits int) []byte {
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		b = append(b, "0123456789abcdef"[n>>shift&15])
	}
	return b
}

// appendFloat appends the shortest decimal that parses back to f, or a string if no JSON number
// represents f.
func appendFloat(b []byte, f float64) []byte {
	if !finite(f) {
		return appendString(b, formatFloat(f))
	}
	return strconv.AppendFloat(b, f, 'g', -1, 64)
}

func finite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }
