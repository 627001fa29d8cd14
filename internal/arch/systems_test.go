package arch

import (
	"cmp"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

var systems = flag.String("systems", "", "type-check everything as these systems see it, such as darwin,windows; fetches the modules they need")

// The code for other systems is type-checked from source, including all modules: compiling would
// take minutes per system, because the standard library comes first.
func TestEverythingTypeChecksOnOtherSystems(t *testing.T) {
	if *systems == "" {
		t.Skip("fetches modules: run with -systems")
	}
	t.Setenv("CGO_ENABLED", "0")
	for system := range strings.SplitSeq(*systems, ",") {
		t.Run(system, func(t *testing.T) {
			t.Setenv("GOOS", system)
			files, checked := token.NewFileSet(), map[string]*types.Package{"unsafe": types.Unsafe}
			for _, p := range list(t, "-deps", "-test", module+"/...") { // each after its imports
				if p.ImportPath == "unsafe" {
					continue
				}
				var parsed []*ast.File
				for _, name := range p.GoFiles {
					if !filepath.IsAbs(name) {
						name = filepath.Join(p.Dir, name)
					}
					f, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
					if err != nil {
						t.Fatal(err)
					}
					parsed = append(parsed, f)
				}
				config := types.Config{
					Importer:         imports{p.ImportMap, checked},
					IgnoreFuncBodies: p.DepOnly,
					Sizes:            types.SizesFor("gc", runtime.GOARCH),
					Error:            func(err error) { t.Error(err) },
				}
				checked[p.ImportPath], _ = config.Check(p.ImportPath, files, parsed, nil) // its errors are shown
			}
		})
	}
}

// imports resolves the imports of one package to packages checked before, some under other paths.
type imports struct {
	paths   map[string]string
	checked map[string]*types.Package
}

func (i imports) Import(path string) (*types.Package, error) {
	return i.checked[cmp.Or(i.paths[path], path)], nil
}
