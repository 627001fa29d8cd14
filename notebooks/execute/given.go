package execute

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/printer"

	"github.com/puzzlelab/puzzlelab/internal/hint"
)

// Given returns values for parameters, in the form that [Inject] takes. The values come from a YAML
// or JSON file ("" for none) and from assignments of the form "name=value", which have priority.
func Given(file string, assignments []string) (map[string]string, error) {
	values := map[string]string{}
	if file != "" {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if values, err = inYAML(data); err != nil {
			return nil, fmt.Errorf("parameters %s: %w", file, err)
		}
	}
	set := map[string]bool{}
	for _, a := range assignments {
		name, value, ok := strings.Cut(a, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("parameter %q is not of the form name=value", a)
		}
		if set[name] {
			return nil, fmt.Errorf("parameter %q is set twice", name)
		}
		values[name], set[name] = value, true
	}
	return values, nil
}

// inYAML parses a mapping of names to values.
func inYAML(data []byte) (map[string]string, error) {
	file, err := parser.ParseBytes(data, 0)
	var given map[string]any
	if err == nil {
		err = yaml.Unmarshal(data, &given)
	}
	switch {
	case err != nil:
		what, lines, _ := strings.Cut(yaml.FormatError(err, false, true), "\n")
		return nil, hint.Pointing{Err: fmt.Errorf("want values by their names, as in \"n: 7\": %s", what), Lines: lines}
	case len(file.Docs) > 1:
		return nil, fmt.Errorf("%d YAML documents (want one)", len(file.Docs))
	}
	values := map[string]string{}
	for name, value := range given {
		if text, isText := value.(string); isText {
			values[name] = text
			continue
		}
		encoded, err := json.Marshal(value)
		if _, isMap := value.(map[string]any); err != nil || isMap || value == nil {
			err = fmt.Errorf("%q has no value that a parameter can have (want a number, true, false, text or a list)", name)
			return nil, hint.Pointing{Err: err, Lines: shownIn(file, name)}
		}
		values[name] = string(encoded)
	}
	return values, nil
}

// shownIn returns the line of a YAML mapping that contains a name, with a marker below it.
func shownIn(file *ast.File, name string) string {
	mapping, ok := file.Docs[0].Body.(*ast.MappingNode)
	if !ok {
		return ""
	}
	for _, v := range mapping.Values {
		if key := v.Key.GetToken(); key.Value == name {
			var p printer.Printer
			return p.PrintErrorToken(key, false)
		}
	}
	return ""
}
