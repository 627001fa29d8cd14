package experiments

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// rowJSON is a journal row as encoding/json sees it: the definition that the
// quick decoder is held to.
type rowJSON struct {
	Study    string       `json:"study"`
	Set      string       `json:"set"`
	Size     int          `json:"size"`
	Index    int          `json:"index"`
	Instance string       `json:"instance"`
	Strategy string       `json:"strategy"`
	Version  int          `json:"version"`
	Mode     Mode         `json:"mode"`
	Repeat   int          `json:"repeat"`
	Seed     string       `json:"seed"`
	Outcome  string       `json:"outcome"`
	Cost     int          `json:"cost"`
	Bound    int          `json:"bound"`
	Expanded uint64       `json:"expanded"`
	Gen      uint64       `json:"generated"`
	Reopened uint64       `json:"reopened"`
	Stored   uint64       `json:"stored"`
	Pruned   uint64       `json:"pruned"`
	MaxDepth int          `json:"max_depth"`
	Bytes    uint64       `json:"bytes"`
	Iters    iterations   `json:"iterations"`
	Observed observations `json:"observed"`
	Error    string       `json:"error"`
	CPU      anyFloat     `json:"cpu"`
	Wall     anyFloat     `json:"wall"`
	Runs     int          `json:"runs"`

	LimitExpanded uint64 `json:"limit_expanded"`
	LimitStored   uint64 `json:"limit_stored"`
	LimitBytes    uint64 `json:"limit_bytes"`
	LimitTime     int64  `json:"limit_ns"`
	Code          string `json:"code"`
}

// parseAny reads a row by encoding/json.
func parseAny(line string, t *Trial) error {
	var r rowJSON
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		return err
	}
	outcome, err := parseOutcome(r.Outcome)
	if err != nil {
		return err
	}
	seed, err := parseSeed(r.Seed)
	if err != nil {
		return err
	}
	*t = Trial{
		Study: r.Study, Set: r.Set, Index: r.Index, Instance: r.Instance, Size: r.Size,
		Strategy: r.Strategy, Version: r.Version, Mode: r.Mode, Repeat: r.Repeat, Seed: seed,
		Outcome: outcome, Cost: r.Cost, Bound: r.Bound,
		Meter: search.Meter{
			Expanded: r.Expanded, Generated: r.Gen, Reopened: r.Reopened, Stored: r.Stored,
			Pruned: r.Pruned, MaxDepth: r.MaxDepth, Bytes: r.Bytes, Iterations: r.Iters,
		},
		Observed: r.Observed, Error: r.Error,
		CPU: float64(r.CPU), Wall: float64(r.Wall), Runs: r.Runs,
		Limits: search.Limits{
			Expanded: r.LimitExpanded, Stored: r.LimitStored, Bytes: r.LimitBytes, Time: time.Duration(r.LimitTime),
		},
		Code: r.Code,
	}
	return nil
}

// anyFloat is a number, or a string that stands for one JSON cannot write.
type anyFloat float64

func (f *anyFloat) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		var s string
		if err := json.Unmarshal(data, &s); err != nil {
			return err
		}
		v, ok := specialFloat(s)
		if !ok {
			return fmt.Errorf("%q is not a number", s)
		}
		*f = anyFloat(v)
		return nil
	}
	return json.Unmarshal(data, (*float64)(f))
}

// iterations is a list of triples of whole numbers.
type iterations []search.Iteration

func (list *iterations) UnmarshalJSON(data []byte) error {
	var triples [][]json.RawMessage
	if err := json.Unmarshal(data, &triples); err != nil {
		return fmt.Errorf("iterations is %.20s (want a list of [bound,expanded,generated])", data)
	}
	*list = nil
	for i, triple := range triples {
		it, ok := iterationOf(triple)
		if !ok {
			return fmt.Errorf("iteration %d is %.60s (want [bound,expanded,generated] in whole numbers)", i, triple)
		}
		*list = append(*list, it)
	}
	return nil
}

// iterationOf reads a triple. encoding/json alone would let null pass for 0.
func iterationOf(triple []json.RawMessage) (it search.Iteration, ok bool) {
	if len(triple) != 3 {
		return it, false
	}
	var errs [3]error
	it.Bound, errs[0] = strconv.Atoi(string(triple[0]))
	it.Expanded, errs[1] = strconv.ParseUint(string(triple[1]), 10, 64)
	it.Generated, errs[2] = strconv.ParseUint(string(triple[2]), 10, 64)
	return it, errs == [3]error{}
}

// observations is an object of numbers whose order counts.
type observations []puzzle.Observation

func (o *observations) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return fmt.Errorf("observed is %.20s (want an object of numbers)", data)
	}
	*o = nil
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		value, err := dec.Token()
		if err != nil {
			return err
		}
		var f float64
		ok := false
		switch v := value.(type) {
		case json.Number:
			f, err = strconv.ParseFloat(string(v), 64)
			ok = err == nil
		case string:
			f, ok = specialFloat(v)
		}
		if !ok {
			return fmt.Errorf("observed %q is %v (want a number)", name, value)
		}
		*o = append(*o, puzzle.Observation{Name: name.(string), Value: f})
	}
	return nil
}

func parseSeed(s string) (uint64, error) {
	if len(s) != 16 {
		return 0, fmt.Errorf("seed %q has %d characters (want 16 hex digits)", s, len(s))
	}
	n, err := strconv.ParseUint(s, 16, 64)
	if err != nil {
		return 0, fmt.Errorf("seed %q is not 16 hex digits", s)
	}
	return n, nil
}
