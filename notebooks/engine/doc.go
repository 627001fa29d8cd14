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
// has changed; then compiler and linker are called directly, where they do what it would.
// Package display is compiled without gonbui ([kernel.EngineTag]) unless a cell needs that itself:
// a figure is linked in three quarters of the time.
// What earlier cells declared is compiled once, as a package of its own, for the cells
// that are compiled by themselves and name nothing in it that cannot be exported.
//
// # What GoNB does otherwise
//
//   - An expression at the end of a cell is shown, and a cell may be one expression.
//     Of the results of a call a last error is shown only if there is one.
//   - A program that reads its standard input fails, unless somebody answers.
//   - Blank imports stay beside each other, and functions init of one cell.
//   - What a cell prints and what package display shows keep their order.
//   - What a cell shows beyond [LimitVariable] goes into a file.
//   - A cell of declarations runs no program that nobody could see run.
//
// Like a kernel it answers in messages of the Jupyter protocol; [Engine] has the
// methods of a connection to one. Package serve, which is a kernel, calls [Engine.Run],
// and [Engine.View] for what is being typed.
package engine

import (
	"runtime"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
)

// Info is what the engine says about itself, as a kernel does.
func Info() (info jupyter.Info) {
	info.Implementation = "puzzlelab"
	info.Language.Name, info.Language.Version, info.Language.FileExtension = "go", runtime.Version(), ".go"
	info.Language.MIMEType = "text/x-go"
	return info
}
