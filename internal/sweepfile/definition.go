package sweepfile

import (
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/solvers/command"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Read returns the study that the named file describes. The argument taken lists the names of other
// studies, which the file must not use. The error is a [*SyntaxError] for a mistake in the file
// itself, or a [*puzzle.SyntaxError] for a mistake in an instance file that it names.
func Read(name string, puzzles []*puzzle.Puzzle, taken []string) (study.Definition, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return study.Definition{}, err
	}
	data, _ = io.ReadAll(puzzle.Decoded(strings.NewReader(string(data))))
	s, err := describe(name, data, puzzles, taken)
	if err != nil {
		return study.Definition{}, err
	}
	d := study.Definition{
		Name: s.Name, File: name, Title: unreferring.Replace(s.Title), Puzzle: s.puzzle.Name,
		Canonical: study.Canonical(s.strategy), Plan: s.plan,
	}
	s.show(&d)
	return d, nil
}

// describe checks a file and returns its sweep. Errors are as in [Read].
func describe(name string, data []byte, puzzles []*puzzle.Puzzle, taken []string) (*sweep, error) {
	f, t, err := read(name, data)
	if err != nil {
		return nil, err
	}
	s := &sweep{file: f, text: t, lots: map[lot]*set{}}
	return s, s.check(puzzles, taken)
}

// sweep is a checked file.
type sweep struct {
	*file
	text     *text
	puzzle   *puzzle.Puzzle
	base     study.Growing                             // what [study.Choice] changes: the first set that can have other sizes
	parts    []func(seed uint64) ([]study.Part, error) // per set
	pools    []pool
	lots     map[lot]*set // the set that each lot is from
	isolate  *trial.Isolation
	programs []study.Command
	optimal  []bool // per strategy: whether it guarantees optimal solutions
}

// pool combines the sets of the file that have the same name: a family or an instance file.
type pool struct {
	name  string // as shown on the page
	drawn bool   // by a family
	lots  []lot  // its sizes
	n     int    // number of instances
	each  int    // instances per size, if drawn
	// suffix distinguishes its IDs, and title its titles, from those of other pools. Both are "" if
	// there is only one pool.
	suffix, title string
}

// lot is the instances of one size in a set of trials.
type lot struct {
	set  string
	size int
}

// unreferring keeps a report from reading text as a reference.
var unreferring = strings.NewReplacer("[[", "[ [", "[@", "[ @")

var plainName = lazy.Regexp(`^[a-z0-9][a-z0-9-]*$`)

// check resolves the names in the file. Errors are as in [Read].
func (s *sweep) check(puzzles []*puzzle.Puzzle, taken []string) error {
	known := wording.Each(puzzles, func(p *puzzle.Puzzle) string { return p.Name })
	if i := slices.Index(known, s.file.Puzzle); i >= 0 {
		s.puzzle = puzzles[i]
	}
	switch {
	case !plainName().MatchString(s.Name) || len(s.Name) > 64:
		return s.text.at(&s.Name, "name: %s cannot name a study (want at most 64 lower-case letters, digits and hyphens)", wording.Quote(s.Name))
	case slices.Contains(taken, s.Name):
		return s.text.at(&s.Name, "name: a study is already called %q (choose another name)", s.Name)
	case strings.TrimSpace(s.Title) == "":
		return s.text.at(&s.Title, "title: it is empty")
	case s.puzzle == nil:
		return s.text.at(&s.file.Puzzle, "puzzle: no puzzle is called %s (want %s)%s", wording.Quote(s.file.Puzzle), wording.AnyOf(known), search.DidYouMean(s.file.Puzzle, known))
	}
	if err := s.checkStrategies(s.Strategies); err != nil {
		return err
	}
	if err := s.checkPrograms(); err != nil {
		return err
	}
	for _, name := range s.Strategies {
		strategy, _ := s.strategy(name)
		s.optimal = append(s.optimal, strategy.Optimal)
	}
	limitsOf, err := s.checkLimits()
	if err != nil {
		return err
	}
	for i := range s.Sets {
		if err := s.add(&s.Sets[i], limitsOf); err != nil {
			return err
		}
	}
	s.base.Whole = func(_ experiments.Scale, seed uint64) (all []study.Part, err error) {
		for _, of := range s.parts {
			parts, failed := of(seed)
			all, err = append(all, parts...), cmp.Or(err, failed)
		}
		return all, err
	}
	return nil
}

// checkPrograms adds the programs to the strategies. Their other fields are checked when the sweep
// is built.
func (s *sweep) checkPrograms() error {
	for i := range s.Commands {
		c := &s.Commands[i]
		argv, err := command.Split(c.Command)
		if err != nil {
			return s.text.at(&c.Command, "command: %w", err)
		}
		for k, word := range argv {
			if path := s.path(word); !filepath.IsAbs(word) && (k > 0 || strings.Contains(word, "/")) {
				if _, err := os.Stat(path); err == nil {
					argv[k], _ = filepath.Abs(path)
				}
			}
		}
		s.programs = append(s.programs, study.Command{Name: c.Name, Argv: argv, Log: c.Log})
		s.Strategies = append(s.Strategies, c.Name)
	}
	return nil
}

// strategy returns the strategy with a name: one of the puzzle's, or a program.
func (s *sweep) strategy(name string) (puzzle.Strategy[puzzle.Instance], error) {
	if slices.ContainsFunc(s.programs, func(c study.Command) bool { return c.Name == name }) {
		return puzzle.Strategy[puzzle.Instance]{Name: name}, nil
	}
	return s.puzzle.Strategy(name)
}

// checkStrategies replaces names by their canonical form.
func (s *sweep) checkStrategies(list []string) error {
	for i := range list {
		strategy, err := s.strategy(list[i])
		switch {
		case err != nil:
			return s.text.at(&list[i], "strategies: %w", wording.Unprefixed(s.puzzle.Name, err))
		case slices.Contains(list[:i], strategy.Name):
			return s.text.at(&list[i], "strategies: %s is there twice", strategy.Name)
		}
		list[i] = strategy.Name
	}
	return nil
}

// checkLimits returns the limits of a strategy for a given size.
func (s *sweep) checkLimits() (func(strategy string, size int) search.Limits, error) {
	l := &s.Limits
	if l.CPU+duration(l.Resident) > 0 || s.Isolate {
		s.isolate = &trial.Isolation{CPU: none(time.Duration(l.CPU)), Resident: none(uint64(l.Resident))}
	}
	sizes := make([][]int, len(l.Except))
	for i := range l.Except {
		if err := s.checkExcept(&l.Except[i], &sizes[i]); err != nil {
			return nil, err
		}
	}
	return func(strategy string, size int) search.Limits {
		limits := study.Override(search.Limits{}, l.limits())
		for i, e := range l.Except {
			if (e.Strategies == nil || slices.Contains(e.Strategies, strategy)) && (sizes[i] == nil || slices.Contains(sizes[i], size)) {
				limits = study.Override(limits, e.limits())
			}
		}
		return limits
	}, nil
}

// checkExcept adds the sizes with exceptional limits.
func (s *sweep) checkExcept(e *except, sizes *[]int) error {
	if e.general == (general{}) {
		return s.text.at(e, "except: it has no limit (want nodes, time or memory)")
	}
	if err := s.checkStrategies(e.Strategies); err != nil {
		return err
	}
	for i, name := range e.Strategies {
		if !slices.Contains(s.Strategies, name) {
			return s.text.at(&e.Strategies[i], "strategies: %s is none of the file's (want %s)", name, wording.AnyOf(s.Strategies))
		}
	}
	for i := range e.Sizes {
		size, err := s.size(&e.Sizes[i])
		if err != nil {
			return err
		}
		*sizes = append(*sizes, size)
	}
	return nil
}

// none returns 0 for [study.NoLimit].
func none[T uint64 | time.Duration](limit T) T {
	if limit == study.NoLimit {
		return 0
	}
	return limit
}

// size parses the size of an instance.
func (s *sweep) size(text *size) (int, error) {
	if s.puzzle.ParseSize == nil {
		return 0, s.text.at(text, "sizes: %s has none that could be written", s.puzzle.Name)
	}
	size, err := s.puzzle.ParseSize(string(*text), puzzle.Defaults(s.puzzle.Making))
	if err != nil {
		return 0, s.text.at(text, "sizes: %w", wording.Unprefixed(s.puzzle.Name, err))
	}
	return size.Cells, nil
}

// add adds a set to the sweep.
func (s *sweep) add(one *set, limitsOf func(string, int) search.Limits) error {
	if err := s.checkSet(one); err != nil {
		return err
	}
	g := study.Growing{
		Study: s.Name, Kind: s.puzzle, Seed: s.Seed, Mode: trial.Mode(s.Mode), Repeats: s.Repeats,
		Family: one.Family, Instances: one.Instances, Strategies: s.Strategies, LimitsOf: limitsOf,
	}
	for _, size := range one.Sizes {
		g.Sizes = append(g.Sizes, string(size))
	}
	if len(s.Strategies) > 1 {
		g.Control = s.Strategies[0]
	}
	g, err := g.With(s.programs)
	if err != nil {
		return s.misplaced(one, err)
	}
	var c study.Choice
	if one.File != "" {
		c = study.Choice{Files: []string{s.path(one.File)}, Format: one.Format}
	}
	of := func(seed uint64) ([]study.Part, error) {
		c := c
		c.Seed = &seed
		return g.Parts(c)
	}
	parts, err := of(s.Seed)
	if err != nil {
		return s.misplaced(one, err)
	}
	if one.File != "" {
		g.Own = func(int) ([]experiments.Instance, error) { return parts[0].Instances, nil }
	}
	s.parts = append(s.parts, of)
	if s.base.Kind == nil || s.base.Sizes == nil && g.Sizes != nil {
		s.base = g
	}
	return s.pool(one, parts)
}

// path resolves a path relative to the folder of the file.
func (s *sweep) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(s.text.name), name)
}

// pool adds the instances of a set to the pool with its name.
func (s *sweep) pool(one *set, parts []study.Part) error {
	name := unreferring.Replace(cmp.Or(one.Family, one.File))
	i := slices.IndexFunc(s.pools, func(p pool) bool { return p.name == name })
	if i < 0 {
		i, s.pools = len(s.pools), append(s.pools, pool{name: name, drawn: one.Sizes != nil, each: one.Instances})
	}
	p := &s.pools[i]
	for _, part := range parts {
		for _, inst := range part.Instances {
			where := lot{inst.Set, inst.Size}
			switch other, ok := s.lots[where]; {
			case ok && other != one:
				return s.text.at(one, "sets: there are instances of size %d in a set %q already (want other sizes, or another name of the file)", inst.Size, inst.Set)
			case !ok:
				s.lots[where] = one
				p.lots = append(p.lots, where)
			}
		}
		p.n += len(part.Instances)
	}
	return nil
}

// checkSet checks that a set has the right fields.
func (s *sweep) checkSet(one *set) error {
	switch {
	case (one.Family == "") == (one.File == ""):
		return s.text.at(one, "sets: a set has either a family or a file")
	case one.File == "-":
		return s.text.at(&one.File, "file: standard input cannot be read again for a report (want the name of a file)")
	case one.File != "" && one.Sizes != nil:
		return s.text.at(&one.Sizes, "sizes: the instances of a file have their own")
	case one.File != "" && one.Instances > 0:
		return s.text.at(&one.Instances, "instances: all those of a file are run")
	case one.File != "":
		return nil
	case one.Format != "":
		return s.text.at(&one.Format, "format: there is no file to read")
	}
	return s.checkFamily(one)
}

// checkFamily checks the fields of a set that is a family or a published list.
func (s *sweep) checkFamily(one *set) error {
	_, published, err := s.puzzle.Set(one.Family)
	if err == nil && !published {
		_, err = s.puzzle.Family(one.Family)
	}
	switch {
	case err != nil:
		return s.text.at(&one.Family, "family: %w", wording.Unprefixed(s.puzzle.Name, err))
	case published && one.Sizes != nil:
		return s.text.at(&one.Sizes, "sizes: %s is a published set, whose instances have their own sizes", one.Family)
	case published:
		return nil
	case one.Sizes == nil:
		return s.text.at(&one.Family, "family: there are no sizes of %s (want a field \"sizes\", as in %v)", one.Family, s.puzzle.SizeExamples)
	case one.Instances == 0:
		return s.text.at(&one.Family, "family: there is no number of %s (want a field \"instances\": so many of each size)", one.Family)
	}
	for i := range one.Sizes {
		if _, err := s.size(&one.Sizes[i]); err != nil {
			return err
		}
	}
	return nil
}

// misplaced adds the position of the set to an error.
func (s *sweep) misplaced(one *set, err error) error {
	if wrong, ok := errors.AsType[*study.ChoiceError](err); ok {
		at := map[string]any{"family": &one.Family, "sizes": &one.Sizes, "instances": &one.Instances, "format": &one.Format, "strategies": &s.Strategies, "command": &s.Commands}
		return s.text.at(at[wrong.Field], "%s: %w", wrong.Field, wording.Unprefixed(s.puzzle.Name, wrong.Err))
	}
	if _, ok := errors.AsType[*puzzle.SyntaxError](err); ok {
		return err
	}
	return s.text.at(&one.File, "file: %w", err)
}

// plan returns the trials for a choice.
func (s *sweep) plan(c study.Choice) (study.Runner, error) {
	c.Isolate = cmp.Or(c.Isolate, s.isolate)
	return s.base.Plan(c)
}
