package experiments

import (
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Table is the stored trials of studies in columns, for other programs: every field of
// a [Trial], an observed number a column, and two that are made of the others. Rows stay
// in their journals and are read one at a time.
type Table struct {
	Columns []Column
	Loads   []LoadInfo // of each study: what was met besides its rows
	Len     int        // number of rows

	parts []tablePart
}

// tablePart is the rows of one study.
type tablePart struct {
	index  *index
	places []int32
}

// Type is the type of a column of a [Table].
type Type string

// The types. A column of any of them may have no value in a row.
const (
	TypeText    Type = "text"
	TypeInteger Type = "integer"
	TypeReal    Type = "real" // may be infinite or NaN
	TypeBoolean Type = "boolean"
)

// Column is a column of a [Table], and what a reader must know of it.
type Column struct {
	Name  string
	Field string // of a journal's line; "" if it is made of others
	Type  Type
	Unit  string // "s", "B"; "" for counts, and for what is no number
	Kind  string // see [KindDeterministic]
	Doc   string

	of func(*Trial) Value
}

// The kinds of columns.
const (
	KindDeterministic = "deterministic" // the same on every machine, in rows that are deterministic
	KindTiming        = "timing"        // what the clock measured
	KindProvenance    = "provenance"    // where the row comes from
)

// Table returns the newest row of each trial of the studies, as [Journal.Load] chooses
// and sorts them, study by study. The same trials give the same rows in the same order
// whoever ran them, apart from columns of [KindTiming] and what a trial printed. A journal
// of a newer format is an error.
func (s *Store) Table(studies ...string) (*Table, error) {
	t := &Table{Columns: []Column{
		{
			Name: "id", Type: TypeText, Kind: KindDeterministic, Doc: "short name of the trial, by which show trial finds it",
			of: func(t *Trial) Value { return textValue(t.Key().ID()) },
		},
		{
			Name: "deterministic", Type: TypeBoolean, Kind: KindDeterministic, Doc: "whether the row is the same on every machine: neither the clock nor the system ended the run, and it did not fail",
			of: func(t *Trial) Value { return truthValue(t.Deterministic()) },
		},
	}}
	observed := map[string]bool{}
	for _, study := range studies {
		j, err := s.Study(study)
		if err != nil {
			return nil, err
		}
		x, err := j.read()
		if err != nil {
			return nil, err
		}
		if x.info.newer != nil {
			return nil, fmt.Errorf("experiments: study %q is not exported beside a %w", study, x.info.newer)
		}
		part := tablePart{x, x.newest()}
		x.sort(part.places)
		t.parts, t.Loads, t.Len = append(t.parts, part), append(t.Loads, x.info), t.Len+len(part.places)
		type placed struct {
			key   string
			place int32
		}
		keys := make([]placed, 0, len(part.places))
		for row, err := range x.rows(part.places) {
			if err != nil {
				return nil, err
			}
			keys = append(keys, placed{row.Key().ordered(), part.places[len(keys)]})
			for _, o := range row.Observed {
				if !observed[o.Name] {
					observed[strings.Clone(o.Name)] = true
				}
			}
		}
		slices.SortFunc(keys, func(a, b placed) int { return strings.Compare(a.key, b.key) })
		for i := range keys {
			part.places[i] = keys[i].place
		}
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
			t.Columns = append(t.Columns, c)
			continue
		}
		c.Type = TypeReal
		for _, name := range slices.Sorted(maps.Keys(observed)) {
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
			t.Columns = append(t.Columns, c)
		}
	}
	return t, nil
}

// Trials yields the rows, and holds
// one at a time. A trial must not be kept. An error ends the sequence.
func (t *Table) Trials() iter.Seq2[*Trial, error] {
	return func(yield func(*Trial, error) bool) {
		for _, p := range t.parts {
			for row, err := range p.index.rows(p.places) {
				if !yield(row, err) || err != nil {
					return
				}
			}
		}
	}
}

// Row sets values, of which there are as many as columns, to those of a trial.
func (t *Table) Row(of *Trial, values []Value) {
	for i := range t.Columns {
		values[i] = t.Columns[i].of(of)
	}
}

// kind returns what kind of column a field of the class has.
func (c class) kind() string {
	switch {
	case c <= classAnswer:
		return KindDeterministic
	case c == classTiming:
		return KindTiming
	}
	return KindProvenance
}

// value returns the field's value, none if the field may be left out and is empty.
func (f *field) value(t *Trial) Value {
	v := f.at(t)
	if _, yes := v.(*truth); !yes && f.presence != required && v.empty() {
		return Value{}
	}
	return valueOf(v)
}

// ifSolved returns a value that only trials with a solution have.
func ifSolved(of func(*Trial) Value) func(*Trial) Value {
	return func(t *Trial) Value {
		if t.Error != "" || !classSolution.shown(&Trial{Outcome: t.Outcome}) {
			return Value{}
		}
		return of(t)
	}
}

// Value is what a row has in a column. The zero value is none.
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

// valueOf returns a field's value in seconds where the journal has nanoseconds.
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

// Bool returns a value of type [TypeBoolean].
func (v Value) Bool() bool { return v.bits != 0 }

// Real returns a value of type [TypeReal].
func (v Value) Real() float64 { return math.Float64frombits(v.bits) }

// Int returns a value of type [TypeInteger]. The error is that of a number of 2⁶³ or more,
// which only text can hold.
func (v Value) Int() (int64, error) {
	if v.big {
		return 0, fmt.Errorf("%d does not fit in 64 bits with a sign", v.bits)
	}
	return int64(v.bits), nil
}

// number returns a value as a number, and whether it is one.
func (v Value) number() (float64, bool) {
	switch {
	case v.Type == TypeReal:
		return v.Real(), true
	case v.big:
		return float64(v.bits), true
	}
	return float64(int64(v.bits)), v.Type == TypeInteger
}

// String returns any value as text, "" for none: as CSV has it.
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
