package experiments

import (
	"context"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestATableHasTheRowsThatLoadReturns(t *testing.T) {
	store, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := small()
	s.LimitsFor = func(strategy string, _ int) search.Limits {
		if strategy == "walk" {
			return search.Limits{Expanded: 60, Bytes: 1 << 63, Time: 90e9}
		}
		return s.Limits
	}
	if _, err := s.Run(context.Background(), store, nil); err != nil {
		t.Fatal(err)
	}
	s.Study = "again"
	s.Instances = s.Instances[:2]
	if _, err := s.Run(context.Background(), store, nil); err != nil {
		t.Fatal(err)
	}
	want := map[string]trial.Trial{}
	for _, study := range []string{"climbing", "again"} {
		trials, _, err := store.Load(study)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range trials {
			want[row.Key().ID()] = row
		}
	}
	table, err := store.Table("climbing", "again")
	if err != nil || table.Len != len(want) || len(want) != 72+12 {
		t.Fatalf("%d rows, %v; want %d", table.Len, err, len(want))
	}
	var names []string
	for _, c := range table.Columns {
		names = append(names, c.Name)
		if c.Type == "" || c.Doc == "" || c.Kind == "" {
			t.Errorf("column %s says too little of itself: %+v", c.Name, c)
		}
	}
	if all := strings.Join(names, " "); !strings.Contains(all, " iterations observed:slack observed:stride result optimal ") {
		t.Errorf("the columns are %s", all)
	}
	values := make([]trial.Value, len(table.Columns))
	for row, err := range table.Trials() {
		if err != nil {
			t.Fatal(err)
		}
		table.Row(row, values)
		stored, ok := want[values[0].String()]
		delete(want, values[0].String())
		if !ok || string(stored.Line()) != string(row.Line()) {
			t.Fatalf("row %v is\n%swant\n%s", values[0], row.Line(), stored.Line())
		}
		got := map[string]trial.Value{}
		for i, name := range names {
			got[name] = values[i]
		}
		if limit, err := got["limit_bytes"].Int(); stored.Strategy == "walk" && (err == nil || got["limit_bytes"].String() != "9223372036854775808" || got["limit_seconds"].Real() != 90) {
			t.Errorf("limits %d (%v) bytes and %v", limit, err, got["limit_seconds"])
		}
		if cost := got["cost"]; (cost.Type == trial.TypeInteger) != (stored.Outcome == search.Solved) {
			t.Errorf("%v has the cost %q, and its outcome is %v", stored.Key(), cost, stored.Outcome)
		}
		if slack, ok := stored.Observation("slack"); ok != (got["observed:slack"].Type == trial.TypeReal) || slack != got["observed:slack"].Real() {
			t.Errorf("%v has the slack %v, want %v", stored.Key(), got["observed:slack"], slack)
		}
		if got["deterministic"].Bool() != stored.Deterministic() || got["killed"].Type != "" || got["isolated"].Type != trial.TypeBoolean {
			t.Errorf("%v: deterministic %v, killed %q, isolated %q", stored.Key(), got["deterministic"], got["killed"], got["isolated"])
		}
	}
	if len(want) > 0 {
		t.Errorf("%d rows did not come", len(want))
	}
}
