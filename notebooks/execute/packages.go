package execute

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/build"
	"hash"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/puzzlelab/puzzlelab/experiments/code"
)

// contents holds digests of the packages in local modules. go.mod and go.sum determine the versions
// of all other packages.
type contents struct {
	build       build.Context
	modules     map[string]string // folders by module path
	versions    string            // toolchain, flags, go.mod and go.sum
	environment string
	packages    map[string]*source
	folders     map[string][]string // import paths by folder name; nil until needed
}

// source describes a package.
type source struct {
	name    string // package name
	digest  string // digest of its files: Go without comments, embedded files unchanged
	imports []string
}

// readContents finds the modules in some folders, and modules that these replace by folders. tags
// are build tags.
func readContents(folders, tags []string) (*contents, error) {
	c := &contents{build: build.Default, modules: map[string]string{}, packages: map[string]*source{}}
	c.build.BuildTags = tags
	h := sha256.New()
	for i := 0; i < len(folders); i++ {
		mod, err := readModule(folders[i], h)
		if err != nil {
			return nil, err
		}
		if mod.Module != nil {
			c.modules[mod.Module.Mod.Path] = folders[i]
		}
		for _, r := range mod.Replace {
			target := r.New.Path
			if r.New.Version != "" {
				continue
			}
			if !filepath.IsAbs(target) {
				target = filepath.Join(folders[i], target)
			}
			if c.modules[r.Old.Path] = target; !slices.Contains(folders, target) {
				folders = append(slices.Clip(folders), target)
			}
		}
	}
	c.versions = short(h)
	return c, nil
}

// readModule reads go.mod and go.sum in a folder.
func readModule(folder string, h hash.Hash) (*modfile.File, error) {
	name := filepath.Join(folder, "go.mod")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	sum, err := os.ReadFile(filepath.Join(folder, "go.sum"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	fmt.Fprintf(h, "%d %d\n%s%s", len(data), len(sum), data, sum)
	return modfile.Parse(name, data, nil)
}

func short(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)[:8]) }

// named returns the local packages whose folder has the given name.
func (c *contents) named(name string) []string {
	if c.folders != nil {
		return c.folders[name]
	}
	c.folders = map[string][]string{}
	for module, folder := range c.modules {
		_ = filepath.WalkDir(folder, func(file string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			base := d.Name()
			if file != folder && (strings.HasPrefix(base, ".") || base == "testdata") {
				return fs.SkipDir
			}
			if rest, err := filepath.Rel(folder, file); err == nil {
				c.folders[base] = append(c.folders[base], path.Join(module, filepath.ToSlash(rest)))
			}
			return nil
		})
	}
	return c.folders[name]
}

// folder returns the folder of a local package, or "" for other packages.
func (c *contents) folder(importPath string) (dir string) {
	longest := -1
	for module, folder := range c.modules {
		rest, ok := strings.CutPrefix(importPath+"/", module+"/")
		if ok && len(module) > longest {
			longest, dir = len(module), filepath.Join(folder, filepath.FromSlash(rest))
		}
	}
	return dir
}

// of returns the description of a local package, or nil for other packages.
func (c *contents) of(importPath string) *source {
	if known, ok := c.packages[importPath]; ok {
		return known
	}
	var p *source
	if dir := c.folder(importPath); dir != "" {
		p = c.readPackage(dir)
	}
	c.packages[importPath] = p
	return p
}

// closure adds the digests of a package and its imports, by path.
func (c *contents) closure(importPath string, into map[string]string) {
	p := c.of(importPath)
	if _, known := into[importPath]; known || p == nil {
		return
	}
	into[importPath] = p.digest
	for _, i := range p.imports {
		c.closure(i, into)
	}
}

// readPackage reads the package in a folder. An error becomes part of the digest; the cell that
// imports the package will report it.
func (c *contents) readPackage(dir string) *source {
	p, err := c.build.ImportDir(dir, 0)
	h := sha256.New()
	if err != nil {
		fmt.Fprintln(h, err)
	}
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		data, err := os.ReadFile(filepath.Join(dir, name))
		fmt.Fprintln(h, name, err)
		fmt.Fprintln(h, code.Uncommented(string(data)))
	}
	for _, name := range slices.Concat(p.CFiles, p.CXXFiles, p.HFiles, p.SFiles, p.SysoFiles, embedded(dir, p.EmbedPatterns)) {
		data, err := os.ReadFile(filepath.Join(dir, name))
		fmt.Fprintln(h, name, err != nil, len(data))
		h.Write(data)
	}
	return &source{name: p.Name, digest: short(h), imports: p.Imports}
}

// embedded returns the sorted files in a folder that match embed patterns.
func embedded(dir string, patterns []string) []string {
	found := map[string]bool{}
	for _, pattern := range patterns {
		names, _ := filepath.Glob(filepath.Join(dir, filepath.FromSlash(strings.TrimPrefix(pattern, "all:"))))
		for _, name := range names {
			_ = filepath.WalkDir(name, func(file string, d fs.DirEntry, err error) error {
				if err == nil && d.Type().IsRegular() && !strings.HasSuffix(file, "_test.go") {
					relative, _ := filepath.Rel(dir, file)
					found[relative] = true
				}
				return nil
			})
		}
	}
	return slices.Sorted(maps.Keys(found))
}
