package draw

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/vg"
)

func lengthOf(v float64) vg.Length { return vg.Length(v) }

func TestRichText(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want []run
	}{
		{"nodes", []run{{"nodes", 0}}},
		{"10^{3}", []run{{"10", 0}, {"3", 1}}},
		{"x_{1}^{2} − y", []run{{"x", 0}, {"1", -1}, {"2", 1}, {" − y", 0}}},
		{"a_b^c", []run{{"a_b^c", 0}}},
		{"open^{", []run{{"open^{", 0}}},
		{"empty^{}!", []run{{"empty^{}!", 0}}},
		{"", nil},
	} {
		if diff := cmp.Diff(tt.want, parseRich(tt.in), cmp.AllowUnexported(run{})); diff != "" {
			t.Errorf("parseRich(%q) (-want +got):\n%s", tt.in, diff)
		}
	}
}

// Printing the runs again gives the text: nothing is lost, whatever it holds.
func FuzzRichText(f *testing.F) {
	for _, s := range []string{"10^{3}", "x_{1}^{2} − y", "a^b_{", "^{}", "pruning+sorting", "_{a}_{b}", "^^{2}}", "\xff^{\xfe}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var b strings.Builder
		last := int8(99)
		for _, r := range parseRich(s) {
			if r.text == "" {
				t.Errorf("parseRich(%q) has an empty run", s)
			}
			if r.level == 0 && last == 0 {
				t.Errorf("parseRich(%q) has two plain runs in a row", s)
			}
			last = r.level
			switch r.level {
			case +1:
				b.WriteString("^{" + r.text + "}")
			case -1:
				b.WriteString("_{" + r.text + "}")
			default:
				b.WriteString(r.text)
			}
		}
		if b.String() != s {
			t.Errorf("parseRich(%q) prints as %q", s, b.String())
		}
	})
}
