package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/cluster"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/command"
)

// submitting is one call of submit.
type submitting struct {
	env *environment
	runFlags
	tasks   int
	on      place
	options map[string]*[]string // of engines, by the name of their flag
}

func newSubmitCommand(env *environment) *cobra.Command {
	c := &submitting{env: env, options: map[string]*[]string{}}
	cmd := &cobra.Command{
		Use:   "submit STUDY|FILE.yaml [FILE…]",
		Short: "Run the trials of a study on a cluster or on several machines",
		Long: `Run the trials of a study that are not stored yet in shards: parts that run
beside each other, and write into one results folder. What is run is chosen as
with run. A trial that is stored is run by none, so the same command after a
fault submits the shards that still miss trials and are not under way.

` + strings.Join(study.Map(cluster.Kinds, func(k cluster.Kind) string { return k.Doc }), "\n\n") + `

Each shard writes what run prints to DIR/.submit/STUDY/out. See puzzlelab
status for how it is getting on.`,
		Example: env.example(`  puzzlelab submit STUDY --on local --tasks 2 --quick
  puzzlelab submit STUDY --on slurm --tasks 40 --out /shared/results
  puzzlelab submit STUDY --on slurm --sbatch '--partition=x --time=2:0:0'
  puzzlelab submit STUDY --on ssh:node1,node2 --out /shared/results`),
	}
	c.register(env, cmd)
	runs := flagNames(cmd.Flags())
	fs := cmd.Flags()
	fs.Var(&c.on, "on", "where: "+cluster.Forms())
	fs.Var(amountFlag(&c.tasks), "tasks", "number of shards (default: some minutes each, if stored trials tell, else 100 trials each)")
	for _, k := range cluster.Kinds {
		if k.Option != "" {
			c.options[k.Option] = fs.StringArray(k.Option, nil, k.Usage)
		}
	}
	complete(cmd, "on", study.Map(cluster.Kinds, func(k cluster.Kind) cobra.Completion { return strings.TrimRight(k.Form, "HOST,…") })...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return c.run(cmd, args, runArguments(fs, runs)) }
	return cmd
}

// run submits the shards of what is chosen. given are the flags of run among its own.
func (c *submitting) run(cmd *cobra.Command, args, given []string) error {
	options, err := c.check(args)
	if err != nil {
		return wrongUse(cmd, err)
	}
	st, setting, trials, err := c.chosen(c.env, cmd, args)
	if err != nil {
		return err
	}
	now := &cluster.Submission{Study: st.Name, On: c.on.String(), Options: options, Root: setting.Root}
	if err := c.describe(now, st, args[1:]); err != nil {
		return err
	}
	now.Args = append(now.Args, given...)
	if scale := strings.TrimSpace(scaleFlag(setting.Scale)); scale != "" {
		now.Args = append(now.Args, scale)
	}
	if err := checkFolder(setting.Root); err != nil {
		return err
	}
	unlock, err := now.Lock()
	if err != nil {
		return runFault(st, err)
	}
	defer unlock()
	plan, err := now.Plan(cmd.Context(), trials.Look, setting, c.tasks)
	if many, ok := errors.AsType[*cluster.TooManyError](err); ok {
		return wrongUse(cmd, fmt.Errorf("--tasks: %w", many))
	}
	if err != nil {
		return lockFault(err)
	}
	if len(plan.Shards) == 0 {
		c.sayUnderWay(plan)
		return nil
	}
	c.env.say("note", fmt.Sprintf("%s of %d, with %s to run", counted(len(plan.Shards), "shard"), now.Shards, counted(plan.Trials, "trial")))
	queued := len(now.Jobs)
	status, err := now.Submit(cmd.Context(), plan.Shards, c.say)
	switch {
	case cmd.Context().Err() != nil:
		return resumable{err}
	case err != nil:
		return err
	case len(now.Jobs) > queued:
		c.env.say("hint", "see puzzlelab status "+called(st)+c.outFlag())
		return c.env.printLines(now.Jobs[queued])
	}
	state, err := trials.Look(setting)
	if err != nil {
		return err
	}
	if err := c.env.printLines(st.Name + ": " + standing(state)); err != nil {
		return err
	}
	return exit(status)
}

// check returns the options of the engine, and says what makes no sense.
func (c *submitting) check(args []string) (options []string, err error) {
	if c.on == "" {
		return nil, fmt.Errorf("--on: not given (want %s)", cluster.Forms())
	}
	if slices.Contains(args, "-") {
		return nil, errors.New("standard input cannot be read again by each shard: write the instances to a file")
	}
	engine, err := cluster.Parse(c.on.String())
	if err != nil {
		return nil, err
	}
	for name, words := range c.options {
		if len(*words) > 0 && name != cluster.KindOf(engine).Option {
			return nil, fmt.Errorf("--%s: %v has no use for it", name, engine)
		}
		if len(*words) > 0 {
			if options, err = command.Split(strings.Join(*words, " ")); err != nil {
				return nil, fmt.Errorf("--%s: %w", name, err)
			}
		}
	}
	return options, nil
}

// describe adds what is run to a submission, as it means the same in any folder.
func (c *submitting) describe(now *cluster.Submission, st study.Definition, files []string) error {
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
	for _, file := range files {
		file, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		now.Args = append(now.Args, file)
	}
	return nil
}

// sayUnderWay says why there is nothing to submit.
func (c *submitting) sayUnderWay(plan cluster.Plan) {
	under := ""
	if plan.Taken > 0 {
		under = "; " + counted(plan.Taken, "shard") + " under way"
	}
	if plan.Job != "" {
		under += " in job " + plan.Job
	}
	c.env.say("note", "nothing to submit: "+standing(plan.State)+under)
}

// say says how a shard ended.
func (c *submitting) say(e cluster.Event) {
	name, see := "shard "+e.Shard.String(), shown(e.Output)
	if e.Place != "" {
		name += " on " + e.Place
	}
	switch {
	case e.Err == nil:
		c.env.say("note", name+": done")
	case e.Begun:
		c.env.say("error", fmt.Sprintf("%s: %v: see %s", name, e.Err, see))
	default:
		c.env.say("note", fmt.Sprintf("%s: not started (%v): see %s", name, e.Err, see))
	}
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

// place is the flag that says where shards run. Its methods are those of pflag.Value.
type place string

func (p *place) Set(s string) error {
	_, err := cluster.Parse(s)
	*p = place(s)
	return err
}

func (p *place) String() string { return string(*p) }
func (p *place) Type() string   { return "WHERE" }
