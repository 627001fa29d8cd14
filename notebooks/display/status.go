package display

import (
	"fmt"
	"iter"
	"sync"
	"time"
)

// Status is a line of text that shows progress and changes while code runs. In a notebook, it is a
// single output that is updated. Elsewhere, each text is a new line on standard error. The zero
// Status is ready to use and shows nothing until its text is set. Several goroutines may use a
// Status at the same time.
//
//	var s display.Status
//	for i, inst := range instances {
//		s.Set(fmt.Sprintf("%d of %d", i, len(instances)))
//		…
//	}
//	s.Done(fmt.Sprintf("%d instances", len(instances)))
type Status struct {
	mu    sync.Mutex
	show  func(text string)
	every time.Duration
	last  time.Time // when a text was last shown
	text  string
}

// Set replaces the text of the line. If calls follow each other quickly, some of the texts are not
// shown.
func (s *Status) Set(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if text == s.text {
		return
	}
	s.text = text
	if s.show == nil {
		s.show, s.every = out.status()
	}
	if now := time.Now(); now.Sub(s.last) >= s.every {
		s.last = now
		s.show(text)
	}
}

// Done sets the final text, which becomes part of the notebook and should therefore not contain
// measured times. If Set was never called, Done shows nothing.
func (s *Status) Done(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.show != nil {
		s.show(text)
		s.show, s.last, s.text = nil, time.Time{}, ""
	}
}

// Progress returns a sequence with the same values as seq. During a loop over it, a status line
// shows the number of values processed so far. If total gives the number of values, the line also
// shows an estimate of the remaining time. At the end, the line shows how many values were
// processed.
//
//	for board := range display.Progress(slices.Values(boards), len(boards)) {
//
// To show the progress of a sweep, use experiments.ProgressFunc and [Status] instead, as [Trials]
// does.
func Progress[T any](seq iter.Seq[T], total ...int) iter.Seq[T] {
	return func(yield func(T) bool) {
		var line Status
		done, begun := 0, time.Now()
		text := func() string {
			if len(total) > 0 {
				return fmt.Sprintf("%d of %d", done, total[0])
			}
			return fmt.Sprintf("%d done", done)
		}
		var shown time.Time
		defer func() { line.Done(text()) }()
		for v := range seq {
			if now := time.Now(); now.Sub(shown) >= line.every {
				shown = now
				took, left := now.Sub(begun).Seconds(), ""
				if len(total) > 0 && done > 0 {
					left = fmt.Sprintf(", about %.1f s left", took/float64(done)*float64(max(0, total[0]-done)))
				}
				line.Set(fmt.Sprintf("%s, %.1f s%s", text(), took, left))
			}
			if !yield(v) {
				return
			}
			done++
		}
	}
}
