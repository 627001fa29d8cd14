package execute

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports/origin"
)

// Options specifies how to run a notebook. With the zero value, cells run in the working directory
// without limits, and the run ends at the first failure.
type Options struct {
	Dir string // folder in which cells run, usually the notebook's folder; "" is the working directory

	// Kernel describes how to compile and run cells. It is a result of [Prepare]. If Kernel is the
	// zero value, Run calls Prepare for Dir when a cell has to run.
	Kernel install.Spec

	Begun Begun // result of [Begin] for the same notebook and Kernel, not yet used by another run; may be nil

	// Cache is the path of the notebook, which identifies the cache of its outputs. Run uses the
	// cached outputs of a cell if none of the cell's inputs has changed, including the trials that
	// the cell loads. If Cache is "", all cells run. If Fresh is set, all cells run, and Run
	// updates the cache.
	Cache string
	Fresh bool

	Output string // path of the file to which the caller will write the notebook, so that the outputs are also cached for this path; "" means Cache

	// Stored means that all trials that the cells load have already been stored. Cells whose
	// outputs can be cached may then run at the same time.
	Stored bool

	// Parameters maps names to values that override declarations in the cell with the tag
	// "parameters". See [Inject] for the form of the values. If Parameters is nil, injected
	// parameters from an earlier run remain.
	Parameters map[string]string

	Timeout time.Duration // time limit for each cell; 0 means none
	Grace   time.Duration // time that an interrupted cell may keep running before it is killed; 0 means 5 s

	// Record determines whether to store the provenance of the outputs in the notebook's metadata:
	// the digest of the cells, the parameters, the versions of the modules and tools, and the
	// trials that cells loaded.
	Record bool

	AllowErrors bool // whether to continue after a failing cell, as if all cells had the tag "raises-exception"

	// Progress, if not nil, is called before and after each cell, and once at the end of the run.
	Progress func(Event)

	Log io.Writer // writer for messages to the user, for example while tools are built; may be nil
}

// State is the state of a cell or of the whole run.
type State string

// States of a cell or of a run.
const (
	Running State = "running"
	Done    State = "done"
	Reused  State = "unchanged" // the cell did not run, because its cached outputs are still valid
	Failed  State = "failed"
	Stopped State = "stopped" // the run was canceled
	Ended   State = "ended"   // the whole run has ended
)

// Event reports that a cell has started or ended, or that the run has ended.
type Event struct {
	Cell    int // position of the cell among the cells that run, counted from 1; 0 at the end of the run
	Of      int // total number of cells that run
	State   State
	Elapsed time.Duration // duration of the cell or of the run; 0 while the cell is running
}

// Run executes nb's code cells in order. It replaces their outputs and execution counts, sets the
// notebook's language, upgrades its format, and injects parameters. It removes old outputs first,
// so the notebook contains only outputs of this run, even if the run ends early.
//
// If a cell fails, the error is a [*CellError]. If the run is canceled, the error wraps the
// context's error. Any other error means that no cell can run. If the run succeeds but its
// provenance cannot be stored, unrecorded says why.
func Run(ctx context.Context, nb *nbformat.Notebook, o Options) (unrecorded, err error) {
	if err := inGo(nb); err != nil {
		return nil, err
	}
	nb.Upgrade()
	if o.Parameters != nil {
		if err := Inject(nb, o.Parameters); err != nil {
			return nil, err
		}
	}
	r := &runner{Options: o, nb: nb, spec: o.Kernel, shown: map[string][]*nbformat.Output{}}
	begin := time.Now()
	defer func() { r.report(Event{Of: r.of, State: Ended, Elapsed: time.Since(begin)}) }()
	defer r.close()
	if err := r.prepare(ctx); err != nil {
		return nil, fmt.Errorf("execute: %w", err)
	}
	if err := r.all(ctx); err != nil || !o.Record {
		return nil, err
	}
	return keep(ctx, r.loads, nb, r.spec, o.Parameters), nil
}

// inGo returns an error for a notebook in another language.
func inGo(nb *nbformat.Notebook) error {
	if language, kernel := nb.Language(); language != "go" {
		return fmt.Errorf("execute: the notebook is written in %s (for the kernel %q), and not in Go", language, kernel)
	}
	return nil
}

// prepare reads the cache or, without a cache, starts the engine.
func (r *runner) prepare(ctx context.Context) (err error) {
	r.describe()
	if r.unprepared = r.spec.Root == ""; r.unprepared {
		if r.spec, err = install.Command(ctx, r.Dir, install.Planned, nil); err != nil {
			return err
		}
	}
	r.spec.Dir = cmp.Or(r.spec.Dir, r.Dir)
	if r.Cache == "" {
		return r.start(ctx)
	}
	r.cache, err = openCache(ctx, r.Cache, r.Output, r.nb, r.spec, r.Parameters)
	return err
}

// close ends the engine and writes the cache.
func (r *runner) close() {
	if r.engine != nil {
		r.engine.Close()
	}
	r.Begun.Close()
	if r.cache != nil && !r.entangled {
		r.cache.close(r.nb)
	}
}

// start starts the engine.
func (r *runner) start(ctx context.Context) (err error) {
	if r.unprepared {
		if r.spec, err = Prepare(ctx, r.Dir, r.Log, r.nb); err != nil {
			return err
		}
		r.unprepared = false
	}
	if r.Begun != nil {
		r.engine, err = r.Begun()
	} else {
		r.engine, err = engine.Start(ctx, r.spec)
	}
	if err != nil {
		return err
	}
	r.engine.Expect(r.expected())
	if r.Record || r.cache != nil {
		r.engine.Environ(func(cell int) []string {
			return []string{origin.Variable + "=" + r.engine.File(recordOf(cell))}
		})
	}
	return nil
}

// expected returns descriptions of the cells that will run, for the engine.
func (r *runner) expected() (list []engine.Expected) {
	if r.cache != nil {
		now := r.cache.values
		r.cache.values = map[string]string{}
		defer func() { r.cache.values = now }()
	}
	for c := range codeCells(r.nb) {
		beside := r.Stored && r.cache != nil && r.cache.plan[c.run-1].again == ""
		old := r.remembered(c)
		if old != nil {
			maps.Copy(r.cache.values, old.Values.Set)
		}
		list = append(list, engine.Expected{Source: c.Source, Passed: old != nil && !old.Values.Acts, Beside: beside})
	}
	return list
}

// remembered returns the cached outputs of a cell, or nil if it must run.
func (r *runner) remembered(c codeCell) (old *remembered) {
	if r.cache != nil && !r.Fresh {
		old, _ = r.cache.find(c.run-1, c.ID)
	}
	return old
}

// pass skips a cell with cached outputs.
func (r *runner) pass(c codeCell, old *remembered) {
	c.Outputs, c.ExecutionCount = old.outputs, &c.run
	for _, o := range c.Outputs {
		if o.Type == nbformat.ExecuteResult {
			o.ExecutionCount = &c.run
		}
	}
	r.loads = append(r.loads, old.Loaded...)
	r.cache.now[c.ID] = old
	maps.Copy(r.cache.values, old.Values.Set)
	if old.Values.Acts {
		r.left = append(r.left, c)
	}
}

// runner is a run of a notebook.
type runner struct {
	Options
	nb         *nbformat.Notebook
	spec       install.Spec
	unprepared bool           // the packages for spec have not been built
	engine     *engine.Engine // nil until a cell needs it
	cache      *cache         // nil without a cache
	loads      []loaded
	left       []codeCell                    // skipped cells that have set values
	of         int                           // number of code cells
	entangled  bool                          // a cell has changed an output of another cell
	shown      map[string][]*nbformat.Output // outputs of all cells, by display ID
}

// describe stores kernel and language in the notebook.
func (r *runner) describe() {
	if _, ok := r.nb.Metadata["kernelspec"]; !ok {
		r.nb.Metadata.Set("kernelspec", map[string]string{
			"name": install.Name, "display_name": install.DisplayName, "language": "go",
		})
	}
	r.nb.Metadata.Set("language_info", engine.Language())
}

func (r *runner) all(ctx context.Context) error {
	for _, c := range r.nb.Cells {
		if notebooks.Runs(c) {
			r.of++
		}
		if c.Type == nbformat.Code && !c.HasTag(notebooks.TagSkip) {
			c.Outputs, c.ExecutionCount = nil, nil
		}
	}
	for c := range codeCells(r.nb) {
		e := Event{Cell: c.run, Of: r.of, State: Running}
		if old := r.remembered(c); old != nil {
			r.pass(c, old)
			e.State = Reused
			r.report(e)
			continue
		}
		r.report(e)
		begin := time.Now()
		err := r.run(ctx, c)
		switch e.Elapsed, e.State = time.Since(begin), Done; {
		case err != nil && ctx.Err() != nil:
			e.State = Stopped
		case err != nil:
			e.State = Failed
		}
		r.report(e)
		if err != nil && (!r.AllowErrors && !c.HasTag(notebooks.TagRaises) || !failed(err)) {
			return err
		}
	}
	return nil
}

// codeCell is a code cell that runs.
type codeCell struct {
	*nbformat.Cell
	run int // number among the cells that run, from 1
}

// codeCells yields the cells of a notebook that run.
func codeCells(nb *nbformat.Notebook) iter.Seq[codeCell] {
	return func(yield func(codeCell) bool) {
		run := 0
		for _, c := range nb.Cells {
			if !notebooks.Runs(c) {
				continue
			}
			if run++; !yield(codeCell{c, run}) {
				return
			}
		}
	}
}

// catchUp runs skipped cells that set values, without showing their outputs.
func (r *runner) catchUp(ctx context.Context) error {
	for _, c := range r.left {
		if err := r.engine.Run(ctx, engine.Cell{Number: c.run, Source: c.Source, Emit: func(engine.Output) {}, Grace: r.Grace}); err != nil {
			return fmt.Errorf("execute: cell %d ran again for the values that it sets, and failed: %w", c.run, err)
		}
	}
	r.left = nil
	return nil
}

// run runs a cell.
func (r *runner) run(ctx context.Context, c codeCell) error {
	if r.engine == nil {
		if err := r.start(ctx); err != nil {
			return fmt.Errorf("execute: %w", err)
		}
	}
	if err := r.catchUp(ctx); err != nil {
		return err
	}
	if err := r.cell(ctx, c); err != nil {
		return err
	}
	loads, err := r.readRecord(c.run)
	if err != nil {
		return fmt.Errorf("execute: %w", err)
	}
	if r.cache != nil {
		r.cache.add(c.run-1, c.Cell, loads, r.engine.Parted(c.run), r.engine.Trace(c.run))
	}
	r.loads = append(r.loads, loads...)
	return nil
}

// failed reports whether err is the failure of a cell, after which other cells can run.
func failed(err error) bool {
	_, is := errors.AsType[*CellError](err)
	return is
}

// FailedCells returns the numbers of the cells that failed in an executed notebook. It omits cells
// with the tag "raises-exception".
func FailedCells(nb *nbformat.Notebook) (numbers []string) {
	for c := range codeCells(nb) {
		isError := func(o *nbformat.Output) bool { return o.Type == nbformat.Error }
		if !c.HasTag(notebooks.TagRaises) && slices.ContainsFunc(c.Outputs, isError) {
			numbers = append(numbers, fmt.Sprint(c.run))
		}
	}
	return numbers
}

func (r *runner) report(e Event) {
	if r.Progress != nil {
		r.Progress(e)
	}
}

// Again executes a copy of an executed notebook and returns the copy. Unless the options set
// parameters, the copy keeps the parameters that were injected into the notebook. Again returns the
// same errors as [Run].
func Again(ctx context.Context, nb *nbformat.Notebook, o Options) (*nbformat.Notebook, error) {
	again, err := nbformat.Parse(nb.Bytes())
	if err != nil {
		return nil, err
	}
	_, err = Run(ctx, again, o)
	return again, err
}

// Cell executes a single cell with the given source and returns the text that it printed.
func Cell(ctx context.Context, spec install.Spec, source string) (text string, err error) {
	nb := nbformat.New(nbformat.NewCell(nbformat.Code, source))
	_, err = Run(ctx, nb, Options{Kernel: spec})
	for _, o := range nb.Cells[0].Outputs {
		text += o.Text
	}
	return text, err
}
