package heuristics

import (
	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/reports"
	"sort"
	"strings"
	"testing"
	"time"
)

func TestScratch(t *testing.T) {
	root := "/tmp/h8scratch"
	t0 := time.Now()
	s, err := Study{}.Run(t.Context(), experiments.Setting{Root: root, Scale: experiments.Quick}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(time.Since(t0), s.Total, s.Ran, len(s.Failures()))
	sum := map[string]float64{}
	cap := map[string]int{}
	for _, r := range s.Trials {
		k := r.Set + " " + r.Strategy + " " + string(r.Mode)
		sum[k] += r.Wall * float64(max(r.Runs, 1))
		if r.Outcome.Limited() {
			cap[k]++
		}
	}
	var ks []string
	for k := range sum {
		ks = append(ks, k)
	}
	sort.Slice(ks, func(i, j int) bool { return sum[ks[i]] > sum[ks[j]] })
	for _, k := range ks[:min(40, len(ks))] {
		t.Log(k, sum[k], cap[k])
	}
	t0 = time.Now()
	s, err = Study{}.Run(t.Context(), experiments.Setting{Root: root, Scale: experiments.Quick}, nil)
	t.Log("load", time.Since(t0), s.Ran, err)
}
func TestScratchReport(t *testing.T) {
	s, err := Study{}.Run(t.Context(), experiments.Setting{Root: "/tmp/h8scratch", Scale: experiments.Quick}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t0 := time.Now()
	r, err := Report(s.Trials)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(time.Since(t0), r.Lead)
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, b := range r.Blocks {
		switch b := b.(type) {
		case reports.Table:
			var sb strings.Builder
			b.Text(&sb)
			t.Log("\n" + sb.String())
		case reports.Claim:
			t.Log(b.ID, b.Holds, "|", b.Statement, "|", b.Evidence)
		}
	}
}
