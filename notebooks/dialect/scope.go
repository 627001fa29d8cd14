package dialect

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"
)

// Scope holds the declarations that are valid after a sequence of cells. The zero Scope is the
// scope of a kernel that has just started. Scopes are immutable, so a cell that does not compile
// changes nothing.
type Scope struct {
	Imports []Import // imports in the scope, sorted by [Import.Key]
	Decls   []Decl   // declarations in the scope, sorted by kind and then by first name, as GoNB does
}

// With returns the scope after the given cell. First, the cell's %reset and %rm commands remove
// declarations. Then the cell's declarations replace earlier declarations of the same names. The
// argument number is the number of the cell.
//
// Redeclaring one constant of a block, or one of several variables declared with a single call,
// replaces only that name. In the old declaration, the name becomes the blank identifier.
func (s Scope) With(number int, c *Cell) Scope {
	next := Scope{slices.Clone(s.Imports), slices.Clone(s.Decls)}
	for _, command := range c.Commands {
		next = next.after(command)
	}
	next.Decls = slices.DeleteFunc(next.Decls, isBefore)
	for _, name := range c.Before {
		if i := slices.IndexFunc(next.Decls, func(d Decl) bool { return d.Kind == token.VAR && d.has([]string{name}) }); i >= 0 {
			next.Decls = append(next.Decls, next.Decls[i].before(name))
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
		next.Decls = append(less(next.Decls, func(old Decl) bool { return old.Cell != number && (old.Kind == d.Kind || c.Mixed) }, d.Names), d)
	}
	slices.SortStableFunc(next.Imports, func(a, b Import) int {
		if a.Path == "C" && b.Path == "C" {
			return 0 // import "C" keeps its place
		}
		return cmp.Compare(a.Key(), b.Key())
	})
	slices.SortStableFunc(next.Decls, func(a, b Decl) int {
		return cmp.Or(cmp.Compare(order(a.Kind), order(b.Kind)), cmp.Compare(a.Names[0], b.Names[0]))
	})
	return next
}

// after returns the scope after a command, which may remove declarations.
func (s Scope) after(command Command) Scope {
	switch words := command.Words(); {
	case command.Shell:
	case words[0] == "reset" && len(words) == 1:
		return Scope{}
	case words[0] == "rm" || words[0] == "remove":
		for _, name := range words[1:] {
			s, _ = s.Without(name)
		}
	}
	return s
}

// order returns the position of a kind of declaration in GoNB's programs. Go initializes
// independent variables in source order.
func order(kind token.Token) int {
	return slices.Index([]token.Token{token.TYPE, token.CONST, token.VAR, token.FUNC}, kind)
}

// less removes names from the declarations that match.
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

// before returns a declaration of one variable under its name with the prefix [Before]; its other
// names become blank.
func (d Decl) before(name string) Decl {
	others := slices.DeleteFunc(slices.Clone(d.Names), func(other string) bool { return other == name })
	d = less([]Decl{d}, func(Decl) bool { return true }, others)[0]
	i := slices.Index(d.Names, name)
	d.Names, d.Text = slices.Clone(d.Names), d.Text[:d.at[i]]+Before+d.Text[d.at[i]:]
	d.Names[i] = Before + name
	return d
}

func isBefore(d Decl) bool {
	return slices.ContainsFunc(d.Names, func(name string) bool { return strings.HasPrefix(name, Before) })
}

// Joined returns the scope for several cells that share a program. The arguments first and last are
// the scopes after the first and the last of these cells. The result is the scope last, with the
// variables added from the scope first whose names have the prefix [Before].
func Joined(first, last Scope) Scope {
	if !slices.ContainsFunc(last.Decls, isBefore) {
		for _, d := range first.Decls {
			if isBefore(d) {
				last.Decls = append(slices.Clip(last.Decls), d)
			}
		}
	}
	return last
}

// has reports whether the declaration contains one of the names.
func (d Decl) has(names []string) bool {
	return slices.ContainsFunc(d.Names, func(name string) bool { return name != "_" && slices.Contains(names, name) })
}

// Without returns the scope without the import or declaration of the given name. If both exist, it
// removes the import. The name of a method is Type~Method. The second result is the kind of the
// removed declaration, such as "func", or "" if the scope does not contain the name.
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

// Head is the first line of the result of [Scope.Text].
const Head = "package main\n"

// Text returns the declarations as the beginning of a Go file in package main. It adds line
// directives, so that compilers report positions in the form cell[N]:LINE:COLUMN.
func (s Scope) Text() string {
	var b strings.Builder
	b.WriteString(Head)
	c, isC := "", false // C code with line directives for the C compiler
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

// Program returns the source of the program that runs a cell. The program consists of the
// declarations in the scope, which must include the cell's own declarations, and the cell's main.
// The argument number is the number of the cell. Some imports may be unused, and imports from the
// standard library may be missing.
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

// Replaces reports whether the cell redeclares a name that is declared in the scope.
func (s Scope) Replaces(c *Cell) bool {
	return slices.ContainsFunc(c.Imports, func(i Import) bool {
		return slices.ContainsFunc(s.Imports, func(old Import) bool { return old.Key() == i.Key() && old.Path != i.Path })
	}) || slices.ContainsFunc(c.Decls, func(d Decl) bool {
		return slices.ContainsFunc(s.Decls, func(old Decl) bool { return (old.Kind == d.Kind || c.Mixed) && old.has(d.Names) })
	})
}
