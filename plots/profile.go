package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// Profile draws a performance profile (Dolan and Moré, Benchmarking optimization
// software with performance profiles, Mathematical Programming 91, 2002): for each
// name, on what share of the instances its cost is within a factor of the best of all
// on that instance. At a factor of 1 a curve shows how often its name is the best,
// at the right how much it solves at all.
//
// costs[i][j] is the cost of name j on instance i, NaN if it was not solved; the
// others are above 0. Instances that nobody solved count, as solved by none. The
// profile of two strategies depends on which others are in it (Gould and Scott, ACM
// TOMS 43, 2016).
func Profile(id, title string, opt ECDFOptions, names []string, costs [][]float64) (Figure, error) {
	curves := make([]Distribution, len(names))
	for j, name := range names {
		curves[j].Name = name
	}
	for i, row := range costs {
		if len(row) != len(names) {
			return Figure{}, fmt.Errorf("plots: profile: instance %d has %d costs (want %d, one for each name)", i, len(row), len(names))
		}
		best := math.Inf(1)
		for j, v := range row {
			if v <= 0 || math.IsInf(v, 0) {
				return Figure{}, fmt.Errorf("plots: profile: %q on instance %d: cost %v (want one above 0, or NaN if it was not solved)", names[j], i, v)
			}
			if v < best {
				best = v
			}
		}
		for j, v := range row {
			if math.IsNaN(v) {
				curves[j].Capped++
			} else {
				curves[j].Answered = append(curves[j].Answered, v/best)
			}
		}
	}
	what := cmp.Or(opt.XLabel, "cost")
	opt.LogX, opt.XLabel = true, what+" ÷ least on the instance"
	opt.YLabel = cmp.Or(opt.YLabel, "share of instances")
	f, err := ECDF(id, title, opt, curves)
	f.Kind = "Profile"
	if err != nil || f.empty() {
		return f, err
	}
	f.Caption = fmt.Sprintf("Share of %s on which the %s is within a factor of the least of all.", instances(len(costs)), what)
	f.Alt = "Performance profile of " + what + "."
	for _, c := range curves {
		wins := 0
		for _, v := range c.Answered {
			if v == 1 {
				wins++
			}
		}
		if len(costs) > 0 {
			f.Alt += fmt.Sprintf(" %s: least on %s of %s, solved %s, largest factor %s.", c.Name, number.Count(wins), number.Count(len(costs)), number.Count(len(c.Answered)), largest(c.Answered))
		}
	}
	return f, nil
}

func largest(values []float64) string {
	if len(values) == 0 {
		return "none"
	}
	return number.Spoken(slices.Max(values))
}
