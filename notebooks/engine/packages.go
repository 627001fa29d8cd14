package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
)

// packages holds the compiled packages imported by programs. It asks the go command for each of
// them once, and again if one of the package's files has changed before a build.
type packages struct {
	e      *Engine
	fset   *token.FileSet
	types  types.Importer
	known  map[string]*listed // by import path; missing packages have no Export
	asked  []string
	stamp  map[string]string // state of the files that packages are compiled from, or nil
	looked bool              // whether the state is that of the current build
	added  map[string]string // imports found by goimports, by package name
	goEnv  map[string]string
	shared bool // whether cells use gonbui, and therefore package display does too
}

// listed is the go command's description of a package.
type listed struct {
	ImportPath, Dir, Export string
	Deps                    []string // direct and indirect
	Standard                bool
	Module                  *struct {
		debug.Module
		Dir     string
		Replace *debug.Module
	}
}

func newPackages(e *Engine) *packages {
	p := &packages{e: e, added: map[string]string{}}
	p.forget()
	return p
}

// Warm looks up the packages that most cells import, so that the first cell runs sooner.
func (e *Engine) Warm(ctx context.Context) {
	_ = e.packages.find(ctx, "flag", "fmt", "os", "strconv", install.DisplayPackage, install.DisplayPackage+"/blocks", install.DisplayPackage+"/trials", keepPackage)
	_ = e.packages.direct(ctx)
}

// forget drops all information about packages.
func (p *packages) forget() {
	p.asked, p.stamp = nil, nil
	p.use(map[string]*listed{})
}

// renew replaces the importer for types. Users of the old one are not disturbed.
func (p *packages) renew() { p.use(maps.Clone(p.known)) }

func (p *packages) use(known map[string]*listed) {
	p.e.mu.Lock()
	defer p.e.mu.Unlock()
	p.known = known
	p.fset = token.NewFileSet()
	p.types = importerOf(p.fset, known)
}

// importerOf returns an importer for known packages.
func importerOf(fset *token.FileSet, known map[string]*listed) types.Importer {
	return importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if l := known[path]; l != nil && l.Export != "" {
			return os.Open(l.Export)
		}
		return nil, fmt.Errorf("no package %s", path)
	})
}

// imported looks up the packages that a program imports, and returns their paths. At the same time
// it looks up package keep, which costs less than asking the go command again.
func (p *packages) imported(ctx context.Context, text string) (paths []string, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	for _, i := range file.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		paths = append(paths, path)
	}
	return paths, p.find(ctx, append(paths, keepPackage)...)
}

// find looks up packages and their dependencies. Missing packages are not an error.
func (p *packages) find(ctx context.Context, paths ...string) error {
	if err := p.list(ctx, paths); err != nil || p.shared || p.known[gonbui] == nil {
		return err
	}
	p.shared = true // from now on
	set(p.e, &p.e.spec, p.e.spec.WithGonbui())
	ask := append(p.asked, paths...)
	p.forget()
	return p.list(ctx, ask)
}

func (p *packages) list(ctx context.Context, paths []string) error {
	var ask []string
	if p.stamp != nil && !p.looked && !maps.Equal(p.stamp, sourceFiles(p.known, p.e.spec.Modules())) {
		ask = p.asked
		p.forget()
	}
	p.looked = true
	for _, path := range paths {
		if p.known[path] == nil && path != "unsafe" && path != "C" {
			ask = append(ask, path)
		}
	}
	if len(ask) == 0 {
		return nil
	}
	ask = slices.Compact(slices.Sorted(slices.Values(ask)))
	out, err := p.e.goCommand(ctx, slices.Concat([]string{"list", "-e", "-export", "-deps", "-json=ImportPath,Dir,Export,Deps,Standard,Module"}, p.e.flags, []string{"--"}, ask)...)
	if err != nil {
		return err
	}
	p.e.mu.Lock()
	defer p.e.mu.Unlock()
	for d := json.NewDecoder(strings.NewReader(out)); d.More(); {
		l := &listed{}
		if err := d.Decode(l); err != nil {
			return err
		}
		p.known[l.ImportPath] = l
	}
	for _, path := range ask {
		if p.known[path] == nil {
			p.known[path] = &listed{ImportPath: path}
		}
	}
	p.asked = append(p.asked, ask...)
	p.stamp = sourceFiles(p.known, p.e.spec.Modules())
	return nil
}

// gonbui is the path of GoNB's package for displays.
const gonbui = "github.com/janpfeifer/gonb/gonbui"

// sourceFiles returns the source files of packages outside the module cache, and go.mod and go.sum
// files, with a text that describes their state.
func sourceFiles(known map[string]*listed, modules []string) map[string]string {
	dirs := map[string]bool{}
	for _, l := range known {
		if l.Export == "" || !l.Standard && (l.Module == nil || l.Module.Version == "" || l.Module.Replace != nil) {
			dirs[l.Dir] = true
		}
	}
	for _, dir := range modules {
		dirs[dir] = true
	}
	delete(dirs, "")
	files := map[string]string{}
	for dir := range dirs {
		entries, _ := os.ReadDir(dir)
		for _, entry := range entries {
			ext := filepath.Ext(entry.Name())
			if info, err := entry.Info(); err == nil && (ext == ".go" || ext == ".mod" || ext == ".sum" || ext == ".s") {
				files[filepath.Join(dir, entry.Name())] = fmt.Sprint(info.Size(), " ", info.ModTime().UnixNano())
			}
		}
	}
	return files
}

// closure returns the packages that a program with these imports is linked from.
func (p *packages) closure(paths []string) map[string]*listed {
	all := map[string]*listed{}
	for _, path := range append(slices.Clone(paths), "runtime") {
		if l := p.known[path]; l != nil {
			for _, path := range append(l.Deps, path) {
				if l := p.known[path]; l != nil {
					all[path] = l
				}
			}
		}
	}
	return all
}

// magicStart and magicEnd surround the build information in a program.
const (
	magicStart = "0w\xaf\f\x92t\b\x02A\xe1\xc1\a\xe6\xd6\x18\xe6"
	magicEnd   = "\xf92C1\x86\x18 r\x00\x82B\x10A\x16\xd8\xf2"
)

// build compiles the text of main.go and links the program if it is to run. It avoids the go
// command, which takes longer than both. The linker drops debug information, so none is made.
func (p *packages) build(ctx context.Context, text, program string) error {
	paths, err := p.imported(ctx, text)
	if err != nil {
		return err
	}
	dir := p.e.temp
	all := p.closure(paths)
	info := &debug.BuildInfo{GoVersion: p.goEnv["GOVERSION"], Path: "notebook", Main: debug.Module{Path: "notebook", Version: "(devel)"}}
	var config strings.Builder
	for _, path := range slices.Sorted(maps.Keys(all)) {
		l := all[path]
		if l.Export != "" {
			fmt.Fprintf(&config, "packagefile %s=%s\n", path, l.Export)
		}
		if l.Module != nil {
			m := l.Module.Module
			m.Version, m.Replace = cmp.Or(m.Version, "(devel)"), l.Module.Replace
			info.Deps = append(info.Deps, &m)
		}
	}
	slices.SortFunc(info.Deps, func(a, b *debug.Module) int { return strings.Compare(a.Path, b.Path) })
	info.Deps = slices.CompactFunc(info.Deps, func(a, b *debug.Module) bool { return a.Path == b.Path })
	for _, key := range []string{"CGO_ENABLED", "GOARCH", "GOOS"} {
		info.Settings = append(info.Settings, debug.BuildSetting{Key: key, Value: p.goEnv[key]})
	}
	_, built, _ := strings.Cut(info.String(), "\n") // the first line is the Go version
	for name, content := range map[string]string{
		"compile.cfg": config.String(), "link.cfg": config.String() + fmt.Sprintf("modinfo %q\n", magicStart+built+magicEnd), "notebook/main.go": text,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			return err
		}
	}
	object := filepath.Join(dir, "main.a")
	_, err = p.e.tool(ctx, p.toolEnv(), "", filepath.Join(p.goEnv["GOTOOLDIR"], "compile"),
		"-o", object, "-p", "main", "-complete", "-pack", "-c=2", "-dwarf=false", "-nolocalimports", "-importcfg", filepath.Join(dir, "compile.cfg"), "main.go")
	if err != nil || program == "" {
		return err
	}
	// The linker ends before garbage collection would pay off.
	_, err = p.e.tool(ctx, append(p.toolEnv(), "GOGC=off"), "", filepath.Join(p.goEnv["GOTOOLDIR"], "link"),
		"-o", program, "-importcfg", filepath.Join(dir, "link.cfg"), "-s", "-w", "-buildmode=exe", "-extld="+p.goEnv["CC"], object)
	return err
}

// toolEnv returns the environment that the go command gives to compiler and linker.
func (p *packages) toolEnv() (env []string) {
	for _, key := range []string{"GOROOT", "GOAMD64", "GOARM64", "GOEXPERIMENT"} {
		env = append(env, key+"="+p.goEnv[key])
	}
	return env
}

// direct reports whether build gives the same result as the go command. It does not if the
// environment contains other settings.
func (p *packages) direct(ctx context.Context) bool {
	if p.goEnv == nil {
		out, err := p.e.goCommand(ctx, "env", "-json")
		if err != nil || json.Unmarshal([]byte(out), &p.goEnv) != nil {
			return false
		}
	}
	return len(p.e.flags) == 0 && p.goEnv["GOOS"] == "linux" && p.e.spec.Plain && !slices.ContainsFunc(p.e.env, func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		_, reads := p.goEnv[name]
		return reads
	})
}

// special reports whether a program needs the go command, for C code or embedded files.
func (c *checked) special() bool {
	return strings.Contains(c.text, "\n//go:embed ") || slices.ContainsFunc(c.file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"C"` })
}

// goBuild builds a program with the go command, in a module that may import the same internal
// packages. For C code and embedded files, the program is a temporary file in the notebook's
// folder.
func (e *Engine) goBuild(ctx context.Context, c *checked, text string) error {
	within := ""
	for _, i := range c.file.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		if at := strings.LastIndex(path+"/", "/internal/"); at > len(within) {
			within = path[:at]
		}
	}
	here, main := filepath.Join(e.module(), "main.go"), "."
	if c.special() {
		main = filepath.Join(e.spec.Dir, "puzzlelab_cells.go")
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{main: here}})
	err = errors.Join(err, os.WriteFile(here, []byte(text), 0o600), os.WriteFile(e.File("overlay.json"), overlay, 0o600), e.writeModule(strings.TrimPrefix(within+"/notebook", "/")))
	if err != nil {
		return err
	}
	args := slices.Concat([]string{"build", "-o", e.program}, e.flags, []string{main})
	if main != "." {
		args = slices.Insert(args, 1, "-overlay", e.File("overlay.json"))
	}
	_, err = e.goCommand(ctx, args...)
	return err
}

// constrained refuses a cell whose //go:build constraint excludes this machine. GoNB treats the
// line as a comment.
func (e *Engine) constrained(line *dialect.Code) error {
	if line == nil {
		return nil
	}
	if setting, is := strings.CutPrefix(line.Text, "//go:debug "); is {
		return &Failure{Kind: Refused, Line: line.Line, Value: line.Text + " is for whole programs: write %env GODEBUG " + setting}
	}
	here := build.Default
	here.GOOS, here.GOARCH, here.BuildTags = runtime.GOOS, runtime.GOARCH, e.spec.Tags(append(strings.Fields(install.Lookup(e.env, "GOFLAGS")), e.flags...)...)
	here.OpenFile = func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(line.Text + "\n\npackage main\n")), nil
	}
	ok, err := here.MatchFile("", "cell.go")
	switch {
	case err != nil:
		return &Failure{Kind: Compile, Line: line.Line, Value: strings.TrimPrefix(err.Error(), "cell.go: ")}
	case !ok:
		return &Failure{Kind: Refused, Line: line.Line, Value: line.Text + " does not hold here"}
	}
	return nil
}
