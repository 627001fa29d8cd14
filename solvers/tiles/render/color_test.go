package render

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw/drawtest"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// TestRowColorsAreTheirDefinition derives the tables from what their comment
// says.
func TestRowColorsAreTheirDefinition(t *testing.T) {
	drawtest.Steps(t, rowColors[:], [3]float64{0.96, 0.07, 100}, [3]float64{0.74, 0.07, 250})
	drawtest.Steps(t, darkRowColors[:], [3]float64{0.34, 0.06, 100}, [3]float64{0.53, 0.06, 250})
}

func TestEveryMarkIsReadableOnItsGround(t *testing.T) {
	dark := drawtest.Dark(darkRules)
	for i := range rowColors {
		drawtest.Contrast(t, inkColor, rowColors[i], 4.5)
		drawtest.Contrast(t, dark["ink"], darkRowColors[i], 4.5)
		drawtest.Contrast(t, accentColor, rowColors[i], 2.7)
		drawtest.Contrast(t, dark["edge"], darkRowColors[i], 2.7)
		if i > 0 && (draw.Luminance(rowColors[i]) >= draw.Luminance(rowColors[i-1]) || draw.Luminance(darkRowColors[i]) <= draw.Luminance(darkRowColors[i-1])) {
			t.Errorf("without color, row color %d does not follow %d", i, i-1)
		}
	}
	for _, ink := range []string{inkColor, labelColor, accentColor} {
		drawtest.Contrast(t, ink, paperColor, 4.5)
	}
	for _, class := range []string{"ink", "label", "accent", "line", "edge"} {
		drawtest.Contrast(t, dark[class], dark["paper"], 4.5)
	}
	drawtest.Contrast(t, inkColor, trayColor, 4.5)
	drawtest.Contrast(t, dark["ink"], dark["tray"], 4.5)
}

func TestRowsOfABoardHaveDifferentColors(t *testing.T) {
	for height := 2; height <= tiles.MaxCells/2; height++ {
		before := -1
		for row := range height {
			c := rowColor(row, height)
			if c <= before || c >= len(rowColors) {
				t.Errorf("row %d of %d has color %d, the row before %d", row, height, c, before)
			}
			before = c
		}
		if before != len(rowColors)-1 || rowColor(0, height) != 0 {
			t.Errorf("the colors of %d rows run from %d to %d", height, rowColor(0, height), before)
		}
	}
}
