package store

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// Table presents the stored trials of studies as a table for other programs. It has one column for
// every field of a [trial.Trial], one for every observed number, and two computed columns: the
// trial's ID, and whether the row is the same on every machine. The table reads the rows from the
// journals one at a time.
type Table struct {
	Columns []trial.Column
	Loads   []LoadInfo // one LoadInfo for each study
	Len     int        // number of rows

	parts []tablePart
}

// tablePart contains the rows of one study.
type tablePart struct {
	index  *Index
	places []int32
}

// Table returns a table with the newest row of each trial of the given studies, one study after
// another. Rows are chosen and sorted as in [Journal.Load]. The same trials give the same table on
// every machine, except for the output of trials and for columns of kind [trial.KindTiming]. Table
// returns an error if a journal has a newer format than this program knows.
func (s *Store) Table(studies ...string) (*Table, error) {
	t := &Table{}
	observed := map[string]bool{}
	for _, study := range studies {
		j, err := s.Study(study)
		if err != nil {
			return nil, err
		}
		x, err := j.Read()
		if err != nil {
			return nil, err
		}
		if x.Info.Newer != nil {
			return nil, fmt.Errorf("experiments: study %q cannot be exported next to a %w", study, x.Info.Newer)
		}
		part := tablePart{x, x.newest()}
		if err := part.sort(observed); err != nil {
			return nil, err
		}
		t.parts, t.Loads, t.Len = append(t.parts, part), append(t.Loads, x.Info), t.Len+len(part.places)
	}
	t.Columns = trial.ColumnsOf(slices.Sorted(maps.Keys(observed)))
	return t, nil
}

// sort sorts the rows by key, and adds the names of their observed numbers to observed.
func (p *tablePart) sort(observed map[string]bool) error {
	p.index.sort(p.places)
	type placed struct {
		key   string
		place int32
	}
	keys := make([]placed, 0, len(p.places))
	for row, err := range p.index.rows(p.places) {
		if err != nil {
			return err
		}
		keys = append(keys, placed{row.Key().Ordered(), p.places[len(keys)]})
		for _, o := range row.Observed {
			if !observed[o.Name] {
				observed[strings.Clone(o.Name)] = true
			}
		}
	}
	slices.SortFunc(keys, func(a, b placed) int { return strings.Compare(a.key, b.key) })
	for i := range keys {
		p.places[i] = keys[i].place
	}
	return nil
}

// Trials yields the trials of all rows, one at a time. The caller must not retain a trial. An error
// ends the sequence.
func (t *Table) Trials() iter.Seq2[*trial.Trial, error] {
	return func(yield func(*trial.Trial, error) bool) {
		for _, p := range t.parts {
			for row, err := range p.index.rows(p.places) {
				if !yield(row, err) || err != nil {
					return
				}
			}
		}
	}
}

// Row writes the value of each column for a trial to a slice. The slice must have as many elements
// as the table has columns.
func (t *Table) Row(of *trial.Trial, values []trial.Value) {
	for i := range t.Columns {
		values[i] = t.Columns[i].Of(of)
	}
}
