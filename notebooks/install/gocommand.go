package install

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
)

// goEnv returns settings as the go command sees them in dir, including those made by "go env -w".
// Its flags override contrary flags in the user's GOFLAGS.
func goEnv(ctx context.Context, dir string, names ...string) ([]string, error) {
	out, err := run(ctx, dir, os.Environ(), nil, slices.Concat([]string{"env", "-json=false", "-changed=false"}, names)...)
	if err != nil {
		return nil, err
	}
	values := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(values) != len(names) {
		return nil, fmt.Errorf("kernel: go env %s prints %d lines: %q", strings.Join(names, " "), len(values), out)
	}
	return values, nil
}

// inTemp calls do with a temporary folder, and removes the folder afterwards. The folder is in
// GOTMPDIR, where the go command would create its own. So even an interrupted build leaves nothing
// behind.
func inTemp(base string, do func(temp string) error) error {
	temp, err := os.MkdirTemp(base, "puzzlelab-go-")
	if err != nil {
		return fmt.Errorf("kernel: %s: %w", noTemp, err)
	}
	defer jupyter.RemoveAll(temp)
	return do(temp)
}

// interruptDelay is how long a go command may take to end after an interrupt.
const interruptDelay = 2 * time.Second

// run runs the go command in dir and returns what it prints. The command's own message becomes the
// error, which is a [*MissingError] if it names a missing module. Standard error also goes to
// watch, if that is not nil.
func run(ctx context.Context, dir string, env []string, watch io.Writer, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	// Builds are for this machine, even if the user's settings are for another.
	cmd.Dir, cmd.Env = dir, append(env, "PWD="+dir, "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
	end := interruptible(cmd)
	cmd.WaitDelay = interruptDelay
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if watch != nil {
		cmd.Stderr = io.MultiWriter(&stderr, watch)
	}
	out, err := cmd.Output()
	if err == nil {
		return out, nil
	}
	if ctx.Err() != nil {
		end()
		return nil, context.Cause(ctx)
	}
	if errors.Is(err, exec.ErrNotFound) {
		return nil, ErrNoGo
	}
	message := cmp.Or(absolutePaths(strings.TrimSpace(stderr.String()), dir), err.Error())
	if missing := missingModule(message); missing != nil {
		missing.dir = dir
		for _, arg := range args {
			if file, ok := strings.CutPrefix(arg, "-modfile="); ok {
				missing.modfile = file
			}
		}
		return nil, missing
	}
	return nil, fmt.Errorf("kernel: go %s: %s", strings.Join(args, " "), message)
}

// absolutePaths replaces paths in the go command's messages that lead out of dir, because relative
// paths are meaningful only to the command itself.
func absolutePaths(said, dir string) string {
	return upwards().ReplaceAllStringFunc(said, func(path string) string { return filepath.Join(dir, path) })
}

var upwards = lazy.Regexp(`\B(?:\.\./)+[^\s:)]*`)

// Parts of this package's error messages by which [Fix] recognizes the errors.
const (
	noModules = "GO111MODULE=off"
	noTemp    = "no temporary folder"
)

// cause is a problem, outside the cells themselves, that keeps them from running.
type cause struct {
	said string // part of the go command's message
	fix  string // what to do in that case

	// imports is set if the problem affects only cells that import something.
	imports bool
}

var causes = []cause{
	{said: "$GOFLAGS", fix: flagsFix},
	{said: "flag provided but not defined", fix: flagsFix},
	{said: "no space left on device", fix: "free some space"},
	{said: "HOME is not defined", fix: homeFix},
	{said: "nor $HOME are defined", fix: homeFix},
	{said: "neither GOMODCACHE nor GOPATH is set", fix: homeFix},
	{said: noTemp, fix: "set TMPDIR, and GOTMPDIR if there is one, to a folder that can be written to"},
	{said: "initialize build cache", fix: "set GOCACHE to a folder that can be written to"},
	{said: "GOTOOLCHAIN=local", fix: versionFix},
	{said: "go: download go1.", fix: versionFix},
	{said: noModules, fix: "unset GO111MODULE, also with go env -u GO111MODULE: notebooks are built in modules"},
	{said: "errors parsing ", fix: "correct that line"},
	{said: "go: directory ", fix: "correct the use lines of go.work, or set GOWORK=off"},
	{said: "checksum mismatch", fix: "run: go clean -modcache; if it stays, do not use the module: it is not what go.sum recorded", imports: true},
	{said: "(replaced by ", fix: "correct the replace line of go.mod", imports: true},
	{said: "404 Not Found", fix: versionsFix, imports: true},
	{said: "unknown revision", fix: versionsFix, imports: true},
	{said: "invalid proxy URL", fix: networkFix, imports: true},
	{said: "dial tcp", fix: networkFix},
	{said: "i/o timeout", fix: networkFix},
}

const (
	flagsFix    = "correct GOFLAGS in the environment, or what go env -w stored for it"
	homeFix     = "set HOME: the go command keeps its caches below it"
	networkFix  = "check the network and GOPROXY"
	versionFix  = "install the Go version that is asked for, or set GOTOOLCHAIN=auto, with which the go command fetches it"
	versionsFix = "correct the version in go.mod: go list -m -versions MODULE lists the available versions"
)

// causeOf finds the known cause of an error.
func causeOf(err error) (c cause, ok bool) {
	if err == nil {
		return cause{}, false
	}
	i := slices.IndexFunc(causes, func(c cause) bool { return strings.Contains(err.Error(), c.said) })
	missing, isMissing := errors.AsType[*MissingError](err)
	switch {
	case i >= 0 && (!isMissing || causes[i].fix == versionsFix):
		return causes[i], true
	case isMissing:
		return cause{said: missing.Module, fix: "with a network, run: " + missing.command(), imports: true}, true
	}
	return cause{}, false
}

// Fix returns advice on what to do about an error from [Command] or [Spec.Prepare], or "" if there
// is none. The advice concerns the environment of the go command or the module's go.mod file.
func Fix(err error) string {
	c, _ := causeOf(err)
	return c.fix
}
