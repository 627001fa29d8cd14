package experiments

import (
	"bytes"
	"os"
	"strconv"
)

// load returns the load average of the machine over the last minute, 0 if it cannot be
// told.
func load() float64 {
	text, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := bytes.Cut(text, []byte(" "))
	n, _ := strconv.ParseFloat(string(first), 64)
	return n
}

// forgetPeak makes residentPeak begin anew.
func forgetPeak() { _ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

// residentPeak returns the most memory that the process has held, in bytes; 0 if it cannot
// be told. That of getrusage(2) may be of the process that started this one.
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
