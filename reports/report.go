package reports

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports/bibtex"
)

// Report is a study told from its question to its answer: blocks in reading
// order, and where the numbers came from. The writers in the folders below
// turn it into pages; none of them changes it.
type Report struct {
	ID         string   // [a-z0-9-]+; names files and folders
	Title      string   // states the question; the page's only top heading
	About      string   // says what the report is about and asks, to readers who know nothing of it; plain text with references
	Picture    string   // ID of the figure that shows what it is about; "" if none does
	Lead       string   // the answer in at most 80 words; plain text with references
	Times      string   // the part of the answer that depends on measured times; plain text with references
	Key        string   // ID of the figure that shows the answer; "" if none does
	Headlines  []string // IDs of the claims that carry the answer, at most five
	Method     string   // how its claims were declared and are decided; plain text
	Glossary   []Term   // what the names on the page mean, in the order of reading
	Blocks     []Block
	Provenance Provenance

	Front   Front             // who wrote it and when, as far as it says so
	Images  map[string][]byte // that its texts show, by their destination there, such as images/ring.png
	Library []bibtex.Entry    // what [@KEY] may cite
	Sources []string          // of what it used, in words that name entries of the Library; see [bibtex.Entry.In]
}

// Term is a name and what it means. Pages lead from the first place where a name is
// used to what it means; a term that is not used is left out.
type Term struct {
	Name string // as it is written on the page: "pruning+sorting", "nodes expanded"
	Kind string // of what it is one: "strategy", "family", "metric"; groups the glossary
	Text string // plain text
}

// Block is one part of a report: a [Text], [Code], [Figure], [Table] or
// [Claim]. The set is closed, so that every writer handles all of it.
type Block interface {
	// Visit calls the method of v for blocks of this kind.
	Visit(v Visitor) error
	About() About
}

// Visitor does something with blocks, in a method for each kind: a writer, say. A new
// kind is a method here, which the compiler then misses in every visitor.
type Visitor interface {
	Text(t Text) error
	Code(c Code) error
	Figure(f Figure) error
	Table(t Table) error
	Claim(c Claim) error
}

// About is what is common to blocks of all kinds.
type About struct {
	Timing   bool         // depends on measured times: writers mark it, and comparisons of bytes leave it out
	Source   string       // Go source of what made a figure, table or claim; "" if it has none
	label    Label        // without a number; the zero Label if the block gets none
	mime     string       // under which it travels; "" if it does not
	texts    []string     // plain, with references
	markdown string       // with references
	check    func() error // looks at it without the rest of the report; nil if nothing can be wrong
	drawn    func() error // looks at its pictures; nil if it has none
	edited   func(edit) Block
}

// edit changes the timing mark of a block, its source, and the text that notices follow;
// what a block does not have is nil.
type edit func(timing *bool, source, said *string)

// Made returns the figure, table or claim with the Go source of what made it, which
// pages show folded; other blocks as they are.
func (a About) Made(source string) Block {
	return a.edited(func(_ *bool, place, _ *string) {
		if place != nil {
			*place = source
		}
	})
}

// Noticed returns the figure, table or claim with notices behind what it says, a sentence
// each; other blocks, and tables without rows, as they are.
func (a About) Noticed(notices ...string) Block {
	return a.edited(func(_ *bool, _, said *string) {
		if said != nil && len(notices) > 0 {
			*said = strings.TrimSpace(*said + " " + strings.Join(notices, " "))
		}
	})
}

// Timed returns the block marked as depending on measured times.
func (a About) Timed() Block {
	return a.edited(func(timing *bool, _, _ *string) { *timing = true })
}

// Text is prose in Markdown. References such as [[fig:growth]] become
// "Figure 1" (see [Labels]); headings start at level two, since the report's
// title is the only one above them.
type Text struct {
	ID       string `json:"id,omitempty"` // optional; names the text in error messages
	Markdown string `json:"markdown"`
	Timing   bool   `json:"timing,omitempty"` // quotes numbers that depend on the machine
}

// Code is a piece of program and the plain text it printed. Either may be
// empty. Writers fold the source away and show the output.
type Code struct {
	Source string
	Output string
	HTML   string // what a page shows in place of Output, in a frame that runs nothing; "" if there is none
	Timing bool   // prints numbers that depend on the machine
}

// Visit implements [Block].
func (t Text) Visit(v Visitor) error { return v.Text(t) }

// Visit implements [Block].
func (c Code) Visit(v Visitor) error { return v.Code(c) }

// About implements [Block].
func (t Text) About() About {
	return About{Timing: t.Timing, mime: MIMEText, markdown: t.Markdown, edited: func(change edit) Block {
		change(&t.Timing, nil, nil)
		return t
	}}
}

// About implements [Block].
func (c Code) About() About {
	return About{Timing: c.Timing, edited: func(change edit) Block {
		change(&c.Timing, nil, nil)
		return c
	}}
}

// Block returns the figure, table or claim of that ID, and whether there is one.
func (r Report) Block(id string) (Block, bool) {
	for _, b := range r.Blocks {
		if label := b.About().label; label.ID == id && id != "" {
			return b, true
		}
	}
	return nil, false
}

// Without returns the blocks but for the figures, tables and claims of those IDs.
func (r Report) Without(ids ...string) []Block {
	return slices.DeleteFunc(slices.Clone(r.Blocks), func(b Block) bool { return slices.Contains(ids, b.About().label.ID) })
}

// Validate returns the first thing in r that no writer could print: a missing
// title, a bad or repeated ID, a ragged table, a figure without a picture, a
// reference that leads nowhere.
func (r Report) Validate() error {
	_, err := r.Labels()
	return err
}

// validate checks what can be checked of b without the rest of the report.
// Pictures are left out: a decoded figure gets them later.
func validate(b Block) error {
	if b == nil {
		return errors.New("reports: a block is nil (want a Text, Code, Figure, Table or Claim)")
	}
	if check := b.About().check; check != nil {
		return check()
	}
	return nil
}

// validateDrawn checks the pictures of a block, too.
func validateDrawn(b Block) error {
	if err := validate(b); err != nil || b.About().drawn == nil {
		return err
	}
	return b.About().drawn()
}

// checkID reports whether an ID may stand in file names, anchors and
// references.
func checkID(what, id string) error {
	if id == "" {
		return fmt.Errorf("reports: a %s has no ID (want lower-case letters, digits and hyphens)", what)
	}
	for i := range len(id) {
		switch c := id[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '-':
		default:
			return fmt.Errorf("reports: %s ID %q: %q is not allowed (want lower-case letters, digits and hyphens)", what, id, c)
		}
	}
	return nil
}

// Front is what stands before a report besides its title.
type Front struct {
	Authors  []Author
	Date     string // YYYY-MM-DD, or its beginning; "" if it has none
	Abstract string // plain text with references
	Keywords []string
	URL      string // where the report or its program is; "" if not stated
	License  string // of the report and its results: an SPDX identifier, or words; "" if not stated
}

// Author is one of those who wrote a report.
type Author struct {
	Name        string // "Ada Lovelace"
	Affiliation string // "" if unknown, as the others
	ORCID       string // 0000-0002-1825-0097
	Email       string
}
