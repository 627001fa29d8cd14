package chart

import (
	_ "embed" // for the schema
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// Version is the version of the JSON format of a [Sheet]. In version 1, sheets contained pictures
// instead of data.
const Version = 2

// Schema is the JSON Schema for figures in notebooks, which have the media type
// application/vnd.puzzlelab.figure+json. It is generated from the Go types of this package.
//
//go:embed figure.schema.json
var Schema string

// Marks is a list of marks of any kind. In JSON, each mark is an object with a single field, named
// after the kind of mark.
type Marks []Mark

var kinds = kindsOf(Line{}, Area{}, Points{}, Arrow{}, Rule{}, Bars{}, Cells{}, Names{}, Risk{}, Sides{}, References{}, Slope{}, Diagonal{}, Density{}, Verdict{})

// kindsOf maps the names of the kinds of marks to their types.
func kindsOf(marks ...Mark) map[string]reflect.Type {
	of := map[string]reflect.Type{}
	for _, m := range marks {
		of[kind(m)] = reflect.TypeOf(m)
	}
	return of
}

func kind(m Mark) string { return strings.ToLower(reflect.TypeOf(m).Name()) }

// MarshalJSON encodes the marks as a list of objects. Each object has a single field, named after
// the kind of mark.
func (marks Marks) MarshalJSON() ([]byte, error) {
	named := make([]map[string]Mark, len(marks))
	for i, m := range marks {
		named[i] = map[string]Mark{kind(m): m}
	}
	return json.Marshal(named)
}

// UnmarshalJSON decodes a list encoded by MarshalJSON. It returns an error for an unknown kind of
// mark.
func (marks *Marks) UnmarshalJSON(data []byte) error {
	var named []map[string]json.RawMessage
	if err := json.Unmarshal(data, &named); err != nil {
		return err
	}
	*marks = nil
	for _, mark := range named {
		for name, fields := range mark {
			if kinds[name] == nil {
				return fmt.Errorf("chart: the mark %q is unknown; a newer version may support it", name)
			}
			m := reflect.New(kinds[name])
			if err := json.Unmarshal(fields, m.Interface()); err != nil {
				return fmt.Errorf("chart: mark %q: %w", name, err)
			}
			*marks = append(*marks, m.Elem().Interface())
		}
	}
	return nil
}

// MarshalText encodes the place as x, y and any offsets, separated by spaces.
func (pl Place) MarshalText() (out []byte, err error) {
	numbers := []float64{pl.X, pl.Y, float64(pl.DX), float64(pl.DY), pl.Up}
	for len(numbers) > 2 && numbers[len(numbers)-1] == 0 {
		numbers = numbers[:len(numbers)-1]
	}
	for i, v := range numbers {
		if i > 0 {
			out = append(out, ' ')
		}
		out = strconv.AppendFloat(out, v, 'g', -1, 64)
	}
	return out, nil
}

// UnmarshalText decodes a place encoded by MarshalText.
func (pl *Place) UnmarshalText(text []byte) error {
	fields := strings.Fields(string(text))
	var v [5]float64
	ok := len(fields) >= 2 && len(fields) <= len(v)
	for i := 0; ok && i < len(fields); i++ {
		x, err := strconv.ParseFloat(fields[i], 64)
		v[i], ok = x, err == nil && !math.IsNaN(x)
	}
	if !ok {
		return fmt.Errorf("chart: %q is not a place (want two to five numbers)", text)
	}
	*pl = Place{v[0], v[1], Length(v[2]), Length(v[3]), v[4]}
	return nil
}
