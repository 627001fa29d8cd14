package cli

import (
	"encoding/json"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/internal/sweepfile"
	"github.com/puzzlelab/puzzlelab/notebooks/diff"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/solvers/command"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// documented is what a command prints with --json, or reads.
type documented struct {
	command, doc string
	schema       func() (json.RawMessage, error) // JSON Schema, draft 2020-12, of each line
}

// schemas lists what every --json prints, and what the files of sweeps are.
func schemas() []documented {
	trial := func() (json.RawMessage, error) { return experiments.TrialSchema(), nil }
	return []documented{
		{"solve", "an instance with its answer, or one of its solutions", schemaOf(solvedRow{}, solutionRow{})},
		{"generate", "an instance with what made it", schemaOf(generatedRow{})},
		{"show", "an instance with its solution and structure", schemaOf(shownRow{})},
		{"show trial", "a stored trial: a line of a journal", trial},
		{"show trials", "the trials of which some fields are equal", schemaOf(groupRow{})},
		{"run", "a strategy on the instances of one set and size", schemaOf(summaryRow{})},
		{"plan", "what is to be run of a strategy on the instances of one set and size", schemaOf(planRow{})},
		{"status", "how far the trials of a study are", schemaOf(statusRow{})},
		{"gc", "what is stored of a study, and what no run reuses", schemaOf(garbageRow{})},
		{"rerun", "a trial as it would be stored", trial},
		{"verify", "a trial that differs when it is run again", schemaOf(differenceRow{})},
		{"compare", "a strategy of two sets of results, or a trial that differs", schemaOf(changeRow{}, differenceRow{})},
		{"list", "one thing of a topic", schemaOf(listRow{})},
		{"notebook params", "a parameter", schemaOf(execute.Parameter{})},
		{"notebook status", "a cell", schemaOf(execute.Status{})},
		{"notebook diff", "a part of a cell that differs", schemaOf(diff.Difference{})},
		{"notebook verify", "what a part of a cell shows that it did not", schemaOf(diff.Difference{})},
		{"kernel doctor", "a check", schemaOf(install.Check{})},
		{"version", "the binary", schemaOf(versionInfo{})},
		{"--command", "what a program answers to a request", schemaOf(command.Answer{})},
		{"FILE.yaml", "a sweep that run and report take in place of a study; see run -h", sweepfile.Schema},
	}
}

// schemaOf describes lines that are one of the rows.
func schemaOf(rows ...any) func() (json.RawMessage, error) {
	known := &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[json.RawMessage](): {},
		reflect.TypeFor[puzzle.Analysis](): {Type: "object"},
	}}
	return func() (json.RawMessage, error) {
		var of []*jsonschema.Schema
		for _, row := range rows {
			s, err := jsonschema.ForType(reflect.TypeOf(row), known)
			if err != nil {
				return nil, err
			}
			of = append(of, s)
		}
		s := of[0]
		if len(of) > 1 {
			s = &jsonschema.Schema{AnyOf: of}
		}
		s.Schema = "https://json-schema.org/draft/2020-12/schema"
		return json.Marshal(s)
	}
}
