package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/internal/process"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Protocol is the name and version of the protocol between this package and a program, which prints
// them when it is ready.
const Protocol = "puzzlelab/1"

// greeting is the first line of a program's output.
type greeting struct {
	Ready string `json:"ready"`
}

// Iteration holds the bound and the node counts of one iteration of an iterative-deepening search;
// see [search.Iteration].
type Iteration struct {
	Bound     int    `json:"bound"`
	Expanded  uint64 `json:"expanded"`
	Generated uint64 `json:"generated"`
}

// Answer is a program's answer to a request, as JSON on one line.
type Answer struct {
	ID       uint64 `json:"id" jsonschema:"that of the request"`
	Outcome  string `json:"outcome,omitempty" jsonschema:"how the run ended: solved, unsolvable, limit-nodes, limit-time, limit-memory, incomplete (parts of the space were left out and nothing was found) or measured (no solution was looked for); left out if there is an error"`
	Error    string `json:"error,omitempty" jsonschema:"why the instance could not be run"`
	Cost     int    `json:"cost,omitempty" jsonschema:"cost of the solution, in the puzzle's unit"`
	Solution string `json:"solution,omitempty" jsonschema:"the solution, in the puzzle's text"`
	Optimal  bool   `json:"optimal,omitempty" jsonschema:"whether the program proved that no solution costs less than its own"`
	Bound    int    `json:"bound,omitempty" jsonschema:"largest proved lower bound on the cost; 0 if none was proved"`
	Reason   string `json:"reason,omitempty" jsonschema:"why there is no solution, in a line"`

	Expanded   uint64             `json:"expanded,omitempty" jsonschema:"nodes expanded, the root included, in all iterations"`
	Generated  uint64             `json:"generated,omitempty" jsonschema:"nodes created, the root not included, in all iterations"`
	Reopened   uint64             `json:"reopened,omitempty" jsonschema:"closed nodes that were opened again"`
	Stored     uint64             `json:"stored,omitempty" jsonschema:"largest number of nodes held at one time"`
	Pruned     uint64             `json:"pruned,omitempty" jsonschema:"moves that a rule of the strategy rejected"`
	MaxDepth   uint32             `json:"max_depth,omitempty" jsonschema:"largest depth reached, in moves; the root has depth 0"`
	Bytes      uint64             `json:"bytes,omitempty" jsonschema:"peak of the program's own memory accounting, in bytes"`
	Iterations []Iteration        `json:"iterations,omitempty" jsonschema:"bound, nodes expanded and nodes generated of each iteration of a search that deepens"`
	Observed   map[string]float64 `json:"observed,omitempty" jsonschema:"further numbers, by name"`
}

var greetingNames, answerNames = fieldNames(reflect.TypeFor[greeting]()), fieldNames(reflect.TypeFor[Answer]())

// outcomes are the valid outcomes of an answer.
var outcomes = func() []string {
	var names []string
	for _, o := range []search.Outcome{search.Solved, search.Unsolvable, search.LimitNodes, search.LimitTime, search.LimitMemory, search.Incomplete, search.Measured} {
		names = append(names, o.String())
	}
	return names
}()

// request appends a request to a line.
func request(line []byte, id, seed uint64, limits search.Limits, instance string) ([]byte, error) {
	if strings.ContainsAny(instance, "\r\n") || !utf8.ValidString(instance) {
		return nil, fmt.Errorf("the instance %s is not a line of text", wording.Quote(instance))
	}
	line = append(strconv.AppendUint(line, id, 10), ' ')
	line = append(strconv.AppendUint(line, seed, 10), ' ')
	line = append(strconv.AppendFloat(line, limits.Time.Seconds(), 'f', -1, 64), ' ')
	line = append(strconv.AppendUint(line, limits.Expanded, 10), ' ')
	line = append(strconv.AppendUint(line, limits.Bytes, 10), ' ')
	return append(append(line, instance...), '\n'), nil
}

// parseAnswer parses an answer, given without its newline. If the answer reports an error, so does
// the finding. Other errors are about the line.
func parseAnswer(line []byte, id uint64) (puzzle.Finding, error) {
	var a Answer
	given, err := decode(line, answerNames, &a)
	if err == nil {
		err = a.check(given, id)
	}
	if err != nil {
		return puzzle.Finding{}, &answerError{process.Quote(line), err, given["id"] && 0 < a.ID && a.ID < id}
	}
	return a.finding(given)
}

// read makes a finding from the log of an ended process, using the last match of each group. A log
// that does not tell the outcome is an error of the process.
func (p *program) read(log []byte, ended *process.Ended) (puzzle.Finding, error) {
	a, given := Answer{Observed: map[string]float64{}}, map[string]bool{"id": true}
	texts := p.matches(log)
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if err := a.set(name, texts[name], given); err != nil {
			return puzzle.Finding{}, err
		}
	}
	if given["solution"] || given["cost"] {
		a.Outcome, given["outcome"] = search.Solved.String(), true
	}
	if !given["outcome"] && !given["error"] {
		ended.State += " and a log in which no pattern finds a solution, or why there is none"
		return puzzle.Finding{}, ended
	}
	if err := a.check(given, 0); err != nil {
		return puzzle.Finding{}, fmt.Errorf("the program's log: %w", err)
	}
	return a.finding(given)
}

// matches returns the last match of each group.
func (p *program) matches(log []byte) map[string]string {
	from, texts := map[string]int{}, map[string]string{}
	for _, pattern := range p.log {
		for _, at := range pattern.FindAllSubmatchIndex(log, -1) {
			for i, name := range pattern.SubexpNames() {
				if begin := at[2*i]; name != "" && begin >= from[name] {
					from[name], texts[name] = begin, string(log[begin:at[2*i+1]])
				}
			}
		}
	}
	return texts
}

// set stores the text of a group in the answer: as a field, as the outcome, or as an observed
// number.
func (a *Answer) set(name, text string, given map[string]bool) error {
	number := 0.0
	field, to := slices.Index(answerNames[1:], name)+1, reflect.ValueOf(&number).Elem()
	if field > 0 {
		to, given[name] = reflect.ValueOf(a).Elem().Field(field), true
	}
	switch outcome := strings.ReplaceAll(name, "_", "-"); {
	case slices.Contains(outcomes, outcome):
		a.Outcome, given["outcome"] = outcome, true
	case to.Kind() == reflect.String:
		to.SetString(text)
	case to.Kind() == reflect.Bool:
		to.SetBool(true)
	case strings.Trim(text, "0123456789.eE+-") != "" || json.Unmarshal([]byte(text), to.Addr().Interface()) != nil:
		return fmt.Errorf("the group %q of its log is %s (want %s)", name, process.Quote([]byte(text)), wants(to.Kind()))
	case field == 0:
		a.Observed[name] = number
	}
	return nil
}

// finding converts a checked answer.
func (a *Answer) finding(given map[string]bool) (f puzzle.Finding, err error) {
	if given["error"] {
		return f, errors.New(a.Error)
	}
	f = puzzle.Finding{
		Cost: a.Cost, Optimal: a.Optimal, Bound: a.Bound, Reason: a.Reason,
		Meter: search.Meter{
			Expanded: a.Expanded, Generated: a.Generated, Reopened: a.Reopened, Stored: a.Stored,
			Pruned: a.Pruned, MaxDepth: int(a.MaxDepth), Bytes: a.Bytes,
		},
	}
	for _, it := range a.Iterations {
		f.Meter.Iterations = append(f.Meter.Iterations, search.Iteration(it))
	}
	f.Outcome, err = search.ParseOutcome(a.Outcome)
	if given["solution"] {
		f.Solution = puzzle.Text(a.Solution)
	}
	if a.Optimal && !given["bound"] {
		f.Bound = a.Cost
	}
	for _, name := range slices.Sorted(maps.Keys(a.Observed)) {
		f.Observed = append(f.Observed, puzzle.Observation{Name: name, Value: a.Observed[name]})
	}
	return f, err
}

// answerError reports an invalid answer. The process cannot be used again, since its next output
// may belong to any request.
type answerError struct {
	line    string // quoted
	err     error
	earlier bool // it answers an earlier request
}

func (e *answerError) Error() string {
	return fmt.Sprintf("the program's answer %s: %v", e.line, e.err)
}
func (e *answerError) Unwrap() error { return e.err }

// check returns an error for an invalid answer.
func (a *Answer) check(given map[string]bool, id uint64) error {
	switch {
	case !given["id"]:
		return errors.New(`it has no "id" (want that of the request)`)
	case a.ID != id:
		return fmt.Errorf("it is to request %d (want %d)", a.ID, id)
	case given["error"] && given["outcome"]:
		return errors.New(`it has an "outcome" and an "error" (want one)`)
	case given["error"] && a.Error == "":
		return errors.New(`its "error" is empty (want why)`)
	case given["error"]:
	case !given["outcome"]:
		return errors.New(`it has neither "outcome" nor "error"`)
	case !slices.Contains(outcomes, a.Outcome):
		return fmt.Errorf(`its "outcome" is %q (want %s)%s`, a.Outcome, wording.AnyOf(outcomes), search.DidYouMean(a.Outcome, outcomes))
	case given["solution"] != given["cost"]:
		return errors.New(`it has one of "solution" and "cost" (want both, or none)`)
	}
	return nil
}

// decode parses one JSON object into a struct whose fields have the given names. It returns the
// names that are present. Unknown and repeated names are errors.
func decode(line []byte, names []string, to any) (given map[string]bool, err error) {
	if !utf8.Valid(line) {
		return nil, errors.New("it is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(line))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("it is no JSON object")
	}
	v := reflect.ValueOf(to).Elem()
	given = make(map[string]bool, len(names))
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, syntax(err)
		}
		name, _ := token.(string) // the decoder guarantees a string
		i := slices.Index(names, name)
		switch {
		case i < 0:
			return nil, fmt.Errorf("no field is called %q (want %s)%s", name, strings.Join(names, ", "), search.DidYouMean(name, names))
		case given[name]:
			return nil, fmt.Errorf("it has %q twice", name)
		}
		given[name] = true
		if err := d.Decode(v.Field(i).Addr().Interface()); err != nil {
			wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
			if !ok {
				return nil, syntax(err)
			}
			return nil, fmt.Errorf("its %q is a %s (want %s)", name, wrong.Value, wants(wrong.Type.Kind()))
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, syntax(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more behind the object (want one)")
	}
	return given, nil
}

// syntax returns an error for text that is not JSON.
func syntax(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("it ends too early")
	}
	return fmt.Errorf("it is no JSON: %w", err)
}

func fieldNames(t reflect.Type) []string {
	names := make([]string, t.NumField())
	for i := range names {
		names[i], _, _ = strings.Cut(t.Field(i).Tag.Get("json"), ",")
	}
	return names
}

// wants names the kind of value that a field takes.
func wants(k reflect.Kind) string {
	switch k {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Float64:
		return "a number"
	case reflect.Int:
		return "a whole number"
	case reflect.Uint64, reflect.Uint32:
		return "a whole number of 0 or more"
	}
	return map[bool]string{true: "a list", false: "an object of numbers"}[k == reflect.Slice]
}
