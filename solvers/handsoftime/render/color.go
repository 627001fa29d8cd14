package render

import "fmt"

// Colours of a drawing. All of them stand out from white; the colours of
// cycles also differ for colour-blind readers (M. Okabe, K. Ito, Color
// Universal Design, 2008).
const (
	inkColor     = "#222222"
	rimColor     = "#dddddd"
	labelColor   = "#6b6b6b"
	forcedColor  = "#b4b4b4"
	specialColor = "#d55e00"
)

var cycleColors = [...]string{"#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"}

// Dashes tell cycles apart once their colours repeat.
var cycleDashes = [...]string{"", "7 3", "2 3", "9 3 2 3"}

// gradient runs from the first move to the last: equal steps of lightness and
// hue in OKLCH (B. Ottosson, A perceptual color space for image processing,
// 2020), lightness 0.34 to 0.70, hue 270° to 415°, chroma 0.17.
var gradient = [...][3]int{
	{0x1c, 0x24, 0x8e},
	{0x39, 0x26, 0x94},
	{0x51, 0x28, 0x98},
	{0x68, 0x2a, 0x97},
	{0x7e, 0x2d, 0x93},
	{0x93, 0x31, 0x8c},
	{0xa6, 0x35, 0x83},
	{0xb8, 0x3b, 0x77},
	{0xc8, 0x43, 0x6a},
	{0xd6, 0x4e, 0x5a},
	{0xe0, 0x5b, 0x48},
	{0xe8, 0x6b, 0x31},
	{0xec, 0x7c, 0x0e},
}

// stepColor returns the colour of step number i of 0..last. Whole numbers all
// the way make it the same on every machine.
func stepColor(i, last int) string {
	if last < 1 {
		last = 1
	}
	intervals := len(gradient) - 1
	k := min(i*intervals/last, intervals-1)
	rest := i*intervals - k*last // of last
	var c [3]int
	for j := range c {
		a, b := gradient[k][j], gradient[k+1][j]
		c[j] = (2*a*last + 2*(b-a)*rest + last) / (2 * last)
	}
	return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2])
}
