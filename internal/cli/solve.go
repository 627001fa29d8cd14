package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func newSolveCommand(env *environment) *cobra.Command {
	return env.perPuzzle(&cobra.Command{
		Use:   "solve PUZZLE [FILE…|-]",
		Short: "Solve instances, one per line",
		Long: `Solve instances, one per line, from files or standard input.

An instance without a solution is an answer. One that cannot be read is
reported, the others are still solved, and the exit status is 1. When a limit
ends a search, or a strategy that leaves out parts of the space finds nothing,
the exit status is 3.`,
		Example: env.example(`  echo INSTANCE | puzzlelab solve PUZZLE
  puzzlelab solve PUZZLE --json FILE`),
	}, env.Puzzles, newSolvePuzzleCommand)
}

func newSolvePuzzleCommand(env *environment, p *puzzle.Puzzle) *cobra.Command {
	c := &solving{environment: env, question: question{puzzle: p}}
	example, counted := "--time 30s --json", ""
	if p.Endless == "" {
		example = "--count " + example
		counted = ", and\nsolutions with --count or --all. With --all there is one object per solution\n(index, path) before it"
	}
	return newCommand(&cobra.Command{
		Use:   p.Name + " [FILE…|-]",
		Short: p.Doc,
		Long: fmt.Sprintf(`Solve instances of %s, one per line, from files or standard input.

With --json every line of output is one object, in the order of the input:
instance, strategy, outcome, cost, optimal, path, expanded, generated, seconds,
then, where they apply: bound (no solution costs less), iterations (of each its
bound, expanded, generated), stored (most nodes held at one time), bytes (of the
search's own accounting), reason (why there is no solution)%s.
The outcome is one of solved, unsolvable, limit-nodes, limit-time, limit-memory,
cancelled, incomplete, error.

--command './solver --fast' asks another program, which reads instances and
answers in JSON lines, under the limits --time and --memory; or it prints a
log, which --log 'PATTERN' reads. See docs/solvers.md.`, p.Name, counted),
		Example: fmt.Sprintf(`  echo %[2]s | puzzlelab solve %[1]s
  puzzlelab solve %[1]s %[4]s FILE
  puzzlelab generate %[1]s --size %[5]s --count 5 |
    puzzlelab solve %[1]s --strategy %[3]s`,
			p.Name, p.Example, p.Strategies.Example(0), example, exampleSize(p)),
	}, c.run, c, &c.question, &c.jsonFlag)
}

// solvingMode is the question asked of every instance.
type solvingMode uint8

const (
	findOne solvingMode = iota
	findAll
	countAll
)

// solving is the command solve of a puzzle.
type solving struct {
	*environment
	question
	jsonFlag
	all, count bool
	mode       solvingMode
	read       reader
	out        solvedWriter

	failed, limited, incomplete, total int
}

func (s *solving) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.BoolVar(&s.all, "all", false, "print every solution")
	fs.BoolVar(&s.count, "count", false, "count the solutions")
	s.read = readerFlags(cmd, s.puzzle)
	if s.puzzle.Endless != "" {
		// Hidden, so that whoever tries them learns why not.
		fs.Lookup("all").Hidden, fs.Lookup("count").Hidden = true, true
	}
}

// check chooses the mode, and says which flags make no sense with it.
func (s *solving) check(cmd *cobra.Command, _ []string) error {
	switch {
	case s.all && s.count:
		return wrongUseHint(cmd, errors.New("--all and --count exclude each other"), "--all counts the solutions too")
	case !s.all && !s.count:
		return nil
	case s.puzzle.Endless != "":
		return wrongUse(cmd, fmt.Errorf("--all and --count are not for this puzzle: %s", s.puzzle.Endless))
	case s.command != "":
		return wrongUse(cmd, errors.New("--all and --count are not for a --command, which finds one solution"))
	case s.all:
		s.mode = findAll
	default:
		s.mode = countAll
	}
	return nil
}

// solvedWriter prints what solving finds. An error is a failed write.
type solvedWriter interface {
	// Solution is called for every solution of --all, before Finding.
	Solution(it item, index int, solution string) error
	Finding(it item, strategy string, f found) error
	// Failure is an instance that could not be read or searched. The strategy
	// may be "" then.
	Failure(it item, strategy string, err error) error
	Flush() error
}

func (s *solving) run(cmd *cobra.Command, files []string) error {
	out := bufio.NewWriter(s.stdout)
	s.out = &solvedText{out, s.puzzle}
	if s.json {
		s.out = &solvedJSON{out, s.puzzle, s.mode}
	}
	ctx := cmd.Context()
	for it, err := range s.instances(s.read, files) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s.total++
		if err == nil {
			err = s.one(ctx, it)
		}
		if err != nil && !outfile.Is(err) {
			s.failed++
			s.say("error", err.Error())
			err = outfile.Wrap(standardOutput, s.out.Failure(it, s.name(it.instance), err))
		}
		if err == nil {
			err = outfile.Wrap(standardOutput, s.out.Flush())
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
	if s.limited > 0 {
		s.say("note", fmt.Sprintf("stopped by a limit: %d of %d searches", s.limited, s.total-s.failed))
	}
	if s.incomplete > 0 {
		s.say("note", fmt.Sprintf("%d of %d searches left out parts of the space and found nothing, which proves nothing", s.incomplete, s.total-s.failed))
	}
	switch {
	case s.failed > 0:
		return exit(statusFailure)
	case s.limited > 0 || s.incomplete > 0:
		return exit(statusLimited)
	}
	return nil
}

// one solves an instance and prints the finding.
func (s *solving) one(ctx context.Context, it item) error {
	adapted, err := s.adapt(it.instance)
	if err != nil {
		return fmt.Errorf("%v: %w", it, err)
	}
	it.instance = adapted
	f, err := s.ask(ctx, it, s.forItem(s.environment, it))
	if err != nil {
		return err
	}
	switch {
	case f.Outcome == search.Incomplete:
		s.incomplete++
	case f.Outcome.Limited() && f.Outcome != search.Cancelled:
		s.limited++
	}
	if err := s.out.Finding(it, s.name(it.instance), f); err != nil {
		return outfile.Wrap(standardOutput, err)
	}
	return nil
}

// ask asks the question of an instance.
func (s *solving) ask(ctx context.Context, it item, limits search.Limits) (f found, err error) {
	strategy := s.of(it.instance)
	f.instance = it.instance
	start := time.Now()
	switch s.mode {
	case countAll:
		f.Enumeration, err = strategy.Count(ctx, it.instance, limits)
		f.elapsed = time.Since(start)
	case findAll:
		index := 0
		f.Enumeration, err = strategy.Each(ctx, it.instance, limits, func(solution fmt.Stringer) error {
			index++
			return outfile.Wrap(standardOutput, s.out.Solution(it, index-1, solution.String()))
		})
		f.elapsed = time.Since(start)
	default:
		if f, err = s.find(ctx, it.instance, limits, s.news(it)); err != nil {
			err = fmt.Errorf("%v: %w", it, err)
		}
	}
	return f, err
}

// news reports on standard error how a search comes closer to its answer; nil if
// nobody wants to know.
func (s *solving) news(it item) func(search.Improvement) {
	if s.json {
		return nil
	}
	return func(i search.Improvement) {
		fmt.Fprintf(s.stderr, "%v: %s, at least %d (%.2f s)\n", it, wording.Counted(i.Cost, "move"), i.Bound, i.Elapsed.Seconds())
	}
}
