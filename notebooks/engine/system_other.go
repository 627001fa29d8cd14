//go:build !unix

package engine

import (
	"os"
	"os/exec"

	"github.com/puzzlelab/puzzlelab/notebooks/kernel"
)

// inGroup does nothing: here a process can only be killed by itself.
func inGroup(*exec.Cmd) {}

func signalGroup(p *os.Process, _ os.Signal) { _ = p.Kill() }

// mkfifo returns [kernel.ErrPlatform].
func mkfifo(string) error { return kernel.ErrPlatform }
