// Package cluster divides the trials of a study into shards, runs the shards side by side with one
// results folder, and reports their progress.
//
// An [Engine] runs the shards. Each engine has its own file and an entry in [Kinds]:
//
//	s := &cluster.Submission{Study: "pruning", On: "ssh:n1,n2", Root: "/shared/results"}
//	plan, err := s.Plan(ctx, trials.Look, setting, 0) // find the shards that have something to run
//	status, err := s.Submit(ctx, plan.Shards, nil)
//	last, err := cluster.Last("/shared/results", "pruning")
//	last.Status(ctx, state, holders)             // where shards run, and why others do not
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

// Engine runs shards. An engine that waits for its shards itself has no tasks to query.
type Engine interface {
	fmt.Stringer // returns the engine in the form that [Parse] reads
	// Most returns the largest possible number of shards.
	Most(ctx context.Context) (int, error)
	// Shards chooses into how many shards to divide the trials, at most most.
	Shards(s experiments.State, most int) int
	// Variables returns shell code that sets shard, workers, node and task in the script that runs
	// a shard.
	Variables() string
	// Submit queues shards, or runs them and reports how each ended. It saves the submission, and
	// returns a common exit status.
	Submit(ctx context.Context, s *Submission, shards []int, report func(Event)) (status int, err error)
	// Tasks returns the tasks of jobs, sorted by index; tasks with the same index are sorted by
	// age, with the newest last. An engine may forget tasks that have ended.
	Tasks(ctx context.Context, jobs ...string) ([]Task, error)
	// Account adds accounting records of ended tasks, each after the known tasks with the same
	// index.
	Account(ctx context.Context, tasks []Task, jobs ...string) []Task
	// Cancel returns the command that cancels a job.
	Cancel(job string) string
	// Unfit returns the nodes that do not accept tasks.
	Unfit(ctx context.Context) ([]Node, error)
}

// Kind describes a type of engine that --on can choose.
type Kind struct {
	Name          string // prefix of --on
	Title, Form   string // name shown to users; syntax of --on
	Doc           string // help paragraph about what submit does with this engine
	Option, Usage string // flag of submit that takes options for the engine, and its help; "" for none
	make          func(hosts string, options []string) (Engine, error)
}

// Kinds lists the types of engine that --on can choose.
var Kinds = []Kind{slurmKind, sshKind, localKind}

// Parse returns the engine that --on names, with options from that engine's flag.
func Parse(on string, options ...string) (Engine, error) {
	name, hosts, _ := strings.Cut(on, ":")
	for _, k := range Kinds {
		if k.Name == name && (on == name || k.Form != name) {
			return k.make(hosts, options)
		}
	}
	return nil, fmt.Errorf("%q is no place to run (want %s)", on, Forms())
}

// Forms lists the accepted values of --on.
func Forms() string {
	return wording.AnyOf(wording.Each(Kinds, func(k Kind) string { return k.Form }))
}

// KindOf returns the type of an engine.
func KindOf(e Engine) Kind {
	name, _, _ := strings.Cut(e.String(), ":")
	return Kinds[slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == name })]
}

// Event reports how a shard ended.
type Event struct {
	Shard  store.Shard
	Place  string // host; "" for this machine
	Begun  bool
	Err    error  // nil if the shard ran to its end
	Output string // file with the shard's output
}

// Task is a task of a job; it runs one shard.
type Task struct {
	ID     string `json:"id"`     // as in commands of Slurm: 17_4
	Index  int    `json:"-"`      // index of the shard
	State  string `json:"state"`  // in Slurm's words, such as PENDING or "CANCELLED by 1000"; HELD if the user has to release it
	Node   string `json:"node"`   // where it runs or ran; "" if it has not started
	Reason string `json:"reason"` // why it is pending or failed
	Exit   string `json:"-"`      // STATUS:SIGNAL
	Limit  string `json:"-"`      // time limit
	Memory uint64 `json:"-"`      // KiB that it may use; 0 if unknown
	Peak   uint64 `json:"-"`      // KiB that it used; 0 if unknown
	Output string `json:"-"`      // its output, if the caller knows it
}

var ended = regexp.MustCompile("^(BOOT_FAIL|CANCELLED|COMPLETED|DEADLINE|FAILED|NODE_FAIL|OUT_OF_MEMORY|PREEMPTED|TIMEOUT)")

// Job returns the number of the task's job.
func (t Task) Job() string { return strings.Split(t.ID, "_")[0] }

// Ended reports whether the task has ended and will not be started again.
func (t Task) Ended() bool { return ended.MatchString(t.State) }

// Node is a node that does not accept tasks.
type Node struct {
	Name   string `json:"name"`
	State  string `json:"state"` // such as "drained"
	Reason string `json:"reason"`
	Remedy string `json:"-"` // what the user has to do; "" if unknown
}

// Finding explains why some tasks ended or do not start. If no reason is known, it gives their
// state.
type Finding struct {
	Cause  string   `json:"cause"`            // in a few words
	Remedy string   `json:"remedy,omitempty"` // what the user has to do
	Option string   `json:"option,omitempty"` // sbatch option that the next job needs
	Tasks  []string `json:"tasks"`            // such as "17_4 on n1"
}

// These determine the number of shards if the user does not choose one.
const (
	shardTime   = 3 * time.Minute // time of one shard, if the times of trials are known
	shardTrials = 100             // trials of one shard, otherwise
	mostShards  = 1000
)

// portions chooses the number of shards so that each takes a few minutes.
func portions(s experiments.State, least, most int) int {
	n := math.Ceil(float64(s.Missing+s.Failed) / shardTrials)
	if s.Left > 0 {
		n = math.Ceil(s.Left.Seconds() / shardTime.Seconds())
	}
	return int(min(max(n, float64(least), 1), float64(most)))
}
