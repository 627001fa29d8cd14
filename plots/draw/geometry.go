package draw

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// grown returns a rectangle with a margin added on all sides.
func grown(r vg.Rectangle, by vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: r.Min.X - by, Y: r.Min.Y - by}, Max: vg.Point{X: r.Max.X + by, Y: r.Max.Y + by}}
}

// squareAround returns the square whose sides are a distance from a point.
func squareAround(at vg.Point, by vg.Length) vg.Rectangle {
	return grown(vg.Rectangle{Min: at, Max: at}, by)
}

// overlap reports whether two rectangles have more than an edge in common.
func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

func contains(r vg.Rectangle, p vg.Point) bool {
	return p.X >= r.Min.X && p.X <= r.Max.X && p.Y >= r.Min.Y && p.Y <= r.Max.Y
}

// meets reports whether a straight line enters a rectangle, found by cutting it
// to each pair of sides in turn (Liang and Barsky, ACM Transactions on Graphics
// 3, 1984).
func meets(from, to vg.Point, r vg.Rectangle) bool {
	t0, t1 := 0.0, 1.0
	clip := func(p, d, lo, hi vg.Length) bool {
		if d == 0 {
			return p > lo && p < hi
		}
		a, b := float64((lo-p)/d), float64((hi-p)/d)
		t0, t1 = max(t0, min(a, b)), min(t1, max(a, b))
		return t0 < t1
	}
	return clip(from.X, to.X-from.X, r.Min.X, r.Max.X) && clip(from.Y, to.Y-from.Y, r.Min.Y, r.Max.Y)
}

// distance returns the distance of a point from a straight line between two.
func distance(p, from, to vg.Point) vg.Length {
	dx, dy := float64(to.X-from.X), float64(to.Y-from.Y)
	px, py := float64(p.X-from.X), float64(p.Y-from.Y)
	t := 0.0
	if l := dx*dx + dy*dy; l > 0 {
		t = min(max((px*dx+py*dy)/l, 0), 1)
	}
	return vg.Length(math.Hypot(px-t*dx, py-t*dy))
}

// along returns points on a polyline, a few points apart, as obstacles for
// names.
func along(pts []vg.Point) (out []vg.Point) {
	const apart = 3
	for i := 1; i < len(pts); i++ {
		a, b := pts[i-1], pts[i]
		n := int(math.Hypot(float64(b.X-a.X), float64(b.Y-a.Y))/apart) + 1
		for k := range n {
			t := vg.Length(k) / vg.Length(n)
			out = append(out, vg.Point{X: a.X + t*(b.X-a.X), Y: a.Y + t*(b.Y-a.Y)})
		}
	}
	if len(pts) > 0 {
		out = append(out, pts[len(pts)-1])
	}
	return out
}
