package display

import (
	"fmt"
	"iter"
	"sync"
	"time"
)

// Status is a line that is rewritten in place while something runs: in a
// notebook one output under one display id, elsewhere lines on standard error.
// The zero Status is ready to use and shows nothing until it is set. It may be
// used from several goroutines.
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
	last  time.Time // that a text was shown
	text  string
}

// Set replaces the line's text. In quick succession most texts are skipped.
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

// Done sets the text that stays. It should not depend on how fast things went,
// as it becomes part of the notebook. On a line that was never set it shows
// nothing: there was nothing to wait for.
func (s *Status) Done(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.show != nil {
		s.show(text)
		s.show, s.last, s.text = nil, time.Time{}, ""
	}
}

// Progress returns a sequence, and shows how far a loop over it is: one line, rewritten while it
// runs. How many values there will be may be given, for an estimate of the time left. What
// stays is how many there were.
//
//	for board := range display.Progress(slices.Values(boards), len(boards)) {
//
// A sweep of one's own shows its progress by experiments.ProgressFunc and [Status]; [Trials] does.
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
