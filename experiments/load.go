package experiments

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// LoadInfo says what [Journal.Load] met besides the rows it returned.
type LoadInfo struct {
	Superseded int        // rows for which there is a newer one with the same key
	Torn       []string   // segments whose last line a killed process left unfinished
	Bad        []BadLine  // lines that were skipped: damaged or foreign
	Conflicts  []Conflict // pairs of rows that should be equal and are not
	Sources    []Source   // segments that rows came from, oldest first
	newer      error      // the first segment of a format that is not known
}

// Conflict is two rows of one trial, of the same code and under the same limits,
// that found different things, as on two machines of which one is wrong.
type Conflict struct {
	Key     Key
	Columns []string // that differ, as [Diff] has them: the older row's value first
}

func (c Conflict) String() string {
	return fmt.Sprintf("%v (%s): two stored rows of the same code and limits differ (older, newer): %s; the newer one counts",
		c.Key, c.Key.ID(), strings.Join(c.Columns, "; "))
}

// BadLine is a line that could not be used.
type BadLine struct {
	Segment string
	Line    int // from 1; 0 for the whole file
	Reason  string
}

// Source is a segment that returned rows came from.
type Source struct {
	Segment string
	Rows    int // returned
	header  string
}

// Provenance returns who computed the segment's rows.
func (s Source) Provenance() (Provenance, error) {
	if s.header == "" {
		return Provenance{}, fmt.Errorf("experiments: journal %s has lost its header: who computed it is unknown", s.Segment)
	}
	var h header
	if err := json.Unmarshal([]byte(s.header), &h); err != nil {
		return Provenance{}, fmt.Errorf("experiments: journal %s: header: %w", s.Segment, err)
	}
	return h.Provenance, nil
}

// Warnings returns what a user should know, a sentence each. A torn last line
// is no reason to worry: that trial is simply run again.
func (i LoadInfo) Warnings() []string {
	var list []string
	for _, b := range i.Bad {
		if b.Line > 0 {
			list = append(list, fmt.Sprintf("a stored line was skipped: %s:%d: %s", b.Segment, b.Line, b.Reason))
		} else {
			list = append(list, fmt.Sprintf("a journal was not read: %s: %s", b.Segment, b.Reason))
		}
	}
	for _, c := range i.Conflicts {
		list = append(list, c.String())
	}
	return list
}

// Load returns the stored trials of the study, sorted by set, size, index,
// strategy, mode and repeat. Of several rows with one [Key] it returns the
// newest. How the rows were spread over segments does not show,
// except in the LoadInfo.
//
// Damaged lines are skipped and reported, never taken for an error; the error
// is that of a folder or file that cannot be read.
//
// Rows of older versions of a strategy and of other root seeds are among the
// rows: their keys differ. [Sweep.Stored] returns a sweep's own rows only.
func (j *Journal) Load() ([]Trial, LoadInfo, error) {
	rows, info, err := j.read()
	if err != nil {
		return nil, info, err
	}
	rows = newest(rows)
	info.Sources = used(info.Sources, rows)
	trials := make([]Trial, len(rows))
	for i, r := range rows {
		trials[i] = *r.trial
	}
	return trials, info, nil
}

// stored is a row in memory and the segment it came from.
type stored struct {
	trial  *Trial
	source int // index into the sources read returns
	age    int // place among all rows: a larger one is newer
}

// read loads the rows of all segments, sorted, those of one key from the oldest
// to the newest. The info lists all segments as sources.
func (j *Journal) read() ([]stored, LoadInfo, error) {
	var info LoadInfo
	list, strange, err := j.segments()
	if err != nil {
		return nil, info, err
	}
	for _, name := range strange {
		info.Bad = append(info.Bad, BadLine{Segment: name, Reason: "it is not named like one, NAME-ATTEMPT.jsonl"})
	}
	contents := make([]content, len(list))
	var group sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, s := range list {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			contents[i] = j.decode(s)
		})
	}
	group.Wait()
	slices.SortFunc(contents, compareAge)

	total := 0
	for i := range contents {
		c := &contents[i]
		if c.err != nil {
			return nil, info, fmt.Errorf("experiments: load %q: %w", j.study, c.err)
		}
		total += len(c.trials)
		info.Bad = append(info.Bad, c.bad...)
		if c.newer != nil && info.newer == nil {
			info.newer = fmt.Errorf("journal %s: %w", c.name, c.newer)
		}
		if c.torn {
			info.Torn = append(info.Torn, c.name)
		}
		info.Sources = append(info.Sources, Source{Segment: c.name, header: c.header})
	}
	rows := make([]stored, 0, total)
	names := names{}
	for i := range contents {
		for k := range contents[i].trials {
			t := &contents[i].trials[k]
			t.Study, t.Set, t.Strategy, t.Mode = names.one(t.Study), names.one(t.Set), names.one(t.Strategy), Mode(names.one(string(t.Mode)))
			rows = append(rows, stored{trial: t, source: i, age: len(rows)})
		}
	}
	slices.SortFunc(rows, func(a, b stored) int {
		if c := compareTrials(a.trial, b.trial); c != 0 {
			return c
		}
		return cmp.Compare(a.age, b.age)
	})
	for i := 1; i < len(rows); i++ {
		if sameTrial(rows[i-1].trial, rows[i].trial) {
			info.Superseded++
		}
	}
	info.Conflicts = conflicts(rows)
	return rows, info, nil
}

// conflicts compares each row with the one before it that should equal it.
func conflicts(rows []stored) []Conflict {
	var list []Conflict
	for i, r := range rows {
		for k := i - 1; k >= 0 && sameTrial(rows[k].trial, r.trial); k-- {
			a, b := rows[k].trial, r.trial
			if a.Code != b.Code || a.Limits != b.Limits || !a.Deterministic() || !b.Deterministic() {
				continue
			}
			if diff := Diff(a, b); diff != nil {
				list = append(list, Conflict{Key: b.Key(), Columns: diff})
			}
			break
		}
	}
	return list
}

// names keeps one copy of each name, so that equal ones are found equal by
// their address: comparing rows is most of the work of sorting them.
type names map[string]string

func (n names) one(s string) string {
	if first, ok := n[s]; ok {
		return first
	}
	n[s] = s
	return s
}

// newest returns the last of the rows of each key.
func newest(rows []stored) []stored {
	var kept []stored
	for i, r := range rows {
		if i+1 == len(rows) || !sameTrial(r.trial, rows[i+1].trial) {
			kept = append(kept, r)
		}
	}
	return kept
}

// used returns the sources that the rows came from, with their numbers. Rows
// that were run just now have none.
func used(sources []Source, rows []stored) []Source {
	counts := make([]int, len(sources))
	for _, r := range rows {
		if r.source >= 0 {
			counts[r.source]++
		}
	}
	var list []Source
	for i, s := range sources {
		if s.Rows = counts[i]; s.Rows > 0 {
			list = append(list, s)
		}
	}
	return list
}

// content is what one segment holds.
type content struct {
	segment
	began  time.Time // says the header
	crc    uint32    // of the file
	trials []Trial
	header string
	torn   bool
	bad    []BadLine
	newer  error // why the segment is not read at all
	err    error
}

// compareAge orders segments by when they were begun. Those of one second are in the
// order of their attempts, and those of several machines or workers then by what
// stands in them, so that it is the same in all folders.
func compareAge(a, b content) int {
	return cmp.Or(a.began.Compare(b.began), cmp.Compare(a.attempt, b.attempt), strings.Compare(a.header, b.header), cmp.Compare(a.crc, b.crc))
}

func (j *Journal) decode(s segment) (c content) {
	c.segment = s
	data, err := os.ReadFile(filepath.Join(j.dir, s.name))
	if err != nil {
		c.err = err
		return c
	}
	c.crc = crc32.Checksum(data, castagnoli)
	// The trials' strings are substrings of this one.
	whole := string(data)
	c.trials = make([]Trial, 0, strings.Count(whole, "\n"))
	var decoder decoder
	for number, start := 1, 0; start < len(whole); number++ {
		end := strings.IndexByte(whole[start:], '\n')
		ended := end >= 0
		if ended {
			end += start
		} else {
			end = len(whole)
		}
		line, raw := whole[start:end], data[start:end]
		start = end + 1
		if line, raw = strings.TrimSuffix(line, "\r"), bytes.TrimSuffix(raw, []byte("\r")); number == 1 {
			if c.newer = checkFormat(line, raw); c.newer != nil {
				c.bad = []BadLine{{Segment: s.name, Reason: c.newer.Error()}}
				return c
			}
		}
		if err := j.take(line, raw, number, &c, &decoder); err != nil {
			if !ended && errors.Is(err, errSeal) {
				c.torn = true
				continue
			}
			c.bad = append(c.bad, BadLine{Segment: s.name, Line: number, Reason: err.Error()})
		}
	}
	return c
}

// checkFormat reports a first line that is the header of a segment of another
// format. Nothing of such a segment can be trusted, whatever its rows look like;
// headers have the seal in every format.
func checkFormat(line string, raw []byte) error {
	var h struct {
		Format     int                      `json:"header"`
		Provenance struct{ Program string } `json:"provenance"`
	}
	if !strings.HasPrefix(line, `{"header":`) || !sealed(raw) || json.Unmarshal(raw, &h) == nil && h.Format == format {
		return nil
	}
	return fmt.Errorf("its format is %d, which %s writes, and this program knows format %d only: use that program or a newer one", h.Format, cmp.Or(h.Provenance.Program, "another program"), format)
}

var errSeal = errors.New("the line does not match its checksum and was skipped")

// take adds one line to the content of its segment.
func (j *Journal) take(line string, raw []byte, number int, c *content, d *decoder) error {
	if !sealed(raw) {
		return errSeal
	}
	if strings.HasPrefix(line, `{"header":`) {
		if number > 1 {
			return errors.New("a header that is not the first line")
		}
		c.header = line
		p, err := Source{header: line}.Provenance()
		c.began = p.Started
		return err
	}
	n := len(c.trials)
	c.trials = append(c.trials, Trial{})
	if err := d.parse(line, &c.trials[n]); err != nil {
		c.trials = c.trials[:n]
		return fmt.Errorf("not a trial: %w", err)
	}
	if study := c.trials[n].Study; study != j.study {
		c.trials = c.trials[:n]
		return fmt.Errorf("a trial of study %q, not of %q", study, j.study)
	}
	return nil
}
