//go:build unix

package store

import (
	"errors"

	"golang.org/x/sys/unix"
)

// gone reports whether this machine has no such process.
func gone(pid int) bool { return pid > 0 && errors.Is(unix.Kill(pid, 0), unix.ESRCH) }
