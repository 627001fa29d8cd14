package reports

import (
	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

// Est is an estimate with its BCa interval, as [Between] makes it.
func Est(e stats.Estimate) Cell { return Between(e.Value, e.BCa.Low, e.BCa.High) }

// EstimateOf is the number that a claim rests on, with its BCa interval; nil if
// there is no interval.
func EstimateOf(e stats.Estimate) *Estimate {
	if !e.BCa.Known() {
		return nil
	}
	return &Estimate{Value: e.Value, Low: e.BCa.Low, High: e.BCa.High, N: e.N}
}
