package render

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw/drawtest"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// TestFilmMovesTheTilesOfThePath reads the style sheet back: each tile begins
// where the board has it, slides without jumps at the time of its move, and
// stops where the path leaves it.
func TestFilmMovesTheTilesOfThePath(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {3, 3}, {4, 4}, {12, 2}} {
		b, path := drawnWalk(t, size[0], size[1], tiles.BlankLast, 40)
		text := drawtest.Draw(t, Animated, b, Drawing{Path: path, ID: "a.b"})
		drawtest.SVG(t, text)
		film := draw.Animation{Total: 2*holdTime + len(path)*moveTime}
		slides := 0
		for tile := 1; tile < b.Cells(); tile++ {
			place := regexp.MustCompile(`<g class="tile` + strconv.Itoa(tile) + `" style="(transform:[^"]*)">`).FindStringSubmatch(text)[1]
			if want := placeStyle(b, find(b, tile)); place != want {
				t.Errorf("%v: tile %d begins at %s, want %s", b, tile, place, want)
			}
			_, rules, moves := strings.Cut(text, `@keyframes ka\.b-tile`+strconv.Itoa(tile)+"{")
			var steps [][]string
			if moves {
				rules, _, _ = strings.Cut(rules, "\n")
				steps = regexp.MustCompile(`([\d.]+)%\{(transform:[^}]*)\}([\d.]+)%(,to)?\{(transform:[^}]*)\}|to\{(transform:[^}]*)\}`).FindAllStringSubmatch(rules, -1)
			}
			board := b
			for step, m := range path {
				before := board
				board, _ = board.Apply(m)
				if find(before, tile) == find(board, tile) {
					continue
				}
				s := steps[0]
				steps = steps[1:]
				slides++
				begin, end := holdTime+step*moveTime, holdTime+step*moveTime+slideTime
				if s[1]+"%" != film.At(begin) || s[2] != placeStyle(b, find(before, tile)) || s[3]+"%" != film.At(end) || s[5] != placeStyle(b, find(board, tile)) {
					t.Errorf("%v: move %d, of tile %d, is %q", b, step+1, tile, s[0])
				}
			}
			if moves && (len(steps) != 1 || steps[0][6] != placeStyle(b, find(board, tile))) {
				t.Errorf("%v: tile %d ends with %q, want %s", b, tile, steps, placeStyle(b, find(board, tile)))
			}
		}
		if slides != len(path) {
			t.Errorf("%v: %d slides for %d moves", b, slides, len(path))
		}
		if strings.Count(text, "{animation:") != strings.Count(text, "@keyframes")+1 || !strings.Contains(text, "(prefers-reduced-motion:reduce){") {
			t.Errorf("%v: animations without frames, or no consideration of those who want less motion", b)
		}
	}
}
