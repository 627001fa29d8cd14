//go:build !unix

package engine

import (
	"context"
	"os"
	"os/exec"

	"github.com/puzzlelab/puzzlelab/notebooks/install"
)

// signalGroup kills the process, which is all that can be done here.
func signalGroup(p *os.Process, _ os.Signal) { _ = p.Kill() }

func readNow(uintptr, []byte) (int, bool) { return 0, false }

// mkfifo returns [install.ErrPlatform].
func mkfifo(string) error { return install.ErrPlatform }

const canAsk = false

// input is only available on systems with sockets as standard input.
type input struct{}

func newInput(Cell, *exec.Cmd) (*input, error) { return nil, install.ErrPlatform }

func (*input) watch(context.Context, *os.Process) {}

func (*input) close() bool { return false }
