//go:build linux

package engine

import (
	"strings"
	"testing"
)

func TestValuesSurvive(t *testing.T) {
	e := start(t, "")
	cells := []struct{ cell, want string }{
		{"var x = func() int { fmt.Println(\"once\"); return 1 }()", "stdout once\n"},
		{"x", "execute_result 1"},
		{"%%\nx = 100", ""},
		{"x", "execute_result 100"},
		{"var m = map[string]int{}", ""},
		{"%%\nm[\"a\"] = 1", ""},
		{"%%\nm[\"b\"] = 2\nfmt.Println(m)", "stdout map[a:1 b:2]\n"},
		{"m", "execute_result map[a:1 b:2]"},
		// What is declared anew is computed anew, from values as they are.
		{"var y = x + 1", ""},
		{"y", "execute_result 101"},
		{"var x = 5", ""},
		{"y", "execute_result 101"},
		{"x", "execute_result 5"},
		// Types of the notebook, shared memory, methods.
		{"type node struct { next *node; n int }\nfunc (n *node) String() string { return fmt.Sprint(\"node \", n.n, \" of \", x) }", ""},
		{"%%\nring = &node{n: 1}\nring.next = ring\nlast = ring", "undefined: ring"},
		{"var ring, last *node", ""},
		{"%%\nring = &node{n: 1}\nring.next = ring\nlast = ring", ""},
		{"%%\nfmt.Println(ring.next == ring, last == ring, last)", "stdout true true node 1 of 5\n"},
		{"var any_ any = &node{n: 7}", ""},
		{"%%\nfmt.Println(any_)", "stdout node 7 of 5\n"},
		// A cell that fails changes nothing.
		{"%%\nx = 6\npanic(\"no\")", "panic: no"},
		{"x", "execute_result 5"},
		{"%%\nx = 7\nos.Exit(0)", "stderr The cell called os.Exit, so its changes to variables are lost.\n"},
		{"x", "execute_result 5"},
		// What cannot be kept is made again, or using it is an error.
		{"var f = func() int { return x }", ""},
		{"f()", "execute_result 5"},
		{"var c = make(chan int, 1)", ""},
		{"len(c)", "execute_result 0"},
		{"%%\nc = make(chan int, 3)", ""},
		{"cap(c)", "error cell[30]: c has lost the value from cell[29], which cannot be kept (c: a channel)"},
		{"var end error", ""},
		{"%%\nend = io.EOF", ""},
		{"end == io.EOF", "execute_result true"},
		{"%%\ngo func() { select {} }()\nx = 9", "a goroutine of the cell still runs"},
		{"x", "execute_result 5"},
		{"func init() { fmt.Println(\"init\") }\nvar counted = 1", "stdout init\n"},
		{"counted", "stdout init\n\nexecute_result 1"},
		{"%vars", "cell[17]: last *main.node, 392 bytes with ring\ncell[7]: m map[string]int, 539 bytes\n"},
	}
	for i, c := range cells {
		if i%4 == 0 { // values pass from cell to cell within a program, and from program to program
			foresee(e, cells[i:min(i+4, len(cells))], func(c struct{ cell, want string }) string { return c.cell })
		}
		if got := run(t, e, Cell{Source: c.cell}); got != c.want && (c.want == "" || !strings.Contains(got, c.want)) {
			t.Errorf("cell %d, %q:\n%s\nwant %q", i+1, c.cell, got, c.want)
		}
	}
}
