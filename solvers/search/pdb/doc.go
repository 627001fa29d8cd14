// Package pdb makes estimates for any problem from a smaller one: a pattern database holds
// the cost to the goal of every state of an abstraction, which forgets a part of each state.
//
// An abstraction is a function that projects a state, and the moves that remain. Every move
// of the problem must be one of the abstraction, or no move at all there, at the same cost or
// less: then a database is admissible and consistent.
//
//	table := pdb.New([]Key{goal}, moves, project)
//	better, err := pdb.With(problem, table)        // for search.AStar and the others
//
// Databases of abstractions that pay for different moves can be added: see [Sum].
//
// Source: J. C. Culberson, J. Schaeffer, Pattern databases, Computational Intelligence 14
// (1998); sums: R. E. Korf, A. Felner, Disjoint pattern database heuristics, Artificial
// Intelligence 134 (2002).
package pdb
