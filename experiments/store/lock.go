package store

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// LockedError reports that another process is running the same study.
type LockedError struct {
	Study string
	Holder
}

func (e *LockedError) Error() string {
	who := e.Who()
	if e.PID == os.Getpid() && e.here() {
		who = fmt.Sprintf("this process (pid %d)", e.PID)
	}
	return fmt.Sprintf("experiments: study %q is being run by %s, which holds %s: wait until it has finished, or stop it, and run again", e.Study, who, e.Path)
}

// Holder is a process that runs trials of a study.
type Holder struct {
	PID   int    // 0 if unknown
	Host  string // host of the process; "" if unknown
	Shard Shard  // shard that it runs
	Path  string // of the lock file
}

// Who names the process: "process 17 on node4".
func (h Holder) Who() string {
	switch {
	case h.PID == 0:
		return "another process"
	case h.here():
		return fmt.Sprintf("process %d", h.PID)
	}
	return fmt.Sprintf("process %d on %s", h.PID, h.Host)
}

func (h Holder) here() bool { return h.Host == "" || h.Host == HostName() }

// gone reports whether this machine can tell that the process no longer exists.
func (h Holder) gone() bool { return h.PID == 0 || h.here() && gone(h.PID) }

func HostName() string {
	name, _ := os.Hostname()
	return cmp.Or(strings.Join(strings.Fields(name), ""), "unknown")
}

// Holders returns the processes that are running trials of the study: one, or one for each shard.
func (j *Journal) Holders() ([]Holder, error) {
	names, err := fs.Glob(os.DirFS(j.dir), "lock*")
	if err != nil {
		return nil, err
	}
	var holders []Holder
	for _, name := range names {
		h := readLock(filepath.Join(j.dir, name))
		if h.gone() {
			continue
		}
		// A process on another host may have died.
		f, held, err := lockFile(h.Path, true)
		switch {
		case held:
			holders = append(holders, h)
		case err != nil:
			return nil, fmt.Errorf("experiments: who runs %q: %w", j.study, err)
		default:
			f.unlock()
		}
	}
	slices.SortFunc(holders, func(a, b Holder) int {
		return cmp.Or(cmp.Compare(a.Shard.Count, b.Shard.Count), cmp.Compare(a.Shard.Index, b.Shard.Index))
	})
	return holders, nil
}

// lockedFile is a file that this process has locked. The system drops the lock when the
// process dies.
type lockedFile struct {
	*os.File
	lock *flock.Flock
}

// lockFile opens path and locks it, exclusively or shared, or reports that another process holds
// it.
func lockFile(path string, shared bool) (f lockedFile, held bool, err error) {
	f.lock = flock.New(path, flock.SetFlag(os.O_RDWR|os.O_CREATE), flock.SetPermissions(0o666))
	try := f.lock.TryLock
	if shared {
		try = f.lock.TryRLock
	}
	locked, err := try()
	if err == nil && locked {
		if f.File, err = os.OpenFile(path, os.O_RDWR, 0); err == nil {
			return f, false, nil
		}
		f.unlock()
	}
	if err != nil {
		err = &fs.PathError{Op: "lock", Path: path, Err: err}
	}
	return f, err == nil, err
}

func (f lockedFile) unlock() {
	_ = f.Close() // nil if it could not be opened
	_ = f.lock.Close()
}

// Lock is a lock on a study, or on a shard of it, that this process holds.
type Lock struct {
	file   lockedFile
	Died   []string // marks of the trials that an earlier holder was running when it died
	Unlock func()
}

// A holder records in the file which trials run in its own process, one line for each worker, from
// marksAt on.
const (
	marksAt    = 256
	markLength = 32
)

// Mark records what a worker of this process is running.
func (l *Lock) Mark(worker int, text string) error {
	_, err := l.file.WriteAt(fmt.Appendf(nil, "%-*s\n", markLength-1, text), int64(marksAt+worker*markLength))
	return err
}

// Lock locks the study, or the shard of it, for this process. Shards share the lock of the study,
// so they run side by side, but not together with a run of the whole study. The operating system
// releases the lock of a process that dies; the file it leaves behind tells what it was running.
// After a clean end the file does not name a holder.
func (j *Journal) Lock() (*Lock, error) {
	if err := os.MkdirAll(j.dir, 0o777); err != nil {
		return nil, fmt.Errorf("experiments: create the journals of %q: %w", j.study, err)
	}
	study, name := func() {}, "lock"
	if j.Shard != (Shard{}) {
		f, err := j.take("lock", true)
		if err != nil {
			return nil, err
		}
		study, name = f.unlock, fmt.Sprintf("lock-%d-%d", j.Shard.Index, j.Shard.Count)
	}
	f, err := j.take(name, false)
	if err != nil {
		study()
		return nil, err
	}
	l := &Lock{file: f, Unlock: func() {
		_ = f.Truncate(holderAt)
		f.unlock()
		study()
	}}
	left, _ := io.ReadAll(io.NewSectionReader(f, marksAt, 1<<20))
	for mark := range strings.Lines(string(left)) {
		l.Died = append(l.Died, strings.Trim(mark, " \n\x00"))
	}
	if err := writeHolder(f); err != nil {
		l.Unlock()
		return nil, fmt.Errorf("experiments: lock study %q: %w", j.study, err)
	}
	return l, nil
}

// take locks a file, exclusively or shared.
func (j *Journal) take(name string, shared bool) (lockedFile, error) {
	path := filepath.Join(j.dir, name)
	var holder Holder
	for range 100 {
		f, held, err := lockFile(path, shared)
		if err != nil {
			return f, fmt.Errorf("experiments: lock study %q: %w", j.study, err)
		}
		if !held {
			return f, nil
		}
		if holder = lockHolder(path); holder.gone() && name == "lock" && !shared { // shards share it without writing a name into it
			if holders, err := j.Holders(); err == nil && len(holders) > 0 {
				holder = holders[0]
			}
		}
		if !holder.gone() {
			break
		}
		// A process that died while starting a child leaves the lock to the child for a moment, and
		// [Journal.Holders] takes the lock for a moment.
		time.Sleep(10 * time.Millisecond)
	}
	return lockedFile{}, &LockedError{Study: j.study, Holder: holder}
}

func writeHolder(f lockedFile) error {
	if err := f.Truncate(holderAt); err != nil {
		return err
	}
	_, err := f.WriteAt(fmt.Appendf(nil, "%d 0 %s\n", os.Getpid(), HostName()), holderAt) // before 0.4.0, the 0 was the number of workers
	return err
}

// holderAt is the offset at which a lock file names its holder. On Windows other processes cannot
// read the locked byte before it.
const holderAt = 1

// readLock returns the process that a lock file names.
func readLock(path string) Holder {
	h := Holder{Path: path}
	_, _ = fmt.Sscanf(filepath.Base(path), "lock-%d-%d", &h.Shard.Index, &h.Shard.Count)
	if f, err := os.Open(path); err == nil {
		var workers int
		_, _ = fmt.Fscan(io.NewSectionReader(f, holderAt, marksAt-holderAt), &h.PID, &workers, &h.Host)
		_ = f.Close()
	}
	return h
}

// lockHolder is readLock for a lock that is held. The holder writes its name right after it takes
// the lock, so lockHolder reads an empty file again.
func lockHolder(path string) Holder {
	h := readLock(path)
	for i := 0; i < 20 && h.PID == 0; i++ {
		time.Sleep(time.Millisecond)
		h = readLock(path)
	}
	return h
}

// TryLock locks a file for this process. If another process holds the lock, unlock is nil and
// holder is that process.
func TryLock(path string) (unlock func(), holder Holder, err error) {
	f, held, err := lockFile(path, false)
	if err != nil {
		return nil, Holder{}, err
	}
	if held {
		return nil, lockHolder(path), nil
	}
	if err := writeHolder(f); err != nil {
		f.unlock()
		return nil, Holder{}, err
	}
	return f.unlock, Holder{}, nil
}

// LockFolder locks a study in a folder for this process until unlock is called or the process dies.
// The error is a [LockedError] if another process holds the lock.
func LockFolder(folder, study string) (unlock func(), err error) {
	l, err := (&Journal{study: study, dir: folder}).Lock()
	if err != nil {
		return nil, err
	}
	return l.Unlock, nil
}
