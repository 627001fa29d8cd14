package experiments

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func sampleTrials() []Trial {
	full := Trial{
		Study: "pruning", Set: "planted", Index: 3, Instance: "0123456789abcdef", Size: 50,
		Strategy: "pruning+sorting", Version: 2, Mode: Timed, Repeat: 1, Seed: 0xfedcba9876543210,
		Outcome: search.Solved, Cost: 49,
		Meter:    search.Meter{Expanded: 1234567, Generated: 2345678, Reopened: 3, Stored: 4, Pruned: 5, MaxDepth: 49, Bytes: 1 << 40},
		Observed: []Observation{{"solutions", 2}, {"share", 0.1}, {"gap", -1e-300}},
		CPU:      0.001234567, Wall: 1.5e-7, Runs: 12,
		Limits: search.Limits{Expanded: 60000, Stored: 1, Bytes: 2, Time: 90 * time.Second},
		Code:   "source:0011223344556677",
	}
	bare := Trial{Study: "s", Instance: "i", Strategy: "a", Mode: Budget, Outcome: search.LimitNodes}
	failed := full
	failed.Outcome, failed.Cost, failed.Meter, failed.Observed = search.Running, 0, search.Meter{}, nil
	failed.Error = "panic: index out of range [3]\n\t\"quoted\" back\\slash <html> \u2028 naïve \x01"
	unicode := full
	unicode.Set, unicode.Strategy = "gepflanzt-ü", "ida*/曼哈顿"
	large := full
	large.Seed, large.Cost, large.Size, large.Index = math.MaxUint64, math.MinInt64, math.MaxInt64, -1
	large.Meter.Expanded, large.Limits.Expanded = math.MaxUint64, math.MaxUint64-1
	odd := full
	odd.Observed = []Observation{{"inf", math.Inf(1)}, {"minus", math.Inf(-1)}, {"zero", math.Copysign(0, -1)}, {"big", math.MaxFloat64}}
	return []Trial{full, bare, failed, unicode, large, odd}
}

func TestRowsReadBackAsWritten(t *testing.T) {
	for _, want := range sampleTrials() {
		line := strings.TrimSuffix(string(appendRow(nil, &want)), "\n")
		if !sealed([]byte(line)) {
			t.Errorf("%s: own checksum not accepted", line)
		}
		var got, slow Trial
		if err := parseRow(line, &got, new(arena)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if err := parseAny(line, &slow); err != nil {
			t.Errorf("%s: encoding/json: %v", line, err)
		}
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(slow, want) {
			t.Errorf("%s:\n got %+v\nslow %+v\nwant %+v", line, got, slow, want)
		}
		// Numbers of 20 digits are the only ones the quick way leaves alone.
		if quick := parseFast(line, new(Trial), new(arena)); quick != (want.Seed != math.MaxUint64) {
			t.Errorf("%s: read the quick way: %v", line, quick)
		}
	}
}

func TestNaNIsKept(t *testing.T) {
	want := sampleTrials()[0]
	want.Observed = []Observation{{"nothing", math.NaN()}}
	line := strings.TrimSuffix(string(appendRow(nil, &want)), "\n")
	for name, parse := range map[string]func(*Trial) error{
		"quick": func(t *Trial) error { return parseRow(line, t, new(arena)) },
		"json":  func(t *Trial) error { return parseAny(line, t) },
	} {
		var got Trial
		if err := parse(&got); err != nil || len(got.Observed) != 1 || !math.IsNaN(got.Observed[0].Value) {
			t.Errorf("%s: %s gives %v, %v; want NaN", name, line, got.Observed, err)
		}
	}
}

func TestRowsAreReadInAnyForm(t *testing.T) {
	want := sampleTrials()[0]
	line := strings.TrimSuffix(string(appendRow(nil, &want)), "\n")
	var fields map[string]any
	dec := json.NewDecoder(strings.NewReader(line))
	dec.UseNumber()
	if err := dec.Decode(&fields); err != nil {
		t.Fatal(err)
	}
	fields["unknown"] = []any{"of", "a", "later", "version"}
	other, err := json.MarshalIndent(fields, "", " ") // other order, spaces
	if err != nil {
		t.Fatal(err)
	}
	var got Trial
	if err := parseRow(string(other), &got, new(arena)); err != nil {
		t.Fatal(err)
	}
	// The order of observations is lost in the map: json sorts them.
	want.Observed = []Observation{{"gap", -1e-300}, {"share", 0.1}, {"solutions", 2}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestEveryDamagedByteIsNoticed(t *testing.T) {
	trial := sampleTrials()[0]
	line := strings.TrimSuffix(string(appendRow(nil, &trial)), "\n")
	for i := range len(line) {
		damaged := []byte(line)
		damaged[i] ^= 0x20
		if sealed(damaged) {
			t.Errorf("damage at byte %d of %s went unnoticed", i, line)
		}
		if sealed([]byte(line[:i])) {
			t.Errorf("%d of %d bytes pass for a whole line", i, len(line))
		}
	}
}

func TestMalformedRowsAreErrors(t *testing.T) {
	good := sampleTrials()[0]
	line := strings.TrimSuffix(string(appendRow(nil, &good)), "\n")
	for _, c := range []struct{ name, old, new, want string }{
		{"outcome", `"outcome":"solved"`, `"outcome":"guessed"`, `"guessed" is not an outcome`},
		{"short seed", `"fedcba9876543210"`, `"fedc"`, "want 16 hex digits"},
		{"seed", `"fedcba9876543210"`, `"xedcba9876543210"`, "not 16 hex digits"},
		{"leading zero", `"cost":49`, `"cost":049`, "invalid character"},
		{"fraction", `"cost":49`, `"cost":4.5`, "cannot unmarshal number 4.5"},
		{"negative count", `"expanded":1234567`, `"expanded":-1`, "cannot unmarshal number -1"},
		{"overflow", `"cost":49`, `"cost":9223372036854775808`, "cannot unmarshal number"},
		{"count overflow", `"expanded":1234567`, `"expanded":18446744073709551616`, "cannot unmarshal number"},
		{"observation", `"solutions":2`, `"solutions":"many"`, `"solutions" is many`},
		{"observations", `"observed":{"solutions":2,"share":0.1,"gap":-1e-300}`, `"observed":[1]`, "want an object of numbers"},
		{"hexadecimal time", `"cpu":0.001234567`, `"cpu":0x1p-2`, "invalid character"},
		{"end", `"runs":12`, `"runs":12}`, "invalid character"},
	} {
		bad := strings.Replace(line, c.old, c.new, 1)
		if bad == line {
			t.Fatalf("%s: %q is not in %s", c.name, c.old, line)
		}
		var trial Trial
		err := parseRow(bad, &trial, new(arena))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
}

func TestArenaKeepsRowsApart(t *testing.T) {
	arena := new(arena)
	var lines []string
	var got []Trial
	for i := range 2000 { // several blocks
		trial := sampleTrials()[0]
		trial.Observed = nil
		for k := range i % 4 {
			trial.Observed = append(trial.Observed, Observation{string(rune('a' + k)), float64(10*i + k)})
		}
		lines = append(lines, strings.TrimSuffix(string(appendRow(nil, &trial)), "\n"))
		got = append(got, Trial{})
		if !parseFast(lines[i], &got[i], arena) {
			t.Fatalf("not read the quick way: %s", lines[i])
		}
	}
	for i := range got {
		var want Trial
		if err := parseAny(lines[i], &want); err != nil || !reflect.DeepEqual(got[i], want) {
			t.Fatalf("row %d: observed %v, want %v (%v)", i, got[i].Observed, want.Observed, err)
		}
		if cap(got[i].Observed) != len(got[i].Observed) {
			t.Fatalf("row %d: appending to its observations would write into the next row's", i)
		}
	}
}

// FuzzParseRow holds the quick decoder to encoding/json: what it accepts, json
// accepts with the same meaning.
func FuzzParseRow(f *testing.F) {
	for _, trial := range sampleTrials() {
		f.Add(strings.TrimSuffix(string(appendRow(nil, &trial)), "\n"))
	}
	f.Fuzz(func(t *testing.T, line string) {
		var quick, slow Trial
		if !parseFast(line, &quick, new(arena)) {
			return
		}
		if err := parseAny(line, &slow); err != nil {
			t.Fatalf("%s\naccepted as %+v, but encoding/json says %v", line, quick, err)
		}
		// Compare as text, in which NaN equals NaN.
		if a, b := string(appendRow(nil, &quick)), string(appendRow(nil, &slow)); a != b {
			t.Fatalf("%s\nquick %s\nslow  %s", line, a, b)
		}
	})
}

// FuzzRowRoundTrip writes and reads rows with any text and numbers in them.
func FuzzRowRoundTrip(f *testing.F) {
	f.Add("pruning", "planted", "boom", "solutions", 1.5, 0.001, uint64(42), int64(-3))
	f.Add("a\"b", "\xff", "\u2028", "", math.Inf(1), 1e-9, uint64(math.MaxUint64), int64(math.MinInt64))
	f.Fuzz(func(t *testing.T, study, set, message, name string, value, cpu float64, n uint64, i int64) {
		if math.IsNaN(cpu) || math.IsInf(cpu, 0) {
			return
		}
		want := sampleTrials()[0]
		want.Study, want.Set = text(study), text(set)
		want.Observed = []Observation{{text(name), value}}
		want.CPU, want.Meter.Expanded, want.Seed, want.Cost, want.Limits.Time = cpu, n, n, int(i), time.Duration(i)
		if message = text(message); message != "" {
			want.Error, want.Outcome = message, search.Running
		}
		line := strings.TrimSuffix(string(appendRow(nil, &want)), "\n")
		if strings.Contains(line, "\n") {
			t.Fatalf("a row of several lines: %q", line)
		}
		var got Trial
		if err := parseRow(line, &got, new(arena)); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if math.IsNaN(value) && math.IsNaN(got.Observed[0].Value) {
			got.Observed, want.Observed = nil, nil
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%s:\ngot  %+v\nwant %+v", line, got, want)
		}
	})
}

func BenchmarkParseRow(b *testing.B) {
	trial := sampleTrials()[0]
	line := strings.TrimSuffix(string(appendRow(nil, &trial)), "\n")
	arena := new(arena)
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		var t Trial
		if !parseFast(line, &t, arena) || t.Cost != 49 {
			b.Fatal("not read")
		}
	}
}

func BenchmarkAppendRow(b *testing.B) {
	trial := sampleTrials()[0]
	var buf []byte
	for b.Loop() {
		buf = appendRow(buf[:0], &trial)
	}
	b.SetBytes(int64(len(buf)))
}
