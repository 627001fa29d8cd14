package plots

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/internal/svg"
	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/plotstest"
)

// placed is a line of text, its size and where its baseline begins or ends.
type placed struct {
	text string
	size float64
	at   svg.Point
}

func textsOf(t *testing.T, f Figure) (out []placed) {
	t.Helper()
	p, err := svg.Read(svgOf(t, rings.On(f)))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range p.Parts {
		text := placed{at: part.At}
		for _, s := range part.Spans {
			switch {
			case s.Rise > 0:
				text.text += "^{" + s.Text + "}"
			case s.Rise < 0:
				text.text += "_{" + s.Text + "}"
			default:
				text.text, text.size = text.text+s.Text, s.Size
			}
		}
		if part.Spans != nil {
			out = append(out, text)
		}
	}
	return out
}

func TestLayoutOfSamplesHasNoFlaw(t *testing.T) {
	for _, f := range sampleFigures(t) {
		for _, flaw := range plotstest.Lint(svgOf(t, f)) {
			t.Errorf("figure %s: %s", f.ID, flaw)
		}
		narrow, wrong := f.Narrow()
		linear, err := f.Linear()
		if err = cmp.Or(wrong, err); err != nil {
			t.Errorf("figure %s: %v", f.ID, err)
		}
		for form, svg := range map[string][]byte{"narrow": narrow, "linear": linear} {
			if svg == nil {
				continue
			}
			for _, flaw := range plotstest.Lint(svg) {
				t.Errorf("figure %s, %s: %s", f.ID, form, flaw)
			}
		}
	}
}

// The name of a series is in the color of its curve, or in the darker one of text in that color.
func TestNamesHaveTheColorOfWhatTheyName(t *testing.T) {
	texts := map[string]string{"#df5bb6": "#b94c97", "#a0961e": "#7f7718", "#1e99fa": "#1878c4"}
	label := regexp.MustCompile(`(?s)<g class="(?:label|ruler|others)" data-name="([^"]*)">\n<path stroke="(#\w+)".*?<text [^>]*fill="(#\w+)"`)
	seen := map[string]bool{}
	for _, f := range sampleFigures(t) {
		for _, m := range label.FindAllStringSubmatch(string(svgOf(t, f)), -1) {
			seen[m[2]] = true
			if want := cmp.Or(texts[m[2]], m[2]); m[3] != want {
				t.Errorf("figure %s: %s has a line of %s and is written in %s (want %s)", f.ID, m[1], m[2], m[3], want)
			}
		}
	}
	for c := range texts {
		if !seen[c] {
			t.Errorf("no figure has a name of what is drawn in %s", c)
		}
	}
}

func TestStaircaseEndsAtTheTopOrAtTheEdge(t *testing.T) {
	d := Distribution{Answered: []float64{1, 1, 3}}
	last := func() chart.Place {
		pts := d.series(0, ECDFOptions{}).Marks[0].(chart.Line).At
		return pts[len(pts)-1]
	}
	if got := last(); got != chart.To(3, 1) {
		t.Errorf("a complete curve ends at %v (want 3, 1)", got)
	}
	d.Capped = 1
	if got := last(); got != chart.To(chart.Edge, 0.75) {
		t.Errorf("a curve with a capped run ends at %v (want the right edge, 0.75)", got)
	}
	if len(d.steps()) != 2 {
		t.Errorf("steps are %v (want one for the equal values)", d.steps())
	}
}

// Names that a stranger may give: many, long, and in other scripts.
func TestStrangeNamesLeaveFiguresWhole(t *testing.T) {
	long := strings.Repeat("a-very-long-name-", 5)[:79]
	var names []string
	for i := range 60 {
		names = append(names, fmt.Sprintf("strategy-%d", i))
	}
	for what, names := range map[string][]string{"long": {long + "a", long + "b", "short"}, "many": names, "scripts": {"探索アルゴリズム", "<&>\"'", "ΑΒΓ αβγ"}} {
		var curves []Distribution
		var boxes []BoxRow
		var grown []Curve
		for i, name := range names {
			v := []float64{float64(i + 1), float64(2*i + 3)}
			curves = append(curves, Distribution{Name: name, Answered: v})
			boxes = append(boxes, BoxRow{Name: name, Values: v})
			grown = append(grown, Curve{Name: name, Points: []Point{{X: 1, Y: v[0]}, {X: 2, Y: v[1]}}})
		}
		ecdf, err1 := ECDF("ecdf", "", ECDFOptions{XLabel: long + long, YLabel: long + long}, curves)
		box, err2 := Box("box", "", BoxOptions{}, boxes)
		growth, err3 := Growth("growth", "", CurveOptions{}, grown)
		if err := errors.Join(err1, err2, err3); err != nil {
			t.Fatal(err)
		}
		for _, f := range []Figure{ecdf, box, growth} {
			wide, err := f.SVG()
			if err != nil {
				t.Errorf("%s: %v", what, err)
				continue
			}
			narrow, err := f.Narrow()
			if err != nil {
				t.Errorf("%s: %v", what, err)
			}
			for form, svg := range map[string][]byte{"wide": wide, "narrow": narrow} {
				for _, flaw := range plotstest.Lint(svg) {
					t.Errorf("%s names, %s, %s: %s", what, f.ID, form, flaw)
				}
			}
		}
	}
}

func TestTheLimitOfATimeHasItsUnit(t *testing.T) {
	f, err := Box("times", "Times", BoxOptions{XLabel: "CPU time (s)", Log: true, Cap: 0.0333}, []BoxRow{{Name: "a", Values: []float64{0.001, 0.002}, Capped: []float64{0.0333}}})
	if err != nil {
		t.Fatal(err)
	}
	if want := ">limit 33.3\u2009ms<"; !strings.Contains(string(svgOf(t, f)), want) {
		t.Errorf("no %q in the figure", want)
	}
}
