package render

import (
	"fmt"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw/drawtest"
)

// TestFilmRemovesTheCellsAtTheirTime reads the film back: at each move the
// cells that are blank from then on are covered, and not before.
func TestFilmRemovesTheCellsAtTheirTime(t *testing.T) {
	for seed, size := range drawnSizes {
		b, path := drawnWalk(t, size.rows, size.cols, size.colors, uint64(seed))
		path = path[:min(len(path), 40)]
		text := drawtest.Draw(t, Animated, b, Drawing{Path: path, ID: "a.b"})
		film := draw.Animation{Total: 2*holdTime + len(path)*moveTime}
		before := b
		for step := 1; step <= len(path); step++ {
			after, _ := before.Apply(path[step-1])
			_, group, ok := strings.Cut(text, fmt.Sprintf(`<g class="move%d" opacity="0">`, step))
			if !ok {
				t.Fatalf("%v: no group for move %d", b, step)
			}
			group, _, _ = strings.Cut(group, "</g>")
			d := ""
			if _, data, ok := strings.Cut(group, ` d="`); ok {
				d, _, _ = strings.Cut(data, `"`)
			}
			for cell, in := range insideOutline(t, d, b.Rows(), b.Cols()) {
				if want := after.Color(cell) == colorwalk.Blank && before.Color(cell) != colorwalk.Blank; in != want {
					t.Fatalf("%v: move %d covers cell %d: %v, want %v", b, step, cell, in, want)
				}
			}
			begin := holdTime + (step-1)*moveTime
			frames := fmt.Sprintf(`@keyframes ka\.b-%d{0%%,%s{opacity:0}%s{opacity:1;`, step, film.At(begin), film.At(begin+fadeTime))
			if strings.Count(text, frames) != 1 {
				t.Errorf("%v: move %d has no frames %s", b, step, frames)
			}
			if rule := fmt.Sprintf(`[id="a.b"] .move%d{animation:ka\.b-%d %dms`, step, step, film.Total); strings.Count(text, rule) != 1 {
				t.Errorf("%v: move %d has no rule %s", b, step, rule)
			}
			before = after
		}
		if n := strings.Count(text, "@keyframes"); n != len(path) {
			t.Errorf("%v: %d animations for %d moves", b, n, len(path))
		}
		if len(path) > 0 && !strings.Contains(text, "(prefers-reduced-motion:reduce){") {
			t.Errorf("%v: no consideration of those who want less motion", b)
		}
	}
}
