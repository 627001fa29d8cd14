package study

import (
	"fmt"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/command"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Command is an external program that a study runs as an additional strategy with the given name.
// Package command defines the protocol.
type Command struct {
	Name string   // name made of lower-case letters, digits and - + . _
	Argv []string // command and its arguments, as [command.Split] returns them
	Log  []string // patterns that extract results from the program's output, if the program does not use the protocol
}

// CommandTime is the time limit for trials of a [Command] if the study sets none. It stops programs
// that hang.
const CommandTime = time.Minute

// With returns a copy of the study that also runs the given programs as strategies. The error is a
// [*ChoiceError].
func (g Growing) With(commands []Command) (Growing, error) {
	if len(commands) == 0 {
		return g, nil
	}
	fail := func(format string, args ...any) (Growing, error) {
		return g, &ChoiceError{"command", fmt.Errorf(format, args...)}
	}
	programs := map[string]puzzle.Strategy[puzzle.Instance]{}
	own, limits := g.strategy, g.LimitsOf
	for _, c := range commands {
		if c.Name == "" || strings.Trim(c.Name, "abcdefghijklmnopqrstuvwxyz0123456789-+._") != "" {
			return fail("%q is not a name (want lower-case letters, digits and - + . _)", c.Name)
		}
		if _, err := own(c.Name); err == nil {
			return fail("%q is a strategy of %s (want another name)", c.Name, g.Kind.Name)
		}
		if _, twice := programs[c.Name]; twice {
			return fail("two are named %q", c.Name)
		}
		s, err := command.Strategy[puzzle.Instance](c.Name, c.Argv, c.Log...)
		if err != nil {
			return fail("%s: %w", c.Name, err)
		}
		programs[c.Name] = s
	}
	g.Strategy = func(name string) (puzzle.Strategy[puzzle.Instance], error) {
		if s, ok := programs[name]; ok {
			return s, nil
		}
		return own(name)
	}
	g.LimitsOf = func(strategy string, size int) search.Limits {
		l := g.Limits
		if limits != nil {
			l = limits(strategy, size)
		}
		if _, ok := programs[strategy]; ok && l.Time == 0 {
			l.Time = CommandTime
		}
		return l
	}
	return g, nil
}
