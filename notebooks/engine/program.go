package engine

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
)

// planned is a cell of a group, with its number and the scope after it.
type planned struct {
	number int
	cell   *dialect.Cell
	scope  dialect.Scope
	idle   bool // it has nothing to run
	passed bool // it will not run
}

// declares reports whether the cell only declares something.
func (p *planned) declares() bool {
	return p.cell.Main == nil && len(p.cell.Commands) == 0 && p.cell.Exec == "" && len(p.cell.Args) == 0
}

// resultVariable is the environment variable with the file for the value of a cell. The program
// writes the value as text, or an empty file if a display that shows it follows.
const resultVariable = "PUZZLELAB_RESULT"

// cellVariable is the environment variable with the number of the cell that a program runs.
const cellVariable = "PUZZLELAB_CELL"

// mainName returns the name of the function that runs a cell.
func mainName(number int) string { return fmt.Sprintf("puzzlelab_main_%d", number) }

// source returns the program of a group before its initializers are rewritten.
func source(group []planned) string {
	var b strings.Builder
	b.WriteString(dialect.Joined(group[0].scope, group[len(group)-1].scope).Text())
	for _, p := range group {
		if p.passed {
			continue
		}
		fmt.Fprintf(&b, "//go:noinline\n//line main.go:1:1\nfunc %s() {\n", mainName(p.number))
		switch main, last := p.cell.Main, p.cell.Last; {
		case p.cell.Exec != "":
			fmt.Fprintf(&b, "//line cell[%d]:1:1\n%s()", p.number, p.cell.Exec)
		case main != nil && last != nil && !last.Call: // other expressions are not statements
			fmt.Fprintf(&b, "//line cell[%d]:%d:%d\n%s_ =\n//line cell[%[1]d]:%[5]d:%d\n%s", p.number, main.Line, main.Column, main.Text[:last.Offset], last.Line, last.Column, main.Text[last.Offset:])
		case main != nil:
			fmt.Fprintf(&b, "//line cell[%d]:%d:%d\n%s", p.number, main.Line, main.Column, main.Text)
		}
		b.WriteString("\n}\n")
	}
	return b.String()
}

// checked is a type-checked program. Edits at positions of its syntax rewrite it; everything else
// keeps its text and position.
type checked struct {
	text    string
	edits   map[[2]int]string // replacements of the text between two offsets
	imports []string          // added imports

	fset *token.FileSet
	file *ast.File
	pkg  *types.Package
	info *types.Info

	wrong     bool     // it does not compile
	undefined []string // unresolved names
	unused    []ast.Decl

	acts   bool // something runs before main
	always int  // initializers up to this cell always run; 0 for none
	// misfit is the first cell that does not fit into the group; 0 if all do.
	misfit int
	why    string
}

// cellOf returns the number of the cell at a position, or 0 for none.
func (c *checked) cellOf(pos token.Pos) int {
	number, _ := strings.CutPrefix(c.fset.Position(pos).Filename, "cell[")
	n, _ := strconv.Atoi(strings.TrimSuffix(number, "]"))
	return n
}

// unfit records that a cell does not fit into the group.
func (c *checked) unfit(cell int, why string) {
	if cell > 0 && (c.misfit == 0 || cell < c.misfit) {
		c.misfit, c.why = cell, fmt.Sprintf("cell[%d] %s", cell, why)
	}
}

// check type-checks a program.
func (e *Engine) check(ctx context.Context, text string, first int) (*checked, error) {
	if _, err := e.packages.imported(ctx, text); err != nil {
		return nil, err
	}
	var err error
	c := &checked{text: text, edits: map[[2]int]string{}, fset: e.packages.fset, info: &types.Info{
		Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Types: map[ast.Expr]types.TypeAndValue{},
	}}
	if c.file, err = parser.ParseFile(c.fset, "", text, parser.ParseComments|parser.SkipObjectResolution); err != nil {
		return nil, err
	}
	config := types.Config{
		Importer: e.packages.types, FakeImportC: true,
		Error: func(err error) {
			e, _ := err.(types.Error)
			c.wrong = true
			c.unfit(cmp.Or(c.cellOf(e.Pos), first), "does not compile together with later cells")
			if name, ok := strings.CutPrefix(e.Msg, "undefined: "); ok {
				c.undefined = append(c.undefined, name)
			}
			if strings.Contains(e.Msg, " imported and not used") || strings.Contains(e.Msg, " imported as ") && strings.Contains(e.Msg, " and not used") {
				at := slices.IndexFunc(c.file.Decls, func(d ast.Decl) bool { return d.Pos() <= e.Pos && e.Pos <= d.End() })
				c.unused = append(c.unused, c.file.Decls[at]) // which has no other use
			}
		},
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.pkg, _ = config.Check("main", c.fset, []*ast.File{c.file}, c.info)
	}()
	select {
	case <-done:
	case <-ctx.Done(): // type checking cannot be interrupted
		e.packages.renew()
		return nil, ctx.Err()
	}
	c.examine(first)
	return c, nil
}

// examine determines which cells do not fit into the group that begins with the first, and whether
// anything runs before main.
func (c *checked) examine(first int) {
	for use, object := range c.info.Uses {
		_, imported := object.(*types.PkgName)
		if at := c.cellOf(object.Pos()); (imported || object.Pkg() == c.pkg && object.Parent() == c.pkg.Scope()) && at > first && at > c.cellOf(use.Pos()) {
			c.unfit(c.cellOf(use.Pos()), "uses "+object.Name()+", which a later cell declares")
		}
	}
	for _, d := range c.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		c.acts = c.acts || ok && isInit(f)
		if ok && f.Recv != nil && c.cellOf(f.Pos()) > first && c.extends(f) {
			c.unfit(c.cellOf(f.Pos()), "has methods of a type of an earlier cell")
		}
	}
	c.examineVariables(first)
}

func (c *checked) examineVariables(first int) {
	for _, i := range c.info.InitOrder {
		c.acts = c.acts || !c.constant(i.Rhs)
		for _, v := range i.Lhs {
			switch cell := c.cellOf(v.Pos()); {
			case nameable(v.Type(), c.pkg):
			case cell > first:
				c.unfit(cell, "has a variable of a type that cannot be written there")
			default:
				c.always = first
			}
		}
	}
}

// extends reports whether a method belongs to a type of another cell.
func (c *checked) extends(method *ast.FuncDecl) (does bool) {
	ast.Inspect(method.Recv, func(n ast.Node) bool {
		name, _ := n.(*ast.Ident)
		of, ok := c.info.Uses[name].(*types.TypeName)
		does = does || ok && c.cellOf(of.Pos()) != c.cellOf(method.Pos())
		return true
	})
	return does
}

// isInit reports whether a function runs before main, including GoNB's named init functions.
func isInit(f *ast.FuncDecl) bool {
	return f.Recv == nil && (f.Name.Name == "init" || strings.HasPrefix(f.Name.Name, "init_"))
}

// constant reports whether initializing a variable with x has no visible effect and cannot fail.
func (c *checked) constant(x ast.Expr) bool {
	can := true
	ast.Inspect(x, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if t := c.info.Types[x]; !ok || t.Value != nil || t.IsType() {
			return !ok
		}
		switch x := x.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BasicLit, *ast.Ident, *ast.CompositeLit, *ast.KeyValueExpr, *ast.ParenExpr:
		case *ast.UnaryExpr:
			can = can && x.Op != token.ARROW
		case *ast.BinaryExpr:
			can = can && (x.Op == token.ADD || x.Op == token.SUB || x.Op == token.MUL)
		default:
			can = false
		}
		return can
	})
	return can
}

// nameable reports whether a type can be written in the program.
func nameable(t types.Type, here *types.Package) bool {
	can := true
	text := types.TypeString(t, func(p *types.Package) string {
		can = can && (p == here || !strings.Contains("/"+p.Path()+"/", "/internal/"))
		if p == here {
			return ""
		}
		return p.Name()
	})
	return can && !unexported().MatchString(text) && text != "invalid type"
}

// unexported matches the name of an unexported type of another package.
var unexported = lazy.Regexp(`[\pL_\d]\.[\p{Ll}_]`)

// replace replaces the text between two positions.
func (c *checked) replace(from, to token.Pos, text string) {
	c.edits[[2]int{c.fset.Position(from).Offset, c.fset.Position(to).Offset}] = text
}

// place returns a line directive for a position.
func (c *checked) place(pos token.Pos) string {
	p := c.fset.Position(pos)
	return fmt.Sprintf("\n//line %s:%d:%d\n", p.Filename, p.Line, p.Column)
}

// edited returns the text with all edits.
func (c *checked) edited() string {
	text := []byte(c.text)
	for _, p := range slices.SortedFunc(maps.Keys(c.edits), func(a, b [2]int) int { return b[0] - a[0] }) {
		text = slices.Replace(text, p[0], p[1], []byte(c.edits[p])...)
	}
	head := dialect.Head
	for _, spec := range c.imports {
		head += "import " + spec + "\n"
	}
	return head + string(text[len(dialect.Head):])
}

// finished returns the program of a group. In that program, initializers and init functions of
// later cells are skipped, and the last values of cells are shown.
func (e *Engine) finished(ctx context.Context, c *checked) (string, error) {
	late, functions := c.passOver()
	begin, end := e.keeping(c)
	shows, err := e.shown(ctx, c)
	if err != nil {
		return "", err
	}
	imports, err := e.packages.imported(ctx, c.text)
	if err != nil {
		return "", err
	}
	e.extend(c, slices.Concat(imports, shows))
	needs := append(shows, "os", "strconv")
	linked := e.packages.closure(imports)
	arguments := slices.ContainsFunc(e.built, func(p planned) bool { return len(p.cell.Args) > 0 })
	if arguments || linked["flag"] != nil { // linking takes 5 ms less without package flag
		needs, begin = append(needs, "flag"), "puzzlelab_flag.Parse()\n"+begin
	}
	waits, waiting := e.waiting(linked[gonbui])
	if waits != "" {
		needs = append(needs, "encoding/binary", "encoding/gob")
		c.imports = append(c.imports, `_ "unsafe"`)
	}
	if has(e.built[0].cell, "prun") { // other cells with %prun begin new programs
		waits, end, needs = profiling+"\n"+waits, profiled+end, append(needs, "runtime/pprof")
	}
	for _, name := range needs {
		c.imports = append(c.imports, fmt.Sprintf("puzzlelab_%s %q", path.Base(name), name))
	}
	text := c.edited() + fmt.Sprintf(mainText, cellVariable, resultVariable, waits, runVariable, begin+late)
	for _, p := range e.built {
		if !p.passed {
			text += fmt.Sprintf("case %d:\n%s()\n", p.number, mainName(p.number))
		}
	}
	text += "}\n" + end + "}\n" + functions
	if len(shows) > 0 {
		text += valueFunctions[len(shows)-1]
	}
	return text + waiting, nil
}

// passOver makes init functions do nothing while an earlier cell runs. It turns initializers into
// functions that run on demand: before main, or in late, which is a part of main.
func (c *checked) passOver() (late, functions string) {
	for _, d := range c.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && isInit(f) {
			c.replace(f.Name.Pos(), f.Name.End(), "init")
			if cell := c.cellOf(f.Pos()); cell > c.always {
				c.replace(f.Body.Lbrace+1, f.Body.Lbrace+1, fmt.Sprintf("if puzzlelab_cell < %d { return };", cell))
			}
		}
	}
	qualify := c.qualifier()
	for n, i := range c.info.InitOrder {
		if c.cellOf(i.Rhs.Pos()) <= c.always {
			continue
		}
		var left, results, names []string
		for n, v := range i.Lhs {
			left, names = append(left, fmt.Sprintf("puzzlelab_%d", n)), append(names, v.Name())
			results = append(results, left[n]+" "+types.TypeString(v.Type(), qualify))
		}
		value := c.text[c.fset.PositionFor(i.Rhs.Pos(), false).Offset:c.fset.PositionFor(i.Rhs.End(), false).Offset]
		c.replace(i.Rhs.Pos(), i.Rhs.End(), fmt.Sprintf("puzzlelab_init_%d('1')", n))
		functions += fmt.Sprintf("//line main.go:1:1\nfunc puzzlelab_init_%d(when byte) (%s) { if puzzlelab_runs(%[1]d, when) { %[3]s =%s%s\n}; return }\n",
			n, strings.Join(results, ", "), strings.Join(left, ", "), c.place(i.Rhs.Pos()), value)
		late += fmt.Sprintf("if puzzlelab_runs(%d, '2') { %s = puzzlelab_init_%[1]d('2') }\n", n, strings.Join(names, ", "))
	}
	return late, functions
}

// qualifier returns the names of packages for writing types. It imports packages that the program
// does not import.
func (c *checked) qualifier() types.Qualifier {
	names := map[string]string{c.pkg.Path(): ""}
	for _, i := range c.file.Imports {
		object := cmp.Or(c.info.Implicits[i], c.info.Defs[i.Name])
		if p, ok := object.(*types.PkgName); ok && p.Name() != "." && p.Name() != "_" {
			names[p.Imported().Path()] = p.Name()
		}
	}
	return func(p *types.Package) string {
		name, known := names[p.Path()]
		if !known {
			name = fmt.Sprintf("puzzlelab_p%d", len(c.imports)) // of all qualifiers of the program
			names[p.Path()] = name
			c.imports = append(c.imports, fmt.Sprintf("%s %q", name, p.Path()))
		}
		return name
	}
}

// mainText is the end of a program, without the cases for its cells.
const mainText = `//line main.go:1:1
var puzzlelab_result string
var puzzlelab_cell = func() int {
	cell, _ := puzzlelab_strconv.Atoi(puzzlelab_os.Getenv(%q))
	puzzlelab_os.Unsetenv(%[1]q)
	puzzlelab_result = puzzlelab_os.Getenv(%[2]q)
	puzzlelab_os.Unsetenv(%[2]q)
	%[3]s
	return cell
}()
var puzzlelab_when = func() string {
	_ = puzzlelab_cell // initialised first
	when := puzzlelab_os.Getenv(%[4]q)
	puzzlelab_os.Unsetenv(%[4]q)
	return when
}()
func puzzlelab_runs(n int, when byte) bool { return n < len(puzzlelab_when) && puzzlelab_when[n] == when }
func main() {
%[5]s
switch puzzlelab_cell {
`

// resolved works like check, but allows unused imports, and lets goimports add missing imports.
func (e *Engine) resolved(ctx context.Context, text string, first int) (*checked, error) {
	c, err := e.check(ctx, text, first)
	if err != nil || len(c.undefined) == 0 && len(c.unused) == 0 {
		return c, err
	}
	var add []string
	for _, name := range c.undefined {
		if path := e.packages.added[name]; path != "" && !slices.Contains(add, path) {
			add = append(add, path)
		} else if path == "" {
			if add, err = e.missing(ctx, c); err != nil {
				return nil, err
			}
			break
		}
	}
	for _, d := range c.unused {
		c.replace(d.Pos(), d.End(), "")
	}
	c.imports = add
	if c, err = e.check(ctx, c.edited(), first); err != nil {
		return nil, err
	}
	for _, i := range c.file.Imports {
		if name, ok := c.info.Implicits[i].(*types.PkgName); ok && slices.Contains(add, spec(i)) {
			e.mu.Lock()
			e.packages.added[name.Name()] = spec(i)
			e.mu.Unlock()
		}
	}
	return c, nil
}

func spec(i *ast.ImportSpec) string {
	if i.Name != nil {
		return i.Name.Name + " " + i.Path.Value
	}
	return i.Path.Value
}

// missing asks goimports for missing imports.
func (e *Engine) missing(ctx context.Context, c *checked) (add []string, err error) {
	out, err := e.tool(ctx, nil, c.text, e.spec.Tools.Goimports, "-srcdir", filepath.Join(e.module(), "main.go"))
	if err != nil {
		return nil, fmt.Errorf("goimports: %w", err)
	}
	mended, err := parser.ParseFile(token.NewFileSet(), "", out, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	for _, i := range mended.Imports {
		if !slices.ContainsFunc(c.file.Imports, func(old *ast.ImportSpec) bool { return spec(old) == spec(i) }) {
			add = append(add, spec(i))
		}
	}
	return add, nil
}
