package bibtex

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func parse(t *testing.T, text string) []Entry {
	t.Helper()
	entries, err := Parse("a.bib", text)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

func ExampleEntry_Text() {
	for _, e := range Shipped() {
		if e.Key == "korf2001" {
			fmt.Println(e.Text())
		}
	}
	// Output: Richard E. Korf, Michael Reid and Stefan Edelkamp. 2001. Time complexity of iterative-deepening-A*. Artificial Intelligence 129, 199–218. doi:10.1016/S0004-3702(01)00094-7
}

func TestShippedEntriesAreSortedAndNamed(t *testing.T) {
	entries := Shipped()
	if len(entries) < 30 || !slices.IsSortedFunc(entries, func(a, b Entry) int { return strings.Compare(a.Key, b.Key) }) {
		t.Errorf("%d entries, or not in the order of their keys", len(entries))
	}
	for _, e := range entries {
		if year := e.Fields["year"]; year != "" && !strings.HasSuffix(e.Key, year) && e.Key != "simon531" {
			t.Errorf("%s is of %s", e.Key, year)
		}
	}
}

func TestValuesAreReadAsTeXMeansThem(t *testing.T) {
	for value, want := range map[string]string{
		`{a {B}  c}`: "a B c", `"a {"}b"`: `a "b`, `1985`: "1985", `{x} # " y" # jan`: "x yJanuary", `mine # { z}`: "M & N z",
		`{St{\"u}tzle, \'{E}ric \v{C}apek \c c \ss{} \O re}`: "Stützle, Éric Čapek ç ß Øre", `{1--2 --- 3~m}`: "1–2 — 3\u00a0m", "{``q''}": "“q”",
		`{\emph{so} 5\% \& more}`: "so 5% & more", `{<script>alert(1)</script>}`: "<script>alert(1)</script>", `{棋盘}`: "棋盘",
	} {
		got := parse(t, "@string{mine = {M \\& N}}\n@comment{x}@preamble{\"p\"}\n@Misc{k, Title = "+value+" }")
		if len(got) != 1 || got[0].Fields["title"] != want {
			t.Errorf("%s is read as %q, want %q", value, got[0].Fields["title"], want)
		}
	}
}

func TestAuthorsOfAllForms(t *testing.T) {
	e := parse(t, `@misc{k, title = {T}, author = "Korf, Richard E. and Ada Lovelace and {Barnes and Noble, Inc.} and van der Berg, J{\"o}rg"}`)[0]
	if got := e.Authors(); !slices.Equal(got, []string{"Richard E. Korf", "Ada Lovelace", "Barnes and Noble, Inc.", "Jörg van der Berg"}) {
		t.Errorf("%q", got)
	}
}

func TestErrorsNameTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"\n\n@artikel{k,}":                           "a.bib:3: @artikel is not a type",
		"@misc{k, title = {x}":                       "a.bib:1: the field title is not followed",
		"@misc{k, title = {x\n":                      `a.bib:1: the value that begins`,
		"@misc{k,\n title = word}":                   `a.bib:2: "word" is neither`,
		"@misc{k e,}":                                "not followed by a comma",
		"@misc{<k>, title={}}":                       `"<k>" is not a key`,
		"@misc{k, title={a}, title={b}}":             "two fields title",
		"@misc{k, title={a}}\n@misc{k, title={b}}":   `a.bib:2: the key "k" is taken`,
		"@article{k, title={a}, author={b}, year=1}": "has no journal",
		"@misc(k, title={a})":                        "not followed by {",
		"@misc{k, title={\xff}}":                     "not UTF-8",
		"@":                                          "is not a type",
	} {
		_, err := Parse("a.bib", text)
		if syntax, ok := errors.AsType[*SyntaxError](err); !ok || !strings.Contains(syntax.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

func TestSourcesNameEntries(t *testing.T) {
	for source, want := range map[string]string{
		"Dijkstra 1959": "dijkstra1959", "Doran & Michie 1966; Korf 1985": "doran1966 korf1985",
		"R. E. Korf, A. Felner, Disjoint pattern database heuristics, Artificial Intelligence 134, 2002; the first ten R. E. Korf, L. A. Taylor, AAAI 1996": "korf1996 korf2002",
		"A. and S. Puchert, floodit; P. E. Hart, N. J. Nilsson, B. Raphael, 1968":                                                                           "hart1968 puchert",
		"R. Clifford et al., Theory of Computing Systems 50, 2012":                                                                                          "clifford2012",
		"Korfmann 1985": "", "ours": "", "": "",
	} {
		var got []string
		for _, e := range Shipped() {
			if e.In(source) {
				got = append(got, e.Key)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q names %q, want %q", source, got, want)
		}
	}
}

func TestMethodsAreNamedByTheirWords(t *testing.T) {
	var got []string
	for _, e := range Shipped() {
		if e.Named("After Holm's correction a signed-rank test; AICc, not BCas.") {
			got = append(got, e.Key)
		}
	}
	if strings.Join(got, " ") != "holm1979 hurvich1989 wilcoxon1945" {
		t.Errorf("%q", got)
	}
}

// FuzzParse looks for a panic, an endless loop, an error without a place, and an entry
// that is read otherwise on its own.
func FuzzParse(f *testing.F) {
	f.Add(shipped[:2000])
	f.Add("@misc{k, title = \"a # {b\\\"}\" # jan, author={{A} and B, \\'e}}@string{x={y}}")
	f.Fuzz(func(t *testing.T, text string) {
		entries, err := Parse("f", text)
		if syntax, ok := errors.AsType[*SyntaxError](err); err != nil && (!ok || syntax.Line < 1) {
			t.Fatalf("error %v", err)
		}
		for _, e := range entries {
			if e.Text() == "" && e.Fields["title"] != "" {
				t.Errorf("%q prints as nothing", e.Source)
			}
			e.In(e.Source)
			e.Named(e.Source)
			if strings.Contains(strings.ToLower(text), "string") { // macros
				continue
			}
			if again, err := Parse("f", e.Source); err != nil || len(again) != 1 || again[0].Text() != e.Text() {
				t.Errorf("%q alone: %v, %v", e.Source, again, err)
			}
		}
	})
}
