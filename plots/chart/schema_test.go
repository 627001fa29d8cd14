package chart

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

var update = flag.Bool("update", false, "rewrite figure.schema.json")

// The published schema is made of the types: a field or a mark that is added here is in it.
func TestSchemaDescribesTheTypes(t *testing.T) {
	ref := func(name string) *jsonschema.Schema { return &jsonschema.Schema{Ref: "#/$defs/" + name} }
	known := &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{reflect.TypeFor[Place](): ref("place"), reflect.TypeFor[Marks](): ref("marks")}}
	of := func(kind reflect.Type) *jsonschema.Schema {
		s, err := jsonschema.ForType(kind, known)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	texts := func(names ...string) map[string]*jsonschema.Schema {
		all := map[string]*jsonschema.Schema{}
		for _, name := range names {
			all[name] = &jsonschema.Schema{Type: "string"}
		}
		return all
	}
	const number = `[-+]?([0-9.]+(e[-+]?[0-9]+)?|Inf)`
	s := &jsonschema.Schema{
		Schema:      "https://json-schema.org/draft/2020-12/schema",
		Title:       "Figure",
		Description: "application/vnd.puzzlelab.figure+json: the texts of a figure and, from version 2 of the format on, its content as data. In version 1 the pictures are outside, and here only those for narrow screens and with linear axes.",
		Type:        "object",
		Required:    []string{"id", "title", "caption", "alt", "timing"},
		Properties:  texts("id", "title", "caption", "alt", "source", "narrow", "linear"),
		Defs: map[string]*jsonschema.Schema{
			"sheet": of(reflect.TypeFor[Sheet]()),
			"place": {Type: "string", Pattern: "^" + number + "( " + number + "){1,4}$", Description: "x, y, offsets to the right and up in points, and an offset as a share of the mark"},
			"marks": {Types: []string{"null", "array"}, Items: &jsonschema.Schema{}},
		},
	}
	s.Properties["id"].Pattern = "^[a-z0-9-]+$"
	s.Properties["timing"], s.Properties["steps"], s.Properties["chart"] = &jsonschema.Schema{Type: "boolean"}, &jsonschema.Schema{Type: "object"}, ref("sheet")
	s.Defs["sheet"].Properties["version"].Const = jsonschema.Ptr(any(Version))
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		s.Defs[name] = of(kinds[name])
		s.Defs["marks"].Items.OneOf = append(s.Defs["marks"].Items.OneOf, &jsonschema.Schema{
			Type: "object", Required: []string{name}, Properties: map[string]*jsonschema.Schema{name: ref(name)}, AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
		})
	}
	want, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if want = append(want, '\n'); *update {
		if err := os.WriteFile("figure.schema.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if Schema != string(want) {
		t.Error("figure.schema.json does not describe the types: make it with -update")
	}
}
