package draw

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

func randomCallouts(rng *rand.Rand, n int) ([]callout, surroundings) {
	around := surroundings{area: vg.Rectangle{Max: vg.Point{X: 300, Y: 200}}}
	var labels []callout
	for i := range n {
		at := vg.Point{X: vg.Length(5 + 290*rng.Float64()), Y: vg.Length(5 + 190*rng.Float64())}
		labels = append(labels, callout{text: fmt.Sprint("point ", i), style: noteStyle, at: at, clear: 4})
		around.obstacles = append(around.obstacles, at)
	}
	around.taken = []vg.Rectangle{{Min: vg.Point{X: 100, Y: 100}, Max: vg.Point{X: 160, Y: 112}}}
	return labels, around
}

func TestNamesKeepApartAndInside(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for range 60 {
		labels, around := randomCallouts(rng, 1+rng.IntN(20))
		before := slices.Clone(labels)
		placed, ok := placeCallouts(labels, around)
		if !ok {
			t.Fatalf("%d names find no room on %v", len(labels), around.area)
		}
		for i := range labels {
			if labels[i].at != before[i].at || labels[i].base != before[i].base {
				t.Fatalf("placing changed the label %q it was given", labels[i].text)
			}
		}
		for i, a := range placed {
			if got := textBox(a.style, a.base, a.text); !contains(grown(a.box, 1e-6), got.Min) || !contains(grown(a.box, 1e-6), got.Max) {
				t.Errorf("%q covers %v but was placed as %v", a.text, got, a.box)
			}
			if a.box.Min.X < 0 || a.box.Min.Y < 0 || a.box.Max.X > around.area.Max.X || a.box.Max.Y > around.area.Max.Y+3 {
				t.Errorf("%q at %v leaves the area", a.text, a.box)
			}
			if overlap(a.box, around.taken[0]) {
				t.Errorf("%q at %v covers another text", a.text, a.box)
			}
			for _, b := range placed[:i] {
				if overlap(a.box, b.box) {
					t.Errorf("%q and %q overlap", a.text, b.text)
				}
				for _, pair := range [][2]callout{{a, b}, {b, a}} {
					if contains(pair[0].box, pair[1].at) {
						t.Errorf("%q covers the point of %q", pair[0].text, pair[1].text)
					}
					if from, to := pair[0].line(); pair[0].leader && meets(from, to, pair[1].box) {
						t.Errorf("the leader of %q runs through %q", pair[0].text, pair[1].text)
					}
				}
			}
		}
	}
}

func TestALonePointHasItsNameAtItsRight(t *testing.T) {
	placed, ok := placeCallouts([]callout{{text: "name", style: noteStyle, at: vg.Point{X: 50, Y: 50}, clear: 4}},
		surroundings{area: vg.Rectangle{Max: vg.Point{X: 100, Y: 100}}})
	if !ok || placed[0].base.X != 54 || placed[0].leader {
		t.Errorf("placed %+v, %v (want it to begin at 54, without a leader)", placed, ok)
	}
	if _, ok := placeCallouts([]callout{{text: "a name wider than the area", style: noteStyle, at: vg.Point{X: 5, Y: 5}}},
		surroundings{area: vg.Rectangle{Max: vg.Point{X: 20, Y: 20}}}); ok {
		t.Error("a name wider than the area was placed in it")
	}
}

func TestMinorNamesMakeWay(t *testing.T) {
	area := surroundings{area: vg.Rectangle{Max: vg.Point{X: 70, Y: 16}}}
	at := vg.Point{X: 8, Y: 8}
	labels := []callout{
		{text: "less important", style: noteStyle, at: at, clear: 4, minor: true},
		{text: "more important", style: noteStyle, at: at, clear: 4},
	}
	if placed, ok := placeCallouts(labels, area); !ok || len(placed) != 1 || placed[0].minor {
		t.Errorf("placed %+v, %v (want the important name alone)", placed, ok)
	}
	labels[0].minor = false
	if placed, ok := placeCallouts(labels, area); ok {
		t.Errorf("two names have room for one: %+v", placed)
	}
}

func TestANameOfALineStandsWhereThereIsRoom(t *testing.T) {
	around := surroundings{area: vg.Rectangle{Max: vg.Point{X: 200, Y: 100}}, taken: []vg.Rectangle{{Max: vg.Point{X: 120, Y: 100}}}}
	placed, ok := placeCallouts([]callout{{text: "name", style: noteStyle, at: vg.Point{X: 10, Y: 50}, also: []vg.Point{{X: 60, Y: 50}, {X: 150, Y: 50}}, clear: 4}}, around)
	if !ok || placed[0].at.X != 150 {
		t.Errorf("the name stands at %v, %v (want the point at 150)", placed[0].at, ok)
	}
}

func TestMeetsAgreesWithPointsAlongTheLine(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	r := vg.Rectangle{Min: vg.Point{X: 30, Y: 40}, Max: vg.Point{X: 60, Y: 55}}
	met := 0
	for range 2000 {
		from := vg.Point{X: vg.Length(100 * rng.Float64()), Y: vg.Length(100 * rng.Float64())}
		to := vg.Point{X: vg.Length(100 * rng.Float64()), Y: vg.Length(100 * rng.Float64())}
		if rng.IntN(4) == 0 {
			to.X = from.X
		}
		inside := false
		const n = 4000
		for k := range n + 1 {
			s := vg.Length(k) / n
			inside = inside || contains(grown(r, -0.02), vg.Point{X: from.X + s*(to.X-from.X), Y: from.Y + s*(to.Y-from.Y)})
		}
		got := meets(from, to, r)
		if inside {
			met++
		}
		// Lines that graze a corner may be missed by the samples.
		if inside && !got || got && !inside && meets(from, to, grown(r, -0.1)) {
			t.Errorf("from %v to %v: meets is %v, points inside: %v", from, to, got, inside)
		}
	}
	if met < 100 || met > 1900 {
		t.Errorf("%d of 2000 lines meet the rectangle; the test sees one side only", met)
	}
}

func BenchmarkPlaceCallouts(b *testing.B) {
	labels, around := randomCallouts(rand.New(rand.NewPCG(19, 20)), 20)
	for b.Loop() {
		if placed, ok := placeCallouts(labels, around); !ok || len(placed) != len(labels) {
			b.Fatal("names found no room")
		}
	}
}

func TestFewCrowdsOfNamesFindNoRoom(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	found := 0
	for range 40 {
		if _, ok := placeCallouts(randomCallouts(rng, 40)); ok {
			found++
		}
	}
	if found < 38 {
		t.Errorf("40 names find room in %d of 40 drawings", found)
	}
}
