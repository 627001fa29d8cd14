package plots

import (
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// What a figure holds is data: whoever draws it needs nothing of the code that made it.
func TestFiguresArePlainData(t *testing.T) {
	seen := map[uintptr]bool{}
	var walk func(v reflect.Value, path string)
	walk = func(v reflect.Value, path string) {
		switch v.Kind() {
		case reflect.Func, reflect.Chan, reflect.UnsafePointer:
			if !v.IsNil() {
				t.Errorf("%s is a %s", path, v.Type())
			}
		case reflect.Pointer:
			if !v.IsNil() && !seen[v.Pointer()] {
				seen[v.Pointer()] = true
				walk(v.Elem(), path)
			}
		case reflect.Interface:
			if !v.IsNil() {
				walk(v.Elem(), path)
			}
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i), path+"."+v.Type().Field(i).Name)
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				walk(v.Index(i), path+"[]")
			}
		case reflect.Map:
			for _, key := range v.MapKeys() {
				walk(v.MapIndex(key), path+"{}")
			}
		}
	}
	for _, f := range sampleFigures(t) {
		walk(reflect.ValueOf(f), f.ID)
	}
}

// The same marks stand where the axes put them: moved by points, at the edges, and in
// units that the layout decides.
func TestPlacesAreResolvedByTheLayout(t *testing.T) {
	p := pane{x: lengthOf, y: lengthOf}
	p.Max.X, p.Max.Y = 100, 50
	for _, tt := range []struct {
		name       string
		place      place
		unit, x, y Length
	}{
		{"values are positions", to(3, 4), 0, 3, 4},
		{"points move them", to(3, 4).by(1, -2), 0, 4, 2},
		{"infinite values are edges", to(edge, -edge), 0, 100, 0},
		{"edges are moved as well", to(-edge, edge).by(-1, 1), 0, -1, 51},
		{"a rise is in units", to(3, 4).rise(0.5), 10, 3, 9},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := p.pt(tt.place, tt.unit); got.X != tt.x || got.Y != tt.y {
				t.Errorf("%+v is at %v (want %v, %v)", tt.place, got, tt.x, tt.y)
			}
		})
	}
	for _, tt := range []struct {
		name string
		size size
		want Length
	}{
		{"a length is itself", size{most: 7}, 7},
		{"a share is of a unit of the axis", size{most: 7, share: 0.5}, 0.5},
		{"a share is bounded above", size{most: 7, share: 9}, 7},
		{"a share is bounded below", size{least: 3, most: 7, share: 0.5, onX: true}, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := p.length(tt.size); got != tt.want {
				t.Errorf("%+v is %v (want %v)", tt.size, got, tt.want)
			}
		})
	}
}

// On linear axes the numbers at risk stand below other numbers than on logarithmic ones,
// and are those of them: where nobody is at risk any more, 0.
func TestNumbersAtRiskBelongToTheirTicks(t *testing.T) {
	for _, f := range sampleFigures(t) {
		if f.ID != "survival" {
			continue
		}
		svg, err := f.Linear()
		if err != nil || svg == nil {
			t.Fatalf("%v, %d bytes", err, len(svg))
		}
		axes, risk, _ := strings.Cut(string(svg), `<g class="risk">`)
		numbers := regexp.MustCompile(` (x="[^"]*") y="[^"]*">[0-9]+</text>`).FindAllStringSubmatch(risk, -1)
		if len(numbers) == 0 {
			t.Error("no numbers at risk")
		}
		for _, n := range numbers {
			if !strings.Contains(axes, n[1]) {
				t.Errorf("a number at risk is at %s, where the axis has none", n[1])
			}
		}
	}
}
