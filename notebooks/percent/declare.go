package percent

import (
	"go/scanner"
	"go/token"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
)

// declare records what a cell declares. It adds the prefix to lines with declarations that the file
// cannot have, or cannot have again.
func (f *file) declare(c *dialect.Cell, lines []string) {
	for _, g := range c.Groups {
		hide := false
		if len(g.Imports) > 0 {
			hide = f.hideImports(g.Imports)
		} else {
			hide = f.hideNames(g.Names)
		}
		if !hide || strings.HasPrefix(lines[g.From-1], escape) { // like the mark of main
			continue
		}
		for i := g.From - 1; i < g.To; i++ {
			if !strings.HasPrefix(lines[i], escape) {
				lines[i] = escape + lines[i]
			}
		}
	}
}

// hideImports reports whether imports that are declared together cannot stay in their cell, and
// records them.
func (f *file) hideImports(imports []dialect.Import) bool {
	hide := len(f.declared) > 0 || slices.ContainsFunc(imports, func(i dialect.Import) bool {
		_, again := f.imports[i.Key()]
		return again && i.Name != "_"
	})
	for _, i := range imports {
		into := f.imports
		if hide {
			into = f.late
		}
		_, known := f.imports[i.Key()]
		if _, late := f.late[i.Key()]; !known && !late {
			into[i.Key()] = i
		}
	}
	return hide
}

// hideNames reports whether names cannot be declared because one of them already is, and records
// them.
func (f *file) hideNames(names []string) bool {
	f.declared[""] = true // no import may follow a declaration
	real := slices.DeleteFunc(names, func(name string) bool { return name == "_" })
	if slices.ContainsFunc(real, func(name string) bool { return f.declared[name] }) {
		return true
	}
	for _, name := range real {
		f.declared[name] = true
	}
	return false
}

// insideRaw returns, for each line, whether it begins inside a raw string, whose text must not
// change.
func insideRaw(lines []string) []bool {
	inside := make([]bool, len(lines))
	text := []byte(strings.Join(lines, "\n"))
	fset := token.NewFileSet()
	f := fset.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(f, text, func(token.Position, string) {}, 0)
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			return inside
		}
		if tok == token.STRING && literal[0] == '`' {
			first := f.Line(pos)
			for i := range strings.Count(literal, "\n") {
				inside[first+i] = true
			}
		}
	}
}
