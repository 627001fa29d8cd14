package reports

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Digest returns a SHA-256 hash, in hex, of the tables, claims and figures in the report. The hash
// does not cover results with measured times or the code that produced the results. It is therefore
// the same on all machines for reports on the same trials.
func (r Report) Digest() string {
	h := sha256.New()
	for _, b := range r.Blocks {
		about := b.About()
		if about.Timing || about.label.Kind == "" {
			continue
		}
		mime, data, err := MarshalBlock(about.Made(""))
		if err != nil {
			continue // no writer accepts such a report
		}
		fmt.Fprintf(h, "%s %d\n%s\n", mime, len(data), data)
		if figure, ok := b.(Figure); ok {
			fmt.Fprintf(h, "%d\n%s\n", len(figure.SVG), figure.SVG)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Date returns the date in the report's front matter if it consists only of digits and hyphens.
// Otherwise it returns the day on which the last result was computed, or "" if that is unknown.
func (r Report) Date() string {
	if r.Front.Date != "" && strings.Trim(r.Front.Date, "0123456789-") == "" {
		return r.Front.Date
	}
	last := ""
	for _, s := range r.Provenance.Sections {
		started, _ := s.Value("started")
		if day, _, _ := strings.Cut(started, "T"); s.Title != Rendered {
			last = max(last, day)
		}
	}
	return last
}

// BibTeX returns a BibTeX entry for citing the report.
func (r Report) BibTeX() string {
	var b strings.Builder
	fmt.Fprintf(&b, "@misc{%s,\n", r.ID)
	field := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "  %s = {%s},\n", name, texEscaper.Replace(strings.ToValidUTF8(value, "\ufffd")))
		}
	}
	var names []string
	for _, a := range r.Front.Authors {
		names = append(names, strings.ReplaceAll(a.Name, " and ", " & ")) // " and " would split the name
	}
	field("author", strings.Join(names, " and "))
	field("title", r.Title)
	year, _, _ := strings.Cut(r.Date(), "-")
	field("year", year)
	field("url", r.Front.URL)
	field("note", "Report made with puzzlelab; SHA-256 of the results: "+r.Digest())
	return b.String() + "}\n"
}

// texEscaper converts plain text to a BibTeX value.
var texEscaper = strings.NewReplacer(`\`, `\textbackslash `, "{", "(", "}", ")", "%", `\%`, "&", `\&`, "#", `\#`, "$", `\$`, "_", `\_`, "~", `\textasciitilde `, "^", `\textasciicircum `)

// CFF returns a CITATION.cff file for citing the report, in Citation File Format 1.2.0.
func (r Report) CFF() string {
	var b strings.Builder
	field := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", name, quoted(value))
		}
	}
	b.WriteString("cff-version: 1.2.0\nmessage: If you use these results, please cite them as below.\ntype: dataset\n")
	field("title", r.Title)
	b.WriteString("authors:\n")
	for _, a := range r.Front.Authors {
		if given, family, ok := cutLast(a.Name); ok {
			field("  - given-names", given)
			field("    family-names", family)
			field("    affiliation", a.Affiliation)
		} else {
			field("  - name", a.Name)
		}
		if a.ORCID != "" {
			field("    orcid", "https://orcid.org/"+a.ORCID)
		}
	}
	if r.Front.Authors == nil {
		field("  - name", "The authors of "+r.ID)
	}
	if date := r.Date(); len(date) == len("2006-01-02") {
		field("date-released", date)
	}
	field("url", r.Front.URL)
	field("abstract", r.Front.Abstract)
	if r.Front.Keywords != nil {
		b.WriteString("keywords:\n")
		for _, word := range r.Front.Keywords {
			b.WriteString("  - " + quoted(word) + "\n")
		}
	}
	fmt.Fprintf(&b, "identifiers:\n  - type: other\n    value: %q\n    description: SHA-256 of the results\n", "sha256:"+r.Digest())
	return b.String()
}

// quoted returns a text as a YAML string. YAML accepts JSON strings.
func quoted(s string) string {
	data, _ := JSON(s, "") // a string can always be encoded
	return string(data)
}

// cutLast splits a name at its last space.
func cutLast(name string) (given, family string, ok bool) {
	i := strings.LastIndexByte(strings.TrimSpace(name), ' ')
	if i < 0 {
		return "", name, false
	}
	return strings.TrimSpace(name[:i]), strings.TrimSpace(name[i+1:]), true
}
