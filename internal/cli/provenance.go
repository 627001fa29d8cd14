package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/kernel"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
)

// provenanceOf is where trials come from and who renders them now. gonb is the
// program that runs cells, "" for a report without a notebook.
func provenanceOf(summary experiments.Summary, scale experiments.Scale, gonb string) reports.Provenance {
	p := reports.ProvenanceOf(summary, scale)
	rendered := reports.Collect()
	if gonb != "" {
		rendered.Add("GoNB", toolVersion(gonb))
	}
	p.Sections = append(p.Sections, rendered)
	return p
}

func toolVersion(program string) string {
	version, err := kernel.Version(program)
	if err != nil {
		return "unknown"
	}
	return version
}

// The sections that a notebook has of its own.
const (
	notebookSection = "Notebook"
	cellsSection    = "Cells compiled with"
)

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
func (r *recorder) store(ctx context.Context, nb *nbformat.Notebook, spec kernel.Spec, parameters []string) error {
	var p reports.Provenance
	p.Add(notebookSection, "sources", nb.Digest())
	if len(parameters) > 0 {
		p.Add(notebookSection, "parameters", strings.Join(parameters, " "))
	}
	build, err := spec.Build(ctx, execute.Imports(nb))
	if err != nil {
		return err
	}
	p.Add(cellsSection, "Go", build.Go)
	p.Add(cellsSection, "GoNB", toolVersion(spec.Tools.GoNB))
	for _, m := range build.Modules {
		p.Add(cellsSection, m.Path, moduleVersion(m))
	}
	said, err := os.ReadFile(r.file)
	if err != nil {
		return err
	}
	var known [][]byte // every cell that uses the trials says the same
	for line := range bytes.Lines(said) {
		if slices.ContainsFunc(known, func(k []byte) bool { return bytes.Equal(k, line) }) {
			continue
		}
		known = append(known, line)
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

func moduleVersion(m kernel.Module) string {
	version := cmp.Or(m.Version, "from source")
	if m.Replace != "" {
		version += ", replaced by " + m.Replace
	}
	return version
}

// addNotebook adds what is known of a notebook without running it, and says if
// it is no longer the one that was run.
func addNotebook(p *reports.Provenance, nb *nbformat.Notebook) {
	now := nb.Digest()
	i := slices.IndexFunc(p.Sections, func(s reports.Section) bool { return s.Title == notebookSection })
	if i < 0 {
		p.Add(notebookSection, "sources", now)
	} else if ran, _ := p.Sections[i].Value("sources"); ran != now {
		p.Add(notebookSection, "sources now", now+": cells were changed after they were run")
	}
	if !slices.ContainsFunc(p.Sections, func(s reports.Section) bool { return s.Title == reports.Rendered }) {
		p.Sections = append(p.Sections, reports.Collect())
	}
}
