// Package percent writes notebooks as Go files and reads them back, without losing
// any source: outputs, and what else running puts there, are left out.
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
// Cells begin with a line "// %%", as in the percent format of Jupytext: behind it
// stand the kind in brackets, unless the cell is Go, and id, tags, other metadata,
// attachments and extra keys as JSON.
//
// # Go that tools understand
//
// gofmt, gopls and go vet take the file for a program of its own: "ignore" keeps it
// out of the folder's package. The statements behind %% are a function without a
// name, of which there can be many. What Go does not have, or has once, is a comment
// "//gonb:LINE" in place of LINE:
//
//   - commands (%, !)
//   - imports behind declarations, or of the same name as earlier ones; what is
//     imported so also stands above the first cell, from where it is not read back
//   - declarations of names that an earlier cell declares
//
// Markdown is comments. So are code cells that this cannot express ("[code]"): %%bash
// and the like, statements without %%, and what is no Go.
//
// A file that gofmt has changed is read as the notebook whose cells it has
// changed alike. It takes away the spaces at the ends of Markdown lines: a line break
// is better written as a backslash.
package percent
