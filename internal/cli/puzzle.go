package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/command"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/ask"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// instance and strategy are types for the instances and strategies of all puzzles.
type (
	instance = puzzle.Instance
	strategy = puzzle.Strategy[puzzle.Instance]
)

// optionFlags registers options as flags. After parsing, the choice has their values.
func optionFlags(cmd *cobra.Command, options []puzzle.Option) *puzzle.Choice {
	choice := puzzle.Defaults(options)
	for _, o := range options {
		f := cmd.Flags().VarPF(&optionFlag{o, &choice}, o.Name, "", o.Doc)
		if o.Want == "" {
			f.NoOptDefVal = "true"
		}
		complete(cmd, o.Name, offers(o.Words)...)
	}
	return &choice
}

// optionFlag is the flag for an option. It implements pflag.Value.
type optionFlag struct {
	puzzle.Option
	choice *puzzle.Choice
}

func (f *optionFlag) Set(value string) error {
	if f.Want == "" {
		switch value {
		case "true":
			return f.choice.Set(f.Option, "")
		case "false":
			return nil
		}
		return fmt.Errorf("%q is not true or false", value)
	}
	err := f.choice.Set(f.Option, value)
	if err != nil && !strings.Contains(err.Error(), `"`) {
		err = fmt.Errorf("%q: %w", value, err)
	}
	return err
}

func (f *optionFlag) String() string { return f.Default }

func (f *optionFlag) Type() string {
	switch {
	case f.Want == "":
		return "bool"
	case f.Parse == nil:
		return strings.Join(namesOf(f.Words), "|")
	}
	return f.Want
}

// reader yields the instances in r; errors call r by the name file. It continues after an instance
// that it cannot parse, and stops after a read error.
type reader func(r io.Reader, file string) (iter.Seq2[instance, error], error)

// readerFlags registers the flags for the notation of instances, and returns a reader that obeys
// them. The reader reports each assumption once.
func (env *environment) readerFlags(cmd *cobra.Command, p *puzzle.Puzzle) reader {
	format := oneOf{value: puzzle.Auto, what: "format"}
	words := []puzzle.Word{{Name: puzzle.Auto, Doc: "detect the notation"}}
	for _, f := range p.Formats {
		words = append(words, puzzle.Word{Name: f.Name, Doc: f.Doc})
	}
	format.explain(cmd, "format", "read instances in the notation `FORMAT`", words)
	choice := optionFlags(cmd, p.Reading)
	say := env.assuming(cmd)
	return func(r io.Reader, file string) (iter.Seq2[instance, error], error) {
		c := *choice
		c.Open, c.Say = true, func(note string) { say(file, note) }
		return p.Read(format.value, r, file, c)
	}
}

// assuming returns a function that reports assumptions of a reader. It reports each one once,
// except assumptions that a flag settles.
func (env *environment) assuming(cmd *cobra.Command) func(file, note string) {
	said := map[string]bool{}
	return func(file, note string) {
		if about, _, _ := strings.Cut(note, ":"); !said[about] && !cmd.Flags().Changed(about) {
			said[about] = true
			env.note(file + ": " + note)
		}
	}
}

// question holds the flags that apply to every instance, such as strategy and limits.
type question struct {
	puzzle   *puzzle.Puzzle
	tell     func(text string) // reports progress of preparations
	tables   string            // folder for tables
	choice   *puzzle.Choice
	named    string
	command  string    // command line of a program that searches instead; "" for none
	log      []string  // patterns for its log; nil if it answers in JSON
	strategy *strategy // nil means each instance's default strategy
	session  *strategy // the default strategy, if the puzzle has one
	seed     uint64
	limiting
}

func (q *question) register(cmd *cobra.Command) {
	p := q.puzzle
	q.seed = 1
	usage := "search with the strategy `S`, which can include options; see list strategies"
	if p.DefaultAdvice != "" {
		usage += " (default: " + p.DefaultAdvice + ")"
	}
	cmd.Flags().StringVar(&q.named, "strategy", p.Default, usage)
	completeEntries(cmd, "strategy", ask.Strategies(p), p)
	cmd.Flags().StringVar(&q.command, "command", "", "search with another program, called by `COMMAND` (with its arguments), instead of a strategy")
	cmd.Flags().StringArrayVar(&q.log, "log", nil, "read results from the log of --command with the regular `EXPRESSION`, which has named groups; you can repeat this flag")
	if slices.ContainsFunc(p.Strategies.List(), func(s strategy) bool { return s.Randomised }) {
		cmd.Flags().Var(seedFlag(&q.seed), "seed", "use the root seed `S` for randomized strategies")
		complete(cmd, "seed")
	}
	if p.Tables != nil {
		cmd.Flags().StringVar(&q.tables, "tables", "", "store lookup tables for strategies in `FOLDER`; if FOLDER is none, tables are not stored, and default strategies do not use them (default: a folder in your cache folder)")
	}
	q.choice = optionFlags(cmd, p.Question)
	q.limiting.register(cmd, p)
}

// check finds the strategy and the limits after parsing. An error is about the strategy's name.
func (q *question) check(cmd *cobra.Command, _ []string) error {
	q.limiting.check(cmd)
	if q.tables != "" {
		if err := os.Setenv(puzzle.TablesVariable, q.tables); err != nil {
			return wrongUse(cmd, fmt.Errorf("--tables %q: %w", q.tables, err))
		}
	}
	if cmd.Flags().Changed("command") || cmd.Flags().Changed("log") {
		s, err := program(q.command, q.log)
		if err != nil {
			return wrongUse(cmd, fmt.Errorf("--command: %w", err))
		}
		q.strategy = &s
		return exclusive(cmd, "strategy", "command")
	}
	if q.puzzle.Default == "" && !cmd.Flags().Changed("strategy") {
		if q.puzzle.Session != nil {
			q.session = new(q.puzzle.Session(q.tell))
		}
		return nil
	}
	s, err := q.puzzle.Strategy(q.named)
	if err != nil {
		return wrongUseHint(cmd, err, "see puzzlelab list strategies")
	}
	if s.Improve == nil && experiments.MayRestart() && foreign() && cmd.Parent().Name() == "solve" {
		if s, err = command.Apart(s, q.puzzle.Instance); err != nil {
			return err
		}
	}
	q.strategy = &s
	return nil
}

// foreign reports whether the program is a lab made by somebody else, with its own strategies.
func foreign() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && info.Main.Path != "github.com/puzzlelab/puzzlelab"
}

// of returns the strategy for an instance.
func (q *question) of(inst instance) strategy {
	if q.strategy != nil {
		return *q.strategy
	}
	s, err := q.puzzle.Strategy(q.puzzle.DefaultFor(inst))
	if err != nil {
		panic(err) // the default strategy is unknown
	}
	return s
}

// name returns the name of the strategy for all instances, or "" if it depends on the instance.
func (q *question) name(inst instance) string {
	if q.strategy == nil && inst == nil {
		return ""
	}
	return q.of(inst).Name
}

// adapt changes the instance according to the flags. It returns an error if they do not fit.
func (q *question) adapt(inst instance) (instance, error) {
	if q.puzzle.Ask != nil {
		var err error
		if inst, err = q.puzzle.Ask(inst, *q.choice); err != nil {
			return nil, err
		}
	}
	if s := q.of(inst); s.Fits != nil {
		return inst, s.Fits(inst)
	}
	return inst, nil
}

// took is the time that a search took: wall time; CPU time of all threads and of other programs;
// and, separately, the time for building tables.
type took struct{ elapsed, cpu, build time.Duration }

// stopwatch starts to measure, and returns a function that returns the time taken so far.
func stopwatch() func() took {
	start := time.Now()
	cpu, build := search.Spent()
	return func() took {
		c, b := search.Spent()
		return took{time.Since(start), c - cpu, b - build}
	}
}

// found is the result of a search, and the time it took.
type found struct {
	puzzle.Enumeration
	instance instance
	solution string // the solution in the puzzle's text form, if there is one
	took
}

// solved reports whether a solution was found.
func (f *found) solved() bool { return f.Solution != nil }

// bounded reports whether a lower bound on the cost is known.
func (f *found) bounded() bool { return f.Bound > 0 || f.Optimal && f.Cost == 0 }

// find searches for one solution, and replays it. If better is not nil, find calls it for every
// improvement.
func (q *question) find(ctx context.Context, inst instance, limits search.Limits, better func(search.Improvement)) (found, error) {
	s := q.of(inst)
	if q.session != nil {
		s = *q.session
	}
	watch := stopwatch()
	if s.Prepare != nil {
		if err := s.Prepare(ctx, q.tell); err != nil {
			return found{}, cmp.Or(ctx.Err(), err)
		}
	}
	prepared := watch()
	// The seed depends on the instance, not on its place in the input.
	seed := trial.Seed(q.seed, "solve", trial.Digest(inst.String()), 0)
	f := found{instance: inst}
	var err error
	watch = stopwatch()
	if s.Improve != nil && better != nil {
		f.Finding, err = s.Improve(ctx, inst, seed, limits, better)
	} else {
		f.Finding, err = s.Run(ctx, inst, seed, limits)
	}
	f.took = watch()
	f.build += prepared.cpu + prepared.build
	if s.Program != nil {
		f.cpu = f.CPU // the clock does not see a program that serves the next request
	}
	if err != nil || !f.solved() {
		return f, err
	}
	f.solution = f.Solution.String()
	switch cost, err := q.puzzle.Check(inst, f.solution); {
	case err != nil:
		return f, fmt.Errorf("strategy %s returned a wrong solution: %w", s.Name, wording.Unprefixed(q.puzzle.Name, err))
	case cost != f.Cost:
		return f, fmt.Errorf("strategy %s returned a solution of cost %d but reported cost %d", s.Name, cost, f.Cost)
	}
	return f, nil
}

// pathJSON returns a solution as JSON.
func pathJSON(p *puzzle.Puzzle, solution string) json.RawMessage {
	if p.Path != nil {
		return p.Path(solution)
	}
	text, _ := json.Marshal(solution) // never fails for a string
	return text
}

// describe prints a solution for people.
func describe(w io.Writer, p *puzzle.Puzzle, inst instance, solution string) error {
	if p.Describe != nil {
		return p.Describe(w, inst, solution)
	}
	_, err := fmt.Fprintf(w, "  path  %s\n", solution)
	return err
}

// defaultMemory prevents searches without limits from using all memory. It is the same on every
// machine, and so are outcomes.
const defaultMemory = 4 << 30

func limitFlags(fs *pflag.FlagSet, l *search.Limits, each, one, zero, timeAdvice string) {
	fs.Var(countFlag(&l.Expanded), "nodes", "stop "+each+" after expanding `N` nodes, such as 60k or 1M "+zero)
	fs.Var(durationFlag(&l.Time), "time", "stop "+each+" after `TIME`, such as 30s "+zero+timeAdvice)
	fs.Var(bytesFlag(&l.Bytes), "memory", "stop "+one+" that would use more than `SIZE` of memory, such as 2GiB "+zero)
}

// limiting determines the limits of each search.
type limiting struct {
	limits      search.Limits
	defaultTime func(instance) time.Duration // nil if there is no default, or if a limit is given
	said        bool                         // the default has been reported
}

// register registers the flags for limits.
func (l *limiting) register(cmd *cobra.Command, p *puzzle.Puzzle) {
	l.limits.Bytes, l.defaultTime = defaultMemory, p.DefaultTime
	advice := ""
	if p.TimeAdvice != "" {
		advice = " (default: " + p.TimeAdvice + ")"
	}
	limitFlags(cmd.Flags(), &l.limits, "a search", "a search", "(0: no limit)", advice)
}

// check removes the puzzle's default if a limit is given.
func (l *limiting) check(cmd *cobra.Command) {
	if slices.ContainsFunc([]string{"nodes", "time", "memory"}, cmd.Flags().Changed) {
		l.defaultTime = nil
	}
}

// forItem returns the limits of one search. When the default applies for the first time, it reports
// it, since users may not expect it.
func (l *limiting) forItem(env *environment, it item) search.Limits {
	limits := l.limits
	if l.defaultTime == nil {
		return limits
	}
	limits.Time = l.defaultTime(it.instance)
	if limits.Time > 0 && !l.said {
		env.note(fmt.Sprintf("%v: no limit given, so a search of this size stops after %s (--time 0: no limit)", it, limits.Time))
		l.said = true
	}
	return limits
}
