package reports

import (
	"fmt"
	"slices"
	"strings"
)

// Kinds travel in JSON by name, so that a notebook stays readable and survives a
// reordering of the constants.
var kindNames = []string{"words", "count", "number", "ratio", "seconds", "percent", "bytes", "p-value"}

// String returns the kind's name, as it stands in JSON.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprint(uint8(k))
}

// MarshalText implements [encoding.TextMarshaler].
func (k Kind) MarshalText() ([]byte, error) {
	if int(k) >= len(kindNames) {
		return nil, fmt.Errorf("reports: %d is not a column kind", uint8(k))
	}
	return []byte(kindNames[k]), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (k *Kind) UnmarshalText(b []byte) error {
	i := slices.Index(kindNames, string(b))
	if i < 0 {
		return fmt.Errorf("reports: %q is not a column kind (want %s)", b, strings.Join(kindNames, ", "))
	}
	*k = Kind(i)
	return nil
}
