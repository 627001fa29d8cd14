package code

import (
	"go/ast"
	"strconv"
	"strings"
)

// Declaration returns the source lines of the declaration that contains function f, including the
// comment above it. It returns "" if f does not belong to the program.
func (p *Program) Declaration(f any) string {
	name, file, line := place(f)
	method, known := strings.CutSuffix(name, "-fm") // such as scaling.(*Question).Nodes: only the name of a method value is known
	method = strings.NewReplacer("(*", "", ")", "").Replace(method)
	for name, list := range p.decls {
		for _, d := range list {
			m, isFunc := d.(*ast.FuncDecl)
			if p.holds(d, file, line) || known && isFunc && m.Recv != nil && strings.HasSuffix(method, "."+name+"."+m.Name.Name) {
				text, from, to := p.text(d)
				return text[withComment(text, from.Offset-from.Column+1):to.Offset]
			}
		}
	}
	return ""
}

// withComment returns the offset of the comment above a line. If there is no comment, it returns
// the offset of the line itself.
func withComment(text string, line int) int {
	above := strings.LastIndexByte(text[:max(line-1, 0)], '\n') + 1
	if line == 0 || !strings.HasPrefix(text[above:], "//") {
		return line
	}
	return withComment(text, above)
}

// Literal returns the source of the first composite literal whose field ID has the given value, and
// reports whether the literal contains function f. The source begins at the opening brace. Literal
// removes the indentation of the last line from every line. The result is "" if there is no such
// literal.
func (p *Program) Literal(id string, f any) (text string, holds bool) {
	l := p.literals[strconv.Quote(id)]
	if l == nil {
		return "", false
	}
	text, _, to := p.text(l)
	last := text[to.Offset-to.Column+1 : to.Offset]
	tabs := last[:len(last)-len(strings.TrimLeft(last, "\t"))]
	_, file, line := place(f)
	return strings.ReplaceAll(text[p.fset.PositionFor(l.Lbrace, false).Offset:to.Offset], "\n"+tabs, "\n"), p.holds(l, file, line)
}
