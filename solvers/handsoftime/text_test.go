package handsoftime

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// exampleRings returns the rings of testdata/examples.json.
func exampleRings(t testing.TB) []Ring {
	t.Helper()
	var rings []Ring
	for _, e := range examples(t) {
		r := Ring{e.Values, e.Start}
		if err := r.Check(); err != nil {
			t.Fatal(err)
		}
		rings = append(rings, r)
	}
	return rings
}

func equalRings(a, b Ring) bool { return a.Start == b.Start && slices.Equal(a.Values, b.Values) }

func TestParseReadsWhatStringPrints(t *testing.T) {
	for _, want := range exampleRings(t) {
		got, err := ParseRing(want.String())
		if err != nil || !equalRings(got, want) {
			t.Errorf("ParseRing(%q) = %v, %v", want.String(), got, err)
		}
	}
}

func TestParseAcceptsSpaceCommentsAndStart(t *testing.T) {
	check := func(in, want string) {
		t.Helper()
		r, err := ParseRing(in)
		if err != nil || r.String() != want {
			t.Errorf("ParseRing(%q) = %q, %v; want %q", in, r, err, want)
		}
	}
	check("1 1", "1 1")
	check("  1\t 1 \r\n", "1 1")
	check("01 001", "1 1")
	check("start=0 1 1", "1 1")
	check("start=1 2 1 1 1# two solutions", "start=1 2 1 1 1")
	check("\t start=3 2 1 1 1 # start=1", "start=3 2 1 1 1")
	check("2 2 2 2 1 3 # comment\n\n", "2 2 2 2 1 3")
}

func TestEveryBadLineIsRefusedWithItsPosition(t *testing.T) {
	check := func(in, want string) {
		t.Helper()
		r, err := ParseRing(in)
		var syntax *puzzle.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("ParseRing(%q) = %v, %v; want a *puzzle.SyntaxError", in, r, err)
			return
		}
		if got := strings.TrimPrefix(err.Error(), "handsoftime: parse: "); got != want {
			t.Errorf("ParseRing(%q):\n got %s\nwant %s", in, got, want)
		}
	}
	const empty = "column 1: an empty line (want a ring's values separated by spaces)"
	check("", empty)
	check("   ", empty)
	check("# only a comment", empty)
	check("2 2 0 2 1 3", "column 5: value 0 is out of range on a ring of 6 (want 1 to 3; a clock with places that are gone is no ring: write it as it was at first)")
	check("2 2 -1 2 1 3", "column 5: value -1 is out of range on a ring of 6 (want 1 to 3)")
	check("2 2 4 2 1 3", "column 5: value 4 is out of range on a ring of 6 (want 1 to 3)")
	check("2 +2 2 2 1 3", `column 3: "+2" has a sign (want 1 to 3)`)
	check("2 2 2 x 1 3", `column 7: "x" is not a value (want 1 to 3)`)
	check("2 2 2 2.5 1 3", `column 7: "2.5" is not a value (want 1 to 3)`)
	check("2,2,2,2,1,3", `column 1: "2,2,2,2,1,3" is not a value (want 2 or more numbers, separated by spaces)`)
	check("2, 2, 2, 2, 1, 3", `column 1: "2," is not a value (want 1 to 3, separated by spaces)`)
	check("\"quoted\" 1", `column 1: "\"quoted\"" is not a value (want 1 to 1)`)
	check("1 \x00\xff", `column 3: "\x00\xff" is not a value (want 1 to 1)`)
	check("1", "column 1: a ring of 1 place (want 2 or more values)")
	check("start=0 1", "column 9: a ring of 1 place (want 2 or more values)")
	check("x", `column 1: "x" is not a value (want 2 or more numbers)`)
	check("1 99999999999999999999999 1", `column 3: value "99999999999999999999999" is out of range on a ring of 3 (want 1 to 1)`)
	check("1 "+strings.Repeat("9", 400), `column 3: value "`+strings.Repeat("9", 24)+`\u2026" is out of range on a ring of 2 (want 1 to 1)`)
	check("start= 1 1", "column 7: no start after start= (want start=K without spaces)")
	check("start=1", "column 8: nothing after \"start=1\"")
	check("start=2 1 1", "column 7: start 2 is outside the ring (want 0 to 1, or all)")
	check("start=-1 1 1", "column 7: start -1 is outside the ring (want 0 to 1, or all)")
	check("start=x 1 1", `column 7: start "x" is outside the ring (want 0 to 1, or all)`)
	check("start=99999999999999999999 1 1", `column 7: start "99999999999999999999" is outside the ring (want 0 to 1, or all)`)
	check("1 start=1 1", `column 3: "start=1" behind a value (want it first on the line)`)
	check("start=1 start=0 1 1", "column 9: a second start")
	check("start 1 1 1", `column 1: "start" is not a value (want 1 to 2)`)
	check("1 1\n1 1", "column 4: a second line (want one ring on one line)")
}

func TestReadGoesOnAfterABadLine(t *testing.T) {
	const in = "\ufeff# two good rings\n1 1\n\n 1 x\r\nstart=1 1 1 # last line without an end"
	var got []string
	for r, err := range Read(strings.NewReader(in), "rings.txt") {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, r.String())
	}
	want := []string{
		"1 1",
		`handsoftime: parse: rings.txt:4:4: "x" is not a value (want 1 to 1)`,
		"start=1 1 1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// zeros is an endless stream of what a file that is not text may hold.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestALineThatIsNoTextIsNotKept(t *testing.T) {
	in := io.MultiReader(io.LimitReader(zeros{}, maxLine+2), strings.NewReader("\n1 1\n"))
	var got []string
	for r, err := range Read(in, "f") {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, r.String())
	}
	want := []string{"handsoftime: parse: f:1:1: a line of more than 33554432 bytes is no instance", "1 1"}
	if !slices.Equal(got, want) {
		t.Errorf("got %.200q\nwant %q", got, want)
	}
}

func TestReadStopsWhenAsked(t *testing.T) {
	lines := 0
	for range Read(strings.NewReader("1 1\n1 1\n1 1\n"), "") {
		if lines++; lines == 2 {
			break
		}
	}
	if lines != 2 {
		t.Errorf("%d lines, want 2", lines)
	}
}

func TestReadTakesLinesOfAnyLength(t *testing.T) {
	long := strings.Repeat("1 ", 5_000_000)
	sizes := []int{}
	for r, err := range Read(strings.NewReader("1 1\n"+long+"\n1 1 1\n"), "") {
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, r.Size())
	}
	if want := []int{2, 5_000_000, 3}; !slices.Equal(sizes, want) {
		t.Errorf("sizes %v, want %v", sizes, want)
	}
	for _, err := range Read(strings.NewReader(long+"x\n"), "long.txt") {
		if want := `handsoftime: parse: long.txt:1:10000001: "x" is not a value (want 1 to 2500000)`; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestReadReportsWhatTheReaderSays(t *testing.T) {
	broken := errors.New("disk on fire")
	var last error
	count := 0
	for _, err := range Read(io.MultiReader(strings.NewReader("1 1\n1 "), iotest.ErrReader(broken)), "rings.txt") {
		last = err
		count++
	}
	if count != 2 || !errors.Is(last, broken) || !strings.Contains(last.Error(), "rings.txt: line 2") {
		t.Errorf("%d results, the last %v", count, last)
	}
	for _, f := range Core().Formats {
		for _, err := range f.Read(iotest.ErrReader(broken), "rings.txt", puzzle.Choice{}) {
			if !errors.Is(err, broken) {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
	}
}

// readAs returns the rings and errors of a text in a format.
func readAs(t testing.TB, format, text string) (got []string) {
	t.Helper()
	read, err := Core().Read(format, strings.NewReader(text), "f", puzzle.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	for r, err := range read {
		if err != nil {
			got = append(got, strings.TrimPrefix(err.Error(), "handsoftime: parse: f:"))
			continue
		}
		got = append(got, r.String())
	}
	return got
}

func TestColumnHasOneValueALine(t *testing.T) {
	check := func(in string, want ...string) {
		t.Helper()
		if got := readAs(t, "column", in); !slices.Equal(got, want) {
			t.Errorf("%q\n got %q\nwant %q", in, got, want)
		}
	}
	check("2\r\n2\r\n2\r\n2\r\n1\r\n3\r\n", "2 2 2 2 1 3")
	check("\ufeff2\n2\n 2 # third\n\n# more\n2\n1\n3", "2 2 2 2 1 3")
	check("4\n2\n1\n1\n1\n", "2 1 1 1")
	check("2\n1\n\n 0\n1\n", "4:2: value 0 is out of range on a ring of 4 (want 1 to 2; a clock with places that are gone is no ring: write it as it was at first)")
	check("2\n1\nx\n1\n", `3:1: "x" is not a value (want 1 to 2)`)
	check("1\n", "1:1: a ring of 1 place (want 2 or more values)")
	check("1 1 1\n", "1:3: a second value on one line (the column format has one value per line)")
	check("start=1\n1\n1\n", "start=1 1 1")
}

func TestTextMarshalling(t *testing.T) {
	want := Ring{Values: []int32{2, 1, 1, 1}, Start: 3}
	text, err := json.Marshal(want)
	if err != nil || string(text) != `"start=3 2 1 1 1"` {
		t.Fatalf("Marshal: %s, %v", text, err)
	}
	var got Ring
	if err := json.Unmarshal(text, &got); err != nil || !equalRings(got, want) {
		t.Errorf("Unmarshal: %v, %v", got, err)
	}
	if err := got.UnmarshalText([]byte("3 3")); err == nil || !equalRings(got, want) {
		t.Errorf("UnmarshalText of a bad line: %v, and the ring became %v", err, got)
	}
	if _, err := (Ring{Values: []int32{0, 1}}).MarshalText(); err == nil {
		t.Error("MarshalText accepts a value of 0")
	}
}

func TestErrorsWithoutAFileNameTheLine(t *testing.T) {
	for _, err := range Read(strings.NewReader("\n2 1"), "") {
		if want := "handsoftime: parse: line 2, column 1: value 2 is out of range on a ring of 2 (want 1 to 1)"; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// plainParse is the format in its simplest form: an oracle for valid input.
func plainParse(line string) (Ring, bool) {
	line, _, _ = strings.Cut(line, "#")
	words := strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(" \t\r\n", c) })
	var r Ring
	if len(words) > 0 {
		if text, ok := strings.CutPrefix(words[0], "start="); ok {
			start, err := strconv.ParseUint(text, 10, 31)
			if err != nil || !onlyDigits(text) {
				return Ring{}, false
			}
			r.Start, words = int(start), words[1:]
		}
	}
	for _, word := range words {
		v, err := strconv.ParseUint(word, 10, 31)
		if err != nil || !onlyDigits(word) {
			return Ring{}, false
		}
		r.Values = append(r.Values, int32(v))
	}
	return r, r.Check() == nil
}

func onlyDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

func FuzzParseRing(f *testing.F) {
	for _, r := range exampleRings(f) {
		f.Add(r.String())
	}
	for _, bad := range []string{"", "0 1", "start=", "start=9 1 1", "1 1 # c", "1\t1\r", "1,1", "-1 1"} {
		f.Add(bad)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if strings.Contains(line, "\n") {
			return
		}
		r, err := ParseRing(line)
		oracle, ok := plainParse(line)
		if ok != (err == nil) || ok && !equalRings(r, oracle) {
			t.Fatalf("ParseRing(%q) = %v, %v; a plain parser says %v, %t", line, r, err, oracle, ok)
		}
		var syntax *puzzle.SyntaxError
		if err != nil {
			if !errors.As(err, &syntax) || syntax.Column < 1 || syntax.Column > len(line)+1 || strings.ContainsAny(err.Error(), "\r\n") {
				t.Fatalf("ParseRing(%q): %q", line, err)
			}
			return
		}
		again, err := ParseRing(r.String())
		if err != nil || !equalRings(again, r) || again.String() != r.String() {
			t.Fatalf("ParseRing(%q) = %v, but read again %v, %v", line, r, again, err)
		}
		flat := Ring{Values: r.Values}.String()
		if column := readAs(t, "column", strings.ReplaceAll(flat, " ", "\n")); !slices.Equal(column, []string{flat}) {
			t.Fatalf("%q in a column: %v", line, column)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add("1 1\n\nx\nstart=1 1 1\n")
	f.Add("\ufeff1 1\r\n# c")
	f.Add("1\n1\n2\n1 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		lines := strings.Count(text, "\n") + 1
		for r, err := range Read(strings.NewReader(text), "f") {
			var syntax *puzzle.SyntaxError
			switch {
			case err == nil && r.Check() != nil:
				t.Fatalf("%q: %v", text, r.Check())
			case err != nil && (!errors.As(err, &syntax) || syntax.Line < 1 || syntax.Line > lines):
				t.Fatalf("%q: %v", text, err)
			}
		}
		readAs(t, puzzle.Auto, text)
	})
}

func BenchmarkParseRing(b *testing.B) {
	const n = 1_000_000
	random := rand.New(rand.NewPCG(1, 2))
	values := make([]int32, n)
	for i := range values {
		values[i] = 1 + random.Int32N(n/2)
	}
	text := Ring{Values: values}.String()
	b.Run("n=1000000", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			r, err := ParseRing(text)
			if err != nil || r.Size() != n {
				b.Fatal(r.Size(), err)
			}
		}
	})
	b.Run("Read/n=1000000", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			for r, err := range Read(strings.NewReader(text), "") {
				if err != nil || r.Size() != n {
					b.Fatal(r.Size(), err)
				}
			}
		}
	})
	b.Run("String/n=1000000", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		var buffer []byte
		r := Ring{Values: values}
		for b.Loop() {
			buffer, _ = r.AppendText(buffer[:0])
		}
		if !bytes.Equal(buffer, []byte(text)) {
			b.Fatal("AppendText and String differ")
		}
	})
}

func ExampleParseRing() {
	r, err := ParseRing("start=1 2 1 1 1 # two solutions")
	fmt.Println(r, err)

	_, err = ParseRing("2 2 2 x 1 3")
	fmt.Println(err)
	// Output:
	// start=1 2 1 1 1 <nil>
	// handsoftime: parse: column 7: "x" is not a value (want 1 to 3)
}

func ExampleRead() {
	const file = `# clockwise from 12 o'clock
2 2 2 2 1 3
3 9 2 1 3 1 2
start=3 2 1 1 1
`
	for r, err := range Read(strings.NewReader(file), "rings.txt") {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(r.Size(), "nodes:", r)
	}
	// Output:
	// 6 nodes: 2 2 2 2 1 3
	// handsoftime: parse: rings.txt:3:3: value 9 is out of range on a ring of 7 (want 1 to 3)
	// 4 nodes: start=3 2 1 1 1
}

// Every solution is replayed from its text before it counts.
func BenchmarkCheck(b *testing.B) {
	const n = 100_000
	ring, path := Ring{Values: make([]int32, n)}, make(Path, n)
	for i := range n {
		ring.Values[i], path[i] = 1, int32(i)
	}
	text := path.String()
	for b.Loop() {
		if cost, err := Check(ring, text); cost != n-1 || err != nil {
			b.Fatal(cost, err)
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "moves/s")
}
