package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
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
func (s *showing) choosePicture(given func(flag string) bool) error {
	if s.json {
		for _, flag := range s.pictureFlags() {
			if given(flag) {
				return fmt.Errorf("--json and --%s exclude each other", flag)
			}
		}
		return nil
	}
	s.picture = s.suitable(given)
	p, format := s.picture, s.to.value
	switch {
	case !slices.Contains(p.Formats, format):
		return fmt.Errorf("the picture %s is not drawn as %s (want --to %s)", p.Name, format, puzzle.AnyOf(p.Formats))
	case p.Solution && !s.solution:
		return fmt.Errorf("the picture %s is of a solution (give --solution)", p.Name)
	case s.structure && !slices.Contains(p.Structure, format):
		return fmt.Errorf("the structure is not drawn in the picture %s as %s (want %s)", p.Name, format, s.where(func(q puzzle.Picture[instance]) []string { return q.Structure }))
	case given("step") && !s.solution:
		return errors.New("--step is of a solution (give --solution)")
	case given("step") && !p.Stepped:
		return fmt.Errorf("--step is not for the picture %s (want --picture %s)", p.Name, s.pictures(func(q puzzle.Picture[instance]) bool { return q.Stepped }))
	case given("every") && !p.Thinned:
		return fmt.Errorf("--every is not for the picture %s (want --picture %s)", p.Name, s.pictures(func(q puzzle.Picture[instance]) bool { return q.Thinned }))
	case given("every") && s.every == 0:
		return errors.New("--every is 1 or more")
	case s.step > 1<<30 || s.every > 1<<30:
		return errors.New("--step or --every is too large")
	}
	for _, o := range s.puzzle.Style {
		if given(o.Name) && !applies(p, o.Name, format) {
			return fmt.Errorf("--%s is not for the picture %s as %s (want %s)", o.Name, p.Name, format, s.where(func(q puzzle.Picture[instance]) []string {
				formats, ok := q.Style[o.Name]
				if ok && formats == nil {
					formats = q.Formats
				}
				return formats
			}))
		}
	}
	return nil
}

// pictureFlags are the flags that only a picture understands.
func (s *showing) pictureFlags() []string {
	style := study.Map(s.puzzle.Style, func(o puzzle.Option) string { return o.Name })
	return append([]string{"picture", "step", "every"}, style...)
}

// suitable returns the picture of that name, or the one that suits the other flags
// best.
func (s *showing) suitable(given func(flag string) bool) puzzle.Picture[instance] {
	for _, p := range s.puzzle.Pictures {
		first := s.solution && slices.Contains(p.First, s.to.value) && !given("step") &&
			!slices.ContainsFunc(s.puzzle.Style, func(o puzzle.Option) bool { return given(o.Name) && !applies(p, o.Name, s.to.value) })
		switch {
		case s.kind.value == p.Name, s.kind.value == "" && (first || given("every") && p.Thinned):
			return p
		}
	}
	return s.puzzle.Pictures[0]
}

// applies reports whether a style makes sense in a picture.
func applies(p puzzle.Picture[instance], style, format string) bool {
	formats, ok := p.Style[style]
	return ok && (formats == nil || slices.Contains(formats, format))
}

// pictures names the pictures that pass.
func (s *showing) pictures(pass func(puzzle.Picture[instance]) bool) string {
	var names []string
	for _, p := range s.puzzle.Pictures {
		if pass(p) {
			names = append(names, p.Name)
		}
	}
	return puzzle.AnyOf(names)
}

// where says in which pictures and formats something can be had.
func (s *showing) where(formats func(puzzle.Picture[instance]) []string) string {
	var places []string
	for _, p := range s.puzzle.Pictures {
		if list := formats(p); len(list) > 0 {
			places = append(places, p.Name+" as "+puzzle.AnyOf(list))
		}
	}
	return puzzle.AnyOf(places)
}

// draw draws what was found.
func (s *showing) draw(w io.Writer, f found) error {
	v := puzzle.View{Format: s.to.value, Structure: s.structure, Choice: *s.style}
	if f.solved() {
		v.Solved, v.Solution, v.Step, v.Every = true, f.solution, int(s.step), int(s.every)
		if v.Step > f.Cost {
			return fmt.Errorf("nothing to draw after move %d (the solution has %s)", v.Step, puzzle.Counted(f.Cost, "move"))
		}
	} else if s.picture.Solution {
		s.picture = s.puzzle.Pictures[0]
	}
	return s.picture.Draw(w, f.instance, v)
}
