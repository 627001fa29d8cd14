package puzzle

import (
	"errors"
	"fmt"
	"slices"
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
func (d Drawing) Of(p *Puzzle) (q *Picture[Instance], err error) {
	q = d.Suitable(p)
	switch {
	case !slices.Contains(q.Formats, d.Format):
		return q, fmt.Errorf("the picture %s is not drawn as %s (want --to %s)", q.Name, d.Format, AnyOf(q.Formats))
	case q.Solution && !d.Solution:
		return q, fmt.Errorf("the picture %s is of a solution (give --solution)", q.Name)
	case d.Structure && !slices.Contains(q.Structure, d.Format):
		return q, fmt.Errorf("the structure is not drawn in the picture %s as %s (want %s)", q.Name, d.Format, where(p.Pictures, func(q *Picture[Instance]) []string { return q.Structure }))
	case d.Given("step") && !d.Solution:
		return q, errors.New("--step is of a solution (give --solution)")
	case d.Given("step") && !q.Stepped:
		return q, fmt.Errorf("--step is not for the picture %s (want --picture %s)", q.Name, named(p.Pictures, func(q *Picture[Instance]) bool { return q.Stepped }))
	case d.Given("every") && !q.Thinned:
		return q, fmt.Errorf("--every is not for the picture %s (want --picture %s)", q.Name, named(p.Pictures, func(q *Picture[Instance]) bool { return q.Thinned }))
	case d.Given("every") && d.Every == 0:
		return q, errors.New("--every is 1 or more")
	case d.Step > 1<<30 || d.Every > 1<<30:
		return q, errors.New("--step or --every is too large")
	}
	for _, o := range p.Style {
		if d.Given(o.Name) && !q.applies(o.Name, d.Format) {
			return q, fmt.Errorf("--%s is not for the picture %s as %s (want %s)", o.Name, q.Name, d.Format, where(p.Pictures, func(q *Picture[Instance]) []string {
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
func (d Drawing) Suitable(p *Puzzle) *Picture[Instance] {
	for i := range p.Pictures {
		q := &p.Pictures[i]
		first := d.Solution && slices.Contains(q.First, d.Format) && !d.Given("step") &&
			!slices.ContainsFunc(p.Style, func(o Option) bool { return d.Given(o.Name) && !q.applies(o.Name, d.Format) })
		if d.Picture == q.Name || d.Picture == "" && (first || d.Given("every") && q.Thinned) {
			return q
		}
	}
	return &p.Pictures[0]
}

// applies reports whether a style makes sense in a picture.
func (q *Picture[I]) applies(style, format string) bool {
	formats, ok := q.Style[style]
	return ok && (formats == nil || slices.Contains(formats, format))
}

// named names the pictures that pass.
func named(pictures []Picture[Instance], pass func(*Picture[Instance]) bool) string {
	var names []string
	for i := range pictures {
		if q := &pictures[i]; pass(q) {
			names = append(names, q.Name)
		}
	}
	return AnyOf(names)
}

// where says in which pictures and formats something can be had.
func where(pictures []Picture[Instance], formats func(*Picture[Instance]) []string) string {
	var places []string
	for i := range pictures {
		if list := formats(&pictures[i]); len(list) > 0 {
			places = append(places, pictures[i].Name+" as "+AnyOf(list))
		}
	}
	return AnyOf(places)
}
