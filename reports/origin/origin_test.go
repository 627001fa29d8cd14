package origin

import (
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
)

func TestHereNamesTheProgram(t *testing.T) {
	s := Here()
	for _, key := range []string{"program", "revision", "Go", "system", "processor", "cores"} {
		if v, ok := s.Value(key); !ok || v == "" {
			t.Errorf("no %q among %+v", key, s.Pairs)
		}
	}
	if v, ok := s.Value("hostname"); ok {
		t.Errorf("the machine's name %q is nobody's business", v)
	}
}

func TestTheLineOfWhatRanCountsTheCores(t *testing.T) {
	computed := section("Results computed by", trial.Provenance{Cores: 4, GOMAXPROCS: 2})
	older := reports.Section{Title: "Results computed by", Pairs: []reports.Pair{{Key: "cores", Value: "4, of which Go uses 2 at once"}}}
	for _, by := range []reports.Section{computed, older} {
		p := reports.Provenance{Sections: []reports.Section{{Title: "Study", Pairs: []reports.Pair{{Key: "trials", Value: "3"}}}, by}}
		if line := p.Ran(); !strings.HasSuffix(line, "4 cores") {
			t.Errorf("%q, want it to end with 4 cores", line)
		}
	}
}
