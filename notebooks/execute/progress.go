package execute

import (
	"fmt"
	"io"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// ProgressTo returns a function for [Options.Progress] that prints the progress of a notebook to w.
// If terminal is true, it redraws a single line. Otherwise, it prints a line for each cell that has
// run.
func ProgressTo(w io.Writer, notebook string, terminal bool) func(Event) {
	p := &progress{w: w, notebook: notebook, terminal: terminal}
	return p.update
}

type progress struct {
	w        io.Writer
	notebook string
	terminal bool
	drawn    int // width of the line on the terminal
	done     int // number of finished cells
	same     int // number of cells that did not run
	stopped  bool
}

func (p *progress) update(e Event) {
	switch e.State {
	case Running:
		if p.terminal {
			p.draw(fmt.Sprintf("cell %d of %d", e.Cell, e.Of))
		}
		return
	case Ended:
		p.end(e)
		return
	case Reused:
		p.same++
	case Stopped:
		p.stopped = true
	case Done, Failed:
		if !p.terminal {
			fmt.Fprintf(p.w, "%s: cell %d of %d %s, %.1f s\n", p.notebook, e.Cell, e.Of, e.State, e.Elapsed.Seconds())
		}
	}
	p.done++
}

// draw replaces the line on the terminal.
func (p *progress) draw(text string) {
	text = p.notebook + ": " + text
	fmt.Fprintf(p.w, "\r%s%s", text, strings.Repeat(" ", max(0, p.drawn-len(text))))
	p.drawn = len(text)
}

func (p *progress) end(e Event) {
	if p.drawn > 0 {
		p.draw(fmt.Sprintf("%s, took %.1f s", numerals.Counted(p.done, "cell"), e.Elapsed.Seconds()))
		fmt.Fprintln(p.w)
	}
	if p.same > 0 && !p.stopped {
		fmt.Fprintf(p.w, "%s: %d of %s would show the same and were not run\n", p.notebook, p.same, numerals.Counted(e.Of, "cell"))
	}
}
