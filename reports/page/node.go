package page

import (
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/formula"
)

// Node is a part of a text with what is in it.
type Node struct {
	Kind   Kind
	Nodes  []Node
	Text   string          // of Words, Typed and code; the TeX of a formula
	ID     string          // that a link can lead to: of a Heading; what begins those of notes
	URL    string          // of a Link, "" if it must lead nowhere; the name of an Image
	Title  string          // of a Link or an Image; the language of a Listing; "left", "right" or "center" of cells
	Label  reports.Label   // of the block that a Link leads to
	Number int             // level of a Heading, first of Numbers, mark of a Note or Footnote
	Again  int             // how often its note was referred to before, of a Note or Backlink
	Math   formula.Formula // of a Formula or Display
	Data   []byte          // of an Image of the report
}

// Kind is what a node is.
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
	Item      Kind = "Item"      // of a list
	Listing   Kind = "Listing"   // lines of code
	Markup    Kind = "Markup"    // lines of HTML, which are shown as they were typed
	Table     Kind = "Table"     // a Head and each a Row
	Head      Kind = "Head"      // of HeadCell
	HeadCell  Kind = "HeadCell"  // above a column
	Row       Kind = "Row"       // of Cell
	Cell      Kind = "Cell"      // in a column
	Footnotes Kind = "Footnotes" // each a Footnote
	Footnote  Kind = "Footnote"  // what a Note refers to
)

// The kinds of what frames the texts of a report.
const (
	Title      Kind = "Title"
	Authors    Kind = "Authors"    // and the date
	Abstract   Kind = "Abstract"   // a paragraph, as the two that follow
	Keywords   Kind = "Keywords"   // the Title says of all three what they are
	About      Kind = "About"      // what the report is about and asks
	Lead       Kind = "Lead"       // the answer
	Times      Kind = "Times"      // the part of the answer that depends on measured times
	Section    Kind = "Section"    // with its Title
	Reading    Kind = "Reading"    // a paragraph: how to read figures, tables and claims
	Glossary   Kind = "Glossary"   // each an Entry
	Entry      Kind = "Entry"      // names, each a Name, of what Title says; their meaning is Text
	References Kind = "References" // each a Reference
	Reference  Kind = "Reference"  // an entry of the bibliography with its Label
	Facts      Kind = "Facts"      // of provenance, each a Fact, below a Title
	Fact       Kind = "Fact"       // Text about Title
)

// The kinds of what is in a line.
const (
	Words    Kind = "Words"
	Phrase   Kind = "Phrase" // words that were plain text from the beginning
	Name     Kind = "Name"   // that the glossary explains
	Date     Kind = "Date"   // of the report
	Cite     Kind = "Cite"   // a reference to what the Label names
	Bold     Kind = "Bold"   // the words of a frame
	Italic   Kind = "Italic"
	Address  Kind = "Address"  // words of a frame that lead to URL
	Typed    Kind = "Typed"    // a tag of HTML, which is shown as it was typed
	Soft     Kind = "Soft"     // the end of a line where a space would do
	Break    Kind = "Break"    // the end of a line
	Broken   Kind = "Broken"   // the end of a line as HTML writes it
	Emphasis Kind = "Emphasis" // in italics
	Strong   Kind = "Strong"   // in bold
	Struck   Kind = "Struck"   // struck through
	Code     Kind = "Code"     // in fixed width
	Link     Kind = "Link"     // to URL
	Formula  Kind = "Formula"  // in a line
	Display  Kind = "Display"  // a formula on a line of its own
	Image    Kind = "Image"    // with words in its place
	Note     Kind = "Note"     // the mark of a footnote, with what it says
	Anchor   Kind = "Anchor"   // an ID that a link can lead to
	Backlink Kind = "Backlink" // from a footnote to its mark
	Sub      Kind = "Sub"      // lowered
	Sup      Kind = "Sup"      // raised
	Key      Kind = "Key"      // of a keyboard
	Small    Kind = "Small"    // in small letters
)

// Tags reads what begins and ends the nodes of each kind from a file with a kind a line and
// tabs between the three. ↵ is the end of a line, and $Name a part that the writer fills in.
func Tags(file string) map[Kind][2]string {
	tags := map[Kind][2]string{}
	for line := range strings.Lines(file) {
		fields := strings.Split(strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "↵", "\n"), "\t")
		tags[Kind(fields[0])] = [2]string{fields[1], fields[2]}
	}
	return tags
}

// PlainText returns what is written in nodes, on one line.
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
