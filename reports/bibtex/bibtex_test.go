package bibtex

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

func parse(t *testing.T, text string) []Entry {
	t.Helper()
	entries := Parse(File{"a.bib", text})
	for _, e := range entries {
		if e.Err != nil {
			t.Fatal(e.Err)
		}
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
		if e.Err != nil || e.Warnings != nil {
			t.Errorf("%s: %v, %q", e.Key, e.Err, e.Warnings)
		}
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
	if got, _, _ := e.people(); !slices.Equal(got, []string{"Richard E. Korf", "Ada Lovelace", "Barnes and Noble, Inc.", "Jörg van der Berg"}) {
		t.Errorf("%q", got)
	}
}

func TestErrorsNameTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"@misc{k, title = {x\n":   `a.bib:1: the value that begins`,
		"\n@misc{k,\n title = }":  "a.bib:3: a value is missing",
		"@misc{k, title={a} {b}}": `a.bib:1: want a field such as year = 1985, or } at the end of misc "k"`,
	} {
		var said []string
		for _, e := range Parse(File{"a.bib", text}) {
			if syntax, ok := errors.AsType[*SyntaxError](e.Err); ok {
				said = append(said, syntax.Error())
			}
		}
		if len(said) != 1 || !strings.Contains(said[0], want) {
			t.Errorf("%q: errors %q, want %s", text, said, want)
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
	f.Add("@a(k, title={$x_1$ \\foo{b} \\'{\\^e}}, crossref=k2, xdata={k})\n@b{k2, date=2001/, doi={DOI: 10.1/a}")
	f.Fuzz(func(t *testing.T, text string) {
		for _, e := range Parse(File{"f", text}) {
			if syntax, ok := errors.AsType[*SyntaxError](e.Err); e.Err != nil && (!ok || syntax.Line < 1) {
				t.Fatalf("error %v", e.Err)
			}
			if e.Err != nil {
				continue
			}
			if e.Text() == "" && e.Fields["title"] != "" {
				t.Errorf("%q prints as nothing", e.Source)
			}
			e.In(e.Source)
			e.Named(e.Source)
			if again := Parse(File{"f", e.Source}); len(again) != 1 || again[0].Err != nil || again[0].Text() != e.Text() {
				t.Errorf("%q alone: %+v, not %q", e.Source, again, e.Text())
			}
		}
	})
}

// The file has what Python's unicodedata makes of letters and combining characters.
func TestAccentsAndLettersAreThoseOfUnicode(t *testing.T) {
	file, err := os.ReadFile("testdata/accents.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(file)) {
		tex, want, _ := strings.Cut(strings.TrimSpace(line), "\t")
		for _, form := range []string{"{" + tex + "}", tex + "{}"} {
			if e := parse(t, "@misc{k, title={x"+form+"x}}")[0]; e.Fields["title"] != "x"+want+"x" || e.Warnings != nil {
				t.Errorf("%s is read as %q with %q, want %q", form, e.Fields["title"], e.Warnings, "x"+want+"x")
			}
		}
	}
}

func TestEntriesInTheWildPrintRight(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"names and dates of biblatex", `@article{a, author={C. Dee}, title={On Rings}, journaltitle={Journal}, date={1999-12-31}}`, "C. Dee. 1999. On Rings. Journal."},
		{"a span of years", `@book{a, editor={C. Dee}, title={R}, date={1999-05/2001}, edition={2}}`, "C. Dee (ed.). 1999–2001. R. 2nd edition."},
		{"a cross-reference", "@inproceedings{a, author={C. Dee}, title={R}, crossref={P}}\n@proceedings{p, title={Proc. 9}, booktitle={Proceedings 9}, year=1999}", "C. Dee. 1999. R. In Proceedings 9."},
		{"a cross-reference of biblatex", "@inbook{a, author={C. Dee}, title={R}, crossref=p}\n@book{p, title={Whole}, date=1999}", "C. Dee. 1999. R. In Whole."},
		{"data of several entries", "@book{a, title={R}, xdata={x, y}}\n@xdata{x, year=1999, xdata=y}@xdata{y, publisher={P}}", "1999. R. P."},
		{"a circle of references", "@book{a, title={R}, crossref=b}\n@book{b, publisher={P}, crossref=a}", "R. P."},
		{"a DOI as an address", `@misc{a, title={R}, doi={http://dx.doi.org/10.1000/a\_b--c~d}}`, "R. doi:10.1000/a_b--c~d"},
		{"a preprint", `@misc{a, title={R}, eprint={2101.01234v2}, archivePrefix={arXiv}, url={https://e.org}}`, "R. arXiv:2101.01234v2"},
		{"an address", `@online{a, title={R}, url={https://e.org/\~{}x\_y--z\%20#1}}`, "R. https://e.org/~x_y--z%20#1"},
		{"a junior", `@misc{a, author={Doe, Jr., Jo and {van der Meer}, Al and Wil de la Cruz}, title={R}}`, "Jo Doe, Jr., Al van der Meer and Wil de la Cruz. R."},
		{"parts of names by their names", `@misc{a, author={family=Doe, given=Jo, prefix=van, suffix=Jr}, title={R}}`, "Jo van Doe, Jr. R."},
		{"others", `@misc{a, author={Jo Doe and Al Roe and others}, title={R}}`, "Jo Doe, Al Roe et al. R."},
		{"a key with any characters", "@misc{DBLP:conf/x+y'z (1), title={R}}", "R."},
		{"special letters", `@misc{a, author={{\DJ}uro {\TH}orsson}, title={{\L}{\"o}\ss}}`, "Đuro Þorsson. Łöß."},
		{"formulas", `@misc{a, title={$\beta$-pruning in $O(b^{d/2})$ for \$5 or $ x $, \ensuremath{y}}}`, `$\beta$-pruning in $O(b^{d/2})$ for $5 or $x$, $y$.`},
		{"parentheses", "@string(k = \"Key\")\n@misc(a, title={R (2) \\) {)}}, howpublished=k # { b})", "R (2) \\) ). Key b."},
		{"a macro behind its use", "@misc{a, title=late}@string{LATE={R}}", "R."},
		{"a team", `@manual{a, author={{Team and Friends, Inc.}}, title={R}, organization={O}}`, "Team and Friends, Inc. R. O."},
		{"software", `@software{a, author={Jo Doe}, title={R}, version={2.1}, url={https://e.org}}`, "Jo Doe. R. Version 2.1. https://e.org"},
		{"a thesis of biblatex", `@thesis{a, author={Jo Doe}, title={R}, type={mathesis}, institution={U}}`, "Jo Doe. R. Master's thesis, U."},
		{"a report", `@report{a, author={Jo Doe}, title={R}, type={techreport}, number=7, institution={U}}`, "Jo Doe. R. Technical report 7, U."},
		{"unknown commands", "@misc{a, title={\\foo{Bar}{x} \\emph{so} \\baz qux\\ \\cite[3]{k}}}", `\foo{Bar}{x} so \baz qux \cite[3]{k}.`},
		{"commas and braces that are missing", "@misc{a, title={R} year=1999 % so\n note = {N}\n\n@misc{b, title={S}}", "1999. R. N."},
		{"a mark of byte order, and ends of lines of Windows", "\ufeff@misc{a,\r\n  title={R\r\n  S}}\r\n", "R S."},
		{"another encoding", "@misc{a, title={\x80 \x9f\xa0M\xfcller\xff, \x93\x9d}}", "€ Ÿ\u00a0Müllerÿ, “\ufffd."},
		{"UTF-16", "\xff\xfe@\x00m\x00i\x00s\x00c\x00{\x00a\x00,\x00t\x00i\x00t\x00l\x00e\x00=\x00{\x00W\x00a\x00B\x01s\x00a\x00}\x00}\x00", "Wałsa."},
		{"a quotation mark behind a backslash", `@misc{a, title="M\"uller"}`, "Müller."},
		{"braces behind backslashes", `@misc{a, title={The set \{1\}}}`, "The set {1}."},
		{"quotation marks", "@misc{a, title={On `so' and ``that''}}", "On ‘so’ and “that”."},
		{"the work that a volume is of", `@book{a, maintitle={Works}, subtitle={Part}, volume=2}`, "Works: Part. Volume 2."},
		{"a set", "@set{a, entryset={b, c}}@misc{b, author={Jo Doe}, title={R}, year=1999}@misc{c, title={S}, doi={10.1/x}}", "(a) Jo Doe. 1999. R. (b) S. doi:10.1/x"},
		{"a set with journals", "@set{a, entryset={b, c}}@article{b, title={R}, journal={Nucl.~Phys.}, volume=22}@misc{c, title={S}}", "(a) R. Nucl.\u00a0Phys. 22. (b) S."},
		{"a patent", "@patent{a, title={R}, type={patentus}, number=7, year={n.d.}}", "n.d. R. U.S. patent 7."},
		{"an issue of a journal", "@periodical{a, title={J}, issuetitle={R}, volume=3, number=4, year=1999}", "1999. R. J 3 (4)."},
		{"a set of itself", "@set{a, entryset={a, b}}@misc{b, title={R}}", "(a) R."},
		{"comments", "% @misc{a, title={old}}\n@comment{x}@preamble{\"p\"} mail@e.org\n@misc{a, title={R}}", "R."},
		{"marks at the end of titles", "@book{a, title={R?}, publisher={P.,}, edition={2nd ed.}}", "R? 2nd edition, P."},
		{"a quotation at the end", "@misc{a, title={On “R.”}, note={``S?''}}", "On “R.” “S?”"},
		{"no title", "@book{a, author={, Jo and Al Roe,}, year=1999}", "Jo and Al Roe. 1999."},
		{"references of HTML", `@article{a, title={A \&\#38; B {\&}amp; C &lt;}, journal={R&D;}}`, "A & B & C <. R&D;."},
		{"journals of astronomers", `@article{a, author={K. {\ocirc{A}}}, title={R}, journal={\prd}, howpublished={on disk}}`, "K. Å. R. Phys.\u00a0Rev.\u00a0D, on disk."},
		{"an organization", "@inproceedings{a, title={R}, booktitle={B}, organization={O}}", "R. In B, O."},
		{"the first of two", "@misc{a, title={R}, title={S}}\n@misc{a, title={T}}", "R."},
	} {
		e := Parse(File{"a.bib", c.text})[0]
		if got := e.Text(); e.Err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, got, e.Err, c.want)
		}
	}
}

func TestWhatIsNotUnderstoodIsNamedWithItsLine(t *testing.T) {
	for text, want := range map[string]string{
		"@misc{a,\n title={\\foo{x}}}":            `a.bib:2: \foo in the title of "a" is not known, and is printed as it was written`,
		"@misc{a,\n\n title=word}":                `a.bib:3: "word" is neither a number nor a macro, and is kept as it was written`,
		"@misc{a, title={R}}\n@misc{a, title={}}": `a.bib:2: there is another entry "a", which is not used`,
		"@misc{a, title={R},\ntitle={S}}":         `a.bib:2: misc "a" has two fields title, of which the first counts`,
		"@misc{a, title={R},\ncrossref={b}}":      `a.bib:2: crossref "b" of "a" leads to no entry that can be read`,
		"@misc{a, title={R}\n":                    `a.bib:2: misc "a" has no } at its end`,
		"@misc{a, year=1}":                        `a.bib:1: misc "a" has no title`,
		"@misc{a, title={\xff}}":                  "a.bib:1: the file is not UTF-8",
		"@misc{a, title={$\\unknown$}}":           `a.bib:1: $\unknown$ in the title of "a" is not known`,
	} {
		e := Parse(File{"a.bib", text})[0]
		if len(e.Warnings) != 1 || !strings.HasPrefix(e.Warnings[0], want) {
			t.Errorf("%q warns of %q, want %s", text, e.Warnings, want)
		}
	}
	if e := parse(t, `@misc{a, title={R}, abstract={\foo}}`)[0]; e.Warnings != nil {
		t.Errorf("%q", e.Warnings)
	}
}

func TestAFaultCostsItsEntryAlone(t *testing.T) {
	var read []string
	for _, e := range Parse(File{"a.bib", "@misc{a, title={x}}\n@misc{b, title={x\n@misc{c, title {x}}\n @misc{d, title={x}}, year=3}\n@misc{e, title={x}}"}) {
		if e.Err == nil {
			read = append(read, e.Key)
		}
	}
	if strings.Join(read, " ") != "a d e" {
		t.Errorf("read: %q", read)
	}
}

func TestEntriesWithoutACommaAfterTheKeyAndOtherNamesAreRead(t *testing.T) {
	list := Parse(File{"a.bib", "@article{key author={A. B.}, title={T}}\n@book{whole, ids={old, older}, title={W}}\n@inbook{part, crossref={older}, title={P}}"})
	if len(list) != 3 || list[0].Key != "key" || list[0].Fields["author"] != "A. B." || len(list[0].Warnings) != 1 || list[2].Fields["booktitle"] != "W" {
		t.Errorf("entries %+v", list)
	}
}
