package execute

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/printer"

	"github.com/puzzlelab/puzzlelab/internal/hint"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Given returns values for parameters in the form that [Inject] accepts. The values come from a
// YAML or JSON file ("" for none) and from assignments such as "n=100". Assignments take precedence
// over the file.
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

// Inject overrides the parameters of a notebook. It inserts a cell with the tag
// "injected-parameters" after the cell with the tag "parameters", or replaces the injected cell of
// an earlier run. The declarations in that cell keep the keyword and the type of the declarations
// that they override, as GoNB requires.
//
// Values are written as in command-line arguments: numbers and booleans as in Go, and strings
// without quotes. Lists are separated by commas (8,16,32) or, if an item contains a comma, written
// as JSON (["a,b","c"]). If there are no values, Inject removes the injected cell of an earlier
// run.
//
// If a name is unknown or a value has the wrong type, Inject returns one error for all such faults
// and leaves the notebook unchanged.
func Inject(nb *nbformat.Notebook, values map[string]string) error {
	params, err := Parameters(nb)
	if err != nil && len(values) > 0 {
		return err
	}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.ContainsFunc(params, func(p Parameter) bool { return p.Name == name }) {
			errs = append(errs, unknownParameter(name, params))
		}
	}
	source := "// Parameters of this run.\n"
	for _, p := range params {
		text, ok := values[p.Name]
		if !ok {
			continue
		}
		if p.Type == "" {
			errs = append(errs, fmt.Errorf("execute: parameter %v", p))
			continue
		}
		value, err := p.literal(text)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		kind := ""
		if p.Typed {
			kind = " " + p.Type
		}
		source += fmt.Sprintf("%s %s%s = %s\n", p.Keyword, p.Name, kind, value)
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	nb.Cells = slices.DeleteFunc(nb.Cells, func(c *nbformat.Cell) bool { return c.HasTag(tagInjected) })
	if len(values) == 0 {
		return nil
	}
	at := slices.IndexFunc(nb.Cells, func(c *nbformat.Cell) bool { return c.Type == nbformat.Code && c.HasTag(tagParameters) })
	nb.Cells = slices.Insert(nb.Cells, at+1, nbformat.NewCell(nbformat.Code, strings.TrimSuffix(source, "\n"), tagInjected))
	nb.Upgrade()
	return nil
}

func unknownParameter(name string, params []Parameter) error {
	var names []string
	for _, p := range params {
		if p.Type != "" {
			names = append(names, p.Name)
		}
	}
	if names == nil {
		return fmt.Errorf("execute: parameter %q: the notebook has no parameters (a code cell tagged %q declares them)", name, tagParameters)
	}
	return fmt.Errorf("execute: the notebook has no parameter %q (it has %s)%s", name, strings.Join(names, ", "), search.DidYouMean(name, names))
}

// listWants describes the form of values of list types.
var listWants = map[string]string{
	"[]int":    "integers with commas between, as in 8,16",
	"[]string": `texts with commas between, or a JSON list as in ["a,b","c"]`,
}

// literal returns the Go source of a value given as text.
func (p Parameter) literal(text string) (string, error) {
	source, want := literal(p.Type, text)
	if want != "" {
		return "", fmt.Errorf("execute: parameter %s is %s: %q is not (want %s)", p.Name, withArticle(p.Type), text, want)
	}
	return source, nil
}

// literal returns the Go source of a value of a type, or else a description of valid values.
func literal(kind, text string) (source, want string) {
	switch items, isList := strings.CutPrefix(kind, "[]"); {
	case isList:
		list, err := splitList(text)
		for i, item := range list {
			if list[i], want = literal(items, item); want != "" {
				break
			}
		}
		if err != nil || want != "" {
			return "", listWants[kind]
		}
		return kind + "{" + strings.Join(list, ", ") + "}", ""
	case kind == "string":
		return strconv.Quote(text), ""
	case kind != "bool":
		return number(kind, text)
	case text != "true" && text != "false":
		return "", "true or false"
	}
	return text, ""
}

// number works like literal for numbers.
func number(kind, text string) (source, want string) {
	m := settable().FindStringSubmatch(kind)
	bits, _ := strconv.Atoi(cmp.Or(m[2], "64"))
	switch m[1] {
	case "float":
		f, err := strconv.ParseFloat(text, bits)
		if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
			return "", "a finite number"
		}
		return floatLiteral(f, bits), ""
	case "uint":
		n, err := strconv.ParseUint(text, 0, bits)
		if err != nil {
			return "", fmt.Sprintf("an integer from 0 to %d", uint64(math.MaxUint64)>>(64-bits))
		}
		return strconv.FormatUint(n, 10), ""
	}
	n, err := strconv.ParseInt(text, 0, bits)
	if err != nil {
		return "", "an integer of " + strconv.Itoa(bits) + " bits"
	}
	return strconv.FormatInt(n, 10), ""
}

// floatLiteral writes a number as a Go floating-point literal.
func floatLiteral(f float64, bits int) string {
	s := strconv.FormatFloat(f, 'g', -1, bits)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// splitList splits a list with commas, or a JSON list.
func splitList(text string) ([]string, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	if !strings.HasPrefix(text, "[") {
		items := strings.Split(text, ",")
		for i := range items {
			items[i] = strings.TrimSpace(items[i])
		}
		return items, nil
	}
	var raw []json.RawMessage
	if err := json.Unmarshal([]byte(text), &raw); err != nil {
		return nil, err
	}
	items := make([]string, len(raw))
	for i, r := range raw {
		if json.Unmarshal(r, &items[i]) != nil {
			items[i] = string(r)
		}
	}
	return items, nil
}

func withArticle(kind string) string {
	switch {
	case strings.HasPrefix(kind, "[]"):
		return "a list of " + kind[2:] + "s"
	case strings.HasPrefix(kind, "int"):
		return "an " + kind
	}
	return "a " + kind
}
