//go:build unix

package kernel

import (
	"context"
	"fmt"
	"io"
	"strings"
	"syscall"
)

// Exec replaces this process by the kernel for the notebook in the working
// folder, which is where Jupyter starts kernels. It returns only if that
// fails. Notes about tools being built go to log.
func Exec(ctx context.Context, connectionFile string, log io.Writer) error {
	spec, err := Command(ctx, "", launching, log)
	if err != nil {
		return err
	}
	argv := make([]string, len(spec.Argv))
	for i, arg := range spec.Argv {
		argv[i] = strings.ReplaceAll(arg, "{connection_file}", connectionFile)
	}
	err = syscall.Exec(argv[0], argv, spec.Env)
	return fmt.Errorf("kernel: exec %s: %w", argv[0], err)
}
