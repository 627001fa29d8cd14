package reports

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports/bibtex"
)

// Report presents a study from its question to its answer. It consists of blocks in reading order
// and the provenance of their numbers. Packages html, markdown, latex and pdf write a report
// without changing it.
type Report struct {
	ID         string   // unique name that matches [a-z0-9-]+; used in file and folder names
	Title      string   // question that the study answers; the only top-level heading on the page
	About      string   // introduction for readers without any background; plain text with references
	Picture    string   // ID of the figure that shows the puzzle; "" if there is none
	Lead       string   // answer in at most 80 words; plain text with references
	Times      string   // part of the answer that depends on measured times; plain text with references
	Key        string   // ID of the figure that shows the answer; "" if there is none
	Headlines  []string // IDs of at most five claims that give the answer
	Method     string   // explanation of how claims are declared and decided; plain text
	Glossary   []Term   // explanations of names on the page, in reading order
	Blocks     []Block
	Provenance Provenance

	Front    Front             // authors, date and other front matter
	Warnings []string          // warnings about front matter that could not be parsed
	Images   map[string][]byte // content of the images in texts, by their address in Markdown, such as images/ring.png
	Library  []bibtex.Entry    // bibliography entries that [@KEY] can cite
	Sources  []string          // names of sources that the report uses, such as "Korf 1985"; see [bibtex.Entry.In]
}

// Term explains a name. A page links the first use of the name to the explanation, and omits
// explanations of names that it does not use.
type Term struct {
	Name string // name as written on the page, such as "pruning+sorting" or "nodes expanded"
	Kind string // what the name refers to, such as "strategy", "family" or "metric"; the glossary groups names by kind
	Text string // meaning of the name; plain text
}

// Block is one part of a report: a [Text], [Code], [Figure], [Table] or [Claim]. Other packages
// cannot implement Block, so writers can handle every kind of block.
type Block interface {
	// Visit calls the method of v for this kind of block and returns its error.
	Visit(v Visitor) error
	About() About
}

// Visitor has one method for each kind of block. Every writer implements it, so when a kind of
// block is added, the compiler reports each writer that does not yet handle it.
type Visitor interface {
	Text(t Text) error
	Code(c Code) error
	Figure(f Figure) error
	Table(t Table) error
	Claim(c Claim) error
}

// About holds the properties that all kinds of blocks have in common.
type About struct {
	Timing   bool         // whether the block depends on measured times; writers mark such blocks, and comparisons ignore them
	Source   string       // Go source of the function that made a figure, table or claim; "" if there is none
	label    Label        // label without a number; the zero Label if the block is not numbered
	mime     string       // media type in notebooks; "" if the block is not stored there
	texts    []string     // plain texts with references
	markdown string       // Markdown, with references
	check    func() error // checks the block alone; nil if it is always valid
	edited   func(edit) Block
}

// edit changes the timing mark of a block, its source, and the text to which notices are added.
// Arguments are nil for fields that the block does not have.
type edit func(timing *bool, source, said *string)

// Made returns a copy of the block with the Go source of the function that made it. Pages show this
// source in a collapsed element. Blocks other than figures, tables and claims are returned
// unchanged.
func (a About) Made(source string) Block {
	return a.edited(func(_ *bool, place, _ *string) {
		if place != nil {
			*place = source
		}
	})
}

// Noticed returns a copy of the block with notices appended to its caption or evidence. Each notice
// is one sentence. Blocks other than figures, tables and claims are returned unchanged, and so are
// tables without rows.
func (a About) Noticed(notices ...string) Block {
	return a.edited(func(_ *bool, _, said *string) {
		if said != nil && len(notices) > 0 {
			*said = strings.TrimSpace(*said + " " + strings.Join(notices, " "))
		}
	})
}

// Timed returns a copy of the block that is marked as depending on measured times.
func (a About) Timed() Block {
	return a.edited(func(timing *bool, _, _ *string) { *timing = true })
}

// Text is prose in Markdown. References such as [[fig:growth]] become "Figure 1" (see [Labels]).
// Headings start at level two, because level one is reserved for the report's title.
type Text struct {
	ID       string `json:"id,omitempty"` // name used in error messages; optional
	Markdown string `json:"markdown"`
	Timing   bool   `json:"timing,omitempty"` // whether the text contains numbers that depend on the machine
}

// Code is source code and the plain text that it printed. Either may be empty. Pages show the
// output, and the source in a collapsed element.
type Code struct {
	Source   string
	Language string // language of the source in lower case, such as "python"; "" for Go
	Output   string
	HTML     string // HTML that pages show instead of the plain output, in a frame without scripts; "" if there is none
	Timing   bool   // whether the output contains numbers that depend on the machine
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

// Without returns all blocks except the figures, tables and claims with the given IDs.
func (r Report) Without(ids ...string) []Block {
	return slices.DeleteFunc(slices.Clone(r.Blocks), func(b Block) bool { return slices.Contains(ids, b.About().label.ID) })
}

// Validate returns an error that describes the first part of r that writers cannot print. Examples
// are a missing title, an invalid or duplicate ID, a table whose rows have different lengths, a
// figure without a picture, and a reference to an unknown ID.
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

// Front holds the front matter of a report, except its title.
type Front struct {
	Authors  []Author
	Date     string // date as YYYY-MM-DD, YYYY-MM or YYYY, or as the author wrote it; "" if unknown
	Abstract string // abstract; plain text with references
	Keywords []string
	URL      string // address of the report or of its source code; "" if unknown
	License  string // license of the report and its results: an SPDX identifier or a description; "" if unknown
}

// Author is one author of a report. Unknown fields are "".
type Author struct {
	Name        string // full name, such as "Ada Lovelace"
	Affiliation string // name of the institution
	ORCID       string // ORCID iD without the URL prefix, such as 0000-0002-1825-0097
	Email       string
}
