// Package percent writes notebooks as Go files and reads them back without losing any source. It
// omits outputs and everything else that running a notebook adds.
//
//	//go:build ignore
//
//	package main
//
//	import (
//		"fmt"
//	)
//
//	// %% [markdown] id="title"
//	// # How many?
//
//	// %% id="n" tags=["parameters"]
//
//	var n = 3
//
//	// %% id="shown"
//
//	//gonb:import "fmt"
//	//gonb:!date
//	func _() { //gonb:%%
//		fmt.Println(n)
//	}
//
// A cell begins with a line "// %%", as in Jupytext's percent format. The rest of this line gives
// the cell's kind in brackets, unless the cell is Go code, and then its id, tags, other metadata,
// attachments and extra keys as JSON.
//
// # Go that tools understand
//
// gofmt, gopls and go vet treat the file as a separate program, because the build constraint
// "ignore" keeps it out of the folder's package. The statements after %% become a function with a
// blank name; a file can have many such functions. A line that Go does not allow, or allows only
// once, becomes a comment "//gonb:LINE":
//
//   - commands (%, !)
//   - imports after declarations, or with the same name as earlier imports; they are repeated
//     above the first cell, and reading ignores the repetition
//   - declarations of names that an earlier cell declares
//
// Markdown cells become comments. So do code cells that cannot be expressed in this way ("[code]"):
// %%bash and similar cells, statements without %%, and text that is not Go.
//
// If gofmt has changed the file, Parse returns a notebook with the same changes in its cells. Since
// gofmt removes spaces at the ends of Markdown lines, write a line break as a backslash.
package percent
