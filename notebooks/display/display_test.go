package display

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/notebooks/drawn"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/sent"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/block"
)

// sketch is a figure that can draw itself.
type sketch struct{ fails error }

func (sketch) Describe() (id, title, caption, alt string, timing bool) {
	return "growth", "Growth with size", "Nodes expanded, 10 instances a size", "A line that rises", false
}
func (d sketch) SVG() ([]byte, error) { return []byte("<svg>\n</svg>"), d.fails }
func (d sketch) PNG() ([]byte, error) { return []byte("\x89PNG\r\n\x1a\nrest"), d.fails }

type answer struct{}

func (answer) Sentence() string { return "A* expands 2_000 nodes." }

type asTable struct{}

func (asTable) Table() reports.Table { return sampleTable() }

func sampleTable() reports.Table {
	return reports.Table{
		ID: "effort", Title: "Effort", Caption: "Nodes expanded.",
		Columns: []reports.Column{{Name: "strategy", Kind: reports.Words}, {Name: "expanded", Kind: reports.Count}},
		Rows: [][]reports.Cell{
			{reports.Str("pruning"), reports.Int(12345)},
			{reports.Str("sorting"), reports.Int(987)},
		},
	}
}

func sampleClaim() reports.Claim {
	return reports.Claim{ID: "fewer", Statement: "Sorting expands fewer nodes", Evidence: "987 against 12345", Holds: reports.Holds}
}

// recorder is a sink that keeps what is shown.
type recorder struct{ strings.Builder }

func (r *recorder) show(v sent.Value) error {
	b, data, err := arrived(v)
	if err != nil {
		return err
	}
	fmt.Fprintf(r, "%T: %s\n", b, data["text/plain"])
	return nil
}
func (r *recorder) text(s string) { fmt.Fprintf(r, "text: %q\n", s) }
func (r *recorder) status() (show func(text string), every time.Duration) {
	return func(text string) { fmt.Fprintf(r, "line %s\n", text) }, 0
}

// arrived returns the block of a value in a notebook, nil if it has none, with all its forms.
func arrived(v sent.Value) (reports.Block, map[string]any, error) {
	outputs, err := drawn.Outputs(v)
	if err != nil {
		return nil, nil, err
	}
	for _, mime := range []string{reports.MIMEText, reports.MIMEFigure, reports.MIMETable, reports.MIMEClaim} {
		if text, ok := outputs[0][mime].(string); ok {
			b, err := reports.UnmarshalBlock(mime, []byte(text))
			return b, outputs[0], err
		}
	}
	return nil, outputs[0], nil
}

// record replaces the sink during f and returns what was shown and what f
// panicked with.
func record(f func()) (shown string, panicked any) {
	r := &recorder{}
	old := out
	out = r
	defer func() {
		out = old
		shown, panicked = r.String(), recover()
	}()
	f()
	return
}

func TestShowTakesEverythingInTheOrderOfItsArguments(t *testing.T) {
	got, panicked := record(func() {
		Show("a", 1, sampleTable(), nil, error(nil), 2.5, sketch{}, sampleClaim(), answer{}, reports.Text{Markdown: "**b** $x^2$"}, []int{1})
		Show(asTable{})
		Markdown("%d of *%s*", 3, "x")
		Show()
	})
	want := `text: "a 1\n"
reports.Table: ` + tableText + `
text: "2.5\n"
reports.Figure: Figure growth: Growth with size. Nodes expanded, 10 instances a size. A line that rises.
reports.Claim: Claim fewer (holds): Sentence. Evidence.
reports.Text: A\* expands 2\_000 nodes.
reports.Text: **b** x²
text: "[1]\n"
reports.Table: ` + tableText + `
reports.Text: 3 of *x*
`
	want = strings.Replace(want, "Sentence. Evidence.", "Sorting expands fewer nodes. 987 against 12345.", 1)
	if diff := cmp.Diff(want, got); diff != "" || panicked != nil {
		t.Errorf("panic %v, shown (-want +got):\n%s", panicked, diff)
	}
}

var tableText = func() string {
	var w strings.Builder
	if err := sampleTable().Text(&w); err != nil {
		panic(err)
	}
	return strings.TrimRight(w.String(), "\n")
}()

func TestShowPanicsWithErrorsAfterWhatCameBefore(t *testing.T) {
	boom := errors.New("boom")
	for _, tc := range []struct {
		name      string
		values    []any
		wantShown string
		want      string
	}{
		{"an error that came with a value", []any{reports.Table{}, boom}, "", "boom"},
		{"a figure that cannot be sketch", []any{"before", sketch{fails: boom}}, "text: \"before\\n\"\n", "boom"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			shown, panicked := record(func() { Show(tc.values...) })
			err, ok := panicked.(error)
			if !ok || !strings.Contains(err.Error(), tc.want) || shown != tc.wantShown {
				t.Errorf("shown %q, panic %v; want %q and %q", shown, panicked, tc.wantShown, tc.want)
			}
		})
	}
}

func TestBundlesHaveTheFormsThatReadersNeed(t *testing.T) {
	figure, err := block.FigureOf(sketch{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		block reports.Block
		want  []string
	}{
		{figure, []string{reports.MIMEFigure, "image/png", "image/svg+xml", "text/plain"}},
		{sampleTable(), []string{reports.MIMETable, "text/html", "text/plain"}},
		{sampleClaim(), []string{reports.MIMEClaim, "text/html", "text/plain"}},
		{reports.Text{Markdown: "*a*"}, []string{reports.MIMEText, "text/markdown", "text/plain"}},
		{reports.Code{Source: "x", Output: "y"}, []string{"text/plain"}},
	} {
		v, err := shown(tc.block)
		if err != nil {
			t.Errorf("%T: %v", tc.block, err)
			continue
		}
		_, data, err := arrived(*v)
		if err != nil {
			t.Errorf("%T: %v", tc.block, err)
			continue
		}
		for _, mime := range tc.want {
			switch v := data[mime].(type) {
			case string:
				if v == "" {
					t.Errorf("%T: %s is empty", tc.block, mime)
				}
			case []byte:
				if mime != "image/png" {
					t.Errorf("%T: %s is bytes, which arrive as base64", tc.block, mime)
				}
			default:
				t.Errorf("%T: %s is a %T; GoNB takes strings and bytes", tc.block, mime, v)
			}
		}
		if len(data) != len(tc.want) {
			t.Errorf("%T: %d forms, want %d", tc.block, len(data), len(tc.want))
		}
	}
	if _, err := shown(reports.Table{}); err == nil {
		t.Error("a table without an ID is shown")
	}
}

func TestStatusShowsNothingUntilItIsSet(t *testing.T) {
	got, _ := record(func() {
		var s Status
		s.Done("unused")
		s.Set("1 of 2")
		s.Set("1 of 2")
		s.Set("2 of 2")
		s.Done("2 done")
		s.Done("again")
	})
	if want := "line 1 of 2\nline 2 of 2\nline 2 done\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestALoopShowsHowFarItIs(t *testing.T) {
	seconds := regexp.MustCompile(`\d+\.\d s`)
	for _, tc := range []struct {
		name  string
		seq   iter.Seq[int]
		total []int
		until int
		want  string
	}{
		{"a list", slices.Values([]int{1, 2, 3}), []int{3}, 9, "line 0 of 3, T\nline 1 of 3, T, about T left\nline 2 of 3, T, about T left\nline 3 of 3\n"},
		{"one that ends somewhere", slices.Values([]int{1, 2}), nil, 9, "line 0 done, T\nline 1 done, T\nline 2 done\n"},
		{"a loop that is left", slices.Values([]int{1, 2, 3}), nil, 2, "line 0 done, T\nline 1 done, T\nline 1 done\n"},
		{"nothing", slices.Values([]int(nil)), nil, 9, ""},
	} {
		got, _ := record(func() {
			for n := range Progress(tc.seq, tc.total...) {
				if n == tc.until {
					break
				}
			}
		})
		if got = seconds.ReplaceAllString(got, "T"); got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestAnswersOfAnalysisAreShownAsBlocks(t *testing.T) {
	c := analysis.Comparison{A: "a", B: "b", Metric: trial.Expanded}
	g := analysis.Growth{Strategy: "a", Metric: trial.Seconds}
	for _, tc := range []struct {
		value any
		want  string
	}{
		{c, "reports.Text"},
		{claim.Result{Claim: claim.Claim{ID: "a", Statement: "It is so."}, P: math.NaN()}, "reports.Claim"},
		{[]analysis.Comparison{c}, "reports.Table"},
		{g, "reports.Text"},
		{[]analysis.Growth{g}, "reports.Table"},
	} {
		v, err := shown(tc.value)
		if err != nil {
			t.Fatal(err)
		}
		block, _, err := arrived(*v)
		if got := fmt.Sprintf("%T", block); got != tc.want || err != nil {
			t.Errorf("%T is shown as %s, %v, want %s", tc.value, got, err, tc.want)
		}
		if _, isGrowth := tc.value.(analysis.Growth); isGrowth && !block.About().Timing {
			t.Error("the growth of a time is not marked as timing")
		}
	}
}

func TestStatusMayBeSharedByGoroutines(t *testing.T) {
	got, _ := record(func() {
		var s Status
		var wait sync.WaitGroup
		for i := range 8 {
			wait.Go(func() { s.Set(fmt.Sprint(i)) })
		}
		wait.Wait()
		s.Done("all")
	})
	if n := strings.Count(got, "line "); n != 9 || !strings.HasSuffix(got, "line all\n") {
		t.Errorf("got %q", got)
	}
}

func ExampleShow() {
	Show("instances:", 3)
	Show(sampleClaim())
	// Output:
	// instances: 3
	// Claim fewer (holds): Sorting expands fewer nodes. 987 against 12345.
}

type noStudy struct{}

func (noStudy) Run(_ context.Context, s experiments.Setting, _ experiments.Progress) (experiments.Summary, error) {
	return experiments.Summary{Study: "none", Trials: []trial.Trial{{Study: s.Root}}}, nil
}

func TestTrialsAreTheFrameOfAStudy(t *testing.T) {
	t.Setenv(experiments.RootVariable, "/somewhere")
	if all := Trials(noStudy{}); all.Len() != 1 || all.First().Study != "/somewhere" {
		t.Errorf("got %v", all)
	}
}
