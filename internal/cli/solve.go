package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func newSolveCommand(env *environment) *cobra.Command {
	return env.perPuzzle("solve PUZZLE [FILE…|-]", "Solve instances of a puzzle", env.Puzzles, newSolvePuzzleCommand)
}

func newSolvePuzzleCommand(env *environment, p *puzzle.Puzzle) *cobra.Command {
	c := &solving{environment: env, question: question{puzzle: p, tell: env.note}}
	return newCommand(p.Name+" [FILE…|-]", p.Doc, c.run, c, &c.question, &c.jsonFlag)
}

// solvingMode says what to compute for every instance.
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
	fs.BoolVar(&s.all, "all", false, "print every solution of each instance")
	fs.BoolVar(&s.count, "count", false, "count the solutions of each instance")
	s.read = s.readerFlags(cmd, s.puzzle)
	if s.puzzle.Endless != "" {
		// Hidden, but parsed to explain why they are not available.
		fs.Lookup("all").Hidden, fs.Lookup("count").Hidden = true, true
	}
}

// check chooses the mode and reports flags that do not apply to it.
func (s *solving) check(cmd *cobra.Command, _ []string) error {
	switch {
	case s.all && s.count:
		return wrongUseHint(cmd, errors.New("--all and --count cannot be used together"), "--all also counts the solutions")
	case !s.all && !s.count:
		return nil
	case s.puzzle.Endless != "":
		return wrongUse(cmd, fmt.Errorf("--all and --count do not apply to this puzzle: %s", s.puzzle.Endless))
	case s.command != "":
		return wrongUse(cmd, errors.New("--all and --count do not apply to --command, which finds one solution"))
	case s.all:
		s.mode = findAll
	default:
		s.mode = countAll
	}
	return nil
}

// solvedWriter prints results. Its methods return write errors.
type solvedWriter interface {
	// Solution is called for every solution of --all, before Finding.
	Solution(it item, index int, solution string) error
	Finding(it item, strategy string, f found) error
	// Failure is called for an instance that could not be read or searched; strategy may be "".
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
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
	}
	if s.limited > 0 {
		s.note(fmt.Sprintf("stopped by a limit: %d of %d searches", s.limited, s.total-s.failed))
	}
	if s.incomplete > 0 {
		s.note(fmt.Sprintf("%d of %d searches skipped parts of the space and found no solution, but a solution may exist", s.incomplete, s.total-s.failed))
	}
	switch {
	case s.failed > 0:
		return exit(statusFailure)
	case s.limited > 0 || s.incomplete > 0:
		return exit(statusLimited)
	}
	return nil
}

// one solves an instance and prints the result.
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
	if err := s.out.Finding(it, cmp.Or(f.Ran, s.name(it.instance)), f); err != nil {
		return outfile.Wrap(standardOutput, err)
	}
	return nil
}

// ask runs the search for an instance.
func (s *solving) ask(ctx context.Context, it item, limits search.Limits) (f found, err error) {
	strategy := s.of(it.instance)
	f.instance = it.instance
	watch := stopwatch()
	switch s.mode {
	case countAll:
		f.Enumeration, err = strategy.Count(ctx, it.instance, limits)
		f.took = watch()
	case findAll:
		index := 0
		f.Enumeration, err = strategy.Each(ctx, it.instance, limits, func(solution fmt.Stringer) error {
			index++
			return outfile.Wrap(standardOutput, s.out.Solution(it, index-1, solution.String()))
		})
		f.took = watch()
	default:
		if f, err = s.find(ctx, it.instance, limits, s.news(it)); err != nil {
			err = fmt.Errorf("%v: %w", it, err)
		}
	}
	return f, err
}

// news prints improvements during a search to standard error; it is nil if nobody wants to see
// them.
func (s *solving) news(it item) func(search.Improvement) {
	if s.json {
		return nil
	}
	return func(i search.Improvement) {
		fmt.Fprintf(s.stderr, "%v: %s, at least %d (%.2f s)\n", it, wording.Counted(i.Cost, "move"), i.Bound, i.Elapsed.Seconds())
	}
}

// item is an instance and its origin.
type item struct {
	instance instance // nil if there is an error
	file     string
	index    int // in its file, from 0
}

// String returns the file and the number of the instance, for messages.
func (it item) String() string { return fmt.Sprintf("%s: instance %d", it.file, it.index) }

// instances yields the instances in the files, in order. "-", or an empty list, stands for
// standard input. If none of the names is a file, but together they are an instance, the user has
// typed the instance, and instances yields it. An error is about one instance or about the rest of
// a file. A file without instances is an error, too.
func (env *environment) instances(read reader, files []string) iter.Seq2[item, error] {
	if len(files) == 0 {
		files = []string{"-"}
	}
	return func(yield func(item, error) bool) {
		list, wrong := typed(read, files)
		if wrong != nil {
			yield(item{file: "arguments"}, wrong)
			return
		}
		for _, it := range list {
			if !yield(it, nil) {
				return
			}
		}
		for _, file := range files {
			if list != nil || !env.file(read, file, yield) {
				return
			}
		}
	}
}

func readable(file string) bool {
	_, err := os.Stat(file)
	return err == nil || file == "-"
}

// fileName matches a first argument that names a file, even if there is none. Color Walk would read
// almost every word as a board.
var fileName = lazy.Regexp(`^[A-Za-z][\w.-]+$|\w\.[A-Za-z]\w*$|^(\.{1,2}|~)?/`)

// typed returns the instances that the arguments form together, or nil if an argument is a file or
// the first one names a file. An error is about arguments that are meant as an instance.
func typed(read reader, args []string) (list []item, err error) {
	all, err := read(strings.NewReader(strings.Join(args, " ")), "arguments")
	if err != nil || slices.ContainsFunc(args, readable) || fileName().MatchString(args[0]) {
		return nil, nil
	}
	for inst, err := range all {
		if err != nil {
			return nil, err
		}
		list = append(list, item{inst, "arguments", len(list)})
	}
	return list, nil
}

func (env *environment) file(read reader, file string, yield func(item, error) bool) bool {
	var r io.Reader
	name := file
	if file == "-" {
		r, name = env.stdin, "stdin"
		if env.terminal {
			env.note("reading instances from the terminal; end with Ctrl-D")
		}
	} else {
		f, err := os.Open(file)
		if err != nil {
			return yield(item{file: file}, err)
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return yield(item{file: file}, fmt.Errorf("read %s: is a folder", file))
		}
		r = f
	}
	index := 0
	instances, err := read(r, name)
	if err != nil {
		return yield(item{file: name}, err)
	}
	for inst, err := range instances {
		it := item{instance: inst, file: name, index: index}
		if err != nil {
			it.instance = nil
		}
		if !yield(it, err) {
			return false
		}
		index++
	}
	if index == 0 {
		return yield(item{file: name}, fmt.Errorf("%s: no instance found", name))
	}
	return true
}
