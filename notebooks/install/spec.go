package install

import (
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
	"sync"
	"time"

	"golang.org/x/mod/modfile"
)

// Use is the purpose for which tools and packages are needed.
type Use struct {
	gonb    bool // GoNB instead of package engine runs the cells, so there is an Argv
	planned bool // nothing will run, so no tools are needed

	// patience limits the time for building gopls and fetching modules while a user waits in
	// Jupyter. It is 0 if there is no user.
	patience time.Duration
}

// Purposes to pass to [Command].
var (
	Headless    = Use{gonb: true}                      // cells that GoNB runs, for comparisons in tests
	Compiled    = Use{}                                // cells that package engine runs
	Planned     = Use{planned: true}                   // no cell runs; the notebooks are only examined
	Served      = Use{patience: startup}               // cells that package engine runs for a Jupyter user
	Interactive = Use{gonb: true, patience: time.Hour} // cells that GoNB runs for a Jupyter user
	launching   = Use{gonb: true, patience: startup}   // Jupyter is already waiting
)

// startup is much less than the 60 seconds that Jupyter gives a kernel to start. Work done until
// then is not lost.
const startup = 10 * time.Second

// Spec describes how to run a notebook's cells in a folder.
type Spec struct {
	// Argv is the kernel's command line, or nil if package engine runs the cells.
	// "{connection_file}" stands for the path of the connection file, as in Jupyter's kernelspec.
	Argv []string
	Env  []string // complete environment of cells; each variable has the form "KEY=value"
	Dir  string   // absolute path of the notebook's folder

	Root      string // folder of the module that the notebook belongs to, or Dir if there is none
	Tools     Tools
	Plain     bool   // whether GOFLAGS has no effect on the programs that run cells
	GoVersion string // version of the Go toolchain, such as "go1.26.8"

	flags string // the user's GOFLAGS
	work  workspace
}

// Errors that callers may want to explain to users.
var (
	// ErrPlatform means that notebooks do not run on this operating system.
	ErrPlatform = errors.New("kernel: notebooks run on Linux and macOS only; the reports are made without them by --no-notebook")
	// ErrNoGo means that PATH contains no Go toolchain.
	ErrNoGo = errors.New("kernel: no go command on PATH: cells are compiled, so install Go from https://go.dev/dl/, or make the report without notebooks by --no-notebook")
)

// Runs returns nil if notebooks can run on this machine, and otherwise [ErrPlatform] or [ErrNoGo].
func Runs() error {
	if runtime.GOOS == "windows" {
		return ErrPlatform
	}
	if _, err := exec.LookPath("go"); err != nil {
		return ErrNoGo
	}
	return nil
}

// Command returns a description of how to run a notebook in dir ("" is the working directory). It
// first builds tools that have never been built on this machine. This takes about a minute, and
// Command writes a notice to progress, which may be nil. For interactive use, Command also fetches
// the modules that go.mod requires. Outside modules and workspaces, cells can import only the
// standard library and modules that they fetch with "go get". Errors may wrap [ErrPlatform] or
// [ErrNoGo]. For some other errors, [Fix] returns advice.
func Command(ctx context.Context, dir string, use Use, progress io.Writer) (Spec, error) {
	if err := Runs(); err != nil {
		return Spec{}, err
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Spec{}, err
	}
	settings, err := goEnv(ctx, dir, "GOMOD", "GOWORK", "GOFLAGS", "GOVERSION", "GOTMPDIR", "GOPROXY")
	if err != nil {
		return Spec{}, err
	}
	work, err := findWorkspace(dir, settings[0], settings[1])
	if err != nil {
		return Spec{}, err
	}
	flags, version := settings[2], settings[3]
	work.temp, work.proxy = settings[4], settings[5]
	var tools Tools
	var fetched sync.WaitGroup
	if use.patience > 0 && len(work.modules) > 0 {
		fetched.Go(func() {
			limited, cancel := context.WithTimeoutCause(ctx, use.patience, errors.New("modules are still being fetched"))
			defer cancel()
			fetch(limited, work, mergeFlags(flags), &announcer{w: progress})
		})
	}
	if !use.planned {
		tools, err = findTools(ctx, work.temp, use, progress)
	}
	fetched.Wait()
	if err != nil {
		return Spec{}, err
	}
	return newSpec(dir, work, tools, flags, version, use), nil
}

// newSpec makes the result of [Command] when the workspace, the tools, GOFLAGS and GOVERSION are
// known.
func newSpec(dir string, work workspace, tools Tools, flags, version string, use Use) Spec {
	s := Spec{
		Env: environment(os.Environ(), tools, flags, use), Plain: plain(flags),
		flags: flags, GoVersion: version, Dir: dir, Root: work.root, Tools: tools, work: work,
	}
	if use.gonb {
		s.Argv = []string{
			tools.GoNB, "--kernel", "{connection_file}", "-raw_error", "-go_work=" + strings.Join(work.modules, ","),
			// Log errors to standard error only, and write no files into the temporary folder.
			"-logtostderr=false", "-log_file=" + os.DevNull,
		}
	}
	return s
}

// Names that Jupyter shows for the kernel.
const (
	Name        = "puzzlelab"
	DisplayName = "puzzlelab (Go)"
)

// WithGonbui returns a copy of the spec for cells that import gonbui. Package display then uses
// gonbui too.
func (s Spec) WithGonbui() Spec {
	s.Env = append(slices.Clone(s.Env), "GOFLAGS="+mergeFlags(s.flags))
	return s
}

// Merged returns the value of GOFLAGS for cells: the given flags, together with the flags that
// cells need. It removes flags that cannot be used for cells or that change what the go command
// prints.
func (s Spec) Merged(goflags string) string {
	return mergeFlags(goflags, slices.DeleteFunc(s.Tags(), func(tag string) bool { return tag != EngineTag })...)
}

// Lookup returns the value of an environment variable in env, or "" if it is not set. The elements
// of env have the form "KEY=value".
func Lookup(env []string, name string) (value string) {
	for _, kv := range env {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			value = v
		}
	}
	return value
}

// Tags returns the build tags used to compile cells. The arguments are additional flags of the go
// command; Tags includes the tags that they set.
func (s Spec) Tags(flags ...string) (tags []string) {
	list, _ := splitFlags(Lookup(s.Env, "GOFLAGS"))
	for _, f := range append(list, flags...) {
		if name, value, _ := strings.Cut(strings.TrimLeft(f, "-"), "="); name == "tags" {
			tags = append(tags, strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })...)
		}
	}
	return tags
}

// Modules returns the folders of the modules whose packages cells may import.
func (s Spec) Modules() []string { return s.work.modules }

// Proxy returns the user's own setting of GOPROXY; the field Env overrides it with off.
func (s Spec) Proxy() string { return s.work.proxy }

// workspace describes what cells can import without fetching it.
type workspace struct {
	root    string   // folder of the nearest go.mod
	modules []string // root, or the folders of all modules in the nearest go.work
	temp    string   // GOTMPDIR
	proxy   string   // GOPROXY
}

// findWorkspace returns the workspace for dir. mod is the nearest go.mod, in dir or a parent, and
// work the go.work in effect, if any. The modules of go.work are included, because GoNB does not
// read that file.
func findWorkspace(dir, mod, work string) (workspace, error) {
	switch mod {
	case "":
		return workspace{}, fmt.Errorf("kernel: %s: no modules with %s", dir, noModules)
	case os.DevNull:
		if work == "" || work == "off" {
			return workspace{root: dir}, nil // outside modules
		}
	}
	w := workspace{root: filepath.Dir(mod)}
	if mod == os.DevNull {
		w.root = filepath.Dir(work)
	} else {
		w.modules = []string{w.root}
	}
	if work == "" || work == "off" {
		return w, nil
	}
	data, err := os.ReadFile(work)
	if err != nil {
		return w, fmt.Errorf("kernel: %w", err)
	}
	file, err := modfile.ParseWork(work, data, nil)
	if err != nil {
		return w, fmt.Errorf("kernel: errors parsing %w", err)
	}
	for _, use := range file.Use {
		path := use.Path
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(work), path)
		}
		if path = filepath.Clean(path); !slices.Contains(w.modules, path) {
			w.modules = append(w.modules, path)
		}
	}
	return w, nil
}
