package experiments

import (
	"bytes"
	"os"
	"strconv"
)

// load returns the machine's load average over the last minute, or 0 if unknown.
func load() float64 {
	text, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := bytes.Cut(text, []byte(" "))
	n, _ := strconv.ParseFloat(string(first), 64)
	return n
}

// forgetPeak resets residentPeak.
func forgetPeak() { _ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

// residentPeak returns the peak resident memory of the process in bytes, or 0 if unknown. It does not
// use getrusage(2), whose peak may include the process that started this one.
func residentPeak() uint64 {
	status, _ := os.ReadFile("/proc/self/status")
	_, peak, _ := bytes.Cut(status, []byte("VmHWM:"))
	fields := bytes.Fields(peak)
	if len(fields) == 0 {
		return 0
	}
	kib, _ := strconv.ParseUint(string(fields[0]), 10, 64)
	return kib << 10
}
