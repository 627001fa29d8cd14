package puzzle

import (
	"context"
	"fmt"
	"io"
	"iter"
	"os"
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
