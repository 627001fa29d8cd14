package page

import (
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/formula"
)

// Node is a part of a text with its content.
type Node struct {
	Kind   Kind
	Nodes  []Node
	Text   string          // text of Words, Typed and code; the TeX of a formula
	ID     string          // link target of a Heading; prefix of the IDs of notes
	URL    string          // target of a Link, or "" if it must have none; the name of an Image
	Title  string          // title of a Link or an Image; language of a Listing; "left", "right" or "center" for cells
	Label  reports.Label   // label of the block that a Link leads to
	Number int             // level of a Heading, first number of Numbers, mark of a Note or Footnote
	Again  int             // for a Note or Backlink: number of earlier references to its note
	Math   formula.Formula // for a Formula or Display
	Data   []byte          // for an Image that is part of the report
}

// Kind is the kind of a node.
type Kind string

// The kinds of blocks.
const (
	Heading   Kind = "Heading"
	Paragraph Kind = "Paragraph"
	Plain     Kind = "Plain" // a paragraph without space around it, in lists
	Rule      Kind = "Rule"
	Quote     Kind = "Quote"
	Bullets   Kind = "Bullets"   // a list of Item
	Numbers   Kind = "Numbers"   // a numbered list of Item
	Item      Kind = "Item"      // item in a list
	Listing   Kind = "Listing"   // lines of code
	Markup    Kind = "Markup"    // lines of HTML, shown as typed
	Table     Kind = "Table"     // contains a Head, then Rows
	Head      Kind = "Head"      // contains HeadCells
	HeadCell  Kind = "HeadCell"  // heading of a column
	Row       Kind = "Row"       // contains Cells
	Cell      Kind = "Cell"      // cell in a column
	Footnotes Kind = "Footnotes" // contains Footnotes
	Footnote  Kind = "Footnote"  // text that a Note refers to
)

// The kinds of parts around the texts of a report.
const (
	Title      Kind = "Title"
	Authors    Kind = "Authors"    // authors and date
	Abstract   Kind = "Abstract"   // a paragraph, like the next two kinds
	Keywords   Kind = "Keywords"   // for all three kinds, Title says what they are
	About      Kind = "About"      // the subject and the question of the report
	Lead       Kind = "Lead"       // the answer
	Times      Kind = "Times"      // the part of the answer that depends on measured times
	Section    Kind = "Section"    // section with its Title
	Reading    Kind = "Reading"    // a paragraph: how to read figures, tables and claims
	Glossary   Kind = "Glossary"   // contains Entries
	Entry      Kind = "Entry"      // contains Names; Title says what they name, and Text is their meaning
	References Kind = "References" // contains References
	Reference  Kind = "Reference"  // an entry of the bibliography with its Label
	Facts      Kind = "Facts"      // facts of the provenance, each a Fact, below a Title
	Fact       Kind = "Fact"       // Text is the fact, Title what it is about
)

// The kinds of nodes within a line.
const (
	Words    Kind = "Words"
	Phrase   Kind = "Phrase" // words that were plain text from the start
	Name     Kind = "Name"   // a name that the glossary explains
	Date     Kind = "Date"   // the date of the report
	Cite     Kind = "Cite"   // a reference to the block or entry with the Label
	Bold     Kind = "Bold"   // words in the parts around the texts
	Italic   Kind = "Italic"
	Address  Kind = "Address"  // words in the parts around the texts that lead to URL
	Typed    Kind = "Typed"    // an HTML tag, shown as typed
	Soft     Kind = "Soft"     // the end of a line where a space would have the same effect
	Break    Kind = "Break"    // a line break
	Broken   Kind = "Broken"   // a line break written in HTML
	Emphasis Kind = "Emphasis" // in italics
	Strong   Kind = "Strong"   // in bold
	Struck   Kind = "Struck"   // struck through
	Code     Kind = "Code"     // in a fixed-width font
	Link     Kind = "Link"     // to URL
	Formula  Kind = "Formula"  // a formula within a line
	Display  Kind = "Display"  // a formula on a separate line
	Image    Kind = "Image"    // its content is the text alternative
	Note     Kind = "Note"     // the mark of a footnote, with the footnote's text
	Anchor   Kind = "Anchor"   // an ID that is a link target
	Backlink Kind = "Backlink" // from a footnote to its mark
	Sub      Kind = "Sub"      // subscript
	Sup      Kind = "Sup"      // superscript
	Key      Kind = "Key"      // a key on a keyboard
	Small    Kind = "Small"    // in small type
)

// Tags reads the texts before and after each kind of node from a file. Each line contains a kind
// and the two texts, separated by tabs. ↵ stands for a line break, and $Name for a part that the
// writer fills in.
func Tags(file string) map[Kind][2]string {
	tags := map[Kind][2]string{}
	for line := range strings.Lines(file) {
		fields := strings.Split(strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "↵", "\n"), "\t")
		tags[Kind(fields[0])] = [2]string{fields[1], fields[2]}
	}
	return tags
}

// PlainText returns the text in nodes, on one line.
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
