// Package dollars is a goldmark extension that recognizes TeX formulas in Markdown.
package dollars

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/puzzlelab/puzzlelab/reports/formula"
)

// Kind is the node kind of [Formula].
var Kind = ast.NewNodeKind("Formula")

// Formula is a goldmark node for a formula between dollars.
type Formula struct {
	ast.BaseInline
	TeX     string // TeX source of the formula, without the dollar signs
	Display bool   // whether the formula is between double dollars
	Line    int    // line of the formula in the Markdown, counted from 1
}

// Kind implements [ast.Node].
func (*Formula) Kind() ast.NodeKind { return Kind }

// Dump implements [ast.Node].
func (f *Formula) Dump(source []byte, level int) {
	ast.DumpHelper(f, source, level, map[string]string{"TeX": f.TeX}, nil)
}

// Parse parses the TeX source, as [formula.Macros.Parse] does. An error includes the source and the
// line of the formula.
func (f *Formula) Parse(m formula.Macros) (formula.Formula, error) {
	read, err := m.Parse(f.TeX)
	if err != nil {
		err = fmt.Errorf("line %d: formula $%s$: %w", f.Line, f.TeX, err)
	}
	return read, err
}

// LinesKind is the node kind of [Lines].
var LinesKind = ast.NewNodeKind("FormulaLines")

// Lines is a goldmark node for a paragraph that consists of one formula.
type Lines struct {
	ast.BaseBlock
	Formula *Formula
}

// IsRaw implements [ast.Node].
func (*Lines) IsRaw() bool { return true }

// Kind implements [ast.Node].
func (*Lines) Kind() ast.NodeKind { return LinesKind }

// Dump implements [ast.Node].
func (l *Lines) Dump(source []byte, level int) { ast.DumpHelper(l, source, level, nil, nil) }

// Extension is a goldmark extension that recognizes formulas in Markdown.
type Extension struct{}

// Extend implements [goldmark.Extender]. It adds the parsers for formulas.
func (Extension) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(parser.WithInlineParsers(util.Prioritized(inline{}, 150)), // after code spans
		parser.WithBlockParsers(util.Prioritized(block{}, 850))) // after code blocks and quotations
}

// block finds formulas on separate lines, in which a sign at the start of a line does not begin a
// list.
type block struct{}

// Trigger implements [parser.BlockParser].
func (block) Trigger() []byte { return []byte(`$\`) }

// Open implements [parser.BlockParser].
func (block) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	_, segment := reader.PeekLine()
	start := segment.Start + max(0, pc.BlockOffset())
	rest := reader.Source()[start:]
	tex, display, length := formula.Find(string(rest[:min(len(rest), formula.Longest)]))
	line, _, _ := bytes.Cut(rest[length:], []byte("\n"))
	if parent.Kind() == ast.KindBlockquote || !display || len(bytes.TrimSpace(line)) > 0 {
		return nil, parser.NoChildren
	}
	lines := &Lines{Formula: &Formula{TeX: tex, Display: true, Line: 1 + bytes.Count(reader.Source()[:start], []byte("\n"))}}
	pc.Set(end, start+length)
	return lines, parser.NoChildren
}

// end is the context key for the end of the formula being read.
var end = parser.NewContextKey()

// Continue implements [parser.BlockParser].
func (block) Continue(_ ast.Node, reader text.Reader, pc parser.Context) parser.State {
	if _, segment := reader.PeekLine(); segment.Start >= pc.Get(end).(int) {
		return parser.Close
	}
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

// Close implements [parser.BlockParser].
func (block) Close(ast.Node, text.Reader, parser.Context) {}

// CanInterruptParagraph implements [parser.BlockParser].
func (block) CanInterruptParagraph() bool { return true }

// CanAcceptIndentedLine implements [parser.BlockParser].
func (block) CanAcceptIndentedLine() bool { return false }

type inline struct{}

// Trigger implements [parser.InlineParser].
func (inline) Trigger() []byte { return []byte(`$\`) }

// Parse implements [parser.InlineParser].
func (inline) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, start := block.Position()
	var rest []byte // rest of the paragraph
	for len(rest) < formula.Longest {
		l, _ := block.PeekLine()
		if l == nil {
			break
		}
		rest = append(rest, l...)
		block.AdvanceLine()
	}
	block.SetPosition(line, start)
	tex, display, length := formula.Find(string(rest))
	if length == 0 {
		return nil
	}
	block.Advance(length)
	return &Formula{TeX: tex, Display: display, Line: 1 + bytes.Count(block.Source()[:start.Start], []byte("\n"))}
}
