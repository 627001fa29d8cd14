// Package code identifies the source code that determines the result of a trial, so that stored
// trials are run again when it changes, and only then. Comments, layout and tests do not count.
//
//   - [Hash] identifies whole packages by the files that "//go:embed *.go" embeds. It does not
//     follow imports, so a change in a plot does not invalidate trials.
//   - A [Program] is one package, divided into declarations: a study, where a strategy's
//     declaration counts with everything it uses, or the cells of a notebook.
//
// The sources belong to the running program: they were embedded when it was compiled, and later
// changes to the files do not matter.
package code
