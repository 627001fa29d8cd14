package ask

import "testing"

func TestAPatternStandsForNames(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"bfs", "bfs", true},
		{"bfs", "bf", false},
		{"pruning+sorting", "pruning+sorting", true},
		{"astar/H", "astar/lc-wd", true},
		{"astar/H", "astar/", false},
		{"astar/H", "idastar/lc-wd", false},
		{"astar/H", "astar/lc/wd", false},
		{"wastar-W/H", "wastar-1.5/manhattan", true},
		{"wastar-W/H", "wastar-/manhattan", false},
		{"beam-N", "beam-10", true},
	} {
		if got := isNamed(c.pattern, c.name); got != c.want {
			t.Errorf("isNamed(%q, %q) = %v, want %v", c.pattern, c.name, got, c.want)
		}
	}
}

func TestAPatternOfTwoProgramsStandsForNames(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"gla-D", "gla-5", true},
		{"gla-D", "gla-5+dijkstra", false},
		{"gla-D+dijkstra", "gla-5+dijkstra", true},
		{"gla-D+dijkstra", "gla-5", false},
		{"dijkstra+gla-D", "dijkstra+gla-5", true},
		{"beam-N/E", "beam-100/layers+distances", true},
		{"beam-N/E", "beam-100", false},
		{"wastar-W/layers", "wastar-1.5/layers", true},
		{"wastar-W/layers", "wastar-1.5/cells", false},
		{"astar/layers", "astar/layers", true},
	} {
		if got := isNamed(c.pattern, c.name); got != c.want {
			t.Errorf("isNamed(%q, %q) = %v, want %v", c.pattern, c.name, got, c.want)
		}
	}
}
