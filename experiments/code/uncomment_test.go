package code

import (
	"go/scanner"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestUncommented(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"", ""},
		{"// Package a does.\npackage  a\n\n\n// F does.\nfunc F() int { return 1 +  x } // one\n", "package a func F()int{return 1+x}"},
		{"a /* b */ c", "a c"},
		{"// int f(void);\nimport \"C\"", "// int f(void);\nimport \"C\""},
		{"a/**/=b", "a=b"},
		{"//go:build linux\n\npackage a", "//go:build linux\npackage a"},
		{"x := \"// no comment\" // one", "x:=\"// no comment\""},
		{"x := `a // b\n /* c */`", "x:=`a // b\n /* c */`"},
		{`x := '"' /* " */ + "\\\" //"`, `x:='"'+"\\\" //"`},
		{"a + +b", "a+ +b"},
		{"/* not closed", ""},
		{"\"not closed\nx", "\"not closed x"},
	} {
		if got := Uncommented(c.source); got != c.want {
			t.Errorf("Uncommented(%q) = %q, want %q", c.source, got, c.want)
		}
	}
}

// FuzzUncommented compares the tokens of the text without comments with the tokens that Go's own
// scanner finds in the original.
func FuzzUncommented(f *testing.F) {
	for _, name := range []string{"program.go", "hash.go", "uncomment.go", "../store/gone_unix.go"} {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, source string) {
		before, ok := tokens(source)
		if !ok {
			return
		}
		after, _ := tokens(Uncommented(source))
		if !slices.Equal(before, after) {
			t.Errorf("%q: tokens %q, without comments %q", source, before, after)
		}
	})
}

// tokens returns the Go tokens except semicolons, and whether the text has no mistakes.
func tokens(source string) (list []string, ok bool) {
	ok = true
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(source)), []byte(source), func(token.Position, string) { ok = false }, scanner.ScanComments)
	for {
		_, tok, literal := s.Scan()
		switch {
		case tok == token.EOF:
			return list, ok
		case tok == token.SEMICOLON, tok == token.COMMENT && !strings.HasPrefix(literal, "//go:"):
			continue
		case literal == "":
			literal = tok.String()
		}
		list = append(list, strings.TrimRight(literal, "\r"))
	}
}
