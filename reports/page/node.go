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

// Kind is what a node is. The kinds of blocks are below Title, those of what is in a line
// from Words on.
type Kind uint8

// The kinds of blocks.
const (
	Heading Kind = iota
	Paragraph
	Plain // a paragraph without space around it, in lists
	Rule
	Quote
	Bullets   // a list of Item
	Numbers   // a numbered list of Item
	Item      // of a list
	Listing   // lines of code
	Markup    // lines of HTML, which are shown as they were typed
	Table     // a Head and each a Row
	Head      // of HeadCell
	HeadCell  // above a column
	Row       // of Cell
	Cell      // in a column
	Footnotes // each a Footnote
	Footnote  // what a Note refers to
)

// The kinds of what frames the texts of a report.
const (
	Title      Kind = iota + 50
	Authors         // and the date
	Abstract        // a paragraph, as the two that follow
	Keywords        // the Title says of all three what they are
	Lead            // the answer
	Section         // with its Title
	Reading         // a paragraph: how to read figures, tables and claims
	Glossary        // each an Entry
	Entry           // names, each a Name, of what Title says; their meaning is Text
	References      // each a Reference
	Reference       // an entry of the bibliography with its Label
	Facts           // of provenance, each a Fact, below a Title
	Fact            // Text about Title
)

// The kinds of what is in a line.
const (
	Words  Kind = iota + 100
	Phrase      // words that were plain text from the beginning
	Name        // that the glossary explains
	Date        // of the report
	Cite        // a reference to what the Label names
	Bold        // the words of a frame
	Italic
	Address  // words of a frame that lead to URL
	Typed    // a tag of HTML, which is shown as it was typed
	Soft     // the end of a line where a space would do
	Break    // the end of a line
	Broken   // the end of a line as HTML writes it
	Emphasis // in italics
	Strong   // in bold
	Struck   // struck through
	Code     // in fixed width
	Link     // to URL
	Formula  // in a line
	Display  // a formula on a line of its own
	Image    // with words in its place
	Note     // the mark of a footnote, with what it says
	Backlink // from a footnote to its mark
	Sub      // lowered
	Sup      // raised
	Key      // of a keyboard
	Small    // in small letters
)

// PlainText returns what is written in nodes, on one line.
func PlainText(nodes []Node) string {
	var b strings.Builder
	for _, n := range nodes {
		switch n.Kind {
		case Words, Phrase, Name, Date, Address, Code:
			b.WriteString(n.Text)
		case Soft, Break:
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
