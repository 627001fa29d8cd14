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
