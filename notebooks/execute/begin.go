package execute

import (
	"context"
	"maps"
	"sync"

	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Begun waits until the program of a notebook has been compiled, and returns its engine. It may be
// called more than once.
type Begun func() (*engine.Engine, error)

// Begin compiles the cells of a notebook in the background, for a later call of [Run] with the same
// options and no parameters. If trials are stored, it leaves out cells whose outputs are in the
// cache. The options' Kernel must come from [Prepare].
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

// Close ends the engine. It does nothing if b is nil or if Run has already closed the engine.
func (b Begun) Close() {
	if b == nil {
		return
	}
	if e, err := b(); err == nil {
		e.Close()
	}
}
