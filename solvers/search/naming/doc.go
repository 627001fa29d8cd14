// Package naming parses the names of strategies, which a puzzle lists as
// patterns:
//
//	name[-N][/estimate][,option[=value]]…
//
// A [Kind] is one pattern with what it leaves open. In it a capital letter
// behind a hyphen stands for a number, and one behind the slash for an estimate
// (a heuristic, an evaluation); everything else stands for itself:
//
//	pattern           a name of it                     what it chooses
//	bfs               bfs,order=lrud                   an option
//	beam-N/E          beam-100/layers                  a width, an evaluation
//	wastar-W/layers   wastar-1.5/layers                a weight
//	gla-D             gla-5,finish-first               a depth, an option
//	gla-D+dijkstra    gla-5+dijkstra                   a depth
//
// A puzzle keeps what a name chooses in a struct C of its own, which the Set
// functions of numbers, estimates and options fill in:
//
//	g := naming.New("tiles", "heuristic", kinds)
//	n, err := g.Parse("astar/manhattan,ties=low-g", choice{})
//	// n.Text is canonical, n.Kind an index of kinds, n.Choice filled in
//
// # Canonical names
//
// Each Set returns its value in canonical form. In [Name.Text] options that
// have their default value are left out and the others are sorted, so that two
// names of the same strategy are equal. A canonical name is canonical when
// parsed again.
//
// # Which kind a name is of
//
// Patterns may begin alike. What stands before the last slash is first compared
// with the patterns without their number, so that "dfs-gla" is "dfs-gla-D"
// without its depth; then a number is looked for, and of several patterns the
// one with the most letters of its own wins: "gla-5+dijkstra" is of
// "gla-D+dijkstra", not of "gla-D" with the number "5+dijkstra". The last slash
// counts because a number may be a fraction, as in "wastar-5/2/layers"; names
// without an estimate cannot hold one.
//
// # Errors
//
// An error begins with the puzzle's name and says which part of which name is
// wrong and what would be right:
//
//	tiles: strategy "astar": astar needs a heuristic: astar/manhattan
//	tiles: no strategy is called "astr" (want bfs, astar, …); did you mean "astar"?
package naming
