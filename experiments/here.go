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

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// Here returns the provenance of results that this process computes: the program, its modules, the
// machine, and the given code identifier and root seed. If git is installed, Here runs it to find
// the commit of the working directory, which takes about ten milliseconds.
func Here(code string, root uint64) trial.Provenance {
	p := trial.Provenance{
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

// gitState asks git for the commit of the enclosing work tree, and whether tracked files have been
// modified since.
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

// cpuModel returns the marketing name of the processor, or "unknown".
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

// VCS returns the revision from which a program was built, the time when it was committed, and
// whether the source had uncommitted changes. The revision is "" if it is unknown.
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

// ModuleOf converts a module from the build information to the form stored in rows. If another
// module replaces m, the result describes the replacement. If a folder replaces m, the result omits
// the folder's path, which has no meaning on other machines.
func ModuleOf(m *debug.Module) trial.Module {
	switch r := m.Replace; {
	case r == nil:
		return trial.Module{Path: m.Path, Version: m.Version, Sum: m.Sum}
	case strings.HasPrefix(r.Version, "v"):
		return trial.Module{Path: m.Path, Version: "replaced by " + r.Path + " " + r.Version, Sum: r.Sum}
	default:
		return trial.Module{Path: m.Path, Version: m.Version + " replaced by a folder"}
	}
}
