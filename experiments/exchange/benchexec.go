package exchange

import (
	"bytes"
	"cmp"
	"compress/bzip2"
	"compress/gzip"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// benchResult is a result document of BenchExec (result.dtd). It has only the fields that a trial
// can hold.
type benchResult struct {
	XMLName   xml.Name      `xml:"result"`
	Benchmark string        `xml:"benchmarkname,attr"`
	Name      string        `xml:"name,attr"`
	Block     string        `xml:"block,attr"`
	Display   string        `xml:"displayName,attr"`
	Tool      string        `xml:"tool,attr"`
	Version   string        `xml:"version,attr"`
	Generator string        `xml:"generator,attr"`
	Time      string        `xml:"timelimit,attr"`
	Memory    string        `xml:"memlimit,attr"`
	Others    []xml.Attr    `xml:",any,attr"`
	System    []struct{}    `xml:"systeminfo"`
	Runs      []benchRun    `xml:"run"`
	Files     []benchRun    `xml:"sourcefile"` // the runs in files of 2015 and before
	Totals    []benchColumn `xml:"column"`
}

type benchRun struct {
	Name    string        `xml:"name,attr"`
	Others  []xml.Attr    `xml:",any,attr"`
	Columns []benchColumn `xml:"column"`
}

type benchColumn struct {
	Title string  `xml:"title,attr"`
	Value *string `xml:"value,attr"`
}

// Limits on the expanded size of a compressed file: a multiple of the compressed size, or a minimum
// if that is larger. A token is a tag with its attributes, or the text between two tags. Each token
// counts as a few bytes longer than it is, because it takes more memory than its text.
const (
	maxRatio, minUnpacked = 200, 4 << 20
	maxToken, perToken    = 1 << 20, 32
)

// bounded reads the tokens of an XML file. It fails when the file expands to more than the limit.
type bounded struct {
	*xml.Decoder           // reads from the bounded reader itself
	from         io.Reader // the uncompressed file
	token, all   int       // bytes that the current token and the file may still use
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.from.Read(p)
	b.token, b.all = b.token-n, b.all-n
	switch {
	case b.token < 0:
		err = fmt.Errorf("a tag or text has more than %d bytes", maxToken)
	case b.all < 0:
		err = fmt.Errorf("it expands to more than %d times its size and %d MB: if you trust it, decompress it yourself", maxRatio, minUnpacked>>20)
	}
	return n, err
}

// Token implements [xml.TokenReader].
func (b *bounded) Token() (xml.Token, error) {
	b.token, b.all = maxToken, b.all-perToken
	return b.Decoder.Token()
}

// ReadBenchExec reads a result file of BenchExec, or a CSV table made by BenchExec's
// table-generator, and converts each run to a trial. In a CSV table, the tool, its version and the
// run set together become the strategy, and the task and its property become the text. The parts of
// a result file become these fields of a trial:
//
//	Strategy      the tool's displayName, or else tool, and the name of the run definition
//	Set           the task set (block), or else the benchmark
//	Text          the run's name
//	CPU, Wall     cputime and walltime
//	Outcome       terminationreason, status and category
//	Limited       timelimit, which limits CPU time, and memlimit
//	Observed      every other numeric column: times in seconds, amounts of memory in bytes;
//	              any other unit becomes part of the name
//
// If terminationreason or status names a limit, the outcome is limit-time or limit-memory.
// Otherwise the category decides: correct and missing become measured, and unknown becomes
// incomplete. All other runs become errors with category and status as the message.
//
// Source: doc/result.dtd and doc/run-results.md of BenchExec 3.30.
func ReadBenchExec(r io.Reader, study string) (Import, error) {
	return readForeign(r, study, (*foreign).benchExec)
}

func (f *foreign) benchExec(data []byte) (program string, err error) {
	if bytes.HasPrefix(data, []byte("tool\t")) {
		return f.benchTable(data)
	}
	result, err := decoded(data)
	if err != nil {
		return "", err
	}
	var limited trial.Isolation
	limit := func(name, text, unit string, most float64) float64 {
		n, known, wrong := measure(text, unit)
		if wrong != nil {
			err = cmp.Or(err, fmt.Errorf("%s: %w", name, wrong))
		}
		if known && n > 0 && n < most {
			return n
		}
		if text != "" {
			f.leave("%s %q", name, text)
		}
		return 0
	}
	limited.CPU = time.Duration(limit("timelimit", result.Time, "s", math.MaxInt64/1e9) * 1e9)
	limited.Resident = uint64(limit("memlimit", result.Memory, "B", 1<<63))
	f.leaveRest(result)
	strategy := cmp.Or(result.Display, result.Tool, "tool")
	if result.Name != "" {
		strategy += "," + result.Name
	}
	for _, run := range slices.Concat(result.Files, result.Runs) {
		t := f.trial(cmp.Or(result.Block, result.Benchmark), run.Name, strategy)
		t.Isolated, t.Limited = true, limited
		if wrong := f.run(t, run); wrong != nil {
			err = cmp.Or(err, fmt.Errorf("run %q: %w", run.Name, wrong))
		}
	}
	if err != nil {
		return "", err
	}
	return result.Generator + ", " + result.Tool + " " + result.Version, nil
}

// benchTable reads a table. Its first lines have the tool, the run set and the title of each column.
// The columns before those of the first tool describe the task.
func (f *foreign) benchTable(data []byte) (program string, err error) {
	in := csv.NewReader(bytes.NewReader(data))
	in.Comma, in.LazyQuotes, in.FieldsPerRecord = '\t', true, -1 // lines end after their last value
	rows, err := in.ReadAll()
	if err == nil && (len(rows) < 3 || rows[1][0] != "run set" || len(rows[0]) != len(rows[2]) || len(rows[1]) != len(rows[2])) {
		err = errors.New("it has no run sets (want the CSV of table-generator)")
	}
	if err != nil {
		return "", err
	}
	tools, sets, titles := rows[0], rows[1], rows[2]
	for _, row := range rows[3:] {
		row = row[:min(len(row), len(titles))]
		task, to := titles[0]+row[0], 1
		for ; to < len(row) && tools[to] == ""; to++ {
			task += " " + row[to]
		}
		for from := to; from < len(row); from = to {
			var run benchRun
			for to = from; to < len(row) && tools[to] == tools[from] && sets[to] == sets[from] && (to == from || titles[to] != titles[from]); to++ {
				title, unit, _ := strings.Cut(strings.TrimSuffix(titles[to], ")"), " (")
				if value := row[to] + " " + unit; row[to] != "" {
					run.Columns = append(run.Columns, benchColumn{title, new(strings.TrimSpace(value))})
				}
			}
			if run.Columns == nil { // the run set lacks the task
				continue
			}
			if err := f.run(f.trial("table", task, tools[from]+","+sets[from]), run); err != nil {
				return "", fmt.Errorf("run %q: %w", task, err)
			}
		}
	}
	return "BenchExec", nil
}

// decoded unpacks and decodes the XML of a result file.
func decoded(data []byte) (result benchResult, err error) {
	unpacked := io.Reader(bytes.NewReader(data))
	switch {
	case bytes.HasPrefix(data, []byte("BZh")):
		unpacked = bzip2.NewReader(unpacked)
	case bytes.HasPrefix(data, []byte("\x1f\x8b")):
		if unpacked, err = gzip.NewReader(unpacked); err != nil {
			return result, fmt.Errorf("unpack it: %w", err)
		}
	}
	in := &bounded{from: unpacked, all: max(minUnpacked, maxRatio*len(data))}
	in.Decoder = xml.NewDecoder(in)
	in.CharsetReader = fromCharset
	if err := xml.NewTokenDecoder(in).Decode(&result); err != nil {
		if errors.Is(err, io.EOF) {
			err = errors.New("it is empty")
		}
		line, column := in.InputPos()
		return result, fmt.Errorf("line %d, column %d: %w (want results of BenchExec)", line, column, err)
	}
	return result, nil
}

// fromCharset converts text to UTF-8. Text in UTF-16 has already been converted.
func fromCharset(label string, r io.Reader) (io.Reader, error) {
	if strings.HasPrefix(strings.ToLower(label), "utf-16") {
		return r, nil
	}
	known, err := htmlindex.Get(label)
	if err != nil {
		return nil, fmt.Errorf("encoding %q: %w", label, err)
	}
	return known.NewDecoder().Reader(r), nil
}

// leaveRest reports the parts of the file that trials do not have.
func (f *foreign) leaveRest(result benchResult) {
	for _, a := range result.Others {
		f.leave("attribute %s of the file", a.Name.Local)
	}
	for range result.System {
		f.leave("systeminfo")
	}
	for _, c := range result.Totals {
		f.leave("total %s", c.Title)
	}
}

// run copies the results of a run into a trial.
func (f *foreign) run(t *trial.Trial, run benchRun) error {
	for _, a := range run.Others {
		f.leave("attribute %s of runs", a.Name.Local)
	}
	var status, category, reason string
	words := map[string]*string{"status": &status, "category": &category, "terminationreason": &reason}
	times := map[string]*float64{"cputime": &t.CPU, "walltime": &t.Wall}
	for _, c := range run.Columns {
		if c.Value == nil {
			continue
		}
		n, unit, isNumber := numerals.ParseMeasure(*c.Value)
		if word := words[c.Title]; word != nil {
			*word = *c.Value
		} else if time := times[c.Title]; time != nil && isNumber {
			var err error
			if *time, _, err = measure(*c.Value, "s"); err != nil {
				return fmt.Errorf("%s: %w", c.Title, err)
			}
		} else if !isNumber || !observe(t, inUnit(c.Title, unit), n) {
			f.leave("column %q", c.Title)
		}
	}
	outcome, failed := ended(status, category, reason)
	if t.Outcome = outcome; failed != "" {
		fail(t, failed)
	}
	return nil
}

// ended returns the outcome of a run and, if it failed, the reason.
func ended(status, category, reason string) (outcome search.Outcome, failed string) {
	switch {
	case reason == "memory" || strings.HasPrefix(status, "OUT OF MEMORY"):
		return search.LimitMemory, ""
	case strings.HasSuffix(strings.TrimSuffix(reason, "-soft"), "time") || strings.HasPrefix(status, "TIMEOUT"):
		return search.LimitTime, ""
	case reason != "":
		return search.Running, cmp.Or(status, reason)
	case slices.Contains([]string{"correct", "correct-unconfirmed", "missing"}, category) || category == "" && (status == "done" || strings.HasPrefix(status, "true") || strings.HasPrefix(status, "false")):
		return search.Measured, ""
	case category == "unknown" || category == "" && status == "unknown":
		return search.Incomplete, ""
	}
	return search.Running, category + ": " + cmp.Or(status, "no status")
}

// fail records an error as the trial's outcome.
func fail(t *trial.Trial, why string) {
	t.Outcome, t.Error = search.Running, cmp.Or(strings.TrimSpace(cleaned(why)), "it failed")
}

// observe adds an observed number, and reports whether the name was still free.
func observe(t *trial.Trial, name string, n float64) bool {
	name = cleaned(name)
	if _, known := t.Observation(name); known || name == "" {
		return false
	}
	t.Observed = append(t.Observed, puzzle.Observation{Name: name, Value: n})
	return true
}

// measure reads a number with a unit, "s" or "B", and reports whether there is one. The error says
// whether the unit is unknown or the text is not a number.
func measure(text, unit string) (float64, bool, error) {
	n, of, ok := numerals.ParseMeasure(text)
	if ok && of != "" && of != unit {
		want := map[string]string{"s": "ns, us, ms, s, min, h or d", "B": "B, kB, MB, GB, TB, KiB, MiB, GiB or TiB"}[unit]
		return 0, false, fmt.Errorf("%q has an unknown unit (want %s)", text, want)
	}
	return n, ok, nil
}

// inUnit returns the name of a number with its unit, or without it for seconds and bytes.
func inUnit(name, unit string) string {
	if unit == "" || unit == "s" || unit == "B" {
		return name
	}
	return name + " (" + unit + ")"
}
