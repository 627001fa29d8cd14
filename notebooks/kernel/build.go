package kernel

import (
	"context"
	"slices"
	"strings"
)

// Build is what cells are compiled with.
type Build struct {
	Go      string   // version of the toolchain
	Modules []Module // sorted by path, without the standard library
}

// Module is a module in the version that cells link.
type Module struct {
	Path    string
	Version string // "" for one of the workspace
	Replace string // what replaces it: a path and version, or an absolute folder; "" if nothing does
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
	const format = "{{with .Module}}{{.Path}}\t{{.Version}}\t{{with .Replace}}{{.Path}}{{with .Version}} {{.}}{{end}}{{end}}{{end}}"
	out, err := s.goCommand(ctx, nil, slices.Concat([]string{"list", "-e", "-deps", "-f", format, "--"}, imports)...)
	if err != nil {
		return b, err
	}
	lines := strings.Split(string(out), "\n")
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		if f := strings.Split(line, "\t"); len(f) == 3 {
			b.Modules = append(b.Modules, Module{Path: f[0], Version: f[1], Replace: f[2]})
		}
	}
	return b, nil
}
