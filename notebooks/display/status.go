package display

import "sync"

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
	mu   sync.Mutex
	line line
	text string
}

// Set replaces the line's text. In quick succession most texts are skipped.
func (s *Status) Set(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if text == s.text {
		return
	}
	s.text = text
	s.open().set(text)
}

// Done sets the text that stays. It should not depend on how fast things went,
// as it becomes part of the notebook. On a line that was never set it shows
// nothing: there was nothing to wait for.
func (s *Status) Done(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.line != nil {
		s.line.end(text)
		s.line, s.text = nil, ""
	}
}

func (s *Status) open() line {
	if s.line == nil {
		s.line = out.status()
	}
	return s.line
}
