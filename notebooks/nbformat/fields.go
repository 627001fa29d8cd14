package nbformat

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// fields takes a JSON object apart key by key. The first thing that is wrong
// stays in err, with its path; after it all further results are zero.
type fields struct {
	path   string
	object Object
	err    error
}

func (f *fields) fail(key, format string, args ...any) error {
	path := key
	if f.path != "" {
		path = f.path + "." + key
	}
	if f.err == nil {
		f.err = &FieldError{path, fmt.Sprintf(format, args...)}
	}
	return f.err
}

// enter begins the object at path, reporting what is not one.
func (f *fields) enter(path string, v any) *fields {
	in := &fields{path: path, err: f.err}
	object, ok := v.(map[string]any)
	if !ok && in.err == nil {
		in.err = &FieldError{path, "want an object"}
	}
	in.object = object
	return in
}

// adopt hands an error found in a nested object up.
func (f *fields) adopt(in *fields) {
	if f.err == nil {
		f.err = in.err
	}
}

// take removes a key and returns its value.
func (f *fields) take(key string) (any, bool) {
	v, ok := f.object[key]
	delete(f.object, key)
	return v, ok
}

// rest returns the keys nobody took, nil if there are none.
func (f *fields) rest() Object {
	if len(f.object) == 0 {
		return nil
	}
	return f.object
}

// integer returns the value of a key that is an integer or null; nil if it is
// null or missing.
func (f *fields) integer(key string) *int {
	v, ok := f.take(key)
	if !ok || v == nil {
		return nil
	}
	number, _ := v.(json.Number)
	n, err := strconv.Atoi(number.String())
	if err != nil {
		f.fail(key, "want an integer")
		return nil
	}
	return &n
}

func (f *fields) text(key string) string {
	if _, ok := f.object[key]; !ok {
		f.fail(key, "missing")
		return ""
	}
	return f.optionalText(key)
}

func (f *fields) optionalText(key string) string {
	v, ok := f.take(key)
	if !ok {
		return ""
	}
	text, ok := joinLines(v)
	if !ok {
		f.fail(key, wantText)
	}
	return text
}

// sub returns a nested object, empty if the key is missing.
func (f *fields) sub(key string) Object {
	v, ok := f.take(key)
	if !ok {
		return Object{}
	}
	object, ok := v.(map[string]any)
	if !ok {
		f.fail(key, "want an object")
		return Object{}
	}
	return object
}

func (f *fields) list(key string) []any {
	v, ok := f.take(key)
	if !ok {
		f.fail(key, "missing")
		return nil
	}
	list, ok := v.([]any)
	if !ok {
		f.fail(key, "want a list")
	}
	return list
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
