// Package install finds the tools and packages that cells need, and registers the kernel with
// Jupyter.
//
// A [Spec] describes how to run a notebook's cells in a folder, with package engine or with GoNB, a
// Jupyter kernel for Go. It uses tools whose versions this program pins. Cells run in a workspace
// with the folder's module, so they can import its packages without any setup. They have no access
// to the network, so a cell never fetches a version that is not pinned.
//
//	spec, err := install.Command(ctx, "notebooks", install.Compiled, os.Stderr)
//	if err != nil { … }
//	err = spec.Prepare(ctx, execute.Imports(nb), os.Stderr)
//	if err != nil { … }
//	// package execute runs cells with it
//
// [Spec.Prepare] fetches and builds the packages that cells import. A notebook uses the network
// only then. If a module is missing and there is no network, the error is a [*MissingError]. [Fix]
// then returns the command that fetches the module.
//
// [Register] registers a copy of this program, which Jupyter runs as "puzzlelab kernel FILE".
// Package kernel then answers Jupyter's requests. With --engine gonb, the program replaces itself
// with GoNB instead ([Exec]). If notebooks do not work on a machine, [Doctor] finds what is
// missing.
//
// # Settings and reasons
//
//   - GOPROXY=off in cells: GoNB runs "go get" for every cell; this setting makes that quick and
//     keeps the versions in go.mod. "%env GOPROXY direct" in a cell allows downloads again. Shell
//     commands, such as "!*go get", use the user's GOPROXY.
//   - -ldflags=-s -w: linking without symbols takes two thirds of the time. The flag is merged into
//     the user's GOFLAGS. Compile flags stay as they are, because other flags would need a separate
//     build cache. Flags such as -x, which change what the go command prints, are removed.
//   - -tags=puzzlelab_engine ([EngineTag]), in addition to the user's tags, for cells that package
//     engine runs: package display is then compiled without gonbui.
//   - GOOS and GOARCH are the same as for this program, because cells run on the same machine.
//   - -raw_error: GoNB reports errors as text instead of HTML.
//   - gopls, which completes and explains code, is used only for interactive work.
//
// Cells run on Linux and macOS.
package install
