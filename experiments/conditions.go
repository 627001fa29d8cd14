package experiments

import (
	"runtime"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// conditionsNow returns what is known before a trial, the number of which in its run is
// given.
func conditionsNow(order int) trial.Conditions {
	return trial.Conditions{Host: store.HostName(), Start: time.Now().UnixNano(), Order: order, Load: load()}
}

const (
	// calibrateEvery is the time between two calibrations, as long as trials are shorter.
	// With the 4 ms that one takes they are less than a hundredth of a run.
	calibrateEvery = 500 * time.Millisecond
	// warmUpTime bounds the run of a trial that warms up a process and is discarded: for
	// so long caches, clock and branch predictor of the core have not seen the program.
	warmUpTime = 100 * time.Millisecond
)

// calibrationTable is a walk through 256 KiB that visits every place once.
var calibrationTable [1 << 16]uint32

// calibrate does the fixed piece of work and returns the CPU time in seconds that it
// took: arithmetic, branches that cannot be foretold, and steps through memory that each
// need the one before, as a search has them.
func calibrate() float64 {
	if calibrationTable[0] == 0 {
		for i := range calibrationTable {
			// A linear congruential generator of full period (Hull and Dobell 1962).
			calibrationTable[i] = uint32(i*40_961+12_345) % uint32(len(calibrationTable))
		}
	}
	calibrationWork(len(calibrationTable)) // brings the table back into the cache
	start := cpuTime(trial.Timed)
	runtime.KeepAlive(calibrationWork(700_000)) // no compiler leaves it out
	return (cpuTime(trial.Timed) - start).Seconds()
}

func calibrationWork(steps int) (sum uint64) {
	at := uint32(0)
	for range steps {
		at = calibrationTable[at]
		sum = sum*6364136223846793005 + uint64(at)
		if sum>>63 == 1 {
			sum ^= uint64(at) << 7
		}
	}
	return sum
}
