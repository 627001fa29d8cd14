package trial

import (
	"time"
)

// Provenance records which code computed a segment of rows, on which machine. It is stored with the
// rows, so a report rendered elsewhere still names the right machine.
type Provenance struct {
	Root       uint64    `json:"root_seed,string"` // of the sweep
	Code       string    `json:"code"`             // see [code.Hash]
	Program    string    `json:"program"`          // main module and version
	Revision   string    `json:"revision"`         // git commit, or "unknown"
	Modified   bool      `json:"modified"`         // the work tree differed from the commit
	Go         string    `json:"go"`
	OS         string    `json:"os"`
	Arch       string    `json:"arch"`
	CPU        string    `json:"cpu"` // model, or "unknown"
	Cores      int       `json:"cores"`
	GOMAXPROCS int       `json:"gomaxprocs"`
	GOGC       string    `json:"gogc"`  // as set in the environment; "" means the default
	Clock      string    `json:"clock"` // what the CPU column measures
	Started    time.Time `json:"started"`
	Modules    []Module  `json:"modules,omitempty"`
}

// Module is a dependency linked into the program.
type Module struct {
	Path    string `json:"path"`
	Version string `json:"version"`
	Sum     string `json:"sum,omitempty"`
}
