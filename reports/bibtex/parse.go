package bibtex

import (
	"cmp"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// Entry is one publication in a bibliography.
type Entry struct {
	Type   string            // type of the entry in lower case, such as "article"
	Key    string            // key for citations: any characters except space, comma and braces
	Fields map[string]string // plain text of each field, by its name in lower case; TeX formulas keep their dollar signs, and names of people and URLs are not converted
	Source string            // BibTeX source of the entry with macros expanded and inherited fields added
	Err    error             // a [*SyntaxError] if the entry is invalid and cannot be cited; otherwise nil
	// Warnings describes missing fields and unknown input, which is printed unchanged. Each warning
	// begins with its position.
	Warnings []string

	at      SyntaxError // position, without a message
	names   []string    // names of the fields, in file order
	values  map[string]value
	heir    bool     // whether inherited fields have been added
	members []*Entry // entries that a set lists
}

// value is the TeX text of a field.
type value struct {
	tex string
	at  SyntaxError // position, without a message
}

// File holds the name and text of a bibliography file. Name is used in errors and warnings.
type File struct{ Name, Text string }

// SyntaxError reports an invalid entry and its position. Line is counted from 1.
type SyntaxError struct {
	File    string
	Line    int
	Message string
}

// Error returns the message, preceded by the file and the line.
func (e *SyntaxError) Error() string { return "bibtex: " + e.place() + e.Message }

func (e *SyntaxError) place() string { return fmt.Sprintf("%s:%d: ", e.File, e.Line) }

func (e *Entry) warn(at SyntaxError, format string, a ...any) {
	e.Warnings = append(e.Warnings, at.place()+fmt.Sprintf(format, a...))
}

//go:embed references.bib
var shipped string

// Shipped returns the project's own bibliography.
var Shipped = sync.OnceValue(func() []Entry { return Parse(File{"references.bib", shipped}) })

// Parse parses several files as one bibliography, so macros (@string) and cross-references work
// across files. Entries keep their order. An invalid entry does not affect the others; its error is
// in its Err field. If several entries have the same key, Parse keeps the first, as BibTeX does.
func Parse(files ...File) []Entry {
	p := parser{macros: map[string]string{}}
	for month := range strings.FieldsSeq("January February March April May June July August September October November December") {
		p.macros[strings.ToLower(month[:3])] = month
	}
	for range 2 { // twice, because a macro may follow its use
		p.entries = nil
		for _, f := range files {
			p.file = f.Name
			p.read(f.Text)
		}
	}
	return finished(p.entries)
}

type parser struct {
	file, text string // the part of the file being read
	at         int
	line       int  // of the start of text, from 1
	latin      bool // the file is Windows-1252, not UTF-8
	macros     map[string]string
	entries    []*Entry
}

// here returns the current position.
func (p *parser) here() SyntaxError {
	return SyntaxError{File: p.file, Line: p.line + strings.Count(p.text[:min(p.at, len(p.text))], "\n")}
}

// fail records the error of an entry.
func (p *parser) fail(e *Entry, format string, a ...any) {
	err := p.here()
	err.Message = fmt.Sprintf(format, a...)
	e.Err = &err
}

var (
	opening = lazy.Regexp(`([^\n]*?)@\s*([A-Za-z][\w-]*)\s*([{(])`)
	piece   = lazy.Regexp(`(?m)^[ \t]*@[ \t]*[A-Za-z]`)
	key     = lazy.Regexp(`^\s*[^\s,{}=][^,\n{}=]*`)
	name    = lazy.Regexp(`^([^\s=,{}()"#%@]+)\s*=`)
	word    = lazy.Regexp(`^[^\s,#{}()"]+`)
	hash    = lazy.Regexp(`^\s*#`)
	gap     = lazy.Regexp(`^(?:[\s,]|%.*)+`)
)

// windows holds the characters in which Windows-1252 differs from Latin-1.
var windows = map[byte]rune{0x80: '€', 0x81: '\ufffd', 0x82: '‚', 0x83: 'ƒ', 0x84: '„', 0x85: '…', 0x86: '†', 0x87: '‡', 0x88: 'ˆ', 0x89: '‰', 0x8a: 'Š', 0x8b: '‹', 0x8c: 'Œ', 0x8d: '\ufffd', 0x8e: 'Ž', 0x8f: '\ufffd', 0x90: '\ufffd', 0x91: '‘', 0x92: '’', 0x93: '“', 0x94: '”', 0x95: '•', 0x96: '–', 0x97: '—', 0x98: '˜', 0x99: '™', 0x9a: 'š', 0x9b: '›', 0x9c: 'œ', 0x9d: '\ufffd', 0x9e: 'ž', 0x9f: 'Ÿ'}

// read splits a file at the lines that begin an entry, so that a missing brace affects only one
// entry.
func (p *parser) read(text string) {
	text, _, _ = transform.String(unicode.BOMOverride(transform.Nop), text) // cannot fail: replaces what is invalid
	if p.latin = !utf8.ValidString(text); p.latin {
		var characters []rune
		for _, c := range []byte(text) {
			characters = append(characters, cmp.Or(windows[c], rune(c)))
		}
		text = string(characters)
	}
	text = strings.NewReplacer("\ufeff", "", "\r\n", "\n", "\r", "\n", "\x00", "").Replace(text)
	from := 0
	p.line = 1
	for _, next := range append(piece().FindAllStringIndex(text, -1), []int{len(text)}) {
		p.text, p.at = text[from:next[0]], 0
		for p.entry() {
		}
		p.line += strings.Count(p.text, "\n")
		from = next[0]
	}
}

// entry reads the next entry, and reports whether there may be more.
func (p *parser) entry() bool {
	m := opening().FindStringSubmatch(p.text[p.at:])
	if m == nil {
		return false
	}
	p.at += strings.Index(p.text[p.at:], m[0])
	if strings.Contains(m[1], "%") { // a comment
		p.at += strings.IndexByte(p.text[p.at:]+"\n", '\n')
		return p.at < len(p.text)
	}
	e := &Entry{Type: strings.ToLower(m[2]), values: map[string]value{}}
	p.at += len(m[0])
	e.at = p.here()
	if p.latin {
		e.warn(e.at, "the file is not UTF-8, and is read as Windows-1252")
	}
	switch e.Type {
	case "comment":
		return true
	case "preamble":
		p.value(e)
		return true
	case "string":
	default:
		e.Key = strings.TrimSpace(strings.Join(p.take(key()), ""))
		if i := strings.IndexAny(e.Key, " \t"); i >= 0 && strings.HasPrefix(p.text[p.at:], "=") { // no comma after the key
			p.at = strings.LastIndex(p.text[:p.at], e.Key[i:])
			e.Key = e.Key[:i]
			e.warn(p.here(), "there is no comma after the key %q", e.Key)
		}
		p.entries = append(p.entries, e)
	}
	end := map[string]string{"{": "}", "(": ")"}[m[3]]
	for e.Err == nil && !p.accept(end) {
		if p.at == len(p.text) && e.names != nil {
			e.warn(p.here(), "%s %q has no %s at its end", e.Type, e.Key, end)
			break
		}
		p.field(e)
	}
	for name, v := range e.values {
		if e.Type == "string" {
			p.macros[name] = v.tex
		}
	}
	return e.Err == nil
}

// take consumes a match of the expression and returns its groups, or nil if there is no match.
func (p *parser) take(what *regexp.Regexp) []string {
	m := what.FindStringSubmatch(p.text[p.at:])
	if m != nil {
		p.at += len(m[0])
	}
	return m
}

// accept skips white space and comments, and the mark if it follows. It reports whether it did.
func (p *parser) accept(mark string) bool {
	p.take(gap())
	rest, found := strings.CutPrefix(p.text[p.at:], mark)
	p.at = len(p.text) - len(rest)
	return found
}

// field reads a field of an entry, or a macro.
func (p *parser) field(e *Entry) {
	at := p.here()
	m := p.take(name())
	if m == nil {
		p.fail(e, "want a field such as year = 1985, or } at the end of %s %q", e.Type, e.Key)
		return
	}
	tex, field := p.value(e), strings.ToLower(m[1])
	_, twice := e.values[field]
	switch {
	case e.Err != nil:
	case twice:
		e.warn(at, "%s %q has two fields %s, of which the first counts", e.Type, e.Key, field)
	default:
		e.set(field, value{tex, at})
	}
}

func (e *Entry) set(field string, v value) {
	e.names, e.values[field] = append(e.names, field), v
}

// value reads a value: texts in braces or quotation marks, numbers and macros, joined by #.
func (p *parser) value(e *Entry) (tex string) {
	for {
		tex += p.part(e)
		if e.Err != nil || p.take(hash()) == nil {
			return tex
		}
	}
}

func (p *parser) part(e *Entry) string {
	p.at = len(p.text) - len(strings.TrimLeft(p.text[p.at:], " \t\n\f\r"))
	at, rest := p.here(), p.text[p.at:]
	if strings.HasPrefix(rest, "{") || strings.HasPrefix(rest, `"`) {
		n := closing(rest)
		if n < 0 {
			p.fail(e, "the value that begins %.20q does not end", rest)
			return ""
		}
		p.at += n + 1
		return rest[1:n]
	}
	text := strings.Join(p.take(word()), "")
	macro, known := p.macros[strings.ToLower(text)]
	switch {
	case text == "":
		p.fail(e, "a value is missing (want text in braces, a number or a macro)")
	case known:
		return macro
	case strings.Trim(text, "0123456789") != "":
		e.warn(at, "%q is neither a number nor a macro, and is kept as it was written (put text into braces)", text)
	}
	return text
}

// closing returns the index of the delimiter that ends the value at the start of s, or -1. As in
// BibTeX, braces nest even after a backslash. Inside braces, and after a backslash, a quotation
// mark is text.
func closing(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			depth--
		case '"':
			if i > 0 && depth == 0 && s[0] == '"' && s[i-1] != '\\' {
				return i
			}
		}
		if depth == 0 && s[i] == '}' && s[0] == '{' {
			return i
		}
		if depth < 0 {
			return -1
		}
	}
	return -1
}

// finished completes the entries: it removes repeated keys and adds inherited fields.
func finished(read []*Entry) (list []Entry) {
	byKey := map[string]*Entry{}
	read = slices.DeleteFunc(read, func(e *Entry) bool {
		if first := byKey[e.Key]; first != nil {
			first.warn(e.at, "there is another entry %q, which is not used", e.Key)
			return true
		}
		byKey[e.Key] = e
		return e.Key == ""
	})
	for _, e := range read { // BibTeX ignores the case in cross-references
		for key := range strings.SplitSeq(e.Key+","+e.values["ids"].tex, ",") {
			key = strings.TrimSpace(key)
			byKey[key] = cmp.Or(byKey[key], e)
			byKey[strings.ToLower(key)] = cmp.Or(byKey[strings.ToLower(key)], e)
		}
	}
	for _, e := range read {
		e.inherit(byKey)
	}
	for _, e := range read {
		e.finish()
		list = append(list, *e)
	}
	return list
}

// within maps fields of a collection to the fields that its parts inherit.
var within = map[string]string{"title": "booktitle", "subtitle": "booksubtitle"}

// own matches fields that are not inherited.
var own = lazy.Regexp(`^(crossref|xref|xdata|ids|entryset|label|options|shorthand|sort.*|key|related.*)$`)

// inherit adds inherited fields: those from xdata entries and sets unchanged, and those from
// crossref entries by the rules of BibTeX and biblatex.
func (e *Entry) inherit(byKey map[string]*Entry) {
	if e.heir { // entries may refer to each other in a circle
		return
	}
	e.heir = true
	for _, field := range []string{"xdata", "crossref", "entryset"} {
		for key := range strings.SplitSeq(e.values[field].tex, ",") {
			key = strings.TrimSpace(key)
			parent := cmp.Or(byKey[key], byKey[strings.ToLower(key)])
			switch {
			case key == "":
			case parent == nil || parent.Err != nil:
				e.warn(e.values[field].at, "%s %q of %q leads to no entry that can be read", field, key, e.Key)
			default:
				parent.inherit(byKey)
				if field == "entryset" && parent.Type != "set" {
					e.members = append(e.members, parent)
				}
				e.take(parent, field == "crossref") // a set has the authors and year of its first entry
				e.names = slices.DeleteFunc(e.names, func(name string) bool { return name == field })
			}
		}
	}
}

// take adds missing fields from another entry. If part is set, the other entry is a collection that
// contains this one.
func (e *Entry) take(from *Entry, part bool) {
	for _, name := range from.names {
		to := name
		if part && strings.HasPrefix(e.Type, "in") {
			to = cmp.Or(within[name], name)
		} else if part && e.Type == "article" && name == "title" {
			to = "journal"
		}
		_, better := from.values[to]
		if _, has := e.values[to]; !has && !own().MatchString(name) && (to == name || !better) {
			e.set(to, from.values[name])
		}
	}
}
