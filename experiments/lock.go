package experiments

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
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
// operating system drops the lock of a process that dies; what stands in the file it
// leaves behind is how many workers it had. They are 0 of one that has ended well.
func (j *Journal) lock(workers int) (unlock func(), died int, err error) {
	if err := os.MkdirAll(j.dir, 0o777); err != nil {
		return nil, 0, fmt.Errorf("experiments: create the journals of %q: %w", j.study, err)
	}
	path := filepath.Join(j.dir, "lock")
	f, held, err := lockFile(path)
	for range 100 {
		// A process that died while it was starting another leaves the lock to that
		// for a moment.
		if !held || !gone(lockHolder(path)) {
			break
		}
		time.Sleep(10 * time.Millisecond)
		f, held, err = lockFile(path)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("experiments: lock study %q: %w", j.study, err)
	}
	if held {
		return nil, 0, &LockedError{Study: j.study, PID: lockHolder(path), Path: path}
	}
	_, died = readHolder(f)
	if err := writeHolder(f, workers); err != nil {
		unlockFile(f)
		return nil, 0, fmt.Errorf("experiments: lock study %q: %w", j.study, err)
	}
	return func() {
		_ = f.Truncate(0)
		unlockFile(f)
	}, died, nil
}

func writeHolder(f *os.File, workers int) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt(fmt.Appendf(nil, "%d %d\n", os.Getpid(), workers), 0)
	return err
}

// readHolder returns the process that a lock file names and its number of workers, 0
// if it names none.
func readHolder(f io.Reader) (pid, workers int) {
	if n, _ := fmt.Fscan(f, &pid, &workers); n == 1 {
		workers = 1 // as a version before 0.4.0 left it
	}
	return pid, workers
}

// lockHolder returns the process id in the lock file, or 0. The holder writes
// it right after it got the lock, so an empty file is looked at again.
func lockHolder(path string) int {
	for range 20 {
		f, err := os.Open(path)
		if err != nil {
			return 0
		}
		pid, _ := readHolder(f)
		_ = f.Close()
		if pid > 0 {
			return pid
		}
		time.Sleep(time.Millisecond)
	}
	return 0
}
