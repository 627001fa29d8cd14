// Package handsoftime solves the clock puzzle "Hands of Time" from Final Fantasy XIII-2 for rings
// of any size.
//
// # Rules
//
// A ring has n nodes, numbered clockwise from 0. Node i has a value v with 1 ≤ v ≤ ⌊n/2⌋. From node
// i the hand moves to i+v or i−v (mod n). It must visit every node exactly once, beginning at a
// given start. It never uses the value of the last node. If v = n/2, both moves reach the same node
// and count as one. In the game, n is between 5 and 13, and the player chooses the start. This
// package is based on a write-up (B. Pitney, 2013) that fixes the start at node 0. The package
// solves rings with a fixed start or with any start.
//
// Code and comments call the positions of a ring nodes, as in a graph. Pages and messages call them
// places, because there a node is a state that a search expands.
//
// There are ⌊n/2⌋ⁿ rings with n nodes. Together they have (n−1)!·⌊n/2⌋ solutions from a given
// start, because every order of the nodes determines all values except the last.
//
// # Use
//
//	ring, err := handsoftime.ParseRing("2 2 2 2 1 3")
//	strategy, err := handsoftime.Core().Strategy("contraction")
//	finding, err := strategy.Run(ctx, ring, 0, search.Limits{})
//
// The strategy's Count counts all solutions, and its Each enumerates them. [Analyze] shows which
// moves are forced and which choices remain.
//
// # The midpoint graph
//
// The midpoint graph represents the choice between the two moves of a node. Its vertices are the
// targets of moves, and its edges are their sources: source i, with value v, is the edge between
// i−v and i+v, whose midpoint on the ring is i. A solution leaves out one edge L, the last node. It
// assigns every other edge to one of the edge's ends. Every vertex except the start gets one edge,
// the start gets none, and the moves form no closed loop.
//
// Now remove the start. An edge to the start becomes a half-edge at its other end. The edge of a
// node with value n/2 is a half-edge, too. An edge whose only end is the start becomes a null edge
// and must be L. There are n edges and n−1 vertices. Therefore, the sum of (edges − vertices) over
// all components, plus the number of null edges, is 1.
//
// Peel: a vertex with a single remaining edge must take that edge, regardless of L. The other end
// of the edge then loses this edge, and may become the next such vertex. A vertex without any edge
// proves that there is no solution. The cost is O(n).
//
// Contract: the forced moves form chains. If the chains do not cover all nodes, some moves close a
// loop, and there is no solution. Otherwise the same puzzle remains for m chains, called segments.
// For a ring made from a random order, m is about 2.5·√n.
//
// All remaining vertices have degree two or more. A component with as many edges as vertices is a
// simple cycle, called a free cycle, and can be oriented in two ways. No component has fewer edges
// than vertices. So there is either exactly one component with one more edge than vertices, called
// the special component, or a null edge.
//
// # The special component
//
// Over the vertices of the special component, Σ(degree − 2) is 2 minus the number of half-edges,
// and every term is at least 0. Hence there are five possible shapes: an open path between two
// half-edges; a tadpole (half-edge, path, cycle); or, without half-edges, a figure eight, a theta
// or a dumbbell.
//
// A state assigns all edges except one, the hole. In a step, the hole takes over one of its end
// vertices from the edge assigned to that vertex, and that edge becomes the new hole. Steps are
// reversible, and each end of the hole allows one step. For each shape, following the hole shows
// that the steps join all states into a single path (with half-edges) or a single cycle (without).
// Each step exchanges two successors, so the number of closed loops changes by one, and only every
// second state can be a solution.
//
// There are states × 2^(free cycles) candidates, and the solutions are the candidates without a
// closed loop. A ring made from a random order has about ln n − 2.8 free cycles if n is even, and
// about ½ ln n − 2 if n is odd. That is why such rings are easy.
//
// # Proofs without a search
//
// Three conditions prove without a search that there is no solution. First, the chain from the
// start has nowhere to go. Second, the chains do not connect all components. Third, the last node
// is fixed, all free cycles have odd length, and the parity of the number of closed loops is wrong;
// no orientation changes this parity.
//
// A determinant can count the orientations of free cycles of length two; orientations of longer
// cycles must be enumerated. With a fixed start, the puzzle can express Hamiltonian paths in
// digraphs with two choices per vertex, so it appears to be NP-hard. N. Johnston, "The Complexity
// of the Puzzles of Final Fantasy XIII-2" (arXiv:1203.1633), proves this for slight
// generalizations.
//
// # References
//
//   - B. Pitney, "Depth-First Search for 'Hands of Time' Puzzle", 2013: strategies standard,
//     pruning and pruning+sorting, family planted.
//   - N. Johnston, "Counting and Solving Final Fantasy XIII-2's Clock Puzzles", 2012; OEIS
//     A206344, A206345, A206346.
//   - T. van Aardenne-Ehrenfest, N. G. de Bruijn, "Circuits and trees in oriented linear
//     graphs", 1951: relation between Euler circuits and arborescences.
package handsoftime
