package ask

import (
	"errors"
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// Drawing holds the flags of a command that draws an instance. Its method Of chooses the
// picture.
type Drawing struct {
	Picture             string // name of the picture; "" means the most suitable one
	Format              string
	Solution, Structure bool
	Step, Every         uint64
	Given               func(flag string) bool // Given reports whether the user set the given flag: step, every or a style.
}

type picture = puzzle.Picture[puzzle.Instance]

// Of returns the picture requested by the flags. It returns an error if the picture does not
// support one of the flags; the message suggests other flags.
func (d Drawing) Of(p *puzzle.Puzzle) (q *picture, err error) {
	q = d.Suitable(p)
	switch {
	case !slices.Contains(q.Formats, d.Format):
		return q, fmt.Errorf("the picture %s is not drawn as %s (want --to %s)", q.Name, d.Format, wording.AnyOf(q.Formats))
	case q.Solution && !d.Solution:
		return q, fmt.Errorf("the picture %s is of a solution (give --solution)", q.Name)
	case d.Structure && !slices.Contains(q.Structure, d.Format):
		return q, fmt.Errorf("the structure is not drawn in the picture %s as %s (want %s)", q.Name, d.Format, where(p, func(q *picture) []string { return q.Structure }))
	}
	if err := d.steps(p, q); err != nil {
		return q, err
	}
	for _, o := range p.Style {
		if d.Given(o.Name) && !applies(q, o.Name, d.Format) {
			return q, fmt.Errorf("--%s is not for the picture %s as %s (want %s)", o.Name, q.Name, d.Format, where(p, func(q *picture) []string {
				formats, ok := q.Style[o.Name]
				if ok && formats == nil {
					formats = q.Formats
				}
				return formats
			}))
		}
	}
	return q, nil
}

// steps returns an error if the flag step or every does not apply to the picture.
func (d Drawing) steps(p *puzzle.Puzzle, q *picture) error {
	unfit := func(flag string, fits func(*picture) bool) error {
		return fmt.Errorf("--%s is not for the picture %s (want --picture %s)", flag, q.Name, phrases(p, func(q *picture) string {
			if fits(q) {
				return q.Name
			}
			return ""
		}))
	}
	switch {
	case d.Given("step") && !d.Solution:
		return errors.New("--step is of a solution (give --solution)")
	case d.Given("step") && !q.Stepped:
		return unfit("step", func(q *picture) bool { return q.Stepped })
	case d.Given("every") && !q.Thinned:
		return unfit("every", func(q *picture) bool { return q.Thinned })
	case d.Given("every") && d.Every == 0:
		return errors.New("--every is 1 or more")
	case d.Step > 1<<30 || d.Every > 1<<30:
		return errors.New("--step or --every is too large")
	}
	return nil
}

// Suitable returns the picture with the given name. Without a name, it returns the first picture
// that fits the other flags. If none fits, it returns the puzzle's first picture.
func (d Drawing) Suitable(p *puzzle.Puzzle) *picture {
	for i := range p.Pictures {
		q := &p.Pictures[i]
		first := d.Solution && slices.Contains(q.First, d.Format) && !d.Given("step") &&
			!slices.ContainsFunc(p.Style, func(o puzzle.Option) bool { return d.Given(o.Name) && !applies(q, o.Name, d.Format) })
		if d.Picture == q.Name || d.Picture == "" && (first || d.Given("every") && q.Thinned) {
			return q
		}
	}
	return &p.Pictures[0]
}

// applies reports whether a picture supports a style option in a format.
func applies(q *picture, style, format string) bool {
	formats, ok := q.Style[style]
	return ok && (formats == nil || slices.Contains(formats, format))
}

// where lists the pictures, and their formats, that support a feature.
func where(p *puzzle.Puzzle, formats func(*picture) []string) string {
	return phrases(p, func(q *picture) string {
		if list := formats(q); len(list) > 0 {
			return q.Name + " as " + wording.AnyOf(list)
		}
		return ""
	})
}

// phrases joins the texts that a function returns for each picture, without empty
// ones.
func phrases(p *puzzle.Puzzle, of func(*picture) string) string {
	var list []string
	for i := range p.Pictures {
		if phrase := of(&p.Pictures[i]); phrase != "" {
			list = append(list, phrase)
		}
	}
	return wording.AnyOf(list)
}
