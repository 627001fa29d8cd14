// Package engine runs the cells of a notebook as GoNB does, without compiling each
// by itself: cells that follow each other are one program, linked once and started
// anew for each of them with its number, so that nothing leaks from cell to cell.
//
// A cell sees what is declared up to it: initialisers and init functions of later
// cells are passed over, and a name that is declared later is an error. A group of
// cells ends
//
//   - before a cell that declares a name anew, removes one, or adds a method to a
//     type of another cell
//   - before a cell that does not compile, which then fails alone
//   - before one that declares a variable of a type that has no name here
//   - behind one that runs a command: it may change what later cells compile to
//
// Of cells that are known to be left out ([Engine.Expect]) only the declarations are
// compiled. Cells that may run beside others start before their turn, as many at a time
// as there are processors for; what they show waits for it.
//
// The go command is asked what packages are compiled to, once and when a file of theirs
// has changed; then compiler and linker are called directly, where they do what it would. Else, as with %goflags, it
// builds the program, in a module that may import the same; one with C or files to embed as a file of the notebook's folder.
// Package display is compiled without gonbui ([install.EngineTag]) unless a cell needs that itself:
// a figure is linked in three quarters of the time.
//
// # Values
//
// A variable keeps its value from cell to cell: its initialiser runs once, and what cells
// set stays set. When a cell has ended well, package keep writes the variables that it reaches into
// files, from which later cells begin; one that fails changes nothing. What cannot be kept, such as a function or a
// channel, is made again by its initialiser where a cell needs it, unless a cell has written to it: then using it is an
// error. So are frames of trials that no cell has written to, which are loaded again. Functions init, blank variables and
// initialisers that make flags run in every cell, before values are loaded.
//
// The types and names of a program say what a cell reaches: the functions, methods and variables that its statements lead to,
// and the variables that it declares. On systems other than Linux all initialisers that a cell reaches run again.
//
// # Statements
//
// Variables that statements make have types as far as the program of their cell has been checked; then they are declared without a
// value, and the statements assign it. A function literal is an initialiser as well, so that later cells can make it again. A variable
// of a type that cannot be written outside of its package ends with its cell.
//
// # What GoNB does otherwise
//
//   - A variable keeps its value; GoNB runs all initialisers in each cell.
//   - Statements stand among declarations, and make variables for later cells.
//   - An expression at the end of a cell is shown.
//     Of the results of a call a last error is shown only if there is one.
//   - %ls lists declarations with their places, and coverage names the cells.
//   - A program that reads its standard input fails, unless somebody answers.
//   - Files can be embedded, and C written above import "C".
//   - A cell whose line //go:build does not hold is refused.
//   - Constants of a block and variables of a call are replaced one by one.
//   - Blank imports stay beside each other, and functions init of one cell.
//   - What a cell prints and what package display and gonbui show keep their order.
//   - What a cell shows beyond [LimitVariable] goes into a file, but for its end.
//   - A cell of declarations runs no program that nobody could see run.
//
// Package execute and package kernel call [Engine.Run]; kernel calls
// [Engine.View] for what is being typed. A cell fails if it uses what only GoNB has: tests
// (%test), programs for a browser (%wasm, %%gx), widgets, %capture, %with_password,
// %track, %untrack and %goworkfix.
package engine

import "runtime"

// Language says what cells are written in, as the metadata of notebooks and kernels do.
func Language() map[string]string {
	return map[string]string{
		"name": "go", "version": runtime.Version(), "mimetype": "text/x-go", "file_extension": ".go",
		"codemirror_mode": "text/x-go", "pygments_lexer": "go",
	}
}
