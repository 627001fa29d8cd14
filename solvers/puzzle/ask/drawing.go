package ask

import (
	"errors"
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// Drawing is what somebody asks to see of an instance. It chooses a picture.
type Drawing struct {
	Picture             string // name; "" for the one that suits the rest best
	Format              string
	Solution, Structure bool
	Step, Every         uint64
	Given               func(flag string) bool // whether step, every or a style of that name is asked for
}

type picture = puzzle.Picture[puzzle.Instance]

// Of returns the picture of a puzzle that is asked for. The error, in the words of the
// command's flags, says what makes no sense with it.
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

// steps says what makes no sense of the flags step and every.
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

// Suitable returns the picture of that name, or the one that suits the rest best.
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

// applies reports whether a style makes sense in a picture.
func applies(q *picture, style, format string) bool {
	formats, ok := q.Style[style]
	return ok && (formats == nil || slices.Contains(formats, format))
}

// where says in which pictures and formats something can be had.
func where(p *puzzle.Puzzle, formats func(*picture) []string) string {
	return phrases(p, func(q *picture) string {
		if list := formats(q); len(list) > 0 {
			return q.Name + " as " + wording.AnyOf(list)
		}
		return ""
	})
}

// phrases joins what is said of the pictures of which anything is.
func phrases(p *puzzle.Puzzle, of func(*picture) string) string {
	var list []string
	for i := range p.Pictures {
		if phrase := of(&p.Pictures[i]); phrase != "" {
			list = append(list, phrase)
		}
	}
	return wording.AnyOf(list)
}
