package reports

import (
	"fmt"
	"strings"
)

// The small enumerations travel in JSON by name, so that a notebook stays
// readable and survives a reordering of the constants.

func nameOf[T ~uint8](names []string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%d", uint8(v))
}

func marshalName[T ~uint8](what string, names []string, v T) ([]byte, error) {
	if int(v) >= len(names) {
		return nil, fmt.Errorf("reports: %d is not a %s", uint8(v), what)
	}
	return []byte(names[v]), nil
}

func unmarshalName[T ~uint8](what string, names []string, text []byte, v *T) error {
	for i, name := range names {
		if string(text) == name {
			*v = T(i)
			return nil
		}
	}
	return fmt.Errorf("reports: %q is not a %s (want %s)", text, what, strings.Join(names, ", "))
}

var kindNames = []string{"words", "count", "number", "ratio", "seconds", "percent", "bytes", "p-value"}

// String returns the kind's name, as it stands in JSON.
func (k Kind) String() string { return nameOf(kindNames, k) }

// MarshalText implements [encoding.TextMarshaler].
func (k Kind) MarshalText() ([]byte, error) { return marshalName("column kind", kindNames, k) }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (k *Kind) UnmarshalText(b []byte) error { return unmarshalName("column kind", kindNames, b, k) }

var bestNames = []string{"none", "smallest", "largest"}

// String returns the name, as it stands in JSON.
func (b Best) String() string { return nameOf(bestNames, b) }

// MarshalText implements [encoding.TextMarshaler].
func (b Best) MarshalText() ([]byte, error) { return marshalName("best", bestNames, b) }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (b *Best) UnmarshalText(t []byte) error { return unmarshalName("best", bestNames, t, b) }
