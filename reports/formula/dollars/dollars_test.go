package dollars

import (
	"fmt"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

func TestFormulasOfMarkdown(t *testing.T) {
	for markdown, want := range map[string]string{
		"a $x_1 * y * z_2$ b":         "1 x_1 * y * z_2",
		"`$a$` \\$b$ $5 and $6":       "",
		"> a\n> $$b\n> c$$ $d$":       "2 b\nc|3 d", // goldmark hands out lines without their marks
		"- a\n\n  *$b$*\n":            "3 b",
		"$$a$$":                       "1 a",
		"a\n$$\nb\n+ c\n\n- d\n$$\ne": "2 \nb\n+ c\n\n- d\n", // no list
		"\\begin{align}\na &= b \\\\\n= c\n\\end{align}\n\nd": "1 \\begin{align}\na &= b \\\\\n= c\n\\end{align}",
		"a \\begin{x}b\\end{x} c":                             "1 \\begin{x}b\\end{x}",
		"$$a$$ b":                                             "1 a",
		"- a\n\n  $$\n  b\n  $$\n- c":                         "3 \n  b\n  ",
		"$a\n\nb$":                                            "",
	} {
		doc := goldmark.New(goldmark.WithExtensions(Extension{})).Parser().Parse(text.NewReader([]byte(markdown)))
		var got []string
		_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			f, ok := n.(*Formula)
			if lines, alone := n.(*Lines); alone {
				f, ok = lines.Formula, true
			}
			if ok && entering {
				got = append(got, fmt.Sprintf("%d %s", f.Line, f.TeX))
			}
			return ast.WalkContinue, nil
		})
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%q has formulas %q, want %q", markdown, s, want)
		}
	}
}

func TestAnErrorNamesFormulaAndLine(t *testing.T) {
	_, err := (&Formula{TeX: `\no`, Line: 3}).Parse(nil)
	if err == nil || err.Error() != `line 3: formula $\no$: column 1: \no is not a command that reports know` {
		t.Errorf("error %v", err)
	}
}
