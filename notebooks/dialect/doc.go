// Package dialect reads code cells as GoNB does: Go declarations, which stay,
// statements behind %%, which run, commands that begin with % or !, and magics
// such as %%bash, to which a whole cell belongs.
//
//	import "fmt"                 stays, by its name
//	var n = 3                    stays, by its name
//	func twice(x int) int { … }  stays; a method by its type and name
//	!ls                          runs before the cell's Go
//	%env SEED=3                  the same
//	%%                           all that follows is the body of main
//	fmt.Println(twice(n))
//
// A cell may also be one expression and nothing else, which GoNB refuses, or its main
// may end with one: [Cell.Last].
//
// A declaration replaces one of the same name and kind in earlier cells; of what is declared
// together, as the constants of a block or the variables of one call, GoNB takes away the others, too. What
// can be told of a cell alone is in [Cell]; what is valid after a row of cells is a
// [Scope].
//
// Positions are those of the notebook: line 1 is the first of the cell, and
// columns are counted in bytes from 1.
//
// # What GoNB does that is kept
//
// Lines are looked at before the Go is parsed: a line of a raw string or of a
// comment that begins with % or ! is a command, too. A command whose line ends in a
// backslash goes on in the next. "//gonb:" in front of a command is left out. Lines
// that begin with "package" are. A cell may define func main in place of %%.
// Lines //go:build are comments, but [Cell.Build] tells of them; GoNB drops comments above variables and imports, where
// here //go:embed and C stay.
// Functions whose names begin with init_ are init functions that have a name, by
// which they are replaced.
package dialect
