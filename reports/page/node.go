package page

import (
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/formula"
)

// Node is a part of a text together with the nodes inside it.
type Node struct {
	Kind   Kind
	Nodes  []Node
	Text   string          // text of Words, Typed and code nodes; TeX source of a formula
	ID     string          // link target of a Heading; for notes, the prefix of their IDs
	URL    string          // target of a Link, "" if the link must be disabled; name of an Image
	Title  string          // title of a Link or an Image; language of a Listing; alignment of a cell: "left", "right" or "center"
	Label  reports.Label   // label of the block that a Link leads to
	Number int             // level of a Heading, first number of Numbers, mark of a Note or Footnote
	Again  int             // number of earlier references to the same footnote, for a Note or Backlink
	Math   formula.Formula // parsed formula of a Formula or Display
	Data   []byte          // content of an Image that is part of the report
}

// Kind is the kind of a node.
type Kind string

// Kinds of blocks in texts.
const (
	Heading   Kind = "Heading"
	Paragraph Kind = "Paragraph"
	Plain     Kind = "Plain" // a paragraph without space around it, in lists
	Rule      Kind = "Rule"
	Quote     Kind = "Quote"
	Bullets   Kind = "Bullets"   // a bulleted list; contains Items
	Numbers   Kind = "Numbers"   // a numbered list; contains Items
	Item      Kind = "Item"      // an item in a list
	Listing   Kind = "Listing"   // lines of source code
	Markup    Kind = "Markup"    // lines of HTML, shown as source
	Table     Kind = "Table"     // a table; contains a Head, then Rows
	Head      Kind = "Head"      // the first row of a table; contains HeadCells
	HeadCell  Kind = "HeadCell"  // the heading of a column
	Row       Kind = "Row"       // a row of a table; contains Cells
	Cell      Kind = "Cell"      // a cell of a table
	Footnotes Kind = "Footnotes" // the list of footnotes; contains a Footnote for each
	Footnote  Kind = "Footnote"  // the text that a Note refers to
)

// Kinds of nodes that surround a report's texts.
const (
	Title      Kind = "Title"
	Authors    Kind = "Authors"    // the authors and the date of the report
	Abstract   Kind = "Abstract"   // the abstract, as a paragraph that begins with its Title
	Keywords   Kind = "Keywords"   // the keywords, as a paragraph that begins with its Title
	About      Kind = "About"      // the introduction, as a paragraph
	Lead       Kind = "Lead"       // the answer to the report's question
	Times      Kind = "Times"      // the part of the answer that depends on measured times
	Section    Kind = "Section"    // a section with a Title
	Reading    Kind = "Reading"    // a paragraph that explains how to read figures, tables and claims
	Glossary   Kind = "Glossary"   // the glossary; contains an Entry for each meaning
	Entry      Kind = "Entry"      // a glossary entry; contains Names and the words between them; Title is the kind and Text the meaning
	References Kind = "References" // the bibliography; contains a Reference for each entry
	Reference  Kind = "Reference"  // a bibliography entry with its Label
	Facts      Kind = "Facts"      // a section of the provenance, with a Title; contains a Fact for each fact
	Fact       Kind = "Fact"       // a fact: Title is its key and Text its value
)

// Kinds of nodes within a line.
const (
	Words    Kind = "Words"
	Phrase   Kind = "Phrase" // words that come from plain text instead of Markdown
	Name     Kind = "Name"   // a name that the glossary explains
	Date     Kind = "Date"   // the date of the report
	Cite     Kind = "Cite"   // a reference to the block or bibliography entry with the Label
	Italic   Kind = "Italic"
	Address  Kind = "Address"  // words that link to URL, outside the report's texts
	Typed    Kind = "Typed"    // an HTML tag, shown as source
	Soft     Kind = "Soft"     // a line end in the source, read as a space
	Break    Kind = "Break"    // a line break
	Broken   Kind = "Broken"   // a line break written in HTML
	Emphasis Kind = "Emphasis" // words in italics
	Strong   Kind = "Strong"   // words in bold
	Struck   Kind = "Struck"   // words struck through
	Code     Kind = "Code"     // code in a fixed-width font
	Link     Kind = "Link"     // a link to URL
	Formula  Kind = "Formula"  // a formula within a line
	Display  Kind = "Display"  // a formula on a separate line
	Image    Kind = "Image"    // an image; contains its text alternative
	Note     Kind = "Note"     // the mark of a footnote, with the text of the footnote
	Anchor   Kind = "Anchor"   // a link target with an ID
	Backlink Kind = "Backlink" // a link from a footnote back to its mark
	Sub      Kind = "Sub"      // text in subscript
	Sup      Kind = "Sup"      // text in superscript
	Key      Kind = "Key"      // a key on a keyboard
	Small    Kind = "Small"    // words in small type
)

// Tags parses a file with the texts before and after each kind of node. Each line contains a kind
// and the two texts, separated by tabs. ↵ represents a line break, and $Name a part filled in by
// the writer.
func Tags(file string) map[Kind][2]string {
	tags := map[Kind][2]string{}
	for line := range strings.Lines(file) {
		fields := strings.Split(strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "↵", "\n"), "\t")
		tags[Kind(fields[0])] = [2]string{fields[1], fields[2]}
	}
	return tags
}

// PlainText returns the text of nodes on one line. It omits footnotes, images and HTML tags.
func PlainText(nodes []Node) string {
	var b strings.Builder
	for _, n := range nodes {
		switch n.Kind {
		case Words, Phrase, Name, Date, Address, Code:
			b.WriteString(n.Text)
		case Soft, Break, Broken:
			b.WriteByte(' ')
		case Cite:
			b.WriteString(n.Label.String())
		case Formula, Display:
			b.WriteString(n.Math.Text())
		case Typed, Note, Image:
		default:
			b.WriteString(PlainText(n.Nodes))
		}
	}
	return b.String()
}
