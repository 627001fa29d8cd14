package engine

import (
	"context"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
)

// textFunctions print values as text. Of the results of a call, they print the error if it is not
// nil, and otherwise the values before it.
const textFunctions = `func puzzlelab_text(v ...any) {
	text := puzzlelab_fmt.Sprintln(v...)
	_ = puzzlelab_os.WriteFile(puzzlelab_result, []byte(text[:len(text)-1]), 0o600)
}
func puzzlelab_results(v ...any) {
	last := len(v) - 1
	if err := v[last]; err != nil {
		puzzlelab_text("error:", err)
	} else if last > 0 {
		puzzlelab_text(v[:last]...)
	}
}
`

// valueFunctions show values: the first as text, the second also as package display does.
var valueFunctions = [2]string{textFunctions, textFunctions + `func puzzlelab_show(v ...any) {
	_ = puzzlelab_os.WriteFile(puzzlelab_result, nil, 0o600)
	puzzlelab_display.Show(v...)
}
`}

// shown adds code that shows the last values of cells. It returns the packages that this code
// needs.
func (e *Engine) shown(ctx context.Context, c *checked) (packages []string, err error) {
	for _, p := range e.built {
		if p.passed || p.cell.Main == nil || p.cell.Last == nil {
			continue
		}
		body := c.mainBody(p.number).List
		last := body[len(body)-1]
		x, call := lastValue(last)
		function, display := c.showing(x, call)
		if function == "" {
			continue
		}
		if display {
			if err := e.packages.find(ctx, install.DisplayPackage); err != nil {
				return nil, err
			}
			if e.packages.known[install.DisplayPackage].Export != "" {
				function = "puzzlelab_show"
				packages = []string{install.DisplayPackage}
			}
		}
		c.replace(last.Pos(), x.Pos(), function+"("+c.place(x.Pos()))
		c.replace(x.End(), x.End(), ")")
		if !slices.Contains(packages, "fmt") {
			packages = append(packages, "fmt")
		}
	}
	slices.Sort(packages)
	return packages, nil
}

// mainBody returns the body of the function that runs a cell.
func (c *checked) mainBody(number int) *ast.BlockStmt {
	at := slices.IndexFunc(c.file.Decls, func(d ast.Decl) bool {
		f, ok := d.(*ast.FuncDecl)
		return ok && f.Name.Name == mainName(number)
	})
	return c.file.Decls[at].(*ast.FuncDecl).Body
}

// lastValue returns the expression in a statement that source made for the last value.
func lastValue(s ast.Stmt) (x ast.Expr, call bool) {
	if s, ok := s.(*ast.AssignStmt); ok {
		return s.Rhs[0], false
	}
	return s.(*ast.ExprStmt).X, true
}

// showing returns the function that shows the value of an expression, or "" if nothing is shown,
// and whether package display can show more than text. If a call returns an error, it is shown only
// if it is not nil, and then instead of the other results. If package display shows the values, the
// error becomes a panic.
func (c *checked) showing(x ast.Expr, call bool) (function string, display bool) {
	value := c.info.TypeOf(x)
	if !call {
		return "puzzlelab_text", offers(value)
	}
	failure := value
	switch results := value.(type) {
	case nil:
		return "", false
	case *types.Tuple:
		if results.Len() == 0 || counts(x, results) {
			return "", false
		}
		failure, value = results.At(results.Len()-1).Type(), nil
		if results.Len() == 2 && isError(failure) {
			value = results.At(0).Type()
		}
	}
	if isError(failure) {
		return "puzzlelab_results", offers(value)
	}
	return "puzzlelab_text", offers(value)
}

// counts reports whether a call only returns the number of bytes that it has printed, written or
// copied, which nobody wants to see.
func counts(call ast.Expr, results *types.Tuple) bool {
	name := ""
	ast.Inspect(ast.Unparen(call).(*ast.CallExpr).Fun, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			name = id.Name // the last parameter is variadic
		}
		return true
	})
	number, ok := results.At(0).Type().(*types.Basic)
	return ok && number.Info()&types.IsInteger != 0 && results.Len() == 2 && counting().MatchString(name)
}

var counting = lazy.Regexp(`Print|Write|Copy`)

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// offers reports whether package display may show more than text for a type.
func offers(t types.Type) bool {
	if t == nil {
		return false
	}
	if types.IsInterface(t) {
		return !isError(t)
	}
	if s, ok := t.Underlying().(*types.Slice); ok && offers(s.Elem()) {
		return true
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		if p := named.Obj().Pkg(); p != nil && strings.HasPrefix(p.Path(), strings.TrimSuffix(install.DisplayPackage, "notebooks/display")) {
			return true
		}
	}
	return slices.ContainsFunc([]string{"Describe", "Block", "Table", "Claim", "Sentence"}, func(name string) bool {
		object, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		return object != nil
	})
}
