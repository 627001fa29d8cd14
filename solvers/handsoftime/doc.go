// Package handsoftime solves the clock puzzle "Hands of Time" of Final Fantasy
// XIII-2 for rings of any size.
//
// # Rules
//
// n nodes lie on a ring, numbered clockwise from 0; node i holds a value v with
// 1 ≤ v ≤ ⌊n/2⌋. From node i the hand goes to i+v or i−v (mod n). Every node
// must be visited exactly once, beginning at a given start; the value of the
// last node is never used. When v = n/2 both moves reach the same node and
// count as one. In the game n is 5 to 13 and the player chooses the start; the
// write-up this package begins from (B. Pitney, 2013) fixes it at node 0. Both
// questions are answered here: one start, or all of them.
//
// A ring with n nodes has ⌊n/2⌋ⁿ value vectors. Over all of them there are
// (n−1)!·⌊n/2⌋ solutions from a given start, because every order of the nodes
// fixes all values but the last.
//
// # Use
//
//	ring, err := handsoftime.ParseRing("2 2 2 2 1 3")
//	strategy, err := handsoftime.ParseStrategy("contraction")
//	result := strategy.Solve(ctx, ring, search.Limits{})
//
// [Strategy.Count] counts, [Strategy.Solutions] enumerates on demand, and the
// functions with AllStarts in their names do so from every start. [Analyze]
// shows what is forced and what is left to choose.
//
// # The midpoint graph
//
// Take targets as vertices and sources as edges: source i is the edge between
// i−v and i+v, whose midpoint on the ring is i. A solution leaves out one edge
// L, the last node, and assigns every other edge to one of its ends so that
// every vertex but the start is hit once, the start never, and no closed loop
// arises. Remove the start: edges to it become half-edges at their other end,
// as does a move of value n/2; an edge whose only end is the start becomes a
// null edge and must be L. With n edges and n−1 vertices, the sum over all
// components of (edges − vertices), plus the number of null edges, is 1.
//
// Peel: a vertex with a single edge left must take it, whatever L is; that
// takes the edge from its other end, which may be next. A vertex left without
// an edge proves that there is no solution. Cost O(n).
//
// Contract: the forced moves form chains. If they do not cover all nodes they
// close a loop, and there is no solution. Otherwise m chains (segments) are
// left, about 2.5·√n of them on a ring made from a random order, and the same
// puzzle on segments.
//
// What remains has minimum degree two. A component with as many edges as
// vertices is a simple cycle, a free cycle, which can be oriented in two ways.
// No component has fewer. So there is exactly one with an edge more, the
// special component, or a null edge instead.
//
// # The special component
//
// Σ(degree − 2) over its vertices is twice the surplus less the number of
// half-edges, and every term is at least 0. So its shape is one of five: an
// open path between two half-edges; a tadpole (half-edge, path, cycle); or,
// without half-edges, a figure eight, a theta or a dumbbell. Its states are the
// ways to assign all edges but one, the hole. The hole can take one of its
// vertices from the edge that serves it, which becomes the hole; such moves can
// be undone, a state has as many as the hole has ends, and following the hole
// shape by shape shows that they join all states into a single path (if there
// are half-edges) or a single cycle. Each exchanges two successors, so the
// number of closed loops changes by one, and only every second state can be a
// solution.
//
// Every solution is one of states × 2^(free cycles) candidates: those without a
// closed loop. A ring made from a random order has about ln n − 2.8 free cycles
// if n is even and ½ ln n − 2 if n is odd, which is why such rings are easy.
//
// # Root rules
//
// Three rules show without search that there is no solution: the chain from the
// start has nowhere to go; the chains do not connect all components; and, if
// the last node is fixed and all free cycles have odd length, the parity of the
// number of closed loops, which no orientation changes, is wrong. Free cycles
// of length two can be counted by a determinant; longer ones must be
// enumerated. With a fixed start the puzzle can express Hamiltonian paths in
// digraphs with two choices a vertex, so it appears to be NP-hard; N. Johnston,
// "The Complexity of the Puzzles of Final Fantasy XIII-2" (arXiv:1203.1633),
// shows it for slight generalisations.
//
// # References
//
//   - B. Pitney, "Depth-First Search for 'Hands of Time' Puzzle", 2013: the
//     strategies standard, pruning and pruning+sorting, the planted generator.
//   - N. Johnston, "Counting and Solving Final Fantasy XIII-2's Clock Puzzles",
//     2012; OEIS A206344, A206345, A206346.
//   - T. van Aardenne-Ehrenfest, N. G. de Bruijn, "Circuits and trees in
//     oriented linear graphs", 1951: Euler circuits and arborescences.
package handsoftime
