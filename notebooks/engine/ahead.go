package engine

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
)

// Expected describes a cell that is expected to run soon.
type Expected struct {
	Source string
	Passed bool // whether the engine needs only the cell's declarations and does not run the cell; such a cell must not contain commands
	Beside bool // whether the cell may run at the same time as other cells with Beside set
}

// Expect tells the engine which cells will run next, so that it can compile them together.
func (e *Engine) Expect(cells []Expected) { e.ahead = cells }

// Partings returns one string for each cell of a notebook. The string is the reason why a new
// program begins with that cell, or "" if the cell can share the program of the cells before it.
// Partings finds only reasons that are visible in the source code.
func Partings(sources []string) []string {
	whys := make([]string, len(sources))
	var scope dialect.Scope
	none := false // the previous cell has no program
	for i, source := range sources {
		c, err := dialect.Parse(source)
		switch whys[i] = parting(scope, c, err); {
		case i == 0:
			whys[i] = ""
		case whys[i] == "" && none:
			whys[i] = "the cell before it has none"
		}
		none = err != nil || c.Runs() != "" && c.Empty()
		if err == nil {
			scope = scope.With(i+1, c)
		}
	}
	return whys
}

// parting explains why a cell cannot share the program of the cells that declared the scope, or
// returns "" if its source does not show a reason.
func parting(scope dialect.Scope, c *dialect.Cell, err error) string {
	switch {
	case err != nil:
		return "it is not Go"
	case c.Runs() != "":
		return "it runs " + c.Runs()
	case scope.Replaces(c):
		return "it declares anew what an earlier cell declares"
	}
	return ""
}

// Parted returns the reason why a new program began with the given cell. It returns "" if no new
// program began, or if the reason was known before compilation.
func (e *Engine) Parted(cell int) string { return e.parted[cell] }

// arrive removes a cell from the expected ones. If a different cell arrives, the compiled program
// is useless.
func (e *Engine) arrive(source string, passed bool) {
	switch {
	case len(e.ahead) == 0 || e.ahead[0].Source != source:
		e.ahead = nil
		e.leave()
	case e.ahead[0].Passed && !passed: // later cells may have to run too
		e.ahead = slices.Clone(e.ahead[1:])
		for i := range e.ahead {
			e.ahead[i].Passed = false
		}
	default:
		e.ahead = e.ahead[1:]
	}
}

// leave drops the program, and waits until its processes have ended: those of the next program have
// pipes and files of the same names.
func (e *Engine) leave() {
	for _, begun := range e.early {
		begun.drop()
	}
	for number, begun := range e.early {
		for range begun.outputs {
		}
		delete(e.early, number)
	}
	e.built = nil
}

// inProgram returns the planned cell with a number, or nil if the program does not run that cell.
func (e *Engine) inProgram(number int) *planned {
	i := slices.IndexFunc(e.built, func(p planned) bool { return p.number == number && !p.passed })
	if i < 0 {
		return nil
	}
	return &e.built[i]
}

// Compile compiles a program that begins with the first expected cell, before that cell runs. It
// ignores errors, because [Engine.Run] reports them when it runs the cells.
func (e *Engine) Compile(ctx context.Context) {
	all, scope, last := e.ahead, e.scope, e.last
	defer func() {
		e.ahead, e.last = all, last
		set(e, &e.scope, scope)
	}()
	for len(e.ahead) > 0 && e.ahead[0].Passed {
		e.pass(ctx, e.ahead[0].Source)
	}
	if len(e.ahead) == 0 {
		return
	}
	c, err := dialect.Parse(e.ahead[0].Source)
	if err != nil || c.Magic != nil || len(c.Commands) > 0 || c.Empty() {
		return
	}
	e.ahead = e.ahead[1:]
	_ = e.build(ctx, e.last+1, c)
}

// pass treats a cell as if it had run and left its declarations.
func (e *Engine) pass(ctx context.Context, source string) {
	e.last++
	e.arrive(source, true)
	if c, err := dialect.Parse(source); err == nil {
		e.packages.looked = false
		_ = e.settle(ctx, e.scope, e.last, c)
		e.leaves(e.last, c)
	}
}

// Environ sets additional environment variables for cells. The given function returns the variables
// for a cell, each as "KEY=value".
func (e *Engine) Environ(of func(cell int) []string) { e.extra = of }

// early is the program of a cell started before its turn.
type early struct {
	outputs   chan Output // closed at the end
	err       error       // valid after outputs is closed
	orders    *orders
	placed    chan struct{} // closed when the program runs
	turn      chan struct{}
	interrupt context.CancelFunc
	drop      context.CancelFunc
}

// mostKept is the maximum number of outputs kept for a cell until its turn. If there are more, the
// program waits.
const mostKept = 256

// beside starts a cell and the cells after it, up to the first that must not run at the same time.
// At most one cell per processor runs at once.
func (e *Engine) beside(in Cell) {
	if e.places == nil {
		e.places = make(chan struct{}, runtime.GOMAXPROCS(0))
	}
	var before *early
	for i := 0; ; i++ {
		if p := e.inProgram(in.Number); p != nil && e.early[in.Number] == nil {
			o, err := e.orders(p)
			if err != nil {
				return // reported when it is the cell's turn
			}
			e.early[in.Number] = e.begin(in, p, before, o)
		}
		before = cmp.Or(e.early[in.Number], before)
		if i == len(e.ahead) || i == 2*cap(e.places) || !e.ahead[i].Beside {
			return
		}
		in.Number, in.Source = in.Number+1, e.ahead[i].Source
	}
}

// begin starts a cell when a processor is free and the cell before it has started.
func (e *Engine) begin(in Cell, p *planned, before *early, o *orders) *early {
	life, drop := context.WithCancel(e.life)
	ctx, interrupt := context.WithCancel(life)
	begun := &early{outputs: make(chan Output, mostKept), placed: make(chan struct{}), turn: make(chan struct{}), interrupt: interrupt, drop: drop, orders: o}
	in.Emit = func(o Output) {
		select {
		case begun.outputs <- o:
		case <-life.Done():
		}
	}
	go func() {
		defer close(begun.outputs)
		if before != nil {
			<-before.placed
		}
		select {
		case e.places <- struct{}{}:
			defer func() { <-e.places }()
		case <-begun.turn:
		case <-life.Done():
		}
		close(begun.placed)
		begun.err = e.follow(ctx, in, p, o)
	}()
	return begun
}

// finish emits the outputs of a cell whose turn has come, and waits for its end.
func (b *early) finish(ctx context.Context, in Cell) error {
	defer b.drop()
	defer context.AfterFunc(ctx, b.interrupt)()
	close(b.turn)
	for o := range b.outputs {
		in.Emit(o)
	}
	return b.err
}
