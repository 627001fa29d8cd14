package execute

import (
	"context"
	"maps"

	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Begun is an engine whose program is being compiled.
type Begun struct {
	done   chan struct{}
	engine *engine.Engine
	err    error
}

// Begin compiles the cells of a notebook beside whatever else is done before [Run]
// runs them, with the same options and no parameters; of trials that are stored, those
// cells that the cache does not have. The options' Kernel is that of [Prepare].
func Begin(ctx context.Context, nb *nbformat.Notebook, o Options) *Begun {
	b := &Begun{done: make(chan struct{})}
	nb.Upgrade()
	r := &runner{Options: o, nb: nbformat.New()} // of its own: Run changes the notebook
	for _, c := range nb.Cells {
		r.nb.Cells = append(r.nb.Cells, &nbformat.Cell{ID: c.ID, Type: c.Type, Metadata: maps.Clone(c.Metadata), Source: c.Source})
	}
	go func() {
		defer close(b.done)
		if o.Stored {
			if r.cache, b.err = openCache(ctx, o.Cache, "", r.nb, o.Kernel, nil); b.err != nil {
				return
			}
		}
		if b.engine, b.err = engine.Start(ctx, o.Kernel); b.err == nil {
			b.engine.Expect(r.expected())
			b.engine.Compile(ctx)
		}
	}()
	return b
}

// wait returns the engine once it has compiled; nil if none was begun.
func (b *Begun) wait() (*engine.Engine, error) {
	if b == nil {
		return nil, nil
	}
	<-b.done
	return b.engine, b.err
}

// Close ends it. It may be nil, and was closed already if it has run.
func (b *Begun) Close() {
	if e, err := b.wait(); e != nil && err == nil {
		e.Close()
	}
}
