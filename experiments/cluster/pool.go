package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/internal/hint"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// pool starts the commands that run shards, one at a time in each place, and waits for them.
type pool struct {
	places  []string // hosts, or "" for each core of this machine
	command func(ctx context.Context, s *Submission, place string, shard int) *exec.Cmd
}

func (pool) Most(context.Context) (int, error) { return mostShards, nil }

// Variables returns shell code that reads the shard and the number of workers from the script's
// arguments.
func (pool) Variables() string { return "shard=$1 workers=$2 node=$(uname -n) task=$1" }

func (pool) Tasks(context.Context, ...string) ([]Task, error) { return nil, nil }

func (pool) Account(_ context.Context, tasks []Task, _ ...string) []Task { return tasks }

func (pool) Cancel(string) string { return "" }

func (pool) Unfit(context.Context) ([]Node, error) { return nil, nil }

// Exit statuses of the command that runs a shard; 0 means that the shard is done.
const (
	statusFailure = 1
	statusLimited = 3
)

// Submit runs the shards on the hosts, or on the cores of this machine. If a host cannot start a
// shard, another host runs that shard, and the failing host does not get any more shards.
func (p pool) Submit(ctx context.Context, s *Submission, shards []int, report func(Event)) (int, error) {
	if err := s.save(); err != nil {
		return statusFailure, err
	}
	var (
		mu     sync.Mutex
		group  sync.WaitGroup
		status = 0
		lost   = errors.New("no host was tried")
		left   = make(chan int, len(shards))
	)
	for _, shard := range shards {
		left <- shard
	}
	one := func(place string, shard int) (goesOn bool) {
		e, code := p.run(ctx, s, place, shard)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case ctx.Err() != nil:
			return false
		case e.Err != nil && !e.Begun:
			lost = e.Err
			left <- shard
		case code == 0 || code == statusLimited:
			e.Err, status, goesOn = nil, max(status, code), true
		case sshFailed(place, code):
			e.Err = fmt.Errorf("the connection broke while it ran (%w); check with puzzlelab status whether it is still running; if not, repeat the command", e.Err)
			status = statusFailure
		default:
			status, goesOn = statusFailure, true
		}
		report(e)
		return goesOn
	}
	for _, place := range p.places {
		group.Go(func() {
			for goesOn := true; goesOn && ctx.Err() == nil; {
				select {
				case shard := <-left:
					goesOn = one(place, shard)
				default:
					return
				}
			}
		})
	}
	group.Wait()
	if len(left) > 0 && ctx.Err() == nil {
		return statusFailure, hint.Errorf("repeat the command to continue", "%s did not run: %w", numerals.Counted(len(left), "shard"), lost)
	}
	return status, context.Cause(ctx)
}

// sshFailed reports whether an exit status is that of ssh itself, not of the command that it ran.
func sshFailed(place string, code int) bool { return place != "" && (code == 255 || code < 0) }

// run runs one shard, waits for it, and returns its exit status, which is negative after a signal.
func (p pool) run(ctx context.Context, s *Submission, place string, shard int) (e Event, code int) {
	e = Event{Shard: store.Shard{Index: shard, Count: s.Shards}, Place: place, Output: s.outputOf(shard)}
	before, _ := os.ReadFile(e.Output)
	out, err := os.OpenFile(e.Output, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		e.Err = err
		return e, statusFailure
	}
	defer out.Close()
	cmd := p.command(ctx, s, place, shard)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	e.Err = cmd.Run()
	printed, _ := os.ReadFile(e.Output)
	e.Begun = bytes.Contains(printed[min(len(before), len(printed)):], []byte(begins))
	return e, cmd.ProcessState.ExitCode()
}

// local runs one shard at a time on each core of this machine.
type local struct{ pool }

var localKind = Kind{
	Name: "local", Title: "this machine", Form: "local",
	Doc: "--on local runs one shard at a time on each core of this machine. The command\nwaits until all shards end.",
	make: func(string, []string) (Engine, error) {
		return local{pool{make([]string, runtime.GOMAXPROCS(0)), func(ctx context.Context, s *Submission, _ string, shard int) *exec.Cmd {
			return exec.CommandContext(ctx, "sh", s.script, fmt.Sprint(shard), "1")
		}}}, nil
	},
}

func (local) String() string { return "local" }

func (e local) Shards(_ experiments.State, most int) int { return min(len(e.places), most) }

// ssh runs one shard at a time on each host.
type ssh struct{ pool }

var sshKind = Kind{
	Name: "ssh", Title: "ssh", Form: "ssh:HOST,…",
	Doc: `--on ssh:HOST,HOST runs one shard at a time on each host, with a worker on each
core. The command waits until all shards end. All hosts must have the results
folder under the same path and be able to run programs built on this machine. If
you interrupt the command, each host finishes its current shard.`,
	make: func(hosts string, _ []string) (Engine, error) {
		places := strings.Split(hosts, ",")
		if slices.ContainsFunc(places, func(host string) bool { return host == "" || host[0] == '-' || strings.ContainsAny(host, " \t\n") }) {
			return nil, fmt.Errorf("%q does not name hosts (want ssh:HOST,HOST)", "ssh:"+hosts)
		}
		return ssh{pool{places, func(ctx context.Context, s *Submission, host string, shard int) *exec.Cmd {
			return SSH(ctx, host, fmt.Sprintf("cd %s && exec sh %s %d ''", quote(s.Root), quote(s.script), shard))
		}}}, nil
	},
}

// SSH returns a command that runs a shell script on another host. The command never prompts for a
// password, and it ends if the host no longer responds.
func SSH(ctx context.Context, host, script string) *exec.Cmd {
	return exec.CommandContext(ctx, "ssh", "-oBatchMode=yes", "-oServerAliveInterval=30", host, script)
}

func (e ssh) String() string { return "ssh:" + strings.Join(e.places, ",") }

func (e ssh) Shards(s experiments.State, most int) int { return portions(s, len(e.places), most) }
