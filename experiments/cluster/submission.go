package cluster

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/internal/hint"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/solvers/command"
)

// Submission records which shards of a study were submitted, and how. It is stored in the folder
// DIR/.submit/STUDY, where DIR is the results folder. The same folder contains the job script, a
// folder for each version of the submitted program, and the output of the tasks.
type Submission struct {
	Study   string   `json:"study"`
	File    string   `json:"file,omitempty"`   // path of the file that describes the study; "" for a built-in study
	Digest  string   `json:"digest,omitempty"` // digest of the content of File
	On      string   `json:"on"`
	Options []string `json:"options,omitempty"` // options that the user passed to the engine
	Args    []string `json:"args"`              // arguments that follow the study's name in the command "run"
	Shards  int      `json:"shards"`
	Code    string   `json:"code"`            // identifier of the study's code in the submitted program
	Program string   `json:"program"`         // path of the submitted program
	Queue   string   `json:"queue,omitempty"` // engine in which Jobs are queued; "" if it is the same as On
	Jobs    []string `json:"jobs"`            // numbers of jobs that may still have tasks

	Root   string `json:"-"` // path of the results folder
	engine Engine // engine that On names
	queue  Engine // engine that runs Jobs
	script string // path of the script that runs a shard
}

// resolve finds the engines from their names.
func (s *Submission) resolve() (err error) {
	if s.engine, err = Parse(s.On, s.Options...); err == nil {
		s.queue, err = Parse(cmp.Or(s.Queue, s.On))
	}
	return err
}

func (s *Submission) folder() string { return filepath.Join(s.Root, ".submit", s.Study) }

// Record returns the path of the file that holds the submission.
func (s *Submission) Record() string { return filepath.Join(s.folder(), "record.json") }

// output returns the folder for the output of tasks.
func (s *Submission) output() string { return filepath.Join(s.folder(), "out") }

func (s *Submission) outputOf(shard int) string {
	return filepath.Join(s.output(), fmt.Sprint(shard)+".out")
}

// Lock prevents other processes from submitting the study until unlock is called.
func (s *Submission) Lock() (unlock func(), err error) {
	return store.LockFolder(s.folder(), s.Study)
}

// Again returns the shell command that submits the same study once more. A non-empty option, such
// as "--mem=8G", replaces the engine's option of the same name.
func (s *Submission) Again(option string) string {
	words := append([]string{"puzzlelab", "submit", cmp.Or(s.File, s.Study)}, s.Args...)
	words = append(words, "--on", s.On, "--tasks", fmt.Sprint(s.Shards))
	options := slices.Clone(s.Options)
	if name, _, ok := strings.Cut(option, "="); ok {
		options = append(slices.DeleteFunc(options, func(o string) bool { return strings.HasPrefix(o, name) }), option)
	}
	if len(options) > 0 {
		words = append(words, "--"+KindOf(s.engine).Option, command.Join(options))
	}
	return command.Join(append(words, "--out", outfile.Shown(s.Root)))
}

// Last reads the last submission of a study from the results folder. It returns nil without an
// error if there is none.
func Last(root, study string) (*Submission, error) {
	s := &Submission{Study: study, Root: root}
	data, err := os.ReadFile(s.Record())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(data, s)
	}
	if err == nil && (s.Study != study || s.Shards < 1) {
		err = errors.New("it belongs to another study")
	}
	if err == nil {
		err = s.resolve()
	}
	if err != nil {
		return nil, hint.Errorf("remove it, unless one of its jobs is running", "%s: %w", outfile.Shown(s.Record()), err)
	}
	return s, nil
}

// save writes the record.
func (s *Submission) save() error { return outfile.WriteJSON(s.Record(), s) }

// Queued returns the title of the engine in which the submission's Jobs are queued.
func (s *Submission) Queued() string { return KindOf(s.queue).Title }

// TooManyError reports that a submission has more shards than Most, the maximum that the engine
// accepts.
type TooManyError struct{ Shards, Most int }

// Error returns a message with the number of shards and the largest number that the engine accepts.
func (e *TooManyError) Error() string {
	return fmt.Sprintf("%s are too many (want at most %s)", numerals.Grouped(e.Shards), numerals.Grouped(e.Most))
}

// Plan lists the shards that a submission still has to run.
type Plan struct {
	State  experiments.State
	Shards []int  // shards that have trials to run but no running or waiting task or process
	Trials int    // total number of trials to run in Shards
	Taken  int    // number of shards that have trials to run and already have a task or a process
	Job    string // job that runs the Taken shards; "" if there is none
}

// Plan determines which shards to run. It calls look to get the state of the trials. The parameter
// shards is the number of shards. If it is 0, Plan uses the number from an earlier submission of
// the same study and code, or else lets the engine choose. Plan returns an error if shards of an
// earlier submission with different arguments, code or number of shards are running or waiting. It
// returns a [store.LockedError] if a process is running the whole study.
func (s *Submission) Plan(ctx context.Context, look func(experiments.Setting) (experiments.State, error), setting experiments.Setting, shards int) (p Plan, err error) {
	if p.State, err = look(setting); err != nil {
		return p, err
	}
	s.Code = p.State.Code
	if err := s.resolve(); err != nil {
		return p, err
	}
	before, tasks, holders, err := s.underWay(ctx, setting)
	if err != nil {
		return p, err
	}
	same := s.repeats(before)
	if same && shards == 0 {
		shards = before.Shards
	}
	if s.Shards, err = s.count(ctx, shards, p.State); err != nil {
		return p, err
	}
	taken := before.taken(tasks, holders)
	p.Taken = len(taken)
	if len(tasks) > 0 {
		p.Job = tasks[0].Job()
	}
	if p.Taken > 0 && (!same || s.Shards != before.Shards) {
		next := "wait until they are done"
		if p.Job != "" {
			next += ", or " + before.queue.Cancel(p.Job)
		}
		return p, hint.Errorf(next, "%s of %q are in progress with different arguments, code or number of tasks", numerals.Counted(p.Taken, "shard"), s.Study)
	}
	if same {
		s.Queue, s.Jobs = before.Queue, slices.DeleteFunc(before.Jobs, func(job string) bool {
			return !slices.ContainsFunc(tasks, func(t Task) bool { return t.Job() == job })
		})
	}
	p.Shards, p.Trials = idle(p.State.ToRun(s.Shards), taken)
	return p, nil
}

// repeats reports whether an earlier submission had the same arguments, code and puzzle data.
func (s *Submission) repeats(before *Submission) bool {
	return before != nil && slices.Equal(before.Args, s.Args) && before.Code == s.Code && before.Digest == s.Digest
}

// underWay returns the last submission of the study, its tasks that have not ended, and the
// processes that run the study. It returns an error if one of the processes runs the whole study.
func (s *Submission) underWay(ctx context.Context, setting experiments.Setting) (before *Submission, tasks []Task, holders []store.Holder, err error) {
	if before, err = Last(s.Root, s.Study); err != nil {
		return nil, nil, nil, err
	}
	tasks, err = before.tasks(ctx)
	if err != nil && before.Queued() == KindOf(s.engine).Title {
		return nil, nil, nil, err
	}
	holders, err = setting.Holders(s.Study)
	for _, h := range holders {
		if h.Shard == (store.Shard{}) {
			err = cmp.Or(err, error(&store.LockedError{Study: s.Study, Holder: h}))
		}
	}
	return before, slices.DeleteFunc(tasks, Task.Ended), holders, err
}

// count returns the number of shards to use. asked is the number that the user requests; if it is
// 0, the engine chooses.
func (s *Submission) count(ctx context.Context, asked int, state experiments.State) (int, error) {
	most, err := s.engine.Most(ctx)
	switch {
	case err != nil:
		return 0, err
	case asked > most:
		return 0, &TooManyError{asked, most}
	case asked == 0:
		return s.engine.Shards(state, min(most, mostShards)), nil
	}
	return asked, nil
}

// Submit runs or queues the given shards of a plan with the submission's engine, and returns an
// exit status for the command. If the engine waits until its shards have ended, Submit calls report
// with an event for each of them. The function report may be nil.
func (s *Submission) Submit(ctx context.Context, shards []int, report func(Event)) (status int, err error) {
	if err := s.copyProgram(); err != nil {
		return statusFailure, err
	}
	if err := s.writeScript(); err != nil {
		return statusFailure, err
	}
	return s.engine.Submit(ctx, s, shards, report)
}

// copyProgram copies this program into a folder named after its contents, so that a new build does
// not affect waiting tasks.
func (s *Submission) copyProgram() error {
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

// begins is the prefix of the line printed by a shard before it runs.
const begins = "this shard begins on "

// writeScript creates the folder for outputs and the script that runs a shard. The engine
// determines the number of workers. Each script has a different name, so a machine with a different
// results folder cannot find it and does not store trials in the wrong folder.
func (s *Submission) writeScript() error {
	if err := os.MkdirAll(s.output(), 0o777); err != nil {
		return err
	}
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
%s
[ -e %s ] || {
	echo "puzzlelab: error: $node does not see the results folder that submit wrote to" >&2
	exit 78
}
echo "%s$node as $task" >&2
exec %s --shard="$shard/%d" --out=%s
`, s.engine.Variables(), quote(s.script), begins, run, s.Shards, quote(s.Root))
	return err
}

// quote returns s as one quoted word for a shell.
func quote(s string) string { return command.Join([]string{s}) }

// printed returns the task of a shard, as described by the shard's output since its last start.
func (s *Submission) printed(shard int) Task {
	t := Task{ID: fmt.Sprint(shard), Index: shard}
	data, _ := os.ReadFile(s.outputOf(shard))
	if i := bytes.LastIndex(data, []byte(begins)); i >= 0 {
		var at string
		at, t.Output, _ = strings.Cut(string(data[i+len(begins):]), "\n")
		t.Node, t.ID, _ = strings.Cut(at, " as ")
	}
	return t
}

// Status describes the progress of a submission's shards.
type Status struct {
	Shards   map[string]int `json:"shards,omitempty"`   // number of shards in each state: "done", "running", "waiting" or "idle"
	Tasks    []Task         `json:"tasks,omitempty"`    // tasks that have not ended
	Findings []Finding      `json:"findings,omitempty"` // reasons why shards ended or do not start
	Nodes    []Node         `json:"nodes,omitempty"`    // nodes that do not accept tasks; empty if no task is waiting
	// numbers of the shards that have trials to run but no task or process
	Idle    []int  `json:"idle,omitempty"`
	Trouble string `json:"trouble,omitempty"` // reason why the engine could not be queried; "" if it could
}

// Status determines the state of each shard, and why some shards ended or cannot start. Its
// arguments are the state of the trials and the processes that are running the study. Each shard
// counts once, even if it has several tasks.
func (s *Submission) Status(ctx context.Context, state experiments.State, holders []store.Holder) (r Status) {
	toRun := state.ToRun(s.Shards)
	tasks, err := s.tasks(ctx)
	r.Tasks = slices.DeleteFunc(slices.Clone(tasks), Task.Ended)
	taken := s.taken(r.Tasks, holders)
	r.Idle, _ = idle(toRun, taken)
	r.Shards = map[string]int{"done": len(toRun) - len(r.Idle), "running": 0, "waiting": 0, "idle": len(r.Idle)}
	for shard, state := range taken {
		if shard.Count == len(toRun) {
			r.Shards[state]++
			r.Shards["done"]--
		}
	}
	if r.Shards["waiting"] > 0 && err == nil {
		r.Nodes, err = s.queue.Unfit(ctx)
	}
	if err != nil {
		r.Trouble = err.Error()
		return r
	}
	if len(r.Idle) > 0 && len(s.Jobs) > 0 {
		tasks = s.queue.Account(ctx, tasks, s.Jobs...)
	}
	asked := slices.Clone(r.Tasks)
	for _, shard := range r.Idle {
		ended := s.printed(shard)
		for _, t := range tasks {
			if t.Index == shard { // the newest is the last
				if t.ID == ended.ID {
					t.Output = ended.Output
				}
				ended = t
			}
		}
		asked = append(asked, ended)
	}
	r.Findings = explain(s.queue, asked...)
	return r
}

// tasks returns the tasks of the submission's jobs that the engine still knows.
func (s *Submission) tasks(ctx context.Context) ([]Task, error) {
	if s == nil || len(s.Jobs) == 0 {
		return nil, nil
	}
	return s.queue.Tasks(ctx, s.Jobs...)
}

// taken returns the state of each shard that has a task or a process: "waiting" or "running".
func (s *Submission) taken(tasks []Task, holders []store.Holder) map[store.Shard]string {
	taken := map[store.Shard]string{}
	for _, t := range tasks {
		state := "running"
		if t.Node == "" {
			state = "waiting"
		}
		taken[store.Shard{Index: t.Index, Count: s.Shards}] = state
	}
	for _, h := range holders {
		taken[h.Shard] = "running"
	}
	return taken
}

// idle returns the shards that have trials to run but no task or process, and the number of their
// trials.
func idle(toRun []int, taken map[store.Shard]string) (shards []int, trials int) {
	for i, n := range toRun {
		if shard := (store.Shard{Index: i + 1, Count: len(toRun)}); n > 0 && taken[shard] == "" {
			shards, trials = append(shards, shard.Index), trials+n
		}
	}
	return shards, trials
}
