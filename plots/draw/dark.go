package draw

import (
	"fmt"
	"image/color"
	"strings"
)

// night is a colour of the theme with its replacement on a dark screen.
type night struct {
	name string // of its variable; none for shades
	day  color.NRGBA
	dark color.NRGBA
}

// dark holds the colours of dark screens. The greys keep their order of contrast,
// and the series colours were searched near the hues of the palette, under the
// same demands: each has a contrast of 4.5:1 on the dark paper, and every pair
// stays apart in normal, protan, deutan and tritan vision.
//
// A page may set others: on a dark screen each colour is the value of a variable
// such as --chart-paper or --chart-1.
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
}, darkShades()...)

// darkRamp is the sequential scale on dark paper, from few to many: there what is
// more is lighter.
var darkRamp = [...]color.NRGBA{
	rgb(0x27375c), rgb(0x2a5083), rgb(0x30679b), rgb(0x4685b1), rgb(0x8cc0d8), rgb(0xe2f0f8),
}

func darkShades() (out []night) {
	for i := range shades {
		out = append(out, night{day: shadeColor(i), dark: between(darkRamp, i)})
	}
	return out
}

// darkStyle is the style sheet of a drawing that has the given attributes. It
// leaves paper alone: what is printed is light. The colours mean the same in every
// drawing, so that the style sheets of several on a page agree.
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

// hex writes a colour as SVG does.
func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
