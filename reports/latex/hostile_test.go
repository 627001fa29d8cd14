package latex

import (
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/reports"
)

func TestLinksThatRunSomethingAreText(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"the web", "[word](https://example.org/a)", `\href{https://example.org/a}{word}`},
		{"automatic", "<https://example.org/>", `\href{https://example.org/}{`},
		{"a script", "[word](javascript:alert(1)) x", "word x"},
		{"in mixed case", "[word](JaVaScRiPt:alert(1)) x", "word x"},
		{"by reference characters", "[word](&#106;avascript:alert(1)) x", "word x"},
		{"with a tab", "[word](<java\tscript:alert(1)>) x", "word x"},
		{"behind a backslash", `[word](javascript\:alert(1)) x`, "word x"},
		{"data", "[word](data:text/html,x) x", "word x"},
		{"Visual Basic", "[word] x\n\n[word]: vbscript:y", "word x"},
		{"a file", "[word](file:///etc/passwd) x", "word x"},
		{"an automatic script", "<javascript:word> x", "javascript:"},
		{"control characters", "a\x1b[2J\u009b&#27;b [c](https://example.org/\x07)", `a[2Jb \href{https://example.org/`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := write(t, reports.Report{ID: "r", Title: "T", Blocks: []reports.Block{reports.Text{Markdown: tc.in}}})
			_, text, _ := strings.Cut(got["report.tex"], `\maketitle`)
			if !strings.Contains(text, tc.want) || strings.Contains(text, `\href`) != strings.Contains(tc.want, `\href`) || strings.ContainsAny(text, "\x1b\x07\u009b") {
				t.Errorf("%q is written as\n%s\nwant %s", tc.in, text, tc.want)
			}
		})
	}
}
