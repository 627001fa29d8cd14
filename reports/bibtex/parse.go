package bibtex

import (
	_ "embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Entry is a publication.
type Entry struct {
	Type   string            // in lower case: "article"
	Key    string            // letters, digits and any of : . _ -
	Fields map[string]string // by names in lower case; plain text, without TeX
	Source string            // as BibTeX reads it, without macros
}

// SyntaxError is what is wrong with a bibliography. Line counts from 1.
type SyntaxError struct {
	File    string
	Line    int
	Message string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("bibtex: %s:%d: %s", e.File, e.Line, e.Message)
}

// required are the fields without which an entry of a type tells too little; a bar
// stands between those of which one is enough.
var required = map[string][]string{
	"article": {"author", "title", "journal", "year"}, "book": {"author|editor", "title", "publisher", "year"},
	"incollection": {"author", "title", "booktitle", "year"}, "inproceedings": {"author", "title", "booktitle", "year"},
	"mastersthesis": {"author", "title", "school", "year"}, "phdthesis": {"author", "title", "school", "year"},
	"proceedings": {"title", "year"}, "techreport": {"author", "title", "institution", "year"},
	"misc": {"title"}, "online": {"title", "url"}, "unpublished": {"author", "title"},
}

//go:embed references.bib
var shipped string

// Shipped returns the bibliography of the project, by keys.
var Shipped = sync.OnceValue(func() []Entry {
	entries, err := Parse("references.bib", shipped)
	if err != nil {
		panic(err) // a test reads it
	}
	return entries
})

// Parse reads the entries of a bibliography in their order. Of the file, errors name no
// more than its name; they are [*SyntaxError]. Macros (@string) and the names of months
// are replaced; comments and preambles are skipped. An entry of an unknown type, without
// a field that its type needs, or with the key of an earlier one is an error.
func Parse(file, text string) ([]Entry, error) {
	p := parser{file: file, text: text, macros: map[string]string{}}
	for month := range strings.FieldsSeq("January February March April May June July August September October November December") {
		p.macros[strings.ToLower(month[:3])] = month
	}
	seen := map[string]bool{}
	var entries []Entry
	for {
		at := strings.IndexByte(p.text[p.at:], '@')
		if at < 0 {
			return entries, nil
		}
		p.at += at
		start := p.at
		e, err := p.entry()
		if err != nil {
			return nil, err
		}
		if e == nil {
			continue
		}
		if seen[e.Key] {
			p.at = start
			return nil, p.fail("the key %q is taken by an earlier entry", e.Key)
		}
		seen[e.Key] = true
		for _, names := range required[e.Type] {
			if !slices.ContainsFunc(strings.Split(names, "|"), func(name string) bool { return e.Fields[name] != "" }) {
				p.at = start
				return nil, p.fail("%s %q has no %s", e.Type, e.Key, strings.ReplaceAll(names, "|", " or "))
			}
		}
		entries = append(entries, *e)
	}
}

type parser struct {
	file, text string
	at         int
	macros     map[string]string
}

func (p *parser) line() int { return 1 + strings.Count(p.text[:min(p.at, len(p.text))], "\n") }

func (p *parser) fail(format string, a ...any) error {
	return &SyntaxError{p.file, p.line(), fmt.Sprintf(format, a...)}
}

var key = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9:._-]*$`)

// entry reads what an @ begins: nil for a comment, a preamble or macros.
func (p *parser) entry() (*Entry, error) {
	p.at++
	e := &Entry{Type: strings.ToLower(p.word()), Fields: map[string]string{}}
	other := e.Type == "string" || e.Type == "preamble"
	switch {
	case e.Type == "comment":
		return nil, nil //nolint:nilnil // no entry, and no error
	case required[e.Type] == nil && !other:
		return nil, p.fail("@%s is not a type of entry (want one of %s)", e.Type, strings.Join(slices.Sorted(maps.Keys(required)), ", "))
	case !p.accept('{'):
		return nil, p.fail("@%s is not followed by {", e.Type)
	}
	var err error
	if e.Type == "preamble" {
		_, err = p.value()
	} else if !other {
		err = p.key(e)
	}
	for err == nil && !p.accept('}') {
		err = p.field(e)
	}
	if err != nil || other {
		return nil, err
	}
	e.Source = "@" + e.Type + "{" + e.Key + e.Source + "\n}\n"
	return e, nil
}

// key reads the key of an entry.
func (p *parser) key(e *Entry) error {
	if e.Key = p.word(); !key.MatchString(e.Key) {
		return p.fail("%q is not a key (want letters, digits, and any of : . _ -)", e.Key)
	}
	if !p.accept(',') {
		return p.fail("the key %q is not followed by a comma", e.Key)
	}
	return nil
}

// field reads a field of an entry, or a macro, and adds it to the source.
func (p *parser) field(e *Entry) error {
	name := strings.ToLower(p.word())
	if name == "" || !p.accept('=') {
		return p.fail("want a field such as year = 1985, or } at the end of %s %q", e.Type, e.Key)
	}
	value, err := p.value()
	if err != nil {
		return err
	}
	e.Source += fmt.Sprintf(",\n  %s = {%s}", name, value)
	switch _, twice := e.Fields[name]; {
	case e.Type == "string":
		p.macros[name] = value
	case twice:
		return p.fail("%s %q has two fields %s", e.Type, e.Key, name)
	case name == "author" || name == "editor":
		e.Fields[name] = value // its names are taken apart first
	default:
		e.Fields[name] = plain(value)
	}
	if !p.accept(',') && !strings.HasPrefix(p.text[p.at:], "}") {
		return p.fail("the field %s is not followed by a comma or }", name)
	}
	return nil
}

// space skips white space.
func (p *parser) space() {
	p.at += len(p.text[p.at:]) - len(strings.TrimLeft(p.text[p.at:], " \t\r\n"))
}

func (p *parser) accept(c byte) bool {
	p.space()
	if p.at < len(p.text) && p.text[p.at] == c {
		p.at++
		p.space()
		return true
	}
	return false
}

// word reads a name, key or number.
func (p *parser) word() string {
	p.space()
	rest := p.text[p.at:]
	n := strings.IndexAny(rest, " \t\r\n{}(),=#\"@")
	if n < 0 {
		n = len(rest)
	}
	p.at += n
	p.space()
	return rest[:n]
}

// value reads texts in braces or quotation marks, numbers and macros, joined by #.
func (p *parser) value() (value string, err error) {
	for first := true; err == nil && (first || p.accept('#')); first = false {
		var part string
		part, err = p.part()
		value += part
	}
	return value, err
}

func (p *parser) part() (string, error) {
	p.space()
	rest := p.text[p.at:]
	if strings.HasPrefix(rest, "{") || strings.HasPrefix(rest, `"`) {
		n := closing(rest)
		if n < 0 {
			return "", p.fail("the value that begins %.20q does not end", rest)
		}
		if !utf8.ValidString(rest[:n]) {
			return "", p.fail("the value %.20q is not UTF-8", rest)
		}
		p.at += n + 1
		return rest[1:n], nil
	}
	word := p.word()
	if macro, known := p.macros[strings.ToLower(word)]; known {
		return macro, nil
	}
	if word == "" || strings.Trim(word, "0123456789") != "" {
		return "", p.fail("%q is neither a number nor a macro (put text into braces)", word)
	}
	return word, nil
}

// closing returns the index of what ends the value that s begins with, -1 if nothing
// does. Braces nest; a quotation mark inside of them is text.
func closing(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 && s[0] == '{' {
				return i
			}
			if depth < 0 {
				return -1
			}
		case c == '"' && i > 0 && depth == 0 && s[0] == '"':
			return i
		}
	}
	return -1
}
