package experiments

import (
	"runtime"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// conditionsNow returns the machine conditions known before a trial; order is the trial's number in
// its run.
func conditionsNow(order int) trial.Conditions {
	return trial.Conditions{Host: store.HostName(), Start: time.Now().UnixNano(), Order: order, Load: load()}
}

const (
	// calibrateEvery is the time between two calibrations while trials are shorter than that. A
	// calibration takes 4 ms, so calibrations take less than 1 % of a run.
	calibrateEvery = 500 * time.Millisecond
	// warmUpTime limits the discarded trial that warms up a new process, because the caches, the
	// CPU frequency and the branch predictor have not adapted to the program yet.
	warmUpTime = 100 * time.Millisecond
)

// calibrationTable holds a walk through 256 KiB that visits every entry once.
var calibrationTable [1 << 16]uint32

// calibrate does a fixed amount of work and returns the CPU time it took in seconds. Like a search,
// the work mixes arithmetic, unpredictable branches, and memory accesses that each depend on the
// previous one.
func calibrate() float64 {
	if calibrationTable[0] == 0 {
		for i := range calibrationTable {
			// A linear congruential generator with full period (Hull and Dobell 1962).
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
