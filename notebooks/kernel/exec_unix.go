//go:build unix

package kernel

import (
	"context"
	"fmt"
	"io"
	"syscall"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
)

// Exec replaces this process by the kernel for the notebook in the working
// folder, which is where Jupyter starts kernels. It returns only if that
// fails. Notes about tools being built go to log.
func Exec(ctx context.Context, connectionFile string, log io.Writer) error {
	spec, err := Command(ctx, "", launching, log)
	if err != nil {
		return err
	}
	argv := jupyter.CommandLine(spec.Argv, connectionFile)
	err = syscall.Exec(argv[0], argv, spec.Env)
	return fmt.Errorf("kernel: exec %s: %w", argv[0], err)
}
