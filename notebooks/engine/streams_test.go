package engine

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLastWordsAreKnownByWhatTheyAre gives a program's standard error in pieces of every length: how long it
// takes to write it means nothing.
func TestLastWordsAreKnownByWhatTheyAre(t *testing.T) {
	const (
		panics   = "panic: boom\n\tsecond line\n[signal SIGSEGV: segmentation violation]\n\ngoroutine 1 [running]:\nmain.main()\n\t/x.go:3\nexit status 2\n"
		overflow = "runtime: goroutine stack exceeds 1000000000-byte limit\nruntime: sp=0xc0 stack=[0xc0, 0xc1]\nfatal error: stack overflow\n\nruntime stack:\nruntime.throw({0x1, 0x2})\n\t/panic.go:1\n\ngoroutine 1 gp=0xc0 [running]:\n"
	)
	for _, tc := range []struct{ name, before, written, passed, words string }{
		{"a panic", "", "log\n" + panics, "log\n", panics},
		{"a stack overflow", "", overflow, "", overflow},
		{"a panic that was caught", "", "panic: no\nmore\n", "panic: no\nmore\n", ""},
		{"one behind another", "", "panic: no\nmore\n" + panics, "panic: no\nmore\n", panics},
		{"one of which no more comes", "", "panic: no\n", "", "panic: no\n"},
		{"one before a display", "panic: no\n", "more\n", "panic: no\nmore\n", ""},
		{"half a head before a display", "pan", "ic: no\nmore\n", "panic: no\nmore\n", ""},
		{"a display that another goroutine shows", panics, "", "", panics},
		{"within a line", "", "no panic: here\n", "no panic: here\n", ""},
		{"a character in two pieces", "", "é panic: here\n", "é panic: here\n", ""},
	} {
		for size := 1; size <= len(tc.written)+1; size++ {
			var passed strings.Builder
			s := &stream{program: true, name: "stderr", cell: Cell{Emit: func(o Output) { passed.WriteString(o.Text) }}}
			s.pass([]byte(tc.before))
			if tc.before != "" {
				s.before()
			}
			for rest := tc.written; rest != ""; rest = rest[min(size, len(rest)):] {
				s.pass([]byte(rest[:min(size, len(rest))]))
			}
			if diff := cmp.Diff(tc.passed, passed.String()); diff != "" || string(s.held) != tc.words {
				t.Errorf("%s in pieces of %d: %q is held, passed (-want +got):\n%s", tc.name, size, s.held, diff)
				break
			}
		}
	}
}
