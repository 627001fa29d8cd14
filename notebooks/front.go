package notebooks

import (
	"cmp"
	"fmt"
	"io/fs"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/bibtex"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// front is the front matter of a notebook: YAML between lines of three hyphens in the first cell,
// as in Quarto (quarto.org/docs/authoring/front-matter.html) and MyST. Other fields are left out,
// with a warning.
type front struct {
	Title        string       `yaml:"title"`
	Author       some[author] `yaml:"author"`
	Authors      some[author] `yaml:"authors"`
	Date         string       `yaml:"date"`
	Abstract     string       `yaml:"abstract"`
	Keywords     some[string] `yaml:"keywords"`
	URL          string       `yaml:"url"`
	License      string       `yaml:"license"`
	Bibliography some[string] `yaml:"bibliography"` // files in the notebook's folder
}

// author is an author's name, alone or with further information.
type author struct {
	Name         string       `yaml:"name"`
	Affiliation  some[string] `yaml:"affiliation"`
	Affiliations some[string] `yaml:"affiliations"`
	ORCID        string       `yaml:"orcid"`
	Email        string       `yaml:"email"`
}

func (a *author) UnmarshalYAML(n ast.Node) error {
	if t := n.Type(); t == ast.MappingType || t == ast.MappingValueType {
		type plain author // avoids this method
		return yaml.NodeToValue(n, (*plain)(a), yaml.Strict())
	}
	return yaml.NodeToValue(n, &a.Name, yaml.Strict())
}

// some is a list of values, or a single value.
type some[T any] []T

func (s *some[T]) UnmarshalYAML(n ast.Node) error {
	if n.Type() == ast.SequenceType {
		return yaml.NodeToValue(n, (*[]T)(s), yaml.Strict())
	}
	*s = make([]T, 1)
	return yaml.NodeToValue(n, &(*s)[0], yaml.Strict())
}

// opening matches front matter and the rest of the cell.
var opening = lazy.Regexp(`(?s)^\s*---[ \t]*\n(.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n(.*))?$`)

// frontMatter reads the front matter in the first cell of a notebook, if there is any, into a
// report, together with the bibliographies that it names. It returns the Markdown after it in that
// cell, in which lines keep their numbers.
func frontMatter(r *reports.Report, c *nbformat.Cell, beside fs.FS) (rest string, err error) {
	m := opening().FindStringSubmatch(c.Source)
	if m == nil || c.Type == nbformat.Code || strings.TrimSpace(m[1]) == "" {
		return c.Source, nil
	}
	warn := func(format string, args ...any) {
		r.Warnings = append(r.Warnings, "text at the top: front matter: "+fmt.Sprintf(format, args...))
	}
	var f front
	text, err := parser.ParseBytes([]byte(strings.Repeat("\n", strings.Count(c.Source[:strings.Index(c.Source, m[1])], "\n"))+m[1]), 0)
	if err != nil {
		warn("%s (shown as written)", plainly(err))
		return c.Source, nil
	}
	body, _ := text.Docs[0].Body.(*ast.MappingNode)
	for i := 0; body != nil && i < len(body.Values); i++ {
		if err := yaml.NodeToValue(body.Values[i], &f, yaml.Strict()); err != nil {
			warn("%s (left out)", plainly(err))
		}
	}
	if body == nil || len(r.Warnings) == len(body.Values) { // Markdown between two rules
		return c.Source, nil
	}
	r.Title, r.Front.Abstract = page.Unmarked(f.Title), page.Unmarked(strings.Join(strings.Fields(f.Abstract), " "))
	r.Front.Date, r.Front.Keywords, r.Front.URL, r.Front.License = f.Date, f.Keywords, f.URL, f.License
	if f.Date != "" && !date().MatchString(f.Date) {
		warn("the date is %q (shown as it was written; want YYYY-MM-DD)", f.Date)
	}
	for _, a := range append(f.Author, f.Authors...) {
		r.Front.Authors = append(r.Front.Authors, a.printed(warn))
	}
	r.Library = f.library(beside, warn)
	if c.Type == nbformat.Markdown {
		rest = strings.Repeat("\n", strings.Count(c.Source, "\n")-strings.Count(m[2], "\n")) + m[2]
	}
	return rest, nil
}

// library returns the entries of the bibliographies in the files that the front matter names.
func (f front) library(beside fs.FS, warn func(format string, args ...any)) []bibtex.Entry {
	var files []bibtex.File
	for _, name := range f.Bibliography {
		text, err := readBeside(beside, name)
		if err != nil {
			warn("bibliography: %v (left out)", err)
			continue
		}
		files = append(files, bibtex.File{Name: name, Text: string(text)})
	}
	return bibtex.Parse(files...)
}

// printed returns an author in the form that reports print. It warns about an invalid ORCID.
func (a author) printed(warn func(format string, args ...any)) reports.Author {
	number := strings.TrimPrefix(a.ORCID, "https://orcid.org/")
	if number != "" && !orcid().MatchString(number) {
		warn("the ORCID of %s is %q (left out; want 0000-0000-0000-0000)", a.Name, a.ORCID)
		number = ""
	}
	return reports.Author{
		Name: cmp.Or(strings.TrimSpace(a.Name), a.Email), Affiliation: strings.Join(append(a.Affiliation, a.Affiliations...), "; "), ORCID: number, Email: a.Email,
	}
}

// plainly returns the message of an error about YAML, in one line.
func plainly(err error) string { return strings.TrimSpace(yaml.FormatError(err, false, false)) }

// readBeside reads a file in the notebook's folder or below.
func readBeside(beside fs.FS, name string) ([]byte, error) {
	switch {
	case !fs.ValidPath(name):
		return nil, fmt.Errorf("%q is not the name of a file below the notebook's folder", name)
	case beside == nil:
		return nil, fmt.Errorf("%q: it is not known in which folder the notebook is", name)
	}
	return fs.ReadFile(beside, name)
}

var (
	date  = lazy.Regexp(`^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$`)
	orcid = lazy.Regexp(`^(\d{4}-){3}\d{3}[\dX]$`)
)

// Credit fills in the authors and the address of a report if they are missing, using a file in
// Citation File Format. The argument cff is the content of the file. Credit returns an error if cff
// is not valid YAML.
func Credit(r *reports.Report, cff []byte) error {
	var f struct {
		Authors []struct {
			Name   string `yaml:"name"`
			Given  string `yaml:"given-names"`
			Family string `yaml:"family-names"`
		} `yaml:"authors"`
		URL string `yaml:"repository-code"`
	}
	if err := yaml.Unmarshal(cff, &f); err != nil {
		return fmt.Errorf("notebooks: CITATION.cff: %s", plainly(err))
	}
	if r.Front.URL = cmp.Or(r.Front.URL, f.URL); r.Front.Authors == nil {
		for _, a := range f.Authors {
			r.Front.Authors = append(r.Front.Authors, reports.Author{Name: cmp.Or(a.Name, strings.TrimSpace(a.Given+" "+a.Family))})
		}
	}
	return nil
}
