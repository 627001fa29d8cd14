// Package cluster divides the trials of a study into shards, runs the shards in parallel with a
// shared results folder, and reports their progress.
//
// An [Engine] runs the shards; [Kinds] lists the types of engine:
//
//	s := &cluster.Submission{Study: "pruning", On: "ssh:n1,n2", Root: "/shared/results"}
//	plan, err := s.Plan(ctx, trials.Look, setting, 0) // find the shards that have something to run
//	status, err := s.Submit(ctx, plan.Shards, nil)
//	last, err := cluster.Last("/shared/results", "pruning")
//	last.Status(ctx, state, holders)             // which shards run, and why others do not
package cluster

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// Engine runs shards on one machine, on several hosts or on a cluster. Only an engine that queues
// its shards has tasks; other engines run the shards and wait for them.
type Engine interface {
	fmt.Stringer // String returns the engine in the form that [Parse] accepts.
	// Most returns the largest number of shards that the engine accepts.
	Most(ctx context.Context) (int, error)
	// Shards chooses the number of shards for the trials that still have to run. The number does
	// not exceed the given maximum.
	Shards(s experiments.State, most int) int
	// Variables returns shell code for the beginning of the script that runs a shard. The code sets
	// the variables $shard, $workers, $node and $task.
	Variables() string
	// Submit queues shards, or runs them and calls report with an event for each shard that ended.
	// It saves the submission and returns one exit status for all shards.
	Submit(ctx context.Context, s *Submission, shards []int, report func(Event)) (status int, err error)
	// Tasks returns the tasks of the given jobs, sorted by index; tasks with the same index are
	// sorted from oldest to newest. The result may lack tasks that ended some time ago.
	Tasks(ctx context.Context, jobs ...string) ([]Task, error)
	// Account reads the ended tasks of the given jobs from the accounting records, and returns the
	// given list with these tasks added. It inserts each task after the listed tasks with the same
	// index.
	Account(ctx context.Context, tasks []Task, jobs ...string) []Task
	// Cancel returns the shell command that cancels a job.
	Cancel(job string) string
	// Unfit returns the nodes that currently do not accept tasks, with the reasons.
	Unfit(ctx context.Context) ([]Node, error)
}

// Kind describes a type of engine that the user can choose with the flag --on.
type Kind struct {
	Name        string // part of the flag's value before the colon, such as "ssh"
	Title, Form string // name shown to users, and form of the values of --on
	Doc         string // paragraph of help that says what the command submit does with this engine
	// flag of the command submit that passes options to the engine, and the flag's help text; ""
	// for none
	Option, Usage string
	make          func(hosts string, options []string) (Engine, error)
}

// Kinds lists the types of engine that the user can choose with the flag --on.
var Kinds = []Kind{slurmKind, sshKind, localKind}

// Parse returns the engine for a value of the flag --on, such as "ssh:n1,n2". The options are the
// values of that engine's own flag. Parse returns an error if the value does not name an engine.
func Parse(on string, options ...string) (Engine, error) {
	name, hosts, _ := strings.Cut(on, ":")
	for _, k := range Kinds {
		if k.Name == name && (on == name || k.Form != name) {
			return k.make(hosts, options)
		}
	}
	return nil, fmt.Errorf("%q is not a place to run (want %s)", on, Forms())
}

// Forms lists the accepted forms of the flag --on, for help texts and error messages.
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
	Place  string // name of the host that ran the shard; "" for this machine
	Begun  bool   // whether the host began to run the shard
	Err    error  // reason why the shard failed; nil if it did not fail
	Output string // path of the file with the shard's output
}

// Task describes a task of a job. Each task runs one shard.
type Task struct {
	ID    string `json:"id"` // ID of the task in the form that Slurm's commands use, such as 17_4
	Index int    `json:"-"`  // number of the shard that the task runs
	// state of the task in Slurm's words, such as PENDING or "CANCELLED by 1000"; HELD if the task
	// waits for the user to release it
	State  string `json:"state"`
	Node   string `json:"node"`   // node that runs or ran the task; "" if the task has not started
	Reason string `json:"reason"` // reason why the task is pending or failed
	Exit   string `json:"-"`      // exit status in the form STATUS:SIGNAL
	Limit  string `json:"-"`      // time limit of the task, as Slurm prints it
	Memory uint64 `json:"-"`      // limit on the task's memory in KiB; 0 if unknown
	Peak   uint64 `json:"-"`      // peak memory use in KiB; 0 if unknown
	Output string `json:"-"`      // text that the task printed; "" if unknown
}

var ended = lazy.Regexp("^(BOOT_FAIL|CANCELLED|COMPLETED|DEADLINE|FAILED|NODE_FAIL|OUT_OF_MEMORY|PREEMPTED|TIMEOUT)")

// Job returns the number of the task's job.
func (t Task) Job() string { return strings.Split(t.ID, "_")[0] }

// Ended reports whether the task has ended and will not be started again.
func (t Task) Ended() bool { return ended().MatchString(t.State) }

// Node describes a node that does not accept tasks.
type Node struct {
	Name   string `json:"name"`
	State  string `json:"state"` // state of the node in Slurm's words, such as "drained"
	Reason string `json:"reason"`
	Remedy string `json:"-"` // advice on what the user should do; "" if unknown
}

// Finding explains why some tasks ended or do not start. If no reason is known, it gives the tasks'
// state.
type Finding struct {
	Cause  string   `json:"cause"`            // why the tasks ended or do not start, in a few words
	Remedy string   `json:"remedy,omitempty"` // advice on what the user should do
	Option string   `json:"option,omitempty"` // sbatch option to add when the study is submitted again; "" for none
	Tasks  []string `json:"tasks"`            // tasks to which the finding applies, with their nodes, such as "17_4 on n1"
}

// Constants that determine the number of shards if the user does not choose one.
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
