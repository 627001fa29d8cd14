package draw

import (
	"fmt"
	"strings"
)

// Track holds the values of an attribute at the steps of a [Page]. The attribute belongs to an
// element of the stage, which is the picture that changes from step to step. For the attribute
// "text", the values replace the text in the element. Values must not contain quotation marks or
// vertical bars.
type Track struct {
	attribute, first, last string
	later                  strings.Builder
}

// NewTrack returns a track for an attribute that has the given value before the first
// move.
func NewTrack(attribute, value string) *Track {
	return &Track{attribute: attribute, first: value, last: value}
}

// Set gives the attribute a new value from the given step on; step 0 is before the first move.
// Steps must be set in ascending order. Set returns t.
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

// String returns markup for the element's start tag: a space, the attribute with its
// first value, and the later values in a form that the page's script can read. For the
// attribute "text", the caller must write the first value into the element.
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
