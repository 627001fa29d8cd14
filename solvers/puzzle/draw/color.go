package draw

import (
	"fmt"
	"math"
	"strconv"
)

// Gradient is a list of colors in the form #rrggbb. [Gradient.At] interpolates between them.
type Gradient []string

// At returns the color for step i on a scale from 0 to last, interpolated linearly between
// the colors of the gradient. It uses only integers, so that the result is the same on every
// machine.
func (g Gradient) At(i, last int) string {
	last = max(last, 1)
	place := i * (len(g) - 1)
	k := min(place/last, len(g)-2)
	part := place - k*last
	from, to := Channels(g[k]), Channels(g[k+1])
	for j := range from {
		from[j] = (from[j]*(last-part) + to[j]*part + last/2) / last
	}
	return fmt.Sprintf("#%02x%02x%02x", from[0], from[1], from[2])
}

// Channels returns the red, green and blue parts of a color #rrggbb, each from 0 to 255.
func Channels(hex string) (rgb [3]int) {
	v, _ := strconv.ParseUint(hex[1:], 16, 32)
	return [3]int{int(v >> 16), int(v >> 8 & 0xff), int(v & 0xff)}
}

// InkOn returns black or white, whichever has the higher contrast with the background color ground.
// The contrast ratio is at least 4.58, the square root of 21.
func InkOn(ground string) string {
	if Contrast(ground, "#000000") > Contrast(ground, "#ffffff") {
		return "#000000"
	}
	return "#ffffff"
}

// Contrast returns the contrast ratio of two colors, from 1 to 21 (WCAG 2).
func Contrast(a, b string) float64 {
	x, y := Luminance(a), Luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Luminance returns the relative luminance of a color #rrggbb, from 0 to 1 (WCAG 2).
func Luminance(hex string) float64 {
	v := Linear(hex)
	return 0.2126*v[0] + 0.7152*v[1] + 0.0722*v[2]
}

// Linear converts a color #rrggbb to red, green and blue in linear light, each from 0 to 1.
func Linear(hex string) (v [3]float64) {
	for i, u := range Channels(hex) {
		x := float64(u) / 255
		if x <= 0.04045 {
			v[i] = x / 12.92
		} else {
			v[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return v
}
