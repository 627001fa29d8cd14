package plots

import (
	"fmt"

	"gonum.org/v1/plot/vg"
)

// fewMarks is the number of marks up to which each becomes an element of its
// own. A reference takes some 45 bytes, a vertex 11: a cloud of 2,000 points
// would be 90 kB of references.
const fewMarks = 60

// drawMarks writes few marks as references to one outline. Many marks become
// the vertices of an invisible line whose marker is that outline; they are still
// painted one by one, so that translucent marks add up where they are dense.
func (c *svgCanvas) drawMarks(m mark, at []vg.Point) {
	if len(at) <= fewMarks {
		id := c.outline(m)
		for _, p := range at {
			x, y := c.state.m.apply(p)
			fmt.Fprintf(&c.body, "<use href=\"#%s\" x=\"%s\" y=\"%s\"/>\n", id, num(x), num(y))
		}
		return
	}
	id := c.marker(m)
	fmt.Fprintf(&c.body, `<polyline fill="none" marker-start="url(#%s)" marker-mid="url(#%s)" marker-end="url(#%s)" points="`, id, id, id)
	for i, p := range at {
		if i > 0 {
			c.body.WriteByte(' ')
		}
		x, y := c.state.m.apply(p)
		fmt.Fprintf(&c.body, "%s,%s", decimals(x, 10), decimals(y, 10))
	}
	c.body.WriteString("\"/>\n")
}

// outline defines the mark around the origin once and returns its id.
func (c *svgCanvas) outline(m mark) string {
	id, ok := c.marks[m]
	if ok {
		return id
	}
	id = fmt.Sprintf("%s-m%d", c.id, len(c.marks)+1)
	c.marks[m] = id
	d := pathData(m.path(vg.Point{}), affine{a: 1, d: -1})
	if m.open {
		fmt.Fprintf(&c.defs, `<path id="%s" fill="#fff"%s stroke-width="%s" d="%s"/>`+"\n",
			id, paint("stroke", m.color), num(openStroke.Points()), d)
	} else {
		fmt.Fprintf(&c.defs, `<path id="%s"%s d="%s"/>`+"\n", id, paint("fill", m.color), d)
	}
	return id
}

// marker defines a marker element around the outline and returns its id.
func (c *svgCanvas) marker(m mark) string {
	id, ok := c.many[m]
	if ok {
		return id
	}
	id = fmt.Sprintf("%s-k%d", c.id, len(c.many)+1)
	c.many[m] = id
	fmt.Fprintf(&c.defs, `<marker id="%s" markerUnits="userSpaceOnUse" markerWidth="1" markerHeight="1" overflow="visible"><use href="#%s"/></marker>`+"\n",
		id, c.outline(m))
	return id
}
