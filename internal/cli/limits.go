package cli

import (
	"time"

	"github.com/spf13/pflag"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// limitFlags are the flags that bound one search.
type limitFlags struct {
	nodes  countFlag
	time   durationFlag
	memory bytesFlag
}

func (l *limitFlags) register(fs *pflag.FlagSet) {
	fs.Var(&l.nodes, "nodes", "stop a search after expanding `N` nodes, as in 60k or 1M (0: never)")
	fs.Var(&l.time, "time", "stop a search after `TIME`, as in 30s (0: never)")
	fs.Var(&l.memory, "memory", "stop a search that would hold more than `SIZE`, as in 2GiB (0: never)")
}

func (l *limitFlags) limits() search.Limits {
	return search.Limits{Expanded: uint64(l.nodes), Time: time.Duration(l.time), Bytes: uint64(l.memory)}
}
