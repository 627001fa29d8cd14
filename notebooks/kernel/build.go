package kernel

import (
	"context"
	"runtime/debug"
	"slices"
	"strings"
)

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
	version, err := goEnv(ctx, s.Root, "GOVERSION")
	b := Build{Go: version}
	imports = slices.DeleteFunc(slices.Clone(imports), func(path string) bool { return path == "C" })
	if err != nil || len(imports) == 0 {
		return b, err
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
