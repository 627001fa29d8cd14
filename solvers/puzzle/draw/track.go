package draw

import (
	"fmt"
	"strings"
)

// Track is an attribute of an element on the stage of a [Page] that changes from
// step to step. The attribute text is the text of the element. Values contain
// neither quotation marks nor bars.
type Track struct {
	attribute, first, last string
	later                  strings.Builder
}

// NewTrack returns the track of an attribute with its value before the first
// move.
func NewTrack(attribute, value string) *Track {
	return &Track{attribute: attribute, first: value, last: value}
}

// Set gives the attribute a value from a step on; step 0 is before the first
// move. Steps ascend. It returns t.
func (t *Track) Set(step int, value string) *Track {
	switch {
	case value == t.last:
		return t
	case step == 0:
		t.first = value
	default:
		if t.later.Len() > 0 {
			t.later.WriteByte('|')
		}
		fmt.Fprintf(&t.later, "%d %s", step, value)
	}
	t.last = value
	return t
}

// String returns the attribute, with a space before it, and what the page needs
// to change it. The caller writes a text itself.
func (t *Track) String() string {
	var s string
	if t.attribute != "text" {
		s = fmt.Sprintf(` %s="%s"`, t.attribute, t.first)
	}
	if t.later.Len() > 0 {
		s += fmt.Sprintf(` data-at-%s="%s"`, t.attribute, t.later.String())
	}
	return s
}
