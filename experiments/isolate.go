package experiments

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/cores"
	"github.com/puzzlelab/puzzlelab/internal/process"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// grace is the time by which an isolated trial may exceed its time limit before it is killed. A
// strategy that checks the limit itself can then still report its counters.
const grace = 30 * time.Millisecond

// isolatedVariable is the environment variable that tells a worker process which sweeps to run.
const isolatedVariable = "PUZZLELAB_WORKER"

// answersFor names the sweeps that this process runs as a worker, or is "" if it is not a worker.
// It clears the variable, so processes that it starts are not workers.
var answersFor = func() string {
	name := os.Getenv(isolatedVariable)
	_ = os.Unsetenv(isolatedVariable)
	if name != "" {
		process.Join()
	}
	return name
}()

// restarts reports whether the program may be started again. A notebook cell, recognized by its
// environment, may be restarted even without a call of Restarts.
var restarts = os.Getenv("GONB_TMP_DIR") != ""

// Restarts declares that this program may be started again with the same arguments, and will then
// run the same sweeps. Trials can then run in separate processes; see [trial.Isolation]. Package
// lab calls Restarts for its programs.
func Restarts() { restarts = process.Check(process.Limits{}) == nil }

// MayRestart reports whether sweeps may start this program again to run trials in separate
// processes. This is allowed in a notebook cell, and after a call to [Restarts].
func MayRestart() bool { return restarts }

// given holds what the program has read from standard input, for workers to read again.
var given bytes.Buffer

// Shared returns a reader for stdin, the program's standard input, that keeps a copy of the input
// for worker processes. Use it if the trials depend on the input. A worker receives all input that
// was read before it started.
func Shared(stdin io.Reader) io.Reader { return io.TeeReader(stdin, &given) }

// Serving returns the name of the study for which this process is a worker, or "" if it is not a
// worker. A worker can skip all work that the sweeps of this study do not need.
func Serving() string {
	study, _, _ := strings.Cut(answersFor, "/")
	return study
}

// startedIn is the folder in which the program was started, and startedWith is its environment at
// that time.
var (
	startedIn, _ = os.Getwd()
	startedWith  = os.Environ()
)

// pool holds the processes of a campaign, one per worker.
type pool struct {
	lock        *store.Lock
	name        func() string // of the sweeps that the processes run
	procs       []*process.Process
	timed       *cores.Split // how the cores are divided, if the processes run timed trials; otherwise nil
	timedTrials int          // number of timed trials of the campaign so far
	// useless is set if the program, started again, does not reach the sweep.
	useless atomic.Pointer[error]
}

// notice explains why trials did not run in separate processes. It is "" if they did, or if the
// user asked for trials in this process.
func (w *pool) notice(inProcess bool) string {
	const because = "trials ran in the program's own process, so one that crashes or hangs takes the run with it: "
	switch err := w.useless.Load(); {
	case inProcess:
		return ""
	case err != nil:
		return because + (*err).Error()
	case restarts:
		return ""
	}
	return because + cmp.Or(process.Check(process.Limits{}), errors.New("this program does not call experiments.Restarts, so it cannot be started again")).Error()
}

// conditions returns the conditions known before the next timed trial.
func (w *pool) conditions() trial.Conditions {
	w.timedTrials++
	return conditionsNow(w.timedTrials)
}

// lostError reports that a worker reached no sweep, or a different one.
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

// process returns the running process of a worker, and whether it was just started.
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
	if runtime.GOOS == "linux" {
		program, err = "/proc/self/exe", nil // works even if the file has been replaced
	}
	if err != nil {
		return nil, fmt.Errorf("experiments: isolate trials: %w", err)
	}
	cmd := exec.Command(program, os.Args[1:]...)
	cmd.Args[0] = os.Args[0]
	if given.Len() > 0 {
		cmd.Stdin = bytes.NewReader(given.Bytes())
	}
	// If a name occurs more than once, the last value counts. So variables set since the start
	// stay, and removed ones, such as a notebook's cell number, come back.
	cmd.Dir, cmd.Env = startedIn, slices.Concat(startedWith, os.Environ(), []string{isolatedVariable + "=" + w.name()})
	cmd.Env = slices.DeleteFunc(cmd.Env, func(v string) bool {
		// A cell must show its output and report its trials only once.
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
	proc.Output() // output printed before the sweep does not belong to a trial
	w.procs[worker] = proc
	return proc, nil
}

// message asks a worker process to run cells one after another. The worker answers with a reply.
type message struct {
	WarmUp    bool   // run the first cell briefly without storing a row
	Calibrate bool   // calibrate before the first cell
	Segment   string // path of the journal that receives the rows
	Watched   string // how the memory use of the process is measured
	Order     int    // number of a timed trial
	Cells     cells  `json:"-"` // sent separately, after the line that contains the other fields
}

// cells encodes the cells of a message in binary form. Decoding JSON would take as long as a short
// trial, and so would computing the digests and seeds in the worker.
type cells []byte

const cellSize = 4 + 4 + 16 + 8

// add adds a cell of a plan.
func (c cells) add(p *plan, n int) cells {
	i, digest := n/p.perInstance(), p.digest(n/p.perInstance())
	c = binary.LittleEndian.AppendUint32(c, uint32(p.part))
	c = append(binary.LittleEndian.AppendUint32(c, uint32(n)), digest...)
	return binary.LittleEndian.AppendUint64(c, p.seed(i, n%p.Repeats, digest))
}

func (c cells) len() int { return len(c) / cellSize }

// at returns a cell's plan in the campaign, its number in that plan, its digest and its seed.
func (c cells) at(i int) (part, n int, digest string, seed uint64) {
	c = c[cellSize*i:]
	return int(binary.LittleEndian.Uint32(c)), int(binary.LittleEndian.Uint32(c[4:])), string(c[8:24]), binary.LittleEndian.Uint64(c[24:])
}

// reply is a worker's answer after it has run the cells, or when the main process must not use the
// worker again.
type reply struct {
	Broken bool   // the last stored trial broke the process
	Error  string // why a row could not be stored
}

// requests keeps buffers for messages, which are long if trials are short.
var requests = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// tell sends a message to a worker process and waits for the reply.
func tell(ctx context.Context, proc *process.Process, m message, limits process.Limits, look func()) (r reply, err error) {
	request := requests.Get().(*bytes.Buffer)
	defer requests.Put(request)
	request.Reset()
	if err := json.NewEncoder(request).Encode(m); err != nil {
		return r, err
	}
	request.Write(m.Cells)
	answer, err := proc.Ask(ctx, request.Bytes(), limits, look)
	if err == nil {
		err = json.Unmarshal(answer, &r)
	}
	if r.Broken {
		proc.Kill()
	}
	return r, err
}

// errand tracks a message to a worker's process and its progress.
type errand struct {
	*worker
	message
	proc       *process.Process
	from, done int   // number of the first cell, and how many rows are stored
	failed     error // why a stored row was not accepted
}

// apart has the worker's process run cells from … to−1, or only the first few of them, and returns
// how many rows are stored.
func (w *worker) apart(ctx context.Context, from, to int) (done int, err error) {
	p, _, first := w.cell(from)
	var at trial.Conditions
	if p.Mode == trial.Timed {
		at = w.pool.conditions()
	}
	proc, calibrate, err := w.ready(ctx, p, first)
	if ctx.Err() != nil {
		return 0, nil
	}
	if err == nil {
		err = w.writer.Open()
	}
	if err != nil {
		return 0, err
	}
	limits := p.bounds(first)
	e := errand{worker: w, proc: proc, from: from, message: message{
		Segment: w.writer.Path(), Watched: proc.Watched(), Calibrate: calibrate, Order: at.Order, Cells: w.cells[:0],
	}}
	for i := from; i < to; i++ {
		of, _, n := w.cell(i)
		if of.resident(n) != limits.Resident {
			break
		}
		e.Cells = e.Cells.add(of, n)
	}
	w.cells = e.Cells
	reply, err := tell(ctx, proc, e.message, limits, e.look)
	switch {
	case e.failed != nil:
		return e.done, e.failed
	case reply.Error != "":
		return e.done, p.journal.Unwritten(errors.New(reply.Error))
	case err != nil:
		return e.book(ctx, at, err)
	}
	return e.done, nil
}

// look reads the rows that the process has stored since the last look.
func (e *errand) look() {
	before := e.done
	if e.failed == nil {
		e.failed = e.writer.Follow(e.took)
	}
	if e.done > before && e.done < e.Cells.len() {
		p, _, n := e.cell(e.from + e.done)
		e.proc.Next(time.Now(), p.bounds(n))
	}
}

// took accepts a row that the process has stored as the result of the next cell.
func (e *errand) took(t *trial.Trial, place int32) error {
	if e.done < e.Cells.len() {
		p, _, n := e.cell(e.from + e.done)
		if p.asks(n, t) {
			e.stored(e.from+e.done, t, place)
			e.done++
			return nil
		}
	}
	return &lostError{fmt.Sprintf("ran %v instead of the requested trial", t.Key())}
}

// book stores a row for the trial that was running when the process ended with err. at holds the
// conditions if the trial is timed.
func (e *errand) book(ctx context.Context, at trial.Conditions, err error) (done int, _ error) {
	if err := e.writer.Cut(); err != nil || ctx.Err() != nil || e.done == e.Cells.len() {
		return e.done, err
	}
	ended, ok := errors.AsType[*process.Ended](err)
	if ok && ended.By == process.ByMachine && e.again < process.MostAgain {
		e.again++
		return e.done, nil
	}
	e.again = 0
	p, _, n := e.cell(e.from + e.done)
	row := p.blank(n)
	row.Isolated, row.Watched, row.Conditions = true, e.Watched, at
	if ok {
		end(&row, ended)
	} else {
		row.Killed = trial.KilledByCrash
		fail(&row, fmt.Errorf("the process of the trial broke the protocol: %w", err))
	}
	return e.done + 1, e.store(e.from+e.done, &row)
}

// bounds returns the limits that this process enforces for a cell. If the strategy is an external
// program, the worker enforces them.
func (p *plan) bounds(n int) process.Limits {
	if _, strategy := p.cell(n); strategy.Program != nil {
		return process.Limits{}
	}
	blank := p.blank(n)
	l := process.Limits{CPU: blank.Limited.CPU, Resident: p.resident(n)}
	if blank.Limits.Time > 0 {
		l.Wall = blank.Limits.Time + grace
	}
	return l
}

// resident returns the memory limit in the [plan.bounds] of a cell.
func (p *plan) resident(n int) uint64 {
	if _, strategy := p.cell(n); p.Isolate == nil || strategy.Program != nil {
		return 0
	}
	return p.Isolate.Resident
}

// ready returns the worker's process, after warming it up if it is new and the trials are timed.
// calibrate reports whether to calibrate again.
func (w *worker) ready(ctx context.Context, p *plan, cell int) (proc *process.Process, calibrate bool, err error) {
	proc, started, err := w.pool.process(ctx, w.number)
	if err != nil || p.Mode != trial.Timed {
		return proc, false, err
	}
	if started {
		limits := p.bounds(cell)
		limits.Wall = 5 * warmUpTime
		_, err := tell(ctx, proc, message{WarmUp: true, Cells: cells{}.add(p, cell)}, limits, nil)
		if _, ended := err.(*process.Ended); ended { // no second attempt
			proc, _, err = w.pool.process(ctx, w.number)
		}
		if err != nil {
			return nil, false, err
		}
		proc.Output() // output printed before a trial
	}
	if calibrate = started || time.Since(w.calibrated) >= calibrateEvery; calibrate {
		w.calibrated = time.Now()
	}
	return proc, calibrate, nil
}

// end fills in the row of a trial that ended its process.
func end(t *trial.Trial, e *process.Ended) {
	t.Killed = cmp.Or(string(e.By), trial.KilledByCrash)
	t.CPU, t.Wall, t.Runs, t.Output = e.CPU.Seconds(), e.Wall.Seconds(), 1, trial.Clean(e.Output)
	switch t.Killed {
	case trial.KilledByCrash:
		fail(t, fmt.Errorf("the process of the trial ended with %s%s", e.State, e.Complaint()))
	case string(process.ByMachine):
		t.Killed = trial.KilledByCrash
		fail(t, errors.New("the process of the trial was killed several times because the machine had run out of memory"))
	case trial.KilledByOutput:
		fail(t, fmt.Errorf("the trial printed more than %d MiB", process.MaxOutput>>20))
	case trial.KilledByWall, trial.KilledByCPU:
		t.Outcome = search.LimitTime
	default:
		t.Outcome = search.LimitMemory
	}
}

// serve runs the trials that the main process requests, if this process is a worker of the plans.
// Otherwise it returns at once.
func serve(plans []*plan) {
	if answersFor != nameOf(plans) {
		return
	}
	signal.Reset() // so that signals end the process
	runtime.LockOSThread()
	timeProcess()        // nothing else runs here, so all threads belong to the trial
	debug.FreeOSMemory() // garbage from planning
	s := server{plans: plans}
	process.Serve(func(request []byte) []byte {
		var m message
		line, cells, _ := bytes.Cut(request, []byte("\n"))
		m.Cells = cells
		if err := json.Unmarshal(line, &m); err != nil {
			return reply{Error: err.Error()}.json()
		}
		return s.run(m).json()
	})
	for _, p := range plans {
		p.closePrograms()
	}
	os.Exit(0)
}

func (r reply) json() []byte {
	b, _ := json.Marshal(r) // two fields
	return b
}

// server runs cells in a worker process.
type server struct {
	plans   []*plan
	segment *os.File
	row     trial.Trial // of the current trial; reused to avoid garbage
	line    []byte
	touched int // keeps the compiler from removing the reads of instances
}

func (s *server) run(m message) reply {
	ctx := context.Background()
	if m.WarmUp {
		short, cancel := context.WithTimeout(ctx, warmUpTime)
		defer cancel()
		part, n, digest, seed := m.Cells.at(0)
		row := s.plans[part].blankOf(n, digest, seed)
		s.plans[part].execute(short, n, &row)
		returnMemory()
		return reply{}
	}
	if s.segment == nil || s.segment.Name() != m.Segment {
		_ = s.segment.Close() // nil at first
		var err error
		if s.segment, err = os.OpenFile(m.Segment, os.O_WRONLY|os.O_APPEND, 0); err != nil {
			return reply{Error: err.Error()}
		}
	}
	// Cells run in random order, so each begins with cache misses. Reading all instances of the
	// message first lets the processor handle many of the misses at once. With a million instances,
	// this saves 6 % of a trial that does nothing.
	for i := range m.Cells.len() {
		part, n, _, _ := m.Cells.at(i)
		if inst, _ := s.plans[part].cell(n); len(inst.Text) > 0 {
			s.touched += int(inst.Text[0])
		}
	}
	for i := range m.Cells.len() {
		part, n, digest, seed := m.Cells.at(i)
		s.row = s.plans[part].blankOf(n, digest, seed)
		if r := s.trial(ctx, m, s.plans[part], n); r != (reply{}) {
			return r
		}
	}
	return reply{}
}

var errGoexit = errors.New("the strategy ended its goroutine (runtime.Goexit)")

// trial runs a trial with its results going into the blank row s.row, and stores the row.
func (s *server) trial(ctx context.Context, m message, p *plan, cell int) (r reply) {
	row := &s.row
	if m.Order > 0 {
		row.Conditions = conditionsNow(m.Order)
	}
	if m.Calibrate {
		row.Conditions.Calibration = calibrate()
	}
	goroutines, returned := runtime.NumGoroutine(), false
	defer func() {
		if !returned {
			fail(row, errGoexit)
			if r := recover(); r != nil {
				fail(row, fmt.Errorf("panic: %v%s", r, panicPlace()))
			}
			process.Leave(cmp.Or(s.store(m), reply{Broken: true}).json())
		}
	}()
	p.execute(ctx, cell, row)
	returned = true
	broken := runtime.NumGoroutine() > goroutines && !settles(goroutines) // a crash before then is blamed on this trial
	r = s.store(m)
	r.Broken = r.Broken || broken
	return r
}

// settles reports whether the number of goroutines soon falls back to its earlier value. Goroutines
// left running by a trial would disturb later trials.
func settles(goroutines int) bool {
	for begun := time.Now(); time.Since(begun) < time.Millisecond; time.Sleep(10 * time.Microsecond) {
		if runtime.NumGoroutine() <= goroutines {
			return true
		}
	}
	return false
}

// store stores the row of a trial that has just ended in this process.
func (s *server) store(m message) (r reply) {
	row := &s.row
	row.Isolated = true
	if took := time.Duration(row.Wall * float64(row.Runs) * 1e9); took < shortTrial {
		row.Watched = cmp.Or(row.Watched, watchedByItself)
	} else {
		row.Watched = cmp.Or(row.Watched, m.Watched)
		returnMemory()
	}
	printed := process.Printed()
	left, none := process.Left()
	if none {
		childless()
	}
	if left != "" {
		printed, r.Broken = printed+"\n"+left, true
	}
	row.Output = cmp.Or(row.Output, trial.Clean(printed))
	s.line = row.AppendLine(s.line[:0])
	if _, err := s.segment.Write(s.line); err != nil {
		r.Error = err.Error()
	}
	return r
}

// watchedByItself is the value of the field "watched" for a trial too short to be watched from
// outside. The worker measures such a trial by the resource usage of its own process.
const watchedByItself = "rusage"

// nameOf returns a name for the plans. If two programs compute the same name, a plan and a cell
// number identify the same trial in both.
func nameOf(plans []*plan) string {
	h := sha256.New()
	var b []byte
	for _, p := range plans {
		b = fmt.Appendln(b, p.Study, p.Mode, p.Seed, p.Repeats, len(p.Strategies), len(p.Instances))
		for i := range p.Strategies {
			b = fmt.Appendln(b, p.Strategies[i].Name, p.Strategies[i].Version, p.codes[i])
		}
		for i := range p.Instances { // there may be a million
			inst := &p.Instances[i]
			b = append(append(b, inst.Set...), 0)
			b = binary.LittleEndian.AppendUint64(b, uint64(inst.Size))
			b = binary.LittleEndian.AppendUint64(b, uint64(inst.Index))
			b = append(append(b, inst.Text...), 0)
			if len(b) > 1<<12 {
				h.Write(b)
				b = b[:0]
			}
		}
	}
	h.Write(b)
	return plans[0].Study + "/" + hex.EncodeToString(h.Sum(nil))
}
