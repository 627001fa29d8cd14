// Package labtest tests the notebooks of a lab: whether they run, and whether they show the results
// of their studies.
package labtest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/lab"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/diff"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Notebooks runs the studies of a lab at the quick scale, in a temporary folder, and executes every
// notebook. A notebook must finish without an error. The notebook of a study must show the study's
// figures, tables and claims. The function Notebooks also runs studies without a notebook, and
// executes notebooks without a study.
//
// Paths in l.Notebooks are relative to the folder of the test. The test takes about a second per
// cell, and more if goimports has never been built. With -short, and on systems where notebooks
// cannot run, it does not execute any notebook.
func Notebooks(t *testing.T, l lab.Lab) {
	setting := experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}
	made := map[string][]trial.Trial{}
	for _, d := range l.Studies {
		summary, err := d.Run(t.Context(), setting, nil)
		if err != nil {
			t.Fatalf("%s: %v", d.Name, err)
		}
		if failed := summary.Failed(); failed != "" {
			t.Errorf("%s: %s", d.Name, failed)
		}
		if _, err := d.Report(frame.Of(summary.Trials)); err != nil {
			t.Error(err)
		}
		made[d.Name] = summary.Trials
	}
	for _, name := range files(t, l) {
		t.Run(path.Base(name), func(t *testing.T) {
			nb := read(t, name, true)
			run(t, nb, path.Dir(name), setting, execute.Run)
			if d, ok := studyOf(l, name); ok {
				Shows(t, nb, d, made[d.Name])
			}
		})
	}
}

// run executes a notebook. It skips the test where notebooks cannot run.
func run[T any](t *testing.T, nb *nbformat.Notebook, dir string, setting experiments.Setting, execution func(context.Context, *nbformat.Notebook, execute.Options) (T, error)) T {
	t.Helper()
	spec, err := execute.Prepare(t.Context(), dir, t.Output(), nb)
	if errors.Is(err, install.ErrPlatform) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	spec.Env = append(spec.Env, setting.Environ()...)
	made, err := execution(t.Context(), nb, execute.Options{Dir: dir, Kernel: spec, Log: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// read reads a notebook. If the test executes it, -short skips the test.
func read(t *testing.T, name string, executes bool) *nbformat.Notebook {
	t.Helper()
	if executes && testing.Short() {
		t.Skip("it is executed without -short")
	}
	nb, err := nbformat.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

// Committed checks the outputs in the committed notebooks of a lab. It does not execute the
// notebook of a study, but calls [Shows] with the trials and, if the notebook shows every item of
// the study, [SameText]. For any other notebook, it calls [ShowsAgain]. A study without a notebook
// is an error.
func Committed(t *testing.T, l lab.Lab, trials func(t *testing.T, d study.Definition) []trial.Trial) {
	for _, name := range files(t, l) {
		d, ok := studyOf(l, name)
		if !ok {
			t.Run(path.Base(name), func(t *testing.T) {
				t.Parallel()
				ShowsAgain(t, name)
			})
			continue
		}
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			nb := read(t, name, false)
			Shows(t, nb, d, trials(t, d))
			shown := notebooks.Shown(nb)
			if !slices.ContainsFunc(d.ItemIDs(), func(id string) bool { return !slices.Contains(shown, id) }) {
				SameText(t, nb)
			}
		})
	}
	for _, d := range l.Studies {
		if !slices.ContainsFunc(files(t, l), func(name string) bool { return path.Base(name) == d.NotebookFile() }) {
			t.Errorf("study %s has no notebook", d.Name)
		}
	}
}

// ShowsAgain executes a notebook at the quick scale, in a temporary results folder, and checks that
// its cells show the committed outputs. It does not compare measured times. It skips the test with
// -short and on systems where notebooks cannot run.
func ShowsAgain(t *testing.T, name string) {
	t.Helper()
	nb := read(t, name, true)
	again := run(t, nb, path.Dir(name), experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}, execute.Again)
	for _, d := range diff.Outputs(nb, again) {
		if !d.Timing {
			t.Errorf("cell %s: %s differs (-committed +executed):\n%s", d.Cell, d.Part, strings.Join(d.Lines, "\n"))
		}
	}
}

// SameText checks that a report has the same text, and the same items in the same places, whether
// it is made from the outputs of an executed notebook or directly from its cells. It does not
// execute the notebook.
func SameText(t testing.TB, nb *nbformat.Notebook) {
	t.Helper()
	executed, err := notebooks.ReportOf(nb)
	if err != nil {
		t.Fatal(err)
	}
	native, err := notebooks.Native(nb, func(id string) (reports.Block, error) {
		b, ok := executed.Block(id)
		if !ok {
			return nil, fmt.Errorf("a cell names the item %q, and no cell shows it", id)
		}
		return b, nil
	})
	if err != nil {
		t.Error(err)
		return
	}
	left := native.Blocks
	for _, b := range executed.Blocks { // some of these are the output of cells
		if len(left) > 0 && reflect.DeepEqual(left[0], b) {
			left = left[1:]
		}
	}
	if len(left) > 0 {
		t.Errorf("without running its cells the page has, and with them lacks or has elsewhere: %.200v", left[0])
	}
}

// files returns the notebooks of the lab.
func files(t *testing.T, l lab.Lab) []string {
	t.Helper()
	var names []string
	if l.Notebooks == nil {
		return nil
	}
	err := fs.WalkDir(l.Notebooks, ".", func(name string, _ fs.DirEntry, err error) error {
		if err == nil && path.Ext(name) == ".ipynb" {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func studyOf(l lab.Lab, notebook string) (study.Definition, bool) {
	i := slices.IndexFunc(l.Studies, func(d study.Definition) bool { return d.NotebookFile() == path.Base(notebook) })
	if i < 0 {
		return study.Definition{}, false
	}
	return l.Studies[i], true
}

// Shows checks that an executed notebook shows each item of a study, with its source code, exactly
// as the study makes it from the trials. It also checks that every citation leads to an entry of
// the bibliography. For an item with measured times, it checks only the tag "timing".
func Shows(t testing.TB, nb *nbformat.Notebook, d study.Definition, trials []trial.Trial) {
	t.Helper()
	report, err := notebooks.ReportOf(nb)
	labels, wrong := report.Labels()
	if err := cmp.Or(err, wrong); err != nil {
		t.Fatal(err)
	}
	for _, warning := range labels.Warnings() {
		t.Error(warning)
	}
	all := frame.Of(trials) // one, so that its items share what claims ask
	for _, item := range d.Items {
		shown, ok := report.Block(item.ID)
		if !ok {
			t.Errorf("the notebook does not show %s: call display.Show with it in a cell, or take it out of the study's Items", item.ID)
			continue
		}
		want, err := item.Describe()
		if err == nil && want.About().Timing {
			if !shown.About().Timing {
				t.Errorf("%s depends on measured times, but its cell is not tagged timing", item.ID)
			}
			continue
		}
		if want, err = d.Item(all, item.ID); err != nil {
			t.Errorf("%s: %v", item.ID, err)
			continue
		}
		compare(t, item.ID, shown, want)
	}
}

func compare(t testing.TB, id string, got, want reports.Block) {
	t.Helper()
	_, a, err := reports.MarshalBlock(got)
	if err != nil {
		t.Fatal(err)
	}
	_, b, err := reports.MarshalBlock(want)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Errorf("%s differs; run the notebook again (go run . notebook run FILE):\nnotebook %s\nstudy    %s", id, a, b)
	}
	if f, ok := want.(reports.Figure); ok && !bytes.Equal(f.SVG, got.(reports.Figure).SVG) {
		t.Errorf("the picture of %s differs from the study's", id)
	}
}
