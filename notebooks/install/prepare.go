package install

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// Prepare fetches and builds the given packages, in a workspace like GoNB's. Cells that import them
// then need no network and do not wait for packages to compile. If a module is missing and cannot
// be fetched, the error is a [*MissingError]. Packages that do not exist or do not compile are not
// errors here, because the cell that imports them reports the error.
//
// In a workspace, the go command loads the whole module graph. The graph includes modules that only
// tests need, which an earlier build may not have fetched. If imports is empty, Prepare fetches
// only this graph, as far as possible. If a build takes a long time, Prepare writes a message to
// progress, which may be nil.
func (s Spec) Prepare(ctx context.Context, imports []string, progress io.Writer) error {
	imports = slices.DeleteFunc(slices.Clone(imports), func(path string) bool { return path == "C" })
	ask := []string{"list", "-m", "all"}
	if len(imports) > 0 {
		ask = slices.Concat([]string{"build", "-v", "--"}, imports)
	}
	var packages lineCount
	defer (&announcer{w: progress}).building(&packages)()
	_, err := s.goCommand(ctx, &packages, ask...)
	if c, known := causeOf(err); ctx.Err() != nil || known && (len(imports) > 0 || !c.imports) {
		return err
	}
	return nil // the cells report all other errors
}

// goCommand runs the go command as a cell does, but with network access.
func (s Spec) goCommand(ctx context.Context, watch io.Writer, args ...string) ([]byte, error) {
	return s.work.run(ctx, append(slices.Clone(s.Env), "GOPROXY="+s.work.proxy), watch, args...)
}

// run runs the go command in a temporary workspace with the modules. A missing module is reported
// as a requirement of the module at root.
func (w workspace) run(ctx context.Context, env []string, watch io.Writer, args ...string) (out []byte, err error) {
	err = inTemp(w.temp, func(temp string) error {
		env = append(slices.Clone(env), "TMPDIR="+temp, "GOTMPDIR="+temp)
		_, err := run(ctx, temp, env, nil, slices.Concat([]string{"work", "init"}, w.modules)...)
		if err == nil {
			out, err = run(ctx, temp, env, watch, args...)
			out = []byte(absolutePaths(string(out), temp))
		}
		if missing, ok := errors.AsType[*MissingError](err); ok {
			missing.dir = w.root
		}
		return err
	})
	return out, err
}

// fetch downloads the modules that the modules in the workspace require, since it is not known in
// advance what the user will import. It only logs what it cannot fetch, because not every cell
// imports something.
func fetch(ctx context.Context, work workspace, flags string, log *announcer) {
	late := time.AfterFunc(lateAfter, func() { log.printf("fetching the modules of %s …", work.root) })
	defer late.Stop()
	env := append(slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, "GOWORK=") }), "GOFLAGS="+flags)
	_, err := work.run(ctx, env, nil, "mod", "download")
	if err != nil && !errors.Is(err, context.Canceled) {
		log.printf("%s; cells that import what is missing do not build", firstLine(err))
	}
}

// MissingError is the error for a module that is not in the module cache and cannot be fetched.
type MissingError struct {
	Module string // path@version of the module, or the path of a package in it
	Reason string // error message of the go command

	dir, modfile string // where the module is required
}

// Error returns a message that names the module and gives the reason.
func (e *MissingError) Error() string {
	return fmt.Sprintf("kernel: module %s is not in the module cache and cannot be fetched: %s", e.Module, e.Reason)
}

// command returns the command that fetches the module, together with all others that are required
// with it.
func (e *MissingError) command() string {
	dir := e.dir
	if !plainPath().MatchString(dir) {
		dir = "'" + strings.ReplaceAll(dir, "'", `'\''`) + "'"
	}
	if e.modfile != "" { // a workspace does not allow -modfile
		return "GOWORK=off go mod download -C " + dir + " -modfile=" + e.modfile
	}
	return "go mod download -C " + dir
}

// plainPath matches text that needs no quotes in a shell.
var plainPath = lazy.Regexp(`^[\w@%+:,./-]+$`)

// missingPattern matches the go command's message about a module that it could not fetch. It does
// not match other errors about modules, such as a wrong checksum or a full disk.
var missingPattern = lazy.Regexp(`(?m)((?:\S+@v\d|^[^\s:/]+\.)[^\s:]+): ((?:module lookup disabled|Get "|reading (?:https?|file):|invalid version: (?:Get "|git )|unrecognized import path|dial ).*)`)

// missingModule finds, in the go command's standard error, the module that it could not fetch.
func missingModule(message string) *MissingError {
	m := missingPattern().FindStringSubmatch(message)
	if m == nil {
		return nil
	}
	return &MissingError{Module: m[1], Reason: m[2]}
}

// lineCount counts the packages that the go command compiles, for each of which it prints a line
// with -v.
type lineCount struct{ atomic.Int64 }

func (n *lineCount) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		if !bytes.HasPrefix(line, []byte("go: ")) { // such as lines about downloads
			n.Add(1)
		}
	}
	return len(p), nil
}

const (
	lateAfter = 2 * time.Second // shorter builds are not announced
	sayEvery  = 10 * time.Second
)

// building announces a build if it takes long, until stop is called.
func (a *announcer) building(packages *lineCount) (stop func() bool) {
	var timer *time.Timer
	a.mu.Lock()
	defer a.mu.Unlock()
	timer = time.AfterFunc(lateAfter, func() {
		a.printf("building what the cells import (first run, about a minute): %d packages so far …", packages.Load())
		timer.Reset(sayEvery)
	})
	return timer.Stop
}

// Linked returns the modules that are linked into programs with the given imports, sorted by path.
// It leaves out the standard library and packages that cannot be found. Modules in the workspace
// have no version. Checksums are omitted.
func (s Spec) Linked(ctx context.Context, imports []string) (modules []*debug.Module, err error) {
	imports = slices.DeleteFunc(slices.Clone(imports), func(path string) bool { return path == "C" })
	if len(imports) == 0 {
		return nil, nil
	}
	const format = "{{with .Module}}{{.Path}}\t{{.Version}}\t{{with .Replace}}{{.Path}}\t{{.Version}}{{end}}{{end}}"
	out, err := s.goCommand(ctx, nil, slices.Concat([]string{"list", "-e", "-deps", "-f", format, "--"}, imports)...)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(out), "\n")
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		f := strings.Split(line, "\t")
		if len(f) < 3 {
			continue // the package belongs to no module
		}
		m := &debug.Module{Path: f[0], Version: f[1]}
		if len(f) == 4 {
			m.Replace = &debug.Module{Path: f[2], Version: f[3]}
		}
		modules = append(modules, m)
	}
	return modules, nil
}
