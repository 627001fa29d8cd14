//go:build linux

package engine

import (
	"strings"
	"testing"
)

// statements is notebooks of people who know those of Python: cells, and what they show.
var statements = map[string][][2]string{
	"variables": {
		{"x := 3", ""},
		{"x + 1", "execute_result 4"},
		{"x = x * 2\nx", "execute_result 6"},
		{"x := fmt.Sprint(x, \" as text\")\nx", "execute_result 6 as text"},
		{"old := &x\nx := strings.Fields(x)\nx", "execute_result [6 as text]"},
		{"x = append(x, *old)\nlen(x)", "execute_result 4"},
		{"for i, x := range x {\n\tif i > 1 {\n\t\tfmt.Println(i, x)\n\t}\n}", "stdout 2 text\n3 6 as text\n"},
		{"i", "error cell[8]:1:1: undefined: i"},
		{"fmt.Println(late)\nlate := 1", "error cell[9]:1:13: undefined: late"},
		{"a, b := 1, 2.5", ""},
		{"a, b := b, a\nfmt.Println(a, b)", "stdout 2.5 1\n"},
	},
	"functions": {
		{"import \"strings\"\n\nfunc shout(s string) string { return strings.ToUpper(s) + mark }\nmark := \"!\"\nshout(\"a\")", "execute_result A!"},
		{"mark = \"?\"", ""},
		{"shout(\"b\")", "execute_result B?"},
		{"square := func(n int) int { return n * n }\nsquare(4)", "execute_result 16"},
		{"square(5)", "execute_result 25"},
		{"mark := 5", "error shout of cell[1] no longer compiles: invalid operation: strings.ToUpper(s) + mark (mismatched types string and int)"},
		{"shout(\"c\")", "execute_result C?"},
	},
	"errors": {
		{"_, err := strconv.Atoi(\"x\")\nerr", "execute_result strconv.Atoi: parsing \"x\": invalid syntax"},
		{"n, err := strconv.Atoi(\"7\")\nm, err := strconv.Atoi(\"z\")\nfmt.Println(n, m, err != nil)", "stdout 7 0 true\n"},
		{"n, err := strings.NewReader(\"\").Read(make([]byte, 1))\nerr == io.EOF", "execute_result true"},
		{"err", "execute_result EOF"},
		{"n = 5\npanic(err)", "error cell[5]:2: panic: EOF"},
		{"n", "execute_result 0"},
	},
	"what ends with its cell": {
		{"order, n := binary.BigEndian, 2\norder.Uint16([]byte{1, 2})", "execute_result 258"},
		{"n", "execute_result 2"},
		{"order", "error cell[3]:1:1: undefined: order (its type binary.bigEndian cannot be written here, so it ends with the statements of cell[1])"},
		{"%%\nm := 3\nfmt.Println(m)", "stdout 3\n"},
		{"m", "error cell[5]:1:1: undefined: m (cell[4] declares it behind %%, so it ended with the cell: leave out %%, or declare it above)"},
		{"c := make(chan int, 1)\nc <- 1", ""},
		{"<-c", "error cell[7]: c has lost the value from cell[6], which cannot be kept (c: a channel)"},
	},
	"types": {
		{"type stack[T any] struct{ items []T }\nfunc (s *stack[T]) push(x T) { s.items = append(s.items, x) }\ns := &stack[int]{}\ns.push(3)", ""},
		{"s.push(4)\ns.items", "execute_result [3 4]"},
		{"start := time.Now()\ntype point struct{ x, y int }\np := point{1, 2}", ""},
		{"const far = 3\nfunc (p point) near() bool { return p.x+p.y <= far }\np.near() && !start.IsZero()", "execute_result true"},
		{"q := p\nq.x", "execute_result 1"},
		{"type point struct{ x, y, z int }\np := point{z: 3}\np", "execute_result {0 0 3}"},
		{"q", "error cell[7]: the value of q cannot be used here: there are 0 types main.point with the layout that its type had"},
		{"%%prun\nq := 5", "display_data "},
		{"q", "execute_result 5"},
		{"defer fmt.Println(\"bye\")\nouter:\nfor i := range 3 {\n\tfor range 2 {\n\t\tif i == 1 {\n\t\t\tbreak outer\n\t\t}\n\t\tfmt.Println(i)\n\t}\n}", "stdout 0\n0\nbye\n"},
	},
	"mistakes": {
		{"fmt.Println((1+2)\nx := 3", "error cell[1]:1:12: ( is not closed: a ) is missing"},
		{"for i := range 2 {\n\tlocal := i\n}", "error cell[2]:2:2: declared and not used: local"},
		{"x := 3\nx\nx", "error cell[3]:2:1: x (variable of type int) is not used"},
		{"func main() {}\nx := 3", "error cell[4]:1:14: func main beside statements"},
		{"x, y := 3, none\nx", "error cell[5]:1:12: undefined: none"},
		{"x", "error cell[6]:1:1: undefined: x"},
	},
}

func TestStatementsNeedNoMarker(t *testing.T) {
	for name, cells := range statements {
		t.Run(name, func(t *testing.T) {
			e := start(t, "")
			foresee(e, cells, func(c [2]string) string { return c[0] })
			for i, c := range cells {
				if got := run(t, e, Cell{Source: c[0]}); got != c[1] && (c[1] == "" || !strings.HasPrefix(got, c[1])) {
					t.Errorf("cell %d, %q:\n%s\nwant %q", i+1, c[0], got, c[1])
				}
			}
		})
	}
}

func TestCompletionKnowsStatements(t *testing.T) {
	e := start(t, "")
	if got := run(t, e, Cell{Source: "text := strings.NewReader(\"a\")"}); got != "" {
		t.Fatal(got)
	}
	for source, want := range map[string]string{ // the cursor is at |
		"n := text.Le|": "Len",
		"words := strings.Fields(\"a\")\nif len(wor| > 3 {":       "words",
		"words := []int{1}\nfunc first() int {\n\treturn wor|\n}": "words",
		"func first() int { return 1 }\nn := 2\nfmt.Println(fir|": "first",
		"text := 3\ntex|": "text",
	} {
		before, after, _ := strings.Cut(source, "|")
		names := e.View(before+after, len(before)).Names()
		if len(names) != 1 || names[0].Text != want {
			t.Errorf("%s: %v, want %s", source, names, want)
		}
	}
}
