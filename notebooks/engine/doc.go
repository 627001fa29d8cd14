// Package engine runs the cells of a notebook with GoNB's semantics, without compiling each cell
// separately. It links consecutive cells into one program. It starts this program again for each
// cell, with the cell's number, so that nothing leaks between cells.
//
// A cell sees only earlier declarations. The program skips initializers and init functions of later
// cells, and using a name that is declared later is an error. A group of cells ends
//
//   - before a cell that redeclares or removes a name, or adds a method to a type of another cell
//   - before a cell that does not compile, so that only this cell fails
//   - before a cell that declares a variable whose type cannot be named in its scope
//   - after a cell that runs a command, which may affect how later cells compile
//
// If a cell will not run ([Engine.Expect]), only its declarations are compiled. Cells that may run
// at the same time start before their turn, one on each processor. Their outputs appear when it is
// their turn.
//
// The engine asks the go command for the export files of packages once, and again when a file
// changes. Then it calls the compiler and linker directly, as the go command would. In special
// cases, such as with %goflags, the go command builds the program in a module that may import the
// same internal packages. Programs with C code or embedded files are built as a file in the
// notebook's folder. Unless a cell imports gonbui, package display is compiled without it
// ([install.EngineTag]), which reduces the time to link a figure by a quarter.
//
// # Values
//
// Variables keep their values from cell to cell: an initializer runs once, and later cells see
// changes. After a cell has succeeded, package keep writes all variables within the cell's reach to
// files, and later cells load them. A failing cell changes nothing. If a value, such as a function
// or a channel, cannot be kept, its initializer runs again when a cell needs the value. If a cell
// has written to such a variable, the next use of the variable is an error. Frames of trials are
// also loaded again unless a cell has written to them. Init functions, blank variables and
// initializers that define flags run in every cell, before values are loaded.
//
// A cell can reach everything that its statements refer to, directly or through functions and
// methods, and the variables that it declares. Only types and names determine what a cell can
// reach. On systems other than Linux, all initializers that a cell reaches run again.
//
// # Statements
//
// Variables that statements declare get their types from a type check of the cell. They are then
// declared without a value at package level, and the statements assign it. A function literal
// becomes an initializer, so that later cells can create the function again. If a variable's type
// cannot be written at package level, the variable is not available to later cells.
//
// # Differences from GoNB
//
//   - Variables keep their values; GoNB runs all initializers in each cell.
//   - Statements may be mixed with declarations, and may declare variables for later cells.
//   - An expression at the end of a cell is shown. If it is a call whose last result is an error,
//     the error is shown only if it is not nil.
//   - %ls shows where names are declared, and coverage names the cells.
//   - A program that reads standard input fails if nobody can answer.
//   - Files can be embedded, and C code can precede import "C".
//   - A cell does not run if its //go:build constraint excludes this machine.
//   - Constants of a block, and variables declared with a single call, are replaced one by one.
//   - If a cell has several blank imports or init functions, all of them are kept.
//   - Printed text and displays of package display and gonbui keep their order.
//   - Output beyond the limit ([LimitVariable]) goes into a file, except for its end.
//   - The program of a cell with only declarations is not started if it would have no visible effect.
//
// Packages execute and kernel call [Engine.Run]; kernel also calls [Engine.View] while the user
// types. A cell fails if it uses features that only GoNB has: tests (%test), programs for browsers
// (%wasm, %%gx), widgets, %capture, %with_password, %track, %untrack and %goworkfix.
package engine

import "runtime"

// Language describes the Go language in the form that the metadata of notebooks and kernels
// requires.
func Language() map[string]string {
	return map[string]string{
		"name": "go", "version": runtime.Version(), "mimetype": "text/x-go", "file_extension": ".go",
		"codemirror_mode": "text/x-go", "pygments_lexer": "go",
	}
}
