package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/cluster"
)

// asking is the command status.
type asking struct {
	runFlags
	jsonFlag
}

func newStatusCommand(env *environment) *cobra.Command {
	c := &asking{runFlags: runFlags{environment: env, late: true}, jsonFlag: jsonFlag{usage: oneObject}}
	return newCommand(&cobra.Command{
		Use:   "status STUDY|FILE.yaml [FILE…|-]",
		Short: "How far the trials of a study are, and who runs them",
		Long: `Print how many trials of a study are stored, failed and missing, and who runs
them. It reads the results folder alone, so it may be asked while a run is under
way, from any machine that sees the folder. What is asked for is chosen as with
run; without any of its flags it is what was submitted last, else the study.

Of trials that were submitted it counts the shards that are done, running,
waiting and idle: with trials to run, but no process and no task. It prints the
state of tasks, why they cannot start, why idle shards ended, and the nodes that
take no tasks if some wait. It asks the queue of Slurm and its accounting, and
reads what shards printed. What needs somebody to do something is a hint.

With --json it is one object: study, done, failed, missing, processes (host,
pid, shard), shards (how many are done, running, waiting and idle), tasks that
have not ended (id, state, node, reason), findings (cause, remedy, option of
sbatch, tasks), nodes (name, state, reason), idle (their numbers) and trouble
(why Slurm could not be asked).`,
		Example: env.example(`  puzzlelab status STUDY
  puzzlelab status STUDY --quick --json
  watch -n 10 puzzlelab status STUDY --out /shared/results`),
	}, c.run, &c.runFlags, &c.jsonFlag)
}

func (c *asking) run(cmd *cobra.Command, args []string) error {
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
	for _, h := range holders {
		row.Processes = append(row.Processes, processRow{h.Host, h.PID, h.Shard.String()})
	}
	if last != nil && last.Code != state.Code {
		c.say("note", "what was submitted is of other code than this program, which finds none of its trials: ask "+shown(last.Program))
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

// last returns what was submitted last, nil if nothing was or if the arguments and flags say
// what is meant.
func (c *asking) last(cmd *cobra.Command, args []string) (*cluster.Submission, error) {
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

// statusRow is what status --json prints.
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

// text prints the row for a reader.
func (r *statusRow) text(w io.Writer, state experiments.State) {
	fmt.Fprintf(w, "%s: %v\n", r.Study, state)
	var who []string
	for _, p := range r.Processes {
		name := fmt.Sprintf("process %d on %s", p.PID, p.Host)
		if p.Shard != "" {
			name += " (shard " + p.Shard + ")"
		}
		who = append(who, name)
	}
	if len(who) > 0 {
		fmt.Fprintln(w, "run by "+few(who))
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

// few lists the first of the words, and says how many more there are.
func few(words []string) string {
	const most = 4
	if len(words) > most+1 {
		words = append(slices.Clone(words[:most]), fmt.Sprintf("and %s more", grouped(len(words)-most)))
	}
	return strings.Join(words, ", ")
}

// advise says what somebody has to do.
func (env *environment) advise(r statusRow, last *cluster.Submission, state experiments.State) {
	if r.Trouble != "" {
		env.say("note", last.Queued()+" was asked in vain: "+r.Trouble)
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
		env.say("hint", fmt.Sprintf("%s of %s nobody runs: %s", counted(len(r.Idle), "shard"), grouped(last.Shards), last.Again(option)))
	case last == nil && len(r.Processes) == 0:
		env.say("hint", "nobody runs the others: puzzlelab run, or submit, with the same arguments does")
	}
}
