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

// Of returns the picture of a puzzle that is asked for. The error, in the words of the
// command's flags, says what makes no sense with it.
func (d Drawing) Of(p *puzzle.Puzzle) (q *puzzle.Picture[puzzle.Instance], err error) {
	q = d.Suitable(p)
	switch {
	case !slices.Contains(q.Formats, d.Format):
		return q, fmt.Errorf("the picture %s is not drawn as %s (want --to %s)", q.Name, d.Format, wording.AnyOf(q.Formats))
	case q.Solution && !d.Solution:
		return q, fmt.Errorf("the picture %s is of a solution (give --solution)", q.Name)
	case d.Structure && !slices.Contains(q.Structure, d.Format):
		return q, fmt.Errorf("the structure is not drawn in the picture %s as %s (want %s)", q.Name, d.Format, where(p.Pictures, func(q *puzzle.Picture[puzzle.Instance]) []string { return q.Structure }))
	case d.Given("step") && !d.Solution:
		return q, errors.New("--step is of a solution (give --solution)")
	case d.Given("step") && !q.Stepped:
		return q, fmt.Errorf("--step is not for the picture %s (want --picture %s)", q.Name, named(p.Pictures, func(q *puzzle.Picture[puzzle.Instance]) bool { return q.Stepped }))
	case d.Given("every") && !q.Thinned:
		return q, fmt.Errorf("--every is not for the picture %s (want --picture %s)", q.Name, named(p.Pictures, func(q *puzzle.Picture[puzzle.Instance]) bool { return q.Thinned }))
	case d.Given("every") && d.Every == 0:
		return q, errors.New("--every is 1 or more")
	case d.Step > 1<<30 || d.Every > 1<<30:
		return q, errors.New("--step or --every is too large")
	}
	for _, o := range p.Style {
		if d.Given(o.Name) && !applies(q, o.Name, d.Format) {
			return q, fmt.Errorf("--%s is not for the picture %s as %s (want %s)", o.Name, q.Name, d.Format, where(p.Pictures, func(q *puzzle.Picture[puzzle.Instance]) []string {
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

// Suitable returns the picture of that name, or the one that suits the rest best.
func (d Drawing) Suitable(p *puzzle.Puzzle) *puzzle.Picture[puzzle.Instance] {
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
func applies(q *puzzle.Picture[puzzle.Instance], style, format string) bool {
	formats, ok := q.Style[style]
	return ok && (formats == nil || slices.Contains(formats, format))
}

// named names the pictures that pass.
func named(pictures []puzzle.Picture[puzzle.Instance], pass func(*puzzle.Picture[puzzle.Instance]) bool) string {
	var names []string
	for i := range pictures {
		if q := &pictures[i]; pass(q) {
			names = append(names, q.Name)
		}
	}
	return wording.AnyOf(names)
}

// where says in which pictures and formats something can be had.
func where(pictures []puzzle.Picture[puzzle.Instance], formats func(*puzzle.Picture[puzzle.Instance]) []string) string {
	var places []string
	for i := range pictures {
		if list := formats(&pictures[i]); len(list) > 0 {
			places = append(places, pictures[i].Name+" as "+wording.AnyOf(list))
		}
	}
	return wording.AnyOf(places)
}
