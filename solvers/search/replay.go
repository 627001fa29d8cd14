package search

import "fmt"

// replay follows a path from the start of p and returns its cost. Searches
// whose probe or whose bookkeeping tells only the actions walk the path they
// found before they report it. It panics if the path leaves the problem or
// does not end at a goal: then a probe, an Inverse or an Expand breaks its
// contract, and package searchtest finds which.
func replay[S, A comparable](p Problem[S, A], path []A) (cost int) {
	state, _ := p.Start()
	steps := make([]Step[S, A], p.Branching())
	for i, action := range path {
		step := find(p, &state, action, steps)
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

// find returns the step out of s with the action, or nil if there is none.
func find[S, A comparable](p Problem[S, A], s *S, action A, steps []Step[S, A]) *Step[S, A] {
	var none A
	for i := range p.Expand(s, none, steps) {
		if steps[i].Action == action {
			return &steps[i]
		}
	}
	return nil
}
