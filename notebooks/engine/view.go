package engine

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
)

// View is a snapshot of a cell that a user is typing. Text is a Go file that contains the cell and
// all declarations that it can refer to.
type View struct {
	Text   string
	Line   int // line of the cursor in Text, counted from 0
	Column int // column of the cursor in bytes, counted from 0
	Prefix string

	known   map[string]*listed
	modules []string
	command string // first word of a line that begins with %
	typing  bool   // the cursor is at the end of this word
}

// Files returns the source files of imported packages. It maps each path to a text that changes
// when the file changes. Files of modules with fixed versions are omitted.
func (v View) Files() map[string]string { return sourceFiles(v.known, v.modules) }

// declared matches the names declared in a cell.
var declared = lazy.Regexp(`(?m)^(?:var|const|type|func(?: *\([^)]*\))?)\s+(?:/\*.*?\*/)?([\pL_][\pL_\d]*)`)

// word matches the name before the cursor.
var word = lazy.Regexp(`[\pL_][\pL_\d]*$`)

// commandWord matches the first word of a command.
var commandWord = lazy.Regexp(`^%%?[a-z_]*`)

// Commands returns the commands that can complete the word at the cursor. It returns nil if the
// cursor is not at the end of a command's first word.
func (v View) Commands() (list []Name) {
	for _, c := range commands() {
		if v.typing && strings.HasPrefix(c.Text, v.command) {
			list = append(list, Name{strings.TrimLeft(c.Text, "%"), c.Kind, strings.TrimSpace(c.Type[strings.Index(c.Type, "  "):])})
		}
	}
	return list
}

// commands returns the commands in help, each with its line.
func commands() (list []Name) {
	for line := range strings.Lines(help) {
		names, _, _ := strings.Cut(line, "  ")
		for _, name := range commandName().FindAllString(names, -1) {
			list = append(list, Name{name, "magic", strings.TrimSpace(line)})
		}
	}
	return list
}

var commandName = lazy.Regexp(`%%?[a-z]+`)

// View returns a view of a cell with the cursor at the given byte offset. It may be called while a
// cell runs.
func (e *Engine) View(source string, offset int) View {
	if asked, is := strings.CutPrefix(source, "?"); is {
		source = " " + asked
	}
	before := source[:min(max(0, offset), len(source))]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	whole, _, _ := strings.Cut(source[len(before)-len(line):], "\n")
	command := commandWord().FindString(strings.TrimPrefix(whole, "//gonb:"))
	e.mu.Lock()
	scope, v := e.scope, View{Column: len(line), Prefix: word().FindString(line), command: command, typing: command != "" && strings.TrimPrefix(line, "//gonb:") == command, known: maps.Clone(e.packages.known), modules: e.spec.Modules()}
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
	front, text, behind := dialect.Go(source, strings.Count(before, "\n"))
	b.WriteString(front)
	v.Line = strings.Count(b.String(), "\n") + strings.Count(before, "\n")
	b.WriteString(text + behind + "\n")
	names := map[string]bool{}
	for _, m := range declared().FindAllStringSubmatch(text+behind, -1) {
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

// UTF16 returns the column of the cursor in UTF-16 code units, as language servers expect.
func (v View) UTF16() (n int) {
	line := strings.Split(v.Text, "\n")[v.Line]
	for _, r := range line[:min(v.Column, len(line))] {
		n += utf16.RuneLen(r)
	}
	return n
}

// qualifier matches a possible package name.
var qualifier = lazy.Regexp(`\b([\pL_][\pL_\d]*)\.`)

// guessed returns imports for packages that a cell seems to use without importing them: the
// shortest path for each name.
func (v View) guessed(source string, imported []string) (add []string) {
	for _, m := range qualifier().FindAllStringSubmatch(source, -1) {
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

// Name is a possible completion of the word at the cursor.
type Name struct {
	Text, Kind, Type string
}

// typed is a view with as much type information as possible.
type typed struct {
	fset *token.FileSet
	file *ast.File
	info *types.Info
	pkg  *types.Package
	at   token.Pos // position of the cursor
}

func (v View) check() (t typed, ok bool) {
	t.fset = token.NewFileSet()
	t.file, _ = parser.ParseFile(t.fset, "", v.Text, parser.SkipObjectResolution|parser.ParseComments)
	if t.file == nil || !t.file.FileStart.IsValid() {
		return t, false
	}
	t.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	config := types.Config{Error: func(error) {}, Importer: importerOf(t.fset, v.known)}
	t.pkg, _ = config.Check("main", t.fset, []*ast.File{t.file}, t.info)
	t.at = t.fset.File(t.file.FileStart).LineStart(v.Line+1) + token.Pos(v.Column)
	return t, true
}

// commandLine matches lines that are not Go.
var commandLine = lazy.Regexp(`(?m)^(?://gonb:)?[%!?].*$`)

// Called finds the innermost function call whose arguments contain the given byte offset. It
// returns a view with the cursor at the end of the function's name. Called ignores the text after
// the offset. If there is no such call, ok is false.
func (e *Engine) Called(source string, offset int) (called View, ok bool) {
	text := []byte(commandLine().ReplaceAllStringFunc(source[:min(max(0, offset), len(source))], func(line string) string { return strings.Repeat(" ", len(line)) }))
	var names []int // end of the name before each open bracket; 0 if there is none
	name := 0
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", 1, len(text)), text, func(token.Position, string) {}, 0)
	for {
		switch at, t, literal := s.Scan(); t {
		case token.EOF:
			for _, end := range slices.Backward(names) {
				if end > 0 {
					return e.View(source[:end], end), true
				}
			}
			return called, false
		case token.LPAREN, token.LBRACK, token.LBRACE:
			names, name = append(names, name), 0
		case token.RPAREN, token.RBRACK, token.RBRACE:
			name = 0
			if n := len(names); n > 0 {
				if t == token.RBRACK { // as in f[int](
					name = names[n-1]
				}
				names = names[:n-1]
			}
		case token.IDENT:
			name = int(at) - 1 + len(literal)
		default:
			name = 0
		}
	}
}

// Describe returns a description of the name or command at the cursor. For a name, the description
// includes the comment of its declaration. If the name is unknown, Describe returns "".
func (v View) Describe() (text string) {
	for _, c := range commands() {
		if c.Text == v.command {
			return c.Type
		}
	}
	t, ok := v.check()
	if !ok {
		return ""
	}
	ast.Inspect(t.file, func(n ast.Node) bool {
		if name, ok := n.(*ast.Ident); ok && name.Pos() <= t.at && t.at <= name.End() {
			if o := t.info.ObjectOf(name); o != nil {
				text = strings.TrimSpace(types.ObjectString(o, t.qualify) + "\n\n" + v.doc(t, o))
			}
		}
		return true
	})
	return text
}

// qualify returns the name that cells use for a package.
func (t typed) qualify(p *types.Package) string {
	if p == t.pkg {
		return ""
	}
	return p.Name()
}

// doc returns the comment of a declaration.
func (v View) doc(t typed, o types.Object) (text string) {
	at, file := t.fset.Position(o.Pos()), t.file
	if p := o.Pkg(); p != nil && p != t.pkg && v.known[p.Path()] != nil {
		file, _ = parser.ParseFile(t.fset, filepath.Join(v.known[p.Path()].Dir, filepath.Base(at.Filename)), nil, parser.SkipObjectResolution|parser.ParseComments)
	}
	if file == nil {
		return ""
	}
	var group *ast.CommentGroup // comment of the surrounding declaration
	ast.Inspect(file, func(n ast.Node) bool {
		var names []*ast.Ident
		var doc *ast.CommentGroup
		switch n := n.(type) {
		case *ast.GenDecl:
			group = n.Doc
		case *ast.FuncDecl:
			names, doc = []*ast.Ident{n.Name}, n.Doc
		case *ast.TypeSpec:
			names, doc = []*ast.Ident{n.Name}, cmp.Or(n.Doc, group)
		case *ast.ValueSpec:
			names, doc = n.Names, cmp.Or(n.Doc, group, n.Comment)
		case *ast.Field:
			names, doc = n.Names, cmp.Or(n.Doc, n.Comment)
		}
		if slices.ContainsFunc(names, func(name *ast.Ident) bool {
			return name.Name == o.Name() && t.fset.Position(name.Pos()).Line == at.Line
		}) {
			text = doc.Text()
		}
		return text == ""
	})
	return text
}

// Names returns a sorted list of completions at the cursor. After a dot, these are fields and
// methods, or the exported names of a package. Elsewhere, they are the names in scope. Names takes
// a few milliseconds.
func (v View) Names() (list []Name) {
	t, ok := v.check()
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	add := func(o types.Object) {
		if strings.HasPrefix(strings.ToLower(o.Name()), strings.ToLower(v.Prefix)) && !seen[o.Name()] && (o.Exported() || o.Pkg() == nil || o.Pkg() == t.pkg) {
			seen[o.Name()] = true
			list = append(list, Name{o.Name(), kindOf(o), types.TypeString(o.Type(), t.qualify)})
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

// selected returns the expression before the dot, or nil if there is none.
func (t typed) selected() (x ast.Expr) {
	ast.Inspect(t.file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.X.End() < t.at && t.at <= max(s.Sel.End(), s.X.End()+1) {
			x = s.X
		}
		return true
	})
	return x
}

// selectable calls add for everything that can follow the dot.
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

// visible calls add for everything in scope at the cursor.
func (t typed) visible(add func(types.Object)) {
	for scope := t.pkg.Scope().Innermost(t.at); scope != nil; scope = scope.Parent() {
		for _, name := range scope.Names() {
			if o := scope.Lookup(name); !strings.HasPrefix(name, "puzzlelab_") && (scope.Parent() == types.Universe || scope == types.Universe || o.Pos() < t.at) {
				add(o)
			}
		}
	}
}

// members calls add for the fields and methods of a type.
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
