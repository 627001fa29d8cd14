package cli

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/command"
)

// runFlags select the trials of a command, and describe how to run them.
type runFlags struct {
	*environment
	settingFlags
	late       bool // the command always chooses when to run, and has no --fresh
	choice     study.Choice
	seed       uint64
	sizes      string
	strategies string
	isolate    bool
	isolation  trial.Isolation
	retry      string
	only       []string
	commands   commandFlags
	logs       []string

	names  []string         // names of the flags
	st     study.Definition // the selected study
	trials study.Runner
}

// looking is a command that shows the progress of selected trials.
type looking struct {
	runFlags
	jsonFlag
}

// register registers the flags for a command with a study and instance files as arguments.
func (f *runFlags) register(cmd *cobra.Command) {
	files := cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
	cmd.ValidArgsFunction = upTo(1, f.completeStudies, files)
	fs, choice := cmd.Flags(), &f.choice
	fs.StringVar(&choice.Family, "family", "", "use instances of the family or published set `F`, which can include options; see list families")
	fs.StringVar(&f.sizes, "sizes", "", "use instances of these `SIZES`, such as 30,60 or 4x3,5x3")
	fs.Var(amountFlag(&choice.Instances), "instances", "use `N` instances of each size or published set")
	fs.StringVar(&f.strategies, "strategies", "", "run these `STRATEGIES`, separated by commas; see list strategies")
	fs.Var(&f.commands, "command", "also run a program as strategy NAME, for example --command mine='./solver --fast'; without a time limit from the study or --time, a trial ends after a minute; you can repeat this flag with different names")
	fs.StringArrayVar(&f.logs, "log", nil, "read results from the log of a program, given as `NAME=PATTERN`; PATTERN is a regular expression with named groups, such as 'Expanded (?P<expanded>[0-9]+)'; you can repeat this flag; see docs/solvers.md")
	fs.Var(seedFlag(&f.seed), "seed", "use the root seed `S` for generated instances and randomized strategies")
	fs.Var(amountFlag(&choice.Repeats), "repeats", "run each strategy `N` times on each instance, each time with its own seed")
	fs.StringVar(&choice.Puzzle, "puzzle", "", "run only the trials of this `PUZZLE`, if the study has several")
	fs.StringVar(&choice.Format, "format", "", "read instance files in the notation `FORMAT`; solve PUZZLE -h lists the notations")
	limitFlags(fs, &choice.Limits, "each trial", "a trial", "(0: no limit; default: the limit in the study)", "")
	fs.Var(amountFlag(&choice.Workers), "workers", "run `N` trials at a time (default: one per core; timed trials always run one at a time)")
	fs.BoolVar(&f.isolate, "isolate", false, "fail if the system cannot run trials in worker processes")
	fs.BoolVar(&choice.InProcess, "in-process", false, "for debugging, run trials in this process; a trial that crashes, or exceeds --time by more than a second, then ends the run, and the next run names this trial")
	fs.Var(durationFlag(&f.isolation.CPU), "cpu", "stop a trial after `TIME` of CPU time, including the time of its child processes (0: no limit)")
	fs.Var(bytesFlag(&f.isolation.Resident), "resident", "stop a trial if all its processes together use more than `SIZE` of memory (0: no limit)")
	fs.StringVar(&f.retry, "retry", "", "run trials again if their process crashed or was killed; the only value is `failed`")
	fs.StringArrayVar(&f.only, "only", nil, "run only trials whose SET/SIZE/INDEX/STRATEGY matches `PATTERN`, or the trial with this KEY; in a pattern, * matches any text and ? matches one character")
	fs.VisitAll(func(flag *pflag.Flag) { f.names = append(f.names, flag.Name) })
	f.settingFlags.register(cmd)
	register(cmd, "family", f.completeFamilies)
	if !f.late {
		fs.BoolVar(&choice.Fresh, "fresh", false, "run all trials again, and also keep their earlier results")
	}
}

func (f *runFlags) check(cmd *cobra.Command, args []string) error {
	if f.late {
		return nil
	}
	return f.choose(cmd, args)
}

// noneOf is the error of a selection without trials.
func (f *runFlags) noneOf(cmd *cobra.Command) error {
	return wrongUseHint(cmd, fmt.Errorf("no trial matches %s", strings.Join(f.only, ", ")),
		"--only takes a pattern for SET/SIZE/INDEX/STRATEGY, such as '*/50/*/standard', or a KEY")
}

// choose finds the study and the trials that arguments and flags select.
func (f *runFlags) choose(cmd *cobra.Command, args []string) (err error) {
	if f.st, err = f.oneStudy(cmd, args[:min(len(args), 1)]); err != nil {
		return err
	}
	if err = f.settingFlags.check(cmd, args); err != nil {
		return err
	}
	fs, choice := cmd.Flags(), &f.choice
	choice.Scale, choice.Files, choice.Stdin, choice.Say = f.Scale, args[1:], experiments.Shared(f.stdin), f.assuming(cmd)
	if choice.Commands, err = f.commands.reading(f.logs); err != nil {
		return wrongUse(cmd, err)
	}
	choice.Limits = study.Lift(choice.Limits, fs.Changed)
	if f.isolate || f.isolation != (trial.Isolation{}) {
		choice.Isolate = &f.isolation
	}
	if choice.InProcess && choice.Isolate != nil {
		return wrongUse(cmd, errors.New("--in-process cannot enforce limits from outside: remove --isolate, --cpu and --resident"))
	}
	if choice.Retry = f.retry == "failed"; !choice.Retry && f.retry != "" {
		return wrongUseHint(cmd, fmt.Errorf("--retry: %q (want failed)", f.retry), "see puzzlelab run -h")
	}
	choice.Only = store.Matching(f.only)
	if fs.Changed("seed") {
		choice.Seed = &f.seed
	}
	if fs.Changed("sizes") {
		choice.Sizes = strings.Split(f.sizes, ",")
	}
	if fs.Changed("strategies") {
		choice.Strategies, err = f.st.SplitStrategies(f.strategies)
	}
	if err == nil {
		f.trials, err = f.st.Choose(*choice)
	}
	return wrongChoice(cmd, err)
}

// arguments returns the given flags that select trials, without the scale and the results folder.
func (f *runFlags) arguments(cmd *cobra.Command) (args []string) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		values := []string{flag.Value.String()}
		if list, ok := flag.Value.(interface{ GetSlice() []string }); ok {
			values = list.GetSlice()
		}
		if slices.Contains(f.names, flag.Name) {
			for _, value := range values {
				args = append(args, "--"+flag.Name+"="+value)
			}
		}
	})
	return args
}

// wrongChoice turns an error about a selection into wrong use. Other errors are unchanged.
func wrongChoice(cmd *cobra.Command, err error) error {
	wrong, ok := errors.AsType[*study.ChoiceError](err)
	if !ok {
		return err
	}
	hints := map[string]string{"strategies": "see puzzlelab list strategies", "family": "see puzzlelab list families"}
	if err = wrong.Err; wrong.Field != "" {
		err = fmt.Errorf("--%s: %w", wrong.Field, err)
	}
	return wrongUseHint(cmd, err, cmp.Or(hints[wrong.Field], "see "+cmd.CommandPath()+" -h"))
}

// commandFlags is a flag with the name and the command line of a program. It can be repeated, and
// implements pflag.Value.
type commandFlags []study.Command

func (f *commandFlags) Set(s string) error {
	name, line, ok := strings.Cut(s, "=")
	if !ok || strings.ContainsAny(name, " /") {
		return fmt.Errorf("%q is not a command (want NAME='PROGRAM ARGUMENT…')", s)
	}
	argv, err := command.Split(line)
	if err == nil {
		*f = append(*f, study.Command{Name: name, Argv: argv})
	}
	return err
}

func (f *commandFlags) String() string { return "" }
func (f *commandFlags) Type() string   { return "NAME=COMMAND" }

// reading adds patterns, given as NAME=PATTERN, to the commands with these names.
func (f commandFlags) reading(logs []string) ([]study.Command, error) {
	for _, log := range logs {
		name, pattern, named := strings.Cut(log, "=")
		i := slices.IndexFunc(f, func(c study.Command) bool { return c.Name == name })
		if i < 0 || !named {
			return nil, fmt.Errorf("--log: %q names no --command (want NAME=PATTERN with the NAME of one)", log)
		}
		f[i].Log = append(f[i].Log, pattern)
	}
	return f, nil
}

// GetSlice returns the flag's values, NAME=COMMAND, with absolute paths, so that they are valid in
// any folder.
func (f *commandFlags) GetSlice() []string {
	return study.Map(*f, func(c study.Command) string { return c.Name + "=" + command.Join(command.Absolute(c.Argv)) })
}

// program returns a strategy that runs a command line. Its name is the name of the program.
func program(line string, log []string) (s strategy, err error) {
	argv, err := command.Split(line)
	if err != nil {
		return s, err
	}
	return command.Strategy[instance](strings.ReplaceAll(filepath.Base(argv[0]), " ", "-"), argv, log...)
}
