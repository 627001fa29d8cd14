package experiments

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// TestColumnsSayWhatTrialsSay compares with a second way of grouping.
func TestColumnsSayWhatTrialsSay(t *testing.T) {
	kept := open(t)
	mustRun(t, small(), kept)
	fewer := small() // the same keys, and newer rows
	fewer.Limits.Expanded = 5
	mustRun(t, fewer, kept)
	many := small()
	many.Instances, many.Strategies, many.Repeats = climbs("many", 3, 1001-72), many.Strategies[:1], 1
	mustRun(t, many, kept)
	j, _ := kept.Study("climbing")
	for _, by := range [][]string{nil, {"strategy"}, {"size", "strategy", "outcome"}, {"index", "set", "seed", "strategy", "size"}} {
		c, err := j.Columns(by, trial.Expanded, trial.Cost)
		if err != nil {
			t.Fatal(err)
		}
		trials, _, err := j.Load()
		if err != nil || c.Rows() != len(trials) {
			t.Fatalf("%d rows, %v; want %d", c.Rows(), err, len(trials))
		}
		for i, m := range []trial.Metric{trial.Expanded, trial.Cost} {
			want := map[string]store.Group{}
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
					g = store.Group{Words: words, Min: math.Inf(1), Max: math.Inf(-1)}
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
			if !slices.IsSortedFunc(groups, func(a, b store.Group) int { return slices.CompareFunc(a.Words, b.Words, byNumber) }) {
				t.Errorf("%v: groups are not in order", by)
			}
		}
	}
	if _, err := j.Columns([]string{"strateg"}, trial.Expanded); err == nil || !strings.Contains(err.Error(), `no field "strateg"; did you mean "strategy"?`) {
		t.Errorf("error %v", err)
	}
}

// byNumber compares whole numbers by size and other words as text.
func byNumber(a, b string) int {
	x, notX := strconv.Atoi(a)
	y, notY := strconv.Atoi(b)
	if notX == nil && notY == nil {
		return cmp.Compare(x, y)
	}
	return strings.Compare(a, b)
}
