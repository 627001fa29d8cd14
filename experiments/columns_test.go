package experiments

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestColumnsSayWhatTrialsSay groups in another way.
func TestColumnsSayWhatTrialsSay(t *testing.T) {
	store := open(t)
	mustRun(t, small(), store)
	fewer := small() // the same keys, and newer rows
	fewer.Limits.Expanded = 5
	mustRun(t, fewer, store)
	many := small()
	many.Instances, many.Strategies, many.Repeats = climbs("many", 3, 1001-72), many.Strategies[:1], 1
	mustRun(t, many, store)
	j, _ := store.Study("climbing")
	for _, by := range [][]string{nil, {"strategy"}, {"size", "strategy", "outcome"}, {"index", "set", "seed", "strategy", "size"}} {
		c, err := j.Columns(by, Expanded, Cost)
		if err != nil {
			t.Fatal(err)
		}
		trials, _, err := j.Load()
		if err != nil || c.Rows() != len(trials) {
			t.Fatalf("%d rows, %v; want %d", c.Rows(), err, len(trials))
		}
		for i, m := range []Metric{Expanded, Cost} {
			want := map[string]Group{}
			for k := range trials {
				row := &trials[k]
				var words []string
				for _, name := range by {
					for f := range row.Fields {
						if f.Name == name {
							words = append(words, f.Text)
						}
					}
				}
				key := fmt.Sprint(words)
				g, ok := want[key]
				if !ok {
					g = Group{Words: words, Min: math.Inf(1), Max: math.Inf(-1)}
				}
				g.Trials++
				if v := m.Value(row); math.IsNaN(v) {
					g.Without++
				} else {
					g.Sum, g.Min, g.Max = g.Sum+v, min(g.Min, v), max(g.Max, v)
				}
				want[key] = g
			}
			groups := c.GroupBy(i)
			if len(groups) != len(want) {
				t.Errorf("%v: %d groups, want %d", by, len(groups), len(want))
			}
			for _, g := range groups {
				w := want[fmt.Sprint(g.Words)]
				if g.Without == g.Trials {
					g.Min, g.Max, w.Min, w.Max = 0, 0, 0, 0
				}
				if fmt.Sprint(g) != fmt.Sprint(w) {
					t.Errorf("%v: %+v, want %+v", by, g, w)
				}
			}
			if !slices.IsSortedFunc(groups, func(a, b Group) int { return slices.CompareFunc(a.Words, b.Words, compareWords) }) {
				t.Errorf("%v: groups are not in order", by)
			}
		}
	}
	if _, err := j.Columns([]string{"strateg"}, Expanded); err == nil || !strings.Contains(err.Error(), `no field "strateg"; did you mean "strategy"?`) {
		t.Errorf("error %v", err)
	}
}

func BenchmarkGroupBy(b *testing.B) {
	const rows = 1_000_000
	c := &Columns{words: make([]wordColumn, 2), values: [][]float64{make([]float64, rows)}}
	for row := range rows {
		for i, n := range []int{20, 50} {
			c.words[i].codes = append(c.words[i].codes, c.words[i].code(fmt.Sprint(row%n)))
		}
		c.values[0][row] = float64(row % 1000)
	}
	for b.Loop() {
		if got := len(c.GroupBy(0)); got != 100 {
			b.Fatal(got)
		}
	}
}
