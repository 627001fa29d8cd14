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

	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

const (
	tagParameters = "parameters"
	tagInjected   = notebooks.TagInjected
)

// Parameter is one declaration of the cell tagged "parameters" that a run can
// override: a var or const with one name and a literal value.
type Parameter struct {
	Name    string `json:"name"`
	Type    string `json:"type"`  // "int", "float64", "string", "bool", "[]int", "[]string", or a sized number type
	Value   string `json:"value"` // Go source of the declared value
	Doc     string `json:"doc"`   // the comment before or behind the declaration
	Keyword string `json:"-"`     // "var" or "const"
	Typed   bool   `json:"-"`     // the declaration names the type
	Line    int    `json:"-"`     // in the cell, from 1
}

// String returns the declaration and, in a line below, the comment.
func (p Parameter) String() string {
	text := p.Name + " " + p.Type + " = " + p.Value
	if p.Doc != "" {
		text += "\n    " + p.Doc
	}
	return text
}

// Parameters returns the parameters of a notebook in the order of their
// declaration; none if no cell is tagged "parameters". Declarations of other
// types, or with values that must be computed, are not parameters.
func Parameters(nb *nbformat.Notebook) ([]Parameter, error) {
	index := slices.IndexFunc(nb.Cells, func(c *nbformat.Cell) bool { return c.Type == nbformat.Code && c.HasTag(tagParameters) })
	if index < 0 {
		return nil, nil
	}
	source := dialect.Declarations(nb.Cells[index].Source)
	files := token.NewFileSet()
	// The package clause takes a line of its own before the cell's first.
	file, err := parser.ParseFile(files, "", "package p\n"+source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		var list scanner.ErrorList
		if errors.As(err, &list) && len(list) > 0 {
			return nil, fmt.Errorf("execute: parameters cell (cells[%d]), line %d: %s", index, list[0].Pos.Line-1, list[0].Msg)
		}
		return nil, fmt.Errorf("execute: parameters cell (cells[%d]): %w", index, err)
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

// parameter reads one declaration; ok is false if it is not a parameter.
func parameter(v *ast.ValueSpec) (p Parameter, ok bool) {
	if len(v.Names) != 1 || len(v.Values) != 1 || v.Names[0].Name == "_" {
		return p, false
	}
	literal, value, ok := literalOf(v.Values[0])
	if !ok {
		return p, false
	}
	p = Parameter{Name: v.Names[0].Name, Type: literal, Value: value}
	if v.Type != nil {
		p.Typed = true
		p.Type = typeOf(v.Type)
		if !settable(p.Type) {
			return p, false
		}
	}
	return p, true
}

// literalOf returns the type and source of an expression that is a literal.
func literalOf(e ast.Expr) (kind, source string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		switch e.Kind {
		case token.INT:
			return "int", e.Value, true
		case token.FLOAT:
			return "float64", e.Value, true
		case token.STRING:
			return "string", e.Value, true
		}
	case *ast.UnaryExpr:
		if kind, source, ok := literalOf(e.X); ok && e.Op == token.SUB && (kind == "int" || kind == "float64") {
			return kind, "-" + source, true
		}
	case *ast.Ident:
		if e.Name == "true" || e.Name == "false" {
			return "bool", e.Name, true
		}
	case *ast.CompositeLit:
		kind := typeOf(e.Type)
		if kind != "[]int" && kind != "[]string" {
			return "", "", false
		}
		items := make([]string, len(e.Elts))
		for i, elt := range e.Elts {
			item, source, ok := literalOf(elt)
			if !ok || "[]"+item != kind {
				return "", "", false
			}
			items[i] = source
		}
		return kind, kind + "{" + strings.Join(items, ", ") + "}", true
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

// integerTypes and floatTypes map type names to their sizes in bits.
var (
	integerTypes = map[string]int{"int": 64, "int8": 8, "int16": 16, "int32": 32, "int64": 64}
	naturalTypes = map[string]int{"uint": 64, "uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64}
	floatTypes   = map[string]int{"float64": 64, "float32": 32}
)

func settable(kind string) bool {
	return kind == "string" || kind == "bool" || kind == "[]int" || kind == "[]string" ||
		integerTypes[kind]+naturalTypes[kind]+floatTypes[kind] > 0
}
