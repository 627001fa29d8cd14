//go:build unix && !aix && !solaris

package experiments

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockFile opens path and locks it, alone or shared with others that share it, or reports that someone else holds it.
func lockFile(path string, shared bool) (f *os.File, held bool, err error) {
	f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, false, err
	}
	how := unix.LOCK_EX
	if shared {
		how = unix.LOCK_SH
	}
	for {
		err = unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	if err == nil {
		return f, false, nil
	}
	_ = f.Close()
	if errors.Is(err, unix.EWOULDBLOCK) {
		return nil, true, nil
	}
	return nil, false, &os.PathError{Op: "flock", Path: path, Err: err}
}

func unlockFile(f *os.File) { _ = f.Close() } // closing drops the lock

// gone reports whether there is no such process here.
func gone(pid int) bool { return pid > 0 && errors.Is(unix.Kill(pid, 0), unix.ESRCH) }
