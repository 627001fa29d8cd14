package draw_test

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
)

func ExampleFrames() {
	fmt.Println(draw.Frames(7, 3), draw.Frames(6, 3), draw.Frames(0, 3))
	// Output: [0 3 6 7] [0 3 6] [0]
}

func ExampleFilm() {
	film := draw.Film{Frames: 5, Width: 100, Height: 80, Gap: 10, Columns: 3}
	fmt.Println(film.Size())
	fmt.Println(film.Corner(4))
	// Output:
	// 344 194
	// 122 102
}

func ExampleTextFilm() {
	fmt.Print(draw.TextFilm([][]string{{"0", "ab"}, {"1", "ba"}}, 2, " | "))
	// Output:
	// 0  | 1
	// ab | ba
}

// A dot that is red from the second move on, and gone after the fourth.
func ExampleTrack() {
	fill := draw.NewTrack("fill", "blue").Set(2, "red").Set(3, "red").Set(4, "none")
	fmt.Printf("<circle%v r=\"5\"/>\n", fill)
	// Output: <circle fill="blue" data-at-fill="2 red|4 none" r="5"/>
}

func ExampleCanvas() {
	var c draw.Canvas
	c.Open(draw.Picture{ID: "dot", Title: "A dot", Description: "One dot & no more.", Width: 20, Height: 10, Size: 200})
	c.Printf("<circle cx=\"10\" cy=\"5\" r=\"%s\"/>\n</svg>\n", draw.Num(10./3))
	fmt.Print(c.String())
	// Output:
	// <svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" viewBox="0 0 20 10" role="img" aria-labelledby="dot-title dot-desc" font-family="Liberation Sans, Arial, Helvetica, sans-serif">
	// <title id="dot-title">A dot</title>
	// <desc id="dot-desc">One dot &amp; no more.</desc>
	// <circle cx="10" cy="5" r="3.33"/>
	// </svg>
}
