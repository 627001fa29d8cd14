package bibtex

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/reports/formula"
)

// renamed are the names of fields and types, and words, that biblatex has for those of
// BibTeX and of a list of references.
var (
	renamed = map[string]string{"journaltitle": "journal", "shortjournal": "journal", "issue": "number", "date": "year", "eprinttype": "archiveprefix", "addendum": "note", "pubstate": "note"}
	types   = map[string]string{"conference": "inproceedings", "report": "techreport", "electronic": "online", "www": "online", "thesis": "phdthesis"}
	kinds   = map[string]string{
		"phdthesis": "Ph.D. thesis", "mastersthesis": "Master's thesis", "mathesis": "Master's thesis", "bathesis": "Bachelor's thesis",
		"techreport": "Technical report", "resreport": "Research report", "inpress": "in press",
	}
)

// finish gives an entry BibTeX's names, text and source.
func (e *Entry) finish() {
	if kind := e.values["type"].tex; e.Type == "thesis" && kind != "phdthesis" && kind != "" {
		e.Type = "mastersthesis"
	}
	e.Type = cmp.Or(types[e.Type], e.Type)
	for _, from := range slices.Clone(e.names) {
		v, to := e.values[from], renamed[from]
		if from == "date" {
			v.tex = years(v.tex)
		}
		if _, has := e.values[to]; !has && to != "" {
			e.set(to, v)
		}
	}
	e.Fields, e.Source = map[string]string{}, "@"+e.Type+"{"+e.Key
	for _, name := range e.names {
		v := e.values[name]
		e.Source += fmt.Sprintf(",\n  %s = {%s}", name, v.tex)
		r := reader{func(command string) {
			if printed.MatchString(name) {
				e.warn(v.at, "%.60s in the %s of %q is not known, and is printed as it was written", command, name, e.Key)
			}
		}}
		text := r.line(v.tex)
		switch name {
		case "url", "doi", "eprint":
			text = verbatim(v.tex)
			if name == "doi" {
				text = cmp.Or(doi.FindString(text), text)
			}
		case "pages":
			text = hyphens.ReplaceAllString(text, "–")
		case "edition":
			text = ordinal(text)
		case "author", "editor":
			text = v.tex // its names are taken apart first
		case "type", "note":
			text = cmp.Or(kinds[text], text)
		}
		e.Fields[name] = text
	}
	if e.Fields["type"] == "" && (e.Type != "techreport" || e.Fields["number"] != "") {
		e.Fields["type"] = kinds[e.Type]
	}
	e.Source += "\n}\n"
	if e.Fields["title"] == "" && e.Err == nil {
		e.warn(e.at, "%s %q has no title", e.Type, e.Key)
	}
}

var (
	printed = regexp.MustCompile(`^(author|editor|(sub|book)?title|journal|series|volume|number|pages|year|edition|publisher|institution|school|organization|howpublished|note|type|version|chapter)$`)
	hyphens = regexp.MustCompile(` *[-–]+ *`)
	doi     = regexp.MustCompile(`\b10(?:\.\d+)*/\S+`)
	arxiv   = regexp.MustCompile(`^(?i:arxiv:)?(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?)$`)
	year    = regexp.MustCompile(`^\s*-?[\dX]+`)
)

// ordinal is the number of an edition in words.
func ordinal(s string) string {
	n, err := strconv.Atoi(s)
	if err != nil {
		return s
	}
	if end := n % 10; end >= 1 && end <= 3 && n/10%10 != 1 {
		return s + []string{"", "st", "nd", "rd"}[end]
	}
	return s + "th"
}

// years returns those of a date of biblatex, such as 2001-03-04 or 1998/2001-05.
func years(date string) string {
	var list []string
	for end := range strings.SplitSeq(date, "/") {
		if y := strings.TrimSpace(year.FindString(end)); y != "" && !slices.Contains(list, y) {
			list = append(list, y)
		}
	}
	return cmp.Or(strings.Join(list, "--"), date)
}

// people are the names of authors, or else of editors, in TeX.
func (e Entry) people() (names []string) {
	depth, name := 0, ""
	for word := range strings.FieldsSeq(cmp.Or(e.Fields["author"], e.Fields["editor"])) {
		if strings.EqualFold(word, "and") && depth == 0 {
			names, name = append(names, name), ""
			continue
		}
		depth += strings.Count(word, "{") - strings.Count(word, "}")
		name = strings.TrimSpace(name + " " + word)
	}
	return slices.DeleteFunc(append(names, name), func(name string) bool { return name == "" || name == "others" })
}

// others reports whether there are more authors than those whom the entry names.
func (e Entry) others() bool {
	return strings.HasSuffix(strings.TrimSpace(cmp.Or(e.Fields["author"], e.Fields["editor"])), " and others")
}

// Authors returns the authors, or else the editors, as they are printed: "R. E. Korf".
func (e Entry) Authors() []string {
	people := e.people()
	for i, name := range people {
		people[i], _ = named(name)
	}
	return people
}

// parted are the parts of names between commas, of which biblatex may say what they are.
var parted = regexp.MustCompile(`^(family|given|prefix|suffix)(?:-i)?\s*=\s*"?(.*?)"?$`)

// named returns a name as it is printed, "First von Last, Jr", and of it "von Last".
func named(name string) (full, family string) {
	parts := parts(name)
	var of [4]string // family, given, prefix, suffix
	for _, part := range parts {
		if m := parted.FindStringSubmatch(part); m != nil {
			of[slices.Index([]string{"family", "given", "prefix", "suffix"}, m[1])] = m[2]
		}
	}
	switch {
	case of[0] != "":
		of[0] = strings.TrimSpace(of[2] + " " + of[0])
	case len(parts) == 1:
		words := strings.Fields(strings.ReplaceAll(name, "~", " "))
		at := len(words) - 1
		if strings.HasPrefix(name, "{") && closing(name, false) == len(name)-1 {
			at = 0
		}
		for i, word := range words[:at] {
			if first, _ := utf8.DecodeRuneInString(plain(word)); i > 0 && unicode.IsLower(first) {
				at = i
				break
			}
		}
		return plain(name), plain(strings.Join(words[at:], " "))
	case len(parts) == 2:
		of[0], of[1] = parts[0], parts[1]
	case len(parts) == 3:
		of[0], of[3], of[1] = parts[0], parts[1], parts[2]
	default:
		return plain(name), plain(parts[0])
	}
	full = strings.TrimSpace(of[1] + " " + of[0])
	if of[3] != "" {
		full += ", " + of[3]
	}
	return plain(full), plain(of[0])
}

// parts parts a name at the commas outside of braces.
func parts(name string) (list []string) {
	depth, from := 0, 0
	for i, c := range name + "," {
		switch c {
		case '{':
			depth++
		case '}':
			depth--
		case ',':
			if part := strings.TrimSpace(name[from:min(i, len(name))]); depth == 0 || i == len(name) {
				if from = i + 1; part != "" {
					list = append(list, part)
				}
			}
		}
	}
	return list
}

// families returns the family names of the authors.
func (e Entry) families() []string {
	people := e.people()
	for i, name := range people {
		_, people[i] = named(name)
	}
	return people
}

// Part is a piece of an entry as it is printed.
type Part struct {
	Text   string
	Italic bool
	Math   bool   // a formula of TeX
	URL    string // that it leads to; "" if it is no link
}

// What is printed of entries: between brackets a field, if there is one, with what stands
// around it; italics between underscores.
const (
	inJournal = "_[@journal]_[ @volume][ (@number)][, @pages]"
	inBook    = "In _[@booktitle]_[, @series][, volume @volume][, @pages][, @publisher]"
	report    = "[, @type][ @number][, @institution][, @publisher][, @howpublished]"
	itself    = "[, @type][, @edition edition][, version @version][, @series][ @number][, volume @volume][, chapter @chapter][, pages @pages][, @publisher][, @school][, @institution][, @organization][, @howpublished]"
)

var (
	counted = regexp.MustCompile(`^(?:volume|version|chapter|pages) `)
	field   = regexp.MustCompile(`\[([^\[\]@]*)@(\w+)([^\[\]]*)\]`)
)

// Parts returns the entry as a list of references prints it: authors, year, title,
// where it was published, DOI or address.
func (e Entry) Parts() (list []Part) {
	title, of := "[@title][: @subtitle]", itself
	switch strings.TrimPrefix(e.Type, "mv") {
	case "book", "proceedings", "collection", "periodical":
		title = "_" + title + "_"
	case "techreport":
		of = report
	}
	if e.Fields["journal"] != "" {
		of = inJournal
	} else if book := e.Fields["booktitle"]; book != "" && book != e.Fields["title"] {
		of = inBook
	}
	list = append(list, Part{Text: e.byline() + e.laid("[@year. ]")})
	for _, layout := range []string{title, of, "[@note]"} {
		said := strings.TrimLeft(e.laid(strings.ReplaceAll(layout, "_", "\x00")), ", ")
		if counted.MatchString(said) {
			said = strings.ToUpper(said[:1]) + said[1:]
		}
		for i, text := range strings.Split(sentence(said), "\x00") {
			list = append(list, mathematics(text, i%2 == 1)...)
		}
	}
	return slices.DeleteFunc(append(list, e.link()), func(p Part) bool { return p.Text == "" })
}

// laid fills in the fields of a layout.
func (e Entry) laid(layout string) string {
	return field.ReplaceAllStringFunc(layout, func(found string) string {
		m := field.FindStringSubmatch(found)
		if e.Fields[m[2]] == "" {
			return ""
		}
		return m[1] + e.Fields[m[2]] + m[3]
	})
}

// mathematics parts a text at its formulas.
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

// byline names the authors, or else the editors.
func (e Entry) byline() string {
	authors := e.Authors()
	if len(authors) == 0 {
		return ""
	}
	text := strings.Join(authors, ", ")
	if last := len(authors) - 1; e.others() {
		text += " et al."
	} else if last > 0 {
		text = strings.Join(authors[:last], ", ") + " and " + authors[last]
	}
	if e.Fields["author"] == "" {
		text += map[bool]string{true: " (ed.)", false: " (eds.)"}[len(authors) == 1 && !e.others()]
	}
	return sentence(text)
}

// link is where the entry can be read: its DOI, or a preprint, or its address.
func (e Entry) link() Part {
	number, url, eprint, archive := e.Fields["doi"], e.Fields["url"], e.Fields["eprint"], e.Fields["archiveprefix"]
	m := arxiv.FindStringSubmatch(eprint)
	switch {
	case number != "" && !doi.MatchString(number):
		return Part{Text: "doi:" + number}
	case number != "":
		return Part{Text: "doi:" + number, URL: "https://doi.org/" + number}
	case m != nil && (archive == "" || strings.EqualFold(archive, "arxiv")):
		return Part{Text: "arXiv:" + m[1], URL: "https://arxiv.org/abs/" + m[1]}
	case strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://"):
		return Part{Text: url, URL: url}
	case eprint != "" && archive != "":
		return Part{Text: archive + ":" + eprint}
	}
	return Part{Text: url}
}

// sentence ends words with a full stop and a space.
func sentence(s string) string {
	switch {
	case s == "":
		return ""
	case strings.ContainsAny(s[len(s)-1:], ".?!"):
		return s + " "
	}
	return s + ". "
}

// Text returns the entry as plain text.
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

// In reports whether a source in words means the entry: a part of it between semicolons
// has the family names of all of its authors, or of the first "et al.", and its year.
func (e Entry) In(source string) bool {
	families := e.families()
	if len(families) == 0 {
		return false
	}
	for part := range strings.SplitSeq(source, ";") {
		names := families
		if strings.Contains(part, " et al.") {
			names = families[:1]
		}
		all := hasWord(part, e.Fields["year"])
		for _, name := range names {
			all = all && hasWord(part, name)
		}
		if all {
			return true
		}
	}
	return false
}

// Named reports whether a text has one of the words of the entry.
func (e Entry) Named(text string) bool {
	for word := range strings.SplitSeq(e.Fields["words"], ";") {
		if word = strings.TrimSpace(word); word != "" && hasWord(text, word) {
			return true
		}
	}
	return false
}

// hasWord reports whether a text has a word that no letter or digit continues; "" is in
// any text.
func hasWord(text, word string) bool {
	for at := 0; ; at++ {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		at += i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(word):])
		if word == "" || !continues(before) && !continues(after) {
			return true
		}
	}
}

func continues(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
