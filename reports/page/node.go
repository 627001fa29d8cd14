package page

import (
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/formula"
)

// Node is a part of a text. Nodes holds the parts inside it.
type Node struct {
	Kind   Kind
	Nodes  []Node
	Text   string          // text of Words, Phrase, Typed and code nodes; TeX source of a formula
	ID     string          // ID of a Heading, as a link target; for notes, the prefix of their IDs
	URL    string          // address that a Link leads to, or "" if the link is disabled; for an Image, its address
	Title  string          // title of a Link or Image, language of a Listing, or alignment of a cell ("left", "right" or "center")
	Label  reports.Label   // label of the block that a Link or Cite leads to
	Number int             // level of a Heading, first number of Numbers, or mark of a Note or Footnote
	Again  int             // number of earlier references to the same footnote, in a Note or Backlink
	Math   formula.Formula // parsed formula of a Formula or Display node
	Data   []byte          // content of an Image that is part of the report
}

// Kind is the kind of a node.
type Kind string

// Kinds of blocks in Markdown texts.
const (
	Heading   Kind = "Heading"
	Paragraph Kind = "Paragraph"
	Plain     Kind = "Plain" // a paragraph in a list, without space around it
	Rule      Kind = "Rule"
	Quote     Kind = "Quote"
	Bullets   Kind = "Bullets"   // a bulleted list; contains Items
	Numbers   Kind = "Numbers"   // a numbered list; contains Items
	Item      Kind = "Item"      // an item in a list
	Listing   Kind = "Listing"   // lines of source code
	Markup    Kind = "Markup"    // lines of HTML that are shown as source
	Table     Kind = "Table"     // a table; contains a Head, then Rows
	Head      Kind = "Head"      // the first row of a table; contains HeadCells
	HeadCell  Kind = "HeadCell"  // the heading of a column
	Row       Kind = "Row"       // a row of a table; contains Cells
	Cell      Kind = "Cell"      // a cell of a table
	Footnotes Kind = "Footnotes" // the list of footnotes; each is a Footnote
	Footnote  Kind = "Footnote"  // the text of a footnote
)

// Kinds of nodes that are not part of a report's Markdown text.
const (
	Title      Kind = "Title"
	Authors    Kind = "Authors"    // the authors and the date of the report
	Abstract   Kind = "Abstract"   // the abstract, as a paragraph that begins with its Title
	Keywords   Kind = "Keywords"   // the keywords, as a paragraph that begins with its Title
	About      Kind = "About"      // the introduction, as a paragraph
	Lead       Kind = "Lead"       // the paragraph that answers the report's question
	Times      Kind = "Times"      // the part of the answer that depends on measured times
	Section    Kind = "Section"    // a section with a Title
	Reading    Kind = "Reading"    // a paragraph that explains how to read figures, tables and claims
	Glossary   Kind = "Glossary"   // the glossary; contains an Entry for each meaning
	Entry      Kind = "Entry"      // an entry for one meaning; contains Names; Title is the kind of the names, and Text is the meaning
	References Kind = "References" // the bibliography; contains a Reference for each entry
	Reference  Kind = "Reference"  // a bibliography entry with its Label
	Facts      Kind = "Facts"      // a section of the provenance with a Title; contains a Fact for each fact
	Fact       Kind = "Fact"       // a fact; Title is its key, and Text is its value
)

// Kinds of inline nodes.
const (
	Words    Kind = "Words"
	Phrase   Kind = "Phrase" // text that does not come from Markdown
	Name     Kind = "Name"   // a name that the glossary explains
	Date     Kind = "Date"   // the date of the report
	Cite     Kind = "Cite"   // a reference to the block or bibliography entry that Label identifies
	Italic   Kind = "Italic"
	Address  Kind = "Address"  // text that links to URL, outside the report's Markdown texts
	Typed    Kind = "Typed"    // an HTML tag that is shown as source
	Soft     Kind = "Soft"     // a line break in the source, shown as a space
	Break    Kind = "Break"    // a line break
	Broken   Kind = "Broken"   // a line break written as an HTML element
	Emphasis Kind = "Emphasis" // words in italics
	Strong   Kind = "Strong"   // words in bold
	Struck   Kind = "Struck"   // words struck through
	Code     Kind = "Code"     // code in a fixed-width font
	Link     Kind = "Link"     // a link to URL
	Formula  Kind = "Formula"  // a formula within a line
	Display  Kind = "Display"  // a formula on a separate line
	Image    Kind = "Image"    // an image; contains its text alternative
	Note     Kind = "Note"     // a reference to a footnote; contains the text of the footnote
	Anchor   Kind = "Anchor"   // an empty link target with an ID
	Backlink Kind = "Backlink" // a link from a footnote back to the reference
	Sub      Kind = "Sub"      // text in subscript
	Sup      Kind = "Sup"      // text in superscript
	Key      Kind = "Key"      // a key on a keyboard
	Small    Kind = "Small"    // words in small type
)

// Tags parses a file that specifies the text to write before and after each kind of node. Each line
// contains a kind and the two texts, separated by tabs. ↵ stands for a line break. A writer
// replaces placeholders such as $Name.
func Tags(file string) map[Kind][2]string {
	tags := map[Kind][2]string{}
	for line := range strings.Lines(file) {
		fields := strings.Split(strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "↵", "\n"), "\t")
		tags[Kind(fields[0])] = [2]string{fields[1], fields[2]}
	}
	return tags
}

// PlainText returns the text of the nodes on one line, without footnotes, images and HTML tags.
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
