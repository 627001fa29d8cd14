package dialect

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func parse(t *testing.T, source string) *Cell {
	t.Helper()
	c, err := Parse(source)
	if err != nil {
		t.Fatalf("%v in\n%s", err, source)
	}
	return c
}

// program returns the program of the last of some cells.
func program(t *testing.T, cells ...string) string {
	t.Helper()
	var s Scope
	var c *Cell
	for i, source := range cells {
		c = parse(t, source)
		s = s.With(i+1, c)
	}
	return s.Program(len(cells), c)
}

func TestCellsAreTakenApart(t *testing.T) {
	c := parse(t, "import (\n\t\"fmt\"\n\tm \"math\"\n)\nvar a, b = 1, 2\nvar c, d = f()\n//gonb:!ls \\\n -l\n%env X=1\n// f is two.\nfunc f() (int, int) { return 1, 2 }\nfunc (t *T[K]) M() {}\ntype T[K any] struct{}\nconst (\n\tx = iota\n\ty\n)\n%% --n \"a b\"\nfmt.Println(a)")
	var names []string
	for _, d := range c.Decls {
		names = append(names, d.Kind.String()+" "+strings.Join(d.Names, ","))
	}
	if got := strings.Join(names, "; "); got != "var a; var b; var c,d; func f; func T.M; type T; const x,y" {
		t.Errorf("declared: %s", got)
	}
	if len(c.Imports) != 2 || c.Imports[1].Key() != "m" || c.Imports[1].Line != 3 {
		t.Errorf("imports %+v", c.Imports)
	}
	if len(c.Commands) != 2 || !c.Commands[0].Shell || c.Commands[0].Text != "ls   -l" || c.Commands[0].Line != 7 || c.Commands[1].Text != "env X=1" {
		t.Errorf("commands %+v", c.Commands)
	}
	if c.Main == nil || c.Main.Text != "\nfmt.Println(a)\n" || c.Main.Line != 18 || len(c.Args) != 2 || c.Args[1] != "a b" {
		t.Errorf("main %+v, args %q", c.Main, c.Args)
	}
	if f := c.Decls[3]; f.Line != 10 || !strings.HasPrefix(f.Text, "// f is two.\nfunc f()") {
		t.Errorf("f is %+v", f)
	}
}

func TestAnExpressionMayEndACellOrBeOne(t *testing.T) {
	for source, want := range map[string]string{
		"6 * // times\n 7 // is": "1:1 at 0: 6 * // times\n 7, call false",
		"%env X=1\nf(\n\t2)":     "2:1 at 1: f(\n\t2), call true",
		"%%\nx := 3\nx":          "3:1 at 8: x, call false",
		"%%\n(f())":              "2:1 at 1: (f()), call true",
		"%%\nx := 3":             "",
	} {
		c, got := parse(t, source), ""
		if c.Last != nil {
			got = fmt.Sprintf("%d:%d at %d: %s, call %v", c.Last.Line, c.Last.Column, c.Last.Offset, c.Last.Text, c.Last.Call)
		}
		if got != want {
			t.Errorf("%q ends with %q, want %q", source, got, want)
		}
	}
}

func TestMagicsAreCellsOfTheirOwn(t *testing.T) {
	c := parse(t, "%%writefile -a x.go\npackage x\n!no command")
	if len(c.Magic) != 3 || c.Magic[2] != "x.go" || c.Input != "package x\n!no command" || !c.Empty() {
		t.Errorf("%+v", c)
	}
	if c := parse(t, "%%time"); c.Magic != nil || len(c.Commands) != 1 {
		t.Errorf("%+v", c)
	}
}

func TestLinesMayEndAsOnWindows(t *testing.T) {
	c, err := Parse("var x = 1\r\n%env A=1\r\n%%\r\nprintln(x)\r\n")
	if err != nil || len(c.Decls) != 1 || c.Main == nil || c.Commands[0].Text != "env A=1" {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := Parse("%%writefile a.txt\r\nb"); err != nil || c.Magic[1] != "a.txt" {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestErrorsAreWhereTheCellIsWrong(t *testing.T) {
	for source, want := range map[string]string{
		"var = 3":              "1:5: expected 'IDENT', found '='",
		"var a = 1\nfunc f( {": "2:9: expected ')', found '{'",
		"%%\n%%":               "2:1: a second %% in one cell",
		"%exec":                "1:1: %exec needs the name of a function",
		"fmt.Println((1+2)\nx": "1:12: ( is not closed: a ) is missing",
		"6*7)":                 "1:4: ) closes nothing",
		"x := 1\nx := 2":       "2:3: no new variables on left side of := (the cell has declared them above: write =)",
		"func main() {}\nf()":  "1:14: func main beside statements, which are the program of the cell",
		"f()\nvar = 3":         "2:5: expected 'IDENT', found '='",
	} {
		_, err := Parse(source)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", source, err, want)
		}
	}
}

func TestDeclarationsReplaceThoseOfTheirName(t *testing.T) {
	check := func(want, not string, cells ...string) {
		t.Helper()
		got := program(t, cells...)
		if _, err := parser.ParseFile(token.NewFileSet(), "", got, 0); err != nil {
			t.Errorf("%v in\n%s", err, got)
		}
		if !strings.Contains(got, want) || not != "" && strings.Contains(got, not) {
			t.Errorf("want %q and not %q in\n%s", want, not, got)
		}
	}
	check("var a = 2", "var a = 1", "var a = 1", "var a = 2")
	check("var a, _ = f()", "b = f", "var a, b = f()", "var b = 3") // a stays
	check("var b = 3", "f()", "var a, b = f()", "var b = 3", "var a = 4")
	check("var _, _ = f()", "", "var _, _ = f()", "var b = 3")
	check("var _  , b = f()", "", "var one, b = f()", "%rm one")
	check("var b = 2", "", "var a, b = 1, 2", "var a = 3")       // b stays
	check("x = iota", "y = 5", "const (\n\tx = iota\n)\n", "%%") // a group stays one
	check("_ = iota\n\ty\n", "x = iota", "const (\n\tx = iota\n\ty\n)", "const x = 9")
	check("x = iota\n\t_\n", "", "const (\n\tx = iota\n\ty\n)", "const y = 9")
	check("const x, y = 3, 4", "iota", "const (\n\tx = iota\n\ty\n)", "const x, y = 3, 4")
	check("const y = 3", "iota", "const (\n\tx = iota\n\tlonger\n)", "const longer = 2", "%rm x\nconst y = 3")
	check("\n//go:embed a.txt\nvar a string", "", "import _ \"embed\"\n\n//go:embed a.txt\nvar a string")
	check("//go:embed b.txt\nvar b string", "", "var (\n\t// words\n\t//go:embed b.txt\n\tb string\n)")
	check("\n\nimport \"C\"\n", "//line cell[1]:1:1\nimport", "import \"C\"")
	check("\n\n//#line 1 \"cell[1]\"\n// int one() { return 1; }\nimport \"C\"\n", "", "// int one() { return 1; }\nimport \"C\"", "import \"C\"")
	check("\n//#line 1 \"cell[1]\"\n// int one();\n//#line 1 \"cell[2]\"\n/*\nint two();\n\n*/\nimport \"C\"\n", "", "// int one();\nimport \"C\"", "/*\nint two();\n\n*/\nimport \"C\"")
	check("func main", "import", "// int one();\nimport \"C\"", "import \"C\"", "%rm C")
	check("func (t T) M() { _ = 2 }", "_ = 1", "type T int\nfunc (t T) M() { _ = 1 }", "func (t T) M() { _ = 2 }")
	check("func init_a() { _ = 2 }", "_ = 1", "func init_a() { _ = 1 }", "func init_a() { _ = 2 }")
	check("var _ = 1", "", "var _ = 1", "var _ = 2")
	check(`import m "math"`, `"fmt"`, "import m \"fmt\"", "import m \"math\"")
	check("func main", "var a", "var a = 1", "%rm a")
	check("func main", "func (", "type T int\nfunc (t T) M() {}", "%rm T~M")
	check("func main", "var", "var a = 1", "%reset")
	check("g()\n", "", "func g() {}", "%exec g")
}

func TestProgramsKeepThePositionsOfCells(t *testing.T) {
	source := program(t, "var a, b = 1, 2\n\n  var c = 3\n", "%%\nprintln(a,\n  missing)")
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var at []string
	for _, d := range file.Decls {
		at = append(at, fset.Position(d.Pos()).String())
	}
	if got := strings.Join(at, " "); got != "cell[1]:1:1 cell[1]:1:4 cell[1]:3:3 main.go:1" {
		t.Errorf("declarations at %s in\n%s", got, source)
	}
}

func TestTheStudiesAreRead(t *testing.T) {
	files, err := filepath.Glob("../*.ipynb")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var nb struct {
			Cells []struct {
				Type   string   `json:"cell_type"`
				Source []string `json:"source"`
			}
		}
		if err := json.Unmarshal(text, &nb); err != nil {
			t.Fatal(err)
		}
		var s Scope
		for i, cell := range nb.Cells {
			if cell.Type == "code" {
				c := parse(t, strings.Join(cell.Source, ""))
				s = s.With(i, c)
				if _, err := parser.ParseFile(token.NewFileSet(), "", s.Program(i, c), 0); err != nil {
					t.Errorf("%s, cell %d: %v", file, i, err)
				}
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, source := range []string{
		"%%\nx", "var a, b = f()\n!ls \\\n", "//gonb:%env \"a\\", "const (\n\tx = iota\n)", "const ()", "const x, y = 1, 2\n%rm x",
		"//go:embed a\nvar (\n\t// b\n\ta string\n)", "/* int x;\n*/ import \"C\"\n//go:build a", "func (t T) M() {}\nvar _, a int = 1, 2",
	} {
		f.Add(source, "var a = 1\nconst x = 2")
		f.Add("var a, b = f()\nconst (\n\tx = iota\n\ty\n)", source)
	}
	f.Fuzz(func(t *testing.T, one, two string) {
		var s Scope
		for i, source := range []string{one, two} {
			c, err := Parse(source)
			if err != nil {
				return
			}
			for _, d := range c.Decls {
				if d.Line < 1 || d.Column < 1 || len(d.Names) == 0 {
					t.Errorf("%+v", d)
				}
			}
			s = s.With(i+1, c)
			text := s.Program(i+1, c)
			if _, err := parser.ParseFile(token.NewFileSet(), "", text, 0); err != nil && c.Exec == "" {
				t.Errorf("%v in\n%s", err, text)
			}
		}
	})
}
