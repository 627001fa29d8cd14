// Package pdb builds pattern databases for any problem. An abstraction ignores a part of each
// state. The database holds the cost of reaching the goal from every abstract state, and a search
// uses this cost as an estimate for the original problem.
//
// An abstraction consists of two functions: one returns the abstract state of a state, and one
// lists the moves from an abstract state. Each move of the problem must either leave the abstract
// state unchanged or correspond to an abstract move that does not cost more. The database is then
// admissible and consistent.
//
//	table := pdb.New([]Key{goal}, moves, project)
//	better, err := pdb.With(problem, table)        // for search.AStar and the others
//
// If the abstractions of several databases count different moves, the estimates can be added up;
// see [Sum].
//
// Source: J. C. Culberson, J. Schaeffer, Pattern databases, Computational Intelligence 14 (1998);
// sums: R. E. Korf, A. Felner, Disjoint pattern database heuristics, Artificial Intelligence 134
// (2002).
package pdb
