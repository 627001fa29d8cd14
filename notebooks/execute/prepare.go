package execute

import (
	"context"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"slices"
	"strconv"
	"sync"

	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Imports returns a sorted list of the packages that the notebooks' code cells import. It also
// finds imports in cells with errors.
func Imports(list ...*nbformat.Notebook) []string {
	var paths []string
	for _, nb := range list {
		for _, c := range nb.Cells {
			if c.Type != nbformat.Code || c.HasTag(notebooks.TagSkip) {
				continue
			}
			// Errors in the rest do not matter.
			file, _ := parser.ParseFile(token.NewFileSet(), "", "package p;"+dialect.Declarations(c.Source), parser.AllErrors|parser.SkipObjectResolution)
			for _, i := range file.Imports {
				if path, err := strconv.Unquote(i.Path.Value); err == nil && path != "" {
					paths = append(paths, path)
				}
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// Prepare builds the packages that the notebooks in dir import, and returns a description of how to
// compile and run their cells. If dir is "", Prepare uses the working directory. Prepare writes
// messages about builds to log, which may be nil. It returns the same errors as [install.Command]
// and [install.Spec.Prepare].
func Prepare(ctx context.Context, dir string, log io.Writer, list ...*nbformat.Notebook) (install.Spec, error) {
	spec, err := install.Command(ctx, dir, install.Compiled, log)
	if err != nil {
		return spec, err
	}
	return spec, spec.Prepare(ctx, Imports(list...), log)
}

// Begun is a program whose compilation began in the background. Calling it waits until the
// compilation has finished and returns the program's engine. It may be called several times.
type Begun func() (*engine.Engine, error)

// Begin starts to compile a notebook's cells in the background, for a later call to [Run] with the
// same options and no parameters. If [Options.Stored] is set, Begin omits cells whose outputs are
// in the cache. The options' Kernel must come from [Prepare].
func Begin(ctx context.Context, nb *nbformat.Notebook, o Options) Begun {
	nb.Upgrade()
	r := &runner{Options: o, nb: nbformat.New()} // a copy, since Run changes the notebook
	for _, c := range nb.Cells {
		r.nb.Cells = append(r.nb.Cells, &nbformat.Cell{ID: c.ID, Type: c.Type, Metadata: maps.Clone(c.Metadata), Source: c.Source})
	}
	begun := sync.OnceValues(func() (e *engine.Engine, err error) {
		if o.Stored {
			if r.cache, err = openCache(ctx, o.Cache, "", r.nb, o.Kernel, nil); err != nil {
				return nil, err
			}
		}
		if e, err = engine.Start(ctx, o.Kernel); err == nil {
			e.Expect(r.expected())
			e.Compile(ctx)
		}
		return e, err
	})
	go begun()
	return begun
}

// Close closes the engine. It does nothing if b is nil or if [Run] has already closed the engine.
func (b Begun) Close() {
	if b == nil {
		return
	}
	if e, err := b(); err == nil {
		e.Close()
	}
}
