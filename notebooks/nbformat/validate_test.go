package nbformat

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

var idPattern = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// validate checks what the format demands beyond being readable: ids, keys
// that may not be there, well-formed tags, names of streams, and the required
// keys of kernelspec and language_info. The error joins one [*FieldError] for
// each fault, in the order of the file.
func validate(nb *Notebook) error {
	v := &validator{ids: map[string]int{}}
	v.extra("", nb.Extra)
	v.named(nb.Metadata, "kernelspec", "name", "display_name")
	v.named(nb.Metadata, "language_info", "name")
	for i, c := range nb.Cells {
		path := fmt.Sprintf("cells[%d]", i)
		v.id(path+".id", c.ID, nb.Minor, i)
		v.tags(path+".metadata.tags", c)
		v.extra(path, c.Extra)
		if c.Type != Code && len(c.Outputs) > 0 {
			v.fault(path+".outputs", "a %s cell cannot have outputs", c.Type)
		}
		if c.Type == Code && c.Attachments != nil {
			v.fault(path+".attachments", "a code cell cannot have attachments")
		}
		for k, o := range c.Outputs {
			path := fmt.Sprintf("%s.outputs[%d]", path, k)
			v.extra(path, o.Extra)
			if o.Type == Stream && o.Name != "stdout" && o.Name != "stderr" {
				v.fault(path+".name", "%q is not a stream (want stdout or stderr)", o.Name)
			}
		}
	}
	return errors.Join(v.faults...)
}

type validator struct {
	faults []error
	ids    map[string]int
}

func (v *validator) fault(path, format string, args ...any) {
	v.faults = append(v.faults, &FieldError{path, fmt.Sprintf(format, args...)})
}

func (v *validator) extra(path string, extra Object) {
	for _, key := range slices.Sorted(maps.Keys(extra)) {
		v.fault(strings.TrimPrefix(path+"."+key, "."), "the format has no such key")
	}
}

func (v *validator) named(meta Object, key string, required ...string) {
	if _, ok := meta[key]; !ok {
		return
	}
	var o Object
	if meta.Get(key, &o) != nil {
		v.fault("metadata."+key, "want an object")
		return
	}
	for _, name := range required {
		if _, ok := o[name].(string); !ok {
			v.fault("metadata."+key+"."+name, "want a string")
		}
	}
}

func (v *validator) id(path, id string, minor, index int) {
	first, seen := v.ids[id]
	switch {
	case minor < 5 && id != "":
		v.fault(path, "format %d.%d has no cell ids", Major, minor)
	case minor < 5:
	case id == "":
		v.fault(path, "missing")
	case !idPattern.MatchString(id):
		v.fault(path, "%q is not an id (want 1 to 64 of A–Z, a–z, 0–9, - and _)", id)
	case seen:
		v.fault(path, "%q is also the id of cells[%d]", id, first)
	default:
		v.ids[id] = index
	}
}

func (v *validator) tags(path string, c *Cell) {
	var tags []string
	if c.Metadata.Get("tags", &tags) != nil {
		v.fault(path, "want a list of strings")
		return
	}
	for i, tag := range tags {
		path := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case tag == "" || strings.Contains(tag, ","):
			v.fault(path, "%q is not a tag (want some text without commas)", tag)
		case slices.Contains(tags[:i], tag):
			v.fault(path, "%q is there twice", tag)
		}
	}
}
