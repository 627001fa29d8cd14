package draw

import (
	"fmt"
	"image/color"
	"strings"
)

// night is a color of the theme with its replacement on a dark screen.
type night struct {
	name string // name of the CSS variable; "" for shades
	day  color.NRGBA
	dark color.NRGBA
}

// dark holds the colors for dark screens. The grays keep their order of contrast. The series colors
// are near the hues of the palette and satisfy similar requirements. Each has a contrast of at
// least 4.5:1 on dark paper, and every pair is distinguishable in normal, protan, deutan and tritan
// vision.
//
// A page may set other colors: on a dark screen each color is the value of a variable such as
// --chart-paper or --chart-1.
var dark = append([]night{
	{"paper", paper, rgb(0x15181d)},
	{"ink", ink, rgb(0xe4e7ec)},
	{"muted", muted, rgb(0xa4acb9)},
	{"rule", rule, rgb(0x7d8490)},
	{"grid", grid, rgb(0x2c313a)},
	{"", shadeInk, shadePaper},
	{"", shadePaper, shadeInk},
	{"1", palette[0], rgb(0xbbd0fe)},
	{"2", palette[1], rgb(0xda5b00)},
	{"3", palette[2], rgb(0x20c87e)},
	{"4", palette[3], rgb(0xce8cd7)},
	{"5", palette[4], rgb(0xffd52f)},
	{"6", palette[5], rgb(0x457aff)},
	{"7", palette[6], rgb(0xf5f5f5)},
	{"8", palette[7], rgb(0x997890)},
	{"4", darker[palette[3]], rgb(0xce8cd7)},
	{"5", darker[palette[4]], rgb(0xffd52f)},
	{"6", darker[palette[5]], rgb(0x457aff)},
}, darkShades()...)

// darkRamp is the sequential scale on dark paper, from few to many. There, larger counts are
// lighter.
var darkRamp = [...]color.NRGBA{
	rgb(0x27375c), rgb(0x2a5083), rgb(0x30679b), rgb(0x4685b1), rgb(0x8cc0d8), rgb(0xe2f0f8),
}

func darkShades() (out []night) {
	for i := range shades {
		out = append(out, night{day: shadeColor(i), dark: between(darkRamp, i)})
	}
	return out
}

// darkStyle returns the style sheet for a drawing with the given color attributes. It does not
// apply to print, which is always light. Colors have the same meaning in every drawing, so the
// style sheets of several drawings on a page do not conflict.
func darkStyle(attributes []string) string {
	var b strings.Builder
	b.WriteString("@media screen and (prefers-color-scheme:dark){")
	for _, a := range attributes {
		property, value, _ := strings.Cut(a, "=")
		for _, n := range dark {
			if value != fmt.Sprintf("%q", hex(n.day)) {
				continue
			}
			stand := hex(n.dark)
			if n.name != "" {
				stand = fmt.Sprintf("var(--chart-%s,%s)", n.name, stand)
			}
			fmt.Fprintf(&b, ".chart [%s]{%s:%s}", a, property, stand)
			break
		}
	}
	return b.String() + "}"
}

// hex returns a color in SVG notation.
func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
