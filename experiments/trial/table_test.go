package trial

import (
	"regexp"
	"testing"
)

func TestUnitsAreThoseThatTheMeaningNames(t *testing.T) {
	units := map[string]string{"in seconds": "s", "in nanoseconds": "s", "in bytes": "B"}
	for i := range fields {
		f := &fields[i]
		if want := units[regexp.MustCompile("in (nano)?seconds|in bytes").FindString(f.doc)]; f.unit != want {
			t.Errorf("field %s, %q, has the unit %q, want %q", f.name, f.doc, f.unit, want)
		}
	}
}
