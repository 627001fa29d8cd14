package execute

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/kernel"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
)

// CellsSection is the title of the section of a notebook's provenance that names
// the versions its cells were compiled with.
const CellsSection = "Cells compiled with"

// recorder collects where the outputs of a notebook come from while its cells
// run.
type recorder struct{ file string } // to which cells add

func newRecorder() (*recorder, error) {
	f, err := os.CreateTemp("", "puzzlelab-provenance-")
	if err != nil {
		return nil, err
	}
	return &recorder{f.Name()}, f.Close()
}

// environ makes cells add to the record.
func (r *recorder) environ() string { return reports.ProvenanceVariable + "=" + r.file }

func (r *recorder) close() { os.Remove(r.file) }

// store puts the record into the metadata of an executed notebook, for the
// report that is made of it.
func (r *recorder) store(ctx context.Context, nb *nbformat.Notebook, spec kernel.Spec, parameters map[string]string) error {
	var p reports.Provenance
	p.Add(notebooks.SourcesSection, "sources", nb.Digest())
	if len(parameters) > 0 {
		var given []string
		for _, name := range slices.Sorted(maps.Keys(parameters)) {
			given = append(given, name+"="+parameters[name])
		}
		p.Add(notebooks.SourcesSection, "parameters", strings.Join(given, " "))
	}
	build, err := spec.Build(ctx, Imports(nb))
	if err != nil {
		return err
	}
	p.Add(CellsSection, "Go", build.Go)
	p.Add(CellsSection, "GoNB", spec.Tools.GoNBVersion())
	for _, m := range build.Modules {
		p.Add(CellsSection, m.Path, cmp.Or(experiments.ModuleOf(m).Version, "from source"))
	}
	said, err := os.ReadFile(r.file)
	if err != nil {
		return err
	}
	known := map[string]bool{} // every cell that uses the trials says the same
	for line := range bytes.Lines(said) {
		if known[string(line)] {
			continue
		}
		known[string(line)] = true
		var trials reports.Provenance
		if err := json.Unmarshal(line, &trials); err != nil {
			return fmt.Errorf("%s: %w", reports.ProvenanceVariable, err)
		}
		p.Sections = append(p.Sections, trials.Sections...)
	}
	meta := map[string]any{}
	if err := nb.Metadata.Get(notebooks.MetadataKey, &meta); err != nil {
		return fmt.Errorf("metadata.%s: %w", notebooks.MetadataKey, err)
	}
	meta["provenance"] = p
	nb.Metadata.Set(notebooks.MetadataKey, meta)
	return nil
}
