package frame

import (
	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

// Proportion counts how many instances of one size have some property.
type Proportion struct {
	Size         int
	Successes, N int // numbers of instances with the property (Successes) and of all instances (N)
	// number of the N instances without the property and without an answered trial; they count as
	// failures for coverage, and as unknown for solvability
	Censored int
	Failed   int            // number of instances whose trials all ended in an error; they are not in N
	Interval stats.Interval // 95 % Wilson interval for the share
}

// Value returns the share of instances with the property, from 0 to 1, or NaN if there are no
// instances.
func (p Proportion) Value() float64 { return float64(p.Successes) / float64(p.N) }

// Share counts, for each size in increasing order, the instances with at least one trial that
// passes the filter. Each instance counts once, regardless of how many strategies and repeats ran
// on it. To get the share for one strategy, select its rows first. Share does not call the filter
// for failed trials.
func (f Frame) Share(property Filter) []Proportion {
	var shares []Proportion
	for size, rows := range By(f, Size) {
		p := Proportion{Size: size}
		for _, trials := range By(rows, Subject) {
			best, success := failed, false
			for t := range trials.All() {
				s := stateOf(t)
				best = max(best, s)
				success = success || s != failed && property(t)
			}
			switch {
			case best == failed:
				p.Failed++
				continue
			case success:
				p.Successes++
			case best == censored:
				p.Censored++
			}
			p.N++
		}
		p.Interval = stats.Wilson(p.Successes, p.N, stats.DefaultLevel)
		shares = append(shares, p)
	}
	return shares
}
