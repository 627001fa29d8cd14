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

// LockedError reports that another process is running trials of the same study.
type LockedError struct {
	Study string
	Holder
}

// Error returns a message that names the study, the process, its host and the lock file.
func (e *LockedError) Error() string {
	who := e.Who()
	if e.PID == os.Getpid() && e.here() {
		who = fmt.Sprintf("this process (pid %d)", e.PID)
	}
	return fmt.Sprintf("experiments: study %q is being run by %s, which holds %s: wait until it has finished, or stop it, and run again", e.Study, who, e.Path)
}

// Holder describes a process that holds a lock because it runs trials of a study.
type Holder struct {
	PID   int    // process ID; 0 if unknown
	Host  string // host on which the process runs; "" if unknown
	Shard Shard  // shard that the process runs; the zero Shard means the whole study
	Path  string // path of the lock file
}

// Who returns a phrase that names the process, as in "process 17 on node4".
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

// gone reports whether the process is known to have ended, which only its own machine can tell.
func (h Holder) gone() bool { return h.PID == 0 || h.here() && gone(h.PID) }

// HostName returns the name of this machine without spaces, or "unknown".
func HostName() string {
	name, _ := os.Hostname()
	return cmp.Or(strings.Join(strings.Fields(name), ""), "unknown")
}

// Holders returns the processes that are running trials of the study: one process, or one for each
// shard.
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
		// Test the lock, because the process may have died on another host.
		f, held, err := lockFile(h.Path, true)
		switch {
		case held:
			holders = append(holders, h)
		case err != nil:
			return nil, fmt.Errorf("experiments: find out which process runs %q: %w", j.study, err)
		default:
			f.unlock()
		}
	}
	slices.SortFunc(holders, func(a, b Holder) int {
		return cmp.Or(cmp.Compare(a.Shard.Count, b.Shard.Count), cmp.Compare(a.Shard.Index, b.Shard.Index))
	})
	return holders, nil
}

// lockedFile is a file locked by this process. The system releases the lock when the process dies.
type lockedFile struct {
	*os.File
	lock *flock.Flock
}

// lockFile opens path and locks it, exclusively or shared. held reports that another process holds
// the lock.
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

// Lock is a lock held by this process on a study or on a shard of a study.
type Lock struct {
	file   lockedFile
	Died   []string // trials that an earlier holder was running when it died, as recorded by Mark
	Unlock func()
}

// The holder of a lock records in the lock file which trials run in its own process. Starting at
// marksAt, there is one line for each worker.
const (
	marksAt    = 256
	markLength = 32
)

// Mark records in the lock file which trial a worker is running. If this process dies, the next
// holder of the lock finds the trial in its field Died. Workers are numbered from 0.
func (l *Lock) Mark(worker int, text string) error {
	_, err := l.file.WriteAt(fmt.Appendf(nil, "%-*s\n", markLength-1, text), int64(marksAt+worker*markLength))
	return err
}

// Lock locks the study, or the journal's shard of it, for this process. Several shards can run at
// the same time, but not together with a run of the whole study. When a process dies, the operating
// system releases its lock, and the lock file still shows which trials the process was running.
// When a process ends normally, it removes its name from the file. Lock returns a [*LockedError] if
// another process holds the lock.
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
		if holder = lockHolder(path); holder.gone() && name == "lock" && !shared { // shards share this lock without writing their names into it
			if holders, err := j.Holders(); err == nil && len(holders) > 0 {
				holder = holders[0]
			}
		}
		if !holder.gone() {
			break
		}
		// The lock may be held for a moment by the child of a process that died while starting the
		// child, or by [Journal.Holders].
		time.Sleep(10 * time.Millisecond)
	}
	return lockedFile{}, &LockedError{Study: j.study, Holder: holder}
}

func writeHolder(f lockedFile) error {
	if err := f.Truncate(holderAt); err != nil {
		return err
	}
	_, err := f.WriteAt(fmt.Appendf(nil, "%d 0 %s\n", os.Getpid(), HostName()), holderAt) // versions before 0.4.0 wrote the number of workers instead of 0
	return err
}

// holderAt is the offset in a lock file of the holder's name. On Windows, other processes cannot
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

// lockHolder works like readLock for a lock that another process holds. The holder writes its name
// right after taking the lock, so lockHolder reads an empty file again.
func lockHolder(path string) Holder {
	h := readLock(path)
	for i := 0; i < 20 && h.PID == 0; i++ {
		time.Sleep(time.Millisecond)
		h = readLock(path)
	}
	return h
}

// TryLock locks a file for this process without waiting. If another process holds the lock, unlock
// is nil and holder describes that process.
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

// LockFolder locks a study in the given folder until unlock is called or the process dies. It
// returns a [*LockedError] if another process holds the lock.
func LockFolder(folder, study string) (unlock func(), err error) {
	l, err := (&Journal{study: study, dir: folder}).Lock()
	if err != nil {
		return nil, err
	}
	return l.Unlock, nil
}
