//go:build unix

package store

import (
	"errors"

	"golang.org/x/sys/unix"
)

// gone reports whether no process on this machine has the given ID.
func gone(pid int) bool { return pid > 0 && errors.Is(unix.Kill(pid, 0), unix.ESRCH) }
