package dialect

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"
)

// Scope is what is declared after some cells. The zero Scope is that of a kernel
// that has just begun. A Scope does not change: a cell that does not compile leaves
// what was there before.
type Scope struct {
	Imports []Import // by key
	Decls   []Decl   // by kind and first name, as GoNB writes them
}

// With returns the scope after the cell with that number: what its %reset and %rm
// take away goes first, then what it declares replaces what it redeclares.
//
// What is declared together, as the constants of a block and the variables of one call, is replaced name by name: a
// blank takes the place of each.
func (s Scope) With(number int, c *Cell) Scope {
	next := Scope{slices.Clone(s.Imports), slices.Clone(s.Decls)}
	for _, command := range c.Commands {
		switch words := command.Words(); {
		case command.Shell:
		case words[0] == "reset" && len(words) == 1:
			next = Scope{}
		case words[0] == "rm" || words[0] == "remove":
			for _, name := range words[1:] {
				next, _ = next.Without(name)
			}
		}
	}
	for _, i := range c.Imports {
		if slices.ContainsFunc(next.Imports, func(old Import) bool { return old.Key() == i.Key() && old.Path == i.Path }) {
			continue
		}
		i.Cell = number
		next.Imports = append(slices.DeleteFunc(next.Imports, func(old Import) bool { return old.Key() == i.Key() }), i)
	}
	for _, d := range c.Decls {
		d.Cell = number
		next.Decls = append(less(next.Decls, func(old Decl) bool { return old.Cell != number && old.Kind == d.Kind }, d.Names), d)
	}
	slices.SortStableFunc(next.Imports, func(a, b Import) int {
		if a.Path == "C" && b.Path == "C" {
			return 0 // what is written in C keeps its order
		}
		return cmp.Compare(a.Key(), b.Key())
	})
	slices.SortStableFunc(next.Decls, func(a, b Decl) int {
		return cmp.Or(cmp.Compare(order(a.Kind), order(b.Kind)), cmp.Compare(a.Names[0], b.Names[0]))
	})
	return next
}

// order is that in which GoNB writes declarations, which decides in which order
// variables without a need for each other are initialised.
func order(kind token.Token) int {
	return slices.Index([]token.Token{token.TYPE, token.CONST, token.VAR, token.FUNC}, kind)
}

// less returns declarations without some names of those that match.
func less(decls []Decl, match func(Decl) bool, names []string) (rest []Decl) {
	for _, d := range decls {
		if !match(d) || !d.has(names) {
			rest = append(rest, d)
			continue
		}
		d.Names = slices.Clone(d.Names)
		left, text := false, []byte(d.Text)
		for i, name := range d.Names {
			if slices.Contains(names, name) {
				d.Names[i] = "_"
			}
			if d.Names[i] != "_" {
				left = true
			} else if d.at != nil {
				copy(text[d.at[i]:], "_"+strings.Repeat(" ", len(name)-1))
			}
		}
		if d.Text = string(text); left {
			rest = append(rest, d)
		}
	}
	return rest
}

// has reports whether one of some names is declared.
func (d Decl) has(names []string) bool {
	return slices.ContainsFunc(d.Names, func(name string) bool { return name != "_" && slices.Contains(names, name) })
}

// Without returns the scope without a name: of an import, or else of a declaration. A method is
// called Type~Method. What went is told in a word, "" if nothing has the name.
func (s Scope) Without(name string) (Scope, string) {
	name = strings.ReplaceAll(name, "~", ".")
	called := func(i Import) bool { return i.Key() == name || i.Path == name && name == "C" }
	if slices.ContainsFunc(s.Imports, called) {
		return Scope{slices.DeleteFunc(slices.Clone(s.Imports), called), s.Decls}, "import"
	}
	for _, kind := range []token.Token{token.CONST, token.TYPE, token.VAR, token.FUNC} {
		match := func(d Decl) bool { return d.Kind == kind }
		if slices.ContainsFunc(s.Decls, func(d Decl) bool { return match(d) && d.has([]string{name}) }) {
			return Scope{s.Imports, less(s.Decls, match, []string{name})}, kind.String()
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
	c, isC := "", false // all that is written in C, with places as its compiler reads them
	for _, i := range s.Imports {
		if isC = isC || i.Path == "C"; i.Path == "C" {
			if i.Doc != "" {
				c += fmt.Sprintf("//#line %d \"cell[%d]\"\n%s\n", i.Line, i.Cell, i.Doc)
			}
			continue
		}
		fmt.Fprintf(&b, "//line cell[%d]:%d:1\nimport %s %q\n", i.Cell, i.Line, i.Name, i.Path)
	}
	if isC {
		b.WriteString("\n" + c + "import \"C\"\n")
	}
	for _, d := range s.Decls {
		fmt.Fprintf(&b, "//line cell[%d]:%d:%d\n%s\n", d.Cell, d.Line, d.Column, d.Text)
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
		return slices.ContainsFunc(s.Imports, func(old Import) bool { return old.Key() == i.Key() && old.Path != i.Path })
	}) || slices.ContainsFunc(c.Decls, func(d Decl) bool {
		return slices.ContainsFunc(s.Decls, func(old Decl) bool { return old.Kind == d.Kind && old.has(d.Names) })
	})
}
