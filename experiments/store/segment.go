package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// syncEvery limits the work lost in a power cut. A killed process loses nothing.
const syncEvery = time.Second

// format is the version of the segment format. Format 1 has the same kinds of lines, but attempts
// were numbered separately in each folder; see [compareAge].
const format = 2

// header is the first line of a segment.
type header struct {
	Format int    `json:"header"`
	Study  string `json:"study"`
	// 0 in segments written by version 0.3.0, whose names contain the attempt
	Attempt    int              `json:"attempt,omitempty"`
	Segment    string           `json:"segment,omitempty"` // name at creation, which makes every header unique
	Provenance trial.Provenance `json:"provenance"`
}

// Attempt writes the rows of one run to the journals of a study. Each worker has its own segment,
// which is created when the worker appends its first row.
type Attempt struct {
	journal *Journal
	index   *Index
	number  int
	header  func() trial.Provenance
	Writers []*Writer

	stop chan struct{}
	done sync.WaitGroup
	mu   sync.Mutex
	err  error // error of the first failed sync
}

// Writer appends the rows of one worker to one segment, which is a journal file.
type Writer struct {
	attempt *Attempt
	worker  int
	buf     []byte
	rows    trial.Decoder // reads rows that another process has written
	row     trial.Trial   // the last row that another process has written
	source  int           // number of this segment in the index
	terms   terms         // of the last row
	number  int64         // number of these terms in the index; −1 for none yet
	state   segmentState

	mu    sync.Mutex // guards file against the background sync
	file  *os.File
	dirty atomic.Bool
}

// Begin starts a new attempt to run the study, with the given number of workers. The attempt's
// number is larger than the number of every segment that may contain rows of the same trials, even
// if they were written on another machine. The number is a Lamport clock (CACM 1978): it marks the
// new rows as newer than all existing ones. The caller must hold the lock on the study.
func (j *Journal) Begin(x *Index, workers int, provenance func() trial.Provenance) (*Attempt, error) {
	list, _, err := j.segments()
	if err != nil {
		return nil, err
	}
	a := &Attempt{journal: j, index: x, number: x.latest + 1, header: sync.OnceValue(provenance), stop: make(chan struct{})}
	for _, s := range list {
		a.number = max(a.number, s.attempt+1)
	}
	for w := range workers {
		a.Writers = append(a.Writers, &Writer{attempt: a, worker: w, number: -1})
	}
	a.done.Go(a.syncNowAndThen)
	return a, nil
}

// Append writes the row of t with a single system call, so a killed process leaves at most one
// incomplete line. It returns the row's place in the index. After an error, the writer must not be
// used again.
func (w *Writer) Append(t *trial.Trial) (place int32, err error) {
	if err := w.Open(); err != nil {
		return -1, err
	}
	w.buf = t.AppendLine(w.buf[:0])
	if _, err := w.file.Write(w.buf); err != nil {
		return -1, w.attempt.journal.Unwritten(err)
	}
	return w.enter(t, w.buf), nil
}

// Unwritten wraps err in an error that says that a row of the study could not be written.
func (j *Journal) Unwritten(err error) error {
	return fmt.Errorf("experiments: write a trial of %q: %w", j.study, err)
}

// enter adds a row of the segment to the index.
func (w *Writer) enter(t *trial.Trial, line []byte) (place int32) {
	x := w.attempt.index
	if of := termsOf(t); w.terms != of || w.number < 0 {
		x.mu.Lock()
		w.number = int64(x.terms.number(of))
		w.terms = x.terms.list[w.number]
		x.mu.Unlock()
	}
	e := entryOf(t, w.state.size)
	if of := moreOf(t); of != (more{}) {
		x.mu.Lock()
		e.more = x.more.number(of)
		x.mu.Unlock()
	}
	e.at, e.terms = e.at|uint64(w.source)<<offsetBits, uint32(w.number)
	place = x.ran(e)
	w.state.add(line)
	w.dirty.Store(true)
	return place
}

// Follow reads the rows that another process has appended to the segment since the last call, and
// adds them to the index. For each row, it calls the function took with the row and its place in
// the index. This function must not retain the row.
func (w *Writer) Follow(took func(t *trial.Trial, place int32) error) error {
	for size := 1 << 16; ; {
		w.buf = slices.Grow(w.buf[:0], size)[:size]
		n, err := w.file.ReadAt(w.buf, w.state.size)
		if err != nil && !errors.Is(err, io.EOF) {
			return w.attempt.journal.unread(err)
		}
		whole := bytes.LastIndexByte(w.buf[:n], '\n') + 1
		text := unsafe.String(unsafe.SliceData(w.buf), whole) // nobody retains it
		for from := 0; from < whole; {
			to := from + strings.IndexByte(text[from:], '\n')
			w.row = trial.Trial{}
			if !trial.Sealed(w.buf[from:to]) {
				return w.attempt.journal.unread(errSeal)
			}
			if err := w.rows.Parse(text[from:to], &w.row); err != nil {
				return w.attempt.journal.unread(err)
			}
			if err := took(&w.row, w.enter(&w.row, w.buf[from:to+1])); err != nil {
				return err
			}
			from = to + 1
		}
		switch {
		case n < size:
			return nil
		case whole == 0: // the row is longer than the buffer
			size *= 2
		}
	}
}

// unread returns the error for a row of a worker that cannot be read.
func (j *Journal) unread(err error) error {
	return fmt.Errorf("experiments: read what a worker wrote for %q: %w", j.study, err)
}

// Cut removes an incomplete last row, left by a killed process, from the segment.
func (w *Writer) Cut() error {
	info, err := w.file.Stat()
	if err == nil && info.Size() > w.state.size {
		err = w.file.Truncate(w.state.size)
	}
	return err
}

// Open creates the segment and writes its header. It does nothing if the segment is already open.
func (w *Writer) Open() error {
	if w.file != nil {
		return nil
	}
	j := w.attempt.journal
	fail := func(err error) error {
		return fmt.Errorf("experiments: create a journal of %q: %w", j.study, err)
	}
	name := j.Shard.segmentName(w.worker, w.attempt.number)
	path := filepath.Join(j.dir, name)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fail(err)
	}
	w.mu.Lock()
	w.file = f
	w.mu.Unlock()
	line, err := json.Marshal(header{Format: format, Study: j.study, Attempt: w.attempt.number, Segment: name, Provenance: w.attempt.header()})
	if err != nil {
		return fail(err)
	}
	line = trial.AppendSeal(line[:len(line)-1], 0)
	if _, err := f.Write(line); err != nil {
		return fail(err)
	}
	w.state.add(line)
	w.source = w.attempt.index.begin(Source{Segment: name, header: string(line[:len(line)-1])}, w.state)
	syncDir(j.dir)
	return nil
}

// sync writes the rows to disk. If the segment has been removed, the rows are lost and sync returns
// an error.
func (w *Writer) sync() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file == nil {
		return nil
	}
	open, err := w.file.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(w.file.Name()); err != nil || !os.SameFile(open, there) {
		return fmt.Errorf("the journal %s was removed or replaced while trials ran, so their results are lost: do not change the folder, and repeat the command", w.file.Name())
	}
	if !w.dirty.Swap(false) {
		return nil
	}
	return w.file.Sync()
}

func (a *Attempt) syncNowAndThen() {
	tick := time.NewTicker(syncEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			for _, w := range a.Writers {
				a.note(w.sync())
			}
		case <-a.stop:
			return
		}
	}
}

func (a *Attempt) note(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err == nil {
		a.err = err
	}
}

// failed returns the first error of the background syncs.
func (a *Attempt) failed() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err == nil {
		return nil
	}
	return fmt.Errorf("experiments: write the trials of %q to disk: %w", a.journal.study, a.err)
}

// Close writes all segments to stable storage and closes them. No writer may be used during or
// after the call.
func (a *Attempt) Close() error {
	close(a.stop)
	a.done.Wait()
	a.index.settle()
	for _, w := range a.Writers {
		a.note(w.sync())
		if w.file != nil {
			if w.state.size > 0 {
				a.index.segments[w.source] = w.state
			}
			a.note(w.file.Close())
		}
	}
	return a.failed()
}

// syncDir writes the names in a folder to disk if the system can sync folders. Other systems
// protect names in their own way.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// Path returns the path of the segment's file. The segment must be open.
func (w *Writer) Path() string { return w.file.Name() }
