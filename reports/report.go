package reports

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports/bibtex"
)

// Report is a study from its question to its answer: blocks in reading order, and the provenance of
// the numbers. The writers in the packages below turn it into pages without changing it.
type Report struct {
	ID         string   // [a-z0-9-]+; used in names of files and folders
	Title      string   // the question; the only top-level heading on the page
	About      string   // explains the subject and the question to readers without any background; plain text with references
	Picture    string   // ID of the figure that shows the subject; "" if there is none
	Lead       string   // the answer in at most 80 words; plain text with references
	Times      string   // the part of the answer that depends on measured times; plain text with references
	Key        string   // ID of the figure that shows the answer; "" if there is none
	Headlines  []string // IDs of the claims that give the answer, at most five
	Method     string   // how the claims were declared and are decided; plain text
	Glossary   []Term   // explanations of names on the page, in reading order
	Blocks     []Block
	Provenance Provenance

	Front    Front             // authors, date and other front matter
	Warnings []string          // about front matter that was not understood
	Images   map[string][]byte // images in the texts, by their destination there, such as images/ring.png
	Library  []bibtex.Entry    // entries that [@KEY] can cite
	Sources  []string          // sources that the report uses, in words that match entries of the Library; see [bibtex.Entry.In]
}

// Term is a name and its meaning. Pages link the first use of a name to its meaning, and leave out
// terms that are not used.
type Term struct {
	Name string // as written on the page: "pruning+sorting", "nodes expanded"
	Kind string // kind of thing that is named: "strategy", "family", "metric"; the glossary is grouped by it
	Text string // plain text
}

// Block is one part of a report: a [Text], [Code], [Figure], [Table] or [Claim]. There are no other
// kinds, so that every writer can handle all of them.
type Block interface {
	// Visit calls the method of v for blocks of this kind.
	Visit(v Visitor) error
	About() About
}

// Visitor processes blocks, with one method for each kind; each writer is a visitor. For a new kind
// of block, add a method here, and the compiler will report every visitor that lacks it.
type Visitor interface {
	Text(t Text) error
	Code(c Code) error
	Figure(f Figure) error
	Table(t Table) error
	Claim(c Claim) error
}

// About holds the properties that all kinds of blocks share.
type About struct {
	Timing   bool         // whether the block depends on measured times: writers mark it, and comparisons of bytes ignore it
	Source   string       // Go source of the function that made a figure, table or claim; "" if there is none
	label    Label        // label without a number; the zero Label if the block is not numbered
	mime     string       // media type in notebooks; "" if the block is not stored there
	texts    []string     // plain texts, with references
	markdown string       // Markdown, with references
	check    func() error // checks the block by itself; nil if nothing can be wrong
	drawn    func() error // checks its pictures; nil if it has none
	edited   func(edit) Block
}

// edit changes the timing mark of a block, its source, and the text to which notices are added.
// Arguments are nil for fields that the block does not have.
type edit func(timing *bool, source, said *string)

// Made returns the figure, table or claim with the Go source of the function that made it, which
// pages show folded. It returns other blocks unchanged.
func (a About) Made(source string) Block {
	return a.edited(func(_ *bool, place, _ *string) {
		if place != nil {
			*place = source
		}
	})
}

// Noticed returns the figure, table or claim with notices added to its text, one sentence each. It
// returns other blocks, and tables without rows, unchanged.
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

// Text is prose in Markdown. References such as [[fig:growth]] become "Figure 1" (see [Labels]);
// headings start at level two, because level one is the report's title.
type Text struct {
	ID       string `json:"id,omitempty"` // optional; names the text in error messages
	Markdown string `json:"markdown"`
	Timing   bool   `json:"timing,omitempty"` // quotes numbers that depend on the machine
}

// Code is source code and the plain text that it printed. Either may be empty. Writers fold the
// source and show the output.
type Code struct {
	Source string
	Output string
	HTML   string // what a page shows instead of Output, in a frame without scripts; "" if there is none
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

// Block returns the figure, table or claim with the given ID, and whether there is one.
func (r Report) Block(id string) (Block, bool) {
	for _, b := range r.Blocks {
		if label := b.About().label; label.ID == id && id != "" {
			return b, true
		}
	}
	return nil, false
}

// Without returns the blocks except the figures, tables and claims with the given IDs.
func (r Report) Without(ids ...string) []Block {
	return slices.DeleteFunc(slices.Clone(r.Blocks), func(b Block) bool { return slices.Contains(ids, b.About().label.ID) })
}

// Validate returns an error for the first thing in r that no writer can print: a missing title, an
// invalid or duplicate ID, a table with rows of different lengths, a figure without a picture, or a
// reference to an unknown ID.
func (r Report) Validate() error {
	_, err := r.Labels()
	return err
}

// validate checks b without the rest of the report. It does not check pictures, because a decoded
// figure gets them later.
func validate(b Block) error {
	if b == nil {
		return errors.New("reports: a block is nil (want a Text, Code, Figure, Table or Claim)")
	}
	if check := b.About().check; check != nil {
		return check()
	}
	return nil
}

// validateDrawn does the same as validate, and also checks the pictures.
func validateDrawn(b Block) error {
	if err := validate(b); err != nil || b.About().drawn == nil {
		return err
	}
	return b.About().drawn()
}

// checkID returns an error if an ID cannot be used in file names, anchors and references.
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

// Front is the front matter of a report, apart from its title.
type Front struct {
	Authors  []Author
	Date     string // YYYY-MM-DD, or the beginning of that, or as it was written; "" if unknown
	Abstract string // plain text with references
	Keywords []string
	URL      string // address of the report or its program; "" if unknown
	License  string // license of the report and its results: an SPDX identifier, or words; "" if unknown
}

// Author is one author of a report.
type Author struct {
	Name        string // "Ada Lovelace"
	Affiliation string // "" if unknown, as for the other fields
	ORCID       string // 0000-0002-1825-0097
	Email       string
}
