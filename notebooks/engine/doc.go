// Package engine runs the cells of a notebook with GoNB's semantics, without compiling each cell
// separately. It links consecutive cells into one program. It starts this program again for each
// cell, with the cell's number, so that nothing leaks between cells.
//
// A cell sees only earlier declarations: initializers and init functions of later cells are
// skipped, and using a name that is declared later is an error. A group of cells ends
//
//   - before a cell that redeclares or removes a name, or adds a method to a type of another cell
//   - before a cell that does not compile, so that only this cell fails
//   - before a cell that declares a variable of a type without a name in its scope
//   - after a cell that runs a command, which may change what later cells compile to
//
// If a cell is known not to run ([Engine.Expect]), only its declarations are compiled. Cells that
// may run at the same time start before their turn, one on each processor; their outputs wait for
// their turn.
//
// The engine asks the go command for the export files of packages, once and again when a file
// changes. Then it calls compiler and linker directly, as the go command would. In other cases,
// such as %goflags, the go command builds the program: in a module with the same permissions for
// internal packages or, for C code and embedded files, as a file in the notebook's folder. Package
// display is compiled without gonbui ([install.EngineTag]) unless a cell imports gonbui; that saves
// a quarter of the time to link a figure.
//
// # Values
//
// Variables keep their values from cell to cell: an initializer runs once, and later cells see
// changes. When a cell has ended successfully, package keep writes the variables that it can reach
// to files, from which later cells load them. A failing cell changes nothing. Values that cannot be
// kept, such as functions and channels, are made again by their initializers when a cell needs
// them; if a cell has written to such a variable, its next use is an error. Frames of trials are
// also loaded again unless a cell has written to them. Init functions, blank variables and
// initializers that define flags run in every cell, before values are loaded.
//
// Types and names determine what a cell can reach: everything that its statements refer to,
// directly or through functions and methods, and the variables that it declares. On systems other
// than Linux, all initializers that a cell reaches run again.
//
// # Statements
//
// Variables that statements declare get their types from a type check of the cell. They are then
// declared without a value at package level, and the statements assign it. A function literal
// becomes an initializer, so that later cells can make it again. If a variable's type cannot be
// written at package level, the variable is not available to later cells.
//
// # Differences from GoNB
//
//   - Variables keep their values; GoNB runs all initializers in each cell.
//   - Statements may be mixed with declarations, and declare variables for later cells.
//   - An expression at the end of a cell is shown. If a call returns an error last, the error is
//     only shown if it is not nil.
//   - %ls shows where names are declared, and coverage names the cells.
//   - A program that reads standard input fails if nobody can answer.
//   - Files can be embedded, and C code can precede import "C".
//   - A cell is refused if its //go:build constraint excludes this machine.
//   - Constants of a block, and variables declared with a single call, are replaced one by one.
//   - Several blank imports, and several init functions in a cell, are all kept.
//   - Printed text and displays of package display and gonbui keep their order.
//   - Output beyond [LimitVariable] goes into a file, except for its end.
//   - A cell that only has declarations does not run a program without visible effect.
//
// Packages execute and kernel call [Engine.Run]; kernel also calls [Engine.View] while the user
// types. A cell fails if it uses features that only GoNB has: tests (%test), programs for browsers
// (%wasm, %%gx), widgets, %capture, %with_password, %track, %untrack and %goworkfix.
package engine

import "runtime"

// Language returns the description of Go in the metadata of notebooks and kernels.
func Language() map[string]string {
	return map[string]string{
		"name": "go", "version": runtime.Version(), "mimetype": "text/x-go", "file_extension": ".go",
		"codemirror_mode": "text/x-go", "pygments_lexer": "go",
	}
}
