package cli

import (
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// defaultMemory keeps a search without limits from taking all of a machine. It
// is the same on every machine, so that outcomes are.
const defaultMemory = 4 << 30

func limitFlags(fs *pflag.FlagSet, l *search.Limits, each, one, zero, timeAdvice string) {
	fs.Var(countFlag(&l.Expanded), "nodes", "stop "+each+" after expanding `N` nodes, as in 60k or 1M "+zero)
	fs.Var(durationFlag(&l.Time), "time", "stop "+each+" after `TIME`, as in 30s "+zero+timeAdvice)
	fs.Var(bytesFlag(&l.Bytes), "memory", "stop "+one+" that would hold more than `SIZE`, as in 2GiB "+zero)
}

// limiting knows the limits of each search of a command.
type limiting struct {
	limits      search.Limits
	defaultTime func(instance) time.Duration // nil if there is none, or a limit is given
	said        bool                         // that there is a default
}

// register registers the flags that bound each search.
func (l *limiting) register(cmd *cobra.Command, p *puzzle.Puzzle) {
	l.limits.Bytes, l.defaultTime = defaultMemory, p.DefaultTime
	advice := ""
	if p.TimeAdvice != "" {
		advice = " (default: " + p.TimeAdvice + ")"
	}
	limitFlags(cmd.Flags(), &l.limits, "a search", "a search", "(0: never)", advice)
}

// check takes the puzzle's default away if any of the flags is given.
func (l *limiting) check(cmd *cobra.Command) {
	if slices.ContainsFunc([]string{"nodes", "time", "memory"}, cmd.Flags().Changed) {
		l.defaultTime = nil
	}
}

// forItem returns the limits of one search. The first time that a default limits
// it this is said, since the outcome may surprise.
func (l *limiting) forItem(env *environment, it item) search.Limits {
	limits := l.limits
	if l.defaultTime == nil {
		return limits
	}
	limits.Time = l.defaultTime(it.instance)
	if limits.Time > 0 && !l.said {
		env.say("note", fmt.Sprintf("%v: no limit given, so a search of this size stops after %s (--time 0: never)", it, limits.Time))
		l.said = true
	}
	return limits
}
