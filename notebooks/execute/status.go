package execute

import (
	"cmp"
	"context"
	"fmt"
	"maps"

	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Status reports whether [Run] would run a cell, and why.
type Status struct {
	Cell  int    `json:"cell"` // position of the cell among the cells that run, counted from 1
	ID    string `json:"id"`
	Stale bool   `json:"stale"`
	Why   string `json:"why,omitempty"` // reason why the cell must run again; "" if its outputs are still valid

	// Begins explains why a new program begins with this cell. It is "" if the cell shares a
	// program with the cell before it. Some reasons appear only during compilation, so Begins may
	// be "" if the cell must run again.
	Begins string `json:"begins,omitempty"`
}

// StatusOf returns, for each cell of a notebook, whether [Run] would run it and why. It runs no
// cells. It assumes that Run would be called with name as Cache, with dir as Dir ("" is the working
// directory), and without parameters. It omits cells that are empty or tagged "skip-execution". It
// returns the same errors as [install.Command].
func StatusOf(ctx context.Context, nb *nbformat.Notebook, name, dir string) (list []Status, err error) {
	nb.Upgrade()
	spec, err := install.Command(ctx, dir, install.Planned, nil)
	if err != nil {
		return nil, fmt.Errorf("execute: %w", err)
	}
	c, err := openCache(ctx, name, "", nb, spec, nil)
	if err != nil {
		return nil, fmt.Errorf("execute: %w", err)
	}
	var sources []string
	for cell := range codeCells(nb) {
		sources = append(sources, cell.Source)
	}
	begins := engine.Partings(sources)
	for cell := range codeCells(nb) {
		s := Status{Cell: cell.run, ID: cell.ID, Begins: begins[cell.run-1]}
		var old *remembered
		if old, s.Why = c.find(cell.run-1, cell.ID); old != nil {
			s.Begins = cmp.Or(s.Begins, old.Parted)
			maps.Copy(c.values, old.Values.Set)
		} else if old = c.byID[cell.ID]; old != nil {
			for name := range old.Values.Set {
				c.values[name] = "another, perhaps"
			}
		}
		s.Stale = s.Why != ""
		list = append(list, s)
	}
	return list, nil
}
