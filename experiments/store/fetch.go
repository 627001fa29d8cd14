package store

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unique"

	"golang.org/x/sync/errgroup"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// sort sorts places by the order of the lines in the journals.
func (x *Index) sort(places []int32) {
	slices.SortFunc(places, func(a, b int32) int { return cmp.Compare(x.Entries[a].at, x.Entries[b].at) })
}

// all returns the places of all rows, in the order of the lines in the journals.
func (x *Index) all() []int32 {
	places := make([]int32, len(x.Entries))
	for i := range places {
		places[i] = int32(i)
	}
	x.sort(places)
	return places
}

// rows yields the rows at places, one at a time. The caller must not retain a trial. Reading is
// fastest for consecutive lines. An error ends the sequence.
func (x *Index) rows(places []int32) iter.Seq2[*trial.Trial, error] {
	return func(yield func(*trial.Trial, error) bool) {
		r := rowReader{index: x, files: map[int]*os.File{}}
		defer r.close()
		for _, place := range places {
			e := &x.Entries[place]
			err := r.read(e)
			if err != nil {
				err = fmt.Errorf("experiments: read the trials of %q again: journal %s: %w", x.journal.study, x.Info.Sources[e.source()].Segment, err)
			}
			if !yield(&r.trial, err) || err != nil {
				return
			}
		}
	}
}

// rowReader reads indexed rows from their journals.
type rowReader struct {
	index  *Index
	files  map[int]*os.File // open files of segments, at most a thousand
	buf    []byte           // the bytes read last
	text   string           // buf as a string
	at     uint64           // place where text begins
	trial  trial.Trial
	decode trial.Decoder
}

// read reads the row of an entry. If the row directly follows the previous one, more rows probably
// follow, so read reads a larger part of the file ahead.
func (r *rowReader) read(e *Entry) error {
	begin, size := e.at-r.at, 1<<11
	if begin <= uint64(len(r.text)) {
		size = min(max(size, 2*len(r.buf)), 1<<16)
	} else {
		begin, r.text = 0, ""
	}
	line, _, whole := strings.Cut(r.text[begin:], "\n")
	for ; !whole; size *= 2 {
		f, err := r.files[e.source()], error(nil)
		if f == nil {
			if len(r.files) == 1000 {
				r.close()
			}
			if f, err = os.Open(filepath.Join(r.index.journal.dir, r.index.Info.Sources[e.source()].Segment)); err != nil {
				return err
			}
			r.files[e.source()] = f
		}
		r.buf = slices.Grow(r.buf[:0], size)[:size]
		n, err := f.ReadAt(r.buf, e.offset())
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		r.buf = r.buf[:n]
		r.text, r.at, begin = string(r.buf), e.at, 0
		line, _, whole = strings.Cut(r.text, "\n")
		whole = whole || err != nil
	}
	line = strings.TrimSuffix(line, "\r")
	r.trial = trial.Trial{}
	if !trial.Sealed(r.buf[begin:][:len(line)]) || r.decode.Parse(line, &r.trial) != nil || KeyOf(&r.trial) != e.Key {
		return errChanged
	}
	return nil
}

func (r *rowReader) close() {
	for _, f := range r.files {
		_ = f.Close()
	}
	clear(r.files)
}

var errChanged = errors.New("lines have changed or disappeared while the file was read: repeat the command, and do not let other programs write to the file")

// Trials reads rows from the journals. The slice places holds their positions in the index; Trials
// sorts it and returns the rows in that order.
func (x *Index) Trials(places []int32) ([]trial.Trial, error) {
	x.sort(places)
	const together = 1 << 12 // rows
	trials := make([]trial.Trial, len(places))
	parts := slices.Collect(slices.Chunk(places, together))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range parts {
		group.Go(func() error {
			part := trials[i*together:]
			k := 0
			for t, err := range x.rows(parts[i]) {
				if err != nil {
					return err
				}
				part[k] = *t
				own(&part[k], &part[max(k-1, 0)])
				k++
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return trials, nil
}

// own gives a trial its own strings instead of substrings of the journal, so that a few trials do
// not keep the whole journal in memory. It reuses strings of the previous trial, which often
// belongs to the same instance. Equal names get the same address. This speeds up comparisons
// between rows, which are most of the work of sorting.
func own(t, before *trial.Trial) {
	mode := string(t.Mode)
	for _, name := range []*string{&t.Study, &t.Set, &t.Strategy, &t.Code, &mode} {
		*name = unique.Make(*name).Value()
	}
	t.Mode = trial.Mode(mode)
	for i := range t.Observed {
		t.Observed[i].Name = unique.Make(t.Observed[i].Name).Value()
	}
	if before != t && before.Instance == t.Instance && before.Text == t.Text {
		t.Instance, t.Text = before.Instance, before.Text
	} else {
		t.Instance, t.Text = strings.Clone(t.Instance), strings.Clone(t.Text)
	}
	t.Result, t.Solution, t.Error = strings.Clone(t.Result), strings.Clone(t.Solution), strings.Clone(t.Error)
}
