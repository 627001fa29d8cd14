// Package sweepfile makes a study from a YAML file that describes a sweep. Users can run and report
// the study without writing Go:
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
// [Read] is strict: unknown fields, invalid values and names that the puzzle does not have are
// errors with line and column. It returns a [study.Definition], which commands run, draw and report
// like any other study. [Schema] describes such files to editors.
//
// The study compares all other strategies with the first one.
package sweepfile
