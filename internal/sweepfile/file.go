package sweepfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// file is the content of a file. The tags are the names of the fields and, for the schema, their
// meaning. A field without omitempty is required.
type file struct {
	Name       string    `json:"name" jsonschema:"name of the study: of its folder in the results folder, and in the keys of its trials (lower-case letters, digits and hyphens)"`
	Title      string    `json:"title" jsonschema:"the question that it asks: the title of its report"`
	Puzzle     string    `json:"puzzle" jsonschema:"the puzzle, see list puzzles"`
	Sets       []set     `json:"sets" jsonschema:"the instances"`
	Strategies []string  `json:"strategies" jsonschema:"names of the strategies, see list strategies; the others are compared with the first"`
	Commands   []program `json:"commands,omitempty" jsonschema:"solvers in any language, which run beside the strategies; see docs/solvers.md"`
	Seed       uint64    `json:"seed,omitempty" jsonschema:"root of all randomness (default 0)"`
	Repeats    int       `json:"repeats,omitempty" jsonschema:"trials of each strategy on each instance, with a seed each (default 1)"`
	Limits     limits    `json:"limits,omitempty" jsonschema:"of each trial; default: none"`
	Mode       mode      `json:"mode,omitempty" jsonschema:"budget counts nodes (the default); timed also measures time, one trial after another"`
	Isolate    bool      `json:"isolate,omitempty" jsonschema:"fail if trials cannot run in worker processes, as they do where the system allows it"`
}

// program is a solver in any language.
type program struct {
	Name    string   `json:"name" jsonschema:"its name among the strategies (lower-case letters, digits and - + . _)"`
	Command string   `json:"command" jsonschema:"its words, as in ./solver --fast; files are found from the folder of this file"`
	Log     []string `json:"log,omitempty" jsonschema:"of a program that prints a log: regular expressions whose named groups are the fields of the schema --command, outcomes and further numbers"`
}

// set is a group of instances: drawn from a family, published, or in a file.
type set struct {
	Family    string `json:"family,omitempty" jsonschema:"family with its options, or published set; see list families"`
	Sizes     []size `json:"sizes,omitempty" jsonschema:"of the instances of a family, as generate reads them: 30 or 4x3"`
	Instances int    `json:"instances,omitempty" jsonschema:"of a family: number for each size; of a published set: its first ones (default: all)"`
	File      string `json:"file,omitempty" jsonschema:"file with instances, by its path from the folder of this file"`
	Format    string `json:"format,omitempty" jsonschema:"how they are written in the file; see solve PUZZLE -h"`
}

// limits end a trial. A limit of 0 never does.
type limits struct {
	general
	CPU      duration `json:"cpu,omitempty" jsonschema:"time on the processor, all threads together, at which the trial is ended from outside"`
	Resident bytes    `json:"resident,omitempty" jsonschema:"memory of the trial's processes together, at which the trial is ended from outside"`
	Except   []except `json:"except,omitempty" jsonschema:"other limits for some strategies and sizes; of several that fit, the last one counts"`
}

type general struct {
	Nodes  count    `json:"nodes,omitempty" jsonschema:"nodes expanded, as in 60k or 1M; 0 is no limit"`
	Time   duration `json:"time,omitempty" jsonschema:"wall time, as in 30s; 0 is no limit"`
	Memory bytes    `json:"memory,omitempty" jsonschema:"memory by the solver's own accounting, as in 2GiB; 0 is no limit"`
}

// except sets limits for some strategies and sizes.
type except struct {
	Strategies []string `json:"strategies,omitempty" jsonschema:"default: all"`
	Sizes      []size   `json:"sizes,omitempty" jsonschema:"default: all"`
	general
}

// limits converts to the limits of a study.
func (g general) limits() search.Limits {
	return search.Limits{Expanded: uint64(g.Nodes), Time: time.Duration(g.Time), Bytes: uint64(g.Memory)}
}

// Types of values that are written as in the flags of commands, for example with a unit.
type (
	size     string
	mode     trial.Mode
	count    uint64
	bytes    uint64
	duration time.Duration
)

// based matches integers of YAML 1.2 (section 10.3.2) that flags do not accept: 0x1F, 0o17, +3.
// foreign matches numbers of YAML 1.1 and of flags, which are text in YAML 1.2: 1_000, 0b1, 0X1F.
var based, foreign = lazy.Regexp(`^(0[xo]|\+[0-9])`), lazy.Regexp(`^[-+]?(0[bBOX]|[\da-fA-Fx.]*_)`)

// parse stores the value of a text in the variable that to points to. An error describes the text:
// "not a number".
func parse(to any, text string) (err error) {
	switch to.(type) {
	case *uint64, *int, *count, *bytes, *size:
		if n, err := strconv.ParseUint(strings.TrimPrefix(text, "+"), 0, 64); foreign().MatchString(text) {
			return errors.New("text in YAML 1.2 (want digits without _, as in 60000, 0o17 or 0x1F)")
		} else if err == nil && based().MatchString(text) {
			text = strconv.FormatUint(n, 10)
		}
	}
	switch to := to.(type) {
	case *string:
		*to = text
	case *size:
		*to = size(text)
	case *mode:
		if *to = mode(text); *to != mode(trial.Budget) && *to != mode(trial.Timed) {
			err = fmt.Errorf("not a mode (want %s or %s)", trial.Budget, trial.Timed)
		}
	case *bool:
		if *to = slices.Contains([]string{"true", "True", "TRUE"}, text); !*to && !slices.Contains([]string{"false", "False", "FALSE"}, text) {
			err = errors.New("neither true nor false")
		}
	case *uint64:
		*to, err = numerals.ParseSeed(text)
	case *int:
		*to, err = numerals.ParseAmount(text)
	case *count:
		*to, err = limit[count](numerals.ParseCount(text))
	case *bytes:
		*to, err = limit[bytes](numerals.ParseBytes(text))
	case *duration:
		*to, err = limit[duration](numerals.ParseDuration(text))
	default:
		panic(fmt.Sprintf("sweepfile: no value is a %T", to))
	}
	return err
}

// limit returns a limit that the file sets; a file sets 0 for [study.NoLimit].
func limit[T count | bytes | duration, N uint64 | time.Duration](n N, err error) (T, error) {
	if n == 0 {
		return study.NoLimit, err
	}
	return T(n), err
}

// Schema returns a JSON Schema (draft 2020-12) for the files that [Read] accepts. Editors use the
// schema to complete and explain fields. It is generated from the types that Read decodes files
// into.
func Schema() (json.RawMessage, error) {
	number := func(pattern string) *jsonschema.Schema {
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "integer", Minimum: new(0.0)}, {Type: "string", Pattern: pattern}}}
	}
	s, err := jsonschema.ForType(reflect.TypeFor[file](), &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[size]():     number(`^[0-9]`),
		reflect.TypeFor[int]():      number(`^[0-9][0-9.]* ?[kKMGT]?$`),
		reflect.TypeFor[count]():    number(`^[0-9][0-9.]* ?[kKMGT]?$`),
		reflect.TypeFor[bytes]():    number(`^[0-9][0-9.]* ?([kKMGT]?B|[KMGT]iB)?$`),
		reflect.TypeFor[duration](): {AnyOf: []*jsonschema.Schema{{Const: new(any(0))}, {Type: "string", Pattern: `^[0-9.,]+ ?(ns|us|µs|ms|s|m|h)`}}},
		reflect.TypeFor[mode]():     {Type: "string", Enum: []any{string(trial.Budget), string(trial.Timed)}},
	}})
	if err != nil {
		return nil, err
	}
	listed(s)
	s.Schema = "https://json-schema.org/draft/2020-12/schema"
	s.Title = "sweep"
	return json.Marshal(s)
}

// listed makes every list required and not empty.
func listed(s *jsonschema.Schema) {
	if s.Items != nil {
		s.Type, s.Types, s.MinItems = "array", nil, new(1)
		listed(s.Items)
	}
	for _, field := range s.Properties {
		listed(field)
	}
}
