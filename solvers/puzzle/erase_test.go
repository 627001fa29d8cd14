package puzzle

import (
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// bare is the least that a puzzle says of itself: lines that need not be solved.
func bare() *Kind[Text] {
	return &Kind[Text]{
		Name: "bare", Doc: "lines", Source: "none", Example: "a b",
		Formats: []Format[Text]{{Name: "line", Doc: "one a line", Read: func(r io.Reader, file string, _ Choice) iter.Seq2[Text, error] {
			return ReadEach(r, "bare", file, 100, func(s *Scanner) (Text, error) { return Text(s.Text), nil })
		}}},
		Strategies: NewGrammar("bare", "heuristic", []Pattern[Text]{{Strategy: Strategy[Text]{
			Name: "none", Version: 1, Run: func(context.Context, Text, uint64, search.Limits) (Finding, error) {
				return Finding{Outcome: search.Solved, Solution: Text("")}, nil
			},
		}}}),
		Default: "none",
		Check:   func(Text, string) (int, error) { return 0, nil },
		Size:    func(t Text) int { return len(t) },
	}
}

func TestAPuzzleWithoutPicturesIsShownAsItIsWritten(t *testing.T) {
	described := bare()
	described.Describe = func(w io.Writer, inst Text, solution string) error {
		_, err := fmt.Fprintf(w, "%s by %s\n", inst, solution)
		return err
	}
	for _, c := range []struct {
		kind *Kind[Text]
		view View
		want string
	}{
		{bare(), View{Format: "text"}, "a b\n"},
		{bare(), View{Format: "text", Solved: true, Solution: "up"}, "a b\nup\n"},
		{described, View{Format: "text", Solved: true, Solution: "up"}, "a b\na b by up\n"},
	} {
		p := Of(c.kind)
		if len(p.Pictures) != 1 {
			t.Fatalf("%d pictures, want one", len(p.Pictures))
		}
		var b strings.Builder
		if err := p.Pictures[0].Draw(&b, Text("a b"), c.view); err != nil || b.String() != c.want {
			t.Errorf("%+v: %q, %v; want %q", c.view, b.String(), err, c.want)
		}
	}
}

func ExampleGrammar_With() {
	g := bare().Strategies.With(Pattern[Text]{Strategy: Strategy[Text]{Name: "mine", Version: 1, Run: bare().Strategies.kinds[0].Run}})
	for _, s := range g.List() {
		fmt.Fprintln(os.Stdout, s.Name)
	}
	// Output:
	// none
	// mine
}

func ExampleEstimateOf() {
	e := EstimateOf("bare", []Heuristic{{Name: "none"}, {Name: "length"}})
	fmt.Println(e.Parse("length"))
	fmt.Println(e.Parse("lenght"))
	// Output:
	// length <nil>
	//  bare: no heuristic is called "lenght" (want none or length); did you mean "length"?
}

// fill sets a value, and what it consists of, to something that is not zero.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), func([]reflect.Value) []reflect.Value { panic("not to be called") }))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i))
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(1)
	case reflect.Interface: // a file system, the facts of a member
	}
}

// forgotten returns the exported fields that are zero, by their path.
func forgotten(v reflect.Value, path string) (list []string) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			list = append(list, forgotten(v.Index(i), path)...)
		}
	case reflect.Pointer:
		return forgotten(v.Elem(), path)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Type.Kind() != reflect.Interface {
				if v.Field(i).IsZero() {
					list = append(list, path+"."+f.Name)
				} else {
					list = append(list, forgotten(v.Field(i), path+"."+f.Name)...)
				}
			}
		}
	}
	return list
}

func TestErasingForgetsNoField(t *testing.T) {
	var k Kind[Text]
	fill(reflect.ValueOf(&k).Elem())
	k.Strategies = bare().Strategies
	for _, k.Default = range []string{"x", ""} { // a puzzle has a Default or a DefaultFor
		k, want := k, ".Default"
		if k.Default != "" {
			k.DefaultFor, want = nil, ".DefaultFor"
		}
		if got := forgotten(reflect.ValueOf(Of(&k)), ""); !slices.Equal(got, []string{want}) {
			t.Errorf("the puzzle lacks %q (want %s alone)", got, want)
		}
	}
	var s Strategy[Text]
	fill(reflect.ValueOf(&s).Elem())
	if got := forgotten(reflect.ValueOf(s.Erase()), ""); got != nil {
		t.Errorf("the strategy lacks %q", got)
	}
	var p Pattern[Text]
	fill(reflect.ValueOf(&p).Elem())
	g := (&Grammar[Text]{kinds: []Pattern[Text]{p}}).erase()
	if got := forgotten(reflect.ValueOf(g.kinds[0]), ""); got != nil {
		t.Errorf("the pattern lacks %q", got)
	}
}
