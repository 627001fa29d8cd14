package experiments

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func sampleTrials() []Trial {
	full := Trial{
		Study: "pruning", Set: "planted", Index: 3, Instance: "0123456789abcdef", Size: 50,
		Strategy: "pruning+sorting", Version: 2, Mode: Timed, Repeat: 1, Seed: 0xfedcba9876543210,
		Outcome: search.Solved, Cost: 49,
		Meter:    search.Meter{Expanded: 1234567, Generated: 2345678, Reopened: 3, Stored: 4, Pruned: 5, MaxDepth: 49, Bytes: 1 << 40},
		Observed: []puzzle.Observation{{Name: "solutions", Value: 2}, {Name: "share", Value: 0.1}, {Name: "gap", Value: -1e-300}},
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
	odd.Observed = []puzzle.Observation{{Name: "inf", Value: math.Inf(1)}, {Name: "minus", Value: math.Inf(-1)}, {Name: "zero", Value: math.Copysign(0, -1)}, {Name: "big", Value: math.MaxFloat64}}
	return []Trial{full, bare, failed, unicode, large, odd, deepened()}
}

// deepened is a trial of a search in three iterations, the first ones of
// IDA* with the Manhattan distance on a board of the 15-puzzle.
func deepened() Trial {
	return Trial{
		Study: "idastar", Set: "korf100", Index: 11, Instance: "00112233445566ff", Size: 16,
		Strategy: "idastar/manhattan", Version: 1, Mode: Budget, Outcome: search.LimitNodes, Bound: 39,
		Meter: search.Meter{
			Expanded: 1 + 30 + 200, Generated: 2 + 61 + 405, MaxDepth: 20,
			Iterations: []search.Iteration{{Bound: 35, Expanded: 1, Generated: 2}, {Bound: 37, Expanded: 30, Generated: 61}, {Bound: 39, Expanded: 200, Generated: 405}},
		},
		Limits: search.Limits{Expanded: 231}, Code: "v1",
	}
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
	want.Observed = []puzzle.Observation{{Name: "nothing", Value: math.NaN()}}
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
	want.Observed = []puzzle.Observation{{Name: "gap", Value: -1e-300}, {Name: "share", Value: 0.1}, {Name: "solutions", Value: 2}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestIterationsAreReadInAnyForm(t *testing.T) {
	want := deepened()
	line := strings.TrimSuffix(string(appendRow(nil, &want)), "\n")
	const list = `[[35,1,2],[37,30,61],[39,200,405]]`
	for _, c := range []struct {
		in   string
		want []search.Iteration
	}{
		{` [ [35, 1,2],[37,30 ,61],[39,200,405]]`, want.Meter.Iterations},
		{`[]`, nil},
		{`null`, nil},
		{`[[-1,0,18446744073709551615]]`, []search.Iteration{{Bound: -1, Generated: math.MaxUint64}}},
	} {
		var got Trial
		if err := parseRow(strings.Replace(line, list, c.in, 1), &got, new(arena)); err != nil {
			t.Errorf("%s: %v", c.in, err)
		}
		if !reflect.DeepEqual(got.Meter.Iterations, c.want) {
			t.Errorf("%s: %v, want %v", c.in, got.Meter.Iterations, c.want)
		}
	}
	for _, in := range []string{
		`[[35,1]]`, `[[35,1,2,3]]`, `[[35,1,-2]]`, `[[35,1,2.5]]`, `[[35,null,2]]`, `[["35",1,2]]`, `[35,1,2]`, `{"35":[1,2]}`,
		`[[35,1,18446744073709551616]]`, `[[9223372036854775808,1,2]]`,
	} {
		wantError(t, parseRow(strings.Replace(line, list, in, 1), new(Trial), new(arena)), "iteration", "bound,expanded,generated")
	}
	// Such a line is no JSON at all.
	for _, in := range []string{`[[35,1,2],]`, `[[35,01,2]]`, `[[35,1,2]`, `[[35,1,2]]]`} {
		if err := parseRow(strings.Replace(line, list, in, 1), new(Trial), new(arena)); err == nil {
			t.Errorf("%s was read", in)
		}
	}
}

// A row written before there were bounds and iterations.
const oldRow = `{"study":"pruning","set":"planted","size":50,"index":3,"instance":"0123456789abcdef","strategy":"pruning","version":2,` +
	`"mode":"budget","repeat":1,"seed":"fedcba9876543210","outcome":"solved","cost":49,"expanded":5,"generated":6,"reopened":3,"stored":4,` +
	`"pruned":5,"max_depth":49,"bytes":7,"observed":{"solutions":2},"cpu":0.5,"wall":0.25,"runs":1,` +
	`"limit_expanded":1,"limit_stored":2,"limit_bytes":3,"limit_ns":4,"code":"v1","crc":"00000000"}`

func TestRowsWithoutBoundAndIterationsAreRead(t *testing.T) {
	var quick, slow Trial
	if !parseFast(oldRow, &quick, new(arena)) {
		t.Errorf("not read the quick way: %s", oldRow)
	}
	if err := parseAny(oldRow, &slow); err != nil {
		t.Error(err)
	}
	for _, got := range []Trial{quick, slow} {
		if got.Bound != 0 || got.Meter.Iterations != nil || got.Cost != 49 || got.Meter.Bytes != 7 || got.Code != "v1" {
			t.Errorf("%+v from %s", got, oldRow)
		}
		// And it is written as it was, but for the seal.
		line := string(appendRow(nil, &got))
		if n := len(oldRow) - sealLength; line[:n] != oldRow[:n] {
			t.Errorf("written again as %s, want %s", line, oldRow)
		}
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
			trial.Observed = append(trial.Observed, puzzle.Observation{Name: string(rune('a' + k)), Value: float64(10*i + k)})
		}
		for k := range i % 5 {
			trial.Meter.Iterations = append(trial.Meter.Iterations, search.Iteration{Bound: k, Expanded: uint64(i), Generated: uint64(i * k)})
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
			t.Fatalf("row %d: %+v, want %+v (%v)", i, got[i], want, err)
		}
		iterations := got[i].Meter.Iterations
		if cap(got[i].Observed) != len(got[i].Observed) || cap(iterations) != len(iterations) {
			t.Fatalf("row %d: appending to its lists would write into the next row's", i)
		}
	}
}

// FuzzParseRow holds the quick decoder to encoding/json: what it accepts, json
// accepts with the same meaning.
func FuzzParseRow(f *testing.F) {
	f.Add(oldRow)
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
		want.Observed = []puzzle.Observation{{Name: text(name), Value: value}}
		want.CPU, want.Meter.Expanded, want.Seed, want.Cost, want.Limits.Time = cpu, n, n, int(i), time.Duration(i)
		want.Bound, want.Meter.Iterations = int(i), make([]search.Iteration, n%3)
		for k := range want.Meter.Iterations {
			want.Meter.Iterations[k] = search.Iteration{Bound: int(i) + k, Expanded: n, Generated: n >> k}
		}
		if n%3 == 0 {
			want.Meter.Iterations = nil
		}
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
	for _, c := range []struct {
		name  string
		trial Trial
	}{{"observed=3", sampleTrials()[0]}, {"iterations=3", deepened()}} {
		b.Run(c.name, func(b *testing.B) {
			line := strings.TrimSuffix(string(appendRow(nil, &c.trial)), "\n")
			arena := new(arena)
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			for b.Loop() {
				var t Trial
				if !parseFast(line, &t, arena) || t.Meter.Expanded != c.trial.Meter.Expanded {
					b.Fatal("not read")
				}
			}
		})
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
