package experiments

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// sort brings places into the order of the lines in the journals.
func (x *index) sort(places []int32) {
	slices.SortFunc(places, func(a, b int32) int { return cmp.Compare(x.entries[a].at, x.entries[b].at) })
}

// bySource yields the places in each segment. They must be sorted.
func (x *index) bySource(places []int32) iter.Seq2[int, []int32] {
	return func(yield func(int, []int32) bool) {
		for len(places) > 0 {
			source := x.entries[places[0]].source()
			n := slices.IndexFunc(places, func(p int32) bool { return x.entries[p].source() != source })
			if n < 0 {
				n = len(places)
			}
			if !yield(source, places[:n]) {
				return
			}
			places = places[n:]
		}
	}
}

// rows reads the rows at places, which must be sorted and of one segment, and calls
// take with each and its number among them.
func (x *index) rows(source int, places []int32, take func(i int, t *Trial) error) error {
	name := x.info.Sources[source].Segment
	f, err := os.Open(filepath.Join(x.journal.dir, name))
	if err != nil {
		return fmt.Errorf("experiments: read the trials of %q again: %w", x.journal.study, err)
	}
	defer f.Close()
	first, next := x.entries[places[0]].offset(), 0
	var d decoder
	var t Trial
	if _, err = f.Seek(first, io.SeekStart); err == nil {
		err = eachLine(f, func(line string, raw []byte, at int64) error {
			e := &x.entries[places[next]]
			if first+at != e.offset() {
				return nil
			}
			t = Trial{}
			if !sealed(raw[:len(line)]) || d.parse(line, &t) != nil || t.hashedKey() != e.key {
				return errChanged
			}
			if err := take(next, &t); err != nil {
				return err
			}
			if next++; next == len(places) {
				return errStop
			}
			return nil
		})
	}
	switch {
	case next == len(places):
		return nil
	case err == nil:
		err = errChanged
	}
	return fmt.Errorf("experiments: read the trials of %q again: journal %s: %w", x.journal.study, name, err)
}

var errChanged = errors.New("lines that were there a moment ago have changed or are gone: run again, and let nothing else write to it")

// trials returns the rows at places, which it sorts.
func (x *index) trials(places []int32) ([]Trial, error) {
	x.sort(places)
	type part struct {
		source int
		places []int32
		trials []Trial
		err    error
	}
	trials := make([]Trial, len(places))
	var parts []part
	rest := trials
	for source, rows := range x.bySource(places) {
		parts = append(parts, part{source: source, places: rows, trials: rest[:len(rows)]})
		rest = rest[len(rows):]
	}
	var shared sync.Map
	inParallel(len(parts), func(i int) {
		p := &parts[i]
		names := names{seen: map[string]string{}, shared: &shared}
		p.err = x.rows(p.source, p.places, func(k int, t *Trial) error {
			p.trials[k] = *t
			names.own(&p.trials[k], &p.trials[max(k-1, 0)])
			return nil
		})
	})
	for i := range parts {
		if parts[i].err != nil {
			return nil, parts[i].err
		}
	}
	return trials, nil
}

// names keeps one copy of each name, so that equal ones are found equal by their
// address: comparing rows is most of the work of sorting them.
type names struct {
	seen   map[string]string
	shared *sync.Map // of the other segments
}

func (n *names) one(s string) string {
	first, ok := n.seen[s]
	if !ok {
		s = strings.Clone(s)
		of, _ := n.shared.LoadOrStore(s, s)
		first = of.(string)
		n.seen[s] = first
	}
	return first
}

// own gives a trial strings that are no part of the journal's, so that a few of them do not
// keep all of it in memory. Rows of one instance follow each other.
func (n *names) own(t, before *Trial) {
	t.Study, t.Set, t.Strategy, t.Code = n.one(t.Study), n.one(t.Set), n.one(t.Strategy), n.one(t.Code)
	t.Mode = Mode(n.one(string(t.Mode)))
	for i := range t.Observed {
		t.Observed[i].Name = n.one(t.Observed[i].Name)
	}
	if before != t && before.Instance == t.Instance && before.Text == t.Text {
		t.Instance, t.Text = before.Instance, before.Text
	} else {
		t.Instance, t.Text = strings.Clone(t.Instance), strings.Clone(t.Text)
	}
	t.Solution, t.Error = strings.Clone(t.Solution), strings.Clone(t.Error)
}
