package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/puzzlelab/puzzlelab/notebooks/execute"
)

// cellProgress says which cell of a notebook is being run: one redrawn line
// on a terminal, a line for each cell elsewhere.
type cellProgress struct {
	ctx      context.Context // once it is cancelled, how the cell ended is nobody's interest
	w        io.Writer
	name     string // of the notebook
	terminal bool

	mu    sync.Mutex
	drawn int // columns of the line on the terminal
	start time.Time
	done  int
}

func (env *environment) cellProgress(ctx context.Context, name string) *cellProgress {
	return &cellProgress{ctx: ctx, w: env.stderr, name: name, terminal: isTerminal(env.stderr), start: time.Now()}
}

func (p *cellProgress) update(e execute.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if e.State != execute.Running {
		p.done++
	}
	switch {
	case p.terminal && e.State == execute.Running:
		p.line(fmt.Sprintf("%s: cell %d of %d", p.name, e.Cell, e.Of))
	case p.terminal || e.State == execute.Running || e.State == execute.Skipped:
	case p.ctx.Err() == nil:
		fmt.Fprintf(p.w, "%s: cell %d of %d %s, %.1f s\n", p.name, e.Cell, e.Of, e.State, e.Elapsed.Seconds())
	}
}

// line puts text in the place of what is drawn.
func (p *cellProgress) line(text string) {
	fmt.Fprintf(p.w, "\r%s%s", text, strings.Repeat(" ", max(0, p.drawn-len(text))))
	p.drawn = len(text)
}

// close ends the line.
func (p *cellProgress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal && p.drawn > 0 {
		p.line(fmt.Sprintf("%s: %s, took %.1f s", p.name, counted(p.done, "cell"), time.Since(p.start).Seconds()))
		fmt.Fprintln(p.w)
		p.drawn = 0
	}
}
