package markdown

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

func TestMarkdownOfNotebooksRunsNothing(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"a script", "<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"},
		{"an image", `<div><img src="images/a/b.png" alt="c" onerror="x"></div>`, `<div><img src="images/a/b.png" alt="c"></div>`},
		{"an image elsewhere", `<div><img src="images/../b.png" alt="c"><IMG></div>`, `<div>&lt;img src="images/../b.png" alt="c">&lt;IMG></div>`},
		{"an event", "a <img src=x onerror=alert(1)> b", "a &lt;img src=x onerror=alert(1)> b"},
		{"a tag that does not end", "a <svg onload=alert(1) ", "a &lt;svg onload=alert(1) "},
		{"a comment", "a <!-- <script>alert(1)</script> --> b", "a   b"},
		{"a comment in a tag", "<<!-- -->script>", "< script>"},
		{"a comment that is none", "<!--><script>x</script>-->", " "},
		{"elements that pass", "H<sub>2</sub>O<br/><kbd>x</kbd>", "H<sub>2</sub>O<br/><kbd>x</kbd>"},
		{"with an attribute", "<sub onclick=x>2</sub>", "<sub>2</sub>"},
		{"with a link", `<a class="b" href="https://example.org">x</a> <a href="javascript:x">y</a>`, `<a href="https://example.org">x</a> <a>y</a>`},
		{"with anchors", `<a id='b' class="c" name="d"></a> <a href="#b">x</a>`, `<a id='b' name="d"></a> <a href="#b">x</a>`},
		{"a tag in an attribute", `<b title="<script>">x</b>`, `&lt;b title="&lt;script>">x</b>`},
		{"code", "`<b>` and\n\n```go\n<script>\n```\n\n    <i>\n", "`<b>` and\n\n```go\n<script>\n```\n\n    <i>\n"},
		{"code in a footnote", "x[^1] `<b>`\n\n[^1]: `<i>` <u>\n\n`<s>`", "x[^1] `<b>`\n\n[^1]: `<i>` <u>\n\n`<s>`"},
		{"code that a heading ends", "a ` b\n# c <script> ` d", "a ` b\n# c &lt;script> ` d"},
		{"code that HTML hides", "<a href=\"`\">`<script>x</script>", "<a>`&lt;script>x&lt;/script>"},
		{"a fence that HTML hides", "<div>\n```\n<script>\n```\n", "<div>\n```\n&lt;script>\n```\n"},
		{"a formula", "$a<b$ and $$x<y$$ of `<b>`", "$a< b$ and $$x< y$$ of `<b>`"},
		{"a link", "[x](https://example.org/a_(b) \"t: u\") <https://example.org> <a@example.org> [y](a.html)", "[x](https://example.org/a_(b) \"t: u\") <https://example.org> <a@example.org> [y](a.html)"},
		{"a link that runs", "[x](javascript:alert(1))", "[x](#)"},
		{"in mixed case", "[x]( JaVaScRiPt:alert(1) 'title')", "[x]( #)"},
		{"with a tab", "[x](java\tscript:alert(1))", "[x](#)"},
		{"in brackets", "[x](<java\tscript:alert(1)>)", "[x](#)"},
		{"by reference characters", "[x](&#106;avascript:alert(1))", "[x](#)"},
		{"behind a backslash", `[x](javascript\:alert(1))`, "[x](#)"},
		{"on the next line", "> [x](\n> vbscript:y)", "> [x](\n> #)"},
		{"by a reference", "[x]\n\n[x]: data:text/html,y", "[x]\n\n[x]: #"},
		{"by a reference in brackets", "[x]\n\n[x]:\n<file:///etc/passwd> 't'", "[x]\n\n[x]:\n# 't'"},
		{"by a footnote", "[^1]\n\n[^1]: javascript:alert(1)", "[^1]\n\n[^1]: #"},
		{"a footnote", "[^1]\n\n[^1]: Note: see b", "[^1]\n\n[^1]: Note: see b"},
		{"an automatic link", "<javascript:alert(1)>", "&lt;javascript:alert(1)>"},
		{"brackets with spaces", "[x](<a b(c).html>)", "[x](a%20b%28c%29.html)"},
		{"a tag that looks like an address", "[](<img src=x onerror=y>)", "[](img%20src=x%20onerror=y)"},
		{"an image", "![a](data:image/png;base64,eA==) ![b](images/c.png)", "![a](data:image/png;base64,eA==) ![b](images/c.png)"},
		{"an image that runs", "![a](javascript:x)", "![a](#)"},
		{"a link to an image", `\![a](data:image/svg+xml,x)`, `\![a](#)`},
		{"a tag as an image's words", "![<img onerror=x>](data:image/png,x)", "![&lt;img onerror=x>](#)"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := harmless(tc.in)
			if got != tc.want {
				t.Errorf("%q\nbecame %q\nwant   %q", tc.in, got, tc.want)
			}
			checkHarmless(t, got)
		})
	}
}

func TestControlCharactersAreShownInMarkdown(t *testing.T) {
	got := files{}
	r := reports.Report{ID: "r", Title: "T \x1b[31m", Blocks: []reports.Block{
		reports.Text{Markdown: "a\u202eb"}, reports.Code{Source: "x\x07", Output: "\x1b]0;y\u009b"},
	}}
	if err := got.take(Write(r)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"T ␛\\[31m", `a\u202eb`, "x␇", `␛]0;y\u009b`} {
		if !strings.Contains(got["report.md"], want) {
			t.Errorf("no %q in %q", want, got["report.md"])
		}
	}
}

var anyTag = regexp.MustCompile(`</?([A-Za-z][A-Za-z0-9]*)( href="(https?://|#)[^"<>\s]*"| (id|name)=("[\w:.-]+"|'[\w:.-]+')| src="(https?://|images/\w)[^"<>\s]*" alt="[^"<>]*")*/?>`)

// withoutAllowed returns HTML without the tags that Markdown may contain.
func withoutAllowed(raw []byte) []byte {
	return anyTag.ReplaceAllFunc(raw, func(found []byte) []byte {
		if name := strings.ToLower(string(anyTag.FindSubmatch(found)[1])); page.Formatted(name) && (name != "img" || bytes.Contains(found, []byte(" src="))) {
			return nil
		}
		return found
	})
}

// checkHarmless shows that a CommonMark reader which lets HTML pass finds no tag but those
// allowed and no address that is refused, with and without extensions.
func checkHarmless(t *testing.T, markdown string) {
	t.Helper()
	for _, permissive := range []goldmark.Markdown{
		goldmark.New(goldmark.WithRendererOptions(html.WithUnsafe())),
		goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(html.WithUnsafe())),
	} {
		source := []byte(markdown)
		doc := permissive.Parser().Parse(text.NewReader(source))
		_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			address := ""
			switch n := n.(type) {
			case *ast.HTMLBlock:
				if raw := n.Lines().Value(source); tag().Match(withoutAllowed(raw)) {
					t.Errorf("%q has the HTML %q", markdown, raw)
				}
			case *ast.RawHTML:
				if raw := n.Segments.Value(source); len(withoutAllowed(raw)) > 0 {
					t.Errorf("%q has the HTML %q", markdown, raw)
				}
			case *ast.Link:
				address = string(n.Destination)
			case *ast.AutoLink:
				address = string(n.URL(source))
			case *ast.Image:
				if !bytes.HasPrefix(n.Destination, []byte("data:image/")) {
					address = string(n.Destination)
				}
			}
			if !page.MayLink(address) {
				t.Errorf("%q has a link to %q", markdown, address)
			}
			return ast.WalkContinue, nil
		})
	}
}

// FuzzHarmless shows of any text what [checkHarmless] does, and that doing it again
// changes nothing.
func FuzzHarmless(f *testing.F) {
	for _, seed := range []string{
		"<script>`<b>`</script> [x](javascript:y) $a<b$", "[a]: <javascript:x>\n\n[a]", "> <div>\n> ```\n<script>", "<<<!---->!---->script>", "[`]`](vbscript:x)", "[^1]\n\n[^1]: <b> `<i>`\n", "000000]([0](:)", "[a](b[1](javascript:x)", "| a | <b> |\n| --- | --- |\n| `<i>` | [x](data:x) |",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, markdown string) {
		markdown = strings.ToValidUTF8(strings.ReplaceAll(markdown, "\r", ""), "")
		checkHarmless(t, harmless(markdown))
	})
}
