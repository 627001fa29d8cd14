package nbformat

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// fields takes a JSON object apart key by key. The first thing that is wrong
// stays in err, with its path, for all objects of a file; after it all further
// results are zero.
type fields struct {
	path   string
	object Object
	err    *error
}

// at returns the path of a key.
func (f *fields) at(key string) string { return strings.Trim(f.path+"."+key, ".") }

func (f *fields) fail(key, format string, args ...any) error {
	if *f.err == nil {
		*f.err = &FieldError{f.at(key), fmt.Sprintf(format, args...)}
	}
	return *f.err
}

// enter begins the object that stands at a key, reporting what is not one.
func (f *fields) enter(key string, v any) *fields {
	object, ok := v.(map[string]any)
	if !ok {
		f.fail(key, "want an object")
	}
	return &fields{f.at(key), object, f.err}
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
	return f.enter(key, v).object
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
