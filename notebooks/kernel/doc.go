// Package kernel makes GoNB, the Jupyter kernel for Go, know this project.
//
// A [Spec] is what it takes to start GoNB for a notebook in a folder: the
// version of GoNB that this program pins, in a workspace with that
// module, so that cells import its packages without any setup; goimports,
// which every cell needs, found on PATH; no network, so that a cell never
// fetches a version nobody pinned.
//
//	spec, err := kernel.Command(ctx, "notebooks", kernel.Headless, os.Stderr)
//	if err != nil { … }
//	err = spec.Prepare(ctx, execute.Imports(nb), os.Stderr)
//	if err != nil { … }
//	// spec.Argv, spec.Env and spec.Dir start it; package execute does that.
//
// [Spec.Prepare] fetches and builds what cells import, the only time a notebook
// uses the network. Without one, a module that is missing is a [*MissingError],
// which [Fix] turns into the command that fetches it.
//
// [Install] registers a launcher with Jupyter: a copy of this program which,
// run as "puzzlelab kernel FILE", replaces itself by GoNB ([Exec]), so that no
// process of ours stands between Jupyter and the kernel. [Doctor] says what is
// missing on a machine where it does not work.
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
//   - GOOS and GOARCH are those of this program: cells run where it runs.
//   - -raw_error: errors as text, not as HTML.
//   - gopls, which completes and explains code, only for interactive use.
//
// GoNB runs on Linux and macOS.
package kernel
