// Package sweepfile makes a study from a YAML file that describes a sweep, so that users can run
// and report the study without writing Go:
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
// [Read] is strict: for unknown fields, invalid values and names that the puzzle does not know, it
// returns an error with line and column. Otherwise it returns a [study.Definition], which commands
// run, draw and report like any other study. [Schema] describes such files for editors.
//
// The study compares the first strategy with each of the others.
package sweepfile
