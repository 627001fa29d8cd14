package pdb

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Find returns the set with the given name, such as "pdb-663". If the name is unknown, the error
// may suggest a similar one.
func Find(name string) (Set, error) {
	var names []string
	for _, s := range Sets() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Set{}, fmt.Errorf("pdb: no set of tables is called %q%s", name, search.DidYouMean(name, names))
}

// opened holds the estimates of this process, by folder and name of the set. A goroutine that
// builds an estimate holds its turn.
var opened sync.Map // [2]string → *opening

type opening struct {
	turn     chan struct{}
	estimate *Estimate
}

// Open returns the estimate for the set with the given name. The first call in a process reads the
// set's tables from [DefaultFolder] or builds them; later calls share them. While it builds tables,
// Open calls progress, unless progress is nil.
func Open(ctx context.Context, name string, progress func(*Table, Progress)) (*Estimate, error) {
	s, err := Find(name)
	if err != nil {
		return nil, err
	}
	folder := DefaultFolder()
	found, _ := opened.LoadOrStore([2]string{string(folder), name}, &opening{turn: make(chan struct{}, 1)})
	o := found.(*opening)
	select {
	case o.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, fmt.Errorf("pdb: set %s: %w", name, context.Cause(ctx))
	}
	defer func() { <-o.turn }()
	if o.estimate != nil {
		return o.estimate, nil
	}
	defer search.Building()()
	o.estimate, err = New(s, func(tiles []int) (*Table, error) {
		return folder.Open(ctx, s.Width, s.Height, tiles, progress)
	})
	return o.estimate, err
}

// Tables returns the tables of a set without their contents. Only their names and sizes are valid.
func (s Set) Tables() ([]*Table, error) {
	parts, err := s.parts()
	if err != nil {
		return nil, err
	}
	var list []*Table
	for _, p := range parts {
		t, err := newTable(s.Width, s.Height, p.tiles)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(list, func(o *Table) bool { return o.String() == t.String() }) {
			list = append(list, t)
		}
	}
	return list, nil
}
