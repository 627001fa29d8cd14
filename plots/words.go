package plots

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/digits"
)

// quantity is the name of the metric with its unit, as an axis says it.
func (s *selection) quantity() string {
	if s.metric.Unit == "" {
		return s.metric.Name
	}
	return s.metric.Name + " (" + s.metric.Unit + ")"
}

// sizeText names the sizes in a title: "n = 75", "n = 30 to 100".
func (s *selection) sizeText() string {
	switch sizes := s.sizes(); len(sizes) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("n = %d", sizes[0])
	default:
		return fmt.Sprintf("n = %d to %d", sizes[0], sizes[len(sizes)-1])
	}
}

// id joins the parts of a figure's ID and adds the size if there is only one.
func (s *selection) id(parts ...string) string {
	if sizes := s.sizes(); len(sizes) == 1 {
		parts = append(parts, fmt.Sprint(sizes[0]))
	}
	for i, p := range parts {
		parts[i] = slug(p)
	}
	return strings.Join(parts, "-")
}

// remarks are the sentences of a caption about runs that are not shown as
// plain values.
func (s *selection) remarks() string {
	var b strings.Builder
	if n := s.censored(); n > 0 {
		fmt.Fprintf(&b, " Stopped by a limit: %s.", runs(n))
	}
	if s.failed > 0 {
		fmt.Fprintf(&b, " Left out, because of an error: %s.", runs(s.failed))
	}
	if s.missing > 0 {
		fmt.Fprintf(&b, " Left out, without a value: %s.", runs(s.missing))
	}
	return b.String()
}

func runs(n int) string {
	return digits.Plural(n, "run", thin)
}

// slug turns a name into a part of an ID.
func slug(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(s) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		} else {
			gap = true
		}
	}
	return b.String()
}

// capitalised returns s with its first letter in upper case.
func capitalised(s string) string {
	if s == "" {
		return s
	}
	r := []rune(s)
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}
