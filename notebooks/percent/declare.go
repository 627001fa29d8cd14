package percent

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
)

// declare notes what a cell declares, and puts the prefix before the lines of what
// the file cannot have (again).
func (f *file) declare(c *dialect.Cell, lines []string) error {
	text := slices.Clone(lines)
	for i, line := range text {
		if rest, ok := strings.CutPrefix(line, escape); ok {
			text[i] = ""
			if mainPattern.MatchString(rest) {
				text = append(text[:i], "func main() {")
				break
			}
		}
	}
	if n := len(text); n > 0 && text[n-1] == "func main() {" {
		text[n-1] += "}" // its statements declare nothing
	}
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, "", "package main;"+strings.Join(text, "\n"), parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	line := func(p token.Pos) int { return fset.Position(p).Line }
	for _, d := range parsed.Decls {
		from, to := line(d.Pos()), line(d.End())
		hide := false
		if general, ok := d.(*ast.GenDecl); ok && general.Tok == token.IMPORT {
			var imports []dialect.Import
			for _, i := range c.Imports {
				if from <= i.Line && i.Line <= to {
					imports = append(imports, i)
				}
			}
			hide = f.hideImports(imports)
		} else {
			hide = f.hideNames(namesOf(d, c, from, to))
		}
		if hide {
			for i := from - 1; i < to; i++ {
				if !strings.HasPrefix(lines[i], escape) {
					lines[i] = escape + lines[i]
				}
			}
		}
	}
	return nil
}

// namesOf returns the names that a declaration on some lines gives to the package.
func namesOf(d ast.Decl, c *dialect.Cell, from, to int) (names []string) {
	if main, ok := d.(*ast.FuncDecl); ok && main.Recv == nil && (main.Name.Name == "main" || main.Name.Name == "init") {
		if main.Name.Name == "main" && c.Main != nil && c.Main.Line == from {
			return []string{"main"}
		}
		return nil
	}
	for _, decl := range c.Decls {
		if end := decl.Line + strings.Count(decl.Text, "\n"); from <= end && decl.Line <= to {
			names = append(names, decl.Names...)
		}
	}
	return names
}

// hideImports reports whether imports that are declared together cannot stand where
// they are, and notes them.
func (f *file) hideImports(imports []dialect.Import) bool {
	hide := len(f.declared) > 0 || slices.ContainsFunc(imports, func(i dialect.Import) bool {
		_, again := f.imports[i.Key()]
		return again && i.Name != "_"
	})
	for _, i := range imports {
		key := i.Key()
		if i.Name == "_" {
			key += i.Path
		}
		_, known := f.imports[key]
		_, late := f.late[key]
		switch {
		case known || late:
		case hide:
			f.late[key] = i
		default:
			f.imports[key] = i
		}
	}
	return hide
}

// hideNames reports whether names cannot be declared, since one of them is, and notes
// them.
func (f *file) hideNames(names []string) bool {
	f.declared[""] = true // no import may follow
	real := slices.DeleteFunc(names, func(name string) bool { return name == "_" })
	if slices.ContainsFunc(real, func(name string) bool { return f.declared[name] }) {
		return true
	}
	for _, name := range real {
		f.declared[name] = true
	}
	return false
}

// insideRaw says of each line whether it begins within a raw string, whose text
// must stay as it is.
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
