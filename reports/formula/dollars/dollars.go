// Package dollars finds the formulas of Markdown for goldmark.
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

// Kind is the kind of node of a [Formula].
var Kind = ast.NewNodeKind("Formula")

// Formula is one between dollars.
type Formula struct {
	ast.BaseInline
	TeX     string // without the dollars
	Display bool   // between two of them
	Line    int    // of the Markdown, from 1
}

// Kind implements [ast.Node].
func (*Formula) Kind() ast.NodeKind { return Kind }

// Dump implements [ast.Node].
func (f *Formula) Dump(source []byte, level int) {
	ast.DumpHelper(f, source, level, map[string]string{"TeX": f.TeX}, nil)
}

// Parse reads the formula. The error names it and its line.
func (f *Formula) Parse() (formula.Formula, error) {
	read, err := formula.Parse(f.TeX)
	if err != nil {
		err = fmt.Errorf("line %d: formula $%s$: %w", f.Line, f.TeX, err)
	}
	return read, err
}

// Extension makes goldmark find formulas.
type Extension struct{}

// Extend implements [goldmark.Extender].
func (Extension) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(parser.WithInlineParsers(util.Prioritized(inline{}, 150))) // behind code spans
}

type inline struct{}

// longest is how many bytes behind a dollar are looked at for the other one.
const longest = 4000

// Trigger implements [parser.InlineParser].
func (inline) Trigger() []byte { return []byte{'$'} }

// Parse implements [parser.InlineParser].
func (inline) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, start := block.Position()
	var rest []byte // of the paragraph
	for len(rest) < longest {
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
	for length > 0 {
		l, _ := block.PeekLine()
		if n := len(l); n <= length {
			block.AdvanceLine()
			length -= n
		} else {
			block.Advance(length)
			length = 0
		}
	}
	return &Formula{TeX: tex, Display: display, Line: 1 + bytes.Count(block.Source()[:start.Start], []byte("\n"))}
}
