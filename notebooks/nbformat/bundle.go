package nbformat

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Bundle holds one output in several representations, by MIME type. Programs show the richest
// representation that they understand. Text and base64 data are strings or, after reading a file,
// lists of lines ([]any). For MIME types accepted by [IsJSON], values may be any JSON value, as in
// [Object].
type Bundle map[string]any

// IsJSON reports whether values of the MIME type are JSON instead of text. This is true for
// application/json and application/…+json.
func IsJSON(mime string) bool {
	return mime == "application/json" || strings.HasPrefix(mime, "application/") && strings.HasSuffix(mime, "+json")
}

// isText reports whether Jupyter writes values of the MIME type line by line.
func isText(mime string) bool {
	return strings.HasPrefix(mime, "text/") || mime == "image/svg+xml" || mime == "application/javascript"
}

// tree returns the bundle as it is written to a file.
func (b Bundle) tree() Object {
	t := make(Object, len(b))
	for mime, v := range b {
		if s, ok := joinLines(v); ok && isText(mime) {
			v = lines(s)
		}
		t[mime] = v
	}
	return t
}

// readBundle reverses tree.
func readBundle(b Bundle) Bundle {
	for mime, v := range b {
		if v == nil {
			delete(b, mime)
		} else if !IsJSON(mime) {
			b[mime] = textOf(v)
		}
	}
	return b
}

// Types returns a sorted list of the MIME types in the bundle.
func (b Bundle) Types() []string { return slices.Sorted(maps.Keys(b)) }

// Text returns the text for a MIME type, or the encoded JSON for a JSON type. If the bundle does
// not contain the type, the second result is false.
func (b Bundle) Text(mime string) (string, bool) {
	v, ok := b[mime]
	if !ok {
		return "", false
	}
	if IsJSON(mime) {
		raw, err := marshal(v)
		return string(raw), err == nil
	}
	return joinLines(v)
}

// Bytes returns the decoded base64 data for a binary type, such as image/png. If the bundle does
// not contain the type, it returns nil without an error.
func (b Bundle) Bytes(mime string) ([]byte, error) {
	s, ok := b.Text(mime)
	if !ok {
		return nil, nil
	}
	data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		return nil, fmt.Errorf("nbformat: %s: %w", mime, err)
	}
	return data, nil
}

// joinLines returns a string, or joins a list of strings.
func joinLines(v any) (text string, ok bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case []any:
		var all strings.Builder
		for _, line := range v {
			s, ok := line.(string)
			if !ok {
				return "", false
			}
			all.WriteString(s)
		}
		return all.String(), true
	}
	return "", false
}

// textOf returns the text of a value that should be a string or a list of strings: "" for null, and
// the JSON text of other values.
func textOf(v any) string {
	if s, ok := joinLines(v); ok || v == nil {
		return s
	}
	if list, ok := v.([]any); ok {
		var all strings.Builder
		for _, item := range list {
			all.WriteString(textOf(item))
		}
		return all.String()
	}
	raw, _ := marshal(v) // it was read from JSON
	return string(raw)
}

// marshal works like json.Marshal, but without HTML escapes.
func marshal(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), err
}
