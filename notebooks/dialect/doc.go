// Package dialect parses code cells in GoNB's dialect. A cell can contain Go declarations,
// statements and commands. Later cells can use the declarations. Statements come after %%. Commands
// begin with % or !. Cells in other languages begin with a magic such as %%bash.
//
//	import "fmt"                 later cells can use it
//	var n = 3                    later cells can use it
//	func twice(x int) int { … }  later cells can use it; methods too
//	!ls                          runs before the Go code of the cell
//	%env SEED=3                  also runs before the Go code
//	%%                           begins the body of main
//	fmt.Println(twice(n))
//
// # Statements without a marker
//
// A cell without %% may mix statements with declarations, which GoNB does not allow:
//
//	words := strings.Fields(text)
//	func first() string { return words[0] }
//	first()
//
// The statements form main, in source order. Functions of the cell and later cells can use
// variables declared at the top level by := and var. A := redeclares variables of earlier cells;
// statements above the := still use the earlier variable: see [Cell.Before]. Main may end with an
// expression: see [Cell.Last].
//
// A declaration replaces an earlier one with the same name and kind. If a cell redeclares one
// constant of a block, or one of several variables declared with a single call, the other constants
// or variables stay; GoNB removes them all. [Cell] describes a single cell. [Scope] describes the
// declarations that are valid after a sequence of cells.
//
// Positions refer to the notebook: line 1 is the first line of the cell, and columns count bytes
// from 1.
//
// # Behavior taken from GoNB
//
// Commands are found before Go is parsed, so a line that begins with % or ! is a command even in a
// raw string or comment. A command line that ends with a backslash continues on the next line. The
// prefix "//gonb:" before a command is ignored. Lines that begin with "package" are dropped.
// Instead of %%, a cell may define func main. Comments above variables and imports are dropped,
// except above go:embed variables and import "C". //go:build lines are comments; [Cell.Build]
// returns them. Functions with a name that begins with init_ are init functions that later cells
// can replace by name.
package dialect
