package cluster

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"

	"github.com/puzzlelab/puzzlelab/experiments"
)

// local runs one shard at a time on each core of this machine.
type local struct{ pool }

var localKind = Kind{
	Name: "local", Title: "this machine", Form: "local",
	Doc: "--on local runs a shard at a time for each core of this machine, and waits.",
	make: func(string, []string) (Engine, error) {
		return local{pool{make([]string, runtime.GOMAXPROCS(0)), func(ctx context.Context, s *Submission, _ string, shard int) *exec.Cmd {
			return exec.CommandContext(ctx, "sh", s.script, fmt.Sprint(shard), "1")
		}}}, nil
	},
}

func (local) String() string { return "local" }

func (e local) Shards(_ experiments.State, most int) int { return min(len(e.places), most) }
