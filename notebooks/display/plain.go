//go:build !puzzlelab_engine

package display

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/puzzlelab/puzzlelab/notebooks/drawn"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/sent"
)

// plain shows values as text, with results on w and progress on log. The zero plain uses standard
// output and standard error.
type plain struct{ w, log io.Writer }

func (p plain) out() io.Writer { return cmp.Or(p.w, io.Writer(os.Stdout)) }

func (p plain) show(v sent.Value) error {
	text, err := drawn.Plain(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out(), "%s\n\n", text)
	return err
}

func (p plain) text(s string) { io.WriteString(p.out(), s) }

// status prints a new line each time.
func (p plain) status() (show func(text string), every time.Duration) {
	return func(text string) { fmt.Fprintln(cmp.Or(p.log, io.Writer(os.Stderr)), text) }, 10 * time.Second
}
