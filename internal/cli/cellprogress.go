package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/puzzlelab/puzzlelab/notebooks/execute"
)

// cellProgress tells which cell of a notebook is being run: one redrawn line
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
	f, ok := env.stderr.(*os.File)
	return &cellProgress{ctx: ctx, w: env.stderr, name: name, terminal: ok && term.IsTerminal(int(f.Fd())), start: time.Now()}
}

func (p *cellProgress) update(e execute.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if e.State != execute.Running {
		p.done++
	}
	switch {
	case e.State == execute.Running:
		p.draw(e)
	case !p.terminal && e.State != execute.Skipped && p.ctx.Err() == nil:
		fmt.Fprintf(p.w, "%s: cell %d of %d %s, %.1f s\n", p.name, e.Cell, e.Of, e.State, e.Elapsed.Seconds())
	}
}

// draw writes the line of a cell that begins.
func (p *cellProgress) draw(e execute.Event) {
	if p.terminal {
		p.line(fmt.Sprintf("%s: cell %d of %d", p.name, e.Cell, e.Of))
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
