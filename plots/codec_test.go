package plots

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

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
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", f.ID, diff)
		}
		drawn := f
		if drawn.sheet = got; !bytes.Equal(svgOf(t, drawn), svgOf(t, f)) {
			t.Errorf("%s is drawn in another way", f.ID)
		}
	}
}

func TestOddJSONIsAnError(t *testing.T) {
	for text, want := range map[string]string{
		`{"version":2,"charts":[{"under":[{"marks":[{"spiral":{}}]}]}]}`:                   `no mark "spiral"`,
		`{"version":2,"charts":[{"under":[{"marks":[{"bars":{"at":["1"]}}]}]}]}`:           `"1" is not a place`,
		`{"version":2,"charts":[{"under":[{"marks":[{"bars":{"at":["1 NaN"]}}]}]}]}`:       `"1 NaN" is not a place`,
		`{"version":2,"charts":[{"under":[{"marks":[{"bars":{"at":["1 2 3 4 5 6"]}}]}]}]}`: "is not a place",
	} {
		if err := json.Unmarshal([]byte(text), &chart.Sheet{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v (want %s)", text, err, want)
		}
	}
}
