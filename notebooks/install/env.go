package install

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// linkFlags make cells link without symbol tables.
const linkFlags = "-s -w"

// EngineTag is the build tag with which package engine compiles cells: package display
// then talks to it without gonbui.
const EngineTag = "puzzlelab_engine"

// environment returns the kernel's environment, made from that of this
// process and the GOFLAGS in force.
func environment(base []string, t Tools, goflags string, use Use) []string {
	path := ""
	env := slices.DeleteFunc(slices.Clone(base), func(kv string) bool {
		key, value, _ := strings.Cut(kv, "=")
		if key == "PATH" {
			path = value
		}
		// GOWORK would override the workspace that GoNB makes.
		return slices.Contains([]string{"PATH", "GOFLAGS", "GOPROXY", "GOWORK", "GOOS", "GOARCH"}, key)
	})
	var tags []string
	if !use.gonb {
		tags = []string{EngineTag}
	}
	return append(env,
		"PATH="+searchPath(path, t, use),
		"GOFLAGS="+mergeFlags(goflags, tags...),
		"GOPROXY=off",
		// Cells run here, whatever the user builds for elsewhere.
		"GOOS="+runtime.GOOS,
		"GOARCH="+runtime.GOARCH,
	)
}

// searchPath puts the pinned tools first. Where GoNB runs cells and nobody types, folders
// that offer gopls are left out, as it would start it; a folder that also offers go
// stays.
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

// mergeFlags adds the link flags and build tags to a GOFLAGS value and takes out what the go
// command refuses in the workspace that GoNB makes, and what changes what it
// prints, which GoNB reads or the cell would show. Flags that cannot be quoted
// together are left as they are.
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

// plain reports whether a GOFLAGS value leaves what is built as it is.
func plain(goflags string) bool {
	flags, ok := splitFlags(goflags)
	return ok && !slices.ContainsFunc(flags, func(f string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		return !slices.Contains(harmlessFlags, name) && !slices.Contains(printingFlags, name)
	})
}

// harmlessFlags change what the go command does, but not what it builds in a
// workspace for a cell.
var harmlessFlags = []string{"buildvcs", "mod", "modcacherw", "modfile", "p"}

// printingFlags make the go command print more, or something else, or print
// instead of building.
var printingFlags = []string{"changed", "json", "n", "v", "work", "x"}

// splitFlags splits a GOFLAGS value as the go command does: at spaces, with
// whole entries optionally in single or double quotes, nothing escaped.
func splitFlags(s string) (flags []string, ok bool) {
	for _, f := range flagPattern.FindAllString(s, -1) {
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

var flagPattern = regexp.MustCompile(`'[^']*'|"[^"]*"|\S+`)

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
