package experiments

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/puzzlelab/puzzlelab/internal/cores"
	"github.com/puzzlelab/puzzlelab/internal/process"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Isolation says under which limits trials run that run in processes of their own,
// besides those of the sweep. Limits of time are then kept from outside as well, so
// that they end also a strategy that does not look at them.
//
// The processes are the program itself, started again with the same arguments, one for
// each worker: it does what it does before the sweep once more, comes to the sweep, and
// there answers for its trials. So a program that isolates makes the same sweeps
// whenever it is started. Whatever a trial does to its process is an outcome of that
// trial: a panic in a goroutine, os.Exit, a stack or memory that overflows, a loop that
// does not end. What it prints is kept with its row. A process that has ended is
// started anew for the next trial.
//
// It needs Linux; on macOS it works without the limits below.
//
// A strategy that another program runs ([puzzle.Program]) is in processes of its own in any
// case; its limits are those of Isolation as well.
type Isolation struct {
	CPU      time.Duration // of a trial, all threads together; 0 means no limit
	Resident uint64        // bytes of memory of the process that a trial runs in, with what the program itself holds; 0 means no limit
}

// What ended the process of a trial, as [Trial.Killed] says it.
const (
	// KilledByCrash is said of a process that ended by itself; the trial's Error says how.
	KilledByCrash = "crash"
	// A limit was passed: its outcome is limit-time or limit-memory.
	KilledByWall   = string(process.ByWall)
	KilledByCPU    = string(process.ByCPU)
	KilledByCgroup = string(process.ByCgroup)  // the kernel kept the limit on resident memory
	KilledByLook   = string(process.ByPolling) // the resident memory was looked at, every 10 ms
	// KilledByOutput is said of a process that printed more than 64 MiB.
	KilledByOutput = string(process.ByOutput)
)

// grace is how much longer than its limit on time an isolated trial may take: one that
// keeps the limit itself has its counters to tell.
const grace = 30 * time.Millisecond

// isolatedVariable names, in the environment of a worker process, the sweeps that it is
// to answer for.
const isolatedVariable = "PUZZLELAB_WORKER"

// answersFor is what this process is a worker for, "" if it is none. Processes that it
// starts itself are none.
var answersFor = func() string {
	name := os.Getenv(isolatedVariable)
	_ = os.Unsetenv(isolatedVariable)
	return name
}()

// restarts says that the program may be started again without having been asked to: the
// cell of a notebook may, as the environment tells.
var restarts = os.Getenv("GONB_TMP_DIR") != ""

// Restarts says that this program may be started again with the same arguments, comes
// to the same sweeps then, and does no harm on the way: package lab says it. Trials that
// a run of it was at when it died are run in processes of their own by the next run, and
// so is all of a timed sweep; see [Isolation].
func Restarts() { restarts = process.Check(process.Limits{}) == nil }

// Serving reports whether this process is a worker of a sweep of an earlier start of the
// program, and has not come to it yet: a program need not do what is not on the way.
func Serving() bool { return answersFor != "" }

// startedIn is the folder that the program was started in, startedWith its environment.
var (
	startedIn, _ = os.Getwd()
	startedWith  = os.Environ()
)

// pool is the processes of a campaign, by the worker that they belong to.
type pool struct {
	name        func() string // of what they answer for
	procs       []*process.Process
	timed       *cores.Split // of the processes, if they are for timed trials; nil if they are for others
	timedTrials int          // of the campaign
	// useless is set if the program does not come to the sweep when it is started again.
	useless atomic.Bool
}

// lostError is that of a worker that came to no sweep, or to another.
type lostError struct{ how string }

func (e *lostError) Error() string {
	return "experiments: isolate trials: the program was started again as a worker, but " + e.how + "; a program that isolates makes the same sweeps whenever it is started"
}

func (w *pool) close() {
	for i, proc := range w.procs {
		if proc != nil {
			proc.Close()
			w.procs[i] = nil
		}
	}
}

// process returns the running process of a worker, and whether it has just been started.
func (w *pool) process(ctx context.Context, worker int) (proc *process.Process, started bool, err error) {
	if proc := w.procs[worker]; proc != nil && proc.Alive() {
		return proc, false, nil
	}
	start := func() { proc, err = w.start(ctx, worker) }
	if w.timed == nil {
		start()
	} else {
		w.timed.On(start)
	}
	return proc, true, err
}

// start starts the process of a worker.
func (w *pool) start(ctx context.Context, worker int) (*process.Process, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("experiments: isolate trials: %w", err)
	}
	cmd := exec.Command(program, os.Args[1:]...)
	// The last of a name counts: what was set since the start stays, what was removed is
	// back, as the number of a notebook's cell is.
	cmd.Dir, cmd.Env = startedIn, slices.Concat(startedWith, os.Environ(), []string{isolatedVariable + "=" + w.name()})
	cmd.Env = slices.DeleteFunc(cmd.Env, func(v string) bool {
		// What a cell shows, and says of its trials, it says once.
		return strings.HasPrefix(v, "GONB_PIPE") || strings.HasPrefix(v, "PUZZLELAB_PROVENANCE=")
	})
	proc, err := process.Start(ctx, cmd)
	if ended, ok := err.(*process.Ended); ok {
		said := strings.TrimSpace(ended.Output)
		if said != "" {
			said = ": " + said
		}
		return nil, &lostError{"came to no such sweep (" + ended.State + ")" + said}
	}
	if err != nil {
		return nil, err
	}
	proc.Output() // what the program prints before the sweep is no trial's
	w.procs[worker] = proc
	return proc, nil
}

// isolated runs the trials of a plan in the processes of a pool.
type isolated struct {
	*pool
	part       int // of the campaign
	worker     int
	calibrated time.Time
}

// What a process is asked to do with a cell.
const (
	askTrial       = iota // run it, and answer with the line of its row
	askWarmUp             // run it for a moment, and answer nothing
	askCalibration        // answer with the time of a calibration
)

// ask asks a process of the pool.
func (e *isolated) ask(ctx context.Context, proc *process.Process, what, cell int, limits process.Limits) ([]byte, error) {
	var request []byte
	for _, n := range []int{what, e.part, cell} {
		request = binary.LittleEndian.AppendUint32(request, uint32(n))
	}
	return proc.Ask(ctx, request, limits)
}

// ready returns the process of the worker. For a timed trial it is warm, and calibrated
// from time to time.
func (e *isolated) ready(ctx context.Context, cell int, row *Trial) (*process.Process, error) {
	proc, started, err := e.process(ctx, e.worker)
	if err != nil || row.Mode != Timed {
		return proc, err
	}
	if started {
		limits := process.Limits{Wall: 5 * warmUpTime, CPU: row.Limited.CPU, Resident: row.Limited.Resident}
		_, err := e.ask(ctx, proc, askWarmUp, cell, limits)
		if _, ended := err.(*process.Ended); ended { // it is not tried again
			proc, _, err = e.process(ctx, e.worker)
		}
		if err != nil {
			return nil, err
		}
		proc.Output() // is no trial's
	}
	if now := time.Now(); started || now.Sub(e.calibrated) >= calibrateEvery {
		answer, err := e.ask(ctx, proc, askCalibration, cell, process.Limits{})
		if err != nil {
			return nil, err
		}
		row.Conditions.Calibration = math.Float64frombits(binary.LittleEndian.Uint64(answer))
		e.calibrated = now
	}
	return proc, nil
}

func (e *isolated) execute(ctx context.Context, cell int, row *Trial) (bool, error) {
	proc, err := e.ready(ctx, cell, row)
	if err != nil {
		if ctx.Err() != nil {
			return false, nil
		}
		return false, err
	}
	limits := process.Limits{CPU: row.Limited.CPU, Resident: row.Limited.Resident}
	if row.Limits.Time > 0 {
		limits.Wall = row.Limits.Time + grace
	}
	answer, err := e.ask(ctx, proc, askTrial, cell, limits)
	row.Isolated = true
	switch ended, ok := err.(*process.Ended); {
	case ok:
		row.ended(ended)
		return true, nil
	case err != nil: // of the context
		return false, nil
	}
	var t Trial
	var d decoder
	if err := d.parse(strings.TrimSuffix(string(answer), "\n"), &t); err != nil || t.Key() != row.Key() || t.Limits != row.Limits || t.Limited != row.Limited {
		return false, &lostError{fmt.Sprintf("ran another trial, %v, than %v", t.Key(), row.Key())}
	}
	t.Isolated, t.Output, t.Conditions.Calibration = true, text(proc.Output()), row.Conditions.Calibration
	*row = t
	return true, nil
}

// ended books a trial whose process came to an end.
func (t *Trial) ended(e *process.Ended) {
	t.Killed = cmp.Or(string(e.By), KilledByCrash)
	t.CPU, t.Wall, t.Runs, t.Output = e.CPU.Seconds(), e.Wall.Seconds(), 1, text(e.Output)
	switch t.Killed {
	case KilledByCrash:
		t.fail(fmt.Errorf("the process of the trial ended with %s%s", e.State, cmp.Or(crashPlace(e.Output), lastLine(e.Output))))
	case KilledByOutput:
		t.fail(fmt.Errorf("the trial printed more than %d MiB", process.MaxOutput>>20))
	case KilledByWall, KilledByCPU:
		t.Outcome = search.LimitTime
	default:
		t.Outcome = search.LimitMemory
	}
}

// lastLine is the last line of an output, where most programs say what went wrong.
func lastLine(output string) string {
	output = strings.TrimSpace(output)
	if output == "" {
		return ""
	}
	return ": " + strings.TrimSpace(output[strings.LastIndexByte(output, '\n')+1:])
}

// crashPlace says what the Go runtime printed when it ended a process, and where that
// came from: ": panic: out of rope (climb.go:12)". It is "" for other output.
func crashPlace(output string) string {
	said, place, function := "", "", ""
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\n")
		switch {
		case said == "" && (strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ")):
			said = ": " + line
		case said != "" && place == "" && strings.HasPrefix(line, "\t") && !strings.HasPrefix(function, "runtime.") && !strings.HasPrefix(function, "panic("):
			file, _, _ := strings.Cut(line[strings.LastIndexByte(line, '/')+1:], " ")
			place = " (" + strings.TrimSpace(file) + ")"
		}
		function = line
	}
	return said + place
}

// serve answers for the trials of the plans, if that is what this process is for. It
// returns if it is not.
func serve[I any](plans []*plan[I]) {
	if answersFor != nameOf(plans) {
		return
	}
	runtime.LockOSThread()
	timeProcess() // nothing else runs in it: all of its threads are the trial's
	process.Serve(func(request []byte) []byte {
		what, part, cell := binary.LittleEndian.Uint32(request), binary.LittleEndian.Uint32(request[4:]), int(binary.LittleEndian.Uint32(request[8:]))
		if what == askCalibration {
			return binary.LittleEndian.AppendUint64(nil, math.Float64bits(calibrate()))
		}
		p, ctx := plans[part], context.Background()
		if what == askWarmUp {
			short, cancel := context.WithTimeout(ctx, warmUpTime)
			defer cancel()
			ctx = short
		}
		_, _, row := p.cell(cell)
		_, _ = p.execute(ctx, cell, &row)
		returnMemory()
		if what == askWarmUp {
			return nil
		}
		return row.Line()
	})
}

// nameOf names what plans are of: two programs whose plans have one name mean the same
// trials by a part and the number of a cell.
func nameOf[I any](plans []*plan[I]) string {
	h := sha256.New()
	for _, p := range plans {
		addTo(h, p.Study, p.Mode, p.Seed, p.Repeats, len(p.Strategies), len(p.Instances))
		for i := range p.Strategies {
			addTo(h, p.Strategies[i].Name, p.Strategies[i].Version, p.codes[i])
		}
		for i := range p.Instances {
			inst := &p.Instances[i]
			addTo(h, inst.Set, inst.Size, inst.Index, p.digests[i])
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

func addTo(h hash.Hash, parts ...any) {
	for _, p := range parts {
		fmt.Fprintf(h, "%v\n", p)
	}
}
