package code

import (
	"go/ast"
	"strconv"
	"strings"
)

// Declaration returns the lines of the declaration around a function, and the comment above
// it; "" if it is not of the program.
func (p *Program) Declaration(f any) string {
	name, file, line := place(f)
	method, known := strings.CutSuffix(name, "-fm") // scaling.(*Question).Nodes: of a method value no more is known
	method = strings.NewReplacer("(*", "", ")", "").Replace(method)
	for name, list := range p.decls {
		for _, d := range list {
			m, isFunc := d.Node.(*ast.FuncDecl)
			if d.holds(file, line) || known && isFunc && m.Recv != nil && strings.HasSuffix(method, "."+name+"."+m.Name.Name) {
				return p.lines(d.Node)
			}
		}
	}
	return ""
}

// lines returns the lines of a node, with the comment above it.
func (p *Program) lines(n ast.Node) string {
	from, to := p.fset.PositionFor(n.Pos(), false), p.fset.PositionFor(n.End(), false)
	text := p.texts[from.Filename]
	begin := from.Offset - from.Column + 1
	for {
		above := strings.LastIndexByte(text[:max(begin-1, 0)], '\n') + 1
		if begin == 0 || !strings.HasPrefix(text[above:], "//") {
			return text[begin:to.Offset]
		}
		begin = above
	}
}

// Literal returns the first composite literal with that ID, from its opening brace on and
// indented as little as it ends, and whether a function is in it; "" for none.
func (p *Program) Literal(id string, f any) (text string, holds bool) {
	l := p.literals[strconv.Quote(id)]
	if l == nil {
		return "", false
	}
	from, to := p.fset.PositionFor(l.Lbrace, false), p.fset.PositionFor(l.End(), false)
	text = p.texts[from.Filename]
	last := text[to.Offset-to.Column+1 : to.Offset]
	tabs := last[:len(last)-len(strings.TrimLeft(last, "\t"))]
	_, file, line := place(f)
	return strings.ReplaceAll(text[from.Offset:to.Offset], "\n"+tabs, "\n"), p.place(l).holds(file, line)
}
