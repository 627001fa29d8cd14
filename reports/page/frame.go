package page

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/internal/svg"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/formula"
)

// Page holds a report and makes the parts that writers add around its blocks. It omits parts that
// the report does not have.
type Page struct {
	Report reports.Report
	Labels *reports.Labels
	Texts  Texts
}

// Of returns the page of a report. It returns an error if the report is not valid (see
// [reports.Report.Validate]).
func Of(r reports.Report) (*Page, error) {
	labels, err := r.Labels()
	if err != nil {
		return nil, err
	}
	return &Page{Report: r, Labels: labels, Texts: Texts{Labels: labels, Images: r.Images, macros: formula.Macros{}, headings: sync.OnceValue(func() map[string]bool { return headingsOf(r, labels) })}}, nil
}

// Warnings describes the parts of a report that could not be parsed, and pictures that cannot be
// drawn completely. Writers print the source of text that could not be parsed. Warnings returns an
// error if the report is not valid.
func Warnings(r reports.Report) ([]string, error) {
	p, err := Of(r)
	if err != nil {
		return nil, err
	}
	for _, b := range r.Blocks {
		switch b := b.(type) {
		case reports.Text:
			if err == nil {
				_, err = p.Texts.Read(b)
			}
		case reports.Figure:
			if picture, wrong := svg.Read(b.SVG); wrong == nil && len(picture.Undrawn) > 0 && len(b.PNG) == 0 {
				p.Texts.Warnings = append(p.Texts.Warnings, fmt.Sprintf("figure %q: PDF and LaTeX show it without %s", b.ID, strings.Join(picture.Undrawn, ", ")))
			}
		}
	}
	return slices.Concat(r.Warnings, p.Labels.Warnings(), p.Texts.Warnings), err
}

// File is one file of a report, with its content.
type File struct {
	Name string // path relative to the report's folder, with slashes
	Data []byte
}

// FileOf returns a file that belongs to a block. The file is in the given folder, such as
// "figures/", unless the block depends on measured times, in which case it is in "timing/".
func FileOf(b reports.Block, folder, name string, data []byte) File {
	if b.About().Timing {
		folder = "timing/"
	}
	return File{folder + name, data}
}

// Inline converts plain text to nodes: one for each reference, and one for each piece of text
// between references.
func Inline(labels *reports.Labels, text string) (nodes []Node) {
	phrase := func(words string) string {
		nodes = append(nodes, Node{Kind: Phrase, Text: words})
		return ""
	}
	cite := func(label reports.Label) string {
		nodes = append(nodes, Node{Kind: Cite, Label: label})
		return ""
	}
	labels.Expand(text, phrase, cite)
	return nodes
}

func (p *Page) plain(kind Kind, title, text string) Node {
	return Node{Kind: kind, Title: title, Nodes: Inline(p.Labels, text)}
}

// Front returns the parts before the blocks: title, authors, abstract, keywords, introduction and
// answer.
func (p *Page) Front() []Node {
	authors := Node{Kind: Authors}
	add := func(n Node, behind string) {
		if authors.Nodes != nil {
			authors.Nodes = append(authors.Nodes, Node{Kind: Phrase, Text: " · "})
		}
		if authors.Nodes = append(authors.Nodes, n); behind != "" {
			authors.Nodes = append(authors.Nodes, Node{Kind: Phrase, Text: " (" + behind + ")"})
		}
	}
	for _, a := range p.Report.Front.Authors {
		name := Node{Kind: Phrase, Text: a.Name}
		if a.ORCID != "" {
			name = Node{Kind: Address, Text: a.Name, URL: "https://orcid.org/" + a.ORCID}
		}
		add(name, a.Affiliation)
	}
	if date := p.Report.Front.Date; date != "" {
		add(Node{Kind: Date, Text: date}, "")
	}
	keywords := Node{Kind: Keywords, Title: "Keywords:"}
	if words := p.Report.Front.Keywords; words != nil {
		keywords.Nodes = []Node{{Kind: Phrase, Text: strings.Join(words, ", ")}}
	}
	front := []Node{
		p.plain(Title, "", p.Report.Title), authors,
		p.plain(Abstract, "Abstract.", p.Report.Front.Abstract), keywords,
		p.plain(About, "", p.Report.About), p.plain(Lead, "", p.Report.Lead), p.plain(Times, "", p.Report.Times),
	}
	return slices.DeleteFunc(front, func(n Node) bool { return n.Nodes == nil })
}

// section returns a section, or nothing if the last of its nodes is empty.
func section(id, title string, nodes ...Node) []Node {
	if len(nodes) == 0 || nodes[len(nodes)-1].Nodes == nil {
		return nil
	}
	return []Node{{Kind: Section, ID: id, Title: title, Nodes: nodes}}
}

// Glossary returns explanations of the names for which used returns true. Names with the same kind
// and meaning share one entry, at the position of the first of them.
func (p *Page) Glossary(used func(reports.Term) bool) []Node {
	list := Node{Kind: Glossary}
	for _, t := range p.Report.Glossary {
		if !used(t) {
			continue
		}
		text := reports.FullStop(t.Text)
		i := slices.IndexFunc(list.Nodes, func(e Node) bool { return e.Title == t.Kind && e.Text == text })
		if i < 0 {
			i = len(list.Nodes)
			list.Nodes = append(list.Nodes, Node{Kind: Entry, Title: t.Kind, Text: text})
		}
		e := &list.Nodes[i]
		if e.Nodes != nil {
			e.Nodes = append(e.Nodes, Node{Kind: Phrase, Text: "; "})
		}
		e.Nodes = append(e.Nodes, Node{Kind: Name, Text: t.Name})
	}
	return section("glossary", "Glossary", Node{Kind: Reading, Nodes: []Node{{Kind: Phrase, Text: strings.TrimSpace(howToRead + " " + p.Report.Method)}}}, list)
}

// howToRead applies to all figures, tables and claims in a report, so that captions need not repeat
// it.
const howToRead = "Unless a caption says otherwise, bands around curves reach from the lower to the upper quartile of the instances, and numbers in brackets are 95 % intervals. " +
	"An interval is drawn open if its ends differ by more than a factor of 1 000. " +
	"Runs stopped by a limit give lower bounds. In tables, such a bound follows the sign >, and the runs are counted as capped; in figures, it is an open marker with an arrow. " +
	"Other values printed in bold do not differ from the best one at the 5 % level (paired bootstrap over ten or more instances). " +
	"“After Holm (n)” marks a p-value corrected for the n claims that are decided together."

// Codes is a sentence for printed documents. It explains the codes that replace characters missing
// from the fonts.
const Codes = "Characters that the fonts of this document lack, and characters of right-to-left scripts, are printed as their Unicode numbers, such as U+8FF7."

// References returns a list of the bibliography entries that the report cites or uses.
func (p *Page) References() []Node {
	list := Node{Kind: References}
	for _, e := range p.Labels.References() {
		entry := Node{Kind: Reference, Label: p.Labels.Cited(e)}
		for _, part := range e.Parts() {
			n := Node{Kind: Phrase, Text: part.Text}
			switch math, err := formula.Parse(part.Text); {
			case part.Math && err != nil: // as it was written
				n.Text = "$" + part.Text + "$"
			case part.Math:
				n.Kind, n.Math = Formula, math
			case part.URL != "":
				n.Kind, n.URL = Address, part.URL
			case part.Italic:
				n = Node{Kind: Italic, Nodes: []Node{n}}
			}
			entry.Nodes = append(entry.Nodes, n)
		}
		list.Nodes = append(list.Nodes, entry)
	}
	return section("references", "References", list)
}

// Provenance returns the provenance as nodes. If several sections contain the same version of a Go
// module, only the first of them lists the module. The other sections only give the number of such
// modules.
func (p *Page) Provenance() []Node {
	first := map[reports.Pair]string{} // titles
	var sections []Node
	for _, s := range p.Report.Provenance.Sections {
		facts := Node{Kind: Facts, Title: s.Title, Nodes: []Node{}}
		repeated, of := 0, ""
		for _, pair := range s.Pairs {
			if title, seen := first[pair]; seen && strings.Contains(pair.Key, "/") {
				repeated, of = repeated+1, title
				continue
			}
			first[pair] = s.Title
			facts.Nodes = append(facts.Nodes, Node{Kind: Fact, Title: pair.Key, Text: pair.Value})
		}
		if repeated > 0 {
			facts.Nodes = append(facts.Nodes, Node{Kind: Fact, Title: "modules", Text: fmt.Sprintf("%d, the same as in %q", repeated, of)})
		}
		sections = append(sections, facts)
	}
	return section("provenance", "Provenance", sections...)
}

// IsWord reports whether the name of a term could be an ordinary word in prose. Examples are names
// of strategies that consist only of letters, such as "pruning".
func IsWord(t reports.Term) bool {
	return t.Kind != "" && t.Kind != "metric" && !strings.ContainsFunc(t.Name, func(r rune) bool { return !unicode.IsLetter(r) })
}

// NameAt returns the byte offset of the first occurrence of a name in text, or −1 if there is none.
// It skips places where the name is part of a longer name. A period or comma ends a name unless the
// name continues after it.
func NameAt(text, name string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return -1
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, size := utf8.DecodeRuneInString(text[i+len(name):])
		next, _ := utf8.DecodeRuneInString(text[i+len(name)+size:])
		if !InName(before) && (!InName(after) || (after == '.' || after == ',') && !InName(next)) {
			return i
		}
		from = i + len(name)
	}
}

// InName reports whether a character can be part of a strategy's name. It also accepts & and ;,
// which occur in names that are escaped for HTML.
func InName(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-+*/,.=_&;", r))
}
