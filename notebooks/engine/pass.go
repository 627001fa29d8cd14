package engine

import "github.com/puzzlelab/puzzlelab/notebooks/dialect"

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
