package plots

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/xml"
	"flag"
	"fmt"
	"html"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/puzzlelab/puzzlelab/plots/chart"
	_ "github.com/puzzlelab/puzzlelab/plots/draw"
)

var (
	update   = flag.Bool("update", false, "rewrite the golden files in testdata")
	pictures = flag.String("pictures", "", "write the sample figures into this folder, to be looked at")
)

func svgOf(tb testing.TB, f Figure) []byte {
	tb.Helper()
	b, err := f.SVG()
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// The goldens are change detectors, made by this package: whoever changes them
// has looked at the pictures (-pictures DIR).
func TestGoldenFigures(t *testing.T) {
	for _, f := range goldenFigures(t) {
		t.Run(f.ID, func(t *testing.T) {
			got := svgOf(t, f)
			name := filepath.Join("testdata", f.ID+".svg")
			if *update {
				if err := os.WriteFile(name, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatalf("%v (make it with -update)", err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
				t.Errorf("%s differs (-want +got); look at the picture, then rewrite it with -update:\n%s", name, diff)
			}
		})
	}
}

func TestWritePictures(t *testing.T) {
	if *pictures == "" {
		t.Skip("no folder given with -pictures")
	}
	for _, f := range sampleFigures(t) {
		img, err := f.PNG()
		if err != nil {
			t.Fatal(err)
		}
		for ext, data := range map[string][]byte{".png": img, ".svg": svgOf(t, f)} {
			if err := os.WriteFile(filepath.Join(*pictures, f.ID+ext), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

var (
	idAttr  = regexp.MustCompile(`\bid="([^"]*)"`)
	refAttr = regexp.MustCompile(`(?:href="#|url\(#)([^")]*)`)
)

func TestSVGIsSelfContainedAndNamed(t *testing.T) {
	for _, f := range sampleFigures(t) {
		t.Run(f.ID, func(t *testing.T) {
			svg := string(svgOf(t, f))
			d := xml.NewDecoder(strings.NewReader(svg))
			for {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("not well-formed: %v", err)
				}
			}
			ids := map[string]bool{}
			for _, m := range idAttr.FindAllStringSubmatch(svg, -1) {
				if !strings.HasPrefix(m[1], f.ID+"-") {
					t.Errorf("id %q does not begin with the figure's", m[1])
				}
				if ids[m[1]] {
					t.Errorf("id %q occurs twice", m[1])
				}
				ids[m[1]] = true
			}
			for _, m := range refAttr.FindAllStringSubmatch(svg, -1) {
				if !ids[m[1]] {
					t.Errorf("reference to %q, which is not defined", m[1])
				}
			}
			rest := strings.Replace(svg, `xmlns="http://www.w3.org/2000/svg"`, "", 1)
			if i := strings.Index(rest, "://"); i >= 0 {
				t.Errorf("refers to something outside: …%s…", rest[max(0, i-20):min(len(rest), i+20)])
			}
			for _, want := range []string{`role="img"`, `aria-labelledby="` + f.ID + `-title ` + f.ID + `-desc"`, "<title", "<desc", "Liberation Sans, Arial"} {
				if !strings.Contains(svg, want) {
					t.Errorf("lacks %s", want)
				}
			}
			if f.Alt == "" || !strings.Contains(svg, html.EscapeString(f.Alt)) {
				t.Errorf("the text alternative %q is not in the drawing", f.Alt)
			}
		})
	}
}

func TestSameBytesInTwoProcesses(t *testing.T) {
	const env = "PLOTS_TEST_PRINT_SUMS"
	sums := func() string {
		var b strings.Builder
		for _, f := range sampleFigures(t) {
			fmt.Fprintf(&b, "sum %s %x\n", f.ID, sha256.Sum256(svgOf(t, f)))
		}
		for _, f := range goldenFigures(t) {
			img, err := f.PNG()
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "sum %s %x\n", f.ID, sha256.Sum256(img))
		}
		return b.String()
	}
	here := sums()
	if os.Getenv(env) != "" {
		fmt.Print(here)
		return
	}
	for range 2 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestSameBytesInTwoProcesses$")
		cmd.Env = append(os.Environ(), env+"=1")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("second process: %v\n%s", err, out)
		}
		var there strings.Builder
		for l := range strings.Lines(string(out)) {
			if strings.HasPrefix(l, "sum ") {
				there.WriteString(l)
			}
		}
		if diff := cmp.Diff(here, there.String()); diff != "" {
			t.Errorf("another process drew other bytes (-here +there):\n%s", diff)
		}
	}
}

func TestTwoThousandPointsStaySmall(t *testing.T) {
	const most = 60_000
	f, err := Scatter("scatter-of-many-instances", "", ScatterOptions{X: "a", Y: "b"}, cloud(2000))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(svgOf(t, f)); n > most {
		t.Errorf("2,000 points take %d bytes (want at most %d)", n, most)
	}
	if f, err = Scatter("cells", "", ScatterOptions{X: "a", Y: "b"}, cloud(100_000)); err != nil {
		t.Fatal(err)
	}
	if n := len(svgOf(t, f)); n > most*3/2 {
		t.Errorf("100,000 points take %d bytes (want at most %d)", n, most*3/2)
	}
}

func TestPNGStatesItsResolution(t *testing.T) {
	f := sampleFigures(t)[0]
	b, err := f.PNG()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if img.Width != 672 || img.Height != 317 {
		t.Errorf("7 × 3.3 inches give %d × %d pixels (want 672 × 317)", img.Width, img.Height)
	}
	at := bytes.Index(b, []byte("pHYs"))
	if at < 0 || at > bytes.Index(b, []byte("IDAT")) {
		t.Fatal("there is no pHYs chunk before the image data")
	}
	if perMetre := binary.BigEndian.Uint32(b[at+4:]); perMetre != 3780 {
		t.Errorf("%d pixels per metre (want 3780, which is 96 per inch)", perMetre)
	}
	// The decoder of the standard library skips the chunk but checks its sum.
	if _, err := png.Decode(bytes.NewReader(b)); err != nil {
		t.Error(err)
	}
}

func TestDrawingFailuresAreErrors(t *testing.T) {
	fig := func(id string, width, height Length, marks ...chart.Mark) Figure {
		c := chart.Chart{X: chart.Axis{Hi: 1}, Y: chart.Axis{Hi: 1}, Under: []chart.Layer{{Marks: marks}}}
		return Figure{ID: id, Width: width, Height: height, sheet: chart.Sheet{Charts: []chart.Chart{c}}}
	}
	for _, tt := range []struct {
		name, want string
		figure     Figure
	}{
		{"zero figure", "empty", Figure{}},
		{"bad ID", "not a figure ID", fig("A b", 100, 100)},
		{"no size", "out of range", fig("x", 0, 0)},
		{"size in pixels", "out of range", fig("x", 100, 1e5)},
		{"panic", "out of range", fig("x", 200, 200, chart.Points{Spaced: 1})},
		{"unknown mark", "no mark int", fig("x", 200, 200, 7)},
		{"no axis", "cannot reach", Figure{ID: "x", Width: 200, Height: 200, sheet: chart.Sheet{Charts: []chart.Chart{{}}}}},
		{"no room", "no room", fig("x", 72, 72)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for format, render := range map[string]func() ([]byte, error){"SVG": tt.figure.SVG, "PNG": tt.figure.PNG} {
				b, err := render()
				if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "plots: ") {
					t.Errorf("%s: error %v (want one that begins with plots: and says %q)", format, err, tt.want)
				}
				if b != nil {
					t.Errorf("%s: %d bytes beside an error", format, len(b))
				}
			}
		})
	}
}

func TestFiguresWithoutRoomSaySoOrLeaveNamesOut(t *testing.T) {
	f := sampleFigures(t)[0]
	f.Width = chart.Inch
	if _, err := f.SVG(); err == nil || !strings.Contains(err.Error(), "larger") {
		t.Errorf("error %v (want advice to make the figure larger)", err)
	}
	var curves []Curve
	for i := range 30 {
		curves = append(curves, Curve{Name: fmt.Sprint("strategy ", i), Points: []Point{{X: 1, Y: float64(i)}}})
	}
	f, err := Growth("crowd", "", CurveOptions{}, curves)
	if err != nil {
		t.Fatal(err)
	}
	if svg := svgOf(t, f); !bytes.Contains(svg, []byte(">22 others<")) || bytes.Contains(svg, []byte(">strategy 29<")) {
		t.Error("without room for the names of others, they are not left out")
	}
	f.Height = 6 * chart.Inch
	if svg := svgOf(t, f); !bytes.Contains(svg, []byte(">strategy 29<")) {
		t.Error("with room for the names of others, they are missing")
	}
}

func TestUnprintableNamesKeepTheXMLWhole(t *testing.T) {
	f, err := Forest("odd", "a\x00b\xff<", ForestOptions{}, []Interval{{Name: "x\x01&\"'", Value: 1, Low: 1, High: 2}})
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(svgOf(t, f), new(struct{})); err != nil {
		t.Error(err)
	}
}

// A colour without one for dark screens would stay as it is there, be it as dark as
// the paper.
func TestEveryColourOfADrawingHasOneForDarkScreens(t *testing.T) {
	painted := regexp.MustCompile(`\b(?:fill|stroke)="#[0-9a-f]{6}"`)
	for _, f := range sampleFigures(t) {
		svg := string(svgOf(t, f))
		for _, a := range painted.FindAllString(svg, -1) {
			if !strings.Contains(svg, ".chart ["+a+"]{") {
				t.Errorf("figure %s: the style sheet has no rule for %s", f.ID, a)
			}
		}
	}
}

func TestNamesAreNotRichText(t *testing.T) {
	f, err := Growth("x", "", CurveOptions{}, []Curve{{Name: "a^{2}", Points: []Point{{X: 1, Y: 1}}}})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(svgOf(t, f)), ">a^{2}</text>") {
		t.Error("the name a^{2} was set as a power")
	}
}
