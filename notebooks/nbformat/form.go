package nbformat

import (
	"fmt"
	"strconv"
	"strings"
)

// form is a JSON object being read into fields or written from fields. Its methods move a value
// from the object to a field when reading, and from the field to the object when writing. Thus the
// code names each key of the format only once.
//
// err holds the first error in the file, with its path. Values read after an error do not count.
type form struct {
	path    string
	object  Object
	written bool
	err     *error
}

// at returns the path of a key.
func (f *form) at(key string) string { return strings.Trim(f.path+"."+key, ".") }

func (f *form) fail(key, format string, args ...any) error {
	if *f.err == nil {
		*f.err = &FieldError{f.at(key), fmt.Sprintf(format, args...)}
	}
	return *f.err
}

// enter returns a form for the object at a key. v is the object when reading; null and an empty list
// are empty objects, as some programs write them.
func (f *form) enter(key string, v any) *form {
	object, ok := v.(map[string]any)
	if list, isList := v.([]any); !ok && (v == nil || isList && len(list) == 0) {
		object, ok = Object{}, true
	}
	if !ok && !f.written {
		f.fail(key, "want an object")
	}
	return &form{f.at(key), object, f.written, f.err}
}

// take removes a key and returns its value, when reading.
func (f *form) take(key string) (any, bool) {
	v, ok := f.object[key]
	delete(f.object, key)
	return v, ok
}

// text reads or writes a string.
func (f *form) text(key string, s *string) {
	if f.written {
		f.object[key] = *s
	} else {
		f.lines(key, s)
	}
}

// lines reads or writes a string that files hold as a list of lines.
func (f *form) lines(key string, s *string) {
	if f.written {
		f.object[key] = lines(*s)
	} else {
		v, _ := f.take(key)
		*s = textOf(v)
	}
}

// integer reads or writes an integer. If the key is missing or its value is not an integer, n is
// nil.
func (f *form) integer(key string, n **int) {
	if f.written {
		if f.object[key] = nil; *n != nil {
			f.object[key] = **n
		}
		return
	}
	v, _ := f.take(key)
	if x, err := strconv.ParseFloat(textOf(v), 64); err == nil && x == float64(int(x)) { // 1.0 or "1", as some programs write it
		*n = new(int(x))
	}
}

// sub reads or writes an object with arbitrary keys; a missing object is empty.
func (f *form) sub(key string, o *Object) {
	v, ok := f.object[key]
	switch {
	case f.written && *o == nil:
		f.object[key] = Object{}
	case f.written:
		f.object[key] = *o
	case ok:
		*o = f.enter(key, v).object
		delete(f.object, key)
	default:
		*o = Object{}
	}
}

// bundle reads or writes an output or attachment, by MIME type.
func (f *form) bundle(key string, b *Bundle) {
	if f.written {
		f.object[key] = b.tree()
	} else {
		v, _ := f.take(key)
		*b = readBundle(Bundle(f.enter(key, v).object))
	}
}

// list reads a list; null and a missing key are empty.
func (f *form) list(key string) []any {
	v, _ := f.take(key)
	list, ok := v.([]any)
	if v != nil && !ok {
		f.fail(key, "want a list")
	}
	return list
}

// strings reads or writes a list of strings.
func (f *form) strings(key string, all *[]string) {
	if f.written {
		f.object[key] = append([]string{}, *all...)
		return
	}
	v, _ := f.take(key)
	if list, ok := v.([]any); ok {
		for _, v := range list {
			*all = append(*all, textOf(v))
		}
	} else if v != nil {
		*all = strings.Split(textOf(v), "\n")
	}
}

// each reads or writes a list of objects; fields handles the keys of one.
func each[T any](f *form, key string, list *[]*T, fields func(*T, *form)) {
	if f.written {
		all := make([]any, len(*list))
		for i, item := range *list {
			of := &form{object: Object{}, written: true, err: f.err}
			fields(item, of)
			all[i] = of.object
		}
		f.object[key] = all
		return
	}
	for i, v := range f.list(key) {
		item := new(T)
		fields(item, f.enter(fmt.Sprintf("%s[%d]", key, i), v))
		*list = append(*list, item)
	}
}

// rest reads or writes the keys that the format does not define; o is nil if there are none.
func (f *form) rest(o *Object) {
	if !f.written && len(f.object) > 0 {
		*o = f.object
	}
	for key, v := range *o {
		if _, named := f.object[key]; f.written && !named {
			f.object[key] = v
		}
	}
}
