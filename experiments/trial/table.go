package trial

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Type is the type of the values in a column of a [store.Table].
type Type string

// Types of columns. In a column of any type, some rows may have no value.
const (
	TypeText    Type = "text"
	TypeInteger Type = "integer"
	TypeReal    Type = "real" // floating-point number, which may be infinite or NaN
	TypeBoolean Type = "boolean"
)

// Column describes a column of a [store.Table].
type Column struct {
	Name  string
	Field string // name of the field in a journal line; "" for a column computed from other fields
	Type  Type
	Unit  string // unit, such as "s" or "B"; "" for counts and for columns that do not hold numbers
	Kind  string // what the values depend on: [KindDeterministic], [KindTiming] or [KindProvenance]
	Doc   string

	of func(*Trial) Value
}

// Kinds of columns. The kind says what the values depend on.
const (
	KindDeterministic = "deterministic" // the values are the same on every machine if the trial is deterministic
	KindTiming        = "timing"        // the values are measured times, or depend on them
	KindProvenance    = "provenance"    // the values say how and where the row was produced
)

// ColumnsOf returns the columns of a table of trials: the ID, whether the trial is deterministic,
// all fields, and one column for each observed name.
func ColumnsOf(observed []string) []Column {
	columns := []Column{
		{
			Name: "id", Type: TypeText, Kind: KindDeterministic, Doc: "short name of the trial, by which show trial finds it",
			of: func(t *Trial) Value { return textValue(t.Key().ID()) },
		},
		{
			Name: "deterministic", Type: TypeBoolean, Kind: KindDeterministic, Doc: "whether the row is the same on every machine: neither the clock nor the system ended the run, and it did not fail",
			of: func(t *Trial) Value { return truthValue(t.Deterministic()) },
		},
	}
	for i := range fields {
		f := &fields[i]
		c := Column{Name: f.column, Field: f.name, Unit: f.unit, Kind: f.class.kind(), Doc: f.doc, of: f.value}
		if f.column != observedPrefix {
			c.Type = valueOf(f.at(&Trial{})).Type
			if _, yes := f.at(&Trial{}).(*nanoseconds); yes {
				c.Doc = strings.Replace(c.Doc, "nanoseconds", "seconds", 1)
			}
			if f.class == classSolution {
				c.of = ifSolved(f.value)
			}
			columns = append(columns, c)
			continue
		}
		c.Type = TypeReal
		for _, name := range observed {
			c.Name, c.Doc = observedPrefix+name, "number that the strategy reported as "+name
			if c.Kind = f.class.kind(); isTime(name) {
				c.Kind = classTiming.kind()
			}
			c.of = func(t *Trial) Value {
				v, ok := t.Observation(name)
				if !ok {
					return Value{}
				}
				return realValue(v)
			}
			columns = append(columns, c)
		}
	}
	return columns
}

// Of returns the value that trial t has in the column.
func (c *Column) Of(t *Trial) Value { return c.of(t) }

// kind returns the kind of the columns for fields of this class.
func (c class) kind() string {
	switch {
	case c <= classAnswer:
		return KindDeterministic
	case c == classTiming:
		return KindTiming
	}
	return KindProvenance
}

// value returns the field's value, or the zero Value if the field is optional and empty.
func (f *field) value(t *Trial) Value {
	v := f.at(t)
	if _, yes := v.(*truth); !yes && f.presence != required && v.empty() {
		return Value{}
	}
	return valueOf(v)
}

// ifSolved returns a function that returns a value only for trials with a solution.
func ifSolved(of func(*Trial) Value) func(*Trial) Value {
	return func(t *Trial) Value {
		if t.Error != "" || !classSolution.shown(&Trial{Outcome: t.Outcome}) {
			return Value{}
		}
		return of(t)
	}
}

// Value is the value of one row in one column. The zero Value means that the row has no value.
type Value struct {
	Type Type
	text string
	bits uint64
	big  bool // a whole number of 2⁶³ or more
}

func textValue(s string) Value  { return Value{Type: TypeText, text: s} }
func realValue(f float64) Value { return Value{Type: TypeReal, bits: math.Float64bits(f)} }
func truthValue(b bool) Value {
	if b {
		return Value{Type: TypeBoolean, bits: 1}
	}
	return Value{Type: TypeBoolean}
}

// valueOf returns the value of a field, with nanoseconds converted to seconds.
func valueOf(v value) Value {
	switch v := v.(type) {
	case *whole:
		return Value{Type: TypeInteger, bits: uint64(*v)}
	case *natural:
		return Value{Type: TypeInteger, bits: uint64(*v), big: *v > math.MaxInt64}
	case *float:
		return realValue(float64(*v))
	case *nanoseconds:
		return realValue(time.Duration(*v).Seconds())
	case *truth:
		return truthValue(bool(*v))
	case textual:
		return textValue(v.text())
	}
	return Value{}
}

// Bool returns the Boolean value. It is valid only for the type [TypeBoolean].
func (v Value) Bool() bool { return v.bits != 0 }

// Real returns the floating-point number. It is valid only for the type [TypeReal].
func (v Value) Real() float64 { return math.Float64frombits(v.bits) }

// Int returns the whole number. It is valid only for the type [TypeInteger]. It returns an error
// for numbers of 2⁶³ or more, which do not fit into an int64; [Value.String] can still format them.
func (v Value) Int() (int64, error) {
	if v.big {
		return 0, fmt.Errorf("%d does not fit in a signed 64-bit integer", v.bits)
	}
	return int64(v.bits), nil
}

// number returns a value as a floating-point number, and whether it is a number.
func (v Value) number() (float64, bool) {
	switch {
	case v.Type == TypeReal:
		return v.Real(), true
	case v.big:
		return float64(v.bits), true
	}
	return float64(int64(v.bits)), v.Type == TypeInteger
}

// String returns the value as it is written in CSV files, or "" if there is no value.
func (v Value) String() string {
	switch v.Type {
	case TypeText:
		return v.text
	case TypeInteger:
		if v.big {
			return strconv.FormatUint(v.bits, 10)
		}
		return strconv.FormatInt(int64(v.bits), 10)
	case TypeReal:
		return formatFloat(v.Real())
	case TypeBoolean:
		return strconv.FormatBool(v.Bool())
	}
	return ""
}
