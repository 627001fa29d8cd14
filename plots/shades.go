package plots

import (
	"image/color"
	"math"
)

// ramp holds the stops of the sequential colour scale, from few to many. Its
// lightness falls evenly (in Oklab, in normal, protan, deutan and tritan vision),
// so that it is a grey scale to whoever does not see the hues; its light end
// stands out from the paper.
var ramp = [...]color.NRGBA{
	rgb(0xcfdfec), rgb(0x8fbfd6), rgb(0x4f98bd), rgb(0x2d6fa3), rgb(0x224781), rgb(0x17204d),
}

// shadeColor returns a shade of the scale, 0 to shades − 1, between the stops.
func shadeColor(i int) color.NRGBA {
	at := float64(i) / (shades - 1) * float64(len(ramp)-1)
	k := min(int(at), len(ramp)-2)
	mix := func(a, b uint8) uint8 {
		return uint8(math.Round(float64(a) + (at-float64(k))*(float64(b)-float64(a))))
	}
	a, b := ramp[k], ramp[k+1]
	return color.NRGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 0xff}
}
