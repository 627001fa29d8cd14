package draw

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// callout is the name of a point inside the data area, with its position.
type callout struct {
	text  string
	style style
	at    vg.Point
	clear vg.Length  // distance from the point to the text: the radius of the marker and a small gap
	also  []vg.Point // other points that the name may be next to instead, such as points along a line
	minor bool       // may be left out if there is no room

	set    bool         // whether it has a position, described by the fields below
	base   vg.Point     // left end of the text's baseline
	box    vg.Rectangle // box that the text covers
	rank   int          // index of the direction in bearings
	leader bool         // too far from its point to be understood without a connecting line
}

// callouts draws names next to their points. It positions them so that no two overlap and as little
// as possible is covered, and leaves out minor ones for which there is no room.
func (p pane) callouts(labels []callout, around surroundings) {
	placed, ok := placeCallouts(labels, around)
	if !ok {
		p.fail(errors.New("there are more names than the data area has room for; make the figure larger or name fewer points"))
		return
	}
	defer p.group("names")()
	for _, l := range placed {
		if l.leader {
			from, to := l.line()
			p.polyline(draw.LineStyle{Color: fade(l.style.color, 0.6), Width: chart.Hairline}, from, to)
		}
	}
	for _, l := range placed {
		p.write(l.style.from(start).haloed(), l.base, l.text)
	}
}

// surroundings holds what names must avoid.
type surroundings struct {
	area      vg.Rectangle
	obstacles []vg.Point     // avoid if possible: points, and points along lines
	taken     []vg.Rectangle // never cover: other texts
	marks     []vg.Rectangle // markers, which a minor name never covers and other names only as a last resort
}

// bearings lists the directions from a point to its name in order of preference: right, left,
// above, below, then the diagonals.
var bearings = [...]struct{ x, y float64 }{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}, {0.5, 1}, {-0.5, 1}, {0.5, -1}, {-0.5, -1}}

// reaches are the distances from a point to its name, in points, in addition to
// the clearance.
var reaches = [...]vg.Length{0, 4, 10, 18, 28, 40, 56, 76, 100}

// The cost of placing a name at a position is a sum of these costs: coverCost for each obstacle and
// markCost for each mark that the name covers, bearingCost for each step down the list of bearings,
// reachCost for each point of distance, leaderCost for a leader line, and crossCost for each
// obstacle on that line.
const (
	coverCost   = 12.0
	markCost    = 300.0
	bearingCost = 0.35
	reachCost   = 0.9
	crossCost   = 3.0
	leaderCost  = 6.0
)

// placeCallouts chooses a position for each name. One after another, the names take the cheapest
// free position. Then each moves to a cheaper one if it can, until none can. If a name that is not
// minor finds no room, it goes first, and placement starts again. This is greedy placement with
// iterative improvement as in Christensen, Marks and Shieber (An empirical study of algorithms for
// point-feature label placement, ACM Transactions on Graphics 14, 1995). The result contains the
// names that have a position, in a different order, and false if a name that is not minor has none.
// The given slices do not change.
func placeCallouts(labels []callout, around surroundings) ([]callout, bool) {
	// Names that may be left out, or that can be next to several points, choose after the others.
	placed := slices.SortedStableFunc(slices.Values(labels), func(a, b callout) int {
		switch {
		case a.minor && !b.minor:
			return 1
		case b.minor && !a.minor:
			return -1
		}
		return len(a.also) - len(b.also)
	})
	const orders = 9
	for range orders {
		improveCallouts(placed, around)
		short := -1
		for i, l := range placed {
			if !l.set && !l.minor {
				short = i
			}
		}
		if short < 0 {
			break
		}
		l := placed[short]
		placed = slices.Insert(slices.Delete(placed, short, short+1), 0, l)
		for i := range placed {
			placed[i].set = false
		}
	}
	placed = slices.DeleteFunc(placed, func(l callout) bool { return l.minor && !l.set })
	return placed, !slices.ContainsFunc(placed, func(l callout) bool { return !l.set })
}

// improveCallouts positions the names in order, and moves them as long as one finds a cheaper
// position.
func improveCallouts(placed []callout, around surroundings) {
	const rounds = 6
	for range rounds {
		moved := false
		for i, l := range placed {
			best, lowest := l, math.Inf(1)
			for _, try := range l.places() {
				if cost, ok := try.cost(around, placed, i); ok && cost < lowest-1e-9 {
					best, lowest = try, cost
				}
			}
			if math.IsInf(lowest, 1) {
				continue // the others may still make room
			}
			moved = moved || !l.set || best.base != l.base
			placed[i] = best
		}
		if !moved {
			return
		}
	}
}

// places returns the label at all its candidate positions, in order of preference.
func (l callout) places() (out []callout) {
	probe := textBox(l.style.from(start), vg.Point{}, l.text)
	w, h := probe.Max.X-probe.Min.X, probe.Max.Y-probe.Min.Y
	points := append([]vg.Point{l.at}, l.also...)
	for i, at := range points {
		m := l
		m.set, m.at, m.also = true, at, slices.Concat(points[:i], points[i+1:])
		for _, reach := range reaches {
			if l.minor && reach > 6 {
				break // a name that needs a leader says less than the space it takes
			}
			for rank, b := range bearings {
				d := l.clear + reach
				if b.x != 0 && b.y != 0 {
					d *= 0.9
				}
				// The box touches a square with side 2d around the point.
				x := at.X - w/2 + vg.Length(b.x)*(w/2+d)
				y := at.Y - h/2 + vg.Length(b.y)*(h/2+d)
				if math.Abs(b.x) == 0.5 {
					x = at.X - w/2 + vg.Length(b.x)*w
				}
				m.box = vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + w, Y: y + h}}
				m.base = vg.Point{X: x, Y: y - probe.Min.Y}
				m.leader, m.rank = reach > 6, rank
				out = append(out, m)
			}
		}
	}
	return out
}

// cost returns the cost of a label at its current position, and false if the label leaves the area
// or overlaps another name.
func (l callout) cost(around surroundings, placed []callout, self int) (float64, bool) {
	area := vg.Rectangle{Min: around.area.Min.Add(vg.Point{X: 1, Y: 1}), Max: around.area.Max.Add(vg.Point{Y: 3})}
	covers := func(r vg.Rectangle) bool { return overlap(l.box, r) }
	switch {
	case !contains(area, l.box.Min) || !contains(area, l.box.Max),
		slices.ContainsFunc(around.taken, func(r vg.Rectangle) bool { return covers(grown(r, 1.5)) }),
		l.minor && slices.ContainsFunc(around.marks, covers),
		contains(grown(l.box, 1), l.at):
		return 0, false
	}
	for j, o := range placed {
		if j != self && l.disturbs(o) {
			return 0, false
		}
	}
	cost := bearingCost * float64(l.rank)
	for _, r := range around.marks {
		if covers(r) {
			cost += markCost
		}
	}
	from, to := l.line()
	if l.leader {
		cost += leaderCost
	}
	for _, p := range around.obstacles {
		if contains(grown(l.box, 2.5), p) {
			cost += coverCost
		}
		if l.leader && p != l.at && distance(p, from, to) < 1.5 {
			cost += crossCost
		}
	}
	dx := max(l.box.Min.X-l.at.X, l.at.X-l.box.Max.X, 0)
	dy := max(l.box.Min.Y-l.at.Y, l.at.Y-l.box.Max.Y, 0)
	return cost + reachCost*math.Max(0, math.Hypot(float64(dx), float64(dy))-float64(l.clear)), true
}

// disturbs reports whether the label or its leader meets another one, or is on its point.
func (l callout) disturbs(o callout) bool {
	return o.set && (overlap(l.box, grown(o.box, 1.5)) || l.leads(grown(o.box, 1)) || o.leads(grown(l.box, 1))) ||
		o.at != l.at && contains(grown(l.box, o.clear), o.at)
}

// leads reports whether the leader crosses a rectangle.
func (l callout) leads(r vg.Rectangle) bool {
	from, to := l.line()
	return l.leader && meets(from, to, r)
}

// line returns the ends of the leader: at the marker, and at the nearest point of the name.
func (l callout) line() (from, to vg.Point) {
	b := grown(l.box, 1)
	to = vg.Point{X: min(max(l.at.X, b.Min.X), b.Max.X), Y: min(max(l.at.Y, b.Min.Y), b.Max.Y)}
	away := to.Sub(l.at)
	d := vg.Length(math.Hypot(float64(away.X), float64(away.Y)))
	if d == 0 {
		return l.at, to
	}
	return l.at.Add(away.Scale(min(l.clear/d, 1))), to
}
