package search

import "context"

// GroupBytes is the memory of one group of slots of the packed table.
const GroupBytes = groupBytes

// AStarMemory is AStar with a look at the memory when it ends: slots of the
// table, bytes of the table, and bytes of the open list.
func AStarMemory[S, A comparable](ctx context.Context, p Problem[S, A], limits Limits) (r Result[A], slotCount, table, open uint64) {
	b := newBestFirst(ctx, p, discipline{weight: Weight{1, 1}}, limits)
	defer func() { b.nodes.free() }()
	if !b.begin() {
		return b.result(b.guard.Outcome()), 0, 0, 0
	}
	_, outcome := b.run()
	t := b.nodes.(*packed[S, A])
	return b.result(outcome), uint64(len(t.groups)) * slots, t.bytes(), b.chunks.bytes() + b.openFixed()
}

// SetSlowGroups sets the size from which on a best-first search looks ahead.
func SetSlowGroups(groups int) (restore func()) {
	old := slowGroups
	slowGroups = groups
	return func() { slowGroups = old }
}

// DividedIDAStar is ParallelIDAStar that divides whatever has more than so many nodes.
func DividedIDAStar[S, A comparable](ctx context.Context, p Problem[S, A], workers int, nodes uint64, limits Limits) Result[A] {
	d := newDivision(p, workers)
	d.small = nodes
	return deepen(ctx, p, d.probe, limits)
}

// ShedsPages says whether a growing table gives back the pages it has read.
const ShedsPages = shedsPages
