package trial

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// leaves calls visit for every value in v that has no parts. Lists have one item each.
func leaves(v reflect.Value, name string, visit func(name string, v reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			leaves(v.Field(i), name+"."+v.Type().Field(i).Name, visit)
		}
	case reflect.Slice:
		if v.Len() == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		}
		leaves(v.Index(0), name, visit)
	default:
		visit(name, v)
	}
}

// change gives v a different value.
func change(v reflect.Value) {
	switch {
	case v.CanInt():
		v.SetInt(v.Int() + 3)
	case v.CanUint():
		v.SetUint(v.Uint() + 3)
	case v.CanFloat():
		v.SetFloat(v.Float() + 3)
	case v.Kind() == reflect.String:
		v.SetString(v.String() + "changed")
	case v.Kind() == reflect.Bool:
		v.SetBool(!v.Bool())
	case v.Kind() == reflect.Interface:
		v.Set(reflect.ValueOf(puzzle.Text("changed")))
	default:
		panic("a trial holds a " + v.Type().String())
	}
}

func TestEverythingInATrialIsInTheTable(t *testing.T) {
	want := Trial{}
	leaves(reflect.ValueOf(&want).Elem(), "Trial", func(_ string, v reflect.Value) { change(v) })
	want.Outcome, want.Error = search.Solved, ""
	line := strings.TrimSuffix(string(want.Line()), "\n")
	var got Trial
	if err := new(Decoder).Parse(line, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s\nis read as %+v (%v)\nwant %+v", line, got, err, want)
	}
}

func TestDiffSeesAllThatIsComparedAndNothingElse(t *testing.T) {
	seen := make(map[string]bool)
	var a Trial
	leaves(reflect.ValueOf(&a).Elem(), "", func(string, reflect.Value) {}) // makes the lists
	a.Outcome = search.Solved
	leaves(reflect.ValueOf(&a).Elem(), "Trial", func(name string, v reflect.Value) {
		before := reflect.New(v.Type()).Elem()
		before.Set(v)
		b := a
		b.Observed, b.Meter.Iterations = append([]puzzle.Observation(nil), a.Observed...), append([]search.Iteration(nil), a.Meter.Iterations...)
		change(v)
		for _, line := range Diff(&b, &a) {
			column, _, _ := strings.Cut(line, ": ")
			seen[strings.TrimSuffix(column, "changed")] = true
		}
		v.Set(before)
	})
	for i := range fields {
		if f := &fields[i]; seen[f.column] != (f.class < classTiming) {
			t.Errorf("%q is a field of class %v; Diff compares it: %v", f.name, f.class, seen[f.column])
		}
	}
}

// testdata/format1.jsonl was written by version 0.3.0.
func TestJournalsOfTheFirstFormatAreReadAndWrittenAgain(t *testing.T) {
	want, err := os.ReadFile(filepath.Join("testdata", "format1.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(want), "\n")
	trials := sampleTrials()
	if len(lines) != 1+len(trials)+1 {
		t.Fatalf("%d lines, want a header and %d trials", len(lines)-1, len(trials))
	}
	for i := range trials {
		trials[i].Study, trials[i].Index = "format", trials[i].Index+i
		var got Trial
		line := lines[1+i]
		if d := new(Decoder); !Sealed([]byte(line[:len(line)-1])) || !d.parseFast(line[:len(line)-1], &got) {
			t.Errorf("%s\nis not read the quick way", line)
		}
		if !reflect.DeepEqual(got, trials[i]) {
			t.Errorf("%s\nis read as %+v\nwant %+v", line, got, trials[i])
		}
		if again := string(got.Line()); again != line {
			t.Errorf("%s\nis written again as %s", line, again)
		}
	}
}

func TestSchemaIsThatOfTheRows(t *testing.T) {
	golden(t, "trial.schema.json", string(Schema()))
	var schema struct {
		Properties map[string]struct {
			Type        string
			Description string
			Enum        []string
			AnyOf       []any
		}
		Required []string
	}
	if err := json.Unmarshal(Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	for _, trial := range sampleTrials() {
		row := decoded(t, string(trial.Line()))
		for _, name := range schema.Required {
			if row[name] == nil {
				t.Errorf("%v has no %q", row, name)
			}
		}
		for name, value := range row {
			p, ok := schema.Properties[name]
			if !ok || p.Description == "" {
				t.Errorf("%q is not in the schema or has no description", name)
			}
			kind := map[string]string{"string": "string", "integer": "json.Number", "array": "[]interface {}", "object": "map[string]interface {}"}[p.Type]
			if p.Enum == nil && p.AnyOf == nil && kind != fmt.Sprintf("%T", value) {
				t.Errorf("%q is %v, a %T; its type in the schema is %q", name, value, value, p.Type)
			}
		}
	}
}

func TestLongSolutionsAreStoredAsTheirDigest(t *testing.T) {
	long := strings.Repeat("x", 4096)
	for _, c := range []struct{ name, in, want string }{
		{"none", "", ""},
		{"short", "DRUL", "DRUL"},
		{"the longest", long, long},
		// As sha256sum prints them.
		{"longer", long + "x", "sha256:3e97197f4b8d46a893067c94ab15e195e3d97fb5f24eede5ef047b571240d92b"},
		{"not text", "\xff", "sha256:a8100ae6aa1940d0b663bb31cd466142ebbdbd5187131b92d93818987832eb89"},
	} {
		if got := StoredSolution(c.in); got != c.want {
			t.Errorf("%s: %.100q, want %.100q", c.name, got, c.want)
		}
	}
}
