package study

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Of returns the item with the trials that it is about, so that a report of
// the quick scale leaves it out if that does not plan them.
func (i Item) Of(about frame.Selection) Item {
	i.about = &about
	return i
}

// Whole returns the item as one that takes every instance it is about.
func (i Item) Whole() Item {
	i.whole = true
	return i
}

// Beyond returns the items that the quick scale leaves to the standard scale. The plans of both
// scales decide this, not the trials that were run. An item is left out if the quick plan lacks all
// of its trials, or all of a strategy that it names; if the quick plan has fewer sizes than growth
// takes and the standard plan has more; or if the item takes every instance and some are missing.
func (d Definition) Beyond(scale experiments.Scale) (left []Item, err error) {
	if scale != experiments.Quick {
		return nil, nil
	}
	here, err := d.Plan(Choice{Scale: scale})
	if err != nil {
		return nil, err
	}
	standard, err := d.Plan(Choice{Scale: experiments.Standard})
	for _, item := range d.Items {
		if item.about != nil && !reachOf(here, *item.about).covers(reachOf(standard, *item.about), item.about.Strategies, item.whole) {
			left = append(left, item)
		}
	}
	return left, err
}

// reach is what a plan has of a selection.
type reach struct {
	strategies, instances map[string]bool // instances by their digests
	sizes                 map[int]bool
}

func reachOf(r Runner, about frame.Selection) reach {
	found := reach{map[string]bool{}, map[string]bool{}, map[int]bool{}}
	for _, plan := range r {
		for _, part := range plan.Parts {
			for _, inst := range part.Instances {
				t := trial.Trial{Set: inst.Set, Size: inst.Size, Mode: cmp.Or(part.Mode, trial.Budget)}
				for _, t.Strategy = range part.Strategies {
					if about.Pass(&t) {
						found.strategies[t.Strategy], found.instances[trial.Digest(inst.Text)], found.sizes[t.Size] = true, true, true
					}
				}
			}
		}
	}
	return found
}

// covers reports whether a plan has enough of what the standard plan has.
func (r reach) covers(standard reach, named []string, every bool) bool {
	return len(r.instances) > 0 && len(r.sizes) >= min(len(standard.sizes), stats.MinSizes) && (!every || len(r.instances) >= len(standard.instances)) &&
		!slices.ContainsFunc(named, func(name string) bool { return !r.strategies[name] })
}

// LeaveOut takes the items [Definition.Beyond] the scale out of a report and says at its end which
// they are.
func (d Definition) LeaveOut(r *reports.Report, scale experiments.Scale) error {
	left, err := d.Beyond(scale)
	var ids []string
	for _, item := range left {
		if _, shown := r.Block(item.ID); shown {
			ids = append(ids, item.ID)
		}
	}
	if ids != nil {
		r.Blocks = append(r.Without(ids...), reports.Text{Markdown: fmt.Sprintf(
			"## At the standard scale\n\nWithout `--quick`, `puzzlelab reproduce %s` runs more instances and adds these claims and tables: %s.", d.Name, strings.Join(ids, ", "))})
	}
	return err
}
