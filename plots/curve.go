package plots

import (
	"fmt"
	"math"
)

// bands fill the spread of neighbouring points that have one.
func (cv Curve) bands() (marks []mark) {
	var lower, upper []place
	for i, pt := range cv.Points {
		if pt.spread() {
			lower, upper = append(lower, to(pt.X, pt.Low)), append(upper, to(pt.X, pt.High))
			if i+1 < len(cv.Points) {
				continue
			}
		}
		if len(lower) > 1 {
			marks = append(marks, bandMark(upper, lower))
		}
		lower, upper = nil, nil
	}
	return marks
}

// marks are fit, error bars, line and markers, moved to the right. Pieces of the line
// that touch a censored point are fine, because the curve is above them by an unknown
// amount. A fit stands in for the line.
func (cv Curve) marks(bars bool, fit []place, moved Length) (marks []mark) {
	if fit != nil {
		marks = append(marks, lineMark{pts: fit, width: 1.1, dashed: true})
	}
	pts := make([]place, len(cv.Points))
	for i, pt := range cv.Points {
		pts[i] = to(pt.X, pt.Y).by(moved, 0)
		if bars && pt.spread() {
			marks = append(marks, errorBar(to(pt.X, pt.Low).by(moved, 0), to(pt.X, pt.High).by(moved, 0), false))
		}
	}
	var exact, solid []place
	join := func() {
		if len(solid) > 1 && fit == nil {
			marks = append(marks, lineMark{pts: solid, dashed: true})
		}
		solid = nil
	}
	var markers []mark
	for i, pt := range cv.Points {
		if i > 0 && (pt.Censored || cv.Points[i-1].Censored) {
			marks = append(marks, lineMark{pts: pts[i-1 : i+1], width: thinLine})
			join()
		}
		if pt.Censored {
			markers = append(markers, arrowMark{at: pts[i], direction: upward}, pointMark{at: pts[i : i+1], open: true})
		} else {
			solid, exact = append(solid, pts[i]), append(exact, pts[i])
		}
	}
	join()
	return append(append(marks, markers...), pointMark{at: exact})
}

// fitSteps is the number of straight pieces a fitted line is drawn with.
const fitSteps = 64

// fitted samples the fitted line. Its pieces are equally long on the axis, and their
// ends are those of the data.
func (cv Curve) fitted(logX bool) ([]place, error) {
	if cv.Fit == nil {
		return nil, nil
	}
	from, upTo := max(cv.FitFrom, cv.Points[0].X), cv.Points[len(cv.Points)-1].X
	pts := []place{} // not nil: it stands in for the line
	for i := 0; i <= fitSteps && from < upTo; i++ {
		share := float64(i) / fitSteps
		v := from + (upTo-from)*share
		if logX && from > 0 {
			v = from * math.Pow(upTo/from, share)
		}
		w := cv.Fit(v)
		if err := checkValues(fmt.Sprintf("fit of curve %q at %v", cv.Name, v), false, w); err != nil {
			return nil, err
		}
		pts = append(pts, to(v, w))
	}
	return pts, nil
}
