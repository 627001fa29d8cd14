// Package drawtest tests pictures of boards. A picture must equal its golden file, be well-formed
// XML, have a text description, and support a dark color scheme.
//
// A test that imports the package has the flag -update. If it is set, the golden files are
// rewritten.
package drawtest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// Golden fails the test if got differs from the content of the file testdata/NAME. With -update, it
// rewrites the file.
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

// Must returns v. It panics if err is not nil.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Contrast fails the test if the contrast ratio of two colors (WCAG 2) is less than required.
func Contrast(t testing.TB, ink, ground string, least float64) {
	t.Helper()
	if contrast := draw.Contrast(ink, ground); contrast < least {
		t.Errorf("%s on %s has contrast %.2f, want %v", ink, ground, contrast, least)
	}
}

// Dark returns a map from the class of each rule to the color that the rule sets for a dark color
// scheme.
func Dark(rules []draw.Rule) map[string]string {
	dark := map[string]string{}
	for _, r := range rules {
		dark[r.Class] = r.Color
	}
	return dark
}

// Draw calls the function draw for a board and returns the text that it writes. It fails the test
// if draw returns an error.
func Draw[B, D any](t testing.TB, draw func(io.Writer, B, D) error, board B, drawing D) string {
	t.Helper()
	var b bytes.Buffer
	if err := draw(&b, board, drawing); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var (
	numbered = regexp.MustCompile(`^[a-z]+\d+$`)
	outside  = regexp.MustCompile(`https?:|src=|@import|url\(|<link`)
	badText  = regexp.MustCompile(`NaN|Inf|%!|[0-9]\.[0-9]{4}`)
)

// SVG fails the test unless the text is a single SVG image with a title, a description and a dark
// color for every class, and without scripts or external references. Classes whose names end in
// digits need no dark color, since they only name moving parts. SVG returns the number of elements
// with each name.
func SVG(t testing.TB, text string) map[string]int {
	t.Helper()
	elements, attributes := parse(t, text)
	checkStamps(t, text)
	references := checkReferences(t, attributes)
	if references < 2 || elements["svg"] != 1 || elements["title"] < 1 || elements["desc"] != 1 || elements["script"] != 0 {
		t.Errorf("elements %v, %d references", elements, references)
	}
	for _, a := range attributes {
		if a.Name.Local != "class" {
			continue
		}
		for class := range strings.FieldsSeq(a.Value) {
			if !strings.Contains(text, "] ."+class+"{") && !strings.Contains(text, stampRule(class)) && !numbered.MatchString(class) {
				t.Errorf("class %q has no rule for a dark scheme", class)
			}
		}
	}
	if outside.MatchString(strings.ReplaceAll(text, "http://www.w3.org/2000/svg", "")) {
		t.Error("the picture refers to something outside")
	}
	if bad := badText.FindString(text); bad != "" {
		t.Errorf("the picture contains %q", bad)
	}
	return elements
}

// checkReferences fails the test if an id occurs twice or a reference has no matching id.
// It returns the number of references.
func checkReferences(t testing.TB, attributes []xml.Attr) int {
	t.Helper()
	ids := map[string]bool{}
	var references []string
	for _, a := range attributes {
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
		}
	}
	for _, r := range references {
		if !ids[r] {
			t.Errorf("a reference to %q, which is not in the picture", r)
		}
	}
	return len(references)
}

// parse fails the test unless the text is well-formed XML. It returns how often each
// element occurs, and all attributes.
func parse(t testing.TB, text string) (elements map[string]int, attributes []xml.Attr) {
	t.Helper()
	elements = map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return elements, attributes
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if e, ok := token.(xml.StartElement); ok {
			elements[e.Name.Local]++
			attributes = append(attributes, e.Attr...)
		}
	}
}

// checkStamps fails the test if all rules for a class inside defs need an ancestor. Such
// rules have no effect, since the copies that use elements show have no ancestors.
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

// OKLCH converts a color from the color space OKLCH to #rrggbb, and reports whether sRGB contains
// the color. Lightness is between 0 and 1, and hue is in degrees. The matrices are from B.
// Ottosson, A perceptual color space for image processing, 2020.
func OKLCH(lightness, chroma, hue float64) (hex string, ok bool) {
	a, b := chroma*math.Cos(hue*math.Pi/180), chroma*math.Sin(hue*math.Pi/180)
	l := math.Pow(lightness+0.3963377774*a+0.2158037573*b, 3)
	m := math.Pow(lightness-0.1055613458*a-0.0638541728*b, 3)
	s := math.Pow(lightness-0.0894841775*a-1.2914855480*b, 3)
	hex, ok = "#", true
	for _, u := range [3]float64{
		4.0767416621*l - 3.3077115913*m + 0.2309699292*s,
		-1.2684380046*l + 2.6097574011*m - 0.3413193965*s,
		-0.0041960863*l - 0.7034186147*m + 1.7076147010*s,
	} {
		v := 12.92 * u
		if u > 0.0031308 {
			v = 1.055*math.Pow(u, 1/2.4) - 0.055
		}
		n := math.Round(255 * v)
		ok = ok && n >= 0 && n <= 255
		hex += fmt.Sprintf("%02x", int(n)&0xff)
	}
	return hex, ok
}

// Steps fails the test unless the colors lead from one OKLCH color to another in equal steps of
// lightness, chroma and hue; see [OKLCH].
func Steps(t testing.TB, colors []string, from, to [3]float64) {
	t.Helper()
	for i, color := range colors {
		var at [3]float64
		for j := range at {
			at[j] = from[j] + (to[j]-from[j])*float64(i)/float64(len(colors)-1)
		}
		if want, ok := OKLCH(at[0], at[1], at[2]); color != want || !ok {
			t.Errorf("color %d is %s, want %s", i, color, want)
		}
	}
}
