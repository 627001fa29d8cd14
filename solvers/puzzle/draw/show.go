package draw

import (
	"io"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// Show holds the functions that draw boards of type B with drawing options of type D. A function is
// nil if its format is not supported.
type Show[B puzzle.Instance, D any] struct {
	Puzzle string // name of the puzzle, for errors
	// Asked returns the board to draw and the drawing options that a view of board b asks for.
	Asked func(b B, v puzzle.View) (B, D, error)
	SVG   func(w io.Writer, b B, d D) error
	Text  func(b B, d D) (text string, shown B, err error) // Text draws a board as text, and returns the text and the board that it shows.
	Steps func(b B, d D) (Page, error)                     // Steps makes the page for the html format and for [puzzle.Picture.Play].

	Analyze func(b B) puzzle.Analysis // Analyze returns the analysis that Draw adds below a text on request.
}

// Picture returns a copy of p in which the functions Draw and Play are set.
func (s Show[B, D]) Picture(p puzzle.Picture[B]) puzzle.Picture[B] {
	p.Draw = func(w io.Writer, b B, v puzzle.View) error {
		b, d, err := s.Asked(b, v)
		switch {
		case err != nil:
			return err
		case v.Format == "svg":
			return s.SVG(w, b, d)
		case v.Format == "html":
			return WritePage(w, s.Puzzle, s.Steps, b, d)
		}
		text, shown, err := s.Text(b, d)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil || !v.Structure {
			return err
		}
		return s.Analyze(shown).Describe(w)
	}
	if s.Steps != nil {
		p.Play = func(b B, v puzzle.View) (stage, style string, said []string, err error) {
			b, d, err := s.Asked(b, v)
			if err != nil {
				return "", "", nil, err
			}
			page, err := s.Steps(b, d)
			stage, style, said = page.Play()
			return stage, style, said, err
		}
	}
	return p
}

// WritePage calls the function steps with a board and drawing options, and writes the resulting
// page to w. If writing fails, the error begins with the puzzle's name.
func WritePage[B, D any](w io.Writer, puzzle string, steps func(B, D) (Page, error), b B, d D) error {
	p, err := steps(b, d)
	if err != nil {
		return err
	}
	return p.Save(w, puzzle+": write HTML")
}
