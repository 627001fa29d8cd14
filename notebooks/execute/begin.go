package execute

import (
	"context"

	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/kernel"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Begun is an engine whose program is being compiled.
type Begun struct {
	done   chan struct{}
	engine *engine.Engine
	err    error
}

// Begin compiles the cells of a notebook beside whatever else is done before [Run]
// runs them. spec is that of [Prepare] and has no Argv.
func Begin(ctx context.Context, nb *nbformat.Notebook, spec kernel.Spec) *Begun {
	b := &Begun{done: make(chan struct{})}
	var list []engine.Expected
	for _, source := range sources(nb) {
		list = append(list, engine.Expected{Source: source})
	}
	go func() {
		defer close(b.done)
		if b.engine, b.err = engine.Start(ctx, spec); b.err == nil {
			b.engine.Expect(list)
			b.engine.Compile(ctx)
		}
	}()
	return b
}

// Close ends it. It may be nil, and was closed already if it has run.
func (b *Begun) Close() {
	if b == nil {
		return
	}
	if <-b.done; b.err == nil {
		b.engine.Close()
	}
}
