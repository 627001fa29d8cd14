package html

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"html"
	"image"
	"image/png"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/bibtex"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
	"github.com/puzzlelab/puzzlelab/reports/internal/sample"
	"github.com/puzzlelab/puzzlelab/reports/page"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with testdata/name. The files are change detectors: they
// were written by the program and looked at in a browser.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run go test -update)", err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (run go test -update and look at the difference)\n%s", path, got)
	}
}

func write(t *testing.T, r reports.Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func sampleIndex(t *testing.T) []byte {
	t.Helper()
	other := sample.Report()
	other.ID, other.Title = "other", "Another question?"
	var b bytes.Buffer
	if err := WriteIndex(&b, []Entry{
		{Report: sample.Report(), Href: "sample/index.html"},
		{Report: other, Href: "other/index.html"},
	}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPageOfTheSample(t *testing.T) {
	page := write(t, sample.Report())
	golden(t, "sample.html", page)
	if !bytes.Equal(page, write(t, sample.Report())) {
		t.Error("the same report was written differently the second time")
	}
}

func TestIndexOfTheSample(t *testing.T) {
	page := sampleIndex(t)
	golden(t, "index.html", page)
	if !bytes.Equal(page, sampleIndex(t)) {
		t.Error("the same index was written differently the second time")
	}
}

// checkPage parses a page strictly and returns what is in it.
func checkPage(t *testing.T, page []byte) (elements map[string]int) {
	t.Helper()
	elements = map[string]int{}
	ids := map[string]bool{}
	var links, uses []string
	dec := xml.NewDecoder(bytes.NewReader(page))
	depth := 0
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			elements[e.Name.Local]++
			if e.Name.Local == "section" {
				if depth++; depth > 1 {
					t.Error("a section stands in a section: comparisons could not cut it out")
				}
			}
			for _, a := range e.Attr {
				switch a.Name.Local {
				case "id":
					if ids[a.Value] {
						t.Errorf("the id %q appears twice", a.Value)
					}
					ids[a.Value] = true
				case "href":
					if target, ok := strings.CutPrefix(a.Value, "#"); ok {
						links = append(links, target)
					}
				case "aria-labelledby":
					uses = append(uses, strings.Fields(a.Value)...)
				case "src":
					if !strings.HasPrefix(a.Value, "data:image/") {
						t.Errorf("<%s> loads %q", e.Name.Local, a.Value)
					}
				}
			}
		case xml.EndElement:
			if e.Name.Local == "section" {
				depth--
			}
		}
	}
	for _, id := range append(links, uses...) {
		if !ids[id] {
			t.Errorf("something refers to the id %q, which is nowhere", id)
		}
	}
	for _, url := range regexp.MustCompile(`\S*https?://\S*`).FindAllString(string(page), -1) {
		if !strings.Contains(url, `xmlns="http://www.w3.org/2000/svg"`) {
			t.Errorf("the page names %s", url)
		}
	}
	return elements
}

func TestPagesAreWellFormedAndSelfContained(t *testing.T) {
	for name, page := range map[string][]byte{"page": write(t, sample.Report()), "index": sampleIndex(t)} {
		elements := checkPage(t, page)
		if elements["h1"] != 1 || elements["main"] != 1 || elements["title"] == 0 {
			t.Errorf("%s: %d h1, %d main, %d title; want one h1, one main, a title", name, elements["h1"], elements["main"], elements["title"])
		}
		scripts := map[string]int{"page": 1}
		for unwanted, want := range map[string]int{"script": scripts[name], "link": 0, "iframe": 0} {
			if elements[unwanted] != want {
				t.Errorf("%s: holds <%s> %d times, want %d", name, unwanted, elements[unwanted], want)
			}
		}
	}
}

// TestThePolicyAllowsThePagesOwnScriptAlone takes the script out of the page, as a browser does.
func TestThePolicyAllowsThePagesOwnScriptAlone(t *testing.T) {
	page := string(write(t, sample.Report()))
	_, rest, _ := strings.Cut(page, "<script>")
	text, _, found := strings.Cut(rest, "</script>")
	sum := sha256.Sum256([]byte(text))
	if want := "script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "';"; !found || !strings.Contains(page, want) {
		t.Errorf("the policy does not say %s", want)
	}
	if len(text) > 13_200 {
		t.Errorf("the script has %d bytes, want at most 13,200", len(text))
	}
}

func TestTablesTravelInThePageAsCSV(t *testing.T) {
	table := sample.Totals()
	table.Caption, table.Notes = "", []string{"a"}
	table.Rows[0][0] = reports.Str(`a "b" <c>, 5 % & #1'`)
	page := string(write(t, reports.Report{ID: "r", Title: "t", Blocks: []reports.Block{table}}))
	var want bytes.Buffer
	if err := table.CSV(&want); err != nil {
		t.Fatal(err)
	}
	packed, _ := unpacked(t, page)
	_, link, _ := strings.Cut(packed, `href="data:text/csv;charset=utf-8,`)
	link, _, _ = strings.Cut(link, `"`)
	if got, err := url.PathUnescape(html.UnescapeString(link)); err != nil || got != want.String() || strings.ContainsAny(html.UnescapeString(link), " \n#") {
		t.Errorf("%v: the link gives %q, want %q", err, got, want.String())
	}
}

func TestCodeStandsOnAPageOfItsOwn(t *testing.T) {
	r := sample.Report()
	for i, b := range r.Blocks {
		if _, isClaim := b.(reports.Claim); isClaim {
			r.Blocks[i] = b.About().Made("func claims() bool { return 1 < 2 }")
		}
	}
	var page, code bytes.Buffer
	if err := errors.Join(Write(&page, r, Link{Code, "Code", "code.html"}), WriteCode(&code, r)); err != nil {
		t.Fatal(err)
	}
	checkPage(t, page.Bytes())
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(code.String(), -1) {
		ids[m[1]] = true
	}
	links := regexp.MustCompile(`href="code.html#([^"]*)"`).FindAllStringSubmatch(page.String(), -1)
	if len(links) < len(r.Claims()) {
		t.Errorf("%d links to the code of %d claims", len(links), len(r.Claims()))
	}
	for _, m := range links {
		if !ids[m[1]] {
			t.Errorf("the page leads to #%s, which is not on that of the code", m[1])
		}
	}
	for _, b := range r.Blocks {
		if c, isCode := b.(reports.Code); isCode && c.Source != "" && !strings.Contains(code.String(), highlight(strings.Trim(c.Source, "\n"))) {
			t.Errorf("the code of a cell is not there: %q", c.Source)
		}
	}
	if n := strings.Count(code.String(), highlight("func claims() bool { return 1 < 2 }")); n != 1 {
		t.Errorf("what makes all claims stands there %d times, want once", n)
	}
	if strings.Contains(page.String(), `<details class="code"`) {
		t.Error("the page shows code beside that of its own page")
	}
	if !strings.Contains(string(write(t, r)), `<details class="code"`) {
		t.Error("without a page of its own, code is nowhere")
	}
}

func TestTimingPartsCanBeCutOut(t *testing.T) {
	sections := regexp.MustCompile(`(?s)<section data-(timing|provenance)="".*?</section>\n`)
	r := sample.Report()
	r.Blocks = append([]reports.Block(nil), r.Blocks...)
	for i, b := range r.Blocks {
		switch b := b.(type) {
		case reports.Table:
			if b.Timing {
				b.Rows = [][]reports.Cell{{reports.Str("astar/manhattan"), reports.Num(99)}, {reports.Str("idastar/manhattan"), reports.Num(77)}}
			}
			r.Blocks[i] = b
		case reports.Figure:
			if b.Timing {
				b.SVG = []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>`)
			}
			r.Blocks[i] = b
		case reports.Text:
			if b.Timing {
				b.Markdown = "The whole sweep took about *three* seconds."
			}
			r.Blocks[i] = b
		}
	}
	r.Provenance.Add("Rendered by", "system", "darwin/arm64")
	a, b := write(t, sample.Report()), write(t, r)
	if bytes.Equal(a, b) {
		t.Fatal("other times gave the same page")
	}
	if !bytes.Equal(sections.ReplaceAll(a, nil), sections.ReplaceAll(b, nil)) {
		t.Error("other times changed the page outside its timing sections")
	}
}

func TestEightFiguresStayBelow300kB(t *testing.T) {
	r := sample.Report()
	for i := range 8 {
		f := sample.Figure(fmt.Sprintf("f%d", i), "A figure.", "", false)
		// 20 kB is a scatter plot of a few hundred points.
		points := strings.Repeat(`<use href="#x" x="123.45" y="67.89"/>`, 550)
		f.SVG = bytes.Replace(f.SVG, []byte("</svg>"), []byte(points+"</svg>"), 1)
		r.Blocks = append(r.Blocks, f)
	}
	if n := len(write(t, r)); n > 300_000 {
		t.Errorf("the page has %d bytes", n)
	}
}

func TestProse(t *testing.T) {
	tests := []struct{ in, want string }{
		{"# One\n\n## Two\n\n### One", `<h2 id="sec-one">One` + permalinkTo("sec-one") + "</h2>\n" + `<h2 id="sec-two">Two` + permalinkTo("sec-two") + "</h2>\n" + `<h3 id="sec-one-2">One` + permalinkTo("sec-one-2") + "</h3>\n"},
		{"A\\* and *b*", "<p>A* and <em>b</em></p>\n"},
		{"H<sub>2</sub>O<br>x", "<p>H<sub>2</sub>O<br/>x</p>\n"},
		{"<sub>*a</sub>*", "<p>&lt;sub&gt;<em>a&lt;/sub&gt;</em></p>\n"},
		{"*<sub>a*</sub>", "<p><em>&lt;sub&gt;a</em>&lt;/sub&gt;</p>\n"},
		{"<sub>a <sup>b</sub></sup>", "<p>&lt;sub&gt;a <sup>b&lt;/sub&gt;</sup></p>\n"},
		{"<b onclick=y>x</b> <!-- note --> <img src=x onerror=y> <blink>", "<p><strong>x</strong>  <a href=\"x\">x</a> &lt;blink&gt;</p>\n"},
		{"<div onclick=y><a href='javascript:x' id=\"q\">a</a> &lt;b> $x$<script>z</script></div>\n\n[s](#q)", "<p><a id=\"sec-q\"></a><a href=\"\">a</a> &lt;b&gt; <math><mi>x</mi></math></p>\n<pre>&lt;script&gt;z&lt;/script&gt;</pre>\n<p><a href=\"#q\">s</a></p>\n"},
		{"<script>\nalert(1)\n</script>", "<pre>&lt;script&gt;\nalert(1)\n&lt;/script&gt;</pre>\n"},
		{"<!-- a\ncomment -->\nx", "<p>x</p>\n"},
		{"[x](javascript:alert)", "<p><a href=\"\">x</a></p>\n"},
		{"[x](JaVaScRiPt:alert)", "<p><a href=\"\">x</a></p>\n"},
		{"[x](&#106;avascript:alert)", "<p><a href=\"\">x</a></p>\n"},
		{"[x](<java\tscript:alert>)", "<p><a href=\"\">x</a></p>\n"},
		{"[x](java&Tab;script:alert)", "<p><a href=\"\">x</a></p>\n"},
		{`[x](javascript\:alert)`, "<p><a href=\"\">x</a></p>\n"},
		{"[x](data:image/png,x) [y]\n\n[y]: file:///etc", "<p><a href=\"\">x</a> <a href=\"\">y</a></p>\n"},
		{"<vbscript:&lt;> <ms-msdt:x> [x](javascript:y)", "<p>vbscript:&lt; ms-msdt:x <a href=\"\">x</a></p>\n"},
		{"<https://example.org/?a&b>", "<p><a href=\"https://example.org/?a&amp;b\">https://example.org/?a&amp;b</a></p>\n"},
		{"a\x1b[2J\u009b\u202e&#27;\r\nb", "<p>a␛[2J\\u009b\\u202e␛\nb</p>\n"},
		{"[p](https://example.org/p.pdf)", "<p><a href=\"https://example.org/p.pdf\">p</a></p>\n"},
		{"![dot](data:image/png;base64,AAAA)", "<p><img src=\"data:image/png;base64,AAAA\" alt=\"dot\"/></p>\n"},
	}
	for _, tt := range tests {
		got, err := rendered(tt.in)
		if err != nil || got != tt.want {
			t.Errorf("%q:\ngot  %q, %v\nwant %q", tt.in, got, err, tt.want)
		}
		if err := wellFormed(got); err != nil {
			t.Errorf("%q gives %q: %v", tt.in, got, err)
		}
	}
}

func rendered(markdown string) (string, error) {
	w := newWriter(&page.Page{})
	nodes, err := w.texts.Read(reports.Text{Markdown: defuse.Text(markdown)})
	w.nodes(nodes)
	return w.String(), err
}

func wellFormed(s string) error {
	dec := xml.NewDecoder(strings.NewReader("<x>" + s + "</x>"))
	for {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func FuzzProseIsWellFormed(f *testing.F) {
	for _, b := range sample.Report().Blocks {
		if text, ok := b.(reports.Text); ok {
			f.Add(text.Markdown)
		}
	}
	f.Add("<sub>*a</sub>*<br><sup>")
	f.Add("<table><tr><td>a<p>$x$<ul><li>b<a id=c href=d>\n\n<h2>e <details><summary>")
	f.Add("# <b>\n\n[^1]: x\n\n[a]: <b> 'c'\n")
	f.Fuzz(func(t *testing.T, markdown string) {
		out, err := rendered(markdown)
		if err != nil {
			return
		}
		if err := wellFormed(out); err != nil {
			t.Errorf("%q gives %q: %v", markdown, out, err)
		}
	})
}

func TestHighlightChangesNoCharacter(t *testing.T) {
	for _, source := range []string{
		"package p\n\nfunc f() string { return `a\r\nb` + \"<\" } // é\n", "!ls -l | wc\n%%\nfor x := range 3 {\n", "\"open", "/* open", "a\x00b", "",
	} {
		text := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(highlight(source), "")
		text = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;", "&", "&#13;", "\r", "␀", "\x00").Replace(text)
		if text != source {
			t.Errorf("%q became %q", source, text)
		}
	}
	if got, want := highlight("if x { // y\n}"), `<span class="key">if</span> x { <span class="com">// y</span>`+"\n}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	const python = "for x in y: # it's <b>"
	if got, want := sourceOf(python, "python"), "<code>"+"for x in y: # it&#39;s &lt;b&gt;</code>"; !strings.Contains(got, want) {
		t.Errorf("Python is %s, want %s", got, want)
	}
}

func TestBadReportsWriteNothing(t *testing.T) {
	with := func(blocks ...reports.Block) reports.Report {
		return reports.Report{ID: "r", Title: "t", Blocks: blocks}
	}
	svg := func(s string) reports.Report { return with(reports.Figure{ID: "f", SVG: []byte(s)}) }
	tests := []struct {
		r    reports.Report
		want string
	}{
		{reports.Report{ID: "r"}, `report "r" has no title`},
		{with(reports.Figure{ID: "f"}), "neither an SVG nor a PNG"},
		{svg("<svg><g></svg>"), "is not well-formed"},
	}
	for _, tt := range tests {
		var b bytes.Buffer
		if err := Write(&b, tt.r); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got  %v\nwant %q", err, tt.want)
		}
		if b.Len() > 0 {
			t.Errorf("%q: %d bytes were written before the error", tt.want, b.Len())
		}
	}
}

func TestPicturesThatReachOutsideAreImages(t *testing.T) {
	for _, svg := range []string{
		"<svg/><svg/>", "<svg><script/></svg>", `<svg onload="x()"/>`, `<svg><image href="https://example.org/x.png"/></svg>`, `<svg><style>@import "x.css"</style></svg>`,
		`<svg><rect style="fill:url('x.svg#a')"/></svg>`, `<?xml version="1.0" encoding="ISO-8859-1"?><svg/>`, `<!DOCTYPE svg [<!ENTITY a "b">]><svg><text>&a;</text></svg>`,
	} {
		page := string(write(t, reports.Report{ID: "r", Title: "t", Blocks: []reports.Block{reports.Figure{ID: "f", SVG: []byte(svg)}}}))
		if strings.Contains(page, svg) || !strings.Contains(page, `src="data:image/svg+xml;base64,`+base64.StdEncoding.EncodeToString([]byte(svg))) {
			t.Errorf("%s is not shown as an image", svg)
		}
	}
}

func TestAnImageThatIsNotThereIsALink(t *testing.T) {
	page := string(write(t, reports.Report{ID: "r", Title: "t", Blocks: []reports.Block{reports.Text{Markdown: "![x](https://example.org/x.png) ![](javascript:a.png)"}}}))
	if !strings.Contains(page, `<p><a href="https://example.org/x.png">x</a> <a href="">javascript:a.png</a></p>`) {
		t.Error(page[strings.Index(page, "<h1>"):])
	}
}

func TestOutputIsShownAsOnATerminal(t *testing.T) {
	page := string(write(t, reports.Report{ID: "r", Title: "t", Blocks: []reports.Block{reports.Code{Output: "1/2\r2/2\n\x1b[1;31m<b>\x1b[0m"}}}))
	if !strings.Contains(page, `>2/2`+"\n"+`<span style="color:color-mix(in srgb,#d11 75%,currentColor);font-weight:bold">&lt;b&gt;</span></pre>`) {
		t.Error(page[strings.Index(page, "<h1>"):])
	}
}

func TestHTMLOfOthersRunsNothing(t *testing.T) {
	page := string(write(t, reports.Report{ID: "r", Title: "t", Blocks: []reports.Block{reports.Code{Output: "a 1\nb 2", HTML: "<table class=\"d\"><tr><td>a & \x1b</td></tr></table><img>"}}}))
	_, frame, _ := strings.Cut(page, "<iframe")
	frame, _, _ = strings.Cut(frame, "</iframe>")
	for _, want := range []string{` sandbox="" `, `height:26em" srcdoc=`, `&lt;table class=&#34;d&#34;&gt;&lt;tr&gt;&lt;td&gt;a &amp; `} {
		if !strings.Contains(frame, want) {
			t.Errorf("the frame lacks %s: %s", want, frame)
		}
	}
	if strings.Contains(frame, "\x1b") || strings.Contains(page, "<pre class=\"output\"") {
		t.Errorf("page %s", page)
	}
}

func TestPixelsKnowTheirWidth(t *testing.T) {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 7, 3))); err != nil {
		t.Fatal(err)
	}
	got, err := fragment.Image(reports.Figure{ID: "f", Alt: "a", PNG: b.Bytes()})
	if err != nil || !strings.HasPrefix(got, `<img alt="a" style="--width:7px" src="data:image/png;`) {
		t.Errorf("%s, error %v", got, err)
	}
}

func TestPicturesWithTheSameIDsBecomeImages(t *testing.T) {
	a, b := sample.Figure("a", "A.", "", false), sample.Figure("b", "B.", "", false)
	b.SVG = a.SVG
	page := write(t, reports.Report{ID: "r", Title: "t", Blocks: []reports.Block{a, b}})
	if got := checkPage(t, page); got["svg"] != 1 || got["img"] != 1 {
		t.Errorf("%d inline pictures, %d images; want one of each", got["svg"], got["img"])
	}
}

// TestTheFirstUseOfATermIsALink goes through where a name may and may not become one.
func TestTheFirstUseOfATermIsALink(t *testing.T) {
	terms := []reports.Term{{Name: "gla"}, {Name: "gla-5"}, {Name: "a<b"}, {Name: "idle"}, {Name: "series", Kind: "family"}, {Name: "none", Kind: "heuristic"}}
	for markdown, want := range map[string]string{
		"gla, gla":                             `<p>[gla], gla</p>`,
		"gla-5. gla":                           `<p>[gla-5]. [gla]</p>`,
		"gla-50 gla-5,x xgla":                  `<p>gla-50 gla-5,x xgla</p>`,
		"## gla\n\n```\ngla\n```\n\n*gla*":     `>#</a></h2><pre><code>gla</code></pre><p><em>[gla]</em></p>`,
		"[gla `gla`](#gla) gla":                `<p><a href="#gla">gla <code>gla</code></a> [gla]</p>`,
		`a\<b`:                                 `<p>[a&lt;b]</p>`,
		"gla (gla-5)":                          `<p>[gla] ([gla-5])</p>`,
		"series `none`":                        `<p>series <code>[none]</code></p>`,
		"gl<!-- a -->a-5":                      `<p>[gla-5]</p>`,
		"| gla |\n|---|\n| series |\n| none |": `<th>gla</th></tr></thead><tbody><tr><td>[series]</td></tr><tr><td>none</td></tr>`,
	} {
		g := newGlossary(terms)
		w := newWriter(&page.Page{})
		w.Named = g.link
		nodes, err := w.texts.Read(reports.Text{Markdown: markdown})
		if err != nil {
			t.Fatal(err)
		}
		w.nodes(nodes)
		got := w.String()
		if links := strings.Count(got, `class="term"`); links != len(g.linked) {
			t.Errorf("%s: %d links, %d terms", markdown, links, len(g.linked))
		}
		got = regexp.MustCompile(`<a class="term" href="#term-[^"]*">(.*?)</a>`).ReplaceAllString(strings.ReplaceAll(got, "\n", ""), "[$1]")
		if want = strings.ReplaceAll(want, "\n", ""); !strings.Contains(got, want) {
			t.Errorf("%s:\ngot  %s\nwant %s", markdown, got, want)
		}
	}
}

func TestAPageLeadsToItsNeighbours(t *testing.T) {
	var b bytes.Buffer
	err := Write(&b, sample.Report(), Link{"prev", "Before & all", "../before/index.html"}, Link{"index", "All studies", "../index.html"})
	if want := `<nav class="site" aria-label="Studies"><a rel="prev" href="../before/index.html">Before &amp; all</a><a rel="index" href="../index.html">All studies</a></nav>`; err != nil || !strings.Contains(b.String(), want) {
		t.Errorf("%v, and no %s", err, want)
	}
	checkPage(t, b.Bytes())
}

// unpacked is what the script of a page unpacks, without measured times and with them.
func unpacked(t *testing.T, page string) (timeless, timing string) {
	t.Helper()
	for _, m := range regexp.MustCompile(`(<section data-timing="" hidden="">\n)?<template data-packed="([^"]*)">`).FindAllStringSubmatch(page, -1) {
		var text reports.Packed
		if err := text.UnmarshalText([]byte(m[2])); err != nil {
			t.Fatal(err)
		}
		if m[1] == "" {
			timeless += string(text)
		} else {
			timing += string(text)
		}
	}
	return timeless, timing
}

// TestAPictureStandsOnceInAPage looks for each form of the key figure and of another one.
func TestAPictureStandsOnceInAPage(t *testing.T) {
	form := func(id, name string) string {
		return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" aria-labelledby="%[1]s-t"><path id="%[1]s-%[2]s-m"/></svg>`, id, name)
	}
	figure := func(id string, timing bool) reports.Figure {
		f := sample.Figure(id, "A.", "", timing)
		f.SVG = bytes.Replace(f.SVG, []byte("<svg "), []byte(`<svg aria-labelledby="`+id+`-t" `), 1)
		f.Narrow, f.Linear = reports.Packed(form(id, "narrow")), reports.Packed(form(id, "linear"))
		return f
	}
	page := string(write(t, reports.Report{ID: "r", Title: "t", Key: "a", Blocks: []reports.Block{figure("a", false), figure("b", false), figure("c", true)}}))
	checkPage(t, []byte(page))
	packed, timing := unpacked(t, page)
	for _, id := range []string{"c-narrow-m", "c-linear-m"} {
		if strings.Contains(page+packed, `id="`+id) || strings.Count(timing, `id="`+id) != 1 {
			t.Errorf("%s is not packed once, among what depends on times", id)
		}
	}
	for _, id := range []string{"a-narrow-m", "a-linear-m", "b-narrow-m", "b-linear-m"} {
		if strings.Contains(page, `id="`+id) || strings.Count(packed, `id="`+id) != 1 {
			t.Errorf("%s is not packed once", id)
		}
	}
	for _, want := range []string{
		`<figure class="plot has-narrow has-linear" id="fig-b">`,
		`<use href="#a-wide" width="100%" height="100%"/>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in the page", want)
		}
	}
	if want := `<use href="#a-small" width="100%" height="100%"/>`; !strings.HasPrefix(packed, `<div data-to=".key .card"><div class="svg narrow"`) || !strings.Contains(packed, want) {
		t.Errorf("%s is not packed for the key figure: %s", want, packed)
	}
}

// TestShapesStandOnceInAPage draws the same mark in three figures, and the same long path in two
// drawings that are no charts. A figure that depends on times shares nothing.
func TestShapesStandOnceInAPage(t *testing.T) {
	figure := func(id, mark string, timing bool) reports.Figure {
		f := sample.Figure(id, "A.", "", timing)
		long := strings.Repeat("h1v1", 120)
		f.SVG = fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg"><path id="%[1]s-m1" d="%[2]s"/><use href="#%[1]s-m1" x="3"/><path d="M1 1%[3]s" fill="#000"/><path d="M1 1%[3]s"
id="%[1]s-own"/></svg>`, id, mark, long)
		return f
	}
	page := string(write(t, reports.Report{ID: "r", Title: "t", Blocks: []reports.Block{
		figure("a", "M1 2", false), figure("times", "M1 2", true), figure("b", "M1 2", false), figure("c", "M3 4", false),
	}}))
	checkPage(t, []byte(page))
	for want, n := range map[string]int{`<path id="M1" d="M1 2"/>`: 1, `<use href="#M1" x="3"/>`: 2, `<use href="#M3" x="3"/>`: 1, `<path id="M2" d="M1 1h1v1`: 1, `<use href="#M2"/>`: 2, "h1v1\"\nid=\"b-own\"/>": 1, `<path id="M`: 3, `<path id="times-m1" d="M1 2"/><use href="#times-m1" x="3"/>`: 1} {
		if got := strings.Count(page, want); got != n {
			t.Errorf("the page has %s %d times, want %d", want, got, n)
		}
	}
}

func TestASolutionIsSteppedThrough(t *testing.T) {
	page := func(steps reports.Steps) (string, error) {
		f := sample.Figure("a", "A.", "", false)
		f.Steps = &steps
		var b bytes.Buffer
		err := Write(&b, reports.Report{ID: "r", Title: "t", Blocks: []reports.Block{f}})
		return b.String(), err
	}
	stage := `<svg id="s" viewBox="0 0 9 9"><rect id="tile" x="0" data-at-x="1 4|2 8"/></svg>`
	text, err := page(reports.Steps{Stage: stage, Style: "rect { fill: red }", Said: []string{"Start.", "Right <1>."}})
	if err != nil {
		t.Fatal(err)
	}
	checkPage(t, []byte(text))
	for _, want := range []string{"<style>#fig-a .stage{rect { fill: red }}</style>", `<ol start="0"><li>Start.</li><li>Right &lt;1&gt;.</li></ol>`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	if got, timing := unpacked(t, text); got != `<div data-to="#fig-a .stage">`+stage+"</div>" || timing != "" {
		t.Errorf("packed are %q and, of times, %q", got, timing)
	}
	for want, bad := range map[string]reports.Steps{
		"affects the rest of":  {Stage: stage, Style: "</style><b>"},
		"contains a <script>":  {Stage: "<svg><script/></svg>"},
		`repeats the id "a-t"`: {Stage: `<svg id="a-t"/>`},
	} {
		if text, err := page(bad); err == nil || !strings.Contains(err.Error(), want) || text != "" {
			t.Errorf("error %v and %d bytes, want %q", err, len(text), want)
		}
	}
}

func TestIndexRefusesBadEntries(t *testing.T) {
	for _, tt := range []struct {
		entry Entry
		want  string
	}{
		{Entry{Report: sample.Report(), Href: "../x.html"}, "is not a path below the index"},
		{Entry{Report: sample.Report(), Href: "https://example.org"}, "is not a path below the index"},
		{Entry{Report: sample.Report(), Href: "/x"}, "is not a path below the index"},
		{Entry{Href: "x"}, "has no ID"},
	} {
		var b bytes.Buffer
		if err := WriteIndex(&b, []Entry{tt.entry}); err == nil || !strings.Contains(err.Error(), tt.want) || b.Len() > 0 {
			t.Errorf("got %v and %d bytes, want %q", err, b.Len(), tt.want)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	r := sample.Report()
	for b.Loop() {
		if err := Write(io.Discard, r); err != nil {
			b.Fatal(err)
		}
	}
}

func TestAPageOfAllTrials(t *testing.T) {
	trials := make([]trial.Trial, firstTrials+1)
	for i := range trials {
		trials[i] = trial.Trial{Study: "s", Set: "</script><b>", Index: i, Strategy: "a&b", Outcome: search.Solved, Cost: 7, CPU: 123.5}
	}
	trials[1].Outcome = search.LimitNodes
	columns, rows := column.TrialRows(frame.Of(trials))
	var b bytes.Buffer
	if err := WriteTrials(&b, "Is <it>?", "trials.csv", columns, rows); err != nil {
		t.Fatal(err)
	}
	if got := checkPage(t, b.Bytes()); got["tr"] != 1+firstTrials || got["script"] != 2 {
		t.Errorf("%d rows and %d scripts, want %d and 2", got["tr"], got["script"], 1+firstTrials)
	}
	for _, want := range []string{"\\u003c/script\\u003e", `"limit-nodes",""`, `"solved",7`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "123.5") {
		t.Error("the page shows a measured time")
	}
}

func TestReferencesAreListedWithoutScripts(t *testing.T) {
	r := sample.Report()
	r.Library = bibtex.Parse(bibtex.File{Name: "a.bib", Text: "@article{k, title={<script>alert(1)</script>}, author={A \\& B}, journal={J}, year=1, url={javascript:alert(1)}}\n@misc{l, title={L}, doi={10/<b>\"}}"})
	r.Lead = "As in [@k; @l]."
	r.Blocks = append(r.Blocks, reports.Text{Markdown: "See [@l, p. 3]."})
	page := string(write(t, r))
	for _, want := range []string{
		`As in <a class="ref" id="back-cite-k" href="#cite-k">[1]</a>; <a class="ref" href="#cite-l">[2]</a>.`, `See <a id="back-cite-l" href="#cite-l">[2]</a>, p. 3.`,
		`<li id="cite-k">A &amp; B. 1. &lt;script&gt;alert(1)&lt;/script&gt;. <i>J</i>. javascript:alert(1)</li>`, `<a href="https://doi.org/10/&lt;b&gt;&#34;">`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page[strings.Index(page, "<h1>"):])
		}
	}
	if strings.Contains(page, `="javascript:`) {
		t.Error("a script is linked")
	}
}

func TestImagesOfTheReportStandInThePage(t *testing.T) {
	r := sample.Report()
	r.Images = map[string][]byte{"images/a.png": []byte("A"), "images/b.svg": []byte("<svg/>")}
	r.Blocks = append(r.Blocks, reports.Text{Markdown: "![x](images/a.png) ![y](images/b.svg)"})
	page := string(write(t, r))
	for _, want := range []string{`<img src="data:image/png;base64,QQ==" alt="x"/>`, `<img src="data:image/svg+xml;base64,PHN2Zy8+" alt="y"/>`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s", want)
		}
	}
}

func TestFormulasAreMathML(t *testing.T) {
	r := sample.Report()
	r.Blocks = append(r.Blocks, reports.Text{Markdown: "## Of $b^d$\n\n| $a_i$ | `$c$` |\n|---|---|\n| $$x$$ | \\$y$ |\n\n## More\n\n## And more"})
	page := string(write(t, r))
	for _, want := range []string{
		"<math><msup><mi>b</mi><mi>d</mi></msup></math> <a class=\"permalink\"", "<th><math><msub><mi>a</mi><mi>i</mi></msub></math></th>", "<code>$c$</code>",
		`<td><math display="block"><mi>x</mi></math></td>`, "<td>$y$</td>", `>Of bᵈ</a>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page[strings.Index(page, "<h1>"):])
		}
	}
	r.Blocks = append(r.Blocks, reports.Text{ID: "cell 3", Markdown: "a\nb $\\script<b>$"})
	if page := string(write(t, r)); !strings.Contains(page, "b <code class=\"tex\">\\script&lt;b&gt;</code>") {
		t.Errorf("what is not understood is not shown as it was written: %s", page[strings.Index(page, "<h1>"):])
	}
}

func TestFrontMatterStandsBelowTheTitle(t *testing.T) {
	r := sample.Report()
	r.Front = reports.Front{
		Authors: []reports.Author{{Name: "A. <b>", Affiliation: "U & V", ORCID: "0000-0002-1825-0097"}}, Date: "2026-11-23",
		Abstract: "As [[fig:growth]] shows.", Keywords: []string{"a", "<i>"},
	}
	page := string(write(t, r))
	for _, want := range []string{
		`<a href="https://orcid.org/0000-0002-1825-0097">A. &lt;b&gt;</a> (U &amp; V) · <time>2026-11-23</time></p>`,
		`<b>Abstract.</b> As <a class="ref" href="#fig-growth">`, `<b>Keywords:</b> a, &lt;i&gt;</p>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%.2000s", want, page)
		}
	}
}

func TestTheExplorerIsATableWithoutScripts(t *testing.T) {
	e := Explored{Study: "s", Texts: map[string][]string{"u/9/0": {"</template><b>", ""}}}
	for _, name := range []string{"set", "size", "number", "strategy", "repeat", "outcome", "cost", "expanded", "generated", "stored"} {
		e.Columns = append(e.Columns, reports.Column{Name: name})
	}
	for i := range 2 * firstTrials {
		for _, strategy := range []string{"a", "b<"} {
			e.Rows = append(e.Rows, []any{"u", 9, i, strategy, 0, "solved", 5, uint64(1000 + i), 7, 1})
		}
	}
	var b bytes.Buffer
	if err := WriteExplorer(&b, "Is <it>?", e, Link{Rel: "prev", Title: "P", Href: "index.html"}); err != nil {
		t.Fatal(err)
	}
	if got := checkPage(t, b.Bytes()); got["tr"] != 1+firstTrials || got["script"] != 1 {
		t.Errorf("%d rows and %d scripts, want %d and 1", got["tr"], got["script"], 1+firstTrials)
	}
	for _, want := range []string{`<th scope="col">b&lt;</th>`, `<th scope="row" class="w">u/9/7</th><td>1007</td><td>1007</td>`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%.3000s", want, b.String())
		}
	}
	e.Rows, e.Texts = e.Rows[:2], nil
	b.Reset()
	if err := WriteExplorer(&b, "T", e); err != nil || b.Len() > 60_000 {
		t.Errorf("a page of one instance takes %d bytes (%v), want at most 60,000", b.Len(), err)
	}
}

func TestPicturesOfInstancesStandOnAPageOfTheirOwn(t *testing.T) {
	var b bytes.Buffer
	pictures := map[string]string{"u/9/7": "<svg><desc>A & b</desc></svg>"}
	if err := WritePictures(&b, "Is <it>?", pictures, Link{Rel: "prev", Title: "Explore", Href: "explore.html"}); err != nil {
		t.Fatal(err)
	}
	checkPage(t, b.Bytes())
	_, packed, _ := strings.Cut(b.String(), `<template id="data" data-packed="`)
	packed, _, _ = strings.Cut(packed, `"`)
	var text reports.Packed
	var got map[string]string
	if err := errors.Join(text.UnmarshalText([]byte(packed)), json.Unmarshal(text, &got)); err != nil || !maps.Equal(got, pictures) {
		t.Errorf("the page has %v (%v), want %v", got, err, pictures)
	}
}

func TestFiguresLeadToTheirComparison(t *testing.T) {
	link := explored("explore.html", []reports.Term{{Name: "a", Kind: "strategy"}, {Name: "b+c", Kind: "strategy"}, {Name: "d", Kind: "metric"}})
	for svg, want := range map[string]string{
		`<g class="axes" data-y="log 1 2 3 4 0 0 - nodes expanded, median"/><g data-name="d"/><g data-name="b+c"/><g data-name="a"/><g data-name="b+c"/>`: ` <a class="explore" href="explore.html#value=expanded&amp;x=b%2Bc&amp;y=a">Explore these instances</a>`,
		`<g class="axes" data-x="lin 1 2 3 4 0 0 - cost, a" data-y="lin 1 2 3 4 0 0 - cost, b+c"/>`:                                                       ` <a class="explore" href="explore.html#value=cost&amp;x=a&amp;y=b%2Bc">Explore these instances</a>`,
		`<g data-name="a"/>`: "",
	} {
		if got := link(reports.Figure{SVG: []byte(svg)}); got != want {
			t.Errorf("%s\n%s, want\n%s", svg, got, want)
		}
	}
}
