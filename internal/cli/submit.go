package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/cluster"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/solvers/command"
)

// submitting is one call of submit.
type submitting struct {
	runFlags
	tasks   int
	on      place
	options map[string]*[]string // of engines, by the name of their flag
}

func newSubmitCommand(env *environment) *cobra.Command {
	c := &submitting{runFlags: runFlags{environment: env, late: true}, options: map[string]*[]string{}}
	cmd := newCommand(&cobra.Command{
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
	}, c.run, &c.runFlags)
	fs := cmd.Flags()
	fs.Var(&c.on, "on", "where: "+cluster.Forms())
	fs.Var(amountFlag(&c.tasks), "tasks", "number of shards (default: some minutes each, if stored trials tell, else 100 trials each)")
	for _, k := range cluster.Kinds {
		if k.Option != "" {
			c.options[k.Option] = fs.StringArray(k.Option, nil, k.Usage)
		}
	}
	complete(cmd, "on", study.Map(cluster.Kinds, func(k cluster.Kind) cobra.Completion { return strings.TrimRight(k.Form, "HOST,…") })...)
	return cmd
}

func (c *submitting) run(cmd *cobra.Command, args []string) error {
	options, err := c.engineOptions(args)
	if err != nil {
		return wrongUse(cmd, err)
	}
	if err := c.choose(cmd, args); err != nil {
		return err
	}
	now := &cluster.Submission{Study: c.st.Name, On: c.on.String(), Options: options, Root: c.Root}
	if err := c.describe(now, args[1:]); err != nil {
		return err
	}
	now.Args = append(now.Args, c.arguments(cmd)...)
	if scale := strings.TrimSpace(scaleFlag(c.Scale)); scale != "" {
		now.Args = append(now.Args, scale)
	}
	if err := checkFolder(c.Root); err != nil {
		return err
	}
	unlock, err := now.Lock()
	if err != nil {
		return runFault(c.st, err)
	}
	defer unlock()
	plan, err := now.Plan(cmd.Context(), c.trials.Look, c.Setting, c.tasks)
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
	c.say("note", fmt.Sprintf("%s of %d, with %s to run", counted(len(plan.Shards), "shard"), now.Shards, counted(plan.Trials, "trial")))
	queued := len(now.Jobs)
	status, err := now.Submit(cmd.Context(), plan.Shards, c.sayEnd)
	switch {
	case cmd.Context().Err() != nil:
		return resumable{err}
	case err != nil:
		return err
	case len(now.Jobs) > queued:
		c.say("hint", "see puzzlelab status "+called(c.st)+c.flag())
		return c.printLines(now.Jobs[queued])
	}
	state, err := c.trials.Look(c.Setting)
	if err != nil {
		return err
	}
	if err := c.printLines(c.st.Name + ": " + state.String()); err != nil {
		return err
	}
	return exit(status)
}

// engineOptions returns the options of the engine, and says what makes no sense.
func (c *submitting) engineOptions(args []string) (options []string, err error) {
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
func (c *submitting) describe(now *cluster.Submission, files []string) error {
	if c.st.File != "" {
		data, err := os.ReadFile(c.st.File)
		if err != nil {
			return err
		}
		if now.File, err = filepath.Abs(c.st.File); err != nil {
			return err
		}
		now.Digest = outfile.Digest(string(data))
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
	c.say("note", "nothing to submit: "+plan.State.String()+under)
}

// sayEnd says how a shard ended.
func (c *submitting) sayEnd(e cluster.Event) {
	name, see := "shard "+e.Shard.String(), shown(e.Output)
	if e.Place != "" {
		name += " on " + e.Place
	}
	switch {
	case e.Err == nil:
		c.say("note", name+": done")
	case e.Begun:
		c.say("error", fmt.Sprintf("%s: %v: see %s", name, e.Err, see))
	default:
		c.say("note", fmt.Sprintf("%s: not started (%v): see %s", name, e.Err, see))
	}
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
