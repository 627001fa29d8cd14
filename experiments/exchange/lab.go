package exchange

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// ReadLab reads the properties file of a Downward Lab evaluation and converts each run to a trial.
// The file contains a JSON object that maps IDs to runs. The properties become these fields:
//
//	Strategy      algorithm
//	Set           domain
//	Text          domain and problem
//	Outcome       error; without it, coverage
//	Cost          cost
//	Meter         expansions, generated and reopened
//	CPU           planner_time, else total_time, else search_time
//	Wall          planner_wall_clock_time
//	Limited       limit_search_time, and limit_search_memory in MiB
//	Observed      every other number or Boolean value
//
// The values of error become these outcomes; a run with any other value of error becomes an error:
//
//	success                                  solved
//	out-of-time, timeout                     limit-time
//	out-of-memory                            limit-memory
//	unsolvable                               unsolvable
//	incomplete, unsolvable-within-bound      incomplete
//
// Source: lab/tools.py, downward/outcomes.py and downward/parsers of Lab 8.
func ReadLab(r io.Reader, study string) (Import, error) {
	return readForeign(r, study, (*foreign).lab)
}

func (f *foreign) lab(data []byte) (program string, err error) {
	var runs map[string]map[string]json.RawMessage
	if err := json.Unmarshal(withoutNaN(data), &runs); err != nil {
		return "", fmt.Errorf("%w (want the file properties of Downward Lab)", at(data, err))
	}
	for _, id := range slices.Sorted(maps.Keys(runs)) {
		p := properties(runs[id])
		algorithm, domain, problem := p.text("algorithm"), p.text("domain"), p.text("problem")
		if algorithm == "" || problem == "" {
			return "", fmt.Errorf("run %q has no algorithm or no problem (want the file properties of Downward Lab)", id)
		}
		if err := p.measured(); err != nil {
			return "", fmt.Errorf("run %q: %w", id, err)
		}
		f.properties(f.trial(cmp.Or(domain, "problems"), domain+":"+problem, algorithm), p)
	}
	return "Downward Lab", nil
}

// properties holds the properties of one run that have not been read yet.
type properties map[string]json.RawMessage

func (p properties) text(name string) (s string) {
	if json.Unmarshal(p[name], &s) == nil {
		delete(p, name)
	}
	return s
}

// number removes a property and returns it if it is a number between 0 and most.
func (p properties) number(name string, most float64) (n float64, ok bool) {
	if json.Unmarshal(p[name], &n) != nil || string(p[name]) == "null" || !(n >= 0 && n < most) {
		return 0, false
	}
	delete(p, name)
	return n, true
}

// measured converts the times and the memory limit from text with a unit, such as "30 min" or "3584
// MiB", to numbers.
func (p properties) measured() error {
	for name, unit := range map[string]string{"planner_time": "s", "total_time": "s", "search_time": "s", "planner_wall_clock_time": "s", "limit_search_time": "s", "limit_search_memory": "B"} {
		var text string
		if json.Unmarshal(p[name], &text) != nil {
			continue
		}
		n, known, err := measure(text, unit)
		if err != nil {
			return fmt.Errorf("property %s: %w", name, err)
		}
		if _, of, _ := numerals.ParseMeasure(text); of == "B" {
			n /= 1 << 20 // Lab's unit is MiB
		}
		if known {
			p[name] = json.RawMessage(strconv.FormatFloat(n, 'g', -1, 64))
		}
	}
	return nil
}

// outcome removes the properties that tell the outcome of a run, and returns the outcome and, for a
// failed run, the reason.
func (p properties) outcome() (outcome search.Outcome, failed string) {
	coverage, covered := p.number("coverage", 2)
	word := p.text("error")
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(word, w) })
	}
	switch {
	case word == "success", has("plan-found"), word == "" && coverage == 1:
		return search.Solved, ""
	case has("within-bound", "incomplete"):
		return search.Incomplete, ""
	case has("unsolvable"):
		return search.Unsolvable, ""
	case has("out-of-memory"):
		return search.LimitMemory, ""
	case has("out-of-time", "timeout"):
		return search.LimitTime, ""
	case word == "" && covered:
		return search.Incomplete, ""
	}
	return search.Running, cmp.Or(word, "neither error nor coverage is known")
}

// properties copies the properties of a run into a trial.
func (f *foreign) properties(t *trial.Trial, p properties) {
	delete(p, "id") // only repeats algorithm, domain and problem
	outcome, failed := p.outcome()
	if t.Outcome = outcome; failed != "" {
		fail(t, failed)
	}
	const most = 1 << 53
	if t.Outcome == search.Solved {
		switch cost, ok := p.number("cost", most); {
		case !ok, cost != math.Trunc(cost): // costs of trials are whole numbers
			t.Outcome = search.Measured
			if ok {
				observe(t, "cost", cost)
			}
		default:
			t.Cost = int(cost)
		}
	}
	for name, to := range map[string]*uint64{"expansions": &t.Meter.Expanded, "generated": &t.Meter.Generated, "reopened": &t.Meter.Reopened} {
		n, _ := p.number(name, most)
		*to = uint64(n)
	}
	for _, name := range []string{"planner_time", "total_time", "search_time"} {
		var ok bool
		if t.CPU, ok = p.number(name, math.Inf(1)); ok {
			break
		}
	}
	t.Wall, _ = p.number("planner_wall_clock_time", math.Inf(1))
	seconds, timed := p.number("limit_search_time", math.MaxInt64/1e9)
	mebibytes, bounded := p.number("limit_search_memory", 1<<43)
	t.Isolated, t.Limited = timed || bounded, trial.Isolation{CPU: time.Duration(seconds * 1e9), Resident: uint64(mebibytes * (1 << 20))}
	for _, name := range slices.Sorted(maps.Keys(p)) {
		var value any
		if json.Unmarshal(p[name], &value) != nil {
			value = nil // out of range
		}
		switch v := value.(type) {
		case float64:
			observe(t, name, v)
		case bool:
			observe(t, name, map[bool]float64{true: 1}[v])
		default:
			f.leave("property %s", name)
		}
	}
}

// withoutNaN replaces NaN and infinities, which Python writes into JSON, with null.
func withoutNaN(data []byte) []byte {
	return quotedOrNaN().ReplaceAllFunc(data, func(found []byte) []byte {
		if found[0] == '"' {
			return found
		}
		return []byte("null")
	})
}

var quotedOrNaN = lazy.Regexp(`(?s)"(?:[^"\\]|\\.)*"|NaN|-?Infinity`)

// at adds the line number to an error of the JSON decoder.
func at(data []byte, err error) error {
	offset := int64(-1)
	if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = wrong.Offset
	} else if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		offset = wrong.Offset
	}
	if offset < 0 {
		return err
	}
	before := data[:min(int(offset), len(data))]
	return fmt.Errorf("line %d: %w", bytes.Count(before, []byte("\n"))+1, err)
}
