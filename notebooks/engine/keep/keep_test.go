package keep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// trip saves variables and loads them again, into zeros.
func trip(t *testing.T, vars ...Var) []Unit {
	t.Helper()
	p := Begin(vars, []Var{{"io.EOF", &io.EOF}}, nil)
	var names []string
	for _, v := range vars {
		names = append(names, v.Name)
	}
	dir := t.TempDir()
	units, err := p.Save(dir, names)
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range units {
		if u.Why != "" {
			t.Fatalf("%v are not kept: %s", u.Names, u.Why)
		}
	}
	for _, v := range vars {
		reflect.ValueOf(v.Ptr).Elem().SetZero()
	}
	for _, u := range units {
		if err := p.Load(u.Path, u.Names...); err != nil {
			t.Fatalf("load %v: %v", u.Names, err)
		}
	}
	again, err := p.Save(dir, names)
	if err != nil {
		t.Fatal(err)
	}
	for i, u := range again {
		if u.Changed && !u.Unordered {
			t.Errorf("%v differ from what was loaded: %v", u.Names, units[i])
		}
	}
	return units
}

func TestSharingSurvives(t *testing.T) {
	s := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	s1, s2, s3 := s[0:3:5], s[2:8:9], s[4:6]
	trip(t, Var{"s1", &s1}, Var{"s2", &s2}, Var{"s3", &s3})
	if fmt.Sprint(s1, s2, s3, len(s1), cap(s1), cap(s2), cap(s3)) != "[0 1 2] [2 3 4 5 6 7] [4 5] 3 5 7 6" {
		t.Error(s1, s2, s3, cap(s1), cap(s2), cap(s3))
	}
	s3[0] = 44
	if s2[2] != 44 || &s1[2] != &s2[0] {
		t.Error("memory is not shared")
	}
}

func TestValuesSurvive(t *testing.T) {
	ring := &node{name: "a"}
	ring.next = &node{name: "b", next: ring, up: ring}
	st := small{1, 2}
	field := &st.y
	plain := errors.New("plain")
	wrapped := fmt.Errorf("wrapped: %w", plain)
	x := []any{1, "two", 3.0, map[string]any{"k": []int{1}}, &st, small{3, 4}, padded{a: true, b: 0, c: 0}, struct{}{}, nil}
	nan := map[float64]int{math.Copysign(0, -1): 3, math.NaN(): 4}
	number, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	empty := []int{}
	var null []int
	var self any
	self = &self
	byPointer := map[*small]string{&st: "st"}
	end := io.EOF
	now := time.Date(2026, 1, 2, 3, 4, 5, 6, time.FixedZone("here", 3600))
	local := time.Now()
	r := rand.New(rand.NewSource(7))
	r.Int()
	expect := rand.New(rand.NewSource(7))
	expect.Int()
	text := strings.Repeat("abcdefghij", 100)
	parts := []string{text[3:40], text[30:60], text, ""}
	array := [3][2]*int{{new(int), nil}, {}, {nil, new(int)}}
	bg := context.Background()
	var once sync.Once
	once.Do(func() {})
	units := trip(t, Var{"ring", &ring}, Var{"st", &st}, Var{"field", &field}, Var{"plain", &plain}, Var{"wrapped", &wrapped},
		Var{"x", &x}, Var{"nan", &nan}, Var{"number", &number}, Var{"empty", &empty}, Var{"null", &null}, Var{"self", &self},
		Var{"byPointer", &byPointer}, Var{"end", &end}, Var{"now", &now}, Var{"local", &local}, Var{"r", &r},
		Var{"text", &text}, Var{"parts", &parts}, Var{"array", &array}, Var{"bg", &bg}, Var{"once", &once})
	if ring.next.next != ring || ring.next.up != any(ring) || ring.next.name != "b" {
		t.Error("the ring is not one")
	}
	if field != &st.y || byPointer[&st] != "st" || x[4] != any(&st) {
		t.Error("pointers into a variable do not point into it")
	}
	if errors.Unwrap(wrapped) != plain || plain.Error() != "plain" || wrapped.Error() != "wrapped: plain" || end != io.EOF {
		t.Error("errors are not what they were")
	}
	if fmt.Sprint(x[:4], x[5:]) != "[1 two 3 map[k:[1]]] [{3 4} {true 0 0} {} <nil>]" {
		t.Error(x)
	}
	if len(nan) != 2 || nan[0] != 3 || number.String() != "123456789012345678901234567890" || empty == nil || null != nil || *self.(*any) != self {
		t.Error(nan, number, empty, null, self)
	}
	if now.Format(time.RFC3339Nano) != "2026-01-02T03:04:05.000000006+01:00" || local.Location() != time.Local {
		t.Error(now, local)
	}
	if r.Int() != expect.Int() {
		t.Error("the generator does not go on where it was")
	}
	if parts[0] != text[3:40] || parts[1] != text[30:60] || parts[2] != text {
		t.Error(parts)
	}
	if *array[0][0] != 0 || array[2][1] == nil || array[1][0] != nil {
		t.Error(array)
	}
	once.Do(func() { t.Error("done twice") })
	for _, u := range units {
		t.Log(u.Names)
	}
}

func TestVariablesThatPointersReachAreKept(t *testing.T) {
	reached := [3]node{{name: "a"}, {name: "b"}, {name: "c"}}
	other := &node{name: "d"}
	from := struct {
		second *node
		name   *string
		other  **node
	}{&reached[1], &reached[2].name, &other}
	var nothing struct{}
	vars := []Var{{"from", &from}, {"nothing", &nothing}, {"other", &other}, {"reached", &reached}}
	p := Begin(vars, nil, nil)
	units, err := p.Save(t.TempDir(), []string{"from", "nothing"})
	if err != nil || len(units) != 2 || !slices.Equal(units[1].Names, []string{"from", "other", "reached"}) && !slices.Equal(units[0].Names, []string{"from", "other", "reached"}) {
		t.Fatalf("%+v, %v", units, err)
	}
	from.second, from.name, from.other, other = nil, nil, nil, nil
	clear(reached[:])
	for _, u := range units {
		if err := p.Load(u.Path, u.Names...); err != nil {
			t.Fatal(err)
		}
	}
	if from.second != &reached[1] || from.name != &reached[2].name || from.other != &other || other.name+reached[0].name+*from.name != "dac" {
		t.Error(from, other, reached)
	}
	// In a program in which one of them has another name, and one none.
	var second struct {
		second *node
		name   *string
		other  **node
	}
	var d *node
	q := Begin([]Var{{"d", &d}, {"from", &second}}, nil, nil)
	for _, u := range units {
		if slices.Contains(u.Names, "from") {
			if err := q.Load(u.Path, "from", "other=d"); err != nil {
				t.Fatal(err)
			}
		}
	}
	if second.other != &d || d == other || d.name+second.second.name+*second.name != "dbc" {
		t.Error(second, d)
	}
}

func TestEqualMapsMakeEqualFiles(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, c := range map[string]struct {
		made      func(backwards bool) any
		unordered bool
	}{
		"strings": {func(b bool) any { return filled(b, func(i int) string { return fmt.Sprint(i) }) }, false},
		"structs": {func(b bool) any { return filled(b, func(i int) padded { return padded{i%2 > 0, int64(i), uint8(i)} }) }, false},
		"interfaces": {func(b bool) any {
			return filled(b, func(i int) any { return []any{i, fmt.Sprint(i), small{i, i}}[i%3] })
		}, false},
		"times": {func(b bool) any { return filled(b, func(i int) time.Time { return at.Add(time.Duration(i)) }) }, false},
		"arrays": {func(b bool) any {
			return filled(b, func(i int) [2]string { return [2]string{fmt.Sprint(i / 9), fmt.Sprint(i)} })
		}, false},
		"pointers": {func(b bool) any { return filled(b, func(i int) struct{ p *int } { return struct{ p *int }{new(int)} }) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			var files [2][]byte
			for i := range files {
				x := c.made(i > 0)
				units, err := Begin([]Var{{"x", &x}}, nil, nil).Save(t.TempDir(), []string{"x"})
				if err != nil || units[0].Why != "" || units[0].Unordered != c.unordered {
					t.Fatalf("%+v, %v", units, err)
				}
				if files[i], err = os.ReadFile(units[0].Path); err != nil {
					t.Fatal(err)
				}
			}
			if !c.unordered && string(files[0]) != string(files[1]) {
				t.Error("files differ")
			}
		})
	}
}

// filled makes a map of 100 keys, forwards or backwards.
func filled[K comparable](backwards bool, key func(i int) K) map[K]int {
	m := map[K]int{}
	for i := range 100 {
		if backwards {
			i = 99 - i
		}
		m[key(i)] = i
	}
	return m
}

func TestStringsThatOverlapAreStoredOnce(t *testing.T) {
	text := strings.Repeat("abcdefghij", 2000)
	var suffixes []string
	for i := range text {
		suffixes = append(suffixes, text[i:])
	}
	suffixes = slices.Clip(suffixes)
	units := trip(t, Var{"suffixes", &suffixes})
	info, err := os.Stat(units[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	if limit := int64(len(text) + 16*len(suffixes) + 1000); info.Size() > limit {
		t.Errorf("%d bytes, want at most %d", info.Size(), limit)
	}
}

func TestRefusesByName(t *testing.T) {
	file := os.Stdout
	opened, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	var mu sync.Mutex
	mu.Lock()
	function := func() {}
	nested := struct{ done map[string]chan int }{map[string]chan int{"a": make(chan int)}}
	type pair struct{ a, b any }
	kind := pair{reflect.TypeFor[int](), 1}
	for name, c := range map[string]struct {
		ptr  any
		want string
	}{
		"an open file":       {&opened, "an open file"},
		"a lock":             {&mu, "a lock that is held"},
		"a function":         {&function, "a function"},
		"a channel in a map": {&nested, "a channel"},
		"a type":             {&kind, "part of the program"},
	} {
		t.Run(name, func(t *testing.T) {
			p := Begin([]Var{{"x", c.ptr}}, nil, nil)
			units, err := p.Save(t.TempDir(), []string{"x"})
			if err != nil || len(units) != 1 || units[0].Path != "" || !strings.Contains(units[0].Why, c.want) || !strings.HasPrefix(units[0].Why, "x: ") {
				t.Errorf("%+v, %v, want %q", units, err, c.want)
			}
		})
	}
	trip(t, Var{"file", &file})
	if file != os.Stdout {
		t.Error("os.Stdout is another one")
	}
}

// hidden is what an unexported variable of another package would be here.
var hidden *node

func TestWhatAnotherVariablePointsToIsRefused(t *testing.T) {
	hidden = &node{}
	x := hidden
	p := Begin([]Var{{"x", &x}}, nil, nil)
	units, err := p.Save(t.TempDir(), []string{"x"})
	if err != nil || len(units) != 1 || !strings.Contains(units[0].Why, "another package") {
		t.Errorf("%+v, %v", units, err)
	}
	hidden = nil
}

func TestDamageIsAnError(t *testing.T) {
	x := []any{1, "two", map[string]*small{"a": {1, 2}}, time.Now(), []string{"b", "c"}}
	p := Begin([]Var{{"x", &x}}, nil, nil)
	dir := t.TempDir()
	units, err := p.Save(dir, []string{"x"})
	if err != nil || units[0].Path == "" {
		t.Fatal(units, err)
	}
	whole, err := os.ReadFile(units[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(dir, "bad")
	for n := range whole {
		if err := os.WriteFile(bad, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if p.Load(bad) == nil {
			t.Fatalf("the first %d of %d bytes are loaded", n, len(whole))
		}
	}
}
