package bibtex

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// accents are the combining characters of TeX's accents.
var accents = map[string]string{
	"`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307", `"`: "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "c": "\u0327", "k": "\u0328",
}

// composed are the letters with accents that stand in names of authors.
var composed = func() *strings.Replacer {
	var pairs []string
	for accent, letters := range map[string]string{
		"\u0300": "AÀEÈIÌOÒUÙaàeèiìoòuù", "\u0301": "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćNŃnńSŚsśZŹzź", "\u0302": "AÂEÊIÎOÔUÛaâeêiîoôuû", "\u0303": "AÃNÑOÕaãnñoõ",
		"\u0304": "AĀEĒIĪOŌUŪaāeēiīoōuū", "\u0306": "AĂGĞaăgğ", "\u0307": "ZŻzż", "\u0308": "AÄEËIÏOÖUÜaäeëiïoöuüyÿ", "\u030a": "AÅUŮaåuů", "\u030b": "OŐUŰoőuű",
		"\u030c": "CČDĎEĚNŇRŘSŠTŤZŽcčdďeěnňrřsštťzž", "\u0327": "CÇSŞcçsş", "\u0328": "AĄEĘaąeę",
	} {
		runes := []rune(letters)
		for i := 0; i < len(runes); i += 2 {
			pairs = append(pairs, string(runes[i])+accent, string(runes[i+1]))
		}
	}
	return strings.NewReplacer(pairs...)
}()

var (
	accented = regexp.MustCompile("\\\\(?:([`'^~=.\"])\\s*|([urHvck])(?:\\s+|\\s*([{])))\\{?\\\\?([A-Za-z])\\}?")
	letter   = regexp.MustCompile(`\\(ss|ae|AE|oe|OE|aa|AA|o|O|l|L|i|j|textquotesingle|textendash|textemdash)(?:\{\}|\s+|\b)`)
	command  = regexp.MustCompile(`\\[A-Za-z]+\s*`)
)

// letters are commands of TeX for single characters.
var letters = map[string]string{
	"ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "i": "i", "j": "j",
	"textquotesingle": "'", "textendash": "–", "textemdash": "—",
}

// marks are what TeX writes otherwise than plain text.
var marks = strings.NewReplacer(
	`\&`, "&", `\%`, "%", `\$`, "$", `\#`, "#", `\_`, "_", `\{`, "", `\}`, "", `\,`, "\u202f", `\ `, " ",
	"---", "—", "--", "–", "``", "“", "''", "”", "`", "‘", "~", "\u00a0", "{", "", "}", "", "$", "",
)

// plain returns text without what TeX knows of it: accents become letters, braces and
// commands go.
func plain(s string) string {
	s = accented.ReplaceAllStringFunc(s, func(found string) string {
		m := accented.FindStringSubmatch(found)
		return composed.Replace(m[4] + accents[m[1]+m[2]])
	})
	s = letter.ReplaceAllStringFunc(s, func(found string) string { return letters[letter.FindStringSubmatch(found)[1]] })
	s = marks.Replace(command.ReplaceAllString(s, ""))
	return strings.Join(strings.FieldsFunc(strings.ReplaceAll(s, `\`, ""), func(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' && r != '\u202f' }), " ")
}

// Authors returns the authors, or else the editors, as they are printed: "R. E. Korf".
func (e Entry) Authors() []string {
	var names []string
	for _, name := range e.people() {
		if family, given, ok := cutName(name); ok {
			name = given + " " + family
		}
		names = append(names, plain(name))
	}
	return names
}

func (e Entry) people() []string {
	people := cmp.Or(e.Fields["author"], e.Fields["editor"])
	var names []string
	depth, name := 0, ""
	for word := range strings.FieldsSeq(people) {
		if word == "and" && depth == 0 {
			names, name = append(names, name), ""
			continue
		}
		depth += strings.Count(word, "{") - strings.Count(word, "}")
		name = strings.TrimSpace(name + " " + word)
	}
	if name != "" {
		names = append(names, name)
	}
	return names
}

// cutName splits "Korf, Richard E."; a name in braces is one of a body.
func cutName(name string) (family, given string, ok bool) {
	if strings.HasPrefix(name, "{") && closing(name) == len(name)-1 {
		return "", "", false
	}
	family, given, ok = strings.Cut(name, ",")
	return strings.TrimSpace(family), strings.TrimSpace(given), ok
}

// families returns the family names of the authors.
func (e Entry) families() []string {
	var names []string
	for _, name := range e.people() {
		family, _, ok := cutName(name)
		if words := strings.Fields(plain(name)); !ok && len(words) > 0 {
			family = words[len(words)-1]
		}
		names = append(names, plain(family))
	}
	return names
}

// Part is a piece of an entry as it is printed.
type Part struct {
	Text   string
	Italic bool
	URL    string // that it leads to; "" if it is no link
}

// Parts returns the entry as a list of references prints it: authors, year, title,
// where it was published, DOI or address.
func (e Entry) Parts() []Part {
	var parts []Part
	add := func(p Part) { parts = append(parts, p) }
	text := ""
	if authors := e.Authors(); len(authors) > 0 {
		last := len(authors) - 1
		text = strings.Join(authors[:last], ", ")
		if last > 0 {
			text += " and "
		}
		if text += authors[last]; e.Fields["author"] == "" {
			text += " (eds.)"
		}
		text = sentence(text)
	}
	if year := e.Fields["year"]; year != "" {
		text += year + ". "
	}
	title := Part{Text: sentence(e.Fields["title"]), Italic: e.Type == "book" || e.Type == "proceedings"}
	add(Part{Text: text})
	add(title)
	f := func(name, format string) string {
		if e.Fields[name] == "" {
			return ""
		}
		return strings.ReplaceAll(format, "%", e.Fields[name])
	}
	switch e.Type {
	case "article":
		add(Part{Text: e.Fields["journal"], Italic: true})
		add(Part{Text: sentence(f("volume", " %") + f("number", " (%)") + f("pages", ", %"))})
	case "inproceedings", "incollection":
		add(Part{Text: "In "})
		add(Part{Text: e.Fields["booktitle"], Italic: true})
		add(Part{Text: sentence(f("pages", ", %") + f("publisher", ", %"))})
	case "phdthesis", "mastersthesis":
		kind := map[string]string{"phdthesis": "Ph.D. thesis, ", "mastersthesis": "Master's thesis, "}[e.Type]
		add(Part{Text: sentence(kind + e.Fields["school"])})
	default:
		add(Part{Text: sentence(strings.TrimPrefix(f("edition", ", % edition")+f("publisher", ", %")+f("institution", ", %")+f("howpublished", ", %"), ", "))})
	}
	switch doi, url := e.Fields["doi"], e.Fields["url"]; {
	case doi != "":
		add(Part{Text: "doi:" + doi, URL: "https://doi.org/" + doi})
	case strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://"):
		add(Part{Text: url, URL: url})
	}
	kept := parts[:0]
	for _, p := range parts {
		if p.Text != "" {
			kept = append(kept, p)
		}
	}
	return kept
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
