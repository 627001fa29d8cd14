// Package code computes identifiers of the source code that determines the results of trials.
// Stored trials run again only when their identifiers change. Comments, layout and tests do not
// affect the identifiers.
//
//   - [Hash] identifies whole packages by the files that they embed with "//go:embed *.go". It
//     does not follow imports: a package that affects trials must be passed to Hash, and a
//     change to a package that only draws results does not invalidate any trials.
//   - A [Program] divides one package, such as a study or the cells of a notebook, into
//     declarations. The identifier of a strategy covers its own declaration and every
//     declaration that it uses.
//
// The package examines the source of the running program, which was embedded at compile time. Later
// changes to the files have no effect.
package code
