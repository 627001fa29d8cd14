package handsoftime

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

func TestRingsAreReadAsPeopleWriteThem(t *testing.T) {
	const ring = "2 4 1 3 4 3 5 2 1 4"
	for _, text := range []string{
		ring, "start=0 " + ring, strings.ReplaceAll(ring, " ", "\n"), "10\n" + ring, "10\n" + strings.ReplaceAll(ring, " ", "\n"), strings.ReplaceAll(ring, " ", ","), strings.ReplaceAll(ring, " ", ", "),
		"[" + strings.ReplaceAll(ring, " ", ", ") + "]", "values = (" + strings.ReplaceAll(ring, " ", ", ") + ")", "{" + strings.ReplaceAll(ring, " ", ",") + "};", strings.ReplaceAll(ring, " ", ""), strings.ReplaceAll(ring, " ", "-"),
		strings.ReplaceAll(ring, " ", " -> "), strings.ReplaceAll(ring, " ", " | "), strings.ReplaceAll(ring, " ", ";"), `{"start": 0, "values": [` + strings.ReplaceAll(ring, " ", ", ") + "]}",
		"   2\n 4   4\n1     1\n2     3\n 5   4\n   3\n", "[\n" + strings.ReplaceAll(ring, " ", ",\n") + "\n]",
		"clock: List[int] = [2, 4, 1, 3, 4, 3, 5, 2, 1, 4]", "int clock[10] = {2, 4, 1, 3, 4, 3, 5, 2, 1, 4};", "let v = vec![2, 4, 1, 3, 4, 3, 5, 2, 1, 4];", "clock = [2,4,1,3,4,3,5,2,1,4] :: [Int]",
		"x <- c(2, 4, 1, 3, 4, 3, 5, 2, 1, 4)", " [1] 2 4 1 3 4 3 5 2 1 4", "Clock 1: 2 4 1 3 4 3 5 2 1 4", "node,value\n0,2\n1,4\n2,1\n3,3\n4,4\n5,3\n6,5\n7,2\n8,1\n9,4\n", ",0\n0,2\n1,4\n2,1\n3,3\n4,4\n5,3\n6,5\n7,2\n8,1\n9,4\n",
		"\xff\xfe2\x00\x0d\x00\x0a\x004\x00\x0d\x00\x0a\x001\x00\x0d\x00\x0a\x003\x00\x0d\x00\x0a\x004\x00\x0d\x00\x0a\x003\x00\x0d\x00\x0a\x005\x00\x0d\x00\x0a\x002\x00\x0d\x00\x0a\x001\x00\x0d\x00\x0a\x004\x00\x0d\x00\x0a\x00",
		"sep=;\r\n2;4;1;3;4;3;5;2;1;4\r\n", "// c1\n2 4 1 3 4 3 5 2 1 4", "\\{2,4,1,3,4,3,5,2,1,4\\}", "$\\langle 2,4,1,3,4,3,5,2,1,4\\rangle$", "10: 2 4 1 3 4 3 5 2 1 4", "{2, 4, 1, 3, 4, // first half\n 3, 5, 2, 1, 4}",
		"my @v = qw(2 4 1 3 4 3 5 2 1 4);", "int[] v = new int[] {2,4,1,3,4,3,5,2,1,4};", "val v = intArrayOf(2,4,1,3,4,3,5,2,1,4)", "1. 2 4 1 3 4 3 5 2 1 4",
		strings.ReplaceAll(ring, " ", "\r"), "<" + strings.ReplaceAll(ring, " ", ",") + ">", "2:4:1:3:4:3:5:2:1:4", "[2][4][1][3][4][3][5][2][1][4]",
		"value\n" + strings.ReplaceAll(ring, " ", "\n"), "- " + strings.ReplaceAll(ring, " ", "\n- "), "c(" + strings.ReplaceAll(ring, " ", ", ") + ")", "[" + strings.ReplaceAll(ring, " ", ". ") + ".]", `{"n": 10, "values": [` + strings.ReplaceAll(ring, " ", ", ") + "]}",
	} {
		if got := readAs(t, puzzle.Auto, text); !slices.Equal(got, []string{ring}) {
			t.Errorf("%q\n got %q\nwant %q", text, got, ring)
		}
	}
	for text, want := range map[string][]string{
		"1 1\n2 2 2 2 1 3\n":             {"1 1", "2 2 2 2 1 3"},
		"1 1\n1 1\n1 1\n":                {"1 1", "1 1", "1 1"},
		"  1 1\n 2   2\n  1 1\n":         {"1 2 1 1 2 1"},
		"2,2,2,2,1,3\nstart=2 1,1,1,1\n": {"2 2 2 2 1 3", "start=2 1 1 1 1"},
	} {
		if got := readAs(t, puzzle.Auto, text); !slices.Equal(got, want) {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
	for _, text := range []string{"3 x 3\n1 1\n1 1 1\n1 1 1 1\n", "3 x 3\n1,1\n1,1,1\n1,1,1,1\n"} { // a size, which no ring has
		if got := readAs(t, puzzle.Auto, text); !strings.Contains(got[0], ": ") {
			t.Errorf("%q is read as %q, want an error first", text, got)
		}
	}
	for _, text := range []string{"2 4 0 3 4 3 5 2 1 4", "2 4 1 3 4\n3 5 2 1 4", "2 4 1 3 4\r3 5 2 1 4\r", "1:2 2:4 3:1 4:3", "{1:2, 2:4, 3:1, 4:3}", "[2, 4, 1, 3", "begin=3 [2,1,1,1]", "2 1 2 1 solution: 0 2", "node,value\n3,2\n1,1\n2,1\n0,1\n", "start= 1 1 1 1", "2\n1\n\nx"} {
		if got := readAs(t, puzzle.Auto, text); len(got) == 0 || !strings.Contains(got[0], "the formats are") {
			t.Errorf("%q is read as %q, want an error that shows the formats", text, got)
		}
	}
}

func TestARingThatNamesNoStartIsOpenWhereItIsAsked(t *testing.T) {
	var said []string
	c := puzzle.Choice{Open: true, Say: func(note string) { said = append(said, note) }}
	for text, want := range map[string]string{"2 1 1 1": "start=all 2 1 1 1", "start=0 2 1 1 1": "2 1 1 1", "2,1,1,1": "start=all 2 1 1 1", "2\n1\n1\n1": "start=all 2 1 1 1"} {
		read, err := Core().Read(puzzle.Auto, strings.NewReader(text), "f", c)
		if err != nil {
			t.Fatal(err)
		}
		for r, err := range read {
			if err != nil || r.String() != want {
				t.Errorf("%q: %v, %v (want %s)", text, r, err, want)
			}
		}
	}
	if len(said) != 3 || !strings.HasPrefix(said[0], "start: none is given") {
		t.Errorf("said %q", said)
	}
	if got := full(Ring{Values: []int32{1, 1}}); got != "start=0 1 1" {
		t.Errorf("full text %q", got)
	}
}

// dial draws a ring as the picture of it does.
func dial(r Ring) string {
	n := r.Size()
	height := max(3, (n+2)/3)
	rows := make([][]byte, 2*height+1)
	for i := range rows {
		rows[i] = []byte(strings.Repeat(" ", 6*height+9))
	}
	for i, v := range r.Values {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		label := fmt.Sprint(v)
		copy(rows[height-int(math.Floor(float64(height)*cos+0.5+1e-9))][4+3*height+int(math.Floor(float64(3*height)*sin+0.5+1e-9))-len(label)/2:], label)
	}
	return string(bytes.Join(rows, []byte("\n")))
}

func TestEveryNotationIsReadBack(t *testing.T) {
	rings := 250
	if *exhaustive {
		rings = 100_000
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range rings {
		r := Ring{Values: make([]int32, 2+random.IntN(30))}
		for i := range r.Values {
			r.Values[i] = 1 + random.Int32N(int32(r.Size()/2))
		}
		line := r.String()
		texts := []string{line, full(r), strings.ReplaceAll(line, " ", ","), "[" + strings.ReplaceAll(line, " ", ", ") + "]", strings.ReplaceAll(line, " ", "\n"), strings.ReplaceAll(line, " ", "-")}
		if slices.Max(r.Values) < 10 {
			texts = append(texts, strings.ReplaceAll(line, " ", ""))
		}
		if r.Size() > 3 {
			texts = append(texts, dial(r))
		}
		for _, text := range texts {
			if got := readAs(t, puzzle.Auto, text); !slices.Equal(got, []string{line}) {
				t.Fatalf("%q\n got %q\nwant %q", text, got, line)
			}
		}
	}
}
