package experiments

import (
	"crypto/sha256"
	"embed"
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

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// What a strategy that no puzzle has does stands in the files of a study, or in cells of a
// notebook. These have no files that they could embed, so what they say is found in the
// program that is made of them: package main, whose text stands in the folder
// $GONB_TMP_DIR while it runs, in cells.txt or, as GoNB leaves it, in main.go.

// keptPath is the path of the package that has the declarations of earlier cells where
// the engine compiles them apart.
const keptPath = "puzzlelab/kept"

// Codes name the source of each strategy of a sweep: Code, and what of Files or of the
// cells of the notebook that runs decides what it does. That is what Run is declared in,
// what gives the name of its heuristic or evaluation in a cell, and, if the instances are of
// a type of the cells, the Kind and Check of the sweep; with all that these use. Of another
// program it is which one it is.
func (s Sweep[I]) Codes() ([]string, error) {
	own, err := parseFiles(s.Files)
	if err != nil {
		return nil, fmt.Errorf("experiments: study %q: %w", s.Study, err)
	}
	codes := make([]string, len(s.Strategies))
	for i := range s.Strategies {
		strategy := &s.Strategies[i]
		codes[i] = s.Code
		if declared := own.around(strategy.Run); len(declared) > 0 {
			codes[i] += " own:" + own.digest(declared)
		}
		if cells := readCells(); cells != nil {
			codes[i] += cellCode(cells, s.Study, strategy)
		}
		if p := strategy.Program; p != nil {
			codes[i] += programMark + p.Code
		}
	}
	return codes, nil
}

func cellCode[I any](cells *program, study string, s *puzzle.Strategy[I]) string {
	begin := cells.around(s.Run)
	instance := reflect.TypeFor[I]()
	for instance.Kind() == reflect.Pointer || instance.Kind() == reflect.Slice {
		instance = instance.Elem()
	}
	if instance.PkgPath() == "main" || instance.PkgPath() == keptPath {
		cells.sweep(study, begin)
	}
	for _, part := range strings.FieldsFunc(s.Name, func(r rune) bool { return strings.ContainsRune("/,=", r) }) {
		if part != s.Name {
			cells.naming(strconv.Quote(part), begin)
		}
	}
	if len(begin) == 0 {
		return ""
	}
	return " cells:" + cells.digest(begin)
}

// program is the declarations of a package. A method belongs to its type.
type program struct {
	name  string // of the package
	fset  *token.FileSet
	texts map[string]string // by file
	decls map[string][]declaration
	uses  map[string]map[string]bool // names, and literals that name something, by the declaration that has them
	kinds map[string]map[string]bool // names in the Kind and Check of sweeps, by the literal of their study
}

// declaration is where one stands.
type declaration struct {
	ast.Node
	file     string // without its folder
	from, to int    // lines
}

func newProgram() *program {
	return &program{
		fset: token.NewFileSet(), texts: map[string]string{},
		decls: map[string][]declaration{}, uses: map[string]map[string]bool{}, kinds: map[string]map[string]bool{},
	}
}

var readCells = sync.OnceValue(func() *program {
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

// parsed are the programs of files that are compiled in, and so the same for ever.
var parsed sync.Map // of *program, by embed.FS

// parseFiles reads the Go files at the top of a file system, tests left out; nil for none.
func parseFiles(files fs.FS) (*program, error) {
	if files == nil {
		return nil, nil
	}
	_, compiledIn := files.(embed.FS)
	if compiledIn {
		if p, ok := parsed.Load(files); ok {
			return p.(*program), nil
		}
	}
	p := newProgram()
	names, err := fs.Glob(files, "*.go")
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		var text []byte
		if text, err = fs.ReadFile(files, name); err == nil {
			err = p.parse(name, string(text))
		}
		if err != nil {
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("read the source of its strategies: %w", err)
	}
	if compiledIn {
		parsed.Store(files, p)
	}
	return p, nil
}

// parse adds a file of the package.
func (c *program) parse(name, text string) error {
	file, err := parser.ParseFile(c.fset, name, text, 0)
	if err != nil {
		return err
	}
	c.name, c.texts[name] = file.Name.Name, text
	free := func(n *ast.Ident) bool { return n.Obj == nil || file.Scope.Lookup(n.Name) == n.Obj } // not declared within a declaration
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil && len(d.Recv.List) > 0 {
				name = receiver(d.Recv.List[0].Type)
			}
			c.add(d, free, name)
		case *ast.GenDecl:
			var constants []string // which need each other
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					c.add(spec, free, spec.Name.Name)
				case *ast.ValueSpec:
					var names []string
					for _, name := range spec.Names {
						names = append(names, name.Name)
					}
					if d.Tok == token.CONST {
						constants = append(constants, names...)
					} else {
						c.add(spec, free, names...)
					}
				}
			}
			if constants != nil {
				c.add(d, free, constants...)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.CompositeLit); ok {
			c.literal(l)
		}
		return true
	})
	return nil
}

// literal notes what a sweep is of.
func (c *program) literal(l *ast.CompositeLit) {
	study, names := "", map[string]bool{}
	for _, e := range l.Elts {
		field, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return
		}
		switch key, _ := field.Key.(*ast.Ident); {
		case key == nil:
		case key.Name == "Study":
			if value, ok := field.Value.(*ast.BasicLit); ok {
				study = value.Value
			}
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
		c.kinds[study] = names
	}
}

// add adds a declaration of some names.
func (c *program) add(d ast.Node, free func(*ast.Ident) bool, names ...string) {
	from, to := c.fset.Position(d.Pos()), c.fset.Position(d.End())
	for _, name := range names {
		c.decls[name] = append(c.decls[name], declaration{d, filepath.Base(from.Filename), from.Line, to.Line})
		if c.uses[name] == nil {
			c.uses[name] = map[string]bool{}
		}
		c.use(name, d, free)
	}
}

// use notes the names that a node of a declaration uses: none that it declares within itself,
// and none of fields, methods and other packages, which stand behind a dot.
func (c *program) use(declaration string, node ast.Node, free func(*ast.Ident) bool) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if free(n) {
				c.uses[declaration][n.Name] = true
			}
		case *ast.SelectorExpr:
			c.use(declaration, n.X, free)
			return false
		case *ast.FuncDecl: // without its name, which may be a method's
			if n.Recv != nil {
				c.use(declaration, n.Recv, free)
			}
			c.use(declaration, n.Type, free)
			if n.Body != nil {
				c.use(declaration, n.Body, free)
			}
			return false
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Name" {
				c.named(declaration, n.Value)
			}
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && strings.HasPrefix(f.Sel.Name, "New") && len(n.Args) > 0 {
				c.named(declaration, n.Args[0])
			}
		}
		return true
	})
}

// named notes that a declaration names something, as by Name: "mine" or
// tiles.NewHeuristic("mine", …).
func (c *program) named(declaration string, e ast.Expr) {
	if l, ok := e.(*ast.BasicLit); ok {
		c.uses[declaration][l.Value] = true
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
func (c *program) around(f any) map[string]bool {
	names := map[string]bool{}
	if c == nil || reflect.ValueOf(f).IsNil() {
		return names
	}
	of := runtime.FuncForPC(reflect.ValueOf(f).Pointer())
	in, name, _ := strings.Cut(path.Base(of.Name()), ".")
	// F.func1, T.M-fm, (*T).M-fm; G.F.func1 where F is inlined into G.
	within := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("(*).-[]", r) })
	file, line := of.FileLine(of.Entry())
	file = filepath.Base(file)
	inside := in == c.name || strings.TrimSuffix(of.Name(), "."+name) == keptPath
	for declared, decls := range c.decls {
		for _, d := range decls {
			// The last element of a path need not be the name of its package.
			if d.file == file && d.from <= line && line <= d.to && (inside || slices.Contains(within, declared)) {
				names[declared] = true
			}
		}
	}
	for _, declared := range slices.Backward(within) {
		if inside && len(names) == 0 && c.decls[declared] != nil {
			names[declared] = true
		}
	}
	if inside && len(names) == 0 {
		for declared := range c.decls {
			names[declared] = true
		}
	}
	return names
}

// sweep adds what the sweep of a study is of: everything if it is not found.
func (c *program) sweep(study string, names map[string]bool) {
	kind, found := c.kinds[strconv.Quote(study)]
	for name := range c.decls {
		if kind[name] || !found {
			names[name] = true
		}
	}
}

// naming adds the declarations that give a name.
func (c *program) naming(literal string, names map[string]bool) {
	for name, uses := range c.uses {
		if uses[literal] && name != "main" {
			names[name] = true
		}
	}
}

// digest names the text of declarations and of all that they use.
func (c *program) digest(names map[string]bool) string {
	list := slices.Collect(maps.Keys(names))
	for i := 0; i < len(list); i++ {
		for used := range c.uses[list[i]] {
			if c.decls[used] != nil && !names[used] {
				names[used] = true
				list = append(list, used)
			}
		}
	}
	slices.Sort(list)
	h := sha256.New()
	for _, name := range list {
		var texts []string // GoNB sorts methods otherwise
		for _, d := range c.decls[name] {
			from, to := c.fset.PositionFor(d.Pos(), false), c.fset.PositionFor(d.End(), false)
			texts = append(texts, Uncommented(c.texts[from.Filename][from.Offset:to.Offset]))
		}
		slices.Sort(texts)
		fmt.Fprintln(h, name, strings.Join(texts, "\n"))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
