package search

import "fmt"

// atGoal returns the result of a search whose start is a goal.
func atGoal[A any]() Result[A] {
	return Result[A]{Outcome: Solved, Path: []A{}, Optimal: true, Meter: Meter{Stored: 1}}
}

// solved adds a solution to the result.
func (r *Result[A]) solved(path []A, cost int) {
	r.Outcome, r.Path, r.Cost = Solved, path, cost
	r.MaxDepth = max(r.MaxDepth, len(path))
}

// replay follows a path from the start of p and returns its cost. Every search
// replays the path that it found before it returns the path. replay panics if a
// step is impossible or if the path does not end at a goal. In that case a probe,
// Inverse or Expand violates its contract, and package searchtest finds out
// which.
func replay[S, A comparable](p Problem[S, A], path []A) (cost int) {
	state, _ := p.Start()
	steps := make([]Step[S, A], p.Branching())
	for i, action := range path {
		step := stepBy(p, &state, action, steps)
		if step == nil {
			panic(fmt.Sprintf("search: %T: action %d of the path found, %v, cannot be taken there", p, i, action))
		}
		state = step.State
		cost += int(step.Cost)
	}
	if !p.Goal(&state) {
		panic(fmt.Sprintf("search: %T: the path found, %d actions, does not end at a goal", p, len(path)))
	}
	return cost
}

// stepBy returns the step out of s by an action, or nil if there is none.
func stepBy[S, A comparable](p Problem[S, A], s *S, action A, steps []Step[S, A]) *Step[S, A] {
	var none A
	for i := range p.Expand(s, none, steps) {
		if steps[i].Action == action {
			return &steps[i]
		}
	}
	return nil
}
