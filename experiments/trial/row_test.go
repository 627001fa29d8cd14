package trial

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func sampleTrials() []Trial {
	full := sample()
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
		line := strings.TrimSuffix(string(want.Line()), "\n")
		if !Sealed([]byte(line)) {
			t.Errorf("%s: own checksum not accepted", line)
		}
		var got, slow Trial
		if err := new(Decoder).Parse(line, &got); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if err := new(Decoder).parseAny(line, &slow); err != nil {
			t.Errorf("%s: encoding/json: %v", line, err)
		}
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(slow, want) {
			t.Errorf("%s:\n got %+v\nslow %+v\nwant %+v", line, got, slow, want)
		}
		if !new(Decoder).parseFast(line, new(Trial)) {
			t.Errorf("%s: not read the quick way", line)
		}
	}
}

func TestNaNIsKept(t *testing.T) {
	want := sampleTrials()[0]
	want.Observed = []puzzle.Observation{{Name: "nothing", Value: math.NaN()}}
	line := strings.TrimSuffix(string(want.Line()), "\n")
	for name, parse := range map[string]func(*Trial) error{
		"quick": func(t *Trial) error { return new(Decoder).Parse(line, t) },
		"json":  func(t *Trial) error { return new(Decoder).parseAny(line, t) },
	} {
		var got Trial
		if err := parse(&got); err != nil || len(got.Observed) != 1 || !math.IsNaN(got.Observed[0].Value) {
			t.Errorf("%s: %s gives %v, %v; want NaN", name, line, got.Observed, err)
		}
	}
}

func TestRowsAreReadInAnyForm(t *testing.T) {
	want := sampleTrials()[0]
	line := strings.TrimSuffix(string(want.Line()), "\n")
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
	if err := new(Decoder).Parse(string(other), &got); err != nil {
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
	line := strings.TrimSuffix(string(want.Line()), "\n")
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
		if err := new(Decoder).Parse(strings.Replace(line, list, c.in, 1), &got); err != nil {
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
		wantError(t, new(Decoder).Parse(strings.Replace(line, list, in, 1), new(Trial)), "iteration", "bound,expanded,generated")
	}
	// Such a line is not JSON at all.
	for _, in := range []string{`[[35,1,2],]`, `[[35,01,2]]`, `[[35,1,2]`, `[[35,1,2]]]`} {
		if err := new(Decoder).Parse(strings.Replace(line, list, in, 1), new(Trial)); err == nil {
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
	if !new(Decoder).parseFast(oldRow, &quick) {
		t.Errorf("not read the quick way: %s", oldRow)
	}
	if err := new(Decoder).parseAny(oldRow, &slow); err != nil {
		t.Error(err)
	}
	for _, got := range []Trial{quick, slow} {
		if got.Bound != 0 || got.Meter.Iterations != nil || got.Cost != 49 || got.Meter.Bytes != 7 || got.Code != "v1" {
			t.Errorf("%+v from %s", got, oldRow)
		}
		// And it is written unchanged, except for the seal.
		line := string(got.Line())
		if n := len(oldRow) - sealLength; line[:n] != oldRow[:n] {
			t.Errorf("written again as %s, want %s", line, oldRow)
		}
	}
}

func TestEveryDamagedByteIsNoticed(t *testing.T) {
	trial := sampleTrials()[0]
	line := strings.TrimSuffix(string(trial.Line()), "\n")
	for i := range len(line) {
		damaged := []byte(line)
		damaged[i] ^= 0x20
		if Sealed(damaged) {
			t.Errorf("damage at byte %d of %s went unnoticed", i, line)
		}
		if Sealed([]byte(line[:i])) {
			t.Errorf("%d of %d bytes pass for a whole line", i, len(line))
		}
	}
}

func TestMalformedRowsAreErrors(t *testing.T) {
	good := sampleTrials()[0]
	line := strings.TrimSuffix(string(good.Line()), "\n")
	for _, c := range []struct{ name, old, new, want string }{
		{"outcome", `"outcome":"solved"`, `"outcome":"guessed"`, `"outcome" is "guessed" (want one of "solved","unsolvable",`},
		{"short seed", `"fedcba9876543210"`, `"fedc"`, `"seed" is "fedc" (want a string of 16 hex digits)`},
		{"seed", `"fedcba9876543210"`, `"xedcba9876543210"`, `"seed" is "xedcba9876543210" (want a string of 16 hex digits)`},
		{"missing field", `"cost":49,`, ``, `it has no "cost"`},
		{"null", `"cost":49`, `"cost":null`, `it has no "cost"`},
		{"half an error", `"cpu"`, `"error":"why","cpu"`, `a failed trial needs the outcome "error" and a message`},
		{"leading zero", `"cost":49`, `"cost":049`, "invalid character"},
		{"fraction", `"cost":49`, `"cost":4.5`, `"cost" is 4.5 (want a whole number of 64 bits)`},
		{"negative count", `"expanded":1234567`, `"expanded":-1`, `"expanded" is -1 (want a whole number from 0 to 2⁶⁴−1)`},
		{"overflow", `"cost":49`, `"cost":9223372036854775808`, `"cost" is 9223372036854775808 (want`},
		{"count overflow", `"expanded":1234567`, `"expanded":18446744073709551616`, `"expanded" is 18446744073709551616 (want`},
		{"time", `"cpu":0.001234567`, `"cpu":1e999`, `"cpu" is 1e999 (want a number)`},
		{"name", `"planted"`, `7`, `"set" is 7 (want a string)`},
		{"observation", `"solutions":2`, `"solutions":"many"`, `"observed" is {"solutions":"many","share":0.1,"gap":-1e-300} (want an object of numbers)`},
		{"observations", `"observed":{"solutions":2,"share":0.1,"gap":-1e-300}`, `"observed":[1]`, `"observed" is [1] (want an object of numbers)`},
		{"hexadecimal time", `"cpu":0.001234567`, `"cpu":0x1p-2`, "invalid character"},
		{"end", `"runs":12`, `"runs":12}`, "invalid character"},
	} {
		bad := strings.Replace(line, c.old, c.new, 1)
		if bad == line {
			t.Fatalf("%s: %q is not in %s", c.name, c.old, line)
		}
		var trial Trial
		err := new(Decoder).Parse(bad, &trial)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
}

func TestArenaKeepsRowsApart(t *testing.T) {
	d := new(Decoder)
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
		lines = append(lines, strings.TrimSuffix(string(trial.Line()), "\n"))
		got = append(got, Trial{})
		if !d.parseFast(lines[i], &got[i]) {
			t.Fatalf("not read the quick way: %s", lines[i])
		}
	}
	for i := range got {
		var want Trial
		if err := new(Decoder).parseAny(lines[i], &want); err != nil || !reflect.DeepEqual(got[i], want) {
			t.Fatalf("row %d: %+v, want %+v (%v)", i, got[i], want, err)
		}
		iterations := got[i].Meter.Iterations
		if cap(got[i].Observed) != len(got[i].Observed) || cap(iterations) != len(iterations) {
			t.Fatalf("row %d: appending to its lists would write into the next row's", i)
		}
	}
}

// FuzzParseRow compares the fast parser with encoding/json: whatever it accepts is JSON, and is
// written back with the same values.
func FuzzParseRow(f *testing.F) {
	f.Add(oldRow)
	for _, trial := range sampleTrials() {
		f.Add(strings.TrimSuffix(string(trial.Line()), "\n"))
	}
	f.Fuzz(func(t *testing.T, line string) {
		var trial Trial
		if !new(Decoder).parseFast(line, &trial) {
			return
		}
		again := string(trial.Line())
		got, want := decoded(t, again), decoded(t, line)
		for name, value := range want {
			if name != "crc" && !sameJSON(got[name], value) {
				t.Errorf("%s\n%q is %v, written again %v", line, name, value, got[name])
			}
		}
		for name := range got {
			if _, ok := want[name]; !ok {
				t.Errorf("%s\nhas no %q, written again %v", line, name, got[name])
			}
		}
	})
}

func decoded(t *testing.T, line string) (fields map[string]any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(line))
	d.UseNumber()
	if err := d.Decode(&fields); err != nil {
		t.Fatalf("%s\nwas accepted, but encoding/json says: %v", line, err)
	}
	return fields
}

// sameJSON reports whether two values mean the same: whole numbers exactly,
// others as floating-point numbers, and absent ones as empty.
func sameJSON(a, b any) bool {
	switch b := b.(type) {
	case json.Number:
		a, _ := a.(json.Number)
		x, _ := a.Float64() // 0 if it is absent
		y, _ := b.Float64()
		return a == b || x == y && (x == 0 || strings.ContainsAny(string(a+b), ".eE"))
	case []any:
		list, _ := a.([]any)
		return slices.EqualFunc(list, b, sameJSON)
	case map[string]any:
		object, _ := a.(map[string]any)
		return maps.EqualFunc(object, b, sameJSON)
	case string:
		s, _ := a.(string)                                       // "" if it is absent
		return s == b || len(b) == 16 && s == strings.ToLower(b) // a seed
	}
	return a == b
}

func TestPlainStringsAreThoseThatJSONLeavesAlone(t *testing.T) {
	for length := range 20 {
		for place := range length {
			for c := range 256 {
				b := bytes.Repeat([]byte("~"), length)
				b[place] = byte(c)
				b[length-1] = '"' // not ordinary either
				want := place
				if byte(c) < utf8.RuneSelf && byte(c) >= ' ' && c != '"' && c != '\\' || place == length-1 {
					want = length - 1
				}
				if got := ordinary(string(b)); got != want {
					t.Fatalf("%q: %d ordinary characters, want %d", b, got, want)
				}
			}
		}
	}
	for s, want := range map[string]bool{"": true, "a<b>&c": true, "naïve ×": true, "na\xefve": false, "naïve\n": false, "×\"": false, "long enough \\": false, "\x7f": true} {
		if plain(s) != want {
			t.Errorf("plain(%q) = %v", s, !want)
		}
	}
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
		want.Study, want.Set = Clean(study), Clean(set)
		want.Observed = []puzzle.Observation{{Name: Clean(name), Value: value}}
		want.CPU, want.Meter.Expanded, want.Seed, want.Cost, want.Limits.Time = cpu, n, n, int(i), time.Duration(i)
		want.Bound, want.Meter.Iterations = int(i), make([]search.Iteration, n%3)
		for k := range want.Meter.Iterations {
			want.Meter.Iterations[k] = search.Iteration{Bound: int(i) + k, Expanded: n, Generated: n >> k}
		}
		if n%3 == 0 {
			want.Meter.Iterations = nil
		}
		if message = Clean(message); message != "" {
			want.Error, want.Outcome = message, search.Running
		}
		line := strings.TrimSuffix(string(want.Line()), "\n")
		if strings.Contains(line, "\n") {
			t.Fatalf("a row of several lines: %q", line)
		}
		var got Trial
		if err := new(Decoder).Parse(line, &got); err != nil {
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
			line := strings.TrimSuffix(string(c.trial.Line()), "\n")
			d := new(Decoder)
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			t := new(Trial)
			for b.Loop() {
				*t = Trial{}
				if !d.parseFast(line, t) || t.Meter.Expanded != c.trial.Meter.Expanded {
					b.Fatal("not read")
				}
			}
		})
	}
}

func BenchmarkAppendLine(b *testing.B) {
	trial := sampleTrials()[0]
	var buf []byte
	for b.Loop() {
		buf = trial.AppendLine(buf[:0])
	}
	b.SetBytes(int64(len(buf)))
}
