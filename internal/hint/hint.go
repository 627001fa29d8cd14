// Package hint attaches hints to errors. A hint tells the user what to do next; commands print it
// on a separate line.
package hint

import (
	"errors"
	"fmt"
)

// Error is an error with a hint that tells the user what to do next.
type Error struct {
	Err  error
	Hint string // next step for the user; "" if unknown
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Errorf formats an error like [fmt.Errorf] and attaches the hint.
func Errorf(hint, format string, args ...any) error {
	return &Error{fmt.Errorf(format, args...), hint}
}

// Of returns the hint of the first error in err's chain that has one. If there is none, it returns
// "".
func Of(err error) string {
	if hinted, ok := errors.AsType[*Error](err); ok {
		return hinted.Hint
	}
	return ""
}

// Pointing is an error about a position in a text. Lines holds the lines around the position, with
// a mark below it.
type Pointing struct {
	Err   error
	Lines string
}

func (p Pointing) Error() string { return p.Err.Error() }
func (p Pointing) Unwrap() error { return p.Err }
