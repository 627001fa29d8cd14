package cli

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// limitFlags are the flags that bound one search.
type limitFlags struct {
	nodes  countFlag
	time   durationFlag
	memory bytesFlag
}

// defaultMemory keeps a search without limits from taking all of a machine. It
// is the same on every machine, so that outcomes are.
const defaultMemory bytesFlag = 4 << 30

func (l *limitFlags) register(fs *pflag.FlagSet, p *puzzle.Puzzle) {
	timeUsage := "stop a search after `TIME`, as in 30s (0: never)"
	if p.TimeAdvice != "" {
		timeUsage += " (default: " + p.TimeAdvice + ")"
	}
	fs.Var(&l.nodes, "nodes", "stop a search after expanding `N` nodes, as in 60k or 1M (0: never)")
	fs.Var(&l.time, "time", timeUsage)
	l.memory = defaultMemory
	fs.Var(&l.memory, "memory", "stop a search that would hold more than `SIZE`, as in 2GiB (0: never)")
}

// registerOwn registers the flags for a study, which has limits of its own.
func (l *limitFlags) registerOwn(fs *pflag.FlagSet) {
	fs.Var(&l.nodes, "nodes", "stop each trial after expanding `N` nodes, as in 60k or 1M (0: as in the study)")
	fs.Var(&l.time, "time", "stop each trial after `TIME`, as in 30s (0: as in the study)")
	fs.Var(&l.memory, "memory", "stop a trial that would hold more than `SIZE`, as in 2GiB (0: as in the study)")
}

func (l *limitFlags) limits() search.Limits {
	return search.Limits{Expanded: uint64(l.nodes), Time: time.Duration(l.time), Bytes: uint64(l.memory)}
}

// of returns the limits of the searches of a command, once its flags are
// parsed: those of the flags, or, if none of the flags is given, those that the
// puzzle has for an instance.
func (l *limitFlags) of(p *puzzle.Puzzle, cmd *cobra.Command) limiting {
	given := false
	for _, name := range []string{"nodes", "time", "memory"} {
		given = given || cmd.Flags().Changed(name)
	}
	bounds := limiting{limits: l.limits()}
	if !given {
		bounds.defaultTime = p.DefaultTime
	}
	return bounds
}

// limiting knows the limits of each search of a command.
type limiting struct {
	limits      search.Limits
	defaultTime func(instance) time.Duration // nil if there is none, or a limit is given
	said        bool                         // that there is a default
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
