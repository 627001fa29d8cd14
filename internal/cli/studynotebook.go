package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/code"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/formats"
)

// notebookFile is the executed notebook in a study's folder.
const notebookFile = "notebook.ipynb"

// studyNotebook is the notebook of a study, and the kernel that executes it.
type studyNotebook struct {
	env     *environment
	study   study.Definition
	setting experiments.Setting
	path    string
	dir     string // in which its cells run; "" outside of modules
	nb      *nbformat.Notebook
	spec    install.Spec
	fresh   bool
	stored  bool          // all trials are, so that cells run none
	begun   execute.Begun // compiles its cells while other studies run; or nil
	digest  string        // of what it is made from besides trials; "" if it is made each time
}

// studyNotebook finds the notebook of a study in the module of the working
// folder, or else in the program, and reads it. Outside of modules the one of the
// program has no folder to run in. The kernel is left to the caller.
func (env *environment) studyNotebook(st study.Definition, setting experiments.Setting) (*studyNotebook, error) {
	n := &studyNotebook{env: env, study: st, setting: setting}
	name := env.notebookNamed(st.NotebookFile())
	root, err := code.ModuleRoot(".")
	if err == nil {
		n.path = filepath.Join(root, cmp.Or(name, "notebooks/"+st.NotebookFile()))
		n.dir = filepath.Dir(n.path)
		n.nb, err = nbformat.ReadFile(n.path)
	}
	switch absent := errors.Is(err, fs.ErrNotExist); {
	case absent && name == "":
		return nil, n.notHere()
	case absent:
		n.path, n.dir = name, root
		built, failed := fs.ReadFile(env.Notebooks, name)
		if n.nb, err = nbformat.Parse(built); err == nil {
			n.nb.Beside, err = fs.Sub(env.Notebooks, path.Dir(name))
		}
		err = cmp.Or(failed, err)
	}
	if err != nil {
		return nil, fmt.Errorf("reproduce %s: %w", st.Name, err)
	}
	return n, nil
}

// notHere is the error of a notebook that cannot be executed.
func (n *studyNotebook) notHere() error {
	wanted := "go.mod here or in a folder above"
	if n.dir != "" {
		wanted = shown(n.path)
	}
	return failure("go to a folder of the module's source, or make the report without the notebook by --no-notebook",
		"reproduce %s: its notebook is not here: there is no %s", n.study.Name, wanted)
}

// notebookNamed returns the path of a notebook that was built into the program,
// "" if there is none of that file name.
func (env *environment) notebookNamed(file string) (found string) {
	if env.Notebooks == nil {
		return ""
	}
	_ = fs.WalkDir(env.Notebooks, ".", func(name string, _ fs.DirEntry, err error) error {
		if err == nil && path.Base(name) == file {
			found = name
			return fs.SkipAll
		}
		return err
	})
	return found
}

// native makes the report of a study without executing its notebook. It has the
// text and the order of the notebook, if that shows every item by its ID; else those
// of the study.
func (env *environment) native(st study.Definition, setting experiments.Setting, summary experiments.Summary) (r reports.Report, err error) {
	trials := frame.Of(summary.Trials)
	defer func() { r.Provenance = provenanceOf(summary, setting.Scale) }()
	n, err := env.studyNotebook(st, setting)
	if err != nil {
		n = &studyNotebook{env: env, study: st} // there is none that can be read
	}
	if n.nb == nil || slices.ContainsFunc(st.ItemIDs(), func(id string) bool { return !slices.Contains(notebooks.Shown(n.nb), id) }) {
		r, err = st.Report(trials)
		r.Glossary = st.Glossary(env.Puzzles, trials)
		return r, err
	}
	r, err = notebooks.Native(n.nb, func(id string) (reports.Block, error) { return st.Item(trials, id) })
	if err != nil {
		return r, fmt.Errorf("%s: %w", shown(n.path), err)
	}
	r.ID = st.Name
	return r, n.answer(&r, trials)
}

// options are those with which the notebook is executed.
func (n *studyNotebook) options() execute.Options {
	return execute.Options{Dir: n.dir, Kernel: n.spec, Cache: n.path, Fresh: n.fresh, Stored: n.stored, Begun: n.begun}
}

// report executes the notebook, adds its file, and makes the report of it.
func (n *studyNotebook) report(ctx context.Context, summary experiments.Summary, made *files) (reports.Report, error) {
	_, err := execute.Run(ctx, n.nb, n.env.cells(n.options(), n.study.Name))
	if err != nil {
		hint := "puzzlelab notebook run " + shown(n.path) + " -o FILE keeps what its cells said; --no-notebook makes the report without it"
		return reports.Report{}, failure(hint, "reproduce %s: %s: %w", n.study.Name, shown(n.path), err)
	}
	report, err := notebooks.ReportOf(n.nb)
	if report.ID = n.study.Name; err == nil {
		err = report.Validate()
	}
	if err != nil {
		return report, fmt.Errorf("reproduce %s: %s: %w", n.study.Name, shown(n.path), err)
	}
	for _, id := range n.study.ItemIDs() {
		if _, shows := report.Block(id); !shows {
			n.env.say("warning", fmt.Sprintf("%s: %s does not show %s of the study", n.study.Name, shown(n.path), id))
		}
	}
	if err := n.answer(&report, frame.Of(summary.Trials)); err != nil {
		return report, fmt.Errorf("reproduce %s: %w", n.study.Name, err)
	}
	n.env.addSources(&report, n.study, frame.Of(summary.Trials))
	report.Provenance = provenanceOf(summary, n.setting.Scale)
	report.Provenance.Add(reports.Rendered, "cells", execute.RunBy)
	n.nb.Metadata.Set(notebooks.MetadataKey, map[string]any{"id": report.ID, "provenance": report.Provenance})
	*made = append(*made, formats.File{Name: notebookFile, Data: n.nb.Bytes()})
	return report, nil
}

// unmarked makes Markdown of plain text that may have references.
var unmarked = strings.NewReplacer("*", `\*`, "_", `\_`, "`", "\\`", `\`, `\\`)

// answer puts the answer that the trials give in front of the report, if the
// notebook shows what it refers to. How the notebook itself begins follows as
// text.
func (n *studyNotebook) answer(r *reports.Report, trials frame.Frame) error {
	answered := *r
	if err := n.study.Answer(&answered, trials); err != nil {
		return err
	}
	r.Glossary = n.study.Glossary(n.env.Puzzles, trials)
	answered.Glossary = r.Glossary
	if r.Lead != "" && answered.Lead != "" {
		answered.Blocks = append([]reports.Block{reports.Text{Markdown: unmarked.Replace(r.Lead)}}, r.Blocks...)
	}
	answered.Lead = cmp.Or(answered.Lead, r.Lead)
	if answered.Validate() == nil {
		*r = answered
	}
	return nil
}
