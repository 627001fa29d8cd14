package engine

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
)

// Expected is a cell that is expected to follow.
type Expected struct {
	Source string
	Passed bool // it will not run: only what it declares is needed, and it has no commands
	Beside bool // it may run beside others of which that is said
}

// Expect says which cells follow. Those that can be are compiled together.
func (e *Engine) Expect(cells []Expected) { e.ahead = cells }

// Partings says of each cell of a notebook why it begins another program than that of
// the cells before it, as far as the sources tell; "" if it does not.
func Partings(sources []string) []string {
	whys := make([]string, len(sources))
	var scope dialect.Scope
	none := false // the cell before has no program
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

// parting says why a cell cannot be part of the program of cells that have declared a
// scope, "" if its source does not tell.
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

// Parted says why a cell that has run began another program, if that showed only when
// it was compiled.
func (e *Engine) Parted(cell int) string { return e.parted[cell] }

// arrive takes a cell from those that are expected. What was compiled for others is
// of no use if it is another one.
func (e *Engine) arrive(source string, passed bool) {
	switch {
	case len(e.ahead) == 0 || e.ahead[0].Source != source:
		e.ahead = nil
		e.leave()
	case e.ahead[0].Passed && !passed: // so may those behind it have to run
		e.ahead = slices.Clone(e.ahead[1:])
		for i := range e.ahead {
			e.ahead[i].Passed = false
		}
	default:
		e.ahead = e.ahead[1:]
	}
}

// leave forgets the program, and ends what runs of it.
func (e *Engine) leave() {
	for number, begun := range e.early {
		begun.drop()
		delete(e.early, number)
	}
	e.built = nil
}

// inProgram returns the cell of that number in the program, nil if that does not run it.
func (e *Engine) inProgram(number int) *planned {
	i := slices.IndexFunc(e.built, func(p planned) bool { return p.number == number && !p.passed })
	if i < 0 {
		return nil
	}
	return &e.built[i]
}

// Compile makes the program of the first of the cells that are expected to run, and of
// those that can be part of it. What keeps it from that is said when the cell runs.
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

// pass takes a cell for one that has run and has left its declarations.
func (e *Engine) pass(ctx context.Context, source string) {
	e.last++
	e.arrive(source, true)
	if c, err := dialect.Parse(source); err == nil {
		_ = e.settle(ctx, e.scope, e.last, c)
		e.leaves(e.last, c)
	}
}

// Environ gives what cells start variables besides, which depend on the number of the cell.
func (e *Engine) Environ(of func(cell int) []string) { e.extra = of }

// early is the program of a cell that may start before its turn.
type early struct {
	outputs   chan Output // what it shows; closed at its end
	err       error       // then
	orders    *orders
	placed    chan struct{} // closed once it runs
	turn      chan struct{}
	interrupt context.CancelFunc
	drop      context.CancelFunc
}

// mostKept is how many outputs are kept of a cell until its turn; it waits with more.
const mostKept = 256

// beside begins a cell, and those behind it up to one that must not run beside others.
// As many run at a time as there are processors.
func (e *Engine) beside(in Cell) {
	if e.places == nil {
		e.places = make(chan struct{}, runtime.GOMAXPROCS(0))
	}
	var before *early
	for i := 0; ; i++ {
		if p := e.inProgram(in.Number); p != nil && e.early[in.Number] == nil {
			o, err := e.orders(p)
			if err != nil {
				return // it is said when its turn has come
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

// begin runs a cell once there is a place for it, and that before it runs.
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

// finish shows what a cell whose turn it is shows, and waits for its end.
func (b *early) finish(ctx context.Context, in Cell) error {
	defer b.drop()
	defer context.AfterFunc(ctx, b.interrupt)()
	close(b.turn)
	for o := range b.outputs {
		in.Emit(o)
	}
	return b.err
}
