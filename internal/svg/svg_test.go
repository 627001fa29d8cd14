package svg

import (
	"slices"
	"testing"
)

func picture(drawn string) []byte {
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="40pt" height="20pt" viewBox="0 0 20 10">` + drawn + "</svg>")
}

func TestLooksReachParts(t *testing.T) {
	red, black := Color{R: 255, A: 255}, Color{A: 255}
	for _, c := range []struct {
		name, drawn string
		want        Part
	}{
		{"plain", `<path d="M1 1H2"/>`, Part{Fill: black, Width: 2}},
		{"inherited", `<g fill="#f00"><path d="M1 1H2"/></g>`, Part{Fill: red, Width: 2}},
		{"variable", `<path fill="var(--a, #ff0000)" d="M1 1H2"/>`, Part{Fill: red, Width: 2}},
		{"faint", `<g opacity=".5"><path fill="#f00" fill-opacity=".5" d="M1 1H2"/></g>`, Part{Fill: Color{R: 255, A: 64}, Width: 2}},
		{"stroke", `<path fill="none" stroke="#ff0000" stroke-width="3" stroke-dasharray="1 2" d="M1 1H2"/>`, Part{Stroke: red, Width: 6, Dashes: []float64{2, 4}}},
	} {
		p, err := Read(picture(c.drawn))
		if err != nil || len(p.Parts) != 1 {
			t.Errorf("%s: %d parts, %v", c.name, len(p.Parts), err)
			continue
		}
		got := p.Parts[0]
		if got.Fill != c.want.Fill || got.Stroke != c.want.Stroke || got.Width != c.want.Width || !slices.Equal(got.Dashes, c.want.Dashes) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		if want := (Point{2, 2}); got.Path[0].To[0] != want {
			t.Errorf("%s begins at %v, want %v", c.name, got.Path[0].To[0], want)
		}
	}
}

func TestSpansRiseAndShrink(t *testing.T) {
	p, err := Read(picture(`<text x="3" y="4" font-size="5" text-anchor="end">10<tspan dy="-2" font-size="3">−6</tspan><tspan dy="2">, b</tspan></text>`))
	if err != nil || len(p.Parts) != 1 {
		t.Fatalf("%d parts, %v", len(p.Parts), err)
	}
	want := []Span{{"10", 10, 0}, {"−6", 6, 4}, {", b", 10, 0}}
	if got := p.Parts[0]; !slices.Equal(got.Spans, want) || got.At != (Point{6, 8}) || got.Anchor != "end" {
		t.Errorf("%+v, want %v at 6, 8", got, want)
	}
}

func TestPicturesOfOtherProgramsAreDrawn(t *testing.T) {
	for _, c := range []struct {
		name, drawn string
		parts       int
		last        Point // where the last part begins
		undrawn     []string
	}{
		{"shapes", `<ellipse cx="2" cy="3" rx="1" ry="2"/><line x1="1" y1="1" x2="4px" y2="50%" stroke="red"/><polyline points="1,1 2,2,3 3"/><polygon points="4 4 5 5 6,4"/>`, 4, Point{8, 8}, nil},
		{"looks", `<style>/* .b{} */ .a{fill:tomato} @media print{.a{fill:none}} #q, g {stroke: rgb(1,2,3)}</style><rect class="x a" id="q" x="1" y="1" width="2" height="2" style="stroke-width:2px;fill-opacity:.5"/>`, 1, Point{2, 2}, nil},
		{"curves", `<path d="M1 1a1 1 0 013,3S1 1 2 2T3 3l1e-1-1.5.5.5z"/>`, 1, Point{2, 2}, nil},
		{"an error in a path", `<path d="M1 1L2 2L x y"/>`, 1, Point{2, 2}, []string{`path "M1 1L2 2L x y": "L x y"`}},
		{"transforms", `<g transform="matrix(1 0 0 1 2 3) skewX(0) skewY(0)"><path d="M1 1H2"/></g>`, 1, Point{6, 8}, nil},
		{"later and in symbols", `<use xlink:href="#s" x="3"/><symbol id="s"><rect width="1" height="1"/></symbol>`, 1, Point{6, 0}, nil},
		{"paints", `<defs><linearGradient id="g"><stop stop-color="#123"/></linearGradient></defs><path fill="url('#g')" d="M1 1H2" filter="url(#f)"/>`, 1, Point{2, 2}, []string{"<filter>", "<linearGradient>, shown in one color"}},
		{"pixels", `<image x="1" y="2" width="4" height="4" href="` + redOverBlue + `"/>`, 1, Point{4, 4}, nil},
		{"turned pixels, and none", `<image href="x.png"/><image transform="rotate(9)" href="` + redOverBlue + `"/><rect y="1" width="1" height="1"/>`, 1, Point{0, 2}, []string{"<image>"}},
		{"what draws nothing", `<metadata><x:y/></metadata><a href="x"><switch><rect y="1" width="1" height="1"/></switch></a><image/><rect display="none" width="1" height="1"/>`, 1, Point{0, 2}, []string{"<image>"}},
		{"places of letters", `<text x="1 4" y="2">abc</text>`, 2, Point{8, 4}, nil},
		{"a span at the top", `<text x="1" y="9"><tspan>a</tspan><tspan x="4" y="0">b</tspan></text>`, 2, Point{8, 0}, nil},
		{"lines of text", `<text x="1 2" y="1" dominant-baseline="middle"><tspan x="1">a&#160;</tspan><tspan x="2" dy="1em">b</tspan></text>`, 2, Point{4, (1 + 0.35*16 + 16) * 2}, nil},
	} {
		p, err := Read(picture(c.drawn))
		if err != nil || len(p.Parts) != c.parts || !slices.Equal(p.Undrawn, c.undrawn) {
			t.Errorf("%s: %d parts, undrawn %q, %v, want %d and %q", c.name, len(p.Parts), p.Undrawn, err, c.parts, c.undrawn)
			continue
		}
		last := p.Parts[len(p.Parts)-1]
		at := last.At
		if len(last.Path) > 0 {
			at = last.Path[0].To[0]
		}
		if at != c.last {
			t.Errorf("%s: the last part begins at %v, want %v", c.name, at, c.last)
		}
	}
}

const redOverBlue = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAACCAIAAAAW4yFwAAAADUlEQVR42mP4zwAC/wEIAAH/Bs6pJQAAAABJRU5ErkJggg=="

// matplotlib draws its pixels upside down, and turns them by a transform.
func TestPixelsAreTurnedOver(t *testing.T) {
	p, err := Read(picture(`<image transform="scale(1 -1) translate(0 -9)" x="1" y="2" width="1" height="4" preserveAspectRatio="none" xlink:href="` + redOverBlue + `"/>`))
	if err != nil || len(p.Parts) != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
	if r, _, b, _ := p.Parts[0].Pixels.At(0, 0).RGBA(); r != 0 || b != 0xffff || p.Parts[0].At != (Point{2, 6}) || p.Parts[0].Size != (Point{2, 8}) {
		t.Errorf("the top left pixel has red %d and blue %d, at %v, size %v", r, b, p.Parts[0].At, p.Parts[0].Size)
	}
}

func TestSheetsHaveASize(t *testing.T) {
	for in, want := range map[string]Point{
		`<svg/>`: {225, 112.5}, `<svg width="100%" viewBox="0,0 8 4"/>`: {6, 3}, `<svg width="1in" height="20mm"/>`: {72, 20 * 72 / 25.4},
		"<?xml version='1.0' encoding='ISO-8859-1'?><!DOCTYPE svg [<!ENTITY a 'b'>]><svg height='4'><title>&a;\xe9</title></svg>": {225, 3},
	} {
		if p, err := Read([]byte(in)); err != nil || p.Width != want.X || p.Height != want.Y {
			t.Errorf("%s: %v×%v, %v, want %v", in, p.Width, p.Height, err, want)
		}
	}
}

func TestMarkersStandAtEveryCorner(t *testing.T) {
	p, err := Read(picture(`<defs><path id="m" fill="#f00" d="M0 0H1V1Z"/><marker id="k"><use href="#m"/></marker></defs>` +
		`<path fill="none" marker-mid="url(#k)" d="M1 1l0 0 1 1 1 3 0 0"/><use href="#m" x="7" y="7"/>`))
	if err != nil {
		t.Fatal(err)
	}
	var at []Point
	for _, part := range p.Parts {
		at = append(at, part.Path[0].To[0])
	}
	if want := []Point{{2, 2}, {4, 4}, {6, 10}, {14, 14}}; !slices.Equal(at, want) {
		t.Errorf("marks at %v, want %v", at, want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`<g transform="translate(1 2) rotate(90)"><rect x="1" width="2" height="3" rx="1"/><circle r="2"/></g>`)
	f.Add(`<path d="M1 1h2v3q1 1 2 2c1 1 2 2 3 3zM5 5L6 6"/><text x="1">a<tspan dy="1">b</tspan></text>`)
	f.Add(`<path d="M1 1a1 2 3 014 5S1 2 3 4T5 6"/><style>.a{fill:red}</style><ellipse class="a" rx="50%" fill="url(#g)"/><polygon points="1 2"/>`)
	f.Add(`<path/>`)
	f.Add(`<g id="a"><use href="#a"/></g>`)
	f.Fuzz(func(t *testing.T, drawn string) {
		p, err := Read(picture(drawn))
		if err != nil {
			return
		}
		for _, part := range p.Parts {
			if len(part.Spans) == 0 && part.Path[0].Op != Move {
				t.Errorf("an outline begins with %+v", part.Path[0])
			}
		}
	})
}

func TestNumbersBehindTheEndOfAPathAreRefused(t *testing.T) {
	if s, err := ReadPath("M0 0L1 1Z 5"); err == nil {
		t.Errorf("%v, want an error", s)
	}
}
