package cli

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/internal/slurm"
)

// submission is what submit has done for a study. It is kept in DIR/.submit/STUDY,
// beside the script of the job, the programs that run, a folder for each, and what the
// tasks print.
type submission struct {
	Study   string         `json:"study"`
	File    string         `json:"file,omitempty"` // that describes it, with a digest of what stood in it
	Digest  string         `json:"digest,omitempty"`
	On      string         `json:"on"`
	Options string         `json:"options,omitempty"` // of sbatch
	Args    []string       `json:"args"`              // of run, behind the study
	Shards  int            `json:"shards"`
	Code    string         `json:"code"`    // of the study, in the program that runs
	Program string         `json:"program"` // that runs
	Jobs    []submittedJob `json:"jobs"`    // of Slurm, that may still have tasks

	root string // results folder
}

type submittedJob struct {
	ID        string    `json:"id"`
	Array     string    `json:"array"` // as in 2,5,9-12
	Submitted time.Time `json:"submitted"`
}

func submitFolder(root, study string) string { return filepath.Join(root, ".submit", study) }

func (s *submission) folder() string { return submitFolder(s.root, s.Study) }

func (s *submission) record() string { return filepath.Join(s.folder(), "record.json") }

// output returns the folder that shards print into.
func (s *submission) output() string { return filepath.Join(s.folder(), "out") }

// again returns the command that submits the same once more.
func (s *submission) again() string {
	words := append([]string{"puzzlelab submit", quote(cmp.Or(s.File, s.Study))}, collect(s.Args, quote)...)
	words = append(words, "--on", s.On, "--tasks", fmt.Sprint(s.Shards))
	if s.Options != "" {
		words = append(words, "--sbatch", quote(s.Options))
	}
	return strings.Join(append(words, "--out", quote(shown(s.root))), " ")
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

// tasks returns the tasks of its jobs that have not ended.
func (s *submission) tasks(ctx context.Context) ([]slurm.Task, error) {
	if s == nil {
		return nil, nil
	}
	var jobs []string
	for _, job := range s.Jobs {
		jobs = append(jobs, job.ID)
	}
	return slurm.Tasks(ctx, jobs...)
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

// command returns the command of a shard, for a shell. The number of the shard and that
// of workers are given as the shell is to see them.
func (s *submission) command(shard, workers string) string {
	words := append([]string{quote(s.Program), "run", quote(cmp.Or(s.File, s.Study))}, collect(s.Args, quote)...)
	if workers != "" && !slices.ContainsFunc(s.Args, func(arg string) bool { return strings.HasPrefix(arg, "--workers=") }) {
		words = append(words, "--workers="+workers)
	}
	return strings.Join(append(words, fmt.Sprintf("--shard=%s/%d", shard, s.Shards), "--out="+quote(s.root)), " ")
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// quote makes one word of s for a shell.
func quote(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// sbatch submits the shards as an array.
func (s *submission) sbatch(ctx context.Context, shards []int) (job string, err error) {
	script := filepath.Join(s.folder(), "job.sh")
	text := "#!/bin/sh\n# One task of the array: a shard. Made by submit.\nexec " + s.command(`"$SLURM_ARRAY_TASK_ID"`, `"${SLURM_CPUS_PER_TASK:-1}"`) + "\n"
	if err := outfile.WriteBytes(script, []byte(text)); err != nil {
		return "", err
	}
	array := slurm.Array(shards)
	options := append([]string{
		"--job-name=puzzlelab-" + s.Study, "--array=" + array, "--requeue", "--open-mode=append",
		"--output=" + strings.ReplaceAll(s.output(), "%", "%%") + "/%a.out",
	}, strings.Fields(s.Options)...)
	if job, err = slurm.Submit(ctx, script, options...); err != nil {
		return "", err
	}
	s.Jobs = append(s.Jobs, submittedJob{job, array, time.Now().UTC().Truncate(time.Second)})
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
	next := func() (shard int, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if len(shards) == 0 || ctx.Err() != nil {
			return 0, false
		}
		shard, shards = shards[0], shards[1:]
		return shard, true
	}
	ended := func(shard int, place string, err error) (goesOn bool) {
		mu.Lock()
		defer mu.Unlock()
		name, code := fmt.Sprintf("shard %d/%d", shard, s.Shards), 0
		if place != "" {
			name += " on " + place
		}
		exited, ok := errors.AsType[*exec.ExitError](err)
		if ok {
			code = exited.ExitCode()
		}
		switch {
		case ctx.Err() != nil:
			return false
		case err != nil && (!ok || place != "" && code == 255): // it was not run
			env.say("note", fmt.Sprintf("%s: not started (%v): see %s", name, err, shown(s.output())))
			shards, lost = append(shards, shard), err
			return false
		case code == statusDone || code == statusLimited:
			env.say("note", name+": done")
			status = max(status, code)
		default:
			env.say("error", fmt.Sprintf("%s: %v: see %s", name, err, shown(s.output())))
			status = statusFailure
		}
		return true
	}
	for _, place := range places {
		group.Go(func() {
			for {
				shard, ok := next()
				if !ok || !ended(shard, place, s.runShard(ctx, place, shard)) {
					return
				}
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

// runShard runs one shard and waits for it.
func (s *submission) runShard(ctx context.Context, host string, shard int) error {
	out, err := os.OpenFile(filepath.Join(s.output(), fmt.Sprint(shard)+".out"), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer out.Close()
	name, args := "sh", []string{"-c", "exec " + s.command(fmt.Sprint(shard), "1")}
	if host != "" {
		name, args = "ssh", append(sshOptions, host, "cd "+quote(s.root)+" && exec "+s.command(fmt.Sprint(shard), ""))
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	return cmd.Run()
}

// sshOptions keep ssh from asking for a password.
var sshOptions = []string{"-o", "BatchMode=yes"}

// waiting returns the shards that have trials to run, and neither a task nor a process.
func waiting(toRun []int, tasks []slurm.Task, holders []experiments.Holder) (shards []int, trials int) {
	for i, n := range toRun {
		shard := experiments.Shard{Index: i + 1, Count: len(toRun)}
		taken := slices.ContainsFunc(tasks, func(t slurm.Task) bool { return t.Index == shard.Index }) ||
			slices.ContainsFunc(holders, func(h experiments.Holder) bool { return h.Shard == shard })
		if n > 0 && !taken {
			shards, trials = append(shards, shard.Index), trials+n
		}
	}
	return shards, trials
}
