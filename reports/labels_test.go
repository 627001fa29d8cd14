package reports

import (
	"fmt"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/reports/bibtex"
)

func study(blocks ...Block) Report {
	return Report{ID: "study", Title: "A question?", Blocks: blocks}
}

func fig(id string) Figure { return Figure{ID: id, SVG: []byte("<svg/>")} }

func tab(id string) Table { return Table{ID: id, Columns: []Column{{Name: "a"}}} }

func TestBlocksAreNumberedInOrderOfAppearance(t *testing.T) {
	r := study(tab("x"), fig("b"), Text{}, fig("a"), Claim{ID: "x", Statement: "s"}, tab("y"))
	labels, err := r.Labels()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range labels.All() {
		got = append(got, l.String()+"="+l.Anchor())
	}
	want := "Table 1=table-x Figure 1=fig-b Figure 2=fig-a Claim 1=claim-x Table 2=table-y"
	if strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if l, ok := labels.Of(fig("a")); !ok || l.Number != 2 {
		t.Errorf("Of(figure a) = %+v, %v", l, ok)
	}
	if _, ok := labels.Of(Text{}); ok {
		t.Error("a text has a label")
	}
}

func TestReferencesAreExpandedOutsideCode(t *testing.T) {
	labels, err := study(fig("a"), fig("b")).Labels()
	if err != nil {
		t.Fatal(err)
	}
	link := func(l Label) string { return "<" + l.String() + ">" }
	tests := []struct{ in, want string }{
		{"see [[fig:b]] and [[fig:a]].", "see <Figure 2> and <Figure 1>."},
		{"`[[fig:zz]]` [[fig:a]]", "`[[fig:zz]]` <Figure 1>"},
		{"``a ` [[fig:zz]]`` [[fig:a]]", "``a ` [[fig:zz]]`` <Figure 1>"},
		{"a ` b [[fig:a]]", "a ` b <Figure 1>"},
		{"a \\`[[fig:a]]\\`", "a \\`<Figure 1>\\`"},
		{"a ` b\n\n` [[fig:a]]", "a ` b\n\n` <Figure 1>"},
		{"```go\n[[fig:zz]]\n```\n[[fig:a]]\n", "```go\n[[fig:zz]]\n```\n<Figure 1>\n"},
		{"~~~\n```\n[[fig:zz]]\n~~~\n[[fig:a]]", "~~~\n```\n[[fig:zz]]\n~~~\n<Figure 1>"},
		{"````\n```\n[[fig:zz]]\n````\n[[fig:a]]", "````\n```\n[[fig:zz]]\n````\n<Figure 1>"},
		{"m[[1, 2], [3, 4]] [[x:y]] [[", "m[[1, 2], [3, 4]] [[x:y]] [["},
		{"", ""},
	}
	for _, tt := range tests {
		if got := labels.ExpandMarkdown(tt.in, link); got != tt.want {
			t.Errorf("%q: got %q; want %q", tt.in, got, tt.want)
		}
	}
	got := labels.Expand("a<b [[fig:a]] [[1]] c<d", func(s string) string { return strings.ReplaceAll(s, "<", "&lt;") }, link)
	if want := "a&lt;b <Figure 1> [[1]] c&lt;d"; got != want {
		t.Errorf("got %q; want %q", got, want)
	}
}

func TestValidateSaysWhatIsWrong(t *testing.T) {
	tests := []struct {
		r    Report
		want string
	}{
		{Report{Title: "t"}, "a report has no ID"},
		{Report{ID: "a/b", Title: "t"}, `report ID "a/b": '/' is not allowed`},
		{Report{ID: "a"}, `report "a" has no title`},
		{study(nil), "block 1: reports: a block is nil"},
		{study(fig("a"), fig("a")), "block 2 repeats the ID fig:a"},
		{study(Figure{ID: "a"}), "neither an SVG nor a PNG"},
		{study(Figure{ID: "a", SVG: []byte("x")}), "no <svg> element"},
		{study(Figure{ID: "a", PNG: []byte("x")}), "is not a PNG file"},
		{study(Table{ID: "a"}), `table "a" has no columns`},
		{study(Claim{ID: "a"}), "has no statement"},
	}
	for _, tt := range tests {
		if err := tt.r.Validate(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v:\ngot  %v\nwant %q", tt.r, err, tt.want)
		}
	}
	if err := study(fig("a"), tab("a"), Claim{ID: "a", Statement: "[[fig:a]]"}).Validate(); err != nil {
		t.Errorf("equal IDs of different kinds: %v", err)
	}
}

func FuzzExpandMarkdown(f *testing.F) {
	f.Add("see [[fig:a]] `[[fig:b]]`\n```\n[[fig:c]]\n```\n")
	f.Add("``` a\n` \\` [[fig:a]]\n\n~~~\n")
	labels, err := study(fig("a")).Labels()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if same := labels.ExpandMarkdown(text, func(l Label) string { return "[[" + l.reference() + "]]" }); same != text {
			t.Errorf("%q became %q", text, same)
		}
	})
}

func TestCitationsAreNumberedAsTheyAppear(t *testing.T) {
	r := Report{
		ID: "r", Title: "R", Library: bibtex.Shipped(), Sources: []string{"Dijkstra 1959; Korf 1985"},
		Front: Front{Abstract: "First [@pohl1970]."}, Lead: "Then [@korf1985, section 5; @hart1968].",
		Blocks: []Block{
			Text{Markdown: "[@pohl1970] again, `[@nobody]` in code, [@link](u), and AICc."},
			Claim{ID: "c", Statement: "It is so [@moore1959]."},
		},
	}
	l, err := r.Labels()
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for i, e := range l.References() {
		keys = append(keys, e.Key)
		label := l.At("#cite-" + e.Key)
		if label.Number != i+1 || label.String() != fmt.Sprintf("[%d]", i+1) || label.Anchor() != "cite-"+e.Key {
			t.Errorf("reference %d is %+v", i+1, label)
		}
	}
	if got := strings.Join(keys, " "); got != "pohl1970 korf1985 hart1968 moore1959 dijkstra1959 hurvich1989" {
		t.Errorf("references %s", got)
	}
	text := l.Expand(r.Lead, strings.ToUpper, func(l Label) string { return l.String() })
	if text != "THEN [2], SECTION 5; [3]." {
		t.Errorf("%q", text)
	}
	markdown := l.ExpandMarkdown(r.Blocks[0].(Text).Markdown, func(l Label) string { return l.ID })
	if markdown != "pohl1970 again, `[@nobody]` in code, [@link](u), and AICc." {
		t.Errorf("%q", markdown)
	}
	for text, want := range map[string]string{
		"\n[@korf1895]":                `text "t": line 2: citation [@korf1895] has no target (the bibliography has no entry with this key`,
		"[@korf1985; hart1968]":        "line 1: citation [@korf1985; hart1968] has no key",
		"one\n\ntwo\n[[fig:b]]":        `text "t": line 4: reference [[fig:b]] has no target (the report has nothing of that kind)`,
		"`x`\n```\n\n```\n[[table:b]]": `text "t": line 5: reference [[table:b]] has no target`,
		"[[claim:]]":                   `text "t": line 1: reference [[claim:]]`,
	} {
		r.Blocks = []Block{Text{ID: "t", Markdown: text}}
		l, err := r.Labels()
		if err != nil {
			t.Fatal(err)
		}
		if w := l.Warnings(); len(w) != 1 || !strings.Contains(w[0], want) || !strings.HasSuffix(w[0], "(shown as written)") {
			t.Errorf("%q: warnings %q, want %s", text, w, want)
		}
		if shown := l.ExpandMarkdown(text, func(Label) string { return "" }); shown != text || len(l.Warnings()) != 1 {
			t.Errorf("%q is shown as %q", text, shown)
		}
	}
}

func TestKeysOfAnyCharactersAreCited(t *testing.T) {
	library := bibtex.Parse(bibtex.File{Name: "a.bib", Text: "@misc{DBLP:conf/x+y'z, title={A}, ids={old, older}}\n@misc{a key (1) & #_%<, title={B\\foo}}\n@misc{bad, title={\n"})
	r := Report{ID: "r", Title: "R", Library: library, Lead: "As in [@DBLP:conf/x+y'z, p. 3; @{a key (1) & #_%<}] and [@older]."}
	l, err := r.Labels()
	if err != nil {
		t.Fatal(err)
	}
	refs := l.References()
	if len(refs) != 2 || refs[0].Fields["title"] != "A" || refs[1].Fields["title"] != `B\foo` {
		t.Fatalf("references %+v", refs)
	}
	for i, e := range refs {
		label := l.Cited(e)
		if at := l.At("#" + label.Anchor()); label.Number != i+1 || at != label || strings.ContainsAny(label.Anchor(), "&<# ()") {
			t.Errorf("%q has the label %+v, and its anchor leads to %+v", e.Key, label, at)
		}
	}
	if w := l.Warnings(); len(w) != 1 || !strings.HasPrefix(w[0], `a.bib:2: \foo in the title`) {
		t.Errorf("warnings %q", w)
	}
	r.Lead = "As in [@bad]."
	l, err = r.Labels()
	if err != nil {
		t.Fatal(err)
	}
	if w := l.Warnings(); len(w) != 1 || !strings.HasPrefix(w[0], "lead: line 1: citation [@bad]: bibtex: a.bib:3: ") {
		t.Errorf("warnings %q", w)
	}
}
