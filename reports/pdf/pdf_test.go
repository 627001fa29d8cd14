package pdf

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/puzzlelab/puzzlelab/reports/internal/sample"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

var (
	stream = regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`)
	shown  = regexp.MustCompile(`(?s)Td \(((?:\\.|[^\\)])*)\) Tj`)
	escape = strings.NewReplacer(`\\`, `\`, `\(`, "(", `\)`, ")", `\r`, "\r")
)

// streams returns the parts of a document that are compressed, such as its pages.
func streams(t *testing.T, document []byte) (contents []string) {
	t.Helper()
	for _, m := range stream.FindAllSubmatch(document, -1) {
		r, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue // not compressed
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		contents = append(contents, string(content))
	}
	return contents
}

// textOf returns the text of a document, each string as it was written.
func textOf(t *testing.T, document []byte) (lines []string) {
	t.Helper()
	for _, content := range streams(t, document) {
		lines = append(lines, texts(content)...)
	}
	if len(lines) == 0 {
		t.Fatal("the document has no text; the test would find nothing")
	}
	return lines
}

// texts returns the strings that a page shows.
func texts(content string) (lines []string) {
	for _, s := range shown.FindAllStringSubmatch(content, -1) {
		raw := escape.Replace(s[1])
		var units []uint16
		for i := 0; i+1 < len(raw); i += 2 {
			units = append(units, uint16(raw[i])<<8|uint16(raw[i+1]))
		}
		lines = append(lines, string(utf16.Decode(units)))
	}
	return lines
}

func drawingOf(text string) []byte {
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="100pt" height="50pt" viewBox="0 0 100 50"><title>A drawing</title>` +
		`<path fill="#fff" d="M0 0H100V50H0Z"/><text x="5" y="40" font-size="8" fill="#1a1a24">` + text + `</text></svg>`)
}

func TestTextOfPicturesStaysText(t *testing.T) {
	const text = "αβγ Δ Ω µs −3.5 × 10⁻⁶ f′(x) ≤ 2\u202f000 ✓ (a) \\"
	out, err := Picture(drawingOf(text + `<tspan dy="-3" font-size="6">−2</tspan>`))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(textOf(t, out), ""); got != text+"−2" {
		t.Errorf("text is %q, want %q", got, text+"−2")
	}
	for _, want := range []string{"/FontFile2", "/BaseFont /PUZZLE+liberationsans", "/BaseFont /PUZZLE+dejavusans", "/MediaBox [0 0 100.00 50.00]"} {
		if !bytes.Contains(out, []byte(want)) {
			t.Errorf("the document has no %s", want)
		}
	}
	if bytes.Contains(out, []byte(tag)) {
		t.Error("a font is not marked as a subset")
	}
	if most := 60_000; len(out) > most {
		t.Errorf("%d bytes for a line (want at most %d); are whole fonts in it?", len(out), most)
	}
}

func TestPicturesHaveCodesForWhatNoFontHas(t *testing.T) {
	for text, want := range map[string]string{"迷路": "U+8FF7U+8DEF", "a\U0001d465": "aU+1D465", "שלום": "U+05E9U+05DCU+05D5U+05DD", "e\u0301 ❤": "e\u0301 ❤"} {
		out, err := Picture(drawingOf(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(textOf(t, out), ""); got != want {
			t.Errorf("%q is printed as %q, want %q", text, got, want)
		}
		if got := bytes.Contains(out, []byte("/Subject ("+page.Codes)); got != strings.Contains(want, "U+") {
			t.Errorf("%q: the document says that it has codes: %v", text, got)
		}
	}
	out, err := Picture(drawingOf(strings.Repeat("迷", 40))) // longer than the sheet
	if err != nil {
		t.Fatal(err)
	}
	for _, content := range streams(t, out) {
		for _, m := range place.FindAllStringSubmatch(content, -1) {
			if m[1] != "0.00" {
				t.Errorf("a line as long as the sheet begins at %s", m[1])
			}
		}
	}
	if _, err := Picture([]byte("<svg")); err == nil || !strings.HasPrefix(err.Error(), "pdf: ") {
		t.Errorf("no picture: %v", err)
	}
}

// sums are what the documents of several processes are compared by.
func sums(t *testing.T) string {
	picture, err := Picture(drawingOf("αβγ"))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("sum %x %x\n", sha256.Sum256(picture), sha256.Sum256(written(t, sample.Report(), A4)))
}

func TestSameBytesInEveryProcess(t *testing.T) {
	const env = "PDF_TEST_PRINT_SUMS"
	here := sums(t)
	if os.Getenv(env) != "" {
		fmt.Print(here)
		return
	}
	for _, zone := range []string{"UTC", "Asia/Tokyo"} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestSameBytesInEveryProcess$")
		cmd.Env = append(os.Environ(), env+"=1", "TZ="+zone, "LC_ALL=tr_TR.UTF-8")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if !strings.Contains(string(out), here) {
			t.Errorf("another process, at home in %s, wrote\n%swant\n%s", zone, out, here)
		}
	}
}
