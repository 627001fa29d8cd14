package install

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// Prepare fetches and builds the packages that cells import, in a workspace
// like the one GoNB makes, so that no cell needs the network or waits for a
// compiler. A module that is missing and cannot be fetched is a
// [*MissingError]. Packages that do not exist or do not compile are no error
// here: the cell that imports them says so in its own words and place.
//
// The go command loads the whole module graph in a workspace, also modules that
// only tests need. A program built before need not have fetched those. Without
// imports the graph alone is fetched, as far as it can be. Notes about a build that takes long go to
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
	return nil // the cells say the rest
}

// goCommand runs the go command like a cell does, but with a network.
func (s Spec) goCommand(ctx context.Context, watch io.Writer, args ...string) ([]byte, error) {
	return s.work.run(ctx, append(slices.Clone(s.Env), "GOPROXY="+s.work.proxy), watch, args...)
}

// run runs the go command in a temporary workspace of the modules. A module
// that it misses is one of the module at root.
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

// fetch downloads the modules that those of the workspace require: what a
// person will import is not known beforehand. What it cannot fetch it says, for
// not every cell imports.
func fetch(ctx context.Context, work workspace, flags string, log *announcer) {
	late := time.AfterFunc(lateAfter, func() { log.printf("fetching the modules of %s …", work.root) })
	defer late.Stop()
	env := append(slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, "GOWORK=") }), "GOFLAGS="+flags)
	_, err := work.run(ctx, env, nil, "mod", "download")
	if err != nil && !errors.Is(err, context.Canceled) {
		log.printf("%s; cells that import what is missing do not build", firstLine(err))
	}
}

// MissingError reports a module that is not in the module cache and cannot be
// fetched.
type MissingError struct {
	Module string // path@version, or a package of it
	Reason string // what the go command says

	dir, modfile string // where it is required
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("kernel: module %s is not in the module cache and cannot be fetched: %s", e.Module, e.Reason)
}

// command fetches the module and all others that are required beside it.
func (e *MissingError) command() string {
	dir := e.dir
	if !plainPath.MatchString(dir) {
		dir = "'" + strings.ReplaceAll(dir, "'", `'\''`) + "'"
	}
	if e.modfile != "" { // which a workspace does not allow
		return "GOWORK=off go mod download -C " + dir + " -modfile=" + e.modfile
	}
	return "go mod download -C " + dir
}

// plainPath matches what a shell takes as it stands.
var plainPath = regexp.MustCompile(`^[\w@%+:,./-]+$`)

// missingPattern matches what the go command says of a module that it could not
// fetch. Other errors about modules, such as a wrong checksum or a full disk,
// are not of that kind.
var missingPattern = regexp.MustCompile(`(?m)((?:\S+@v\d|^[^\s:/]+\.)[^\s:]+): ((?:module lookup disabled|Get "|reading (?:https?|file):|invalid version: (?:Get "|git )|unrecognized import path|dial ).*)`)

// missingModule finds the module that the go command could not fetch in what it
// wrote on standard error.
func missingModule(message string) *MissingError {
	m := missingPattern.FindStringSubmatch(message)
	if m == nil {
		return nil
	}
	return &MissingError{Module: m[1], Reason: m[2]}
}

// lineCount counts the packages that the go command compiles, of which it
// writes a line each with -v.
type lineCount struct{ atomic.Int64 }

func (n *lineCount) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		if !bytes.HasPrefix(line, []byte("go: ")) { // such as what is downloaded
			n.Add(1)
		}
	}
	return len(p), nil
}

const (
	lateAfter = 2 * time.Second // nobody asks what happens before
	sayEvery  = 10 * time.Second
)

// building announces a build that takes long, until stop is called.
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

// Build is what cells are compiled with.
type Build struct {
	Go string // version of the toolchain
	// Modules are sorted by path, without the standard library. One of the
	// workspace has no version, and sums are left out.
	Modules []*debug.Module
}

// Build returns what cells that import these packages are compiled with. A
// package that cannot be found has no module.
func (s Spec) Build(ctx context.Context, imports []string) (Build, error) {
	b := Build{Go: s.version}
	imports = slices.DeleteFunc(slices.Clone(imports), func(path string) bool { return path == "C" })
	if len(imports) == 0 {
		return b, nil
	}
	const format = "{{with .Module}}{{.Path}}\t{{.Version}}\t{{with .Replace}}{{.Path}}\t{{.Version}}{{end}}{{end}}"
	out, err := s.goCommand(ctx, nil, slices.Concat([]string{"list", "-e", "-deps", "-f", format, "--"}, imports)...)
	if err != nil {
		return b, err
	}
	lines := strings.Split(string(out), "\n")
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		f := strings.Split(line, "\t")
		if len(f) < 3 {
			continue // a package of no module
		}
		m := &debug.Module{Path: f[0], Version: f[1]}
		if len(f) == 4 {
			m.Replace = &debug.Module{Path: f[2], Version: f[3]}
		}
		b.Modules = append(b.Modules, m)
	}
	return b, nil
}
