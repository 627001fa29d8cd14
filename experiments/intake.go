package experiments

import (
	"fmt"
	"iter"
	"strings"
	"time"
)

// ParseLine reads a line of a journal, with or without its newline: the inverse of
// [Trial.Line]. The error says what is wrong with it.
func ParseLine(line string) (Trial, error) {
	line = strings.TrimRight(line, "\r\n")
	if !sealed([]byte(line)) {
		return Trial{}, fmt.Errorf("the line does not match its checksum (want one as export --to jsonl writes it)")
	}
	var t Trial
	err := new(decoder).parse(line, &t)
	return t, err
}

// Added counts rows that came to a study.
type Added struct{ New, Known int }

// Add stores rows that were made elsewhere, each in the study that it names, with the
// provenance given. Messages and names of numbers are changed to what rows of runs may
// have. A row that is stored as it is stays alone. A row that contradicts a
// stored one of the same trial, code and limits is an error, which names trial, column and
// both values. What was added until an error stays.
func (s *Store) Add(rows iter.Seq2[*Trial, error], provenance Provenance) (added map[string]Added, err error) {
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
	*attempt
	unlock func()
}

func (s *Store) intake(study string, provenance Provenance) (*intake, error) {
	j, err := s.Study(strings.Clone(study))
	if err != nil {
		return nil, err
	}
	lock, err := j.lock()
	if err != nil {
		return nil, err
	}
	x, err := j.read()
	if err == nil && x.info.newer != nil {
		err = fmt.Errorf("experiments: nothing is added to study %q beside a %w, or choose another results folder", j.study, x.info.newer)
	}
	var a *attempt
	if err == nil {
		a, err = j.begin(x, 1, func() Provenance { return provenance })
	}
	if err != nil {
		lock.unlock()
		return nil, err
	}
	return &intake{a, lock.unlock}, nil
}

// add adds a row unless it is known.
func (in *intake) add(t *Trial) (known bool, err error) {
	given := string(t.Line())
	t.Error, t.Output = text(t.Error), text(t.Output)
	for i := range t.Observed {
		t.Observed[i].Name = text(t.Observed[i].Name)
	}
	x := in.index
	x.enter()
	var places []int32
	for place := range x.versions(t.hashedKey()) {
		if x.terms.list[x.entries[place].terms] == t.terms() {
			places = append(places, place)
		}
	}
	var stored []Trial
	if len(places) > 0 {
		if stored, err = x.trials(places); err != nil {
			return false, err
		}
	}
	for i := range stored {
		old := &stored[i]
		if line := string(old.Line()); line == given || line == string(t.Line()) {
			return true, nil
		}
		if diff := Diff(old, t); diff != nil && old.Deterministic() && t.Deterministic() {
			return false, &ConflictError{Conflict{Key: t.Key(), Columns: diff}}
		}
	}
	x.expect(1)
	_, err = in.writers[0].append(t)
	x.settle()
	return false, err
}

func (in *intake) close() error {
	defer in.unlock()
	return in.attempt.close()
}

// ConflictError is that of rows that should be equal and are not.
type ConflictError struct{ Conflict }

func (e *ConflictError) Error() string {
	return fmt.Sprintf("experiments: %v (%s): two rows of the same code and limits differ (stored, new): %s", e.Key, e.Key.ID(), strings.Join(e.Columns, "; "))
}

// Imported returns the provenance of rows of which no more is known than what made them.
func Imported(program string) Provenance {
	const unknown = "unknown"
	return Provenance{
		Program: program, Code: "imported", Revision: unknown, Go: unknown, OS: unknown, Arch: unknown, CPU: unknown, Clock: unknown,
		Started: time.Now().UTC().Truncate(time.Second),
	}
}
