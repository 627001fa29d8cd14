package main

import (
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/kernel"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

var docs = flag.Bool("docs", false, "run the Go of README.md and docs")

// The Go of a document is the cells of a notebook each: it runs as it is printed. The
// commands are run by .ci/run.
func TestTheGoOfDocumentsRuns(t *testing.T) {
	if !*docs {
		t.Skip("it takes a second a piece; asked for by -docs")
	}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := kernel.Command(t.Context(), ".", kernel.Headless, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	spec.Env = append(spec.Env, experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}.Environ()...)
	run := 0
	for _, page := range append(pages, "README.md") {
		for i, source := range goBlocks(t, page) {
			nb := nbformat.New(nbformat.NewCell(nbformat.Code, source))
			if err := spec.Prepare(t.Context(), execute.Imports(nb), t.Output()); err != nil {
				t.Fatal(err)
			}
			if _, err := execute.Run(t.Context(), nb, execute.Options{Dir: ".", Kernel: spec, Log: io.Discard}); err != nil {
				t.Errorf("%s, piece %d: %v", page, i+1, err)
			}
			run++
		}
	}
	if run < 3 {
		t.Errorf("%d pieces of Go in README.md and %q (want 3 or more)", run, pages)
	}
}

// goBlocks returns the contents of the fenced Go blocks of a Markdown file.
func goBlocks(t *testing.T, name string) []string {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for i, part := range strings.Split("\n"+string(text), "\n```go\n") {
		if i > 0 {
			source, _, _ := strings.Cut(part, "\n```")
			blocks = append(blocks, source)
		}
	}
	return blocks
}
