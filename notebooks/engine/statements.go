package engine

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
)

// settle determines the types of variables that a cell's statements declare, so that they can be
// declared without values. Errors in the cell are reported when it is compiled.
func (e *Engine) settle(ctx context.Context, before dialect.Scope, number int, c *dialect.Cell) error {
	if !slices.ContainsFunc(c.Decls, func(d dialect.Decl) bool { return d.Late }) {
		return nil
	}
	k, err := e.resolved(ctx, source([]planned{{number: number, cell: c, scope: before.With(number, c)}}), number)
	if err != nil {
		return ctx.Err()
	}
	of, local := map[string]string{}, map[types.Object]bool{}
	for _, d := range c.Decls {
		for _, name := range d.Names {
			v, ok := k.pkg.Scope().Lookup(name).(*types.Var)
			switch {
			case !d.Late || !ok || v.Type() == types.Typ[types.Invalid]:
			case nameable(v.Type(), k.pkg):
				of[name] = types.TypeString(v.Type(), importing(c, k.pkg))
			default:
				of[name], local[v] = "", true
				e.ended[name] = fmt.Sprintf("its type %s cannot be written here, so it ends with the statements of cell[%d]", types.TypeString(v.Type(), (*types.Package).Name), number)
			}
		}
	}
	c.Type(of)
	if len(local) > 0 {
		k.localize(number, c, local)
	}
	return nil
}

// leaves records the variables that a cell leaves for later cells.
func (e *Engine) leaves(number int, c *dialect.Cell) {
	set(e, &e.scope, e.scope.With(number, c))
	for _, name := range c.Ended {
		e.ended[name] = fmt.Sprintf("cell[%d] declares it behind %%%%, so it ended with the cell: leave out %%%%, or declare it above", number)
	}
}

// notName matches characters that names cannot contain.
var notName = lazy.Regexp(`[^\pL\d]`)

// importing returns a qualifier that adds imports to the cell for the types that it writes.
func importing(c *dialect.Cell, here *types.Package) types.Qualifier {
	return func(p *types.Package) string {
		if p == here {
			return ""
		}
		i := dialect.Import{Name: "puzzlelab_of_" + notName().ReplaceAllString(p.Path(), "_"), Path: p.Path(), Line: 1}
		if !slices.Contains(c.Imports, i) {
			c.Imports = append(c.Imports, i)
		}
		return i.Name
	}
}

// localize declares variables inside the function of their cell if their types cannot be written at
// package level.
func (c *checked) localize(number int, cell *dialect.Cell, local map[types.Object]bool) {
	body := c.mainBody(number)
	plain := func(pos token.Pos) int { return c.fset.PositionFor(pos, false).Offset }
	start := plain(body.Lbrace) + len("{\n")
	start += strings.IndexByte(c.text[start:], '\n') + 1 // after the directive
	object := func(x ast.Expr) types.Object {
		name, _ := x.(*ast.Ident)
		return c.info.Uses[name]
	}
	for _, s := range body.List {
		s, ok := s.(*ast.AssignStmt)
		if !ok || !slices.ContainsFunc(s.Lhs, func(x ast.Expr) bool { return local[object(x)] }) {
			continue
		}
		var left, outer, inner, blanks, own []string
		for n, x := range s.Lhs {
			name := types.ExprString(x)
			switch o := object(x); {
			case local[o]:
				delete(local, o) // only once
				blanks, own = append(blanks, "_"), append(own, name)
			case name != "_":
				outer, inner = append(outer, name), append(inner, fmt.Sprintf("puzzlelab_%d", n))
				name = inner[len(inner)-1]
			}
			left = append(left, name)
		}
		text := strings.Join(left, ", ") + " :=" + c.text[plain(s.TokPos)+1:plain(s.End())] + "; " + strings.Join(blanks, ", ") + " = " + strings.Join(own, ", ")
		if len(outer) > 0 {
			text += "; " + strings.Join(outer, ", ") + " = " + strings.Join(inner, ", ")
		}
		from, to := plain(s.Pos())-start, plain(s.End())-start
		cell.Main.Text = cell.Main.Text[:from] + text + cell.Main.Text[to:]
		start -= len(text) - (to - from)
		if cell.Last != nil {
			cell.Last.Offset += len(text) - (to - from)
		}
	}
}
