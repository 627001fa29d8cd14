package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/cluster"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/solvers/command"
)

// submitting is the command submit.
type submitting struct {
	runFlags
	tasks   int
	on      string
	options map[string]*[]string // options of engines, by flag
}

func newSubmitCommand(env *environment) *cobra.Command {
	c := &submitting{runFlags: runFlags{environment: env, late: true}, options: map[string]*[]string{}}
	cmd := newCommand("submit STUDY|FILE.yaml [FILE…]", "Run a study on a cluster or on several machines",
		c.run, &c.runFlags,
		more(strings.Join(study.Map(cluster.Kinds, func(k cluster.Kind) string { return k.Doc }), "\n\n")))
	fs := cmd.Flags()
	place := func(s string) (string, error) { _, err := cluster.Parse(s); return s, err }
	fs.Var(parsed[string]{&c.on, "PLACE", place, nil}, "on", "run the shards in this `PLACE`: "+cluster.Forms())
	fs.Var(amountFlag(&c.tasks), "tasks", "divide the trials into `N` shards (default: shards that take a few minutes each, as estimated from stored trials, or else shards of 100 trials)")
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
	now := &cluster.Submission{Study: c.st.Name, On: c.on, Options: options, Root: c.Root}
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
		return fmt.Errorf("run %s: %w", c.st.Name, err)
	}
	defer unlock()
	plan, err := now.Plan(cmd.Context(), c.trials.Look, c.Setting, c.tasks)
	many, tooMany := errors.AsType[*cluster.TooManyError](err)
	switch {
	case tooMany:
		return wrongUse(cmd, fmt.Errorf("--tasks: %w", many))
	case err != nil:
		return err
	case len(plan.Shards) == 0:
		c.sayUnderWay(plan)
		return nil
	}
	c.note(fmt.Sprintf("submitting %s of %d, with %s to run", counted(len(plan.Shards), "shard"), now.Shards, counted(plan.Trials, "trial")))
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

// engineOptions returns the options for the engine. It reports options that do not apply.
func (c *submitting) engineOptions(args []string) (options []string, err error) {
	if c.on == "" {
		return nil, fmt.Errorf("--on is required (want %s)", cluster.Forms())
	}
	if slices.Contains(args, "-") {
		return nil, errors.New("shards cannot read standard input: write the instances to a file")
	}
	engine, err := cluster.Parse(c.on)
	if err != nil {
		return nil, err
	}
	for name, words := range c.options {
		if len(*words) > 0 && name != cluster.KindOf(engine).Option {
			return nil, fmt.Errorf("--%s: %v does not use this flag", name, engine)
		}
		if len(*words) > 0 {
			if options, err = command.Split(strings.Join(*words, " ")); err != nil {
				return nil, fmt.Errorf("--%s: %w", name, err)
			}
		}
	}
	return options, nil
}

// describe adds the selected trials to a submission, in a form that works in any folder.
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

// sayUnderWay explains why there is nothing to submit.
func (c *submitting) sayUnderWay(plan cluster.Plan) {
	under := ""
	if plan.Taken > 0 {
		under = "; " + counted(plan.Taken, "shard") + " in progress"
	}
	if plan.Job != "" {
		under += " in job " + plan.Job
	}
	c.note("nothing to submit: " + plan.State.String() + under)
}

// sayEnd reports the end of a shard.
func (c *submitting) sayEnd(e cluster.Event) {
	name, see := "shard "+e.Shard.String(), shown(e.Output)
	if e.Place != "" {
		name += " on " + e.Place
	}
	switch {
	case e.Err == nil:
		c.note(name + ": done")
	case e.Begun:
		c.say("error", fmt.Sprintf("%s: %v: see %s", name, e.Err, see))
	default:
		c.note(fmt.Sprintf("%s: not started (%v): see %s", name, e.Err, see))
	}
}

func newStatusCommand(env *environment) *cobra.Command {
	c := &looking{runFlags: runFlags{environment: env, late: true}, jsonFlag: jsonFlag{usage: oneObject}}
	return newCommand("status STUDY|FILE.yaml [FILE…|-]", "Show a study's progress and the processes that run its trials",
		c.status, &c.runFlags, &c.jsonFlag)
}

func (c *looking) status(cmd *cobra.Command, args []string) error {
	last, err := c.last(cmd, args)
	if err != nil {
		return err
	}
	if last != nil {
		if err := cmd.Flags().Parse(last.Args); err != nil {
			return fmt.Errorf("%s: %w", shown(last.Record()), err)
		}
		args = append(args, cmd.Flags().Args()...)
	}
	if err := c.choose(cmd, args); err != nil {
		return err
	}
	state, err := c.trials.Look(c.Setting)
	if err != nil {
		return err
	}
	holders, err := c.Holders(c.st.Name)
	if err != nil {
		return err
	}
	row := statusRow{Study: c.st.Name, Done: state.Done, Failed: state.Failed, Missing: state.Missing}
	row.Processes = study.Map(holders, func(h store.Holder) processRow { return processRow{h.Host, h.PID, h.Shard.String()} })
	if last != nil && last.Code != state.Code {
		c.note("the submitted trials have different code from this program, so it cannot find them: use " + shown(last.Program))
	}
	if last != nil && state.Missing+state.Failed > 0 {
		row.Status = last.Status(cmd.Context(), state, holders)
	}
	err = printRows(c.environment, c.json, []statusRow{row}, func(w io.Writer, row statusRow) { row.text(w, state) })
	if err == nil {
		c.advise(row, last, state)
	}
	return err
}

// last returns the last submission, or nil if there is none or if the arguments and flags select
// trials.
func (c *looking) last(cmd *cobra.Command, args []string) (*cluster.Submission, error) {
	st, err := c.oneStudy(cmd, args[:min(len(args), 1)])
	if err != nil {
		return nil, err
	}
	if err := c.settingFlags.check(cmd, args); err != nil {
		return nil, err
	}
	last, err := cluster.Last(c.Root, st.Name)
	if len(args) > 1 || c.quick || c.full || len(c.arguments(cmd)) > 0 {
		last = nil
	}
	return last, err
}

// statusRow is the output of status --json.
type statusRow struct {
	Study     string       `json:"study"`
	Done      int          `json:"done"`
	Failed    int          `json:"failed"`
	Missing   int          `json:"missing"`
	Processes []processRow `json:"processes,omitempty"`
	cluster.Status
}

type processRow struct {
	Host  string `json:"host"`
	PID   int    `json:"pid"`
	Shard string `json:"shard"`
}

func (p processRow) String() string {
	name := fmt.Sprintf("process %d on %s", p.PID, p.Host)
	if p.Shard != "" {
		name += " (shard " + p.Shard + ")"
	}
	return name
}

// text prints the row for people.
func (r *statusRow) text(w io.Writer, state experiments.State) {
	fmt.Fprintf(w, "%s: %v\n", r.Study, state)
	if len(r.Processes) > 0 {
		fmt.Fprintln(w, "run by "+few(study.Map(r.Processes, processRow.String)))
	}
	if n := r.Shards; n != nil {
		fmt.Fprintf(w, "shards: %d done, %d running, %d waiting, %d idle\n", n["done"], n["running"], n["waiting"], n["idle"])
	}
	for _, f := range r.Findings {
		fmt.Fprintf(w, "%s: %s (%s)\n", counted(len(f.Tasks), "shard"), f.Cause, few(f.Tasks))
	}
	for _, n := range r.Nodes {
		fmt.Fprintf(w, "node %s is %s (%s)\n", n.Name, n.State, n.Reason)
	}
}

// few lists the first words and counts the others.
func few(words []string) string {
	const most = 4
	if len(words) > most+1 {
		words = append(slices.Clone(words[:most]), fmt.Sprintf("and %s more", grouped(len(words)-most)))
	}
	return strings.Join(words, ", ")
}

// advise prints hints about what the user has to do.
func (env *environment) advise(r statusRow, last *cluster.Submission, state experiments.State) {
	if r.Trouble != "" {
		env.note("cannot query " + last.Queued() + ": " + r.Trouble)
	}
	option := ""
	for _, f := range r.Findings {
		if option = cmp.Or(option, f.Option); f.Remedy != "" {
			env.say("hint", f.Remedy)
		}
	}
	for _, n := range r.Nodes {
		if n.Remedy != "" {
			env.say("hint", n.Remedy)
		}
	}
	switch {
	case state.Missing+state.Failed == 0 || r.Trouble != "":
	case len(r.Idle) > 0:
		env.say("hint", fmt.Sprintf("idle shards: %s of %s; to run them: %s", grouped(len(r.Idle)), grouped(last.Shards), last.Again(option)))
	case last == nil && len(r.Processes) == 0:
		env.say("hint", "to run the other trials, use puzzlelab run or submit with the same arguments")
	}
}
