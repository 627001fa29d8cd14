package engine

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
)

// View is a cell that is being typed, and need not be complete, in a file with what it
// can refer to.
type View struct {
	Text   string
	Line   int // of the cursor in Text, from 0
	Column int // in bytes, from 0
	Prefix string

	known   map[string]*listed
	modules []string
}

// Files are the files in which what the cell imports is written, apart from modules of
// fixed versions, with what tells their states apart.
func (v View) Files() map[string]string { return sourceFiles(v.known, v.modules) }

// declared matches the names that a cell declares.
var declared = regexp.MustCompile(`(?m)^(?:var|const|type|func(?: *\([^)]*\))?)\s+([\pL_][\pL_\d]*)`)

// word matches the name that ends where the cursor is.
var word = regexp.MustCompile(`[\pL_][\pL_\d]*$`)

// View returns the file of a cell in which the cursor is behind the byte of that
// offset. It may be called while a cell runs.
func (e *Engine) View(source string, offset int) View {
	before := source[:min(max(0, offset), len(source))]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	e.mu.Lock()
	scope, v := e.scope, View{Column: len(line), Prefix: word.FindString(line), known: maps.Clone(e.packages.known), modules: e.spec.Modules()}
	added := slices.Sorted(maps.Values(e.packages.added))
	e.mu.Unlock()

	var b strings.Builder
	b.WriteString("package main\n")
	for _, i := range scope.Imports {
		added = append(added, i.String())
	}
	added = append(added, v.guessed(source, added)...)
	slices.Sort(added)
	for _, spec := range slices.Compact(added) {
		fmt.Fprintf(&b, "import %s\n", spec)
	}
	front, text, behind := dialect.Go(source)
	b.WriteString(front)
	v.Line = strings.Count(b.String(), "\n") + strings.Count(before, "\n")
	b.WriteString(text + behind + "\n")
	names := map[string]bool{}
	for _, m := range declared.FindAllStringSubmatch(text, -1) {
		names[m[1]] = true
	}
	for _, d := range scope.Decls {
		if !names[d.Names[0]] {
			b.WriteString(d.Text + "\n")
		}
	}
	v.Text = b.String()
	return v
}

// UTF16 is Column in the units that language servers count in.
func (v View) UTF16() (n int) {
	line := strings.Split(v.Text, "\n")[v.Line]
	for _, r := range line[:min(v.Column, len(line))] {
		n += utf16.RuneLen(r)
	}
	return n
}

// qualifier matches what may be the name of a package.
var qualifier = regexp.MustCompile(`\b([\pL_][\pL_\d]*)\.`)

// guessed returns imports of packages that a cell seems to use and does not import:
// those of the shortest paths that end in their names.
func (v View) guessed(source string, imported []string) (add []string) {
	for _, m := range qualifier.FindAllStringSubmatch(source, -1) {
		path := ""
		for p, l := range v.known {
			if l.Export != "" && (p == m[1] || strings.HasSuffix(p, "/"+m[1])) && !strings.Contains("/"+p, "/internal/") && !strings.Contains("/"+p, "/vendor/") && (path == "" || len(p) < len(path)) {
				path = p
			}
		}
		if path != "" && !slices.ContainsFunc(imported, func(spec string) bool { return strings.HasPrefix(spec, m[1]+" ") || strings.HasSuffix(spec, m[1]+`"`) }) {
			add = append(add, strconv.Quote(path))
		}
	}
	return add
}

// Name is something that can stand at a cursor.
type Name struct {
	Text, Kind, Type string
}

// typed is a view whose types are known, as far as they are.
type typed struct {
	file *ast.File
	info *types.Info
	pkg  *types.Package
	at   token.Pos // of the cursor
}

func (v View) check() (t typed, ok bool) {
	fset := token.NewFileSet()
	t.file, _ = parser.ParseFile(fset, "", v.Text, parser.SkipObjectResolution)
	if t.file == nil || !t.file.FileStart.IsValid() {
		return t, false
	}
	t.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	config := types.Config{Error: func(error) {}, Importer: importerOf(fset, v.known)}
	t.pkg, _ = config.Check("main", fset, []*ast.File{t.file}, t.info)
	t.at = fset.File(t.file.FileStart).LineStart(v.Line+1) + token.Pos(v.Column)
	return t, true
}

// Describe says what the name is at which the cursor is, "" if that is not known.
func (v View) Describe() (text string) {
	t, ok := v.check()
	if !ok {
		return ""
	}
	ast.Inspect(t.file, func(n ast.Node) bool {
		if name, ok := n.(*ast.Ident); ok && name.Pos() <= t.at && t.at <= name.End() {
			if o := t.info.ObjectOf(name); o != nil {
				text = types.ObjectString(o, types.RelativeTo(t.pkg))
			}
		}
		return true
	})
	return text
}

// Names returns what can stand where the cursor is and begins like what stands there,
// sorted: fields and methods behind a dot, what a package exports, or else what is
// declared. It takes some milliseconds.
func (v View) Names() (list []Name) {
	t, ok := v.check()
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	add := func(o types.Object) {
		if strings.HasPrefix(strings.ToLower(o.Name()), strings.ToLower(v.Prefix)) && !seen[o.Name()] && (o.Exported() || o.Pkg() == nil || o.Pkg() == t.pkg) {
			seen[o.Name()] = true
			list = append(list, Name{o.Name(), kindOf(o), types.TypeString(o.Type(), types.RelativeTo(t.pkg))})
		}
	}
	if x := t.selected(); x != nil {
		t.selectable(x, add)
	} else if v.Prefix != "" {
		t.visible(add)
	}
	slices.SortFunc(list, func(a, b Name) int { return strings.Compare(a.Text, b.Text) })
	return list
}

// selected returns what is in front of the dot behind which the cursor is, nil if there is none.
func (t typed) selected() (x ast.Expr) {
	ast.Inspect(t.file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.X.End() < t.at && t.at <= max(s.Sel.End(), s.X.End()+1) {
			x = s.X
		}
		return true
	})
	return x
}

// selectable calls add with what can stand behind the dot.
func (t typed) selectable(x ast.Expr, add func(types.Object)) {
	if name, ok := x.(*ast.Ident); ok {
		if p, ok := t.info.Uses[name].(*types.PkgName); ok {
			for _, name := range p.Imported().Scope().Names() {
				add(p.Imported().Scope().Lookup(name))
			}
			return
		}
	}
	members(t.info.TypeOf(x), add)
}

// visible calls add with what is declared where the cursor is.
func (t typed) visible(add func(types.Object)) {
	for scope := t.pkg.Scope().Innermost(t.at); scope != nil; scope = scope.Parent() {
		for _, name := range scope.Names() {
			if o := scope.Lookup(name); !strings.HasPrefix(name, "puzzlelab_") && (scope.Parent() == types.Universe || scope == types.Universe || o.Pos() < t.at) {
				add(o)
			}
		}
	}
}

// members calls add with the fields and methods of a type.
func members(t types.Type, add func(types.Object)) {
	if t == nil {
		return
	}
	for _, t := range []types.Type{t, types.NewPointer(t)} {
		for m := range types.NewMethodSet(t).Methods() {
			add(m.Obj())
		}
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		for f := range s.Fields() {
			add(f)
			if f.Embedded() {
				members(f.Type(), add)
			}
		}
	}
}

func kindOf(o types.Object) string {
	switch o := o.(type) {
	case *types.Func, *types.Builtin:
		return "function"
	case *types.TypeName:
		return "class"
	case *types.Const:
		return "constant"
	case *types.PkgName:
		return "module"
	case *types.Var:
		if o.IsField() {
			return "property"
		}
	}
	return "instance"
}
