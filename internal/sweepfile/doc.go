// Package sweepfile makes a study of a sweep that a file in YAML describes, so that
// one can be run and reported without writing Go:
//
//	name: conflict
//	title: Does linear conflict help A* on sliding tiles?
//	puzzle: tiles
//	sets:
//	  - family: uniform
//	    sizes: [3x2, 4x2, 3x3]
//	    instances: 20
//	strategies: [astar/manhattan, astar/linear-conflict]
//	limits: {nodes: 200k, time: 30s, memory: 2GiB}
//
// [Read] parses the file, strictly: a field that is not known, a value that is none, a
// name that the puzzle does not have are errors with their line and column. It returns
// a [study.Definition], which commands run, draw and report like any other. [Schema]
// describes such files to an editor.
//
// The first strategy is what the others are compared with.
package sweepfile
