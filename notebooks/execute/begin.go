package execute

import (
	"context"
	"maps"
	"sync"

	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Begun returns an engine whose program is being compiled, once that is done.
type Begun func() (*engine.Engine, error)

// Begin compiles the cells of a notebook beside whatever else is done before [Run]
// runs them, with the same options and no parameters; of trials that are stored, those
// cells that the cache does not have. The options' Kernel is that of [Prepare].
func Begin(ctx context.Context, nb *nbformat.Notebook, o Options) Begun {
	nb.Upgrade()
	r := &runner{Options: o, nb: nbformat.New()} // of its own: Run changes the notebook
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

// Close ends it. It may be nil, and was closed already if it has run.
func (b Begun) Close() {
	if b == nil {
		return
	}
	if e, err := b(); err == nil {
		e.Close()
	}
}
