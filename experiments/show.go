package experiments

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// ProgressTo returns a [Progress] that writes to f, usually standard error. On a terminal it
// redraws one line; elsewhere it writes plain lines.
func ProgressTo(f *os.File) Progress {
	fd := int(f.Fd())
	if !term.IsTerminal(fd) {
		return Lines(f)
	}
	return TerminalLine(f, func() int {
		width, _, err := term.GetSize(fd)
		if err != nil {
			return 80
		}
		return width
	})
}

// TerminalLine returns a [Progress] that redraws one line and writes a newline when the sweep ends.
// The line is never longer than width(), the width of the terminal in columns.
func TerminalLine(w io.Writer, width func() int) Progress {
	drawn := 0 // width of the current line in columns
	return updater(func(s Status) {
		line := []rune(s.String())
		// The last column stays free: writing to it wraps the line on some terminals.
		if room := max(width()-1, 1); len(line) > room {
			line = line[:room]
		}
		blank := strings.Repeat(" ", max(drawn-len(line), 0))
		drawn = len(line)
		end := ""
		if s.Final {
			end, drawn = "\n", 0
		}
		fmt.Fprintf(w, "\r%s%s%s", string(line), blank, end)
	})
}

// Lines returns a [Progress] that writes plain lines. It writes a line when ten seconds have passed
// or another 5 % of the trials are finished, but at most one line per second. It also writes a
// final line.
func Lines(w io.Writer) Progress {
	var last Status
	return updater(func(s Status) {
		if s.Waits != "" {
			if s.Waits != last.Waits {
				fmt.Fprintln(w, s.String())
			}
			last.Waits = s.Waits
			return
		}
		if !s.Final {
			since := s.Elapsed - last.Elapsed
			soon := since < time.Second || (s.Done-last.Done)*20 < s.Total
			if s.Done == 0 || soon && since < 10*time.Second {
				return
			}
		}
		last = s
		if s.Final {
			last = Status{}
		}
		fmt.Fprintln(w, s.String())
	})
}

// ProgressFunc returns a [Progress] that calls f at most four times a second, and always with the
// first and the final status. Use it for a display that is redrawn in place, such as a notebook's
// output.
func ProgressFunc(f func(Status)) Progress {
	var next time.Duration
	return updater(func(s Status) {
		if s.Final || s.Elapsed >= next {
			next = s.Elapsed + time.Second/4
			if s.Final {
				next = 0
			}
			f(s)
		}
	})
}

type updater func(Status)

func (u updater) Update(s Status) { u(s) }
