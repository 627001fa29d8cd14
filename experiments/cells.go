package experiments

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// Cells of a notebook have no files that they could embed, so what they say of a
// strategy is found in the program that is made of them: package main, whose text
// stands in the folder $GONB_TMP_DIR while it runs, in cells.txt or, as GoNB leaves it,
// in main.go.

// keptPath is the path of the package that has the declarations of earlier cells where
// the engine compiles them apart.
const keptPath = "puzzlelab/kept"

// cellCodes name the source of a sweep's strategies as far as it stands in the cells of
// the notebook that runs: what Run is declared in, what gives the name of its heuristic
// or evaluation, and, if the instances are of a type of the cells, the Kind and Check of
// the sweep; with all that these use. Comments and layout do not count. A name is ""
// outside of notebooks, and for a strategy of which nothing stands in a cell.
func cellCodes[I any](study string, strategies []puzzle.Strategy[I]) []string {
	codes := make([]string, len(strategies))
	if cells := readCells(); cells != nil {
		for i := range strategies {
			codes[i] = cellCode(cells, study, &strategies[i])
		}
	}
	return codes
}

func cellCode[I any](cells *cells, study string, s *puzzle.Strategy[I]) string {
	begin := map[string]bool{}
	if s.Run != nil {
		cells.function(s.Run, begin)
	}
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

// cells are the declarations of a program. A method belongs to its type.
type cells struct {
	fset  *token.FileSet
	text  string
	decls map[string][]ast.Node
	uses  map[string]map[string]bool // names, and literals that name something, by the declaration that has them
	kinds map[string]map[string]bool // names in the Kind and Check of sweeps, by the literal of their study
}

var readCells = sync.OnceValue(func() *cells {
	dir := os.Getenv("GONB_TMP_DIR")
	if dir == "" {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(dir, "cells.txt"))
	if err != nil {
		text, err = os.ReadFile(filepath.Join(dir, "main.go"))
	}
	if err != nil {
		return nil
	}
	return parseCells(string(text))
})

// parseCells reads a program, nil if it is none.
func parseCells(text string) *cells {
	c := &cells{fset: token.NewFileSet(), text: text, decls: map[string][]ast.Node{}, uses: map[string]map[string]bool{}, kinds: map[string]map[string]bool{}}
	file, err := parser.ParseFile(c.fset, "main.go", text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil && len(d.Recv.List) > 0 {
				name = receiver(d.Recv.List[0].Type)
			}
			c.add(d, name)
		case *ast.GenDecl:
			var constants []string // which need each other
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					c.add(spec, spec.Name.Name)
				case *ast.ValueSpec:
					var names []string
					for _, name := range spec.Names {
						names = append(names, name.Name)
					}
					if d.Tok == token.CONST {
						constants = append(constants, names...)
					} else {
						c.add(spec, names...)
					}
				}
			}
			if constants != nil {
				c.add(d, constants...)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.CompositeLit); ok {
			c.literal(l)
		}
		return true
	})
	return c
}

// literal notes what a sweep is of.
func (c *cells) literal(l *ast.CompositeLit) {
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
func (c *cells) add(d ast.Node, names ...string) {
	for _, name := range names {
		c.decls[name] = append(c.decls[name], d)
		if c.uses[name] == nil {
			c.uses[name] = map[string]bool{}
		}
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				c.uses[name][n.Name] = true
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Name" {
					c.named(name, n.Value)
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok && strings.HasPrefix(f.Sel.Name, "New") && len(n.Args) > 0 {
					c.named(name, n.Args[0])
				}
			}
			return true
		})
	}
}

// named notes that a declaration names something, as by Name: "mine" or
// tiles.NewHeuristic("mine", …).
func (c *cells) named(declaration string, e ast.Expr) {
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

// function adds the declaration around a function. One of the program that is not
// found may be any of them.
func (c *cells) function(f any, names map[string]bool) {
	of := runtime.FuncForPC(reflect.ValueOf(f).Pointer())
	path := strings.TrimPrefix(strings.TrimPrefix(of.Name(), keptPath+"."), "main.")
	if path == of.Name() {
		return
	}
	file, line := of.FileLine(of.Entry())
	found := false
	for name, decls := range c.decls {
		for _, d := range decls {
			from, to := c.fset.Position(d.Pos()), c.fset.Position(d.End())
			if filepath.Base(from.Filename) == filepath.Base(file) && from.Line <= line && line <= to.Line {
				names[name], found = true, true
			}
		}
	}
	first, _, _ := strings.Cut(strings.Trim(path, "(*"), ".") // main.T.M-fm, main.(*T).M-fm
	if first = strings.Trim(first, "()*"); !found && c.decls[first] != nil {
		names[first], found = true, true
	}
	if !found {
		for name := range c.decls {
			names[name] = true
		}
	}
}

// sweep adds what the sweep of a study is of: everything if it is not found.
func (c *cells) sweep(study string, names map[string]bool) {
	kind, found := c.kinds[strconv.Quote(study)]
	for name := range c.decls {
		if kind[name] || !found {
			names[name] = true
		}
	}
}

// naming adds the declarations that give a name.
func (c *cells) naming(literal string, names map[string]bool) {
	for name, uses := range c.uses {
		if uses[literal] && name != "main" {
			names[name] = true
		}
	}
}

// digest names the text of declarations and of all that they use.
func (c *cells) digest(names map[string]bool) string {
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
			at := c.fset.PositionFor(d.Pos(), false).Offset
			texts = append(texts, Uncommented(c.text[at:c.fset.PositionFor(d.End(), false).Offset]))
		}
		slices.Sort(texts)
		fmt.Fprintln(h, name, strings.Join(texts, "\n"))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
