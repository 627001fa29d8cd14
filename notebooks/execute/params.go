package execute

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

const (
	tagParameters = "parameters"
	tagInjected   = notebooks.TagInjected
)

// Parameter is a declaration that a run can override: a var or const declaration of one name, with
// a literal value, in the cell with the tag "parameters".
type Parameter struct {
	Name    string `json:"name"`
	Type    string `json:"type"`  // "int", "float64", "string", "bool", "[]int", "[]string" or a sized number type; "" if the parameter cannot be overridden
	Value   string `json:"value"` // declared value as Go source, or the whole declaration if Type is ""
	Doc     string `json:"doc"`   // comment before or after the declaration
	Keyword string `json:"-"`     // "var" or "const"
	Typed   bool   `json:"-"`     // whether the declaration states the type
	Line    int    `json:"-"`     // line of the declaration in the cell, counted from 1
}

// String returns the declaration, followed by its comment on a second line.
func (p Parameter) String() string {
	if p.Type == "" {
		return fmt.Sprintf("%s cannot be set, as it is declared by %q (want one name with a literal: a number, a string, true or false, []int{…} or []string{…})", p.Name, p.Value)
	}
	text := p.Name + " " + p.Type + " = " + p.Value
	if p.Doc != "" {
		text += "\n    " + p.Doc
	}
	return text
}

// Parameters returns the parameters of a notebook in the order of their declarations, or nil if no
// cell has the tag "parameters". A declaration whose form, type or value is not supported is
// returned with Type "". Parameters returns an error if the cell is not valid Go.
func Parameters(nb *nbformat.Notebook) ([]Parameter, error) {
	index := slices.IndexFunc(nb.Cells, func(c *nbformat.Cell) bool { return c.Type == nbformat.Code && c.HasTag(tagParameters) })
	if index < 0 {
		return nil, nil
	}
	source := dialect.Declarations(nb.Cells[index].Source)
	files := token.NewFileSet()
	// The package clause is on a separate line before the cell's first line.
	text := "package p\n" + source
	file, err := parser.ParseFile(files, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		if list, ok := errors.AsType[scanner.ErrorList](err); ok && len(list) > 0 {
			return nil, fmt.Errorf("execute: parameters cell, line %d: %s", list[0].Pos.Line-1, list[0].Msg)
		}
		return nil, fmt.Errorf("execute: parameters cell: %w", err)
	}
	var params []Parameter
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.VAR && group.Tok != token.CONST {
			continue
		}
		for _, spec := range group.Specs {
			v := spec.(*ast.ValueSpec)
			p, ok := parameter(v)
			if !ok {
				declared := group.Tok.String() + " " + text[files.Position(v.Pos()).Offset:files.Position(v.End()).Offset]
				for _, name := range v.Names {
					params = append(params, Parameter{Name: name.Name, Value: declared})
				}
				continue
			}
			p.Keyword = group.Tok.String()
			p.Line = files.Position(v.Pos()).Line - 1
			p.Doc = doc(v.Doc, v.Comment)
			if p.Doc == "" && !group.Lparen.IsValid() {
				p.Doc = doc(group.Doc)
			}
			params = append(params, p)
		}
	}
	return params, nil
}

func doc(groups ...*ast.CommentGroup) string {
	for _, g := range groups {
		if text := strings.Join(strings.Fields(g.Text()), " "); text != "" {
			return text
		}
	}
	return ""
}

// parameter reads a declaration. ok is false if it cannot be set.
func parameter(v *ast.ValueSpec) (p Parameter, ok bool) {
	if len(v.Names) != 1 || len(v.Values) != 1 || v.Names[0].Name == "_" {
		return p, false
	}
	literal, value, ok := literalOf(v.Values[0])
	if !ok {
		return p, false
	}
	p = Parameter{Name: v.Names[0].Name, Type: literal, Value: value, Typed: v.Type != nil}
	if p.Typed {
		p.Type = typeOf(v.Type)
	}
	return p, settable().MatchString(p.Type)
}

// literals maps kinds of literals to types.
var literals = map[token.Token]string{token.INT: "int", token.FLOAT: "float64", token.STRING: "string"}

// literalOf returns the type and source of a literal.
func literalOf(e ast.Expr) (kind, source string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		return literals[e.Kind], e.Value, literals[e.Kind] != ""
	case *ast.UnaryExpr:
		kind, source, _ := literalOf(e.X)
		return kind, "-" + source, e.Op == token.SUB && (kind == "int" || kind == "float64")
	case *ast.Ident:
		return "bool", e.Name, e.Name == "true" || e.Name == "false"
	case *ast.CompositeLit:
		kind := typeOf(e.Type)
		items := make([]string, len(e.Elts))
		for i, elt := range e.Elts {
			var item string
			if item, items[i], ok = literalOf(elt); !ok || "[]"+item != kind {
				return "", "", false
			}
		}
		return kind, kind + "{" + strings.Join(items, ", ") + "}", kind == "[]int" || kind == "[]string"
	}
	return "", "", false
}

func typeOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.ArrayType:
		if elem, ok := e.Elt.(*ast.Ident); ok && e.Len == nil {
			return "[]" + elem.Name
		}
	}
	return ""
}

// settable matches the types of parameters; for numbers, it captures the kind and the size in bits.
var settable = lazy.Regexp(`^(?:string|bool|\[\]int|\[\]string|(float|int|uint)(8|16|32|64)?)$`)
