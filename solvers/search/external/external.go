package external

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Options configures an enumeration.
type Options struct {
	// Folder is the path of the folder that stores the layers. Enumerate creates it if necessary.
	// Use one folder per space.
	Folder string
	// Limits may stop the enumeration. Expanded and Time count from the call to Enumerate. Bytes
	// limits the memory of all buffers, but not the memory of the program itself; 0 means 1 GiB.
	search.Limits
	// Disk is the maximum size of the folder in bytes; 0 means no limit.
	Disk uint64
	// Progress, if not nil, is called before the first layer, after each layer, and about once a
	// second.
	Progress func(Progress)
}

// Result holds the counts of an enumeration, and how much work it took.
type Result struct {
	// Outcome is Solved if the enumeration is complete, and otherwise the reason why it stopped.
	Outcome search.Outcome
	// Counts[d] is the number of states at distance d, for complete layers only.
	Counts []uint64
	// Expanded is the number of states that this call expanded, and Generated is the number of
	// successors that it created. Disk is the largest size of the folder during the call, in bytes.
	Expanded, Generated, Disk uint64
	// Damage describes the damaged file that forced this call to start again from the first layer.
	// It is nil if there was none.
	Damage *DamageError
}

// Progress describes the state of a running enumeration.
type Progress struct {
	Result
	// Done is the number of states in the last complete layer that have been expanded. While the
	// sorted files of the next layer are being merged, it is the number of all states in the last
	// complete layer.
	Done    uint64
	Elapsed time.Duration
	// Remaining estimates the time until the enumeration is complete. The estimate is too high
	// while layers are small. It is 0 if the size of the space is unknown, or before 50,000 states
	// have been expanded.
	Remaining time.Duration
	// Needed estimates the disk space in bytes for a layer that holds a tenth of all states. It is
	// 0 if the number of states is unknown. The largest layers of sliding tiles hold 5 to 17
	// percent of the states.
	Needed uint64
}

// DiskError reports that the enumeration needs more disk space than allowed by Options.Disk.
type DiskError struct{ Limit uint64 }

func (e *DiskError) Error() string {
	return fmt.Sprintf("external: the next layer does not fit into %d bytes of disk", e.Limit)
}

const leastBytes = 4 << 20

// recordEvery is the time between records of small layers and of runs. Tests lower it.
var recordEvery = time.Second

// Enumerate counts the states of a space at each distance from its start. If the folder holds an
// interrupted enumeration of the space, Enumerate continues it. If the last layer in the folder is
// missing or damaged, it starts again; see Result.Damage. If the manifest is damaged or belongs to
// a different space, it returns an error that names the file. After a failure, such as a full disk,
// another call continues from the last complete layer.
//
// Cost: for each edge of the space, one record is sorted, written and read. The disk holds about
// two layers and the runs between them, with one to three bytes per record. The memory is limited
// by Options.
func Enumerate(ctx context.Context, space search.Space, o Options) (Result, error) {
	if o.Bytes == 0 {
		o.Bytes = 1 << 30
	}
	if o.Bytes < leastBytes {
		return Result{}, fmt.Errorf("external: %d bytes of memory are too few (want at least %d)", o.Bytes, leastBytes)
	}
	return enumerate(ctx, space, o, divide(o.Bytes))
}

// memory is the size of the buffers.
type memory struct {
	records int // in each of the two halves of the sorting buffer
	runs    int // most files that are merged at once
}

func divide(bytes uint64) memory {
	runs := min(bytes/8/blockBytes, 512)
	return memory{records: int(bytes-(runs+2)*blockBytes) / 16, runs: int(runs)}
}

func enumerate(ctx context.Context, space search.Space, o Options, m memory) (Result, error) {
	if n := len(space.Inverse); n == 0 || space.Bits < 1 || space.Bits+n > 64 || space.Start>>space.Bits != 0 {
		return Result{}, fmt.Errorf("external: space %q has %d operators and states of %d bits, start %d (want at most 64 together, and the start within)", space.Name, n, space.Bits, space.Start)
	}
	e := &enumeration{space: space, o: o, memory: m, guard: search.NewGuard(ctx, o.Limits), operators: len(space.Inverse), began: time.Now()}
	e.records, e.spare = make([]uint64, 0, m.records), make([]uint64, m.records)
	unlock, err := lock(o.Folder)
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	if err := e.rebuild(e.open()); err != nil {
		return Result{}, err
	}
	e.report(0, true)
	for !e.manifest.Done && err == nil && e.guard.Outcome() == search.Running {
		err = e.rebuild(e.advance())
	}
	if e.Outcome = search.Solved; !e.manifest.Done {
		e.Outcome = e.guard.Outcome()
	}
	e.Counts = slices.Clone(e.manifest.Counts)
	if err != nil {
		e.manifest.begun = begun{}
	}
	err = errors.Join(err, e.sweep()) // a full disk has room for the manifest then
	if e.kept != e.manifest.Layer.Name || e.keptRuns+len(e.manifest.Runs) > 0 {
		err = errors.Join(err, e.record(), e.sweep())
	}
	return e.Result, err
}

// enumeration is a running enumeration. A record is a state and, in the low bits, the operators
// that need not be tried.
type enumeration struct {
	Result
	space     search.Space
	o         Options
	memory    memory
	guard     *search.Guard
	operators int
	manifest  manifest
	records   []uint64 // generated and not yet sorted
	spare     []uint64
	blocks    [][]byte // buffers of closed files
	held      uint64   // bytes in the folder
	kept      string   // layer of the manifest on disk
	keptRuns  int      // number of runs in the manifest on disk
	began     time.Time
	recorded  time.Time
	reported  time.Time
}

// advance makes the next layer. If the guard stops it, the manifest describes the runs made so far.
func (e *enumeration) advance() error {
	e.records = e.records[:0]
	if err := e.expand(); err != nil || e.guard.Outcome() != search.Running {
		return err
	}
	depth := len(e.manifest.Counts)
	next, err := e.merge(e.manifest.Runs, &e.manifest.Layer, layerName(depth))
	if err != nil || e.guard.Outcome() != search.Running {
		return err
	}
	e.manifest.begun = begun{}
	if e.manifest.Done = next.States == 0; !e.manifest.Done {
		e.manifest.Counts = append(e.manifest.Counts, next.States)
		e.manifest.Layer = next
	}
	if e.manifest.Done || e.keptRuns > 0 || time.Since(e.recorded) > recordEvery {
		err = e.record()
	}
	err = errors.Join(err, e.sweep())
	e.report(0, true)
	return err
}

// rebuild starts the next layer again if err means that one of its runs is damaged. If the last
// complete layer is damaged, it starts from the first layer again, once. The folder holds no earlier
// layer, to save disk space.
func (e *enumeration) rebuild(err error) error {
	damage, ok := errors.AsType[*DamageError](err)
	if ok && slices.ContainsFunc(e.manifest.Runs, func(f file) bool { return damage.Path == filepath.Join(e.o.Folder, f.Name) }) {
		e.manifest.begun = begun{}
		return errors.Join(e.record(), e.sweep())
	}
	if !ok || e.Damage != nil || damage.Path != filepath.Join(e.o.Folder, e.manifest.Layer.Name) {
		return err
	}
	e.Damage, e.manifest, e.kept, e.keptRuns = damage, manifest{}, "", 0
	return errors.Join(e.sweep(), e.remove(manifestName), e.open())
}

// record makes the last complete layer and the runs durable.
func (e *enumeration) record() error {
	if err := e.sync(&e.manifest.Layer); err != nil {
		return err
	}
	for i := range e.manifest.Runs {
		if err := e.sync(&e.manifest.Runs[i]); err != nil {
			return err
		}
	}
	if err := e.manifest.write(e.o.Folder); err != nil {
		return err
	}
	e.kept, e.keptRuns, e.recorded = e.manifest.Layer.Name, len(e.manifest.Runs), time.Now()
	return nil
}

// sync makes a file durable, once.
func (e *enumeration) sync(file *file) error {
	if file.durable {
		return nil
	}
	path := filepath.Join(e.o.Folder, file.Name)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err == nil {
		err = errors.Join(f.Sync(), f.Close())
	}
	file.durable = err == nil
	return outfile.Wrap(path, err)
}

// expand generates the successors of the last complete layer that are not yet in runs.
func (e *enumeration) expand() error {
	layer := e.read(&e.manifest.Layer)
	defer layer.close()
	next, back := make([]uint64, e.operators), make([]uint64, e.operators)
	expand, inverse, operators := e.space.Expand, e.space.Inverse, e.operators
	done := uint64(0)
	for ; layer.next(); done++ {
		if done < e.manifest.Expanded {
			continue
		}
		if done&(1<<16-1) == 0 {
			e.report(done, false)
		}
		if e.guard.Stops(e.Expanded) {
			return e.flush(done)
		}
		state := layer.record >> operators
		expand(state, next)
		if done&(1<<12-1) == 0 {
			if err := e.check(state, next, back); err != nil {
				return err
			}
		}
		e.Expanded++
		for i, to := range next {
			if layer.record>>i&1 != 0 || to == state {
				continue
			}
			if len(e.records) == e.memory.records {
				if err := e.flush(done); err != nil || len(e.records) > 0 {
					return err
				}
			}
			e.records = append(e.records, to<<operators|1<<inverse[i])
		}
	}
	if layer.err != nil {
		return layer.err
	}
	return e.flush(done)
}

// check makes sure that the operators of a state can be undone, without which the search would
// count states again or never end.
func (e *enumeration) check(state uint64, next, back []uint64) error {
	for i, to := range next {
		if to == state {
			continue
		}
		j := e.space.Inverse[i]
		if to>>e.space.Bits != 0 || j < 0 || j >= e.operators {
			return fmt.Errorf("external: space %q: operator %d leads from %d to %d, with inverse %d (want states below 2^%d, and one of %d operators)", e.space.Name, i, state, to, j, e.space.Bits, e.operators)
		}
		if e.space.Expand(to, back); back[j] != state {
			return fmt.Errorf("external: space %q: operator %d leads from %d to %d, and its inverse %d from there to %d", e.space.Name, i, state, to, j, back[j])
		}
	}
	return nil
}

// flush writes the generated records to a run: all successors of the first done states of the layer
// are then in runs. If the guard stops it, the records stay.
func (e *enumeration) flush(done uint64) error {
	for len(e.manifest.Runs) >= e.memory.runs {
		if err := e.join(); err != nil || e.guard.Outcome() != search.Running {
			return err
		}
	}
	if len(e.records) == 0 {
		return nil
	}
	e.Generated += uint64(len(e.records))
	e.records, e.spare = sortRecords(e.records, e.spare[:len(e.records)], e.space.Bits+e.operators)
	out, err := e.create(e.runName())
	if err != nil {
		return err
	}
	joined := e.records[0]
	for _, record := range e.records[1:] {
		if record>>e.operators != joined>>e.operators {
			out.add(joined)
			joined = record
		}
		joined |= record
	}
	out.add(joined)
	e.records = e.records[:0]
	run, err := out.close()
	if err != nil {
		return err
	}
	e.manifest.Runs, e.manifest.Expanded = append(e.manifest.Runs, run), done
	if time.Since(e.recorded) > recordEvery {
		err = errors.Join(e.record(), e.sweep())
	}
	return err
}

// join merges the first half of the runs into one, which becomes the last.
func (e *enumeration) join() error {
	part := e.manifest.Runs[:max(len(e.manifest.Runs)/2, 2)]
	joined, err := e.merge(part, nil, e.runName())
	if err != nil || e.guard.Outcome() != search.Running {
		return err
	}
	e.manifest.Runs = append(slices.Clone(e.manifest.Runs[len(part):]), joined)
	if e.keptRuns > 0 {
		if err := e.record(); err != nil {
			return err
		}
	}
	for _, run := range part {
		if err := e.remove(run.Name); err != nil {
			return err
		}
	}
	return nil
}

// report calls Progress, at most every second unless it is due.
func (e *enumeration) report(done uint64, due bool) {
	now := time.Now()
	if e.o.Progress == nil || !due && now.Sub(e.reported) < time.Second {
		return
	}
	e.reported = now
	p := Progress{Result: e.Result, Done: done, Elapsed: now.Sub(e.began), Needed: e.needed()}
	p.Outcome, p.Counts = search.Running, slices.Clone(e.manifest.Counts)
	if e.space.States > 0 && e.Expanded >= 50_000 {
		left := e.space.States - min(done, e.space.States)
		for _, n := range p.Counts[:len(p.Counts)-1] {
			left -= min(n, left)
		}
		p.Remaining = time.Duration(float64(p.Elapsed) * float64(left) / float64(e.Expanded)).Round(time.Second)
	}
	e.o.Progress(p)
}

func layerName(depth int) string { return fmt.Sprintf("layer-%03d.states", depth) }

func (e *enumeration) runName() string {
	e.manifest.Named++
	return fmt.Sprintf("run-%04d.states", e.manifest.Named)
}

// sweep removes the files of unfinished and of superseded layers, and what killed processes left.
func (e *enumeration) sweep() error {
	for _, pattern := range []string{"layer-*.states", "run-*.states", leftovers} {
		names, err := filepath.Glob(filepath.Join(e.o.Folder, pattern))
		for _, name := range names {
			if name = filepath.Base(name); err == nil && name != e.manifest.Layer.Name && name != e.kept && !slices.ContainsFunc(e.manifest.Runs, func(f file) bool { return f.Name == name }) {
				err = e.remove(name)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *enumeration) remove(name string) error {
	path := filepath.Join(e.o.Folder, name)
	if info, err := os.Stat(path); err == nil {
		e.held -= min(e.held, uint64(info.Size()))
	}
	return outfile.Wrap(path, os.Remove(path))
}
