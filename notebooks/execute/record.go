package execute

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/origin"
)

// CellsSection is the title of the provenance section that lists the versions of the modules and
// tools used to compile cells.
const CellsSection = "Cells compiled with"

// RunBy is the text in the provenance that names the program that runs the cells.
const RunBy = "run by package engine, which compiles consecutive cells into one program"

// recordOf returns the name of the file in which a cell records the origin of trials that it loads.
func recordOf(cell int) string { return fmt.Sprintf("loaded-%d", cell) }

// keep stores the provenance of the outputs in the notebook's metadata.
func keep(ctx context.Context, loads []loaded, nb *nbformat.Notebook, spec install.Spec, parameters map[string]string) error {
	var p reports.Provenance
	p.Add(notebooks.SourcesSection, "sources", nb.Digest())
	p.Add(notebooks.SourcesSection, "outputs", notebooks.OutputsDigest(nb))
	if len(parameters) > 0 {
		var given []string
		for _, name := range slices.Sorted(maps.Keys(parameters)) {
			given = append(given, name+"="+parameters[name])
		}
		p.Add(notebooks.SourcesSection, "parameters", strings.Join(given, " "))
	}
	modules, err := spec.Linked(ctx, Imports(nb))
	if err != nil {
		return err
	}
	p.Add(CellsSection, "Go", spec.GoVersion)
	p.Add(CellsSection, "cells", RunBy)
	for _, m := range modules {
		p.Add(CellsSection, m.Path, cmp.Or(experiments.ModuleOf(m).Version, "from source"))
	}
	known := map[string]bool{} // cells that share trials record the same origin
	for _, l := range loads {
		text, err := json.Marshal(l.Provenance)
		if err != nil {
			return err
		}
		if !known[string(text)] {
			known[string(text)] = true
			p.Sections = append(p.Sections, l.Sections...)
		}
	}
	meta := map[string]any{}
	if err := nb.Metadata.Get(notebooks.MetadataKey, &meta); err != nil {
		return fmt.Errorf("metadata.%s: %w", notebooks.MetadataKey, err)
	}
	meta["provenance"] = p
	nb.Metadata.Set(notebooks.MetadataKey, meta)
	return nil
}

// readRecord returns the trials that a cell has loaded.
func (r *runner) readRecord(cell int) (list []loaded, err error) {
	text, err := os.ReadFile(r.engine.File(recordOf(cell)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		var l loaded
		if err := json.Unmarshal(line, &l); err != nil {
			return nil, fmt.Errorf("%s: %w", origin.Variable, err)
		}
		list = append(list, l)
	}
	return list, nil
}
