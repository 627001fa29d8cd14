package execute

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Inject overrides parameters of a notebook: it puts a cell tagged
// "injected-parameters" behind the one tagged "parameters", in the place of an
// earlier injected one. Its declarations keep keyword and type of those they
// override, as GoNB demands.
//
// Values are written as on a command line: numbers and true or false as in
// Go, strings as they are, lists with commas (8,16,32) or, where an item
// contains one, as JSON (["a,b","c"]). Without values, an injected cell of an
// earlier run is removed.
//
// Unknown names and values of the wrong type are errors; all of them are
// reported, and the notebook is then left as it was.
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
	if len(params) == 0 {
		return fmt.Errorf("execute: parameter %q: the notebook has no parameters (a code cell tagged %q declares them)", name, tagParameters)
	}
	names := make([]string, len(params))
	nearest, distance := "", 3
	for i, p := range params {
		names[i] = p.Name
		if d := editDistance(name, p.Name); d < distance && d < len(p.Name) {
			nearest, distance = p.Name, d
		}
	}
	hint := ""
	if nearest != "" {
		hint = fmt.Sprintf("; did you mean %s?", nearest)
	}
	return fmt.Errorf("execute: the notebook has no parameter %q (it has %s)%s", name, strings.Join(names, ", "), hint)
}

// editDistance is the number of single-letter insertions, deletions and
// replacements between two words, upper and lower case being the same.
func editDistance(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

// literal returns the Go source of a value given as text.
func (p Parameter) literal(text string) (string, error) {
	wrong := func(want string) error {
		return fmt.Errorf("execute: parameter %s is %s: %q is not (want %s)", p.Name, withArticle(p.Type), text, want)
	}
	switch bits := integerTypes[p.Type] + naturalTypes[p.Type] + floatTypes[p.Type]; {
	case p.Type == "string":
		return strconv.Quote(text), nil
	case p.Type == "bool":
		if text != "true" && text != "false" {
			return "", wrong("true or false")
		}
		return text, nil
	case p.Type == "[]int":
		items, err := splitList(text)
		if err != nil {
			return "", wrong("integers with commas between, as in 8,16")
		}
		for i, item := range items {
			n, err := strconv.ParseInt(item, 0, 64)
			if err != nil {
				return "", wrong("integers with commas between, as in 8,16")
			}
			items[i] = strconv.FormatInt(n, 10)
		}
		return "[]int{" + strings.Join(items, ", ") + "}", nil
	case p.Type == "[]string":
		items, err := splitList(text)
		if err != nil {
			return "", wrong(`texts with commas between, or a JSON list as in ["a,b","c"]`)
		}
		for i, item := range items {
			items[i] = strconv.Quote(item)
		}
		return "[]string{" + strings.Join(items, ", ") + "}", nil
	case floatTypes[p.Type] > 0:
		f, err := strconv.ParseFloat(text, bits)
		if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
			return "", wrong("a finite number")
		}
		return floatLiteral(f, bits), nil
	case naturalTypes[p.Type] > 0:
		n, err := strconv.ParseUint(text, 0, bits)
		if err != nil {
			return "", wrong(fmt.Sprintf("an integer from 0 to %d", uint64(math.MaxUint64)>>(64-bits)))
		}
		return strconv.FormatUint(n, 10), nil
	default:
		n, err := strconv.ParseInt(text, 0, bits)
		if err != nil {
			return "", wrong("an integer of " + strconv.Itoa(bits) + " bits")
		}
		return strconv.FormatInt(n, 10), nil
	}
}

// floatLiteral writes a number so that Go takes it for floating-point.
func floatLiteral(f float64, bits int) string {
	s := strconv.FormatFloat(f, 'g', -1, bits)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// splitList splits a list given with commas or as JSON.
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
