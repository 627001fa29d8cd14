package experiments

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// LockedError says that another run of the same study is under way.
type LockedError struct {
	Study string
	PID   int    // of the process that holds the lock; 0 if it cannot be told
	Path  string // of the lock file
}

func (e *LockedError) Error() string {
	who := "another process"
	switch {
	case e.PID == os.Getpid():
		who = fmt.Sprintf("this process (pid %d)", e.PID)
	case e.PID > 0:
		who = fmt.Sprintf("process %d", e.PID)
	}
	return fmt.Sprintf("experiments: study %q is being run by %s, which holds %s: wait until it has finished, or stop it, and run again", e.Study, who, e.Path)
}

// lock takes the study for this process and returns how to give it back. The
// operating system drops the lock of a process that dies, whatever stands in
// the file it leaves behind.
func (j *Journal) lock() (unlock func(), err error) {
	if err := os.MkdirAll(j.dir, 0o777); err != nil {
		return nil, fmt.Errorf("experiments: create the journals of %q: %w", j.study, err)
	}
	path := filepath.Join(j.dir, "lock")
	f, held, err := lockFile(path)
	if err != nil {
		return nil, fmt.Errorf("experiments: lock study %q: %w", j.study, err)
	}
	if held {
		return nil, &LockedError{Study: j.study, PID: lockHolder(path), Path: path}
	}
	if err := writeHolder(f); err != nil {
		unlockFile(f)
		return nil, fmt.Errorf("experiments: lock study %q: %w", j.study, err)
	}
	return func() {
		_ = f.Truncate(0) // only a courtesy to people who look into the file
		unlockFile(f)
	}, nil
}

func writeHolder(f *os.File) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

// lockHolder returns the process id in the lock file, or 0. The holder writes
// it right after it got the lock, so an empty file is looked at again.
func lockHolder(path string) int {
	for range 20 {
		data, err := os.ReadFile(path)
		if err != nil {
			return 0
		}
		if pid, err := strconv.Atoi(strings.TrimSpace(string(data))); err == nil {
			return pid
		}
		time.Sleep(time.Millisecond)
	}
	return 0
}
