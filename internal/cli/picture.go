package cli

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/ask"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// pictureFormats returns the formats that some picture of the puzzle has.
func pictureFormats(p *puzzle.Puzzle) []string {
	var formats []string
	for _, format := range []string{"text", "svg", "html"} {
		if slices.ContainsFunc(p.Pictures, func(q puzzle.Picture[instance]) bool { return slices.Contains(q.Formats, format) }) {
			formats = append(formats, format)
		}
	}
	return formats
}

// registerPictures registers the flags that change the picture.
func (s *showing) registerPictures(cmd *cobra.Command) {
	var stepped, thinned bool
	for _, p := range s.puzzle.Pictures {
		stepped, thinned = stepped || p.Stepped, thinned || p.Thinned
	}
	words := study.Map(s.puzzle.Pictures, func(p puzzle.Picture[instance]) puzzle.Word { return puzzle.Word{Name: p.Name, Doc: p.Doc} })
	if len(words) > 1 {
		s.kind.explain(cmd, "picture", "which picture, `KIND`", words)
	}
	fs := cmd.Flags()
	if stepped {
		fs.Var(countFlag(&s.step), "step", "draw the instance after `K` moves of the solution")
	}
	if thinned {
		fs.Var(countFlag(&s.every), "every", "of a strip, draw the instance after every `K` moves")
	}
	s.style = optionFlags(cmd, s.puzzle.Style)
}

// choosePicture finds the picture that the flags ask for, and reports flags that
// make no sense with it.
func (s *showing) choosePicture(given func(flag string) bool) (err error) {
	if s.json {
		for _, flag := range s.pictureFlags() {
			if given(flag) {
				return fmt.Errorf("--json and --%s exclude each other", flag)
			}
		}
		return nil
	}
	s.picture, err = ask.Drawing{
		Picture: s.kind.value, Format: s.to.value, Solution: s.solution, Structure: s.structure, Step: s.step, Every: s.every, Given: given,
	}.Of(s.puzzle)
	return err
}

// pictureFlags are the flags that only a picture understands.
func (s *showing) pictureFlags() []string {
	style := study.Map(s.puzzle.Style, func(o puzzle.Option) string { return o.Name })
	return append([]string{"picture", "step", "every"}, style...)
}

// draw draws what was found.
func (s *showing) draw(w io.Writer, f found) error {
	v := puzzle.View{Format: s.to.value, Structure: s.structure, Choice: *s.style}
	if f.solved() {
		v.Solved, v.Solution, v.Step, v.Every = true, f.solution, int(s.step), int(s.every)
		if v.Step > f.Cost {
			return fmt.Errorf("nothing to draw after move %d (the solution has %s)", v.Step, wording.Counted(f.Cost, "move"))
		}
	} else if s.picture.Solution {
		s.picture = &s.puzzle.Pictures[0]
	}
	return s.picture.Draw(w, f.instance, v)
}
