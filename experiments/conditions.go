package experiments

import (
	"runtime"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// conditionsNow returns the conditions known before a trial; order is the number of the trial in
// its run.
func conditionsNow(order int) trial.Conditions {
	return trial.Conditions{Host: store.HostName(), Start: time.Now().UnixNano(), Order: order, Load: load()}
}

const (
	// calibrateEvery is the time between two calibrations while trials are shorter than that. A
	// calibration takes 4 ms, so all of them take less than a hundredth of a run.
	calibrateEvery = 500 * time.Millisecond
	// warmUpTime bounds the discarded trial that warms up a new process, whose caches, clock and
	// branch predictor have not seen the program yet.
	warmUpTime = 100 * time.Millisecond
)

// calibrationTable is a walk through 256 KiB that visits every place once.
var calibrationTable [1 << 16]uint32

// calibrate does a fixed piece of work and returns the CPU time it took in seconds. Like a search,
// the work mixes arithmetic, unpredictable branches, and memory accesses that each depend on the
// one before.
func calibrate() float64 {
	if calibrationTable[0] == 0 {
		for i := range calibrationTable {
			// A linear congruential generator of full period (Hull and Dobell 1962).
			calibrationTable[i] = uint32(i*40_961+12_345) % uint32(len(calibrationTable))
		}
	}
	calibrationWork(len(calibrationTable)) // brings the table back into the cache
	start := cpuTime(trial.Timed)
	runtime.KeepAlive(calibrationWork(700_000)) // so that the compiler keeps the call
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
