package pdf

import (
	"bytes"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/internal/sample"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// printed is what is expected on paper: codes for characters beyond the Basic
// Multilingual Plane and for scripts that the fonts lack or that run from right to left.
func printed(text string) string {
	var b strings.Builder
	for _, r := range text {
		lacking := unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Hangul, unicode.Thai, unicode.Devanagari, unicode.Hebrew, unicode.Arabic)
		if lacking || r > 0xffff || strings.ContainsRune("、\u20dd\u2066", r) {
			fmt.Fprintf(&b, "%U", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// joined is text without the spaces and ends of lines that setting it brings in.
func joined(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

func TestEveryScriptComesOutInEveryPlace(t *testing.T) {
	for name, text := range sample.Scripts {
		t.Run(name, func(t *testing.T) {
			r, said := sample.Everywhere(text)
			out := written(t, r, A4)
			got := joined(strings.Join(textOf(t, out), ""))
			for _, s := range said {
				if !strings.Contains(got, joined(printed(s))) {
					t.Errorf("%q is not printed as %q", s, printed(s))
				}
			}
			if says := strings.Contains(got, joined(page.Codes)); says != strings.Contains(printed(text), "U+") {
				t.Errorf("the end says that there are codes: %v", says)
			}
			read(t, out, said)
		})
	}
}

func TestLongLinesOfCodesStayOnThePage(t *testing.T) {
	const times = 50
	r, said := sample.Everywhere(strings.Repeat("迷", times))
	out := written(t, r, A4)
	read(t, out, nil)
	if n := strings.Count(strings.Join(textOf(t, out), ""), "U+8FF7"); n < times*len(said) {
		t.Errorf("%d codes, want %d and more", n, times*len(said))
	}
}

func TestTitlesAndBookmarksAreValid(t *testing.T) {
	const name = "😀\xe8" // four bytes, and the first of three
	out := written(t, reports.Report{ID: "r", Title: name, Front: reports.Front{Authors: []reports.Author{{Name: name}}, Keywords: []string{name}}}, A4)
	want := "/%s (\xfe\xff" + strings.Join(strings.Split("\x00U+1F600", ""), "\x00")[1:] + "\xff\xfd)"
	for field, times := range map[string]int{"Title": 2, "Author": 1, "Keywords": 1} {
		if n := bytes.Count(out, fmt.Appendf(nil, want, field)); n != times {
			t.Errorf("%s stands there %d times as it should, want %d", field, n, times)
		}
	}
}

var box = regexp.MustCompile(`<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>`)

// read reads a document as pdftotext does, where it is installed: everything that is
// said must be there, and between the edges of the paper.
func read(t *testing.T, document []byte, said []string) {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		return
	}
	cmd := exec.Command("pdftotext", "-raw", "-bbox", "-", "-")
	cmd.Stdin = bytes.NewReader(document)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, m := range box.FindAllStringSubmatch(string(out), -1) {
		for i, limit := range []float64{0, 0, A4.Width, A4.Height} {
			if at, err := strconv.ParseFloat(m[i+1], 64); err != nil || (at < limit) == (i < 2) {
				t.Errorf("%s is at %v: leaves the page (%v)", m[5], m[1:5], err)
			}
		}
		all.WriteString(m[5])
	}
	for _, s := range said {
		if !strings.Contains(all.String(), joined(printed(s))) {
			t.Errorf("pdftotext finds no %q", printed(s))
		}
	}
}
