package block

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/reports"
)

var png = []byte("\x89PNG\r\n\x1a\n")

type sketch struct {
	id  string
	err error
}

func (d sketch) Describe() (id, title, caption, alt string, timing bool) {
	return d.id, "T", "C", "A", true
}
func (d sketch) SVG() ([]byte, error) { return []byte("<svg/>"), d.err }
func (d sketch) PNG() ([]byte, error) { return png, nil }

func TestFigureOfDrawsBothPictures(t *testing.T) {
	f, err := FigureOf(sketch{id: "x"})
	want := reports.Figure{ID: "x", Title: "T", Caption: "C", Alt: "A", Timing: true, SVG: []byte("<svg/>"), PNG: png}
	if err != nil || !reflect.DeepEqual(f, want) {
		t.Errorf("got %+v, %v; want %+v", f, err, want)
	}
	broken := errors.New("no ink")
	if _, err := FigureOf(sketch{"x", broken}); !errors.Is(err, broken) {
		t.Errorf("got %v, want it to wrap %v", err, broken)
	}
	if _, err := FigureOf(sketch{id: "X Y"}); err == nil {
		t.Error("a figure with the ID \"X Y\" was accepted")
	}
}

func TestADecidedClaimKeepsItsNumbers(t *testing.T) {
	r := claim.Result{
		Claim: claim.Claim{ID: "c", Statement: "It is so.", Timing: true}, Verdict: claim.Fails, Evidence: "It is not.", P: 0.01, Adjusted: 0.02,
		Estimate: &stats.Estimate{Value: 2, BCa: stats.Interval{Low: 1, High: 3}, N: 7},
	}
	c := ClaimOf(r)
	if c.ID != "c" || c.Statement != "It is so." || !c.Timing || c.Holds != reports.Fails || c.Evidence != "It is not." || *c.P != 0.01 || *c.Adjusted != 0.02 || *c.Estimate != (reports.Estimate{Value: 2, Low: 1, High: 3, N: 7}) {
		t.Errorf("%+v", c)
	}
	if _, _, err := reports.MarshalBlock(c); err != nil {
		t.Error(err)
	}
	r.P, r.Estimate = math.NaN(), &stats.Estimate{Value: 2, BCa: stats.Interval{Low: math.NaN(), High: math.NaN()}}
	if c := ClaimOf(r); c.P != nil || c.Adjusted != nil || c.Estimate != nil {
		t.Errorf("without a test and an interval: %+v", c)
	}
}
