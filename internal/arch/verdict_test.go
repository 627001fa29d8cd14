package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Only package claim makes verdicts, and block.ClaimOf passes them on: no other code sets the
// verdict of a claim in either package.
func TestOnlyClaimsMakeVerdicts(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{range .GoFiles}}{{$.Dir}}/{{.}}\n{{end}}", module+"/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range strings.Fields(string(out)) {
		if dir := filepath.ToSlash(filepath.Dir(name)); strings.HasSuffix(dir, "/experiments/claim") || strings.HasSuffix(dir, "/reports/internal/sample") {
			continue
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, to := range n.Lhs {
					if s, ok := to.(*ast.SelectorExpr); ok && (s.Sel.Name == "Holds" || s.Sel.Name == "Verdict") {
						t.Errorf("%s: a verdict is set here (declare the claim in experiments/claim)", files.Position(n.Pos()))
					}
				}
			case *ast.CompositeLit:
				of := typeName(n.Type)
				if of != "Claim" && of != "Result" {
					break
				}
				for _, e := range n.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok && (typeName(kv.Key) == "Holds" || typeName(kv.Key) == "Verdict") {
						if v, ok := kv.Value.(*ast.SelectorExpr); ok && v.Sel.Name == "Verdict" {
							seen++ // it is passed on
							continue
						}
						t.Errorf("%s: a verdict is set here (declare the claim in experiments/claim)", files.Position(kv.Pos()))
					}
				}
			}
			return true
		})
	}
	if seen != 1 {
		t.Errorf("verdicts are passed on in %d places (want one, block.ClaimOf)", seen)
	}
}

// typeName is the last name of an expression such as claim.Result.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}
