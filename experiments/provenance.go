package experiments

import (
	"bufio"
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// Provenance says who computed a segment of rows: which code, on which
// machine. It is stored with the rows, so a report that is rendered elsewhere
// still tells the truth.
type Provenance struct {
	Root       uint64    `json:"root_seed,string"` // of the sweep
	Code       string    `json:"code"`             // see [code.Hash]
	Program    string    `json:"program"`          // main module and version
	Revision   string    `json:"revision"`         // git commit, or "unknown"
	Modified   bool      `json:"modified"`         // the work tree differed from the commit
	Go         string    `json:"go"`
	OS         string    `json:"os"`
	Arch       string    `json:"arch"`
	CPU        string    `json:"cpu"` // model, or "unknown"
	Cores      int       `json:"cores"`
	GOMAXPROCS int       `json:"gomaxprocs"`
	GOGC       string    `json:"gogc"`  // as set in the environment; "" means the default
	Clock      string    `json:"clock"` // what the CPU column measures
	Started    time.Time `json:"started"`
	Modules    []Module  `json:"modules,omitempty"`
}

// Module is a dependency linked into the program.
type Module struct {
	Path    string `json:"path"`
	Version string `json:"version"`
	Sum     string `json:"sum,omitempty"`
}

// Here returns the provenance of what this process computes from now on. It
// asks git, if there is one, for the state of the work tree that contains the
// working directory; that takes some ten milliseconds.
func Here(code string, root uint64) Provenance {
	p := Provenance{
		Root: root, Code: code,
		Program: "unknown", Revision: "unknown",
		Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
		CPU: cpuModel(), Cores: runtime.NumCPU(), GOMAXPROCS: runtime.GOMAXPROCS(0), GOGC: os.Getenv("GOGC"),
		Clock: clockName, Started: time.Now().UTC().Truncate(time.Second),
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		p.Program = strings.TrimSpace(info.Main.Path + " " + info.Main.Version)
		for _, m := range info.Deps {
			p.Modules = append(p.Modules, ModuleOf(m))
		}
		revision, _, modified := VCS(info)
		p.Revision, p.Modified = cmp.Or(revision, p.Revision), modified
	}
	if revision, modified, ok := gitState(); ok {
		p.Revision, p.Modified = revision, modified
	}
	return p
}

// VCS returns the revision that a program was built from, "" if it is not known, the
// time of that, and whether it had been changed.
func VCS(info *debug.BuildInfo) (revision, when string, modified bool) {
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value
		case "vcs.time":
			when = s.Value
		case "vcs.modified":
			modified = s.Value == "true"
		}
	}
	return revision, when, modified
}

// ModuleOf returns a module of the build information as it is stored. It keeps the
// name of a module that replaces another; the name of a folder means nothing on
// another machine.
func ModuleOf(m *debug.Module) Module {
	switch r := m.Replace; {
	case r == nil:
		return Module{Path: m.Path, Version: m.Version, Sum: m.Sum}
	case strings.HasPrefix(r.Version, "v"):
		return Module{Path: m.Path, Version: "replaced by " + r.Path + " " + r.Version, Sum: r.Sum}
	default:
		return Module{Path: m.Path, Version: m.Version + " replaced by a folder"}
	}
}

// gitState asks git for the commit of the enclosing work tree, and whether
// tracked files differ from it.
func gitState() (revision string, modified, ok bool) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	head, err := exec.CommandContext(ctx, "git", "rev-parse", "--verify", "--quiet", "HEAD").Output()
	if err != nil {
		return "", false, false
	}
	changed, err := exec.CommandContext(ctx, "git", "--no-optional-locks", "status", "--porcelain", "--untracked-files=no").Output()
	return strings.TrimSpace(string(head)), err != nil || len(changed) > 0, true
}

// cpuModel returns the processor's name for people, or "unknown".
func cpuModel() string {
	if name := cpuFromSystem(); name != "" {
		return name
	}
	f, err := os.Open(filepath.FromSlash("/proc/cpuinfo"))
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		name, value, found := strings.Cut(lines.Text(), ":")
		if found && strings.TrimSpace(name) == "model name" {
			return strings.Join(strings.Fields(value), " ")
		}
	}
	return "unknown"
}
