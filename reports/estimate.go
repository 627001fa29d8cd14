package reports

import (
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/internal/digits"
)

// Est is an estimate with its BCa interval, as [Between] makes it.
func Est(e stats.Estimate) Cell { return Between(e.Value, e.BCa.Low, e.BCa.High) }

// estimateOf is the number that a claim rests on, with its BCa interval and the digits of [Num]; nil if
// there is no interval.
func estimateOf(e stats.Estimate) *Estimate {
	if !e.BCa.Known() {
		return nil
	}
	return &Estimate{Value: digits.Portable(e.Value), Low: digits.Portable(e.BCa.Low), High: digits.Portable(e.BCa.High), N: e.N}
}
