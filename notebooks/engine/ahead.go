package engine

import (
	"context"

	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
)

// Compile makes the program of the first of the cells that are expected, and of those
// that can be part of it. What keeps it from that is said when the cell runs.
func (e *Engine) Compile(ctx context.Context) {
	if len(e.ahead) == 0 {
		return
	}
	c, err := dialect.Parse(e.ahead[0])
	if err != nil || c.Magic != nil || len(c.Commands) > 0 || c.Empty() {
		return
	}
	all := e.ahead
	e.ahead = all[1:]
	_ = e.build(ctx, e.count+1, c)
	e.ahead = all
}

// Pass takes a cell for one that has run and has left its declarations. It must have
// no commands.
func (e *Engine) Pass(source string) {
	e.count++
	if len(e.ahead) > 0 && e.ahead[0] == source {
		e.ahead = e.ahead[1:]
	}
	if c, err := dialect.Parse(source); err == nil {
		set(e, &e.scope, e.scope.With(e.count, c))
	}
}

// Setenv gives programs and commands a variable.
func (e *Engine) Setenv(name, value string) { e.env = append(e.env, name+"="+value) }
