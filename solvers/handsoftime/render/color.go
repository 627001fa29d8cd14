package render

import (
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
)

// Colors of a drawing. All of them contrast with white. Color-blind readers can distinguish the
// colors used for cycles (M. Okabe, K. Ito, Color Universal Design, 2008).
const (
	inkColor     = "#222222"
	rimColor     = "#dddddd"
	labelColor   = "#6b6b6b"
	forcedColor  = "#b4b4b4"
	specialColor = "#d55e00"
)

var cycleColors = [...]string{"#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"}

// cycleDashes distinguish cycles when there are more cycles than colors.
var cycleDashes = [...]string{"", "7 3", "2 3", "9 3 2 3"}

// stepColors are the colors from the first move to the last, in equal steps of
// lightness and hue in OKLCH (B. Ottosson, A perceptual color space for image
// processing, 2020): lightness 0.34 to 0.70, hue 270° to 415°, chroma 0.17.
var stepColors = draw.Gradient{
	"#1c248e", "#392694", "#512898", "#682a97", "#7e2d93", "#93318c", "#a63583",
	"#b83b77", "#c8436a", "#d64e5a", "#e05b48", "#e86b31", "#ec7c0e",
}
