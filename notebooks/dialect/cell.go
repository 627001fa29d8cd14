package dialect

import (
	"cmp"
	"errors"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// Cell is a parsed code cell of a notebook.
type Cell struct {
	Magic    []string  // words of the first line, such as "%%bash", if the cell is in another language; nil for Go
	Input    string    // lines after the first line, if the cell is in another language
	Commands []Command // commands of the cell, in order
	Hidden   []int     // numbers of lines that cannot be in the middle of a Go file: commands, package clauses and build constraints
	Build    *Code     // //go:build or //go:debug line at the top of the cell; nil if there is none
	Opens    int       // number of the line with the marker %% or %main, counted from 1; 0 if there is none
	Imports  []Import
	Decls    []Decl
	Groups   []Group  // positions of the imports, of the declarations and of main in the source
	Main     *Code    // statements to run; nil if there are none
	Mixed    bool     // whether the cell mixes statements with declarations, without a marker such as %%
	Before   []string // variables of earlier cells that this cell uses before it redeclares them
	Last     *Last    // last statement of Main if it is an expression, otherwise nil
	Ended    []string // names declared by statements after %%; later cells cannot use them
	Args     []string // command-line arguments of the program, from %%, %main, %args or %exec
	Exec     string   // name of the function to run, from %exec; "" if there is no %exec
}

// Empty reports whether the cell contains no Go code, so that nothing has to be compiled.
func (c *Cell) Empty() bool {
	return len(c.Imports) == 0 && len(c.Decls) == 0 && c.Main == nil && c.Exec == ""
}

// Runs returns the first word of the cell's first command, such as "%%bash", "!ls" or "%env". It
// returns "" if the cell has no commands.
func (c *Cell) Runs() string {
	switch {
	case c.Magic != nil:
		return c.Magic[0]
	case len(c.Commands) == 0:
		return ""
	case c.Commands[0].Shell:
		return "!" + strings.Fields(c.Commands[0].Text + " ")[0]
	}
	return "%" + c.Commands[0].Words()[0]
}

// Command is a line that begins with % or !, together with its continuation lines.
type Command struct {
	Line  int
	Shell bool   // whether the line begins with ! instead of %
	Text  string // text of the command without the leading % or !
}

// Words splits the command at spaces. Double quotes enclose words with spaces. Inside quotes, \n,
// \t and \" have the same meaning as in Go.
func (c Command) Words() []string { return words(c.Text) }

// Group is the position of a declaration in the source. Names that are declared together share a
// Group.
type Group struct {
	From, To int // From is the first line of the declaration, and To is its last line, counted from 1.
	Imports  []Import
	Names    []string // names that are declared, except init functions
}

// Code is a piece of Go source with its position in the cell.
type Code struct {
	Text         string
	Line, Column int
}

// Last describes the last statement of a cell that ends with an expression.
type Last struct {
	Code
	Offset int  // byte offset of the expression in the text of [Cell.Main]
	Call   bool // whether the expression is a function call, which may not return a value
}

// Import is one import in a cell.
type Import struct {
	Name string // explicit name of the import; "" if there is none
	Path string
	Doc  string // C code in the comment above import "C"; "" for other imports
	Line int    // first line of Doc, or the line of the import if Doc is ""
	Cell int    // number of the cell that contains the import; only set in a [Scope]
}

// String returns the import spec as Go source, without the import keyword.
func (i Import) String() string { return strings.TrimSpace(i.Name + " " + strconv.Quote(i.Path)) }

// Key returns the name that cells use to refer to the package: the explicit name, or the last
// element of the path. Dot imports, blank imports and import "C" have no such name; each has its
// own key.
func (i Import) Key() string {
	switch i.Name {
	case "":
		if i.Path == "C" {
			return "C" + i.Doc
		}
		return i.Path[strings.LastIndexByte(i.Path, '/')+1:]
	case ".", "_":
		return i.Name + " " + i.Path
	}
	return i.Name
}

// Decl is a declaration of one or more names.
type Decl struct {
	Kind  token.Token // token.VAR, token.CONST, token.TYPE or token.FUNC
	Names []string    // declared names: "Type.Method" for a method, and "_" for a name that has been redeclared since
	Code              // source including the keyword; functions and go:embed variables keep their comments
	Late  bool        // whether statements of main, not the declaration itself, assign the variables' initial values
	Cell  int         // number of the cell that contains the declaration; only set in a [Scope]

	at []int // for variables and constants: offsets of the names in the text
}

// magics are the first words of cells in other languages.
var magics = []string{"%%writefile", "%%script", "%%bash", "%%sh", "%%gx"}

// prefix in front of a command makes it a comment for other tools.
const prefix = "//gonb:"

// Asks reports whether a cell asks for help, as in "?fmt.Println" or "fmt.Println?". If so, name is
// the name or command that the cell asks about.
func Asks(source string) (name string, asks bool) {
	source = strings.TrimSpace(source)
	name = strings.TrimSpace(strings.Trim(source, "?"))
	return name, name != source && !strings.ContainsAny(name, "\n\"`'/!")
}

// Parse parses the source of a code cell. Errors are of type [scanner.ErrorList]. Their positions
// have no file name.
func Parse(source string) (*Cell, error) {
	lines := strings.Split(strings.ReplaceAll(source, "\r\n", "\n"), "\n")
	c := &Cell{}
	if first := words(strings.TrimPrefix(lines[0], prefix)); len(first) > 0 && slices.Contains(magics, first[0]) {
		c.Magic, c.Input = first, strings.Join(lines[1:], "\n")
		return c, nil
	}
	ends, err := c.strip(lines)
	if err != nil {
		return nil, err
	}
	text := strings.Join(lines, "\n")
	if ends {
		return c, c.parse(text + "\n}")
	}
	if err = c.parse(text); err != nil {
		err = c.mix(text, err)
	}
	return c, err
}

// strip removes commands from the lines, so that only Go remains. ends reports whether the closing
// brace of main is missing.
func (c *Cell) strip(lines []string) (ends bool, err error) {
	above := false // there is Go above this line
	for i := 0; i < len(lines); i++ {
		line := strings.TrimPrefix(lines[i], prefix)
		if len(line) < 2 || line[0] != '%' && line[0] != '!' {
			above = c.hide(lines, i, above) || above
			continue
		}
		at, shell := i, line[0] == '!'
		text := ""
		for goesOn := true; goesOn && i < len(lines); i++ {
			line, goesOn = strings.CutSuffix(strings.TrimPrefix(lines[i], prefix), `\`)
			if text += line; goesOn {
				text += " "
			}
			lines[i] = ""
			c.Hidden = append(c.Hidden, i+1)
		}
		i-- // the last line of the command
		begins, err := c.configure(Command{Line: at + 1, Shell: shell, Text: strings.TrimLeft(text[1:], " \t")})
		switch {
		case err != nil:
			return ends, err
		case begins && ends:
			return ends, wrong(at+1, "a second %% in one cell")
		case begins:
			lines[at], ends, c.Opens = mainOpens, true, at+1
		}
	}
	return ends, nil
}

// hide records a line that is not shown as Go: a package clause, or a directive for the build. It
// reports whether the line is Go. above reports whether there is Go above.
func (c *Cell) hide(lines []string, i int, above bool) bool {
	switch text := strings.TrimSpace(lines[i]); {
	case strings.HasPrefix(lines[i], "package"):
		lines[i] = ""
		c.Hidden = append(c.Hidden, i+1)
	case constraint.IsGoBuild(text) || constraint.IsPlusBuild(text) || strings.HasPrefix(text, "//go:debug "):
		c.Hidden = append(c.Hidden, i+1)
		if c.Build == nil && !above && !constraint.IsPlusBuild(text) {
			c.Build = &Code{text, i + 1, 1}
		}
	default:
		return text != "" && !strings.HasPrefix(text, "//")
	}
	return false
}

// Declarations returns the Go declarations in a cell, even if the cell contains errors. It replaces
// commands and statements with empty lines, so that line numbers stay the same, and omits
// everything after %%. A statement that defines a single variable counts as a declaration.
func Declarations(source string) string {
	lines := strings.Split(source, "\n")
	_, _ = new(Cell).strip(lines)
	if main := slices.Index(lines, mainOpens); main >= 0 {
		lines = lines[:main]
	}
	text := strings.Join(lines, "\n")
	list, mixed, _ := pieces(text)
	if !mixed {
		return text
	}
	declared, _ := sides(text, list)
	for _, p := range slices.Backward(list) {
		if made := defines().FindStringSubmatch(text[p.from:p.to]); made != nil {
			declared = slices.Replace(declared, p.from, p.to, []byte("var "+made[1]+" ="+made[2])...)
		} else if strings.HasPrefix(text[p.from:], "var") {
			copy(declared[p.from:], text[p.from:p.to])
		}
	}
	return string(declared)
}

// defines matches a statement that defines one variable.
var defines = lazy.Regexp(`(?s)^([\pL_][\pL_\d]*) *:=(.*)`)

// mainOpens is the line that replaces %%.
const mainOpens = "func main() {"

// Go converts the Go code of a cell to three consecutive pieces of a Go file: front, text and
// behind. A line has the same number in text as in the cell. The cell may be incomplete, because
// behind closes open brackets. If the cell mixes statements with declarations, text contains only
// the kind that is on the given line, counted from 0. The other kind is in behind.
func Go(source string, line int) (front, text, behind string) {
	lines := strings.Split(source, "\n")
	ends, _ := new(Cell).strip(lines)
	text = strings.Join(lines, "\n")
	list, mixed, _ := pieces(text)
	after := ""
	if !ends && (mixed || len(list) == 0) {
		at := len(strings.Join(lines[:min(line+1, len(lines))], "\n")) // end of the cursor's line
		i := slices.IndexFunc(list, func(p piece) bool { return at <= p.to })
		declared, statements := sides(text, list)
		if i >= 0 && list[i].declares && list[i].from < at {
			text = string(declared)
			if c, err := Parse(string(statements)); err == nil {
				for _, d := range c.Decls {
					after += d.Text + "\n"
				}
			}
		} else {
			front, text, after = mainOpens+"\n", string(statements), string(declared)
		}
	}
	var s scanner.Scanner
	all := []byte(front + text)
	s.Init(token.NewFileSet().AddFile("", -1, len(all)), all, func(token.Position, string) {}, 0)
	for {
		switch _, t, _ := s.Scan(); t {
		case token.EOF:
			return front, text, behind + "\n" + after
		case token.LBRACE:
			behind = "\n}" + behind
		case token.LPAREN, token.LBRACK:
			behind = closers[t].String() + behind
		case token.RBRACE, token.RPAREN, token.RBRACK:
			behind = strings.TrimPrefix(behind, "\n")
			behind = behind[min(1, len(behind)):]
		}
	}
}

// wrong returns an error about a line.
func wrong(line int, what string) error {
	return scanner.ErrorList{{Pos: token.Position{Line: line, Column: 1}, Msg: what}}
}

// configure executes a command that configures the cell, and keeps all other commands for later.
// main reports whether the command begins the body of main.
func (c *Cell) configure(command Command) (main bool, err error) {
	if command.Text == "" {
		return false, nil
	}
	if command.Shell {
		c.Commands = append(c.Commands, command)
		return false, nil
	}
	words := command.Words()
	switch words[0] {
	case "%", "main", "args":
		c.Args = words[1:]
		return words[0] != "args", nil
	case "exec":
		if len(words) < 2 {
			return false, wrong(command.Line, "%exec needs the name of a function")
		}
		c.Exec, c.Args = words[1], words[2:]
	case "%time", "%prun":
		command.Text = command.Text[1:]
		fallthrough
	default:
		c.Commands = append(c.Commands, command)
	}
	return false, nil
}

// parse parses the Go code of a cell that has only declarations.
func (c *Cell) parse(text string) error {
	text = Head + text
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		explain(err, "")
		return err
	}
	place := func(pos token.Pos) token.Position { return inCell(fset.Position(pos), "") }
	code := func(from, to token.Pos) Code {
		p := place(from)
		return Code{Text: text[p.Offset:fset.Position(to).Offset], Line: p.Line, Column: p.Column}
	}
	for _, d := range file.Decls {
		imports, decls := len(c.Imports), len(c.Decls)
		c.declare(d, code)
		g := Group{From: place(d.Pos()).Line, To: place(d.End()).Line, Imports: c.Imports[imports:]}
		for _, decl := range c.Decls[decls:] {
			g.Names = append(g.Names, decl.Names...)
		}
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
			g.Names = slices.DeleteFunc([]string{f.Name.Name}, func(name string) bool { return name == "init" })
		}
		c.Groups = append(c.Groups, g)
	}
	return nil
}

// inCell corrects a position for the text inserted in front of the cell.
func inCell(p token.Position, front string) token.Position {
	if p.Line--; p.Line == 1 {
		p.Column = max(1, p.Column-len(front))
	}
	return p
}

// explain corrects the positions of errors.
func explain(err error, front string) {
	list, _ := errors.AsType[scanner.ErrorList](err)
	for _, e := range list {
		e.Pos = inCell(e.Pos, front)
	}
}

// declare adds a declaration to the cell.
func (c *Cell) declare(d ast.Decl, code func(from, to token.Pos) Code) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil && d.Name.Name == "main" && d.Body != nil {
			c.Main = new(code(d.Body.Lbrace+1, d.Body.Rbrace))
			c.last(d.Body, code)
			for _, s := range d.Body.List {
				c.Ended = append(c.Ended, declaredIn(s)...)
			}
			return
		}
		from := d.Pos()
		if d.Doc != nil {
			from = d.Doc.Pos()
		}
		c.Decls = append(c.Decls, Decl{Kind: token.FUNC, Names: []string{functionName(d)}, Code: code(from, d.End())})
	case *ast.GenDecl:
		if d.Tok == token.CONST {
			c.values(token.CONST, code(d.Pos(), d.End()), d.Pos(), d.Specs...)
			return
		}
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.ImportSpec:
				c.Imports = append(c.Imports, importOf(spec, cmp.Or(spec.Doc, d.Doc), code))
			case *ast.TypeSpec:
				c.Decls = append(c.Decls, Decl{Kind: token.TYPE, Names: []string{spec.Name.Name}, Code: keyword("type", code(spec.Pos(), spec.End()))})
			case *ast.ValueSpec:
				c.variables(spec, cmp.Or(spec.Doc, d.Doc), code)
			}
		}
	}
}

// importOf returns an import, which has its comment if it imports C.
func importOf(spec *ast.ImportSpec, doc *ast.CommentGroup, code func(from, to token.Pos) Code) Import {
	i := Import{Path: strings.Trim(spec.Path.Value, "\"`"), Line: code(spec.Pos(), spec.End()).Line}
	if spec.Name != nil {
		i.Name = spec.Name.Name
	}
	if i.Path == "C" && doc != nil {
		at := code(doc.Pos(), doc.End())
		i.Doc, i.Line = at.Text, at.Line
	}
	return i
}

// declaredIn returns the names that a statement declares for the statements below it.
func declaredIn(s ast.Stmt) (names []string) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, x := range s.Lhs {
			if name, ok := x.(*ast.Ident); ok && s.Tok == token.DEFINE {
				names = append(names, name.Name)
			}
		}
	case *ast.DeclStmt:
		for _, spec := range s.Decl.(*ast.GenDecl).Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					names = append(names, name.Name)
				}
			case *ast.TypeSpec:
				names = append(names, spec.Name.Name)
			}
		}
	}
	return names
}

// values adds variables or constants that are declared together. from is where their text begins.
func (c *Cell) values(kind token.Token, text Code, from token.Pos, specs ...ast.Spec) {
	d := Decl{Kind: kind, Code: text}
	for _, spec := range specs {
		for _, name := range spec.(*ast.ValueSpec).Names {
			d.Names, d.at = append(d.Names, name.Name), append(d.at, int(name.Pos()-from))
		}
	}
	if len(d.Names) > 0 { // an empty const () declares nothing
		c.Decls = append(c.Decls, d)
	}
}

// last sets Last if the last statement of main is an expression.
func (c *Cell) last(main *ast.BlockStmt, code func(from, to token.Pos) Code) {
	if len(main.List) == 0 {
		return
	}
	s, ok := main.List[len(main.List)-1].(*ast.ExprStmt)
	if !ok {
		return
	}
	_, call := ast.Unparen(s.X).(*ast.CallExpr)
	c.Last = &Last{Code: code(s.Pos(), s.End()), Offset: int(s.Pos() - main.Lbrace - 1), Call: call}
}

// keyword adds the keyword of a group to one of its members.
func keyword(word string, code Code) Code {
	code.Text = word + " " + code.Text
	code.Column = max(1, code.Column-len(word)-1)
	return code
}

// variables adds one declaration for each variable, or a single one for variables that share a
// value.
func (c *Cell) variables(spec *ast.ValueSpec, doc *ast.CommentGroup, code func(from, to token.Pos) Code) {
	const word = len("var ")
	one := keyword("var", code(spec.Pos(), spec.End()))
	switch {
	case doc != nil && strings.Contains(code(doc.Pos(), doc.End()).Text, "//go:embed "):
		above := code(doc.Pos(), doc.End())
		above.Text += "\n" + one.Text
		c.values(token.VAR, above, spec.Pos()-token.Pos(len(above.Text)-len(one.Text)+word), spec)
	case len(spec.Names) == 1 || len(spec.Values) == 1:
		c.values(token.VAR, one, spec.Pos()-token.Pos(word), spec)
	default:
		for i, name := range spec.Names {
			one := code(name.Pos(), name.End())
			if spec.Type != nil {
				one.Text += " " + code(spec.Type.Pos(), spec.Type.End()).Text
			}
			if i < len(spec.Values) {
				one.Text += " = " + code(spec.Values[i].Pos(), spec.Values[i].End()).Text
			}
			c.Decls = append(c.Decls, Decl{Kind: token.VAR, Names: []string{name.Name}, Code: keyword("var", one), at: []int{word}})
		}
	}
}

// functionName returns the name of a function; for methods it includes the type.
func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	receiver, _, _ := strings.Cut(types.ExprString(d.Recv.List[0].Type), "[")
	return strings.Trim(receiver, "*()") + "." + d.Name.Name
}

var (
	wordPattern = lazy.Regexp(`(?s)(?:[^ \t\n"]|"(?:\\.|[^"\\])*(?:"|\\?$))+`)
	quoted      = lazy.Regexp(`(?s)"((?:\\.|[^"\\])*\\?)(?:"|$)`)
	escape      = lazy.Regexp(`(?s)\\.`)
)

// words implements [Command.Words].
func words(text string) (list []string) {
	for _, word := range wordPattern().FindAllString(text, -1) {
		list = append(list, quoted().ReplaceAllStringFunc(word, func(q string) string {
			return escape().ReplaceAllStringFunc(quoted().FindStringSubmatch(q)[1], func(e string) string {
				return cmp.Or(map[string]string{"n": "\n", "t": "\t"}[e[1:]], e[1:])
			})
		}))
	}
	return list
}
