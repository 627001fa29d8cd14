package install

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// linkFlags make cells link without symbol tables.
const linkFlags = "-s -w"

// EngineTag is the build tag that package engine uses to compile cells. It makes package display
// send values to the engine without gonbui.
const EngineTag = "puzzlelab_engine"

// environment returns the kernel's environment, which it derives from this process's environment
// and the GOFLAGS in effect.
func environment(base []string, t Tools, goflags string, use Use) []string {
	env := slices.DeleteFunc(slices.Clone(base), func(kv string) bool {
		key, _, _ := strings.Cut(kv, "=")
		// GOWORK would override the workspace that GoNB makes.
		return slices.Contains([]string{"PATH", "GOFLAGS", "GOPROXY", "GOWORK", "GOOS", "GOARCH"}, key)
	})
	var tags []string
	if !use.gonb {
		tags = []string{EngineTag}
	}
	return append(env,
		"PATH="+searchPath(Lookup(base, "PATH"), t, use),
		"GOFLAGS="+mergeFlags(goflags, tags...),
		"GOPROXY=off",
		// Cells run on this machine, even if the user's settings are for another.
		"GOOS="+runtime.GOOS,
		"GOARCH="+runtime.GOARCH,
	)
}

// searchPath puts the pinned tools first in a search path. If GoNB runs cells without a user, it
// leaves out folders with gopls, because GoNB would start it. A folder that also contains go stays.
func searchPath(path string, t Tools, use Use) string {
	var dirs []string
	if t.Gopls != "" {
		dirs = append(dirs, filepath.Dir(t.Gopls))
	}
	if dir := filepath.Dir(t.Goimports); !slices.Contains(dirs, dir) {
		dirs = append(dirs, dir)
	}
	for _, dir := range filepath.SplitList(path) {
		if use == Headless && isFile(filepath.Join(dir, "gopls")) && !isFile(filepath.Join(dir, "go")) {
			continue
		}
		dirs = append(dirs, dir)
	}
	return strings.Join(dirs, string(os.PathListSeparator))
}

// mergeFlags adds the link flags and build tags to a GOFLAGS value. It removes flags that the go
// command refuses in the workspace that GoNB makes, and flags that change what the go command
// prints, which GoNB reads and a cell would show. It leaves flags unchanged that cannot be quoted
// together.
func mergeFlags(goflags string, tags ...string) string {
	flags, ok := splitFlags(goflags)
	if !ok {
		return goflags
	}
	link := linkFlags
	var kept []string
	for _, f := range flags {
		name, value, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		switch {
		case name == "ldflags":
			link = linkFlags + " " + value
		case name == "tags":
			tags = append([]string{value}, tags...)
		case name == "mod", name == "modfile":
		case slices.Contains(printingFlags, name):
		default:
			kept = append(kept, f)
		}
	}
	if len(tags) > 0 {
		kept = append(kept, "-tags="+strings.Join(tags, ","))
	}
	kept = append(kept, "-ldflags="+link)
	for i, f := range kept {
		if kept[i], ok = quoteFlag(f); !ok {
			return goflags
		}
	}
	return strings.Join(kept, " ")
}

// plain reports whether a GOFLAGS value has no effect on the programs that the go command builds.
func plain(goflags string) bool {
	flags, ok := splitFlags(goflags)
	return ok && !slices.ContainsFunc(flags, func(f string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		return !slices.Contains(harmlessFlags, name) && !slices.Contains(printingFlags, name)
	})
}

// harmlessFlags lists flags that affect the go command, but not the programs that it builds in a
// workspace for a cell.
var harmlessFlags = []string{"buildvcs", "mod", "modcacherw", "modfile", "p"}

// printingFlags lists flags that make the go command print more or something else, or print instead
// of building.
var printingFlags = []string{"changed", "json", "n", "v", "work", "x"}

// splitFlags splits a GOFLAGS value as the go command does: at spaces, with whole entries
// optionally in single or double quotes, and without escapes.
func splitFlags(s string) (flags []string, ok bool) {
	for _, f := range flagPattern().FindAllString(s, -1) {
		if f[0] == '\'' || f[0] == '"' {
			last := len(f) - 1
			if last == 0 || f[last] != f[0] {
				return nil, false
			}
			f = f[1:last]
		}
		flags = append(flags, f)
	}
	return flags, true
}

var flagPattern = lazy.Regexp(`'[^']*'|"[^"]*"|\S+`)

func quoteFlag(f string) (string, bool) {
	switch {
	case !strings.ContainsAny(f, " \t\r\n'\""):
		return f, true
	case !strings.Contains(f, "'"):
		return "'" + f + "'", true
	case !strings.Contains(f, `"`):
		return `"` + f + `"`, true
	}
	return "", false
}
