package store

import (
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// Added counts the rows of a study that were passed to [Store.Add]. New counts the rows that this
// call stored, and Known counts the rows that were already stored.
type Added struct{ New, Known int }

// Add stores rows computed elsewhere, each in the study that it names, with the given provenance.
// It cleans error messages and the names of observed numbers in the same way as for trials run by
// this program. It skips rows that are already stored. If a row contradicts a stored row with the
// same key, code and limits, Add stops and returns an error that names the trial, the columns and
// both values. Rows added before an error stay in the store.
func (s *Store) Add(rows iter.Seq2[*trial.Trial, error], provenance trial.Provenance) (added map[string]Added, err error) {
	added = map[string]Added{}
	open := map[string]*intake{}
	defer func() {
		for _, in := range open {
			if closed := in.close(); err == nil {
				err = closed
			}
		}
	}()
	for t, failed := range rows {
		if failed != nil {
			return added, failed
		}
		in := open[t.Study]
		if in == nil {
			if in, err = s.intake(t.Study, provenance); err != nil {
				return added, err
			}
			open[in.journal.study] = in
		}
		known, err := in.add(t)
		if err != nil {
			return added, err
		}
		n := added[in.journal.study]
		if known {
			n.Known++
		} else {
			n.New++
		}
		added[in.journal.study] = n
	}
	return added, nil
}

// intake adds rows to one study.
type intake struct {
	*Attempt
	unlock func()
}

func (s *Store) intake(study string, provenance trial.Provenance) (*intake, error) {
	j, err := s.Study(strings.Clone(study))
	if err != nil {
		return nil, err
	}
	lock, err := j.Lock()
	if err != nil {
		return nil, err
	}
	x, err := j.Read()
	if err == nil && x.Info.Newer != nil {
		err = fmt.Errorf("experiments: cannot add to study %q next to a %w, or choose another results folder", j.study, x.Info.Newer)
	}
	var a *Attempt
	if err == nil {
		a, err = j.Begin(x, 1, func() trial.Provenance { return provenance })
	}
	if err != nil {
		lock.Unlock()
		return nil, err
	}
	return &intake{a, lock.Unlock}, nil
}

// add adds a row unless it is already stored.
func (in *intake) add(t *trial.Trial) (known bool, err error) {
	given := string(t.Line())
	t.Error, t.Output = trial.Clean(t.Error), trial.Clean(t.Output)
	for i := range t.Observed {
		t.Observed[i].Name = trial.Clean(t.Observed[i].Name)
	}
	x := in.index
	x.enter()
	var places []int32
	for place := range x.Versions(KeyOf(t)) {
		if x.terms.list[x.Entries[place].terms] == termsOf(t) {
			places = append(places, place)
		}
	}
	var stored []trial.Trial
	if len(places) > 0 {
		if stored, err = x.Trials(places); err != nil {
			return false, err
		}
	}
	for i := range stored {
		old := &stored[i]
		if line := string(old.Line()); line == given || line == string(t.Line()) {
			return true, nil
		}
		if diff := trial.Diff(old, t); diff != nil && old.Deterministic() && t.Deterministic() {
			return false, &ConflictError{Conflict{Key: t.Key(), Columns: diff}}
		}
	}
	x.Expect(1)
	_, err = in.Writers[0].Append(t)
	x.settle()
	return false, err
}

func (in *intake) close() error {
	defer in.unlock()
	return in.Attempt.Close()
}

// ConflictError reports that a new row differs from a stored row although they should be equal.
type ConflictError struct{ Conflict }

// Error returns a message that names the trial and the differing columns, with the stored value
// before the new one.
func (e *ConflictError) Error() string {
	return fmt.Sprintf("experiments: %v (%s): two rows of the same code and limits differ (stored, new): %s", e.Key, e.Key.ID(), strings.Join(e.Columns, "; "))
}

// Imported returns a provenance for rows that another program produced. It names that program and
// marks everything else as unknown.
func Imported(program string) trial.Provenance {
	const unknown = "unknown"
	return trial.Provenance{
		Program: program, Code: "imported", Revision: unknown, Go: unknown, OS: unknown, Arch: unknown, CPU: unknown, Clock: unknown,
		Started: time.Now().UTC().Truncate(time.Second),
	}
}
