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
		{"mark := 5", "error cell[1]:3:38: invalid operation: strings.ToUpper(s) + mark (mismatched types string and int)"},
		{"shout(\"c\")", "execute_result C?"},
	},
	"errors": {
		{"_, err := strconv.Atoi(\"x\")\nerr", "execute_result strconv.Atoi: parsing \"x\": invalid syntax"},
		{"n, err := strconv.Atoi(\"7\")\nm, err := strconv.Atoi(\"z\")\nfmt.Println(n, m, err != nil)", "stdout 7 0 true\n"},
		{"n, err := strconv.ParseBool(\"1\")\nn", "execute_result true"},
	},
}

func TestStatementsNeedNoMarker(t *testing.T) {
	for name, cells := range statements {
		t.Run(name, func(t *testing.T) {
			e := start(t, "")
			for i, c := range cells {
				if got := run(t, e, Cell{Source: c[0]}); got != c[1] && (c[1] == "" || !strings.HasPrefix(got, c[1])) {
					t.Errorf("cell %d, %q:\n%s\nwant %q", i+1, c[0], got, c[1])
				}
			}
		})
	}
}
