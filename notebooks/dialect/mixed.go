package dialect

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// Before is the prefix that marks the name of an earlier declaration. If a cell uses a variable of
// an earlier cell and redeclares it further down, the statements above the redeclaration refer to
// the earlier variable by its name with this prefix.
const Before = "puzzlelab_before_"

// piece is a declaration or a statement of a cell, with the semicolon that ends it.
type piece struct {
	from, to int
	declares bool // whether it is valid for the whole cell: an import, constant, type, function or method
}

// pieces splits the Go code of a cell without a marker at the ends of its declarations and
// statements. If a bracket is missing, the last piece contains everything that follows. mixed
// reports whether there are statements.
func pieces(text string) (list []piece, mixed bool, err error) {
	s := splitter{text: text, file: token.NewFileSet().AddFile("", -1, len(text))}
	var in scanner.Scanner
	in.Init(s.file, []byte(text), func(token.Position, string) {}, 0)
	for {
		pos, t, literal := in.Scan()
		inside := len(s.open) > 0
		err := s.match(pos, t)
		switch {
		case err != nil || t == token.EOF:
			s.end(len(text))
			return s.list, s.mixed, err
		case inside:
		case t == token.SEMICOLON:
			s.end(s.file.Offset(pos) + strings.Count(literal, ";")) // or the end of a line
		default:
			if s.now == nil {
				s.from = s.file.Offset(pos)
			}
			s.now = append(s.now, t)
		}
	}
}

// splitter splits the Go code of a cell into pieces.
type splitter struct {
	text    string
	file    *token.File
	open    []token.Pos   // brackets that are not closed yet
	closers []token.Token // that close them
	now     []token.Token // tokens of the current piece, outside brackets
	from    int           // where it begins
	list    []piece
	mixed   bool // there are statements
}

// closers maps the brackets that open to those that close.
var closers = map[token.Token]token.Token{token.LPAREN: token.RPAREN, token.LBRACK: token.RBRACK, token.LBRACE: token.RBRACE}

// match opens or closes a bracket. It returns an error for brackets that do not match.
func (s *splitter) match(pos token.Pos, t token.Token) error {
	if closers[t] != token.ILLEGAL {
		s.open, s.closers = append(s.open, pos), append(s.closers, closers[t])
		return nil
	}
	closes, last := slices.Contains([]token.Token{token.RPAREN, token.RBRACK, token.RBRACE}, t), len(s.open)-1
	switch {
	case closes && last < 0:
		return s.wrong(pos, "%v closes nothing", t)
	case last >= 0 && (closes || t == token.EOF) && t != s.closers[last]:
		return s.wrong(s.open[last], "%c %s: a %s is missing", s.text[s.file.Offset(s.open[last])], notClosed, s.closers[last])
	case closes:
		s.open, s.closers = s.open[:last], s.closers[:last]
	}
	return nil
}

func (s *splitter) wrong(at token.Pos, format string, args ...any) error {
	p := s.file.Position(at)
	return scanner.ErrorList{{Pos: token.Position{Line: p.Line, Column: p.Column}, Msg: fmt.Sprintf(format, args...)}}
}

// end ends the current piece.
func (s *splitter) end(to int) {
	if s.now == nil {
		return
	}
	p := piece{s.from, to, declaring(s.now)}
	above := strings.LastIndexByte(strings.TrimRight(s.text[:s.from], "\n"), '\n') + 1
	if s.now[0] == token.VAR && strings.HasPrefix(s.text[above:], "//go:embed ") {
		p.from, p.declares = above, true
	}
	s.list, s.mixed = append(s.list, p), s.mixed || !p.declares && s.now[0] != token.VAR
	s.now = nil
}

// notClosed is the error text for a bracket that is not closed.
const notClosed = "is not closed"

// declaring reports whether tokens form a declaration that is valid for the whole cell. The tokens
// do not include those inside brackets.
func declaring(tokens []token.Token) bool {
	begins := func(with ...token.Token) bool {
		return len(tokens) >= len(with) && slices.Equal(tokens[:len(with)], with)
	}
	return slices.Contains([]token.Token{token.IMPORT, token.CONST, token.TYPE}, tokens[0]) ||
		begins(token.FUNC, token.IDENT) || begins(token.FUNC, token.LPAREN, token.IDENT, token.LPAREN)
}

// mix parses a cell with statements among its declarations. failed is the error to return if there
// are no statements. The statements become Main. Variables that they declare are declared outside
// Main, where functions and later cells find them, and get their values in Main.
func (c *Cell) mix(text string, failed error) error {
	list, mixes, err := pieces(text)
	switch {
	case err != nil && strings.Contains(failed.Error(), "expected declaration"):
		return err
	case err != nil || !mixes:
		return failed
	}
	declared, statements := sides(text, list)
	if err := c.parse(string(declared)); err != nil {
		return err
	}
	if c.Main != nil {
		return scanner.ErrorList{{Pos: token.Position{Line: c.Main.Line, Column: c.Main.Column}, Msg: "func main beside statements, which are the program of the cell"}}
	}
	m := &mixed{cell: c, fset: token.NewFileSet(), texts: [2][]byte{statements, slices.Clone(statements)}, makes: map[string]bool{}}
	file, err := parser.ParseFile(m.fset, "", Head+mainOpens+string(statements)+"\n}", parser.ParseComments)
	if err != nil {
		explain(err, mainOpens)
		return err
	}
	return m.read(file)
}

// sides returns the declarations and the statements in a text, each at its original position.
func sides(text string, list []piece) (declared, statements []byte) {
	declared, statements = []byte(text), []byte(text)
	for _, p := range list {
		if p.declares {
			blank(statements[p.from:p.to])
		} else {
			blank(declared[p.from:p.to])
		}
	}
	return declared, statements
}

// blank overwrites text with spaces.
func blank(text []byte) {
	for i, b := range text {
		if b != '\n' {
			text[i] = ' '
		}
	}
}

// mixed holds the statements of a cell.
type mixed struct {
	cell  *Cell
	fset  *token.FileSet
	texts [2][]byte       // texts for the declarations and for Main
	makes map[string]bool // names that the statements declare
	early []*ast.Ident    // identifiers that refer to variables of earlier cells
}

func (m *mixed) place(pos token.Pos) token.Position { return inCell(m.fset.Position(pos), mainOpens) }

// offset returns the offset of a position in the texts.
func (m *mixed) offset(pos token.Pos) int {
	return m.fset.Position(pos).Offset - len(Head+mainOpens)
}

// blank overwrites the text between two positions with spaces.
func (m *mixed) blank(text []byte, from, to token.Pos) { blank(text[m.offset(from):m.offset(to)]) }

// cut returns a part of a text, in which the names of variables of earlier cells get the prefix
// [Before].
func (m *mixed) cut(text []byte, from, to int) string {
	var b strings.Builder
	for _, name := range m.early {
		if at := m.offset(name.Pos()); from <= at && at < to {
			end := m.place(name.End())
			fmt.Fprintf(&b, "%s%s%s/*line :%d:%d*/", text[from:at], Before, name.Name, end.Line, end.Column)
			from = at + len(name.Name)
		}
	}
	return b.String() + string(text[from:to])
}

func (m *mixed) code(from, to token.Pos) Code {
	p := m.place(from)
	return Code{m.cut(m.texts[0], m.offset(from), m.offset(to)), p.Line, p.Column}
}

// read analyzes the function that contains the statements.
func (m *mixed) read(file *ast.File) error {
	body := file.Decls[0].(*ast.FuncDecl).Body
	var specs []*ast.ValueSpec
	for _, s := range body.List {
		switch s := s.(type) {
		case *ast.AssignStmt:
			defined, err := m.defines(s)
			if err != nil {
				return err
			}
			specs = append(specs, defined...)
		case *ast.DeclStmt:
			specs = append(specs, m.declares(s.Decl.(*ast.GenDecl))...)
		}
	}
	recursive := map[*ast.ValueSpec]bool{}
	for _, name := range file.Unresolved { // at its position
		at := slices.IndexFunc(specs, func(s *ast.ValueSpec) bool {
			return isFunction(s) && s.Names[0].Name == name.Name && s.Pos() < name.Pos() && name.Pos() < s.End()
		})
		if at >= 0 {
			recursive[specs[at]] = true
		} else if m.makes[name.Name] {
			m.early, m.cell.Before = append(m.early, name), append(m.cell.Before, name.Name)
		}
	}
	for _, spec := range specs {
		p := m.place(spec.Pos())
		directive := fmt.Sprintf("/*line :%d:%d*/", p.Line, p.Column)
		text := m.code(spec.Pos(), spec.End())
		text.Text = directive + text.Text
		m.cell.values(token.VAR, keyword("var", text), spec.Pos()-token.Pos(len("var "+directive)), spec)
		if isFunction(spec) && !recursive[spec] { // a function literal is the same whenever it is evaluated
			m.blank(m.texts[1], spec.Pos(), spec.End())
			continue
		}
		m.cell.Decls[len(m.cell.Decls)-1].Late = len(spec.Values) > 0
	}
	m.cell.Decls = slices.DeleteFunc(m.cell.Decls, func(d Decl) bool {
		return d.Late && !slices.ContainsFunc(d.Names, func(name string) bool { return name != "_" })
	})
	slices.Sort(m.cell.Before)
	m.cell.Before = slices.Compact(m.cell.Before)
	m.cell.Mixed = true
	if text := m.cut(m.texts[1], 0, len(m.texts[1])); strings.TrimSpace(text) != "" {
		m.cell.Main = &Code{Text: text, Line: 1, Column: 1}
	}
	m.cell.last(body, m.code)
	if last := m.cell.Last; last != nil {
		last.Offset = len(m.cut(m.texts[1], 0, m.offset(body.List[len(body.List)-1].Pos())))
	}
	return nil
}

// isFunction reports whether the value of a variable is a function literal.
func isFunction(s *ast.ValueSpec) bool {
	if len(s.Names) != 1 || len(s.Values) != 1 {
		return false
	}
	_, is := s.Values[0].(*ast.FuncLit)
	return is
}

// defines changes a statement with := to an assignment, and returns what it declares, with blank
// names for variables that the cell has declared above. It returns nil for other statements.
func (m *mixed) defines(s *ast.AssignStmt) ([]*ast.ValueSpec, error) {
	spec := &ast.ValueSpec{Values: s.Rhs}
	again := true
	for _, x := range s.Lhs {
		name, ok := x.(*ast.Ident)
		if s.Tok != token.DEFINE || !ok {
			return nil, nil
		}
		spec.Names = append(spec.Names, name)
		again = again && (name.Name == "_" || m.makes[name.Name])
	}
	p := m.place(s.TokPos)
	if again {
		return nil, scanner.ErrorList{{Pos: token.Position{Line: p.Line, Column: p.Column}, Msg: "no new variables on left side of := (the cell has declared them above: write =)"}}
	}
	for _, text := range m.texts {
		text[m.offset(s.TokPos)] = ' '
	}
	for _, name := range spec.Names {
		if m.makes[name.Name] {
			m.blank(m.texts[0], name.Pos(), name.End())
			m.texts[0][m.offset(name.Pos())] = '_'
			name.Name = "_"
		} else if name.Name != "_" {
			m.makes[name.Name] = true
		}
	}
	return []*ast.ValueSpec{spec}, nil
}

// declares changes declarations with values to assignments, and removes those without.
func (m *mixed) declares(d *ast.GenDecl) (specs []*ast.ValueSpec) {
	text := m.texts[1]
	m.blank(text, d.Pos(), d.Pos()+token.Pos(len("var")))
	if d.Lparen.IsValid() {
		m.blank(text, d.Lparen, d.Lparen+1)
		m.blank(text, d.Rparen, d.Rparen+1)
	}
	for _, spec := range d.Specs {
		spec := spec.(*ast.ValueSpec)
		switch {
		case len(spec.Values) == 0:
			m.blank(text, spec.Pos(), spec.End())
		case spec.Type != nil:
			m.blank(text, spec.Type.Pos(), spec.Type.End())
		}
		for _, name := range spec.Names {
			m.makes[name.Name] = name.Name != "_"
		}
		specs = append(specs, spec)
	}
	return specs
}

// Type sets the types of variables that statements of main initialize. The argument types maps
// names to types. An empty type means that later cells cannot use the variable. Declarations of
// variables that are not in types do not change.
func (c *Cell) Type(types map[string]string) {
	var decls []Decl
	for _, d := range c.Decls {
		if !d.Late || slices.ContainsFunc(d.Names, func(name string) bool { _, known := types[name]; return !known && name != "_" }) {
			decls = append(decls, d)
			continue
		}
		for _, name := range d.Names {
			if types[name] != "" {
				decls = append(decls, Decl{Kind: token.VAR, Names: []string{name}, Code: keyword("var", Code{name + " " + types[name], d.Line, d.Column}), Late: true, at: []int{len("var ")}})
			}
		}
	}
	c.Decls = decls
}
