package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/reports"
)

func read(t *testing.T, markdown string) []Node {
	t.Helper()
	texts := Texts{Images: map[string][]byte{"a.png": []byte("data")}}
	nodes, err := texts.Read(reports.Text{Markdown: markdown})
	if err != nil {
		t.Fatal(err)
	}
	return nodes
}

// outline writes nodes as kinds with their words.
func outline(nodes []Node) string {
	var parts []string
	for _, n := range nodes {
		s := fmt.Sprint(n.Kind)
		if n.Text != "" {
			s += fmt.Sprintf("%q", n.Text)
		}
		if n.Nodes != nil {
			s += "(" + outline(n.Nodes) + ")"
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, " ")
}

func TestNodesHoldWordsWithoutMarkdown(t *testing.T) {
	for in, want := range map[string][]Node{
		`A\* &amp; \&amp; *b*`:       {{Kind: Words, Text: "A* & &amp; "}, {Kind: Emphasis, Nodes: []Node{{Kind: Words, Text: "b"}}}},
		"a\nb  \nc":                  {{Kind: Words, Text: "a"}, {Kind: Soft}, {Kind: Words, Text: "b"}, {Kind: Break}, {Kind: Words, Text: "c"}},
		"`a\nb`":                     {{Kind: Code, Text: "a b"}},
		"x<sub a=b>2</sub><b>y<br>":  {{Kind: Words, Text: "x"}, {Kind: Sub, Nodes: []Node{{Kind: Words, Text: "2"}}}, {Kind: Typed, Text: "<b>"}, {Kind: Words, Text: "y"}, {Kind: Broken}},
		"<font color=red>*a*</font>": {{Kind: Emphasis, Nodes: []Node{{Kind: Words, Text: "a"}}}},
		"<sup>*a</sup>*":             {{Kind: Typed, Text: "<sup>"}, {Kind: Emphasis, Nodes: []Node{{Kind: Words, Text: "a"}, {Kind: Typed, Text: "</sup>"}}}},
		"x<a name='b'/>y<i/><hr/>":   {{Kind: Words, Text: "x"}, {Kind: Anchor}, {Kind: Words, Text: "y"}, {Kind: Emphasis}, {Kind: Typed, Text: "<hr/>"}},
		"x<!-- gone -->y":            {{Kind: Words, Text: "xy"}},
		"[a](javascript:b) <x@y.z>":  {{Kind: Link, Nodes: []Node{{Kind: Words, Text: "a"}}}, {Kind: Words, Text: " "}, {Kind: Link, Nodes: []Node{{Kind: Words, Text: "x@y.z"}}}},
	} {
		if got, want := outline(read(t, in)), outline([]Node{{Kind: Paragraph, Nodes: want}}); got != want {
			t.Errorf("%q is read as\n%s\nwant\n%s", in, got, want)
		}
	}
}

func TestHTMLIsShownAsMarkdownWouldBe(t *testing.T) {
	for in, want := range map[string]string{
		"a <div>*b*</div> c":                                      "a\n\n*b*\n\nc",
		"# <center>*A*</center>":                                  "# *A*",
		"<center>\n\n# A\n\n</center>":                            "# A",
		"<div align=center><b>a</b> <code>b</code><p>c<hr></div>": "**a** `b`\n\nc\n\n***",
		"<details><summary>a *</summary>\n\n- b\n</details>":      "**a \\***\n\n- b",
		"<ul><li>a<li><p>b</ul><ol><li>c</ol>":                    "- a\n- b\n\n1. c",
		"<ul>\n<p>a\n<li>b</ul><ol> </ol>":                        "- a\n- b",
		"<blockquote>a<pre>b\n  c</pre></blockquote>":             "> a\n> ```\n> b\n>   c\n> ```",
		"<table><tr><th>a<th>b<tr><td>c</table>":                  "| a | b |\n| - | - |\n| c |",
		"<table><tr><td>a<tr><th>b</table>":                       "| a |\n| - |\n| **b** |",
		"<p align=center>\n\n![a](a.png)\n\n</p>":                 "![a](a.png)",
		"<a href=b>a</a>\n<i>c</i>":                               "[a](b)\n*c*",
		"<a href=b><img src=https://e.org/x alt=c></a>":           "[c](b)",
		"[![c](https://e.org/x)](b)":                              "[c](b)",
		"<div><a href=b><img src=a.png alt=c></a></div>":          "[![c](a.png)](b)",
		"<table><td><img src=a.png alt=c></table>":                "| ![c](a.png) |\n| - |",
	} {
		got, want := outline(read(t, in)), outline(read(t, want))
		if got != want {
			t.Errorf("%q is read as\n%s\nwant\n%s", in, got, want)
		}
	}
}

func TestAddressesAreResolved(t *testing.T) {
	for in, want := range map[string]string{
		"[a](https://e.org/?a&amp;b)": "https://e.org/?a&b", "<x@y.z>": "mailto:x@y.z", "[a](b\\_c)": "b_c", "[a](data:text/html,x)": "", "![a](a.png)": "a.png",
	} {
		if got := read(t, in)[0].Nodes[0].URL; got != want {
			t.Errorf("%q leads to %q, want %q", in, got, want)
		}
	}
}

func TestANoteHasWhatItSays(t *testing.T) {
	nodes := read(t, "a[^1] b[^1]\n\n[^1]: said\n\n    - in a list\n")
	notes := nodes[0].Nodes
	if first, again := notes[1], notes[3]; PlainText(first.Nodes) != "saidin a list" || first.Again != 0 || again.Again != 1 || first.ID != "t1-" {
		t.Errorf("notes %+v", notes)
	}
	if list := nodes[1]; list.Kind != Footnotes || len(list.Nodes) != 1 || list.Nodes[0].Number != 1 {
		t.Errorf("footnotes %+v", list)
	}
}

func TestWhatIsNotUnderstoodIsAWarning(t *testing.T) {
	got, err := Warnings(reports.Report{ID: "r", Title: "t", Blocks: []reports.Block{
		reports.Text{ID: "cell [1]", Markdown: `$\newcommand{\here}{x}$ $\here$`},
		reports.Text{ID: "cell [2]", Markdown: "a\n$\\frac{1$\n\n\\begin{itemize}\n\\item a\n\\end{itemize}\n\n![x](b.png)\n\n<div><img src=c.png></div>\n\n<div>\n<video></video></div>\n\n$\\here$"},
	}})
	want := []string{"cell [2]: line 2: formula $\\frac{1$: column 8: } is missing (shown as written)"}
	if err != nil || len(got) != 5 || !strings.Contains(got[4], "line 12: HTML: reports do not show <video>") || !strings.Contains(got[2], `line 8: the image "b.png" is not part of the report`) || !strings.Contains(got[3], `line 10: the image "c.png"`) || got[0] != want[0] || !strings.Contains(got[1], `"itemize" is not an environment`) {
		t.Errorf("warnings %q, error %v", got, err)
	}
}

func TestLinksLeadToHeadingsAsInJupyter(t *testing.T) {
	p, err := Of(reports.Report{ID: "r", Title: "t", Blocks: []reports.Block{reports.Text{Markdown: "## The End\n\n## Über A*\n\n## [Linked](https://e.org) <a name='x'><b>tag</b></a>"}}})
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{"#The-End": "#sec-the-end", "#%C3%9Cber-A*": "#sec-über-a", "#Linked-tag": "#sec-linked-tag", "#x": "#sec-x", "#gla": "#gla", "#provenance": "#provenance", "https://e.org/#The-End": "https://e.org/#The-End"} {
		nodes, err := p.Texts.Read(reports.Text{Markdown: "[a](" + in + ")"})
		if err != nil || nodes[0].Nodes[0].URL != want {
			t.Errorf("%s leads to %+v, want %s", in, nodes, want)
		}
	}
}

func TestImagesAreFoundAsTheyAreShown(t *testing.T) {
	name := func(destination string) string {
		return map[string]string{"a b.png": "images/n.png", "x.png": "images/x.png"}[destination]
	}
	for in, want := range map[string]string{
		"![s](<a b.png> \"t\") `![x](x.png)`":             "![s](images/n.png \"t\") `![x](x.png)`",
		"![a [b]](x.png)![c](https://e.org/)":             "![a [b]](images/x.png)![c](https://e.org/)",
		"![a][r] ![r]\n\n[r]: x.png 'T'":                  "![a][r] ![r]\n\n[r]: images/x.png 'T'",
		"a <IMG alt='b [c]' src=\"x.png\" width=4> d":     "a ![b \\[c\\]](images/x.png) d",
		"<p>\n<img src=x.png>\n</p>":                      "<p>\n<img src=\"images/x.png\" alt=\"\">\n</p>",
		"<IMG src='no.png?a&b' alt='\"c' width=4>":        "<img src=\"no.png?a&amp;b\" alt=\"&#34;c\">",
		"```\n![x](x.png) <img src=x.png>\n```":           "```\n![x](x.png) <img src=x.png>\n```",
		"[![i](x.png)](https://e.org/a(b)) \\![x](x.png)": "[![i](images/x.png)](https://e.org/a(b)) \\![x](images/x.png)",
	} {
		if got := ReplaceImages(in, name); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func TestANameEndsWhereNoLongerOneDoes(t *testing.T) {
	for text, want := range map[string]int{
		"gla": 0, "a gla, b": 2, "gla.": 0, "gla-5 gla": 6, "gla.5": -1, "xgla": -1, "gla*": -1, "&lt;gla": -1, "(gla)": 1,
	} {
		if got := NameAt(text, "gla"); got != want {
			t.Errorf("in %q it is at %d, want %d", text, got, want)
		}
	}
	if !IsWord(reports.Term{Name: "series", Kind: "family"}) || IsWord(reports.Term{Name: "nodes", Kind: "metric"}) || IsWord(reports.Term{Name: "gla-5", Kind: "family"}) {
		t.Error("what may be a mere word")
	}
}
