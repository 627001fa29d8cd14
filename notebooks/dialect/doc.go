// Package dialect parses code cells in GoNB's dialect: Go declarations, which later cells can use;
// statements after %%, which run; commands, which begin with % or !; and cells in other languages,
// which begin with a magic such as %%bash.
//
//	import "fmt"                 later cells can use it
//	var n = 3                    later cells can use it
//	func twice(x int) int { … }  later cells can use it; methods too
//	!ls                          runs before the Go of the cell
//	%env SEED=3                  also runs before
//	%%                           begins the body of main
//	fmt.Println(twice(n))
//
// # Statements without a marker
//
// A cell without %% may have statements among its declarations, which GoNB refuses:
//
//	words := strings.Fields(text)
//	func first() string { return words[0] }
//	first()
//
// The statements are its main, in the order of the text. The variables that := and var make at the top level are
// declared for the functions of the cell and for later cells; := makes those anew that earlier cells have declared.
// A statement above it means the earlier one: [Cell.Before]. Main may end with an expression: [Cell.Last].
//
// A declaration replaces earlier ones of the same name and kind. If constants of a block or
// variables of a call are replaced one by one, the others stay; GoNB removes them all. [Cell] holds
// what a cell says by itself, and [Scope] holds the declarations that are valid after a sequence of
// cells.
//
// Positions refer to the notebook: line 1 is the first line of the cell, and columns count bytes
// from 1.
//
// # Behaviour taken from GoNB
//
// Commands are found before Go is parsed, so a line in a raw string or comment that begins with %
// or ! is a command too. A command line that ends with a backslash continues on the next line. The
// prefix "//gonb:" of commands is ignored. Lines that begin with "package" are dropped. Instead of
// %%, a cell may define func main. Comments above variables and imports are dropped, as in GoNB,
// except in front of go:embed variables and import "C". //go:build lines are comments; [Cell.Build]
// returns them. Functions with a name that begins with init_ are init functions that later cells
// can replace by name.
package dialect
