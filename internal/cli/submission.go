package cli

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/internal/slurm"
	"github.com/puzzlelab/puzzlelab/solvers/command"
)

// submission is what submit has done for a study. It is kept in DIR/.submit/STUDY,
// beside the script of the job, the programs that run, a folder for each, and what the
// tasks print.
type submission struct {
	Study   string   `json:"study"`
	File    string   `json:"file,omitempty"` // that describes it, with a digest of what stood in it
	Digest  string   `json:"digest,omitempty"`
	On      string   `json:"on"`
	Options []string `json:"options,omitempty"` // of sbatch
	Args    []string `json:"args"`              // of run, behind the study
	Shards  int      `json:"shards"`
	Code    string   `json:"code"`    // of the study, in the program that runs
	Program string   `json:"program"` // that runs
	Jobs    []string `json:"jobs"`    // of Slurm, that may still have tasks

	root   string // results folder
	script string // that runs a shard
}

func submitFolder(root, study string) string { return filepath.Join(root, ".submit", study) }

func (s *submission) folder() string { return submitFolder(s.root, s.Study) }

func (s *submission) record() string { return filepath.Join(s.folder(), "record.json") }

// output returns the folder that shards print into.
func (s *submission) output() string { return filepath.Join(s.folder(), "out") }

func (s *submission) outputOf(shard int) string {
	return filepath.Join(s.output(), fmt.Sprint(shard)+".out")
}

// again returns the command that submits the same once more, with an option of sbatch in
// place of others that begin like it, "" for none.
func (s *submission) again(option string) string {
	words := append([]string{"puzzlelab", "submit", cmp.Or(s.File, s.Study)}, s.Args...)
	words = append(words, "--on", s.On, "--tasks", fmt.Sprint(s.Shards))
	options := slices.Clone(s.Options)
	if name, _, ok := strings.Cut(option, "="); ok {
		options = append(slices.DeleteFunc(options, func(o string) bool { return strings.HasPrefix(o, name) }), option)
	}
	if len(options) > 0 {
		words = append(words, "--sbatch", command.Join(options))
	}
	return command.Join(append(words, "--out", shown(s.root)))
}

// submitted returns what has been submitted last of a study, nil if nothing has.
func submitted(root, study string) (*submission, error) {
	s := &submission{Study: study, root: root}
	data, err := os.ReadFile(s.record())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(data, s)
	}
	if err == nil && (s.Study != study || s.Shards < 1) {
		err = errors.New("it is not the record of this study")
	}
	if err != nil {
		return nil, failure("remove it if no job of it is running", "%s: %w", shown(s.record()), err)
	}
	return s, nil
}

// save writes the record.
func (s *submission) save() error {
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return outfile.WriteBytes(s.record(), append(data, '\n'))
}

// tasks returns the tasks of its jobs that Slurm knows.
func (s *submission) tasks(ctx context.Context) ([]slurm.Task, error) {
	if s == nil {
		return nil, nil
	}
	return slurm.Tasks(ctx, s.Jobs...)
}

// copyProgram copies this program into a folder that is named after its contents, so
// that building another changes nothing for tasks that are to run.
func (s *submission) copyProgram() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	s.Program = filepath.Join(s.folder(), fmt.Sprintf("%x", sha256.Sum256(data))[:16], filepath.Base(program))
	if _, err := os.Stat(s.Program); err == nil {
		return nil
	}
	if err := outfile.WriteBytes(s.Program, data); err != nil {
		return err
	}
	return os.Chmod(s.Program, 0o755)
}

// begins is how the line begins that a shard prints before it runs.
const begins = "this shard begins on "

// writeScript writes the script that runs a shard: the task of an array, or the one that is
// its first argument, with as many workers as the second says. No two have one name: a
// machine where it is not there has another results folder, and must not run trials into it.
func (s *submission) writeScript() error {
	f, err := os.CreateTemp(s.folder(), "job-*.sh")
	if err != nil {
		return err
	}
	defer f.Close()
	s.script = f.Name()
	run := command.Join(append([]string{s.Program, "run", cmp.Or(s.File, s.Study)}, s.Args...))
	if !slices.ContainsFunc(s.Args, func(arg string) bool { return strings.HasPrefix(arg, "--workers=") }) {
		run += " ${workers:+--workers=$workers}"
	}
	_, err = fmt.Fprintf(f, `#!/bin/sh
# Runs a shard. Made by submit.
shard=${1-$SLURM_ARRAY_TASK_ID} workers=${2-${SLURM_CPUS_PER_TASK:-1}} node=${SLURMD_NODENAME-$(uname -n)}
[ -e %s ] || {
	echo "puzzlelab: error: $node does not see the results folder that submit wrote to" >&2
	exit 78
}
echo "%s$node as ${SLURM_ARRAY_JOB_ID+${SLURM_ARRAY_JOB_ID}_}$shard" >&2
exec %s --shard="$shard/%d" --out=%s
`, quote(s.script), begins, run, s.Shards, quote(s.root))
	return err
}

// printed returns what is known of a shard from what it has printed since it began last.
func (s *submission) printed(shard int) slurm.Task {
	t := slurm.Task{ID: fmt.Sprint(shard), Index: shard}
	data, _ := os.ReadFile(s.outputOf(shard))
	if i := bytes.LastIndex(data, []byte(begins)); i >= 0 {
		var at string
		at, t.Output, _ = strings.Cut(string(data[i+len(begins):]), "\n")
		t.Node, t.ID, _ = strings.Cut(at, " as ")
	}
	return t
}

// quote makes one word of s for a shell.
func quote(s string) string { return command.Join([]string{s}) }

// sbatch submits the shards as an array.
func (s *submission) sbatch(ctx context.Context, shards []int) (job string, err error) {
	options := append([]string{
		"--job-name=puzzlelab-" + s.Study, "--array=" + slurm.Array(shards), "--requeue", "--open-mode=append",
		"--output=" + strings.ReplaceAll(s.output(), "%", "%%") + "/%a.out",
	}, s.Options...)
	if job, err = slurm.Submit(ctx, s.script, options...); err != nil {
		for _, why := range slurm.Explain(slurm.Task{Output: err.Error()}) {
			return "", failure(why.Remedy, "%s: %w", why.Cause, err)
		}
		return "", err
	}
	s.Jobs = append(s.Jobs, job)
	return job, s.save()
}

// runOn runs the shards by commands that are started here, one at a time for each
// place: a host, or "" for a core of this machine. It returns the exit status of all.
func (s *submission) runOn(ctx context.Context, env *environment, places []string, shards []int) (int, error) {
	var (
		mu     sync.Mutex
		group  sync.WaitGroup
		status = statusDone
		lost   = errors.New("none was tried")
	)
	step := func(place string) (goesOn bool) {
		mu.Lock()
		if len(shards) == 0 || ctx.Err() != nil {
			mu.Unlock()
			return false
		}
		shard := shards[0]
		shards = shards[1:]
		mu.Unlock()
		begun, err := s.runShard(ctx, place, shard)
		mu.Lock()
		defer mu.Unlock()
		name, code, see := fmt.Sprintf("shard %d/%d", shard, s.Shards), statusDone, shown(s.outputOf(shard))
		if place != "" {
			name += " on " + place
		}
		if exited, ok := errors.AsType[*exec.ExitError](err); ok {
			code = exited.ExitCode()
		} else if err != nil {
			code = statusFailure
		}
		switch {
		case ctx.Err() != nil:
			return false
		case err != nil && !begun:
			env.say("note", fmt.Sprintf("%s: not started (%v): see %s", name, err, see))
			shards, lost = append(shards, shard), err
			return false
		case code == statusDone || code == statusLimited:
			env.say("note", name+": done")
			status = max(status, code)
			return true
		case place != "" && (code == 255 || code < 0): // ssh itself failed
			err = fmt.Errorf("the connection broke while it ran (%w); puzzlelab status tells whether it goes on there, and if not, the same command does", err)
		}
		env.say("error", fmt.Sprintf("%s: %v: see %s", name, err, see))
		status = statusFailure
		return place == "" || code > 0 && code < 255
	}
	for _, place := range places {
		group.Go(func() {
			for step(place) {
			}
		})
	}
	group.Wait()
	if ctx.Err() != nil {
		return statusInterrupted, resumable{context.Cause(ctx)}
	}
	if len(shards) > 0 {
		return statusFailure, failure("the same command goes on", "%s did not run: %w", counted(len(shards), "shard"), lost)
	}
	return status, nil
}

// runShard runs one shard and waits for it. It reports whether the shard has begun.
func (s *submission) runShard(ctx context.Context, host string, shard int) (begun bool, err error) {
	out, err := os.OpenFile(s.outputOf(shard), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return false, err
	}
	defer out.Close()
	before, err := out.Seek(0, io.SeekEnd)
	if err != nil {
		return false, err
	}
	name, args := "sh", []string{s.script, fmt.Sprint(shard), "1"}
	if host != "" {
		name, args = "ssh", append(sshOptions, host, fmt.Sprintf("cd %s && exec sh %s %d ''", quote(s.root), quote(s.script), shard))
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	err = cmd.Run()
	printed, _ := os.ReadFile(out.Name())
	return bytes.Contains(printed[min(int(before), len(printed)):], []byte(begins)), err
}

// sshOptions keep ssh from asking for a password, and from waiting for a host that is gone.
var sshOptions = []string{"-oBatchMode=yes", "-oServerAliveInterval=30"}

// taken returns the shards that have a task or a process, with what they are: "waiting" or
// "running".
func (s *submission) taken(tasks []slurm.Task, holders []experiments.Holder) map[experiments.Shard]string {
	taken := map[experiments.Shard]string{}
	for _, t := range tasks {
		state := "running"
		if t.Node == "" {
			state = "waiting"
		}
		taken[experiments.Shard{Index: t.Index, Count: s.Shards}] = state
	}
	for _, h := range holders {
		taken[h.Shard] = "running"
	}
	return taken
}

// idle returns the shards that have trials to run, and neither a task nor a process.
func idle(toRun []int, taken map[experiments.Shard]string) (shards []int, trials int) {
	for i, n := range toRun {
		if shard := (experiments.Shard{Index: i + 1, Count: len(toRun)}); n > 0 && taken[shard] == "" {
			shards, trials = append(shards, shard.Index), trials+n
		}
	}
	return shards, trials
}
