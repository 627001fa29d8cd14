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

// Program is the declarations of a package. A method belongs to its type.
type Program struct {
	name  string // of the package
	fset  *token.FileSet
	texts map[string]string // by file
	decls map[string][]declaration
	uses  map[string]map[string]bool // names, and literals that name something, by the declaration that has them
	kinds map[string]map[string]bool // names in the Kind and Check of sweeps, by the literal of their study

	literals map[string]*ast.CompositeLit // the first with an ID, by that
}

// declaration is where one stands.
type declaration struct {
	ast.Node
	file     string // without its folder
	from, to int    // lines
}

// place returns where a node is.
func (p *Program) place(n ast.Node) declaration {
	from, to := p.fset.Position(n.Pos()), p.fset.Position(n.End())
	return declaration{n, filepath.Base(from.Filename), from.Line, to.Line}
}

// holds reports whether a line of a file is in the declaration.
func (d declaration) holds(file string, line int) bool {
	return d.file == filepath.Base(file) && d.from <= line && line <= d.to
}

func newProgram() *Program {
	return &Program{
		fset: token.NewFileSet(), texts: map[string]string{},
		decls: map[string][]declaration{}, uses: map[string]map[string]bool{}, kinds: map[string]map[string]bool{},
		literals: map[string]*ast.CompositeLit{},
	}
}

// Cells returns the cells of the notebook that runs, nil outside of one. They have no files
// to embed, so they are found in the program that is made of them: package main, whose text
// is in the folder $GONB_TMP_DIR while it runs, in cells.txt or, as GoNB leaves it, in
// main.go.
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

var programs sync.Map // of *Program, by embed.FS

// Read reads the Go files at the top of a file system, tests left out; nil for none.
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

// Around names the declaration around a function and all that it uses; "" if it is of
// another package.
func (p *Program) Around(f any) string { return p.digest(p.around(f)) }

// Strategy names what cells say of a strategy of a study: the declaration around its run,
// those that give a name that is part of its own, such as of its heuristic, and, if the
// instances are of a type of the cells, what the study's sweep is of; with all that these
// use. It is "" if they say nothing.
func (p *Program) Strategy(study, name string, run any, instance reflect.Type) string {
	if p == nil {
		return ""
	}
	begin := p.around(run)
	for instance.Kind() == reflect.Pointer || instance.Kind() == reflect.Slice {
		instance = instance.Elem()
	}
	if instance.PkgPath() == "main" {
		p.sweep(study, begin)
	}
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("/,=", r) }) {
		if part != name {
			p.naming(strconv.Quote(part), begin)
		}
	}
	return p.digest(begin)
}

// parse adds a file of the package.
func (p *Program) parse(name, text string) error {
	file, err := parser.ParseFile(p.fset, name, text, 0)
	if err != nil {
		return err
	}
	p.name, p.texts[name] = file.Name.Name, text
	free := func(n *ast.Ident) bool { return n.Obj == nil || file.Scope.Lookup(n.Name) == n.Obj } // not declared within a declaration
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil && len(d.Recv.List) > 0 {
				name = receiver(d.Recv.List[0].Type)
			}
			p.add(d, free, name)
		case *ast.GenDecl:
			var constants []string // which need each other
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					p.add(spec, free, spec.Name.Name)
				case *ast.ValueSpec:
					var names []string
					for _, name := range spec.Names {
						names = append(names, name.Name)
					}
					if d.Tok == token.CONST {
						constants = append(constants, names...)
					} else {
						p.add(spec, free, names...)
					}
				}
			}
			if constants != nil {
				p.add(d, free, constants...)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.CompositeLit); ok {
			p.literal(l)
		}
		return true
	})
	return nil
}

// literal notes the ID of a literal, and what a sweep is of.
func (p *Program) literal(l *ast.CompositeLit) {
	study, names := "", map[string]bool{}
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
			ast.Inspect(field.Value, func(n ast.Node) bool {
				if name, ok := n.(*ast.Ident); ok {
					names[name.Name] = true
				}
				return true
			})
		}
	}
	if study != "" {
		p.kinds[study] = names
	}
}

// add adds a declaration of some names.
func (p *Program) add(d ast.Node, free func(*ast.Ident) bool, names ...string) {
	for _, name := range names {
		p.decls[name] = append(p.decls[name], p.place(d))
		if p.uses[name] == nil {
			p.uses[name] = map[string]bool{}
		}
		p.use(name, d, free)
	}
}

// use notes the names that a node of a declaration uses: none that it declares within itself,
// and none of fields, methods and other packages, which stand behind a dot.
func (p *Program) use(declaration string, node ast.Node, free func(*ast.Ident) bool) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if free(n) {
				p.uses[declaration][n.Name] = true
			}
		case *ast.SelectorExpr:
			p.use(declaration, n.X, free)
			return false
		case *ast.FuncDecl: // without its name, which may be a method's
			if n.Recv != nil {
				p.use(declaration, n.Recv, free)
			}
			p.use(declaration, n.Type, free)
			if n.Body != nil {
				p.use(declaration, n.Body, free)
			}
			return false
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Name" {
				p.named(declaration, n.Value)
			}
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && strings.HasPrefix(f.Sel.Name, "New") && len(n.Args) > 0 {
				p.named(declaration, n.Args[0])
			}
		}
		return true
	})
}

// named notes that a declaration names something, as by Name: "mine" or
// tiles.NewHeuristic("mine", …).
func (p *Program) named(declaration string, e ast.Expr) {
	if l, ok := e.(*ast.BasicLit); ok {
		p.uses[declaration][l.Value] = true
	}
}

// receiver returns the name of the type of a method, which comes first in it.
func receiver(t ast.Expr) (name string) {
	ast.Inspect(t, func(n ast.Node) bool {
		if of, ok := n.(*ast.Ident); ok && name == "" {
			name = of.Name
		}
		return name == ""
	})
	return name
}

// around returns the names of the declaration around a function, none if it is of another
// package. A function of the program that is not found may be any of them.
func (p *Program) around(f any) map[string]bool {
	names := map[string]bool{}
	function, file, line := place(f)
	if p == nil || function == "" {
		return names
	}
	in, name, _ := strings.Cut(path.Base(function), ".")
	// F.func1, T.M-fm, (*T).M-fm; G.F.func1 where F is inlined into G.
	within := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("(*).-[]", r) })
	inside := in == p.name
	for declared, decls := range p.decls {
		for _, d := range decls {
			// The last element of a path need not be the name of its package.
			if d.holds(file, line) && (inside || slices.Contains(within, declared)) {
				names[declared] = true
			}
		}
	}
	for _, declared := range slices.Backward(within) {
		if inside && len(names) == 0 && p.decls[declared] != nil {
			names[declared] = true
		}
	}
	if inside && len(names) == 0 {
		return p.all()
	}
	return names
}

// all returns the names of all declarations.
func (p *Program) all() map[string]bool {
	names := map[string]bool{}
	for name := range p.decls {
		names[name] = true
	}
	return names
}

// place returns the name of a function and where it begins, "" for nil.
func place(f any) (name, file string, line int) {
	v := reflect.ValueOf(f)
	if !v.IsValid() || v.IsNil() {
		return "", "", 0
	}
	of := runtime.FuncForPC(v.Pointer())
	file, line = of.FileLine(of.Entry())
	return of.Name(), file, line
}

// sweep adds what the sweep of a study is of: everything if it is not found.
func (p *Program) sweep(study string, names map[string]bool) {
	kind, found := p.kinds[strconv.Quote(study)]
	if !found {
		kind = p.all()
	}
	for name := range kind {
		if p.decls[name] != nil {
			names[name] = true
		}
	}
}

// naming adds the declarations that give a name.
func (p *Program) naming(literal string, names map[string]bool) {
	for name, uses := range p.uses {
		if uses[literal] && name != "main" {
			names[name] = true
		}
	}
}

// reach returns the names of declarations and of all that they use, sorted.
func (p *Program) reach(names map[string]bool) []string {
	list := slices.Collect(maps.Keys(names))
	for i := 0; i < len(list); i++ {
		for used := range p.uses[list[i]] {
			if p.decls[used] != nil && !names[used] {
				names[used] = true
				list = append(list, used)
			}
		}
	}
	slices.Sort(list)
	return list
}

// digest names the text of declarations and of all that they use, "" for none.
func (p *Program) digest(names map[string]bool) string {
	if len(names) == 0 {
		return ""
	}
	h := sha256.New()
	for _, name := range p.reach(names) {
		var texts []string // GoNB sorts methods otherwise
		for _, d := range p.decls[name] {
			from, to := p.fset.PositionFor(d.Pos(), false), p.fset.PositionFor(d.End(), false)
			texts = append(texts, Uncommented(p.texts[from.Filename][from.Offset:to.Offset]))
		}
		slices.Sort(texts)
		fmt.Fprintln(h, name, strings.Join(texts, "\n"))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
