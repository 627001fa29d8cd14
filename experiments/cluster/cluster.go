// Package cluster runs the trials of a study in shards, which run beside each other and write
// into one results folder, and finds out how the shards are getting on.
//
// An [Engine] is what runs them. Each is in a file of its own, and in [Kinds]:
//
//	s := &cluster.Submission{Study: "pruning", On: "ssh:n1,n2", Root: "/shared/results"}
//	plan, err := s.Plan(ctx, trials.Look, setting, 0) // which shards have something to run
//	status, err := s.Submit(ctx, plan.Shards, nil)
//	last, err := cluster.Last("/shared/results", "pruning")
//	last.Status(ctx, state, holders)             // who runs what, and why the rest does not
package cluster

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// An Engine runs shards. One that waits until they have run has no tasks to ask for.
type Engine interface {
	fmt.Stringer // what [Parse] reads
	// Most returns the largest number of shards.
	Most(ctx context.Context) (int, error)
	// Shards chooses how many shards trials are run in, at most most.
	Shards(s experiments.State, most int) int
	// Variables sets shard, workers, node and task in the script that runs a shard.
	Variables() string
	// Submit hands shards over, or runs them and reports how each ended. It saves what has
	// been submitted, and returns the exit status of all.
	Submit(ctx context.Context, s *Submission, shards []int, report func(Event)) (status int, err error)
	// Tasks returns the tasks of jobs, sorted by index and, of one index, the newest last. An
	// engine may forget tasks that have ended.
	Tasks(ctx context.Context, jobs ...string) ([]Task, error)
	// Account adds what accounts say about tasks that have ended, each after what is already
	// known about it.
	Account(ctx context.Context, tasks []Task, jobs ...string) []Task
	// Cancel returns the command that cancels a job.
	Cancel(job string) string
	// Unfit returns the nodes that take no tasks.
	Unfit(ctx context.Context) ([]Node, error)
}

// Kind is a kind of engines.
type Kind struct {
	Name          string // that --on begins with
	Title, Form   string // what people call it; what --on takes
	Doc           string // what submit does then: a paragraph of its help
	Option, Usage string // flag of submit that has more for the engine; "" for none
	make          func(hosts string, options []string) (Engine, error)
}

// Kinds lists the kinds that --on can choose.
var Kinds = []Kind{slurmKind, sshKind, localKind}

// Parse returns the engine that --on names, with what the flag of its kind has for it.
func Parse(on string, options ...string) (Engine, error) {
	name, hosts, _ := strings.Cut(on, ":")
	for _, k := range Kinds {
		if k.Name == name && (on == name || k.Form != name) {
			return k.make(hosts, options)
		}
	}
	return nil, fmt.Errorf("%q is no place to run (want %s)", on, Forms())
}

// Forms lists what --on takes.
func Forms() string {
	return wording.AnyOf(wording.Each(Kinds, func(k Kind) string { return k.Form }))
}

// KindOf returns the kind of an engine.
func KindOf(e Engine) Kind {
	name, _, _ := strings.Cut(e.String(), ":")
	return Kinds[slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == name })]
}

// Event is how a shard ended.
type Event struct {
	Shard  store.Shard
	Place  string // host, "" for this machine
	Begun  bool
	Err    error  // nil if it has run
	Output string // file that has what it printed
}

// Task is a task of a job: it runs a shard.
type Task struct {
	ID     string `json:"id"`     // in commands of Slurm: 17_4
	Index  int    `json:"-"`      // of the shard
	State  string `json:"state"`  // in Slurm's words, as in PENDING or "CANCELLED by 1000"; HELD if it waits for somebody to release it
	Node   string `json:"node"`   // that it runs or ran on, "" for none
	Reason string `json:"reason"` // why it is pending or failed
	Exit   string `json:"-"`      // STATUS:SIGNAL
	Limit  string `json:"-"`      // on its time
	Memory uint64 `json:"-"`      // KiB that it may use, 0 if that is not known
	Peak   uint64 `json:"-"`      // KiB that it used, 0 if that is not known
	Output string `json:"-"`      // what it printed, as far as the caller knows
}

var ended = regexp.MustCompile("^(BOOT_FAIL|CANCELLED|COMPLETED|DEADLINE|FAILED|NODE_FAIL|OUT_OF_MEMORY|PREEMPTED|TIMEOUT)")

// Job returns the number of its job.
func (t Task) Job() string { return strings.Split(t.ID, "_")[0] }

// Ended reports whether the task has ended for good.
func (t Task) Ended() bool { return ended.MatchString(t.State) }

// Node is a node that takes no tasks.
type Node struct {
	Name   string `json:"name"`
	State  string `json:"state"` // as in "drained"
	Reason string `json:"reason"`
	Remedy string `json:"-"` // what somebody has to do; "" if that is not known
}

// Finding says of some tasks why they ended or do not start, else their state.
type Finding struct {
	Cause  string   `json:"cause"`            // in a few words
	Remedy string   `json:"remedy,omitempty"` // what somebody has to do
	Option string   `json:"option,omitempty"` // of sbatch that the next job needs
	Tasks  []string `json:"tasks"`            // as in "17_4 on n1"
}

// The number of shards that is chosen if none is given.
const (
	shardTime   = 3 * time.Minute // of one, if it is known what trials take
	shardTrials = 100             // of one, if it is not
	mostShards  = 1000
)

// portions chooses shards that take some minutes each.
func portions(s experiments.State, least, most int) int {
	n := math.Ceil(float64(s.Missing+s.Failed) / shardTrials)
	if s.Left > 0 {
		n = math.Ceil(s.Left.Seconds() / shardTime.Seconds())
	}
	return int(min(max(n, float64(least), 1), float64(most)))
}
