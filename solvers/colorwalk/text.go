package colorwalk

import "fmt"

// digits are the colours as they are written, 0 for blank.
const digits = "0123456789abcdefghijklmnopqrstuvwxyz"

// String returns the digit or letter of the colour.
func (c Color) String() string {
	if c <= MaxColors {
		return digits[c : c+1]
	}
	return fmt.Sprintf("color(%d)", uint8(c))
}
