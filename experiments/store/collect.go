package store

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
)

// Garbage counts the stored rows and bytes of a study, and the rows and bytes that
// [Journal.Collect] can remove.
type Garbage struct {
	Rows      int `json:"rows"`       // number of stored rows
	OtherCode int `json:"other_code"` // number of rows computed by code that is no longer in use
	// number of rows for which a newer row with the same key, code and limits exists
	Repeated int   `json:"repeated"`
	Bytes    int64 `json:"bytes"` // size of all journals in bytes
	Freed    int64 `json:"freed"` // size in bytes of the rows that were removed or can be removed
}

// Collect finds the rows of the study that no sweep would reuse. These are the rows for which inUse
// returns false, and the rows that have the same key, code and limits as a newer row. If remove is
// set, Collect permanently deletes these rows from the journals. Otherwise it changes nothing. To
// keep problems visible, Collect does not remove rows that contradict each other. It does not
// change a journal that it cannot read completely.
//
// Collect replaces each journal completely or not at all. If remove is set, it returns a
// [*LockedError] while another process runs trials of the study.
func (j *Journal) Collect(inUse func(*trial.Trial) bool, remove bool) (g Garbage, err error) {
	if remove {
		if _, err := os.Stat(j.dir); errors.Is(err, os.ErrNotExist) {
			return g, nil
		}
		lock, err := j.Lock()
		if err != nil {
			return g, err
		}
		defer lock.Unlock()
	}
	x, err := j.Read()
	if err != nil {
		return g, err
	}
	if x.Info.Newer != nil {
		return g, fmt.Errorf("experiments: cannot remove trials of %q next to a %w", j.study, x.Info.Newer)
	}
	contradicted := map[trial.Key]bool{}
	for _, c := range x.Info.Conflicts {
		contradicted[c.Key] = true
	}
	places := x.all()
	for source, of := range x.segments {
		n := 0
		for n < len(places) && x.Entries[places[n]].source() == source {
			n++
		}
		rows := places[:n]
		if places = places[n:]; n == 0 {
			continue
		}
		g.Rows, g.Bytes = g.Rows+len(rows), g.Bytes+of.size
		if of.damaged {
			continue
		}
		keep, err := x.kept(rows, contradicted, inUse, &g)
		if err != nil {
			return g, err
		}
		if len(keep) == len(rows) {
			continue
		}
		left, err := j.rewrite(x.Info.Sources[source].Segment, keep, remove)
		if err != nil {
			return g, err
		}
		g.Freed += of.size - left
	}
	return g, nil
}

// kept returns the offsets of the segment's rows that are not garbage, and counts the garbage.
func (x *Index) kept(rows []int32, contradicted map[trial.Key]bool, inUse func(*trial.Trial) bool, g *Garbage) (offsets []int64, err error) {
	i := 0
	for t, err := range x.rows(rows) {
		switch {
		case err != nil:
			return nil, err
		case !inUse(t):
			g.OtherCode++
		case x.repeated(rows[i]) && !contradicted[t.Key()]:
			g.Repeated++
		default:
			offsets = append(offsets, x.Entries[rows[i]].offset())
		}
		i++
	}
	return offsets, nil
}

// repeated reports whether there is a newer row with the same key, code and limits.
func (x *Index) repeated(place int32) bool {
	for other := range x.Versions(x.Entries[place].Key) {
		if other > place && x.Entries[other].terms == x.Entries[place].terms {
			return true
		}
	}
	return false
}

// rewrite reduces a journal to its header and the rows at the given offsets, or deletes it if there
// are none, and returns the new size. If remove is not set, it only computes the size.
func (j *Journal) rewrite(segment string, offsets []int64, remove bool) (size int64, err error) {
	path := filepath.Join(j.dir, segment)
	if len(offsets) == 0 {
		if remove {
			err = os.Remove(path)
		}
		return 0, err
	}
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	copied := func(w io.Writer) error {
		out := bufio.NewWriter(w)
		err := eachLine(f, func(_ string, raw []byte, at int64) error {
			switch {
			case at == 0:
			case len(offsets) > 0 && offsets[0] == at:
				offsets = offsets[1:]
			default:
				return nil
			}
			size += int64(len(raw))
			_, err := out.Write(raw)
			return err
		})
		return errors.Join(err, out.Flush())
	}
	if remove {
		return size, outfile.Write(path, copied)
	}
	return size, copied(io.Discard)
}
