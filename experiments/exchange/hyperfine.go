package exchange

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// hyperfineFile is the JSON format of hyperfine 1, or of hyperfine 2 if Measurements are present.
type hyperfineFile struct {
	Schema   int `json:"schema_version"`
	Metadata struct {
		Version string `json:"hyperfine_version"`
	} `json:"metadata"`
	Results []hyperfineResult `json:"results"`
}

type hyperfineResult struct {
	Command    string                     `json:"command"`
	Name       string                     `json:"name"`
	Parameters map[string]json.RawMessage `json:"parameters"`

	Mean   *float64 `json:"mean"`
	User   float64  `json:"user"`
	System float64  `json:"system"`
	Times  []float64
	Memory []float64 `json:"memory_usage_byte"`
	Exits  []*int    `json:"exit_codes"`

	Measurements []map[string]json.RawMessage `json:"measurements"`
}

// ReadHyperfine reads a JSON or CSV file exported by hyperfine. Each run of a command becomes a
// trial with its own repeat number. A CSV file has only the mean of all runs, which becomes one
// trial. The parts of the file become these fields:
//
//	Strategy    the command's name, or else the command
//	Text        the parameters as NAME=VALUE, separated by commas
//	Wall        times, or time_wall_clock in version 2
//	CPU         time_cpu, or else time_user plus time_system
//	Outcome     measured, or an error if the exit code is not 0
//	Observed    memory_usage_byte, and every other measurement of version 2
//
// In files of version 1, all runs have the same CPU time, since these files contain only the means
// of user and system over all runs.
//
// Source: src/benchmark/benchmark_result.rs of hyperfine 1.20, and the integration tests of 2.0.0.
func ReadHyperfine(r io.Reader, study string) (Import, error) {
	return readForeign(r, study, (*foreign).hyperfine)
}

func (f *foreign) hyperfine(data []byte) (program string, err error) {
	var file hyperfineFile
	if summaries().Match(data) {
		file.Results, err = summarized(data)
	} else {
		err = json.Unmarshal(data, &file)
	}
	if err != nil {
		return "", fmt.Errorf("%w (want a file from hyperfine --export-json)", at(data, err))
	}
	if file.Schema > 2 {
		return "", fmt.Errorf("its schema_version is %d (want 1 or 2)", file.Schema)
	}
	if file.Results == nil {
		return "", errors.New("it has no results (want a file from hyperfine --export-json)")
	}
	for i, result := range file.Results {
		command := cmp.Or(result.Name, result.Command)
		if command == "" {
			return "", fmt.Errorf("result %d has no command", i+1)
		}
		if result.Name != "" {
			f.leave("command of results that have a name")
		}
		add := func() *trial.Trial {
			t := f.trial("hyperfine", parametersOf(result.Parameters), command)
			t.Outcome = search.Measured
			return t
		}
		for _, m := range result.Measurements {
			if err := f.measurement(add(), m); err != nil {
				return "", fmt.Errorf("result %d: %w", i+1, err)
			}
		}
		if file.Schema == 2 {
			f.leave("summary")
		} else {
			f.times(result, add)
		}
	}
	return "hyperfine " + file.Metadata.Version, nil
}

// summaries matches the first line of a CSV file of hyperfine.
var summaries = lazy.Regexp(`^\s*"?command"?[,;\t]"?mean\b`)

// summarized reads a CSV file, also one that a spreadsheet saved with decimal commas.
func summarized(data []byte) (list []hyperfineResult, err error) {
	in := csv.NewReader(bytes.NewReader(data))
	in.Comma = rune(data[bytes.IndexAny(data, ",;\t")])
	rows, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	for i, row := range rows[1:] {
		r := hyperfineResult{Mean: new(float64), Parameters: map[string]json.RawMessage{}}
		numbers := map[string]*float64{"mean": r.Mean, "user": &r.User, "system": &r.System}
		for k, title := range rows[0] {
			number := row[k]
			if in.Comma == ';' { // so that the comma is the decimal separator
				number = strings.Replace(number, ",", ".", 1)
			}
			n, _, isNumber := numerals.ParseMeasure(number)
			if to := numbers[title]; to != nil && !isNumber {
				return nil, fmt.Errorf("result %d: %s: %q is not a number of seconds", i+1, title, row[k])
			} else if to != nil {
				*to = n
			} else if name, ok := strings.CutPrefix(title, "parameter_"); ok {
				r.Parameters[name] = json.RawMessage(row[k])
			} else if title == "command" {
				r.Command = row[k]
			}
		}
		list = append(list, r)
	}
	return list, nil
}

// times adds a trial for each run in a result of hyperfine 1.
func (f *foreign) times(result hyperfineResult, add func() *trial.Trial) {
	f.leave("mean, stddev, median, min and max of times")
	times := result.Times
	if times == nil && result.Mean != nil {
		times = []float64{*result.Mean}
		f.leave("single times, which the file does not have: the mean is taken for one")
	}
	for k, wall := range times {
		t := add()
		t.Wall, t.CPU = wall, result.User+result.System
		if k < len(result.Memory) {
			observe(t, "memory_usage_byte", result.Memory[k])
		}
		if k < len(result.Exits) {
			exited(t, result.Exits[k])
		}
	}
}

// parametersOf writes parameters as text, sorted by name.
func parametersOf(of map[string]json.RawMessage) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(of)) {
		var text string
		if json.Unmarshal(of[name], &text) != nil {
			text = string(of[name])
		}
		list = append(list, name+"="+text)
	}
	return cmp.Or(strings.Join(list, ","), "no parameters")
}

// exited records the exit code of a run; nil means that a signal ended it.
func exited(t *trial.Trial, code *int) {
	switch {
	case code == nil:
		fail(t, "a signal ended it")
	case *code != 0:
		fail(t, fmt.Sprintf("exit code %d", *code))
	}
}

// measurement copies a run of hyperfine 2 into a trial.
func (f *foreign) measurement(t *trial.Trial, of map[string]json.RawMessage) error {
	numbers := map[string]float64{}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		var code *int
		var m struct {
			Value *json.Number
			Unit  string
		}
		switch {
		case name == "exit_code" && json.Unmarshal(of[name], &code) == nil:
			exited(t, code)
		case name != "exit_code" && json.Unmarshal(of[name], &m) == nil && m.Value != nil:
			n, unit, _ := numerals.ParseMeasure(m.Value.String() + " " + m.Unit)
			if strings.HasPrefix(name, "time_") && unit != "s" && unit != "" {
				return fmt.Errorf("measurement %s: the unit %q is unknown (want second)", name, unit)
			}
			numbers[inUnit(name, unit)] = n
		default:
			f.leave("measurement %s", name)
		}
	}
	take := func(name string) float64 {
		n := numbers[name]
		delete(numbers, name)
		return n
	}
	t.Wall = take("time_wall_clock")
	if _, ok := numbers["time_cpu"]; ok {
		t.CPU = take("time_cpu")
	} else {
		t.CPU = take("time_user") + take("time_system")
	}
	for _, name := range slices.Sorted(maps.Keys(numbers)) {
		observe(t, name, numbers[name])
	}
	return nil
}
