package reports

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/reports/bibtex"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Label identifies a figure, table, claim or bibliography entry in a report and holds its number.
type Label struct {
	Kind   string // "fig", "table" or "claim", as in references; "cite" for a bibliography entry
	ID     string
	Number int // position among the labels of the same kind, counted from 1
}

// String returns the label as reports print it, such as "Figure 1" or "[1]". A block outside a
// report has no number; its label is printed as `figure "growth"`.
func (l Label) String() string {
	switch {
	case l.Kind == "cite" && l.Number == 0:
		return "[" + l.ID + "]"
	case l.Kind == "cite":
		return fmt.Sprintf("[%d]", l.Number)
	}
	name := map[string]string{"fig": "Figure", "table": "Table", "claim": "Claim"}[l.Kind]
	if l.Number == 0 {
		return fmt.Sprintf("%s %q", strings.ToLower(name), l.ID)
	}
	return fmt.Sprintf("%s %d", name, l.Number)
}

// Anchor returns the HTML id of the block or entry, such as "fig-growth".
func (l Label) Anchor() string {
	return l.Kind + "-" + outside().ReplaceAllStringFunc(l.ID, func(s string) string {
		return strings.ReplaceAll(fmt.Sprintf(" % X", s), " ", "%")
	})
}

// outside matches characters that must be encoded in an address, and encoded matches their encoded
// form. Package net/url is not used, because it contains much code for IP addresses, which every
// cell would have to link.
var (
	outside = lazy.Regexp(`[^\w.~$+=:@-]`)
	encoded = lazy.Regexp(`(?:%[[:xdigit:]]{2})+`)
)

func (l Label) reference() string { return l.Kind + ":" + l.ID }

// Labels resolves references such as [[fig:growth]], [[table:totals]] and [[claim:fewer-nodes]] to
// numbered labels. A nil *Labels is for blocks outside a report. It resolves references to names
// instead of numbers.
type Labels struct {
	byReference map[string]Label
	order       []Label
	library     map[string]bibtex.Entry
	cited       []bibtex.Entry
	reading     string   // the passage whose citations are being numbered; "" later
	unknown     []string // warnings about references and citations that lead nowhere
}

// Labels numbers the blocks of r. If r is not valid, it returns the error from [Report.Validate].
func (r Report) Labels() (*Labels, error) {
	if err := checkID("report", r.ID); err != nil {
		return nil, err
	}
	if strings.TrimSpace(r.Title) == "" {
		return nil, fmt.Errorf("reports: report %q has no title", r.ID)
	}
	l := &Labels{byReference: map[string]Label{}, library: byKey(r.Library)}
	for i, b := range r.Blocks {
		err := validate(b)
		if figure, ok := b.(Figure); ok {
			err = figure.Check()
		}
		if err != nil {
			return nil, fmt.Errorf("report %q, block %d: %w", r.ID, i+1, err)
		}
		if label := b.About().label; label.Kind != "" && !l.number(label) {
			return nil, fmt.Errorf("reports: report %q: block %d repeats the ID %s (each must be unique)", r.ID, i+1, label.reference())
		}
	}
	for _, id := range r.Headlines {
		if _, ok := l.byReference["claim:"+id]; !ok {
			return nil, fmt.Errorf("reports: report %q has no claim %q to show at the top", r.ID, id)
		}
	}
	for _, id := range []string{r.Key, r.Picture} {
		if _, ok := l.byReference["fig:"+id]; id != "" && !ok {
			return nil, fmt.Errorf("reports: report %q has no figure %q to show at the top", r.ID, id)
		}
	}
	texts := r.passages()
	for _, t := range texts {
		l.reading = t.where
		l.pieces(t.text, t.seen)
	}
	l.reading = ""
	l.citeUsed(r, texts)
	return l, nil
}

// byKey returns bibliography entries by their keys and by their other keys, in the field ids.
func byKey(entries []bibtex.Entry) map[string]bibtex.Entry {
	library := map[string]bibtex.Entry{}
	for _, e := range entries {
		for key := range strings.SplitSeq(e.Fields["ids"], ",") {
			library[strings.TrimSpace(key)] = e
		}
	}
	for _, e := range entries {
		library[e.Key] = e
	}
	return library
}

// number gives a block the next number of its kind. It reports whether its ID is new.
func (l *Labels) number(label Label) bool {
	_, known := l.byReference[label.reference()]
	label.Number = 1
	for _, other := range l.order {
		if other.Kind == label.Kind {
			label.Number = other.Number + 1
		}
	}
	l.byReference[label.reference()] = label
	l.order = append(l.order, label)
	return !known
}

// References returns the bibliography entries that the report cites, in order of first citation,
// followed by entries that it uses without citing them.
func (l *Labels) References() []bibtex.Entry { return slices.Clone(l.cited) }

// Warnings returns a warning for each reference or citation that has no target, followed by the
// warnings about the cited entries.
func (l *Labels) Warnings() []string {
	list := slices.Clone(l.unknown)
	for _, e := range l.cited {
		list = append(list, e.Warnings...)
	}
	return list
}

// cite numbers an entry of the library when it is first cited.
func (l *Labels) cite(key string) (Label, error) {
	if l == nil {
		return Label{Kind: "cite", ID: key}, nil
	}
	e, ok := l.library[key]
	if label, ok := l.byReference["cite:"+e.Key]; ok {
		return label, nil
	}
	if !ok {
		return Label{}, fmt.Errorf("citation [@%s] has no target (the bibliography has no entry with this key%s)", key, search.DidYouMean(key, slices.Sorted(maps.Keys(l.library))))
	}
	if e.Err != nil {
		return Label{}, fmt.Errorf("citation [@%s]: %w", key, e.Err)
	}
	label := Label{Kind: "cite", ID: e.Key, Number: len(l.cited) + 1}
	l.byReference["cite:"+e.Key] = label
	l.cited = append(l.cited, e)
	return label, nil
}

// citeUsed adds the entries that match the report's sources, or methods that its texts name.
func (l *Labels) citeUsed(r Report, texts []passage) {
	var said strings.Builder
	for _, t := range texts {
		said.WriteString(t.text + "\n")
	}
	for _, b := range r.Blocks {
		if t, ok := b.(Table); ok {
			said.WriteString(t.Bold() + "\n")
		}
	}
	for _, e := range r.Library {
		if e.Err == nil && (slices.ContainsFunc(r.Sources, e.In) || e.Named(said.String())) {
			_, _ = l.cite(e.Key) // the entry is in the library
		}
	}
}

// Cited returns the label of a bibliography entry, or the zero Label if the report does not cite
// it.
func (l *Labels) Cited(e bibtex.Entry) Label { return l.byReference["cite:"+e.Key] }

// Of returns the label of a block and whether the block has one.
func (l *Labels) Of(b Block) (Label, bool) {
	if l == nil {
		return Label{}, false
	}
	label, ok := l.byReference[b.About().label.reference()]
	return label, ok
}

// At returns the label of the block that a link such as "#fig-growth" leads to. It returns the zero
// Label if the target of the link has no number.
func (l *Labels) At(link string) Label {
	kind, id, _ := strings.Cut(strings.TrimPrefix(link, "#"), "-")
	if l == nil || !strings.HasPrefix(link, "#") {
		return Label{}
	}
	id = encoded().ReplaceAllStringFunc(id, func(s string) string {
		text, _ := hex.DecodeString(strings.ReplaceAll(s, "%", ""))
		return string(text)
	})
	return l.byReference[Label{Kind: kind, ID: id}.reference()]
}

// All returns all labels in the order in which they appear in the report.
func (l *Labels) All() []Label { return slices.Clone(l.order) }

// passage is a text in a report, and its place.
type passage struct{ where, text, seen string } // seen is the text without code

// passages returns the texts in a report that may contain references.
func (r Report) passages() []passage {
	list := []passage{{"title", r.Title, r.Title}, {"abstract", r.Front.Abstract, r.Front.Abstract}, {"about", r.About, r.About}, {"lead", r.Lead, r.Lead}, {"times", r.Times, r.Times}}
	for i, b := range r.Blocks {
		f := b.About()
		where := f.label.String()
		if f.label.Kind == "" {
			where = fmt.Sprintf("block %d", i+1)
		}
		if t, ok := b.(Text); ok && t.ID != "" {
			where = fmt.Sprintf("text %q", t.ID)
		}
		list = append(list, passage{where, f.markdown, withoutCode(f.markdown)})
		for _, text := range f.texts {
			list = append(list, passage{where, text, text})
		}
	}
	return list
}
