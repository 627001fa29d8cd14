package stats

import (
	"fmt"
	"math"
	"slices"
)

// Model names the form of the curve in a [Fit].
type Model string

// The models that can be fitted.
const (
	Linear      Model = "linear"      // y = A + B·x
	Exponential Model = "exponential" // y = A·Bˣ
	Power       Model = "power"       // y = A·xᴮ
)

// Fit is a curve fitted by least squares. Exponentials and power laws are fitted to the logarithm
// of y, so their errors are relative. To choose between these two models for the same y, compare
// AICc. A linear fit uses a different scale, so its AICc is not comparable.
//
// The intervals treat the deviations of the points from the curve as random errors. They are valid
// if these deviations are independent and have the same spread at all points. Intervals need at
// least three points. If the points are medians, use [Bootstrap.FitMedians].
type Fit struct {
	Model     Model
	A, B      float64  // parameters of the model; see [Model]
	AInterval Interval // interval for A at [DefaultLevel], from Student's t-distribution with N−2 degrees of freedom
	BInterval Interval
	R2        float64 // share of the variance that the fit explains, on the scale of the fit, from 0 to 1
	Sigma     float64 // residual standard error, on the scale of the fit
	AIC       float64 // Akaike's criterion, which counts the error variance as the third parameter
	AICc      float64 // AIC corrected for small samples (Hurvich & Tsai 1989); +Inf with fewer than five points
	N         int
	Warnings  []string

	minX, maxX  float64 // of the data
	meanX, sumX float64 // mean of x on the scale of the fit, and sum of squared distances from it
	slope       float64 // on the scale of the fit
}

// FitLinear fits y = A + B·x. x and y must have the same length and contain only finite values, and
// x must contain at least two different values. Otherwise A and B are NaN and a warning says why.
// The intervals need at least three points. If all points are on the curve, AIC is −Inf, the
// intervals have zero width, and a warning says so.
func FitLinear(x, y []float64) Fit { return fit(Linear, x, y) }

// FitExponential fits y = A·Bˣ, so B is the factor by which y grows per unit of x. The conditions
// are the same as for [FitLinear]; in addition, all values of y must be above 0.
func FitExponential(x, y []float64) Fit { return fit(Exponential, x, y) }

// FitPower fits y = A·xᴮ. The conditions are the same as for [FitLinear]; in addition, all values
// of x and y must be above 0.
func FitPower(x, y []float64) Fit { return fit(Power, x, y) }

// At returns the fitted value of y at x.
func (f Fit) At(x float64) float64 {
	switch f.Model {
	case Exponential:
		return f.A * math.Pow(f.B, x)
	case Power:
		return f.A * math.Pow(x, f.B)
	default:
		return f.A + f.B*x
	}
}

// Prediction is the value predicted by a fit for one new observation at X.
type Prediction struct {
	X, Value float64
	Interval Interval // prediction interval for the new observation, not a confidence interval for the curve
	Warnings []string
}

// Predict returns the expected y at x with a prediction interval at the given level, such as 0.95.
// If x is less than the smallest x in the data, or more than one and a half times the largest,
// Predict adds a warning that x is far outside the fitted range. The interval is unknown with fewer
// than three points.
func (f Fit) Predict(x, level float64) Prediction {
	p := Prediction{X: x, Value: f.At(x), Interval: unknown(level)}
	if x > 1.5*f.maxX || x < f.minX {
		p.Warnings = append(p.Warnings, fmt.Sprintf("%.4g is far outside the fitted range %.4g to %.4g", x, f.minX, f.maxX))
	}
	if f.N < 3 || math.IsNaN(f.B) || !validLevel(level) {
		p.Warnings = append(p.Warnings, fmt.Sprintf("no prediction interval from %s at level %v (at least 3 are needed)", plural(f.N, "point"), level))
		return p
	}
	d := f.toFit(x) - f.meanX
	half := studentQuantile(level, f.N) * f.Sigma * math.Sqrt(1+1/float64(f.N)+d*d/f.sumX)
	centre := f.fromY(p.Value)
	p.Interval.Low, p.Interval.High = f.toY(centre-half), f.toY(centre+half)
	return p
}

// toFit maps x to the scale of the fit, fromY maps y to it, and toY maps y back. scaled maps
// intercept and slope to the model's A and B. All maps are increasing.
func (f Fit) toFit(x float64) float64 { return logIf(f.Model == Power, x) }
func (f Fit) fromY(y float64) float64 { return logIf(f.Model != Linear, y) }
func (f Fit) toY(v float64) float64   { return expIf(f.Model != Linear, v) }
func (f Fit) scaled(a, b float64) (float64, float64) {
	return f.toY(a), expIf(f.Model == Exponential, b)
}

func logIf(scaled bool, v float64) float64 {
	if scaled {
		return math.Log(v)
	}
	return v
}

func expIf(scaled bool, v float64) float64 {
	if scaled {
		return math.Exp(v)
	}
	return v
}

func fit(model Model, x, y []float64) Fit {
	nan := math.NaN()
	f := Fit{
		Model: model, N: len(x), A: nan, B: nan, R2: nan, Sigma: nan, AIC: nan, AICc: nan,
		AInterval: unknown(DefaultLevel), BInterval: unknown(DefaultLevel), minX: nan, maxX: nan,
	}
	if w := f.check(x, y); w != "" {
		f.Warnings = append(f.Warnings, "no fit: "+w)
		return f
	}
	f.minX, f.maxX = slices.Min(x), slices.Max(x)
	f.leastSquares(mapped(x, f.toFit), mapped(y, f.fromY))
	return f
}

// mapped returns the result of a function for each value.
func mapped(x []float64, of func(float64) float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = of(v)
	}
	return y
}

// line is a least-squares line, with the sums from which it was computed. Sums of distances from
// the means keep it accurate when u is far from 0.
type line struct {
	meanU, meanV, squaresU, squaresV, slope float64
}

func lineThrough(u, v []float64) line {
	l := line{meanU: Mean(u), meanV: Mean(v)}
	var products float64
	for i := range u {
		du, dv := u[i]-l.meanU, v[i]-l.meanV
		l.squaresU += du * du
		products += du * dv
		l.squaresV += dv * dv
	}
	l.slope = products / l.squaresU
	return l
}

// residual returns the sum of squared deviations from the line.
func (l line) residual(u, v []float64) float64 {
	var sum float64
	for i := range u {
		r := v[i] - l.meanV - l.slope*(u[i]-l.meanU)
		sum += r * r
	}
	return sum
}

// leastSquares fits v = a + b·u.
func (f *Fit) leastSquares(u, v []float64) {
	n := float64(len(u))
	l := lineThrough(u, v)
	f.meanX, f.sumX, f.slope = l.meanU, l.squaresU, l.slope
	a := l.meanV - f.slope*f.meanX
	residual := l.residual(u, v)
	f.A, f.B = f.scaled(a, f.slope)
	if l.squaresV > 0 {
		f.R2 = 1 - residual/l.squaresV
	} else {
		f.R2 = 1 // a constant y fits exactly
	}
	if len(u) < 3 {
		f.Warnings = append(f.Warnings, "two points fix the curve: no interval and no measure of fit (at least 3 are needed)")
		return
	}
	// −2 log L at its maximum is n(log(2π RSS/n) + 1); three parameters.
	const k = 3
	f.AIC, f.AICc = n*(math.Log(2*math.Pi*residual/n)+1)+2*k, math.Inf(1)
	if largest := max(slices.Max(v), -slices.Min(v)); residual <= n*math.Pow(4*0x1p-52*largest, 2) {
		f.AIC = math.Inf(-1)
		f.Warnings = append(f.Warnings, "all points lie on the curve: AIC is −Inf and the intervals have no width, which says nothing about other points")
	}
	if n > k+1 {
		f.AICc = f.AIC + 2*k*(k+1)/(n-k-1)
	}
	f.Sigma = math.Sqrt(residual / (n - 2))
	half := studentQuantile(DefaultLevel, f.N) * f.Sigma * math.Sqrt(1/n+f.meanX*f.meanX/f.sumX)
	f.AInterval.Low, _ = f.scaled(a-half, 0)
	f.AInterval.High, _ = f.scaled(a+half, 0)
	f.BInterval = f.slopeInterval(DefaultLevel)
}

// slopeInterval returns the interval of B; it needs at least three points.
func (f *Fit) slopeInterval(level float64) Interval {
	iv := Interval{Level: level}
	half := studentQuantile(level, f.N) * (f.Sigma / math.Sqrt(f.sumX))
	_, iv.Low = f.scaled(0, f.slope-half)
	_, iv.High = f.scaled(0, f.slope+half)
	return iv
}

// SlopeP returns the two-sided p-value for the hypothesis that B equals the given value, from
// Student's t-test with N−2 degrees of freedom. The p-value is below 0.05 for values outside
// [Fit.BInterval]. It is NaN with fewer than three points, and 0 or 1 if all points are on the
// curve.
func (f Fit) SlopeP(b float64) float64 {
	if f.N < 3 || math.IsNaN(f.B) {
		return math.NaN()
	}
	at := logIf(f.Model == Exponential, b)
	if f.slope == at {
		return 1
	}
	t := (f.slope - at) / (f.Sigma / math.Sqrt(f.sumX))
	return 2 * student(f.N-2).cdf(-math.Abs(t))
}

// check returns why a fit is impossible, or "".
func (f *Fit) check(x, y []float64) string {
	if len(x) != len(y) {
		return fmt.Sprintf("%d x against %d y (want equally many)", len(x), len(y))
	}
	varied := false
	for i := range x {
		u, v := f.toFit(x[i]), f.fromY(y[i])
		if math.IsNaN(u+v) || math.IsInf(u+v, 0) {
			return fmt.Sprintf("the point (%v, %v) has no place on the scale of the %s model", x[i], y[i], f.Model)
		}
		varied = varied || x[i] != x[0]
	}
	if !varied {
		return fmt.Sprintf("%s at one x or none (at least two different x are needed)", plural(len(x), "point"))
	}
	return ""
}

// studentQuantile returns the quantile of Student's t for a two-sided interval around a line
// through n points.
func studentQuantile(level float64, n int) float64 {
	return student(n - 2).quantile((1 + level) / 2)
}
