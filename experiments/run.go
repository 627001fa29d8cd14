package experiments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/process"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// plan is a sweep in progress. Its cells are numbered by instance, then by strategy, then by
// repeat.
type plan struct {
	*Sweep
	journal *store.Journal
	part    int      // index in the campaign, from 0
	digests string   // digests of the instances, 16 characters each; "" in a worker, which needs only a few
	seeds   []uint64 // for instance i, repeat r: element i·Repeats+r; nil in a worker
	codes   []string // code identifiers of the strategies

	index   *store.Index
	places  []int32 // for every cell, the place of its row in the index; −1 if there is none yet, or absent
	reused  int
	ran     int
	missing []int32 // cells to run, in the order to run them
	later   []int32 // cells that other plans will run
}

func (s *Sweep) plan(store *store.Store) (*plan, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	journal, err := store.Study(s.Study)
	if err != nil {
		return nil, err
	}
	journal.Shard = s.Shard
	p := &plan{Sweep: s, journal: journal}
	if p.codes, err = s.Codes(); err != nil || answersFor != "" {
		return p, err
	}
	all := len(s.Instances)
	p.seeds = make([]uint64, all*s.Repeats)
	digests := make([]byte, 16*all)
	const together = 4096 // instances
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for from := 0; from < all; from += together {
		group.Go(func() error {
			for i := from; i < min(from+together, all); i++ {
				digest := trial.Digest(s.Instances[i].Text)
				copy(digests[16*i:], digest)
				for r := range s.Repeats {
					p.seeds[i*s.Repeats+r] = trial.Seed(s.Seed, s.Study, digest, r)
				}
			}
			return nil
		})
	}
	_ = group.Wait()
	p.digests = string(digests)
	return p, nil
}

func (p *plan) perInstance() int { return len(p.Strategies) * p.Repeats }

// digest returns the digest of an instance.
func (p *plan) digest(i int) string {
	if p.digests == "" {
		return trial.Digest(p.Instances[i].Text)
	}
	return p.digests[16*i : 16*(i+1)]
}

// seed returns the seed of a repeat on the instance with this digest.
func (p *plan) seed(i, repeat int, digest string) uint64 {
	if p.seeds == nil {
		return trial.Seed(p.Seed, p.Study, digest, repeat)
	}
	return p.seeds[i*p.Repeats+repeat]
}

// cell returns the instance and the strategy of a cell.
func (p *plan) cell(n int) (*Instance, *puzzle.Strategy[puzzle.Instance]) {
	i, k := n/p.perInstance(), n%p.perInstance()/p.Repeats
	return &p.Instances[i], &p.Strategies[k]
}

// blank returns the row of a cell without its results.
func (p *plan) blank(n int) trial.Trial {
	i := n / p.perInstance()
	digest := p.digest(i)
	return p.blankOf(n, digest, p.seed(i, n%p.Repeats, digest))
}

// blankOf works like blank for callers that already know the digest and the seed.
func (p *plan) blankOf(n int, digest string, seed uint64) trial.Trial {
	inst, strategy := p.cell(n)
	blank := trial.Trial{
		Study: p.Study, Set: inst.Set, Index: inst.Index, Instance: digest, Text: inst.storedText(), Size: inst.Size,
		Strategy: strategy.Name, Version: strategy.Version, Mode: p.Mode, Repeat: n % p.Repeats, Seed: seed,
		Limits: p.limits(strategy.Name, inst.Size), Code: p.codes[n%p.perInstance()/p.Repeats],
	}
	if p.Isolate != nil {
		blank.Limited = *p.Isolate
	}
	return blank
}

// asks reports whether a row belongs to a cell.
func (p *plan) asks(n int, t *trial.Trial) bool {
	i, r := n/p.perInstance(), n%p.Repeats
	inst, strategy := p.cell(n)
	digest := p.digest(i)
	var limited trial.Isolation
	if p.Isolate != nil {
		limited = *p.Isolate
	}
	return t.Seed == p.seed(i, r, digest) && t.Instance == digest && t.Repeat == r && t.Mode == p.Mode && t.Study == p.Study &&
		t.Set == inst.Set && t.Size == inst.Size && t.Index == inst.Index && t.Strategy == strategy.Name && t.Version == strategy.Version &&
		t.Limits == p.limits(strategy.Name, inst.Size) && t.Limited == limited
}

// absent is the place of a cell that belongs to another shard or that Only excludes.
const absent = -2

// take finds the reusable row of each cell in the shard, and lists the other cells as missing.
func (p *plan) take(x *store.Index) {
	p.index, p.places, p.reused, p.missing = x, make([]int32, len(p.Instances)*p.perInstance()), 0, nil
	lacking := false
	for n := range p.places {
		p.places[n] = p.find(n)
		if p.places[n] >= 0 {
			p.reused++
		}
		lacking = lacking || p.places[n] == -1
	}
	if lacking {
		p.missing = slices.DeleteFunc(order(p.Seed, p.Study, len(p.Instances), p.perInstance()), func(n int32) bool { return p.places[n] != -1 })
	}
}

// find returns the place of a cell's reusable row, −1 if there is none, or absent.
func (p *plan) find(n int) int32 {
	asked := p.blank(n)
	key := store.KeyOf(&asked)
	if !p.Shard.Has(key) || p.Only != nil && !p.Only(asked.Key()) {
		return absent
	}
	row := trial.Trial{Mode: asked.Mode}
	return p.index.Find(key, func(place int32) int {
		if p.Fresh && int(place) < p.index.Loaded {
			return 0
		}
		p.index.Sketch(place, &row)
		return p.rank(&row, &asked)
	})
}

// execute runs the trial of a cell in this process and fills in the results of its row. It returns
// false if the context was canceled in the meantime; the caller must then discard the result,
// whatever it is.
func (p *plan) execute(ctx context.Context, cell int, row *trial.Trial) bool {
	inst, strategy := p.cell(cell)
	if p.Mode == trial.Timed {
		forgetPeak()
		defer func() { row.Conditions.Resident = residentPeak() }()
	}
	return execute(ctx, strategy, inst, p.Check, row)
}

// settle counts the cells that ran, and keeps the others in missing, together with postponed cells
// that still have no row. It returns the number of cells that should have run but did not.
func (p *plan) settle() (lost int) {
	n := len(p.missing)
	p.missing = slices.DeleteFunc(p.missing, func(n int32) bool { return p.places[n] >= 0 })
	lost = len(p.missing)
	p.ran += n - lost
	for _, n := range p.later {
		if p.places[n] = p.find(int(n)); p.places[n] < 0 {
			p.missing = append(p.missing, n)
		} else {
			p.reused++
		}
	}
	p.later = nil
	return lost
}

// execute runs one trial and fills in the row's results, as [plan.execute] does.
func execute(ctx context.Context, strategy *puzzle.Strategy[puzzle.Instance], inst *Instance, check func(puzzle.Instance, string) (int, error), row *trial.Trial) bool {
	made, err := inst.puzzle()
	if err != nil {
		return fail(row, err)
	}
	if row.Mode == trial.Timed {
		collect()
	}
	finding, spent, err := once(ctx, strategy, made, row)
	runs := 1
	if row.Mode == trial.Timed && err == nil && spent.wall < shortTrial {
		// The run is too short for the clock: repeat it and divide the time.
		for spent.wall < enoughTime && err == nil && ctx.Err() == nil {
			var again puzzle.Finding
			var more cost
			again, more, err = once(ctx, strategy, made, row)
			spent.cpu += more.cpu
			spent.wall += more.wall
			runs++
			if err == nil && !same(&finding, &again) {
				err = fmt.Errorf("two runs with seed %016x differ: %v with cost %d after %d nodes, then %v with cost %d after %d nodes: the strategy is not deterministic",
					row.Seed, finding.Outcome, finding.Cost, finding.Meter.Expanded, again.Outcome, again.Cost, again.Meter.Expanded)
			}
		}
	}
	if ctx.Err() != nil {
		return false
	}
	if ended, ok := errors.AsType[*process.Ended](err); ok {
		end(row, ended)
		return true
	}
	row.CPU, row.Wall, row.Runs = spent.cpu.Seconds()/float64(runs), spent.wall.Seconds()/float64(runs), runs
	if err == nil {
		err = checkFinding(&finding)
	}
	solution := printed(finding.Solution)
	if err == nil && finding.Solution != nil {
		err = checkSolution(made, &finding, solution, check)
	}
	if err != nil {
		return fail(row, err)
	}
	row.Optimal, row.Solution = finding.Optimal, trial.StoredSolution(solution)
	row.Outcome, row.Cost, row.Bound, row.Meter, row.Observed, row.Result = finding.Outcome, finding.Cost, finding.Bound, finding.Meter, finding.Observed, finding.Result
	row.Error = ""
	return true
}

// fail fills in the row of a trial that ended in an error.
func fail(t *trial.Trial, err error) bool {
	t.Outcome, t.Cost, t.Bound, t.Meter, t.Observed, t.Result, t.Solution = search.Running, 0, 0, search.Meter{}, nil, "", ""
	t.Error = trial.Clean(err.Error())
	t.Error = cmp.Or(t.Error, "an error without a message")
	return true
}

// storedText returns the instance's text as rows store it.
func (inst *Instance) storedText() string {
	if len(inst.Text) > trial.MaxText {
		return ""
	}
	return inst.Text
}

// puzzle returns the instance's puzzle, or an error if [Made] panics.
func (inst *Instance) puzzle() (made puzzle.Instance, err error) {
	made = inst.Puzzle
	make, ok := made.(Made)
	if !ok {
		return made, nil
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("make the instance: panic: %v%s", r, panicPlace())
		}
	}()
	if made, err = make(); err != nil {
		err = fmt.Errorf("make the instance: %w", err)
	}
	return made, err
}

// collect collects the garbage of earlier trials, which would otherwise slow down the next one. It
// skips small amounts, since scanning all stored rows takes longer than most timed trials.
func collect() {
	heap := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(heap)
	if live, used := heap[0].Value.Uint64(), heap[1].Value.Uint64(); used > live+live/8 {
		runtime.GC()
	}
}

// returnMemory returns unused memory to the system if a trial has left much of it, so that it does
// not count for the next trial. Memory that was live before the trial, such as a long list of
// instances, does not count.
func returnMemory() {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(heap)
	if heap[0].Value.Uint64()+heap[1].Value.Uint64() > heap[2].Value.Uint64()+64<<20 {
		debug.FreeOSMemory()
	}
}

// A timed trial shorter than shortTrial is repeated until all its runs together take enoughTime.
const (
	shortTrial = time.Millisecond
	enoughTime = 10 * time.Millisecond
)

// cost is the time of a run.
type cost struct{ cpu, wall time.Duration }

// once runs the strategy once and turns a panic into an error.
func once(ctx context.Context, strategy *puzzle.Strategy[puzzle.Instance], inst puzzle.Instance, row *trial.Trial) (finding puzzle.Finding, spent cost, err error) {
	if strategy.Prepare != nil { // before the clock starts
		if err := strategy.Prepare(ctx, func(string) {}); err != nil && ctx.Err() == nil {
			return finding, spent, err
		}
	}
	start, cpu := time.Now(), cpuTime(row.Mode)
	defer func() {
		if strategy.Program == nil {
			spent = cost{cpu: cpuTime(row.Mode) - cpu, wall: time.Since(start)}
		}
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v%s", r, panicPlace())
		}
	}()
	if p := strategy.Program; p != nil {
		var took puzzle.Took
		finding, took, err = p.Run(ctx, inst, row.Seed, row.Limits, puzzle.Kept(row.Limited))
		row.Isolated, row.Watched, row.Output = true, took.Watched, cmp.Or(row.Output, trial.Clean(took.Output))
		return finding, cost{took.CPU, took.Wall}, err
	}
	finding, err = strategy.Run(ctx, inst, row.Seed, row.Limits)
	return finding, spent, err
}

// panicPlace returns where the current panic was raised: " (file.go:12)", the first caller outside
// the runtime. It leaves out folders, so that the row is the same on every machine.
func panicPlace() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	for panicking := false; ; {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicking = true
		case panicking && f.Function != "" && !strings.HasPrefix(f.Function, "runtime."):
			return fmt.Sprintf(" (%s:%d)", filepath.Base(f.File), f.Line)
		}
		if !more {
			return ""
		}
	}
}

// checkFinding returns an error if a strategy returned a result that no run can have.
func checkFinding(f *puzzle.Finding) error {
	switch {
	case f.Outcome == search.Running || f.Outcome > search.Measured:
		return fmt.Errorf("the strategy returned without an outcome (%v)", f.Outcome)
	case f.Outcome == search.Cancelled:
		return errors.New("the strategy reported that it was canceled, but it was not")
	case f.Outcome == search.Solved && f.Solution == nil:
		return errors.New("the strategy reported that it solved the instance, but returned no solution (want Solution, or the outcome measured)")
	case f.Optimal && f.Solution == nil:
		return errors.New("the strategy reported that its solution is optimal, but returned no solution")
	case f.Bound < 0:
		return fmt.Errorf("the strategy returned the lower bound %d (want 0 if it proved none)", f.Bound)
	case f.Outcome == search.Solved && f.Bound > f.Cost:
		return fmt.Errorf("the strategy returned a solution of cost %d, but claims that no solution costs less than %d", f.Cost, f.Bound)
	}
	if err := checkIterations(&f.Meter); err != nil {
		return err
	}
	for i, o := range f.Observed {
		if err := checkName(o.Name); err != nil {
			return fmt.Errorf("observation %d is named %q: %w", i, o.Name, err)
		}
		if slices.IndexFunc(f.Observed, func(other puzzle.Observation) bool { return other.Name == o.Name }) < i {
			return fmt.Errorf("the strategy observed %q twice", o.Name)
		}
	}
	return nil
}

// checkSolution replays a solution, and turns a panic in the check into an error.
func checkSolution(inst puzzle.Instance, f *puzzle.Finding, solution string, check func(puzzle.Instance, string) (int, error)) (err error) {
	if check == nil {
		return errors.New("the sweep has no Check that could replay the strategy's solution")
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("check the solution %s: panic: %v%s", wording.Quote(solution), r, panicPlace())
		}
	}()
	cost, err := check(inst, solution)
	switch {
	case err != nil:
		return fmt.Errorf("the strategy's solution %s is wrong: %w", wording.Quote(solution), err)
	case cost != f.Cost:
		return fmt.Errorf("the strategy's solution %s costs %d, but the strategy reported %d", wording.Quote(solution), cost, f.Cost)
	}
	return nil
}

// checkIterations checks that the recorded iterations follow the rules of [search.Meter].
func checkIterations(m *search.Meter) error {
	if len(m.Iterations) == 0 {
		return nil
	}
	var expanded, generated uint64
	for _, it := range m.Iterations {
		expanded += it.Expanded
		generated += it.Generated
	}
	if expanded != m.Expanded || generated != m.Generated {
		return fmt.Errorf("the strategy's %d iterations expanded %d and generated %d nodes, but its meter reports %d and %d",
			len(m.Iterations), expanded, generated, m.Expanded, m.Generated)
	}
	return nil
}

// same reports whether two runs with the same seed gave the same result. Runs that the clock ended
// are allowed to differ.
func same(a, b *puzzle.Finding) bool {
	if a.Outcome == search.LimitTime || b.Outcome == search.LimitTime {
		return true
	}
	sameObservation := func(x, y puzzle.Observation) bool {
		return x.Name == y.Name && (trial.Observed(x.Name, "", "").Timing || math.Float64bits(x.Value) == math.Float64bits(y.Value))
	}
	return a.Outcome == b.Outcome && a.Cost == b.Cost && a.Bound == b.Bound && a.Optimal == b.Optimal && a.Reason == b.Reason &&
		printed(a.Solution) == printed(b.Solution) && a.Meter.Equal(b.Meter) && slices.EqualFunc(a.Observed, b.Observed, sameObservation) && a.Result == b.Result && a.Ran == b.Ran
}

// printed returns the text of a solution, or "" if there is none.
func printed(solution fmt.Stringer) string {
	if solution == nil {
		return ""
	}
	return solution.String()
}
