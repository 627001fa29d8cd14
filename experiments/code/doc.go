// Package code names the source that decides what a trial says, so that stored trials are
// run again when it changes, and only then. Comments, layout and tests do not count.
//
//   - [Hash] names whole packages, by what "//go:embed *.go" embeds of them. No imports are
//     followed, so that a change of a plot invalidates no trials.
//   - A [Program] is one package, declaration by declaration: a study, of which the
//     strategies that it declares count with all that they use, or the cells of a
//     notebook.
//
// The sources are those of the program that runs: they were embedded when it was compiled,
// whatever has become of the files since.
package code
