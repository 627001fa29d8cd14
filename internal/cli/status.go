package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/internal/slurm"
)

func newStatusCommand(env *environment) *cobra.Command {
	var flags runFlags
	cmd := &cobra.Command{
		Use:   "status STUDY|FILE.yaml [FILE…|-]",
		Short: "How far the trials of a study are, and who runs them",
		Long: `Print how many trials of a study are stored, failed and missing, and who runs
them. It reads the results folder alone, so it may be asked while a run is under
way, from any machine that sees the folder. What is asked for is chosen as with
run; without any of its flags it is what was submitted last, else the study.

Of trials that were submitted to Slurm it prints the state of their tasks, and
the nodes that take none if tasks wait. What needs somebody to do something is
a hint with the command that does it.

With --json it is one object: study, done, failed, missing, processes (host,
pid, shard), tasks (id, state, node, reason), nodes (name, state, reason), idle
(shards that have trials to run, but no process and no task) and trouble (why
Slurm could not be asked).`,
		Example: env.example(`  puzzlelab status STUDY
  puzzlelab status STUDY --quick --json
  watch -n 10 puzzlelab status STUDY --out /shared/results`),
	}
	flags.register(env, cmd)
	runs := flagNames(cmd.Flags())
	fs := cmd.Flags()
	asJSON := fs.Bool("json", false, "print one JSON object")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		st, err := env.oneStudy(cmd, args[:min(len(args), 1)])
		if err != nil {
			return err
		}
		setting, err := flags.setting(cmd)
		if err != nil {
			return err
		}
		last, err := submitted(setting.Root, st.Name)
		if err != nil {
			return err
		}
		if len(args) > 1 || flags.quick || flags.full || len(runArguments(fs, runs)) > 0 {
			last = nil
		}
		if last != nil {
			if err := fs.Parse(last.Args); err != nil {
				return fmt.Errorf("%s: %w", shown(last.record()), err)
			}
			args = append(args, fs.Args()...)
		}
		_, setting, trials, err := flags.chosen(env, cmd, args)
		if err != nil {
			return err
		}
		state, err := trials.Look(setting)
		if err != nil {
			return err
		}
		holders, err := holdersOf(setting, st.Name)
		if err != nil {
			return err
		}
		row := statusRow{Study: st.Name, Done: state.Done, Failed: state.Failed, Missing: state.Missing}
		for _, h := range holders {
			row.Processes = append(row.Processes, processRow{h.Host, h.PID, h.Shard.String()})
		}
		var tasks []slurm.Task
		if state.Done < state.Total() {
			tasks = row.ask(cmd.Context(), last)
		}
		if last != nil && last.Code != state.Code {
			env.say("note", "what was submitted is of other code than this program, which finds none of its trials: ask "+shown(last.Program))
		}
		if last != nil {
			row.Idle, _ = waiting(state.ToRun(last.Shards), tasks, holders)
		}
		err = env.writeOutput("", func(w io.Writer) error {
			if *asJSON {
				return writeJSON(w, row)
			}
			row.text(w, state)
			return nil
		})
		if err != nil {
			return err
		}
		env.advise(row, tasks, last, state)
		return nil
	}
	return cmd
}

// statusRow is what status --json prints.
type statusRow struct {
	Study     string       `json:"study"`
	Done      int          `json:"done"`
	Failed    int          `json:"failed"`
	Missing   int          `json:"missing"`
	Processes []processRow `json:"processes,omitempty"`
	Tasks     []taskRow    `json:"tasks,omitempty"`
	Nodes     []slurm.Node `json:"nodes,omitempty"`
	Idle      []int        `json:"idle,omitempty"`
	Trouble   string       `json:"trouble,omitempty"`
}

type processRow struct {
	Host  string `json:"host"`
	PID   int    `json:"pid"`
	Shard string `json:"shard"`
}

type taskRow struct {
	ID     string `json:"id"`
	State  string `json:"state"` // HELD for those that wait for somebody to release them
	Node   string `json:"node"`
	Reason string `json:"reason"`
}

// ask asks Slurm for the tasks of what was submitted.
func (r *statusRow) ask(ctx context.Context, last *submission) []slurm.Task {
	tasks, err := last.tasks(ctx)
	wait := false
	for _, t := range tasks {
		state := t.State
		if t.Held() {
			state = "HELD"
		}
		if t.Node != "" {
			t.Reason = ""
		}
		wait = wait || t.Node == ""
		r.Tasks = append(r.Tasks, taskRow{t.ID(), state, t.Node, t.Reason})
	}
	if wait {
		r.Nodes, err = slurm.Unfit(ctx)
	}
	if err != nil {
		r.Trouble = err.Error()
	}
	return tasks
}

// text prints the row for a reader.
func (r *statusRow) text(w io.Writer, state experiments.State) {
	fmt.Fprintf(w, "%s: %s\n", r.Study, standing(state))
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
	kinds := map[string][]string{} // nodes or reasons of the tasks of a state
	count := map[string]int{}
	var states []string
	for _, t := range r.Tasks {
		if count[t.State] == 0 {
			states = append(states, t.State)
		}
		count[t.State]++
		if of := cmp.Or(t.Node, t.Reason); of != "" && !slices.Contains(kinds[t.State], of) {
			kinds[t.State] = append(kinds[t.State], of)
		}
	}
	for _, state := range states {
		fmt.Fprintf(w, "%s %s (%s)\n", counted(count[state], "task"), strings.ToLower(state), few(kinds[state]))
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
func (env *environment) advise(r statusRow, tasks []slurm.Task, last *submission, state experiments.State) {
	if r.Trouble != "" {
		env.say("note", "Slurm was asked in vain: "+r.Trouble)
	}
	var held []string
	for _, t := range tasks {
		if t.Held() {
			held = append(held, t.ID())
		}
	}
	if len(held) > 0 {
		env.say("hint", "scontrol release "+strings.Join(held, ",")+" lets held tasks run")
	}
	for _, n := range r.Nodes {
		if n.Drained() {
			env.say("hint", "scontrol update NodeName="+n.Name+" State=RESUME lets the node take tasks again, if it is sound")
		}
	}
	switch {
	case state.Missing+state.Failed == 0 || r.Trouble != "":
	case len(r.Idle) > 0:
		env.say("hint", fmt.Sprintf("%s of %s nobody runs: %s", counted(len(r.Idle), "shard"), grouped(last.Shards), last.again()))
	case last == nil && len(r.Processes) == 0:
		env.say("hint", "nobody runs the others: puzzlelab run, or submit, with the same arguments does")
	}
}
