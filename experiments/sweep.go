package experiments

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/internal/process"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Sweep runs every strategy on every instance a given number of times. Running a sweep again reuses
// valid stored rows and runs only the remaining trials.
//
// A stored row with the trial's [trial.Key] is reused if its Code equals the sweep's, and if a new
// run under the current limits would give the same result:
//
//   - an answer is reused if it was found within the current limits on nodes and memory, or under
//     the same limits;
//   - an outcome of limit-nodes or limit-memory is reused if that limit is unchanged;
//   - a failure that ended an isolated trial's process is reused if all limits are unchanged,
//     unless Retry is set;
//   - an outcome of limit-time or canceled, and any other error, is never reused, unless Keep is
//     set.
//
// A timed trial that took longer than the current time limit also runs again. Rows are never
// removed: if code or limits change back, their rows are used again. If several rows can be reused,
// Run prefers rows computed under the current limits, and among these the newest.
type Sweep struct {
	Study      string // name of the study, which is stored in the rows and is also the name of their folder
	Instances  []Instance
	Strategies []puzzle.Strategy[puzzle.Instance]
	Repeats    int // number of runs of each strategy on each instance, with different seeds; 0 means one

	// Check replays a solution and returns its cost, as in [puzzle.Kind]. A trial counts as solved
	// only if Check returns no error. Check may be nil if no strategy looks for solutions.
	Check func(inst puzzle.Instance, solution string) (cost int, err error)

	Limits search.Limits
	// LimitsFor returns the limits for a strategy on instances of the given size. If it is not nil,
	// Limits is ignored.
	LimitsFor func(strategy string, size int) search.Limits

	Mode trial.Mode // mode in which the trials run; "" means Budget
	Seed uint64     // root seed, which determines the seeds of all trials
	// Code identifies the code that produces the rows, and is usually the result of [code.Hash]. If
	// a strategy is declared in Files or in a notebook cell, the sweep adds an identifier of the
	// strategy's code. Unless AnyCode is set, trials with rows from other code run again.
	Code    string
	AnyCode bool
	// Files holds the Go files of a package, other than the puzzle's, that declares its own
	// strategies. Embed them with "//go:embed *.go". If a strategy's Run function is declared in
	// Files, the strategy's code includes this declaration and everything in Files that it uses.
	Files fs.FS
	// Keep allows the reuse of rows that ended with limit-time or an error, if they were produced
	// by the current code under the current limits.
	Keep bool
	// Workers is the number of trials to run at the same time; 0 means GOMAXPROCS, which is usually
	// one per core. A timed sweep always runs one trial at a time.
	Workers int
	// Isolate limits the process of each trial; the program enforces these limits from outside that
	// process. If Isolate is nil, there are no such limits, but trials still run in separate
	// processes where possible (see [trial.Isolation]). Where this is not possible, they run in
	// this process, and the summary's Notice says so.
	Isolate *trial.Isolation
	// InProcess makes all trials run in this process, which helps when debugging. A trial that
	// crashes then ends the whole sweep, and a trial that never ends blocks it.
	InProcess bool
	// Shard is the part of the sweep that this process runs. Trials in other shards are ignored.
	Shard store.Shard
	// Only restricts the sweep further, to the trials for which it returns true. If it is nil,
	// there is no such restriction.
	Only func(trial.Key) bool
	// Fresh makes every trial run again, even if a valid row is stored. Old rows stay in the store.
	Fresh bool
	// Retry makes a trial run again if it crashed its process. Without Retry, the row of such a
	// trial is reused as long as code and limits are the same.
	Retry bool
}

// Run runs the missing trials and returns all rows of the sweep.
//
// Each worker stores a finished trial before it begins the next. A killed run therefore loses only
// the trials in progress, and running the sweep again resumes it. While trials run, the study is
// locked (see [store.LockedError]). If all rows are stored, Run does not lock, write or report
// progress. The parameter progress may be nil.
//
// If a strategy panics or returns an error, its row has Error set and the sweep continues; see
// [Summary.Failures]. Run returns an error if the sweep is invalid, if the store fails, or if the
// context was canceled; the summary then holds the rows found or computed so far.
func (s Sweep) Run(ctx context.Context, store *store.Store, progress Progress) (Summary, error) {
	return RunAll(ctx, store, progress, s)
}

// Stored returns the stored rows that [Sweep.Run] would reuse, without running any trials.
func (s Sweep) Stored(store *store.Store) (Summary, error) { return StoredAll(store, s) }

// Rerun runs the trial of a stored row once more, with the row's own seed and limits, and returns
// the new row without storing it. Use [trial.Diff] to compare the two rows.
func (s Sweep) Rerun(ctx context.Context, row *trial.Trial) (trial.Trial, error) {
	if err := s.check(); err != nil {
		return trial.Trial{}, err
	}
	fail := func(why string) (trial.Trial, error) {
		return trial.Trial{}, fmt.Errorf("experiments: rerun %s on %s/%d/%d: %s", row.Strategy, row.Set, row.Size, row.Index, why)
	}
	codes, err := s.Codes()
	if err != nil {
		return trial.Trial{}, err
	}
	for i := range s.Instances {
		inst := &s.Instances[i]
		if inst.Set != row.Set || inst.Size != row.Size || inst.Index != row.Index || trial.Digest(inst.Text) != row.Instance {
			continue
		}
		for k := range s.Strategies {
			strategy := &s.Strategies[k]
			if strategy.Name != row.Strategy || strategy.Version != row.Version {
				continue
			}
			t := *row
			t.Text, t.Code = inst.storedText(), codes[k]
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			if strategy.Program != nil {
				defer strategy.Program.Close()
			}
			if !execute(ctx, strategy, inst, s.Check, &t) {
				return fail(context.Cause(ctx).Error())
			}
			return t, nil
		}
		return fail(fmt.Sprintf("the sweep has no strategy %s of version %d", row.Strategy, row.Version))
	}
	return fail("the sweep has no such instance with digest " + row.Instance)
}

func (s *Sweep) limits(strategy string, size int) search.Limits {
	if s.LimitsFor != nil {
		return s.LimitsFor(strategy, size)
	}
	return s.Limits
}

// check fills in defaults and returns an error for the first fault.
func (s *Sweep) check() error {
	s.Repeats = cmp.Or(s.Repeats, 1)
	s.Mode = cmp.Or(s.Mode, trial.Budget)
	if s.Workers <= 0 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
	if err := store.CheckStudy(s.Study); err != nil {
		return err
	}
	fail := func(format string, args ...any) error {
		return fmt.Errorf("experiments: study %q: %w", s.Study, fmt.Errorf(format, args...))
	}
	switch s.Mode {
	case trial.Budget:
	case trial.Timed:
		s.Workers = 1
	default:
		return fail("mode %q (want %q or %q)", s.Mode, trial.Budget, trial.Timed)
	}
	if s.Isolate != nil && !s.InProcess {
		if err := process.Check(process.Limits{CPU: s.Isolate.CPU, Resident: s.Isolate.Resident}); err != nil {
			return fail("isolate trials: %w", err)
		}
	}
	if err := s.Shard.Check(); err != nil {
		return fail("%w", err)
	}
	if s.Repeats < 0 {
		return fail("%d repeats (want 1 or more)", s.Repeats)
	}
	if len(s.Instances) == 0 {
		return fail("there are no instances to run on")
	}
	if len(s.Strategies) == 0 {
		return fail("there are no strategies to run")
	}
	if !utf8.ValidString(s.Code) {
		return fail("the code %q is not valid UTF-8", s.Code)
	}
	if err := cmp.Or(s.checkStrategies(), s.checkInstances()); err != nil {
		return fail("%w", err)
	}
	return nil
}

func (s *Sweep) checkStrategies() error {
	names := make(map[string]bool, len(s.Strategies))
	for i, strategy := range s.Strategies {
		if err := checkName(strategy.Name); err != nil {
			return fmt.Errorf("strategy %d is named %q: %w", i, strategy.Name, err)
		}
		if names[strategy.Name] {
			return fmt.Errorf("two strategies are named %q; options that change results belong in the name", strategy.Name)
		}
		if strategy.Run == nil {
			return fmt.Errorf("strategy %q has no Run function", strategy.Name)
		}
		names[strategy.Name] = true
	}
	return nil
}

func (s *Sweep) checkInstances() error {
	for i := range s.Instances {
		inst := &s.Instances[i]
		if !utf8.ValidString(inst.Set) || strings.ContainsFunc(inst.Set, unicode.IsControl) {
			return fmt.Errorf("instance %d belongs to set %q, whose name is not printable text", i, inst.Set)
		}
		if inst.Text == "" {
			return fmt.Errorf("instance %d (%s, size %d, index %d) has no Text that distinguishes it from others", i, inst.Set, inst.Size, inst.Index)
		}
		if !utf8.ValidString(inst.Text) {
			return fmt.Errorf("the Text of instance %d (%s, size %d, index %d) is not valid UTF-8", i, inst.Set, inst.Size, inst.Index)
		}
		if inst.Puzzle == nil {
			return fmt.Errorf("instance %d (%s, size %d, index %d) has no Puzzle", i, inst.Set, inst.Size, inst.Index)
		}
	}
	sorted := make([]int32, len(s.Instances)) // for a million instances, a map would be slower and larger than the list
	for i := range sorted {
		sorted[i] = int32(i)
	}
	place := func(a, b int32) int {
		x, y := &s.Instances[a], &s.Instances[b]
		return cmp.Or(cmp.Compare(x.Size, y.Size), cmp.Compare(x.Index, y.Index), strings.Compare(x.Set, y.Set))
	}
	slices.SortFunc(sorted, place)
	for i := 1; i < len(sorted); i++ {
		if inst := &s.Instances[sorted[i]]; place(sorted[i-1], sorted[i]) == 0 {
			return fmt.Errorf("two instances are number %d of size %d in set %q", inst.Index, inst.Size, inst.Set)
		}
	}
	return nil
}

func checkName(name string) error {
	switch {
	case name == "":
		return errors.New("it needs a name")
	case !utf8.ValidString(name):
		return errors.New("it is not valid UTF-8")
	case strings.ContainsFunc(name, unicode.IsSpace) || defuse.Text(name) != name:
		return errors.New("a name has no spaces or control characters")
	case len(name) > trial.MaxText:
		return fmt.Errorf("a name of %d bytes (want at most %d)", len(name), trial.MaxText)
	}
	return nil
}

// order returns the order in which the cells of a sweep run. It shuffles the instances, and the
// strategies and repeats within each instance, so that a drift in the machine's speed affects all
// strategies alike. Cell i·k+j is the j-th of the k runs on instance i.
func order(root uint64, study string, instances, perInstance int) []int32 {
	h := trial.Hash("puzzlelab order 1", string(binary.BigEndian.AppendUint64(nil, root)), study)
	rng := rand.New(rand.NewChaCha8(h))
	cells := make([]int32, 0, instances*perInstance)
	for _, i := range rng.Perm(instances) {
		for _, k := range rng.Perm(perInstance) {
			cells = append(cells, int32(i*perInstance+k))
		}
	}
	return cells
}

// Instance is a puzzle in an instance set, with the description that a sweep stores in its rows.
type Instance struct {
	Set   string // name of the instance set or family
	Index int    // index of the instance among those of its size in the set, from 0
	Size  int    // size in the puzzle's own unit
	// canonical one-line text of the puzzle, or the recipe that makes it; rows also store the
	// digest of Text
	Text   string
	Puzzle puzzle.Instance // puzzle, or a [Made] that makes it when needed
}

// Made makes a puzzle only when a trial needs it. Use it for generated sets: a million puzzles then
// need not fit in memory, and puzzles whose rows are stored need not be made. Made must always
// return the same puzzle, so the instance's Text must include the version of the generator.
type Made func() (puzzle.Instance, error)

// String makes the puzzle and returns its text. If this fails, it returns the error's message.
func (m Made) String() string {
	made, err := m()
	if err != nil {
		return err.Error()
	}
	return made.String()
}

// Drawn returns n random instances of the given family and size as members of the named set. Each
// puzzle is generated from the seed only when its trial runs. Drawn returns no instances if n < 0.
func Drawn[I puzzle.Instance](set string, family puzzle.Family[I], size puzzle.Size, n int, seed uint64) []Instance {
	instances := make([]Instance, max(n, 0))
	for i := range instances {
		instances[i] = Instance{
			Set: set, Index: i, Size: size.Cells, Text: family.Recipe(size, seed, i),
			Puzzle: Made(func() (puzzle.Instance, error) { return family.Instance(size, seed, i) }),
		}
	}
	return instances
}
