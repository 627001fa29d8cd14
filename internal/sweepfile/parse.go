package sweepfile

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// SyntaxError describes a mistake in a file and gives its position.
type SyntaxError struct {
	File         string
	Line, Column int // position of the mistake, counted from 1; 0 if it concerns the whole file
	Err          error
	Lines        string // lines around the mistake, with a mark below it
}

func (e *SyntaxError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s:%d:%d: %v", e.File, e.Line, e.Column, e.Err)
}

func (e *SyntaxError) Unwrap() error { return e.Err }

// text is a file and the places of its values.
type text struct {
	name   string
	lines  []string
	places map[any]place // by address of the value; an empty struct shares the address of its neighbor
}

type place struct{ line, column int }

func placeOf(t *token.Token) place {
	if t == nil || t.Position == nil {
		return place{}
	}
	return place{t.Position.Line, t.Position.Column}
}

// start returns the beginning of a node; for a mapping, of its first key.
func start(n ast.Node) place {
	if m, ok := n.(ast.MapNode); ok {
		if i := m.MapRange(); i.Next() {
			return start(i.Key())
		}
	}
	return placeOf(n.GetToken())
}

// fault returns an error about a place.
func (t *text) fault(at place, format string, args ...any) error {
	e := &SyntaxError{File: t.name, Line: at.line, Column: at.column, Err: fmt.Errorf(format, args...)}
	if at.line < 1 || at.line > len(t.lines) {
		return e
	}
	const before, behind = 3, 1
	for n := max(at.line-before, 1); n <= min(at.line+behind, len(t.lines)); n++ {
		mark := ' '
		if n == at.line {
			mark = '>'
		}
		line := strings.ReplaceAll(t.lines[n-1], "\t", " ")
		e.Lines += strings.TrimRight(fmt.Sprintf("%c%3d | %s", mark, n, line), " ") + "\n"
		if n == at.line {
			e.Lines += strings.Repeat(" ", len("> 12 | ")+at.column-1) + "^\n"
		}
	}
	return e
}

// at returns an error about a value.
func (t *text) at(value any, format string, args ...any) error {
	return t.fault(t.places[value], format, args...)
}

// Limits that keep the parser below a second. Its time grows with the square of the depth.
const (
	maxFile  = 64 << 10 // bytes
	maxDepth = 100      // of open brackets, including brackets in comments and text
)

// lineEnds replaces every kind of line end by \n.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// directive matches the beginning of a directive; the parser accepts at most one. oldVersion
// matches a directive for a version other than YAML 1.2, where 010 is 8.
var (
	directive  = lazy.Regexp(`(?m)^%(YAML|TAG)`)
	oldVersion = lazy.Regexp(`(?m)^%YAML[ \t]+(1\.[01]|[^1 \t\n]\S*)[ \t]*$`)
)

// read parses a file. Errors are [*SyntaxError].
func read(name string, data []byte) (f *file, t *text, err error) {
	t = &text{name: name, places: map[any]place{}}
	if len(data) > maxFile {
		return nil, nil, t.fault(place{}, "it is longer than %d KiB", maxFile>>10)
	}
	source := strings.TrimPrefix(lineEnds.Replace(string(data)), "\ufeff")
	t.lines = strings.Split(strings.TrimSuffix(source, "\n"), "\n")
	if err := t.look(); err != nil {
		return nil, nil, err
	}
	if m := oldVersion().FindStringSubmatch(source); m != nil {
		return nil, nil, t.fault(place{1 + strings.Count(source[:strings.Index(source, m[0])], "\n"), 1}, "YAML %s is not read (want %%YAML 1.2, where numbers with a 0 in front are decimal)", m[1])
	}
	parsed, err := parser.ParseBytes([]byte(directive().ReplaceAllString(source, "#$1")), 0)
	if err != nil {
		if e, ok := errors.AsType[yaml.Error](err); ok {
			at := placeOf(e.GetToken())
			return nil, nil, t.fault(at, "%s%s", e.GetMessage(), t.advice(e.GetMessage(), at))
		}
		return nil, nil, t.fault(place{}, "%w", err)
	}
	docs := slices.DeleteFunc(parsed.Docs, func(d *ast.DocumentNode) bool { return d.Body == nil })
	switch {
	case len(docs) == 0:
		return nil, nil, t.fault(place{}, "the file is empty (want a mapping with %s)", strings.Join(names(needed(reflect.TypeFor[file]())), ", "))
	case len(docs) > 1:
		return nil, nil, t.fault(start(docs[1].Body), "a second document (want one)")
	}
	f = new(file)
	if err := t.value(docs[0].Body, "the file", reflect.ValueOf(f).Elem()); err != nil {
		return nil, nil, err
	}
	return f, t, nil
}

// advices say what to write if the parser does not accept a line. The first pattern that matches the
// message or the line counts.
var advices = [][2]string{
	{`must be specified|could not find|not found|already defined`, ""}, // the message says it
	{`\t`, " (want spaces instead of tabs)"},
	{`reserved|scalar value|anchor|alias|: +[@*&!%|>\x60]`, " (want quotation marks around text that begins with a sign such as * or @)"},
	{`\n *[\w-]+ *=`, " (want a colon instead of =, as in name: value)"},
	{`\n *[\w-]+:[^ ]`, " (want a space after the colon, as in name: value)"},
	{`: .*: `, " (want quotation marks around text with a colon)"},
	{``, " (want fields, and also entries of a list, that begin in the same column)"},
}

func (t *text) advice(message string, at place) string {
	message += "\n" + append(t.lines, "")[min(max(at.line-1, 0), len(t.lines))]
	i := slices.IndexFunc(advices, func(a [2]string) bool { return regexp.MustCompile(a[0]).MatchString(message) })
	return advices[i][1]
}

// look finds faults that the parser does not report.
func (t *text) look() error {
	depth := 0
	for i, line := range t.lines {
		for k, r := range []rune(line) {
			switch at := (place{i + 1, k + 1}); {
			case r == utf8.RuneError || unicode.IsControl(r) && r != '\t':
				return t.fault(at, "a character that is no text in UTF-8")
			case r == '[' || r == '{':
				if depth++; depth > maxDepth {
					return t.fault(at, "more than %d brackets are open", maxDepth)
				}
			case r == ']' || r == '}':
				depth = max(depth-1, 0)
			}
		}
	}
	return nil
}

// field is a field of a mapping.
type field struct {
	name     string
	index    []int
	optional bool
}

// fieldsOf returns the fields of a mapping, including the fields of embedded structs.
func fieldsOf(t reflect.Type) (fields []field) {
	for _, f := range reflect.VisibleFields(t) {
		if name, rest, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
			fields = append(fields, field{name, f.Index, rest != ""})
		}
	}
	return fields
}

func needed(t reflect.Type) []field {
	return slices.DeleteFunc(fieldsOf(t), func(f field) bool { return f.optional })
}

func names(fields []field) []string {
	return wording.Each(fields, func(f field) string { return f.name })
}

// value decodes a node into v. Errors call the node what.
func (t *text) value(n ast.Node, what string, v reflect.Value) error {
	at := start(n)
	switch n := n.(type) {
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode:
		return t.fault(at, "%s is an anchor, an alias or a tag (write out what it stands for)", what)
	case ast.MapNode:
		if v.Kind() == reflect.Struct {
			return t.mapping(n, at, what, v)
		}
	case *ast.SequenceNode:
		if v.Kind() == reflect.Slice {
			return t.list(n, what, v)
		}
	case ast.ScalarNode:
		if _, none := n.(*ast.NullNode); none || v.Kind() == reflect.Struct || v.Kind() == reflect.Slice {
			break
		}
		to := v.Addr().Interface()
		t.places[to] = at
		text := n.GetToken().Value
		if literal, ok := n.(*ast.LiteralNode); ok {
			text = strings.TrimSpace(literal.Value.Value)
		}
		if err := parse(to, text); err != nil {
			return t.fault(at, "%s: %s is %w", what, wording.Quote(text), err)
		}
		return nil
	}
	want := map[reflect.Kind]string{reflect.Struct: "fields, as in \"name: value\"", reflect.Slice: "a list, as in \"[a, b]\""}[v.Kind()]
	return t.fault(at, "%s is %s (want %s)", what, called(n), cmp.Or(want, "one value"))
}

// called describes a node.
func called(n ast.Node) string {
	switch n.(type) {
	case ast.MapNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.NullNode:
		return "empty"
	case ast.ScalarNode:
		return "one value"
	}
	return "no value"
}

func (t *text) mapping(n ast.MapNode, at place, what string, v reflect.Value) error {
	t.places[v.Addr().Interface()] = at
	fields := fieldsOf(v.Type())
	seen := map[string]bool{}
	for i := n.MapRange(); i.Next(); {
		key := i.Key().GetToken()
		if seen[key.Value] {
			return t.fault(placeOf(key), "%s has the field %q twice", what, key.Value)
		}
		seen[key.Value] = true
		k := slices.IndexFunc(fields, func(f field) bool { return f.name == key.Value })
		if k < 0 {
			return t.fault(placeOf(key), "%s has no field %s (want %s)%s", what, wording.Quote(key.Value), wording.AnyOf(names(fields)), search.DidYouMean(key.Value, names(fields)))
		}
		to := v.FieldByIndex(fields[k].index)
		t.places[to.Addr().Interface()] = placeOf(key)
		if err := t.value(i.Value(), key.Value, to); err != nil {
			return err
		}
		if to.Kind() == reflect.Slice && to.Len() == 0 {
			return t.fault(placeOf(key), "%s is empty (want a list, as in \"[a, b]\")", key.Value)
		}
	}
	for _, f := range needed(v.Type()) {
		if !seen[f.name] {
			return t.fault(at, "%s lacks the field %q", what, f.name)
		}
	}
	return nil
}

func (t *text) list(n *ast.SequenceNode, what string, v reflect.Value) error {
	v.Set(reflect.MakeSlice(v.Type(), len(n.Values), len(n.Values))) // with fixed addresses: places are keyed by address
	one := cmp.Or(map[string]string{"sets": "a set", "except": "an exception"}[what], what)
	for i, element := range n.Values {
		if err := t.value(element, one, v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}
