package engine

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// keptPath is the path of the package that has the declarations of earlier cells, if
// they are compiled apart.
const keptPath = "puzzlelab/kept"

// apart returns the program of a cell in two packages: what earlier cells declared,
// which stays as it is for the next cell, and the statements of this one. They refer to
// the others by exported names of those. ok is false if that could mean something else:
// if the cell declares something and runs, or names what has no exported name, as a field.
//
// A cell that searches a puzzle of its own compiles in hundredths of a second so, and
// with the generic functions that the declarations instantiate in more than one.
func (e *Engine) apart(ctx context.Context, c *checked, idle bool) (kept, program string, ok bool) {
	p := e.built[0]
	main := c.mainOf(p.number)
	if len(e.built) != 1 || !idle && (len(p.cell.Decls) > 0 || p.cell.Main == nil) || main == nil || len(c.file.Decls) == len(c.file.Imports)+1 {
		return "", "", false
	}
	inMain := func(pos token.Pos) bool { return main.Pos() <= pos && pos < main.End() }
	at := func(pos token.Pos) int { return c.fset.PositionFor(pos, false).Offset }
	ok = true
	ast.Inspect(main, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.StructType, *ast.InterfaceType:
			ok = false // types of two packages, if a name in them is not exported
		}
		return ok
	})
	edits := map[[2]int]string{}
	shows, err := e.shown(ctx, c, edits)
	if err != nil {
		return "", "", false
	}
	needs := [2]map[*types.PkgName]bool{{}, {}} // of the declarations, of main
	for name, object := range c.info.Uses {
		if imported, is := object.(*types.PkgName); is {
			which := 0
			if inMain(name.Pos()) {
				which = 1
			}
			needs[which][imported] = true
			continue
		}
		if !inMain(name.Pos()) || object.Pkg() != c.pkg || inMain(object.Pos()) {
			continue
		}
		if object.Parent() != c.pkg.Scope() { // a field or a method
			ok = ok && object.Exported()
			continue
		}
		use := "puzzlelab_kept.Puzzlelab_" + object.Name()
		switch o := object.(type) {
		case *types.TypeName:
			named, is := types.Unalias(o.Type()).(*types.Named)
			ok = ok && is && named.TypeParams().Len() == 0
		case *types.Func:
			ok = ok && o.Signature().TypeParams().Len() == 0
		case *types.Var:
			use = "(*" + use + ")"
		}
		edits[[2]int{at(name.Pos()), at(name.End())}] = use
	}
	exports := map[string]string{} // of all, so that the next cell finds what it needs
	for _, name := range c.pkg.Scope().Names() {
		other := "Puzzlelab_" + name
		switch o := c.pkg.Scope().Lookup(name).(type) {
		case *types.TypeName:
			if named, is := types.Unalias(o.Type()).(*types.Named); is && named.TypeParams().Len() == 0 {
				exports[other] = fmt.Sprintf("type %s = %s\n", other, name)
			}
		case *types.Func:
			if name != main.Name.Name && !strings.HasPrefix(name, "init_") && o.Signature().TypeParams().Len() == 0 {
				exports[other] = fmt.Sprintf("var %s = %s\n", other, name)
			}
		case *types.Const:
			exports[other] = fmt.Sprintf("const %s = %s\n", other, name)
		case *types.Var:
			exports[other] = fmt.Sprintf("var %s = &%s\n", other, name)
		}
	}
	var texts [2]strings.Builder
	for which := range texts {
		texts[which].WriteString("package main\n")
		for _, i := range c.file.Imports {
			object := c.info.Implicits[i]
			if i.Name != nil {
				object = c.info.Defs[i.Name]
			}
			imported, is := object.(*types.PkgName)
			blank := i.Name != nil && i.Name.Name == "_"
			ok = ok && (blank || is && imported.Name() != ".")
			if which == 0 && blank || is && needs[which][imported] {
				fmt.Fprintf(&texts[which], "import %s\n", spec(i))
			}
		}
	}
	if !ok {
		return "", "", false
	}
	for _, d := range c.file.Decls {
		if g, is := d.(*ast.GenDecl); is && g.Tok == token.IMPORT || d == main {
			continue
		}
		pos := d.Pos()
		text := c.text[at(pos):at(d.End())]
		if f, is := d.(*ast.FuncDecl); is && f.Recv == nil && strings.HasPrefix(f.Name.Name, "init_") {
			text = strings.Replace(text, f.Name.Name, "init", 1)
		}
		place := c.fset.Position(pos)
		fmt.Fprintf(&texts[0], "//line %s:%d:%d\n%s\n", place.Filename, place.Line, place.Column, text)
	}
	texts[0].WriteString("//line main.go:1:1\n")
	for _, name := range slices.Sorted(maps.Keys(exports)) {
		texts[0].WriteString(exports[name])
	}
	body := c.text[:at(main.End())]
	places := slices.SortedFunc(maps.Keys(edits), func(a, b [2]int) int { return cmp.Or(b[0]-a[0], b[1]-a[1]) })
	for _, place := range places {
		body = body[:place[0]] + edits[place] + body[place[1]:]
	}
	b := &texts[1]
	fmt.Fprintf(b, "import puzzlelab_kept %q\n", keptPath)
	for _, path := range append(shows, "flag", "os") {
		fmt.Fprintf(b, "import puzzlelab_%s %q\n", path[strings.LastIndexByte(path, '/')+1:], path)
	}
	fmt.Fprintf(b, "%s\nvar puzzlelab_result string\nvar _ = puzzlelab_kept.Puzzlelab\n", body[at(main.Pos()):])
	fmt.Fprintf(b, "//line main.go:1:1\nfunc main() {\npuzzlelab_result = puzzlelab_os.Getenv(%q)\npuzzlelab_os.Unsetenv(%[1]q)\npuzzlelab_os.Unsetenv(%q)\npuzzlelab_flag.Parse()\n%s()\n}\n", resultVariable, cellVariable, main.Name.Name)
	if len(shows) > 0 {
		b.WriteString(valueFunctions[len(shows)-1])
	}
	return texts[0].String() + "const Puzzlelab = 0\n", b.String(), true
}

// mainOf returns the function that is the main of a cell.
func (c *checked) mainOf(cell int) *ast.FuncDecl {
	for _, d := range c.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == fmt.Sprintf("puzzlelab_main_%d", cell) {
			return f
		}
	}
	return nil
}

// keep compiles the declarations of earlier cells, unless that was done for the last.
func (p *packages) keep(ctx context.Context, text string) error {
	key := p.stamp + text
	if p.kept == key {
		return nil
	}
	// Neither the go command nor gopls is to see it.
	defer os.Remove(filepath.Join(p.e.module(), "kept.go"))
	err := p.compile(ctx, keptPath, "kept.go", text, filepath.Join(p.e.temp, "kept.a"))
	if p.kept = key; err != nil {
		p.kept = ""
	}
	return err
}
