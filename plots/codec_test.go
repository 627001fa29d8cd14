package plots

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// A figure that has travelled as JSON is the same data, and so the same picture.
func TestFiguresTravelAsJSON(t *testing.T) {
	for _, f := range sampleFigures(t) {
		text, err := json.Marshal(f.whole())
		if err != nil {
			t.Fatal(err)
		}
		var got chart.Sheet
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%s: %v", f.ID, err)
		}
		want := f.whole()
		got.ID, got.Title, got.Alt = want.ID, want.Title, want.Alt
		if !reflect.DeepEqual(want, got) {
			t.Errorf("%s (-want +got):\n%s", f.ID, cmp.Diff(want, got))
		}
		drawn := f
		if drawn.sheet = got; !bytes.Equal(svgOf(t, drawn), svgOf(t, f)) {
			t.Errorf("%s is drawn in another way", f.ID)
		}
	}
}

func TestOddJSONIsAnError(t *testing.T) {
	for text, want := range map[string]string{
		`{"version":2,"charts":[{"under":[{"marks":[{"spiral":{}}]}]}]}`:                   `the mark "spiral" is unknown`,
		`{"version":2,"charts":[{"under":[{"marks":[{"bars":{"at":["1"]}}]}]}]}`:           `"1" is not a place`,
		`{"version":2,"charts":[{"under":[{"marks":[{"bars":{"at":["1 NaN"]}}]}]}]}`:       `"1 NaN" is not a place`,
		`{"version":2,"charts":[{"under":[{"marks":[{"bars":{"at":["1 2 3 4 5 6"]}}]}]}]}`: "is not a place",
	} {
		if err := json.Unmarshal([]byte(text), &chart.Sheet{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v (want %s)", text, err, want)
		}
	}
}

// What a notebook keeps of a figure is what the published schema describes, and nothing that is
// damaged passes for it.
func TestFiguresFitThePublishedSchema(t *testing.T) {
	var schema jsonschema.Schema
	if err := json.Unmarshal([]byte(chart.Schema), &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	fits := func(text string) error {
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		return resolved.Validate(v)
	}
	damages := map[string]string{
		`"version":2`:  `"version":3`,
		`"width":`:     `"breadth":`,
		`"wide":`:      `"wide":"` + `6in","x":`,
		`{"line":`:     `{"spiral":`,
		`"at":["`:      `"at":["somewhere `,
		`"shade":`:     `"shadow":`,
		`"name":"`:     `"nom":"`,
		`"opacity":`:   `"opacity":"x","thick":`,
		`"columns":`:   `"columns":0.5,"rows":`,
		`"scheme":["`:  `"scheme":[1,"`,
		`"notice":"`:   `"notice":true,"text":"`,
		`"rows":["`:    `"rows":[["a"],"`,
		`"timing":`:    `"Timing":`,
		`"id":"`:       `"id":"No ID `,
		`"log":true`:   `"log":"yes"`,
		`{"points":{"`: `{"points":{"glow":1,"`,
		`{"title":"`:   `{"title":3,"name":"`,
	}
	applied := map[string]bool{}
	for _, f := range sampleFigures(t) {
		sheet, err := json.Marshal(f.whole())
		if err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf(`{"title":%q,"id":%q,"caption":"c","alt":"a","timing":%v,"chart":%s}`, "t", f.ID, f.Timing, sheet)
		if err := fits(text); err != nil {
			t.Errorf("%s: %v", f.ID, err)
		}
		for from, to := range damages {
			damaged := strings.Replace(text, from, to, 1)
			if damaged == text {
				continue
			}
			if applied[from] = true; fits(damaged) == nil {
				t.Errorf("%s with %s for %s is still a figure", f.ID, to, from)
			}
		}
	}
	for from := range damages {
		if !applied[from] {
			t.Errorf("no figure has %s", from)
		}
	}
}
