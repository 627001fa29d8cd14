package dialect

import (
	"cmp"
	"fmt"
	"go/token"
	"iter"
	"slices"
	"strings"
)

// Scope is what is declared after some cells. The zero Scope is that of a kernel
// that has just begun. A Scope does not change: a cell that does not compile leaves
// what was there before.
type Scope struct {
	imports []placed[Import] // by key
	decls   []placed[Decl]   // by kind and first name
}

// placed is something with the number of its cell.
type placed[T any] struct {
	cell int
	it   T
}

// Imports yields the imports with the numbers of their cells.
func (s Scope) Imports() iter.Seq2[int, Import] { return each(s.imports) }

// Decls yields the declarations with the numbers of their cells, in the order in which
// GoNB writes them.
func (s Scope) Decls() iter.Seq2[int, Decl] { return each(s.decls) }

func each[T any](list []placed[T]) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for _, p := range list {
			if !yield(p.cell, p.it) {
				return
			}
		}
	}
}

// With returns the scope after the cell with that number: what its %reset and %rm
// take away goes first, then what it declares replaces what it redeclares.
//
// A variable replaces the whole declaration that had its name, with the others of
// that. A constant replaces a group only through the first of its names; a constant
// within a group that is declared anew is there twice, which does not compile.
func (s Scope) With(number int, c *Cell) Scope {
	next := Scope{slices.Clone(s.imports), slices.Clone(s.decls)}
	for _, command := range c.Commands {
		if command.Shell {
			continue
		}
		switch words := command.Words(); {
		case words[0] == "reset" && len(words) == 1:
			next = Scope{}
		case words[0] == "rm" || words[0] == "remove":
			for _, name := range words[1:] {
				next, _ = next.Without(name)
			}
		}
	}
	for _, i := range c.Imports {
		if slices.ContainsFunc(next.imports, func(old placed[Import]) bool { return old.it.Name == i.Name && old.it.Path == i.Path }) {
			continue
		}
		next.imports = slices.DeleteFunc(next.imports, func(old placed[Import]) bool { return old.it.Key() == i.Key() })
		next.imports = append(next.imports, placed[Import]{number, i})
	}
	for _, d := range c.Decls {
		next.decls = slices.DeleteFunc(next.decls, func(old placed[Decl]) bool { return old.cell != number && d.replaces(old.it) })
		next.decls = append(next.decls, placed[Decl]{number, d})
	}
	slices.SortStableFunc(next.imports, func(a, b placed[Import]) int { return cmp.Compare(a.it.Key(), b.it.Key()) })
	slices.SortStableFunc(next.decls, func(a, b placed[Decl]) int {
		return cmp.Or(cmp.Compare(order(a.it.Kind), order(b.it.Kind)), cmp.Compare(a.it.Names[0], b.it.Names[0]))
	})
	return next
}

// order is that in which GoNB writes declarations, which decides in which order
// variables without a need for each other are initialised.
func order(kind token.Token) int {
	return slices.Index([]token.Token{token.TYPE, token.CONST, token.VAR, token.FUNC}, kind)
}

// replaces reports whether d takes the place of an older declaration.
func (d Decl) replaces(old Decl) bool {
	if d.Kind != old.Kind {
		return false
	}
	names := old.Names
	if d.Kind == token.CONST {
		names = names[:1]
	}
	return slices.ContainsFunc(names, func(name string) bool { return name != "_" && slices.Contains(d.Names, name) })
}

// Without returns the scope without a name: of an import, or else of a declaration,
// which goes if the name is its first. A method is called Type~Method. What went is
// told in a word, "" if nothing has the name.
func (s Scope) Without(name string) (Scope, string) {
	name = strings.ReplaceAll(name, "~", ".")
	if i := slices.IndexFunc(s.imports, func(p placed[Import]) bool { return p.it.Key() == name }); i >= 0 {
		return Scope{slices.Delete(slices.Clone(s.imports), i, i+1), s.decls}, "import"
	}
	for _, kind := range []token.Token{token.CONST, token.TYPE, token.VAR, token.FUNC} {
		if i := slices.IndexFunc(s.decls, func(p placed[Decl]) bool { return p.it.Kind == kind && p.it.Names[0] == name }); i >= 0 {
			return Scope{s.imports, slices.Delete(slices.Clone(s.decls), i, i+1)}, kind.String()
		}
	}
	return s, ""
}

// Head is how the text of a scope begins.
const Head = "package main\n"

// Text returns what the scope declares as the beginning of a file of package main. Compilers report
// positions as cell[N]:LINE:COLUMN.
func (s Scope) Text() string {
	var b strings.Builder
	b.WriteString(Head)
	for _, i := range s.imports {
		fmt.Fprintf(&b, "//line cell[%d]:%d:1\nimport %s %q\n", i.cell, i.it.Line, i.it.Name, i.it.Path)
	}
	for _, d := range s.decls {
		fmt.Fprintf(&b, "//line cell[%d]:%d:%d\n%s\n", d.cell, d.it.Line, d.it.Column, d.it.Text)
	}
	return b.String()
}

// Program returns the program of a cell: what the scope declares, that of the cell
// included, and its main. Imports may be unused, and those of the standard library
// missing.
func (s Scope) Program(number int, c *Cell) string {
	text := s.Text() + "//line main.go:1\nfunc main() { flag.Parse()\n"
	switch {
	case c.Exec != "":
		text += c.Exec + "()\n"
	case c.Main != nil:
		text += fmt.Sprintf("//line cell[%d]:%d:%d\n%s", number, c.Main.Line, c.Main.Column, c.Main.Text)
	}
	return text + "}\n"
}

// Replaces reports whether a cell declares anew, or takes away, what the scope has.
func (s Scope) Replaces(c *Cell) bool {
	return slices.ContainsFunc(c.Imports, func(i Import) bool {
		return slices.ContainsFunc(s.imports, func(old placed[Import]) bool { return old.it.Key() == i.Key() && old.it.Path != i.Path })
	}) || slices.ContainsFunc(c.Decls, func(d Decl) bool {
		return slices.ContainsFunc(s.decls, func(old placed[Decl]) bool { return d.replaces(old.it) })
	})
}
