package store

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// LoadInfo describes what [Journal.Load] found in the journals besides the rows that it returned.
type LoadInfo struct {
	Superseded int        // number of rows that were not returned because there is a newer row with the same key
	Torn       []string   // journal files whose last line is incomplete because a process was killed while writing it
	Bad        []BadLine  // lines that were skipped because they are damaged or do not belong to the study
	Conflicts  []Conflict // pairs of rows that should be equal but are not
	Sources    []Source   // journal files from which rows were returned, oldest first
	// error that names the first journal file in a newer, unknown format and the program that wrote
	// it; nil if there is none
	Newer error
}

// Conflict describes two rows with the same key, code and limits but different results, for example
// because one of two machines has a hardware fault.
type Conflict struct {
	Key     trial.Key
	Columns []string // columns that differ, each with the older and the newer value, as [trial.Diff] lists them
}

// String returns the trial's key, its ID, and the differing columns with both values.
func (c Conflict) String() string {
	return fmt.Sprintf("%v (%s): two stored rows of the same code and limits differ (older, newer): %s; the newer one counts",
		c.Key, c.Key.ID(), strings.Join(c.Columns, "; "))
}

// BadLine describes a line of a journal that could not be read.
type BadLine struct {
	Segment string
	Line    int // line number, counted from 1; 0 if the whole file could not be used
	Reason  string
}

// Source describes a segment, that is, a journal file, from which at least one row was returned.
type Source struct {
	Segment string
	Rows    int // number of rows returned from this segment
	header  string
}

// Provenance reads from the segment's header which code and which machine computed its rows.
func (s Source) Provenance() (trial.Provenance, error) {
	if s.header == "" {
		return trial.Provenance{}, fmt.Errorf("experiments: journal %s has lost its header, so it is unknown which program and machine wrote it", s.Segment)
	}
	var h header
	if err := json.Unmarshal([]byte(s.header), &h); err != nil {
		return trial.Provenance{}, fmt.Errorf("experiments: journal %s: header: %w", s.Segment, err)
	}
	return h.Provenance, nil
}

// Warnings returns one sentence for each problem that the user should know about. It does not
// mention incomplete last lines: they are harmless, because the trial will be run again.
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

// Load returns the stored trials of the study, sorted by set, size, index, strategy, mode and
// repeat. If several rows have the same [trial.Key], it returns the newest. The LoadInfo lists the
// segments from which the rows come.
//
// Load skips damaged lines and zero bytes left by a power failure, and reports them in the
// LoadInfo. It returns an error only if it cannot read a folder or file. An incomplete last line,
// left by a killed process, does not count as damage.
//
// The result includes rows of older versions of a strategy and rows with other root seeds, because
// their keys differ. [experiments.Sweep.Stored] returns only the rows of one sweep.
func (j *Journal) Load() ([]trial.Trial, LoadInfo, error) {
	x, err := j.Read()
	if err != nil {
		return nil, LoadInfo{}, err
	}
	return x.load(x.newest())
}

// load returns the rows at places, sorted by key, and the segments that contain them.
func (x *Index) load(places []int32) ([]trial.Trial, LoadInfo, error) {
	info := x.Info
	info.Sources = x.Used(places)
	trials, err := x.Trials(places)
	trial.Sort(trials)
	return trials, info, err
}

// Scan yields the trials that [Journal.Load] would return, in no particular order. It holds only
// one trial in memory at a time. The caller must not retain a trial. An error ends the sequence.
func (j *Journal) Scan() iter.Seq2[*trial.Trial, error] {
	return func(yield func(*trial.Trial, error) bool) {
		x, err := j.Read()
		if err != nil {
			yield(nil, err)
			return
		}
		places := x.newest()
		x.sort(places)
		x.rows(places)(yield)
	}
}

// Read builds an index of the rows in all journal files of the study.
func (j *Journal) Read() (*Index, error) {
	fail := func(err error) (*Index, error) { return nil, fmt.Errorf("experiments: load %q: %w", j.study, err) }
	list, strange, err := j.segments()
	if err != nil {
		return nil, err
	}
	x := &Index{journal: j}
	for _, name := range strange {
		x.Info.Bad = append(x.Info.Bad, BadLine{Segment: name, Reason: "it is not named like one, NAME-ATTEMPT.jsonl"})
	}
	contents := make([]content, len(list))
	indexed, closed := j.indexed()
	defer closed()
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, s := range list {
		group.Go(func() error {
			c, ok := indexed[s.name]
			if ok && c.fits(filepath.Join(j.dir, s.name)) {
				c.segment = s
				c.date(c.header)
			} else {
				c = j.scan(s)
			}
			contents[i] = c
			return c.err
		})
	}
	_ = group.Wait() // the loop below returns the error of the oldest segment
	slices.SortFunc(contents, compareAge)
	total := 0
	for i := range contents {
		if err := contents[i].err; err != nil {
			return fail(err)
		}
		total += contents[i].count
	}
	x.reserve(total)
	var twins [][2]int32
	for i := range contents {
		if twins, err = x.take(&contents[i], twins); err != nil {
			return fail(err)
		}
	}
	x.Loaded = len(x.Entries)
	if err := x.compare(twins); err != nil {
		return fail(err)
	}
	return x, nil
}

// take adds the rows of a segment to the index, and appends pairs of rows that should be equal to
// twins.
func (x *Index) take(c *content, twins [][2]int32) ([][2]int32, error) {
	x.Info.Bad = append(x.Info.Bad, c.bad...)
	if c.newer != nil && x.Info.Newer == nil {
		x.Info.Newer = fmt.Errorf("journal %s: %w", c.name, c.newer)
	}
	if c.torn {
		x.Info.Torn = append(x.Info.Torn, c.name)
	}
	x.latest = max(x.latest, c.attempt)
	source := x.begin(Source{Segment: c.name, header: c.header}, c.segmentState)
	numbers := make([]uint32, len(c.terms.list))
	for i, of := range c.terms.list {
		numbers[i] = x.terms.number(of)
	}
	err := c.each(func(e Entry, m more) {
		if !x.journal.Shard.Has(e.Key) {
			return
		}
		e.at |= uint64(source) << offsetBits
		e.terms = numbers[e.terms]
		older, twin := int32(-1), int32(-1)
		for older = range x.Versions(e.Key) {
			if o := &x.Entries[older]; o.terms == e.terms && x.terms.list[e.terms].Killed == "" && o.deterministic() && e.deterministic() {
				twin = older
			}
		}
		e.more = x.more.number(m)
		place := x.add(e)
		if older >= 0 {
			x.Info.Superseded++
		}
		if twin >= 0 {
			twins = append(twins, [2]int32{twin, place})
		}
	})
	return twins, err
}

// compare records the pairs of rows that differ. The older row comes first.
func (x *Index) compare(twins [][2]int32) error {
	var places []int32
	for _, pair := range twins {
		places = append(places, pair[:]...)
	}
	slices.Sort(places)
	places = slices.Compact(places)
	rows, err := x.Trials(places)
	if err != nil {
		return err
	}
	at := make(map[int32]*trial.Trial, len(rows))
	for i, place := range places {
		at[place] = &rows[i]
	}
	for _, pair := range twins {
		if diff := trial.Diff(at[pair[0]], at[pair[1]]); diff != nil {
			x.Info.Conflicts = append(x.Info.Conflicts, Conflict{Key: at[pair[1]].Key(), Columns: diff})
		}
	}
	return nil
}

// content holds everything that was read from one segment.
type content struct {
	segment
	segmentState
	format  int       // read from the header, if there is one
	began   time.Time // in format 1
	count   int       // number of entries; their segment number is not set yet
	entries []Entry   // scanned entries
	indexed io.Reader // entries in the index file
	terms   termList
	more    moreList
	header  string
	bad     []BadLine
	newer   error // why the segment is not read at all
	err     error
}

// compareAge orders segments by age, that is, by the numbers of their attempts. The number of an
// attempt is larger than the numbers of all segments that existed when the attempt began. Attempts
// with the same number began in separate folders, or have no trial in common. They are sorted by
// their headers, which gives the same order in all folders.
//
// Segments of format 1 come first, sorted by the clock of the machine that wrote them.
func compareAge(a, b content) int {
	return cmp.Or(cmp.Compare(a.format, b.format), a.began.Compare(b.began), cmp.Compare(a.attempt, b.attempt),
		strings.Compare(a.header, b.header), cmp.Compare(a.crc, b.crc))
}

// scan reads a segment.
func (j *Journal) scan(s segment) (c content) {
	c.segment = s
	f, err := os.Open(filepath.Join(j.dir, s.name))
	if err != nil {
		c.err = err
		return c
	}
	defer f.Close()
	var d trial.Decoder
	number := 0
	c.err = eachLine(f, func(line string, raw []byte, at int64) error {
		number++
		c.segmentState.add(raw)
		ended := raw[len(raw)-1] == '\n'
		raw = raw[:len(line)]
		if number == 1 {
			if c.newer = checkFormat(line, raw); c.newer != nil {
				c.bad = []BadLine{{Segment: s.name, Reason: c.newer.Error()}}
				return errStop
			}
			c.date(line)
		}
		err := c.take(j.study, line, raw, number, at, &d)
		switch {
		case err == nil:
		case !ended && errors.Is(err, errSeal) && tear(line):
			c.torn = true
		case bytes.IndexByte(raw, 0) >= 0:
			err = fmt.Errorf("%d zero bytes from offset %d on have replaced rows, as after a power failure",
				bytes.Count(raw, []byte{0}), at+int64(bytes.IndexByte(raw, 0)))
			fallthrough
		default:
			c.bad = append(c.bad, BadLine{Segment: s.name, Line: number, Reason: err.Error()})
		}
		return nil
	})
	if errors.Is(c.err, errStop) {
		c.err = nil
	}
	c.torn = c.torn || number == 0 && c.err == nil
	c.damaged, c.count = c.bad != nil, len(c.entries)
	return c
}

// tear reports whether the text at the end of a segment is the beginning of a line, as a killed
// process leaves it. Lines contain no control characters.
func tear(line string) bool {
	return strings.HasPrefix(line, "{") && !strings.ContainsFunc(line, func(r rune) bool { return r < ' ' })
}

// date determines when a segment was started, from its header if possible. If the header is
// damaged, date takes the attempt from the segment's name, and the format from the damaged first
// line if that line still shows it.
func (c *content) date(first string) {
	var h header
	_ = json.Unmarshal([]byte(c.header), &h)
	c.format, c.attempt = format, cmp.Or(h.Attempt, c.attempt)
	if strings.HasPrefix(first, `{"header":1,`) {
		c.format, c.began = 1, h.Provenance.Started
	}
}

// errStop ends a loop over lines early.
var errStop = errors.New("stop")

// eachLine calls take with each line of a file: the line without its newline, its raw bytes, and
// its offset. The caller may retain the line, but that keeps neighboring lines in memory too. The
// loop ends with the first error that take returns.
func eachLine(f io.Reader, take func(line string, raw []byte, at int64) error) error {
	buf, filled, at := make([]byte, 1<<16), 0, int64(0)
	for {
		n, err := f.Read(buf[filled:])
		filled += n
		whole := bytes.LastIndexByte(buf[:filled], '\n') + 1
		if err != nil {
			if !errors.Is(err, io.EOF) {
				return err
			}
			whole = filled
		}
		text := string(buf[:whole])
		for from := 0; from < whole; {
			to := whole
			if end := strings.IndexByte(text[from:], '\n'); end >= 0 {
				to = from + end + 1
			}
			line := strings.TrimSuffix(strings.TrimSuffix(text[from:to], "\n"), "\r")
			if err := take(line, buf[from:to], at+int64(from)); err != nil {
				return err
			}
			from = to
		}
		if err != nil {
			return nil
		}
		at += int64(whole)
		filled = copy(buf, buf[whole:filled])
		if filled == len(buf) {
			buf = append(buf, make([]byte, len(buf))...)
		}
	}
}

// checkFormat returns an error if the first line is the header of a newer format. The rows of such
// a segment cannot be trusted, whatever they look like. Headers have a checksum in every format.
func checkFormat(line string, raw []byte) error {
	var h struct {
		Format     int                      `json:"header"`
		Provenance struct{ Program string } `json:"provenance"`
	}
	if !strings.HasPrefix(line, `{"header":`) || !trial.Sealed(raw) || json.Unmarshal(raw, &h) == nil && h.Format >= 1 && h.Format <= format {
		return nil
	}
	return fmt.Errorf("its format is %d, as written by %s, but this program reads only formats up to %d: use that program or a newer one", h.Format, cmp.Or(h.Provenance.Program, "another program"), format)
}

var errSeal = errors.New("the line does not match its checksum and was skipped")

// take adds one line to the content of the segment.
func (c *content) take(study, line string, raw []byte, number int, at int64, d *trial.Decoder) error {
	if !trial.Sealed(raw) {
		return errSeal
	}
	if strings.HasPrefix(line, `{"header":`) {
		if number > 1 {
			return errors.New("there is a header after the first line")
		}
		c.header = strings.Clone(line)
		c.date(line)
		return nil
	}
	var t trial.Trial
	if err := d.Parse(line, &t); err != nil {
		return fmt.Errorf("it is not a trial: %w", err)
	}
	if t.Study != study {
		return fmt.Errorf("it is a trial of study %q instead of %q", t.Study, study)
	}
	e := entryOf(&t, at)
	of := termsOf(&t)
	if c.format == 1 && of.Killed == trial.KilledByCrash && shutDown().MatchString(t.Error) {
		of.Killed = "" // makes it an ordinary failed trial, which is run again
	}
	e.terms, e.more = c.terms.number(of), c.more.number(moreOf(&t))
	c.entries = append(c.entries, e)
	return nil
}

// shutDown matches the error of a trial that was ended by a signal asking the program to stop.
// Versions that wrote format 1 recorded such an error when a whole run was stopped.
var shutDown = lazy.Regexp(`^the process of the trial ended with signal: (terminated|interrupt|hangup)(:|$)`)

// LoadWhere works like [Journal.Load] but considers only rows for which keep returns true. For each
// [trial.Key], it returns the newest of these rows, even if a newer row was rejected. LoadWhere can
// therefore find rows from earlier code or earlier versions.
func (j *Journal) LoadWhere(keep func(*trial.Trial) bool) ([]trial.Trial, LoadInfo, error) {
	x, err := j.Read()
	if err != nil {
		return nil, LoadInfo{}, err
	}
	places, newest := x.all(), map[HashedKey]int32{}
	i := 0
	for row, err := range x.rows(places) {
		if err != nil {
			return nil, x.Info, err
		}
		if of, place := KeyOf(row), places[i]; keep(row) {
			newest[of] = max(newest[of], place) // entries are sorted from oldest to newest
		}
		i++
	}
	return x.load(slices.Sorted(maps.Values(newest)))
}
