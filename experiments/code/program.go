package code

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Program holds the parsed declarations of one package. The methods of a type count as part of the
// type's declaration.
type Program struct {
	name     string // package name
	fset     *token.FileSet
	texts    map[string]string // source texts by file name
	decls    map[string][]ast.Node
	uses     map[string]set               // for each declaration, the names that it uses and the literals that name something
	sweeps   map[string]set               // names in the Kind and Check fields of sweeps, by the literal that names the study
	literals map[string]*ast.CompositeLit // the first literal with each ID
}

// set is a set of names.
type set map[string]bool

func newProgram() *Program {
	return &Program{
		fset: token.NewFileSet(), texts: map[string]string{}, decls: map[string][]ast.Node{},
		uses: map[string]set{}, sweeps: map[string]set{}, literals: map[string]*ast.CompositeLit{},
	}
}

// holds reports whether a node includes a line of a file. It compares files by base name only.
func (p *Program) holds(n ast.Node, file string, line int) bool {
	from := p.fset.Position(n.Pos())
	return from.Line <= line && filepath.Base(from.Filename) == filepath.Base(file) && line <= p.fset.Position(n.End()).Line
}

// text returns the text of the file that contains a node, and the node's start and end in it.
func (p *Program) text(n ast.Node) (text string, from, to token.Position) {
	from, to = p.fset.PositionFor(n.Pos(), false), p.fset.PositionFor(n.End(), false)
	return p.texts[from.Filename], from, to
}

// Cells parses the cells of the running notebook. It returns nil outside a notebook. Notebook cells
// cannot embed their source, so the function reads the program that the kernel made from them:
// package main in the folder $GONB_TMP_DIR, in the file cells.txt or, under GoNB, main.go.
var Cells = sync.OnceValue(func() *Program {
	dir := os.Getenv("GONB_TMP_DIR")
	if dir == "" {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(dir, "cells.txt"))
	if err != nil {
		text, err = os.ReadFile(filepath.Join(dir, "main.go"))
	}
	cells := newProgram()
	if err != nil || cells.parse("main.go", string(text)) != nil {
		return nil
	}
	return cells
})

var programs sync.Map // maps embed.FS to *Program

// Read parses the Go files at the top level of a file system, except tests. It returns nil if files
// is nil.
func Read(files fs.FS) (*Program, error) {
	if files == nil {
		return nil, nil
	}
	return once(&programs, files, func(files fs.FS) (*Program, error) {
		p := newProgram()
		if err := each(files, false, p.parse); err != nil {
			return nil, fmt.Errorf("code: read the source of strategies: %w", err)
		}
		return p, nil
	})
}

// Around returns a digest of the declaration that contains function f and of every declaration that
// it uses, directly or indirectly. It returns "" if f belongs to another package.
func (p *Program) Around(f any) string { return p.digest(p.around(f)) }

// Strategy returns a digest of the declarations in notebook cells that determine what a strategy of
// a study does. These are the declaration of the strategy's run function, the declarations of what
// its name refers to, such as a heuristic, and everything that they use. If a cell declares the
// instance type, the digest also covers the declarations that the study's sweep uses. The digest is
// "" if there are no such declarations.
func (p *Program) Strategy(study, name string, run any, instance reflect.Type) string {
	if p == nil {
		return ""
	}
	begin := p.around(run)
	for instance.Kind() == reflect.Pointer || instance.Kind() == reflect.Slice {
		instance = instance.Elem()
	}
	if instance.PkgPath() == "main" {
		maps.Copy(begin, p.sweep(study))
	}
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("/,=", r) }) {
		for declared, uses := range p.uses {
			if part != name && uses[strconv.Quote(part)] && declared != "main" {
				begin[declared] = true
			}
		}
	}
	return p.digest(begin)
}

// parse adds a file to the program.
func (p *Program) parse(name, text string) error {
	file, err := parser.ParseFile(p.fset, name, text, 0)
	if err != nil {
		return err
	}
	p.name, p.texts[name] = file.Name.Name, text
	free := func(n *ast.Ident) bool { return n.Obj == nil || file.Scope.Lookup(n.Name) == n.Obj } // declared at package level or elsewhere
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			p.add(d, free, owner(d))
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				node := ast.Node(spec)
				if d.Tok == token.CONST { // constants may depend on each other
					node = d
				}
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					p.add(node, free, spec.Name)
				case *ast.ValueSpec:
					p.add(node, free, spec.Names...)
				}
			}
		}
	}
	for n := range ast.Preorder(file) {
		if l, ok := n.(*ast.CompositeLit); ok {
			p.literal(l)
		}
	}
	return nil
}

// owner returns the name under which a function is stored: its own name or, for a method, the name
// of the receiver's type.
func owner(d *ast.FuncDecl) *ast.Ident {
	if d.Recv != nil {
		for _, field := range d.Recv.List {
			for n := range ast.Preorder(field.Type) {
				if name, ok := n.(*ast.Ident); ok {
					return name
				}
			}
		}
	}
	return d.Name
}

// literal records the ID of a composite literal, and the names in the Kind and Check fields of a
// sweep.
func (p *Program) literal(l *ast.CompositeLit) {
	study, names := "", set{}
	for _, e := range l.Elts {
		field, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return
		}
		key, _ := field.Key.(*ast.Ident)
		value, _ := field.Value.(*ast.BasicLit)
		switch {
		case key == nil:
		case key.Name == "ID" && value != nil && p.literals[value.Value] == nil:
			p.literals[value.Value] = l
		case key.Name == "Study" && value != nil:
			study = value.Value
		case key.Name == "Kind" || key.Name == "Check":
			for n := range ast.Preorder(field.Value) {
				if name, ok := n.(*ast.Ident); ok {
					names[name.Name] = true
				}
			}
		}
	}
	if study != "" {
		p.sweeps[study] = names
	}
}

// add adds a declaration under the given names.
func (p *Program) add(d ast.Node, free func(*ast.Ident) bool, names ...*ast.Ident) {
	uses := usedIn(d, free)
	for _, name := range names {
		p.decls[name.Name] = append(p.decls[name.Name], d)
		if p.uses[name.Name] == nil {
			p.uses[name.Name] = set{}
		}
		maps.Copy(p.uses[name.Name], uses)
	}
}

// usedIn returns the names that a declaration uses but does not declare. It leaves out names after
// a dot (fields, methods and names from other packages) and the name of the function itself. It
// includes string literals that serve as names, as in Name: "mine" or tiles.NewHeuristic("mine",
// …).
func usedIn(d ast.Node, free func(*ast.Ident) bool) set {
	uses, skipped := set{}, map[*ast.Ident]bool{}
	for n := range ast.Preorder(d) {
		var naming ast.Expr
		switch n := n.(type) {
		case *ast.Ident:
			if free(n) && !skipped[n] {
				uses[n.Name] = true
			}
		case *ast.SelectorExpr:
			skipped[n.Sel] = true
		case *ast.FuncDecl:
			skipped[n.Name] = true
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Name" {
				naming = n.Value
			}
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && strings.HasPrefix(f.Sel.Name, "New") && len(n.Args) > 0 {
				naming = n.Args[0]
			}
		}
		if l, ok := naming.(*ast.BasicLit); ok {
			uses[l.Value] = true
		}
	}
	return uses
}

// around returns the names of the declaration that contains a function, or none if the function
// belongs to another package. If it cannot find a function of the program, it returns all
// declarations.
func (p *Program) around(f any) set {
	names := set{}
	function, file, line := place(f)
	if p == nil || function == "" {
		return names
	}
	in, name, _ := strings.Cut(path.Base(function), ".")
	// Names look like F.func1, T.M-fm, (*T).M-fm, or G.F.func1 if F is inlined into G.
	within := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("(*).-[]", r) })
	inside := in == p.name // the last element of an import path may differ from the package name
	for declared, decls := range p.decls {
		for _, d := range decls {
			if (inside || slices.Contains(within, declared)) && p.holds(d, file, line) {
				names[declared] = true
			}
		}
	}
	if len(names) > 0 || !inside {
		return names
	}
	for _, declared := range slices.Backward(within) {
		if p.decls[declared] != nil {
			return set{declared: true}
		}
	}
	return p.all()
}

// all returns the names of all declarations.
func (p *Program) all() set {
	names := set{}
	for name := range p.decls {
		names[name] = true
	}
	return names
}

// place returns the name of a function, and the file and line where it begins; "" for nil.
func place(f any) (name, file string, line int) {
	v := reflect.ValueOf(f)
	if !v.IsValid() || v.IsNil() {
		return "", "", 0
	}
	of := runtime.FuncForPC(v.Pointer())
	file, line = of.FileLine(of.Entry())
	return of.Name(), file, line
}

// sweep returns the names in the Kind and Check of a study's sweep, or all names if the sweep is
// not found.
func (p *Program) sweep(study string) set {
	if names, found := p.sweeps[strconv.Quote(study)]; found {
		return names
	}
	return p.all()
}

// reach returns the given declarations and all declarations that they use, directly or indirectly,
// sorted.
func (p *Program) reach(names set) []string {
	reached := set{}
	var visit func(names set)
	visit = func(names set) {
		for name := range names {
			if p.decls[name] != nil && !reached[name] {
				reached[name] = true
				visit(p.uses[name])
			}
		}
	}
	visit(names)
	return slices.Sorted(maps.Keys(reached))
}

// digest returns a digest of the text of declarations and of everything they use, or "" for none.
func (p *Program) digest(names set) string {
	h := sha256.New()
	reached := p.reach(names)
	for _, name := range reached {
		var texts []string // sorted, because GoNB changes the order of methods
		for _, d := range p.decls[name] {
			text, from, to := p.text(d)
			texts = append(texts, Uncommented(text[from.Offset:to.Offset]))
		}
		slices.Sort(texts)
		fmt.Fprintln(h, name, strings.Join(texts, "\n"))
	}
	if reached == nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
