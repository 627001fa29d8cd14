package cli

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/internal/slurm"
	"github.com/puzzlelab/puzzlelab/solvers/command"
)

// The number of tasks that is chosen if none is given.
const (
	taskTime   = 3 * time.Minute // of one, if it is known what trials take
	taskTrials = 100             // of one, if it is not
	mostTasks  = 1000
)

func newSubmitCommand(env *environment) *cobra.Command {
	var (
		flags   runFlags
		tasks   int
		options []string
		on      places
	)
	cmd := &cobra.Command{
		Use:   "submit STUDY|FILE.yaml [FILE…]",
		Short: "Run the trials of a study on a cluster or on several machines",
		Long: `Run the trials of a study that are not stored yet in shards: parts that run
beside each other, and write into one results folder. What is run is chosen as
with run. A trial that is stored is run by none, so the same command after a
fault submits the shards that still miss trials and are not under way.

--on slurm submits an array job with a task for each shard, which Slurm starts
again if its node dies, and prints the number of the job. Tasks have one CPU,
or what --sbatch --cpus-per-task=N asks for. Of an option that is given twice
the last counts.

--on ssh:HOST,HOST runs a shard at a time on each host, with a worker for each
core, and waits. All hosts must see the results folder under the same name, and
run programs of this machine. If it is interrupted, hosts finish their shard.

--on local runs a shard at a time for each core of this machine, and waits.

Each shard writes what run prints to DIR/.submit/STUDY/out. See puzzlelab
status for how it is getting on.`,
		Example: env.example(`  puzzlelab submit STUDY --on local --tasks 2 --quick
  puzzlelab submit STUDY --on slurm --tasks 40 --out /shared/results
  puzzlelab submit STUDY --on slurm --sbatch '--partition=x --time=2:0:0'
  puzzlelab submit STUDY --on ssh:node1,node2 --out /shared/results`),
	}
	flags.register(env, cmd)
	runs := flagNames(cmd.Flags())
	fs := cmd.Flags()
	fs.Var(&on, "on", "where: slurm, ssh:HOST,… or local")
	fs.Var(amountFlag(&tasks), "tasks", "number of shards (default: some minutes each, if stored trials tell, else 100 trials each)")
	fs.StringArrayVar(&options, "sbatch", nil, "more `OPTIONS` of sbatch, in words as of a shell (may be repeated)")
	complete(cmd, "on", "slurm", "ssh:", "local")

	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case on.kind == "":
			return wrongUse(cmd, errors.New("--on: not given (want slurm, ssh:HOST,… or local)"))
		case len(options) > 0 && on.kind != "slurm":
			return wrongUse(cmd, fmt.Errorf("--sbatch: %s has no use for it", &on))
		case slices.Contains(args, "-"):
			return wrongUse(cmd, errors.New("standard input cannot be read again by each shard: write the instances to a file"))
		}
		given := runArguments(fs, runs)
		st, setting, trials, err := flags.chosen(env, cmd, args)
		if err != nil {
			return err
		}
		now := &submission{Study: st.Name, On: on.String(), root: setting.Root}
		if len(options) > 0 {
			if now.Options, err = command.Split(strings.Join(options, " ")); err != nil {
				return wrongUse(cmd, fmt.Errorf("--sbatch: %w", err))
			}
		}
		if st.File != "" {
			data, err := os.ReadFile(st.File)
			if err != nil {
				return err
			}
			if now.File, err = filepath.Abs(st.File); err != nil {
				return err
			}
			now.Digest = digest(string(data))
		}
		for _, file := range args[1:] {
			if file, err = filepath.Abs(file); err != nil {
				return err
			}
			now.Args = append(now.Args, file)
		}
		now.Args = append(now.Args, given...)
		if scale := strings.TrimSpace(scaleFlag(setting.Scale)); scale != "" {
			now.Args = append(now.Args, scale)
		}
		if err := checkFolder(setting.Root); err != nil {
			return err
		}
		unlock, err := experiments.LockFolder(now.folder(), st.Name)
		if err != nil {
			return runFault(st, err)
		}
		defer unlock()
		state, err := trials.Look(setting)
		if err != nil {
			return err
		}
		now.Code = state.Code
		ctx := cmd.Context()
		before, err := submitted(setting.Root, st.Name)
		if err != nil {
			return err
		}
		queued, err := before.tasks(ctx)
		if err != nil && on.kind == "slurm" {
			return err
		}
		queued = slices.DeleteFunc(queued, slurm.Task.Ended)
		holders, err := holdersOf(setting, st.Name)
		if err != nil {
			return err
		}
		for _, h := range holders {
			if h.Shard == (experiments.Shard{}) {
				return runFault(st, &experiments.LockedError{Study: st.Name, Holder: h})
			}
		}

		same := before != nil && slices.Equal(before.Args, now.Args) && before.Code == now.Code && before.Digest == now.Digest
		if same && tasks == 0 {
			tasks = before.Shards
		}
		most := mostTasks
		if on.kind == "slurm" {
			if most, err = slurm.MaxTask(ctx); err != nil {
				return err
			}
		}
		if tasks > most {
			return wrongUse(cmd, fmt.Errorf("--tasks: %s are too many (want at most %s)", grouped(tasks), grouped(most)))
		}
		now.Shards = tasks
		if tasks == 0 {
			now.Shards = on.shards(state, min(most, mostTasks))
		}
		taken := before.taken(queued, holders)
		if len(taken) > 0 && (!same || now.Shards != before.Shards) {
			hint := "wait until they are done"
			if len(queued) > 0 {
				hint += ", or scancel " + queued[0].Job()
			}
			return failure(hint, "%s of %q with other arguments, code or number of tasks are under way", counted(len(taken), "shard"), st.Name)
		}
		shards, missing := idle(state.ToRun(now.Shards), taken)
		if len(shards) == 0 {
			under := ""
			if len(taken) > 0 {
				under = "; " + counted(len(taken), "shard") + " under way"
			}
			if len(queued) > 0 {
				under += " in job " + queued[0].Job()
			}
			env.say("note", "nothing to submit: "+standing(state)+under)
			return nil
		}
		if same {
			now.Jobs = slices.DeleteFunc(before.Jobs, func(job string) bool {
				return !slices.ContainsFunc(queued, func(t slurm.Task) bool { return t.Job() == job })
			})
		}
		if err := now.copyProgram(); err != nil {
			return err
		}
		if err := os.MkdirAll(now.output(), 0o777); err != nil {
			return err
		}
		if err := now.writeScript(); err != nil {
			return err
		}
		env.say("note", fmt.Sprintf("%s of %d, with %s to run", counted(len(shards), "shard"), now.Shards, counted(missing, "trial")))
		if on.kind == "slurm" {
			job, err := now.sbatch(ctx, shards)
			if err != nil {
				return err
			}
			env.say("hint", "see puzzlelab status "+called(st)+flags.outFlag())
			return env.printLines(job)
		}
		if err := now.save(); err != nil {
			return err
		}
		status, err := now.runOn(ctx, env, on.places, shards)
		if err != nil {
			return err
		}
		if state, err = trials.Look(setting); err != nil {
			return err
		}
		if err := env.printLines(st.Name + ": " + standing(state)); err != nil {
			return err
		}
		return exit(status)
	}
	return cmd
}

// standing says how far trials are.
func standing(s experiments.State) string {
	text := fmt.Sprintf("%s, %s done", counted(s.Total(), "trial"), grouped(s.Done))
	if s.Failed > 0 {
		text += fmt.Sprintf(", %s failed", grouped(s.Failed))
	}
	if s.Missing > 0 {
		text += fmt.Sprintf(", %s missing", grouped(s.Missing))
		if s.Left > 0 {
			text += fmt.Sprintf(" (some %v of work)", max(s.Left.Round(time.Second), time.Second))
		}
	}
	return text
}

// holdersOf returns who runs a study.
func holdersOf(setting experiments.Setting, study string) ([]experiments.Holder, error) {
	store, err := setting.Store()
	if err != nil {
		return nil, err
	}
	journal, err := store.Study(study)
	if err != nil {
		return nil, err
	}
	return journal.Holders()
}

// flagNames returns the names of flags, as a set.
func flagNames(fs *pflag.FlagSet) map[string]bool {
	names := map[string]bool{}
	fs.VisitAll(func(f *pflag.Flag) { names[f.Name] = true })
	return names
}

// runArguments returns those of the flags that were given, without the scale and the
// results folder.
func runArguments(fs *pflag.FlagSet, names map[string]bool) []string {
	var args []string
	fs.Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(interface{ GetSlice() []string }); ok {
			values = list.GetSlice()
		}
		if names[f.Name] && !slices.Contains([]string{"quick", "full", "out"}, f.Name) {
			for _, value := range values {
				args = append(args, "--"+f.Name+"="+value)
			}
		}
	})
	return args
}

// places is the flag that says where shards run. Its methods are those of pflag.Value.
type places struct {
	kind   string   // slurm, ssh or local; "" until it is given
	places []string // hosts, or "" for each core of this machine
}

func (p *places) Set(s string) error {
	kind, hosts, ssh := strings.Cut(s, ":")
	switch {
	case s == "slurm":
	case s == "local":
		p.places = make([]string, runtime.GOMAXPROCS(0))
	case ssh && kind == "ssh":
		p.places = strings.Split(hosts, ",")
		if slices.ContainsFunc(p.places, func(host string) bool { return host == "" || host[0] == '-' || strings.ContainsAny(host, " \t\n") }) {
			return fmt.Errorf("%q does not name hosts (want ssh:HOST,HOST)", s)
		}
	default:
		return fmt.Errorf("%q is no place to run (want slurm, ssh:HOST,… or local)", s)
	}
	p.kind = kind
	return nil
}

func (p *places) String() string {
	if p.kind == "ssh" {
		return "ssh:" + strings.Join(p.places, ",")
	}
	return p.kind
}

func (p *places) Type() string { return "WHERE" }

// shards chooses how many shards the trials are run in, at most most.
func (p *places) shards(s experiments.State, most int) int {
	if p.kind == "local" {
		return min(len(p.places), most)
	}
	n := math.Ceil(float64(s.Missing+s.Failed) / taskTrials)
	if s.Left > 0 {
		n = math.Ceil(s.Left.Seconds() / taskTime.Seconds())
	}
	return int(min(max(n, float64(len(p.places)), 1), float64(most)))
}
