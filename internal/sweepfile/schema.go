package sweepfile

import (
	"encoding/json"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// Schema returns a JSON Schema (draft 2020-12) for the files that [Read] accepts. It is generated
// from the types into which Read decodes files. Editors use it to complete and explain fields.
func Schema() (json.RawMessage, error) {
	least := 0.0
	number := func(pattern string) *jsonschema.Schema {
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "integer", Minimum: &least}, {Type: "string", Pattern: pattern}}}
	}
	s, err := jsonschema.ForType(reflect.TypeFor[file](), &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[size]():     number(`^[0-9]`),
		reflect.TypeFor[int]():      number(`^[0-9][0-9.]* ?[kKMGT]?$`),
		reflect.TypeFor[count]():    number(`^[0-9][0-9.]* ?[kKMGT]?$`),
		reflect.TypeFor[bytes]():    number(`^[0-9][0-9.]* ?([kKMGT]?B|[KMGT]iB)?$`),
		reflect.TypeFor[duration](): {AnyOf: []*jsonschema.Schema{{Const: jsonschema.Ptr(any(0))}, {Type: "string", Pattern: `^[0-9.]+(ns|us|µs|ms|s|m|h)`}}},
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
		s.Type, s.Types, s.MinItems = "array", nil, jsonschema.Ptr(1)
		listed(s.Items)
	}
	for _, field := range s.Properties {
		listed(field)
	}
}
