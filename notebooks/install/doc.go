// Package install finds what cells need, and registers the kernel with Jupyter.
//
// A [Spec] is what it takes to run the cells of a notebook in a folder, by package
// engine or by GoNB, the Jupyter kernel for Go: the tools that this program pins, in a
// workspace with that module, so that cells import its packages without any setup; no
// network, so that a cell never fetches a version nobody pinned.
//
//	spec, err := install.Command(ctx, "notebooks", install.Compiled, os.Stderr)
//	if err != nil { … }
//	err = spec.Prepare(ctx, execute.Imports(nb), os.Stderr)
//	if err != nil { … }
//	// package execute runs cells with it
//
// [Spec.Prepare] fetches and builds what cells import, the only time a notebook
// uses the network. Without one, a module that is missing is a [*MissingError],
// which [Fix] turns into the command that fetches it.
//
// [Register] registers a copy of this program, which Jupyter runs as "puzzlelab kernel
// FILE": package kernel answers it, or with --engine gonb the program replaces itself
// by GoNB ([Exec]). [Doctor] says what is missing on a machine where it does not work.
//
// # Settings and why
//
//   - GOPROXY=off in cells: GoNB runs "go get" for every cell; this makes it
//     quick and keeps versions where go.mod put them. "%env GOPROXY direct"
//     in a cell turns it on again.
//   - -ldflags=-s -w: linking without symbols takes two thirds of the time.
//     The flag is merged into the user's GOFLAGS. Compile flags stay as they
//     are, for others would split the build cache; flags such as -x, which
//     change what the go command prints, are taken out.
//   - -tags=puzzlelab_engine ([EngineTag]), beside the user's tags, for cells that package
//     engine runs: package display is then compiled without gonbui.
//   - GOOS and GOARCH are those of this program: cells run where it runs.
//   - -raw_error: errors as text, not as HTML.
//   - gopls, which completes and explains code, only for interactive use.
//
// Cells run on Linux and macOS.
package install
