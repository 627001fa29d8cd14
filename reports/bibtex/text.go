package bibtex

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/reports/formula"
)

// Fields, types and words of biblatex, with their names in BibTeX or in lists of references.
var (
	renamed = map[string]string{"journaltitle": "journal", "shortjournal": "journal", "issue": "number", "maintitle": "title", "date": "year", "eprinttype": "archiveprefix", "addendum": "note", "pubstate": "note"}
	types   = map[string]string{"conference": "inproceedings", "report": "techreport", "electronic": "online", "www": "online", "thesis": "phdthesis"}
	kinds   = map[string]string{
		"phdthesis": "Ph.D. thesis", "mastersthesis": "Master's thesis", "mathesis": "Master's thesis", "bathesis": "Bachelor's thesis", "candthesis": "Candidate thesis",
		"patentus": "U.S. patent", "patenteu": "European patent", "patentde": "German patent", "patentfr": "French patent", "patentuk": "British patent",
		"patreqeu": "European patent request", "patreqde": "German patent request", "patreqfr": "French patent request", "patrequs": "U.S. patent request",
		"techreport": "Technical report", "resreport": "Research report", "inpress": "in press",
	}
)

// finish converts the fields to BibTeX's names and to text.
func (e *Entry) finish() {
	if kind := e.values["type"].tex; e.Type == "thesis" && !slices.Contains([]string{"", "phdthesis"}, kind) {
		e.Type = "mastersthesis"
	}
	e.Type = cmp.Or(types[e.Type], e.Type)
	e.rename()
	e.Fields, e.Source = map[string]string{}, "@"+e.Type+"{"+e.Key
	for _, name := range e.names {
		v := e.values[name]
		e.Source += fmt.Sprintf(",\n  %s = {%s}", name, v.tex)
		r := reader{func(command string) {
			if printed().MatchString(name) {
				e.warn(v.at, "%.60s in the %s of %q is not known, and is printed as it was written", command, name, e.Key)
			}
		}}
		text := r.line(v.tex)
		e.Fields[name] = cmp.Or(kinds[text], text)
		if form := forms[name]; form != nil {
			e.Fields[name] = form(v.tex)
		}
	}
	if e.Fields["type"] == "" && (e.Type != "techreport" || e.Fields["number"] != "") {
		e.Fields["type"] = kinds[e.Type]
	}
	if e.Type == "periodical" && e.Fields["journal"] == "" {
		e.Fields["journal"], e.Fields["title"] = e.Fields["title"], e.Fields["issuetitle"]
	}
	e.Source += "\n}\n"
	if e.Fields["title"] == "" && e.Type != "periodical" && e.Err == nil {
		e.warn(e.at, "%s %q has no title", e.Type, e.Key)
	}
}

// rename adds fields of biblatex under BibTeX's names.
func (e *Entry) rename() {
	for _, from := range slices.Clone(e.names) {
		v, to := e.values[from], renamed[from]
		if from == "date" {
			v.tex = years(v.tex)
		}
		if _, has := e.values[to]; !has && to != "" {
			e.set(to, v)
		}
	}
}

// forms converts the fields that are not plain TeX: addresses, numbers, and names, which must be
// split first.
var forms = map[string]func(tex string) string{
	"url": verbatim, "eprint": verbatim,
	"doi":     func(tex string) string { return cmp.Or(doi().FindString(verbatim(tex)), verbatim(tex)) },
	"pages":   func(tex string) string { return hyphens().ReplaceAllString(plain(tex), "–") },
	"edition": func(tex string) string { return ordinal(plain(tex)) },
	"author":  strings.TrimSpace, "editor": strings.TrimSpace,
}

var (
	printed = lazy.Regexp(`^(author|editor|(sub|book|booksub)?title|journal|series|volume|number|pages|year|edition|publisher|institution|school|organization|howpublished|note|type|version|chapter)$`)
	hyphens = lazy.Regexp(` *[-–]+ *`)
	doi     = lazy.Regexp(`\b10(?:\.\d+)*/\S+`)
	arxiv   = lazy.Regexp(`^(?i:arxiv:)?(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?)$`)
	edition = lazy.Regexp(`(?i)[\s,]*\bed(itio)?n?\.?$`)
	teen    = lazy.Regexp(`^\d*?(1?\d)$`)
	year    = lazy.Regexp(`(?:^|/)\s*(-?[\dX]+)`)
)

// ordinal converts the number of an edition to an ordinal number. It drops the word edition.
func ordinal(s string) string {
	s = edition().ReplaceAllString(s, "")
	if m := teen().FindStringSubmatch(s); m != nil {
		return s + cmp.Or(map[string]string{"1": "st", "2": "nd", "3": "rd"}[m[1]], "th")
	}
	return s
}

// years returns the year or years of a biblatex date such as 2001-03-04 or 1998/2001-05.
func years(date string) string {
	var list []string
	for _, m := range year().FindAllStringSubmatch(date, -1) {
		list = append(list, m[1])
	}
	return cmp.Or(strings.Join(slices.Compact(list), "--"), date)
}

// people returns the full names and family names of the authors, or else of the editors. others
// reports whether the list is abridged.
func (e Entry) people() (full, families []string, others bool) {
	for _, name := range split(cmp.Or(e.Fields["author"], e.Fields["editor"]), and()) {
		if others = name == "others"; !others {
			whole, family := named(name)
			full, families = append(full, whole), append(families, family)
		}
	}
	return full, families, others
}

var (
	and    = lazy.Regexp(`\s+(?i:and)\s+`)
	comma  = lazy.Regexp(`,`)
	blank  = lazy.Regexp(`[\s~]+`)
	parted = lazy.Regexp(`^(family|given|prefix|suffix)(?:-i)?\s*=\s*"?(.*?)"?$`) // biblatex's form of a name
)

// split splits TeX outside braces and drops empty parts.
func split(s string, at *regexp.Regexp) (list []string) {
	depth, from, seen := 0, 0, 0
	for _, m := range append(at.FindAllStringIndex(s, -1), []int{len(s), len(s)}) {
		depth += strings.Count(s[seen:m[0]], "{") - strings.Count(s[seen:m[0]], "}")
		if seen = m[0]; depth == 0 || m[0] == len(s) {
			list, from = append(list, strings.TrimSpace(s[from:m[0]])), m[1]
		}
	}
	return slices.DeleteFunc(list, func(part string) bool { return part == "" })
}

// named returns the printed form of a name, "First von Last, Jr", and its family name, "von Last".
func named(name string) (full, family string) {
	name = strings.Trim(name, ", ")
	parts, of := split(name, comma()), map[string]string{}
	for _, part := range parts {
		if m := parted().FindStringSubmatch(part); m != nil {
			of[m[1]] = m[2]
		}
	}
	switch n := len(parts); {
	case of["family"] != "":
		of["family"] = of["prefix"] + " " + of["family"]
	case n == 2 || n == 3:
		of["family"], of["given"] = parts[0], parts[n-1]
		of["suffix"] = strings.Join(parts[1:n-1], "")
	default:
		words := split(name, blank())
		at := max(0, len(words)-1)
		for i := at - 1; i > 0; i-- {
			if first, _ := utf8.DecodeRuneInString(plain(words[i])); unicode.IsLower(first) {
				at = i
			}
		}
		return plain(name), plain(strings.Join(words[at:], " "))
	}
	full = of["given"] + " " + of["family"]
	if of["suffix"] != "" {
		full += ", " + of["suffix"]
	}
	return plain(full), plain(of["family"])
}

// Part is a piece of a formatted entry.
type Part struct {
	Text   string
	Italic bool
	Math   bool   // whether Text is a TeX formula
	URL    string // address that Text links to; "" if there is no link
}

// Layouts of entries. Brackets enclose a field and the text around it; both are left out if the
// entry lacks the field. Underscores enclose italics.
const (
	inJournal = "_[@journal]_[ @volume][ (@number)][, @pages][, @howpublished]"
	inBook    = "In _[@booktitle][: @booksubtitle]_[, @series][, volume @volume][, @pages][, @organization][, @publisher][, @howpublished]"
	report    = "[, @type][ @number][, @institution][, @publisher][, @howpublished]"
	itself    = "[, @type][, @edition edition][, version @version][, @series][ @number][, volume @volume][, chapter @chapter][, pages @pages][, @publisher][, @school][, @institution][, @organization][, @howpublished]"
)

var (
	counted = lazy.Regexp(`^(?:volume|version|chapter|pages) `)
	field   = lazy.Regexp(`\[([^\[\]@]*)@(\w+)([^\[\]]*)\]`)
)

// Parts returns the entry in the format of a list of references, divided into pieces. The entry
// shows authors, year, title, place of publication, and DOI or address.
func (e Entry) Parts() (list []Part) {
	for i, member := range e.members { // lettered, as biblatex prints a set
		label := fmt.Sprintf("(%c) ", 'a'+i)
		if last := len(list) - 1; last >= 0 {
			list[last].Text, label = strings.TrimRight(list[last].Text, " "), " "+label
		}
		list = append(append(list, Part{Text: label}), member.Parts()...)
	}
	if list != nil {
		return list
	}
	title, of := "[@title][: @subtitle]", itself
	switch strings.TrimPrefix(e.Type, "mv") {
	case "book", "proceedings", "collection":
		title = "_" + title + "_"
	case "techreport":
		of = report
	}
	if e.Fields["journal"] != "" {
		of = inJournal
	} else if book := e.Fields["booktitle"]; book != "" && book != e.Fields["title"] {
		of = inBook
	}
	list = append(list, Part{Text: e.byline() + sentence(e.Fields["year"])})
	for _, layout := range []string{title, of, "[@note]"} {
		said := strings.TrimLeft(e.laid(strings.ReplaceAll(layout, "_", "\x00")), ", ")
		if counted().MatchString(said) {
			said = strings.ToUpper(said[:1]) + said[1:]
		}
		for i, text := range strings.Split(sentence(said), "\x00") {
			list = append(list, mathematics(text, i%2 == 1)...)
		}
	}
	return slices.DeleteFunc(append(list, e.link()), func(p Part) bool { return p.Text == "" })
}

// laid fills in a layout.
func (e Entry) laid(layout string) string {
	return field().ReplaceAllStringFunc(layout, func(found string) string {
		m := field().FindStringSubmatch(found)
		if e.Fields[m[2]] == "" {
			return ""
		}
		return m[1] + strings.TrimRight(e.Fields[m[2]], ", ") + m[3]
	})
}

// mathematics splits a text into text and formulas.
func mathematics(text string, italic bool) (list []Part) {
	from := 0
	for i := 0; i < len(text); i++ {
		if tex, _, n := formula.Find(text[i:]); n > 0 {
			list = append(list, Part{Text: text[from:i], Italic: italic}, Part{Text: tex, Math: true})
			from, i = i+n, i+n-1
		}
	}
	return append(list, Part{Text: text[from:], Italic: italic})
}

// byline lists the authors, or else the editors.
func (e Entry) byline() string {
	authors, _, others := e.people()
	last := len(authors) - 1
	text := strings.Join(authors, ", ")
	if others {
		text += " et al."
	} else if last > 0 {
		text = strings.Join(authors[:last], ", ") + " and " + authors[last]
	}
	if e.Fields["author"] == "" && last == 0 && !others {
		text += " (ed.)"
	} else if e.Fields["author"] == "" && last >= 0 {
		text += " (eds.)"
	}
	return sentence(text)
}

// link returns the DOI, preprint or address of the entry.
func (e Entry) link() Part {
	number, url, eprint, archive := e.Fields["doi"], e.Fields["url"], e.Fields["eprint"], e.Fields["archiveprefix"]
	m := arxiv().FindStringSubmatch(eprint)
	switch {
	case doi().MatchString(number):
		return Part{Text: "doi:" + number, URL: "https://doi.org/" + number}
	case number != "":
		return Part{Text: "doi:" + number}
	case m != nil && (archive == "" || strings.EqualFold(archive, "arxiv")):
		return Part{Text: "arXiv:" + m[1], URL: "https://arxiv.org/abs/" + m[1]}
	case strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://"):
		return Part{Text: url, URL: url}
	case eprint != "" && archive != "":
		return Part{Text: archive + ":" + eprint}
	}
	return Part{Text: url}
}

// sentence adds a period and a space to a text, which may end in italics or with a quotation mark.
func sentence(s string) string {
	switch end := strings.TrimRight(s, "\x00”’\""); {
	case end == "":
		return ""
	case strings.ContainsAny(end[len(end)-1:], ".?!"):
		return s + " "
	}
	return s + ". "
}

// Text returns the entry as plain text in the format of a list of references.
func (e Entry) Text() string {
	var b strings.Builder
	for _, p := range e.Parts() {
		if p.Math {
			p.Text = "$" + p.Text + "$"
		}
		b.WriteString(p.Text)
	}
	return strings.TrimSpace(b.String())
}

// In reports whether source names the entry. The text source may name several publications,
// separated by semicolons, such as "Doran & Michie 1966; Korf 1985". In returns true if one of them
// contains the entry's year and either the family names of all its authors or that of the first
// author followed by "et al.".
func (e Entry) In(source string) bool {
	_, families, _ := e.people()
	if len(families) == 0 {
		return false
	}
	for part := range strings.SplitSeq(source, ";") {
		names := families
		if strings.Contains(part, " et al.") {
			names = families[:1]
		}
		missing := func(word string) bool { return !hasWord(part, word) }
		if !missing(e.Fields["year"]) && !slices.ContainsFunc(names, missing) {
			return true
		}
	}
	return false
}

// Named reports whether the text contains one of the names in the entry's "words" field.
func (e Entry) Named(text string) bool {
	return slices.ContainsFunc(strings.Split(e.Fields["words"], ";"), func(word string) bool {
		return strings.TrimSpace(word) != "" && hasWord(text, strings.TrimSpace(word))
	})
}

// hasWord reports whether a text contains a whole word; every text contains "".
func hasWord(text, word string) bool {
	found, _ := regexp.MatchString(`(?:^|[^\pL\pN])`+regexp.QuoteMeta(word)+`(?:$|[^\pL\pN])`, text) // fails if word is not UTF-8
	return word == "" || found
}
