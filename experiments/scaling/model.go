package scaling

import (
	"fmt"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
)

// Model is a growth model with two parameters: the logarithm of the predicted number is linear in
// some function of the size n. All models for the same medians are fitted on the same scale, so
// their residuals and criteria are comparable.
type Model struct {
	Name    string // name of the model in one word, such as "power"
	Formula string // formula of the model in plain text, with n for the size
	of      func(n float64) float64
	// exponent is set if b is the slope of the line. Otherwise b is the factor of growth for one
	// unit of the line's variable.
	exponent bool
	per      string // the unit for which medians grow by a factor; "" means one unit of the size
	label    string // label of b in a figure, with %s for the number; rich text
	what     string // description of b in a table, with %s for the unit if b is a factor per unit
}

// Growth models; n is the size of an instance.
var (
	Exponential = Model{Name: "exponential", Formula: "a·bⁿ", of: func(n float64) float64 { return n }, label: "×%s per %s", what: "an exponential, where b is the factor per %s"}
	Power       = Model{Name: "power", Formula: "a·nᵇ", of: math.Log, exponent: true, per: "doubling of the size", label: "n^{%s}", what: "a power law in the size"}
	// Root is an exponential in √n, the side of a square with n cells.
	Root = Model{Name: "root", Formula: "a·b^√n", of: math.Sqrt, per: "unit of √n", label: "×%s per √n", what: "an exponential in √n"}
	// Positions is a power law in N = n!/2, the number of positions of a board with n cells.
	Positions = Model{Name: "positions", Formula: "a·Nᵇ", of: logPositions, exponent: true, per: "doubling of the number of positions", label: "N^{%s}", what: "a power law in the number of positions, N = n!/2"}
)

// logPositions returns ln(n!/2).
func logPositions(n float64) float64 {
	v, _ := math.Lgamma(n + 1)
	return v - math.Ln2
}

// fit is a model with fitted parameters.
type fit struct {
	Model
	points []point   // points that the model was fitted to
	x      []float64 // Model.of applied to the sizes of the points
	line   stats.Fit // exponential fit in x
}

// fitTo fits the model to the points, whose medians must be known.
func (m Model) fitTo(points []point) fit {
	f := fit{Model: m, points: points}
	var medians []float64
	for _, p := range points {
		f.x, medians = append(f.x, m.of(p.x)), append(medians, p.cell.Median.Value)
	}
	f.line = stats.FitExponential(f.x, medians)
	return f
}

// b returns the parameter that says how fast the curve grows.
func (f fit) b() float64 { return f.slope(f.line.B) }

// slope converts a factor of the line to the parameter b.
func (f fit) slope(factor float64) float64 {
	if f.exponent {
		return math.Log(factor)
	}
	return factor
}

// known reports whether there were enough points to fit the curve with a residual.
func (f fit) known() bool { return f.line.N >= 3 && !math.IsNaN(f.line.B) }

// at returns the value of the curve at n.
func (f fit) at(n float64) float64 { return f.line.At(f.of(n)) }

// predict returns the median that the fit predicts for a size, with a 95 % prediction interval.
func (f fit) predict(n float64) stats.Prediction { return f.line.Predict(f.of(n), stats.DefaultLevel) }

// criterion returns Akaike's criterion for small samples. It is NaN if there are too few points, or
// if the curve goes through every point.
func (f fit) criterion() float64 {
	if math.IsInf(f.line.AICc, 0) {
		return math.NaN()
	}
	return f.line.AICc
}

// note writes b for a figure.
func (f fit) note(unit string) string {
	b := fmt.Sprintf("%.2f", f.b())
	if f.b() >= 9.995 {
		b = fmt.Sprintf("%.3g", f.b())
	}
	return strings.Replace(strings.Replace(f.label, "%s", b, 1), "%s", unit, 1)
}

// best returns the fit with the smallest Akaike criterion, and the fits of all models in order. The
// best fit is unknown if there are too few points for any. For models with the same number of
// parameters, the criterion for small samples gives the same order. With too few points for that
// criterion, the smallest residual decides.
func best(models []Model, points []point) (chosen fit, all []fit) {
	for _, m := range models {
		f := m.fitTo(points)
		all = append(all, f)
		if f.known() && (!chosen.known() || f.line.AIC < chosen.line.AIC) {
			chosen = f
		}
	}
	return chosen, all
}

// samples returns the values at the points. For a run that a limit stopped, the value is the number
// of nodes expanded so far.
func samples(points []point) [][]float64 {
	return study.Map(points, func(p point) []float64 {
		return study.Map(p.values, func(v frame.Bounded) float64 { return v.Value })
	})
}

// parameters estimates a and b, with intervals that account for the medians' deviations from the
// curve. The interval for b also accounts for the choice of instances. Both are NaN if the fit is
// unknown.
func (f fit) parameters() (a, b stats.Estimate) {
	if !f.known() {
		none := stats.Estimate{Value: math.NaN()}
		return none, none
	}
	b = stats.Bootstrap{}.FitMedians(stats.Exponential, f.x, samples(f.points)).Growth()
	b.Value, b.BCa.Low, b.BCa.High = f.b(), f.slope(b.BCa.Low), f.slope(b.BCa.High)
	return stats.Estimate{Value: f.line.A, BCa: f.line.AInterval}, b
}
