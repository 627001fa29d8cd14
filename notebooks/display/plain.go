package display

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/puzzlelab/puzzlelab/reports"
)

// plain shows things as text: results on w, progress on log. The zero plain
// uses standard output and standard error.
type plain struct{ w, log io.Writer }

func (p plain) out() io.Writer { return cmp.Or(p.w, io.Writer(os.Stdout)) }

func (p plain) block(b reports.Block) error {
	text, err := plainText(b)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out(), "%s\n\n", text)
	return err
}

func (p plain) text(s string) { io.WriteString(p.out(), s) }

func (p plain) status() line { return &plainLine{w: cmp.Or(p.log, io.Writer(os.Stderr))} }

// plainLine prints a line each time, but not often.
type plainLine struct {
	w    io.Writer
	last time.Time
}

const plainEvery = 10 * time.Second

func (l *plainLine) set(text string) {
	if now := time.Now(); now.Sub(l.last) >= plainEvery {
		l.last = now
		l.end(text)
	}
}

func (l *plainLine) end(text string) { fmt.Fprintln(l.w, text) }
