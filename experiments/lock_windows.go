package experiments

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockFile opens path and locks it, alone or shared with others that share it, or reports that someone else holds it.
// The range that is locked lies far behind the contents, because Windows
// keeps others from reading a locked range.
func lockFile(path string, shared bool) (f *os.File, held bool, err error) {
	f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, false, err
	}
	how := uint32(windows.LOCKFILE_EXCLUSIVE_LOCK)
	if shared {
		how = 0
	}
	behind := windows.Overlapped{OffsetHigh: 1}
	err = windows.LockFileEx(windows.Handle(f.Fd()), how|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &behind)
	if err == nil {
		return f, false, nil
	}
	_ = f.Close()
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return nil, true, nil
	}
	return nil, false, &os.PathError{Op: "LockFileEx", Path: path, Err: err}
}

func unlockFile(f *os.File) { _ = f.Close() } // closing drops the lock

func gone(int) bool { return false }
