package plots

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// quantity is the name of the metric with its unit, as an axis says it.
func (s *selection) quantity() string {
	if s.metric.Unit == "" {
		return s.metric.Name
	}
	return s.metric.Name + " (" + s.metric.Unit + ")"
}

// titled adds the sizes to a title: "n = 75", "n = 30 to 100".
func (s *selection) titled(title string) string {
	sizes := s.sizes()
	if len(sizes) == 0 {
		return title
	}
	title += fmt.Sprintf(", n = %d", sizes[0])
	if len(sizes) > 1 {
		title += fmt.Sprintf(" to %d", sizes[len(sizes)-1])
	}
	return title
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
	say := func(why string, n int) {
		if n > 0 {
			fmt.Fprintf(&b, " %s: %s.", why, runs(n))
		}
	}
	say("Stopped by a limit", len(s.capped()))
	say("Left out, because of an error", s.failed)
	say("Left out, without a value", s.missing)
	return b.String()
}

func runs(n int) string {
	return numerals.Plural(n, "run", number.Thin)
}

// slug turns a name into a part of an ID.
func slug(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
}

// capitalised returns s with its first letter in upper case.
func capitalised(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:n]) + s[n:]
}

// share prints a number for captions and text alternatives, a share of 1 as a
// percentage if asked for.
func share(v float64, percent bool) string {
	if percent {
		return number.Spoken(100*v) + number.Thin + "%"
	}
	return number.Spoken(v)
}
