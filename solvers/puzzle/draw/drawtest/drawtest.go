// Package drawtest checks pictures of boards: that they are what they were, that
// they are well-formed, and that readers who cannot see them, or who prefer a
// dark page, are served.
//
// The tests of a puzzle's pictures import it; they then have the flag -update,
// which rewrites their golden files.
package drawtest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// Golden compares got with the file testdata/NAME, or rewrites the file.
func Golden(t testing.TB, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s has changed (see -update):\n%s", file, got)
	}
}

// Draw returns the bytes that draw writes of a board.
func Draw[B, D any](t testing.TB, draw func(io.Writer, B, D) error, board B, drawing D) string {
	t.Helper()
	var b bytes.Buffer
	if err := draw(&b, board, drawing); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// FailingWriter fails with Err at every write.
type FailingWriter struct{ Err error }

// Write returns w.Err.
func (w FailingWriter) Write([]byte) (int, error) { return 0, w.Err }

var (
	numbered = regexp.MustCompile(`^[a-z]+\d+$`)
	outside  = regexp.MustCompile(`https?:|src=|@import|url\(|<link`)
	badText  = regexp.MustCompile(`NaN|Inf|%!|[0-9]\.[0-9]{4}`)
)

// SVG fails unless the text is one SVG image with a title and a description
// that are its label, without a script and without a reference to anything
// outside it, in which every class has a rule for a dark scheme. Classes that
// end in digits may do without: they name parts that move. It returns how often
// each element occurs.
func SVG(t testing.TB, text string) map[string]int {
	t.Helper()
	elements, ids := map[string]int{}, map[string]bool{}
	var references []string
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		elements[e.Name.Local]++
		for _, a := range e.Attr {
			switch a.Name.Local {
			case "id":
				if ids[a.Value] {
					t.Errorf("two elements have the id %q", a.Value)
				}
				ids[a.Value] = true
			case "href":
				references = append(references, strings.TrimPrefix(a.Value, "#"))
			case "aria-labelledby":
				references = append(references, strings.Fields(a.Value)...)
			case "class":
				for class := range strings.FieldsSeq(a.Value) {
					if !strings.Contains(text, "] ."+class+"{") && !strings.Contains(text, stampRule(class)) && !numbered.MatchString(class) {
						t.Errorf("class %q has no rule for a dark scheme", class)
					}
				}
			}
		}
	}
	checkStamps(t, text)
	for _, r := range references {
		if !ids[r] {
			t.Errorf("a reference to %q, which is not in the picture", r)
		}
	}
	if len(references) < 2 || elements["svg"] != 1 || elements["title"] < 1 || elements["desc"] != 1 || elements["script"] != 0 {
		t.Errorf("elements %v, references %q", elements, references)
	}
	if outside.MatchString(strings.ReplaceAll(text, "http://www.w3.org/2000/svg", "")) {
		t.Error("the picture refers to something outside")
	}
	if bad := badText.FindString(text); bad != "" {
		t.Errorf("the picture contains %q", bad)
	}
	return elements
}

// checkStamps fails if a class inside defs has only rules that need an
// ancestor: use elements clone what they show without it.
func checkStamps(t testing.TB, text string) {
	t.Helper()
	_, stamps, _ := strings.Cut(text, "<defs>")
	stamps, _, _ = strings.Cut(stamps, "</defs>")
	for _, m := range regexp.MustCompile(`class="([^"]*)"`).FindAllStringSubmatch(stamps, -1) {
		if !strings.Contains(text, stampRule(m[1])) {
			t.Errorf("class %q of a stamp has no rule for a dark scheme that reaches its clones", m[1])
		}
	}
}

func stampRule(class string) string { return `}[class="` + class + `"]{` }
