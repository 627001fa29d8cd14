package execute

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
	"github.com/puzzlelab/puzzlelab/notebooks/kernel"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Options say how a notebook is run. The zero value runs it with the project's
// own kernel in the working folder, without limits, and stops at the first
// failure.
type Options struct {
	Dir string // folder the cells run in: that of the notebook; "" is the working folder

	// Kernel is what runs the cells, as [Prepare] returns it. The zero value is
	// what Prepare returns for Dir, if a cell needs it.
	Kernel kernel.Spec
	GoNB   bool // the zero Kernel is GoNB

	Begun *Begun // of the same notebook and Kernel, and not used before; or nil

	// Cache is the path of the notebook, under which is remembered what its cells
	// have shown. Those that would show it again are not run: what they depend on
	// has not changed, nor have the trials that they load. Without it all are run,
	// as they are by a kernel. Fresh runs all and remembers them.
	Cache string
	Fresh bool

	Output string // the path where the notebook will be written, under which the same is remembered; "" if that is Cache

	// Stored says that all trials that the cells load are stored. Cells that need not
	// run each time, as the Cache knows, then run beside each other.
	Stored bool

	// Parameters override what the cell tagged "parameters" declares; see
	// [Inject] for how the values are written.
	Parameters map[string]string

	Timeout time.Duration // for each cell; 0 means none
	Grace   time.Duration // from the interrupt of a late cell to the end of the kernel; 0 means 8 s

	// Record makes Run store where the outputs come from in the notebook's
	// metadata: the digest of its cells, the parameters, what the cells were
	// compiled with, and the trials that they loaded.
	Record bool

	AllowErrors bool // run the cells behind one that fails, as if all were tagged "raises-exception"

	// Progress is called before and after each cell.
	Progress func(Event)

	Log io.Writer // receives notes for people who wait, such as that a tool is being built
}

// State is how far a cell is.
type State string

// The states of a cell.
const (
	Running State = "running"
	Done    State = "done"
	Reused  State = "unchanged" // it shows what is remembered
	Failed  State = "failed"
	Skipped State = "skipped" // tagged "skip-execution", or empty
)

// Event is a cell that began or ended.
type Event struct {
	Cell    int // number among the code cells, from 1
	Of      int // how many code cells there are
	Index   int // in Notebook.Cells
	State   State
	Elapsed time.Duration // 0 while Running
}

// Run executes the code cells of nb in order. It replaces their outputs and
// execution counts, sets the notebook's language, upgrades the format, and
// injects parameters. Outputs of earlier runs are removed first, so that what
// stands in the notebook afterwards is from this run, also when it ends early.
//
// The error is a [*CellError] when a cell failed, wraps the context's when it
// was cancelled, and is another one when the kernel could not be started. What
// kept the record of a run that succeeded from being stored is unrecorded.
func Run(ctx context.Context, nb *nbformat.Notebook, o Options) (unrecorded, err error) {
	nb.Upgrade()
	if err := Inject(nb, o.Parameters); err != nil {
		return nil, err
	}
	r := &runner{Options: o, nb: nb, spec: o.Kernel, shown: map[string][]*nbformat.Output{}, collectors: map[string]*collector{}}
	defer r.close()
	if err := r.prepare(ctx); err != nil {
		return nil, fmt.Errorf("execute: %w", err)
	}
	if err := r.all(ctx); err != nil || !o.Record {
		return nil, err
	}
	return store(ctx, r.loads, nb, r.spec, o.Parameters), nil
}

// prepare finds out what is remembered, or else starts what runs the cells.
func (r *runner) prepare(ctx context.Context) (err error) {
	if r.unprepared = r.spec.Root == "" && len(r.spec.Argv) == 0; r.unprepared {
		if r.Cache != "" && !r.GoNB && supported(r.nb) {
			r.spec, err = kernel.Command(ctx, r.Dir, kernel.Planned, nil)
		} else {
			r.spec, err = Prepare(ctx, r.Dir, r.GoNB, r.Log, r.nb)
			r.unprepared = false
		}
		if err != nil {
			return err
		}
	}
	r.spec.Dir = cmp.Or(r.spec.Dir, r.Dir)
	if r.Cache != "" && len(r.spec.Argv) == 0 {
		r.cache, err = openCache(ctx, r.Cache, r.Output, r.nb, r.spec, r.Parameters)
	}
	if err != nil {
		return err
	}
	if r.cache == nil {
		return r.start(ctx)
	}
	r.info = engine.Info()
	r.describe()
	return nil
}

// close ends what runs the cells and remembers what they have shown.
func (r *runner) close() {
	if r.kernel != nil {
		r.kernel.Close()
	}
	r.Begun.Close()
	if len(r.spec.Argv) > 0 && r.record != "" {
		os.Remove(r.record)
	}
	if r.cache != nil && !r.entangled {
		r.cache.close(r.nb)
	}
}

// startLimit is how long a kernel may take to answer.
const startLimit = time.Minute

// connection is a running kernel, or an engine that answers like one.
type connection interface {
	Execute(source string, o jupyter.ExecuteOptions) (id string, err error)
	Messages() <-chan jupyter.Message
	Interrupt() error
	Done() <-chan struct{}
	Dead() error
	TempDir() string
	Close()
}

// start starts the engine, or the kernel if the notebook needs that.
func (r *runner) start(ctx context.Context) error {
	spec := r.spec
	if r.unprepared {
		var err error
		if spec, err = Prepare(ctx, r.Dir, false, r.Log, r.nb); err != nil {
			return err
		}
		r.spec, r.unprepared = spec, false
	}
	ctx, cancel := context.WithTimeoutCause(ctx, startLimit, fmt.Errorf("no answer in %v", startLimit))
	defer cancel()
	if len(spec.Argv) == 0 {
		b := r.Begun
		if b == nil {
			b = &Begun{}
			b.engine, b.err = engine.Start(ctx, spec)
		} else {
			<-b.done
		}
		if b.err != nil {
			return b.err
		}
		e := b.engine
		e.Expect(r.expected())
		if r.Record || r.cache != nil {
			r.record = filepath.Join(e.TempDir(), "loaded")
			e.Environ(func(cell int) []string { return []string{reports.ProvenanceVariable + "=" + r.recordOf(cell)} })
		}
		for _, source := range r.passed {
			e.Pass(source)
		}
		r.kernel, r.info = e, engine.Info()
	} else {
		if r.Record {
			var err error
			if r.record, err = newRecord(); err != nil {
				return err
			}
			spec.Env = append(slices.Clone(spec.Env), reports.ProvenanceVariable+"="+r.record)
		}
		k, err := jupyter.Start(ctx, jupyter.Command{Argv: spec.Argv, Env: spec.Env, Dir: spec.Dir})
		if err != nil {
			return err
		}
		r.kernel, r.info = k, k.Info
	}
	r.clean = newCleaner(r.kernel.TempDir(), spec.Root)
	r.describe()
	return nil
}

// expected is what the engine is told of the cells that are run.
func (r *runner) expected() (list []engine.Expected) {
	for _, c := range r.nb.Cells {
		if c.Type != nbformat.Code || skipped(c) {
			continue
		}
		x := engine.Expected{Source: c.Source}
		if r.cache != nil {
			i := len(list)
			x.Beside = r.Stored && r.cache.plan[i].again == ""
			if !r.Fresh {
				old, _ := r.cache.find(i, c.ID)
				x.Passed = old != nil
			}
		}
		list = append(list, x)
	}
	return list
}

// pass leaves out a cell that shows what is remembered.
func (r *runner) pass(c *nbformat.Cell, number int, old *remembered) {
	r.passed = append(r.passed, c.Source)
	if e, ok := r.kernel.(*engine.Engine); ok {
		e.Pass(c.Source)
	}
	c.Outputs, c.ExecutionCount = old.outputs, &number
	for _, o := range c.Outputs {
		if o.Type == nbformat.ExecuteResult {
			o.ExecutionCount = &number
		}
	}
	r.loads = append(r.loads, old.Loaded...)
	r.cache.now[c.ID] = old
}

// runner is one run.
type runner struct {
	Options
	nb         *nbformat.Notebook
	spec       kernel.Spec
	unprepared bool       // nothing is built that spec needs
	kernel     connection // nil until a cell needs it
	info       jupyter.Info
	clean      *cleaner
	cache      *cache   // nil if nothing is remembered
	passed     []string // the cells that were left out before the engine was started
	record     string   // the file to which cells add what they have loaded; see recordOf
	read       int      // how much is known of that of GoNB
	loads      []loaded
	entangled  bool                          // a cell has changed what another one shows
	shown      map[string][]*nbformat.Output // by display id, over all cells
	collectors map[string]*collector         // by request
}

// describe stores in the notebook which kernel and language it was run with.
// GoNB leaves fields of the language empty that the format wants filled or
// absent.
func (r *runner) describe() {
	if _, ok := r.nb.Metadata["kernelspec"]; !ok {
		r.nb.Metadata.Set("kernelspec", map[string]string{
			"name": kernel.Name, "display_name": kernel.DisplayName, "language": "go",
		})
	}
	lang := r.info.Language
	language := map[string]string{
		"name": lang.Name, "version": lang.Version, "mimetype": lang.MIMEType, "file_extension": lang.FileExtension,
	}
	maps.DeleteFunc(language, func(key, value string) bool { return key != "name" && value == "" })
	if lang.Name == "go" {
		language["codemirror_mode"] = "text/x-go"
		language["pygments_lexer"] = "go"
	}
	r.nb.Metadata.Set("language_info", language)
}

func (r *runner) all(ctx context.Context) error {
	of := 0
	for _, c := range r.nb.Cells {
		if c.Type != nbformat.Code {
			continue
		}
		of++
		if !c.HasTag(notebooks.TagSkip) {
			c.Outputs, c.ExecutionCount = nil, nil
		}
	}
	if r.info.Implementation == "gonb" {
		// There is no flag for it: every cell would run "go get".
		quiet := &nbformat.Cell{Type: nbformat.Code, Source: "%noautoget"}
		if err := r.cell(ctx, quiet, 0, jupyter.ExecuteOptions{Silent: true}); err != nil {
			return err
		}
	}
	number, run := 0, 0
	for i, c := range r.nb.Cells {
		if c.Type != nbformat.Code {
			continue
		}
		number++
		e := Event{Cell: number, Of: of, Index: i, State: Skipped}
		if skipped(c) {
			r.report(e)
			continue
		}
		run++
		if r.cache != nil && !r.Fresh {
			if old, _ := r.cache.find(run-1, c.ID); old != nil {
				r.pass(c, run, old)
				e.State = Reused
				r.report(e)
				continue
			}
		}
		e.State = Running
		r.report(e)
		begin := time.Now()
		err := r.run(ctx, c, i, run)
		e.Elapsed, e.State = time.Since(begin), Done
		if err != nil {
			e.State = Failed
		}
		r.report(e)
		if err != nil && (!r.AllowErrors && !c.HasTag(notebooks.TagRaises) || !survivable(err)) {
			return err
		}
	}
	return nil
}

// run runs a cell, the one of that number.
func (r *runner) run(ctx context.Context, c *nbformat.Cell, index, number int) error {
	if r.kernel == nil {
		if err := r.start(ctx); err != nil {
			return fmt.Errorf("execute: %w", err)
		}
	}
	if err := r.cell(ctx, c, index, jupyter.ExecuteOptions{StoreHistory: true}); err != nil {
		return err
	}
	loads, err := r.readRecord(number)
	if err != nil {
		return fmt.Errorf("execute: %w", err)
	}
	if r.cache != nil {
		r.cache.add(number-1, c, loads, r.kernel.(*engine.Engine).Parted(number))
	}
	r.loads = append(r.loads, loads...)
	return nil
}

// survivable reports whether the kernel can run further cells after err.
func survivable(err error) bool {
	var failed *CellError
	return errors.As(err, &failed) && failed.Kind != Death && !failed.killed
}

func (r *runner) report(e Event) {
	if r.Progress != nil {
		r.Progress(e)
	}
}
