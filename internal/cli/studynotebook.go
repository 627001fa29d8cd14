package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/code"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/bibtex"
)

// notebookFile is the name of the executed notebook in a study's folder.
const notebookFile = "notebook.ipynb"

// studyNotebook is a study in a results folder, together with its notebook.
type studyNotebook struct {
	*environment
	study.Definition
	setting experiments.Setting
	folder  string             // the study's folder for all files except trials
	path    string             // path of the notebook
	nb      *nbformat.Notebook // nil if it cannot be read
	options execute.Options    // for executing it; Dir is "" outside modules
	digest  string             // of its input besides trials; "" if it must be made each time
}

// studyNotebook finds and reads the notebook of a study, either in the module that contains the
// working folder or in the program. Outside a module there is no folder in which to execute it.
// The caller chooses the kernel. If there is no notebook, studyNotebook returns the study without
// one.
func (env *environment) studyNotebook(st study.Definition, setting experiments.Setting) (n *studyNotebook, err error) {
	n = &studyNotebook{environment: env, Definition: st, setting: setting, folder: filepath.Join(setting.Root, st.Name)}
	name := env.notebookNamed(st.NotebookFile())
	root, err := code.ModuleRoot(".")
	if err == nil {
		n.path = filepath.Join(root, cmp.Or(name, "notebooks/"+st.NotebookFile()))
		n.options.Dir = filepath.Dir(n.path)
		n.nb, err = nbformat.ReadFile(n.path)
	}
	switch absent := errors.Is(err, fs.ErrNotExist); {
	case absent && name == "":
		return n, n.notHere()
	case absent:
		n.path, n.options.Dir = name, root
		built, failed := fs.ReadFile(env.Notebooks, name)
		if n.nb, err = nbformat.Parse(built); err == nil {
			n.nb.Beside, err = fs.Sub(env.Notebooks, path.Dir(name))
		}
		err = cmp.Or(failed, err)
	}
	n.options.Cache = n.path
	if err != nil {
		err = fmt.Errorf("reproduce %s: %w", st.Name, err)
	}
	return n, err
}

// notHere returns the error for a notebook that cannot be executed in the working folder.
func (n *studyNotebook) notHere() error {
	wanted := "go.mod here or in a folder above"
	if n.options.Dir != "" {
		wanted = shown(n.path)
	}
	return failure("change to a folder in the module's source, or use --no-notebook",
		"reproduce %s: cannot find its notebook: there is no %s", n.Name, wanted)
}

// notebookNamed returns the path of a notebook that is part of the program, or "" if there is none
// with that file name.
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

// native makes the report of a study without executing its notebook. If the notebook shows every
// item by its ID, the report has the text and the order of the notebook. Otherwise it has only the
// items, in the order of the study.
func (n *studyNotebook) native(summary experiments.Summary) (r reports.Report, err error) {
	trials := frame.Of(summary.Trials)
	defer func() {
		r.Provenance = provenanceOf(summary, n.setting.Scale)
		err = cmp.Or(err, n.LeaveOut(&r, n.setting.Scale))
	}()
	if n.nb == nil || slices.ContainsFunc(n.ItemIDs(), func(id string) bool { return !slices.Contains(notebooks.Shown(n.nb), id) }) {
		r, err = n.Report(trials)
		r.Glossary = n.Glossary(n.Puzzles, trials)
		return r, err
	}
	r, err = notebooks.Native(n.nb, func(id string) (reports.Block, error) { return n.Item(trials, id) })
	if err != nil {
		return r, fmt.Errorf("%s: %w", shown(n.path), err)
	}
	r.ID = n.Name
	return r, n.answer(&r, trials)
}

// executed makes the report of a study by executing its notebook. It also returns the notebook.
func (n *studyNotebook) executed(ctx context.Context, summary experiments.Summary) (r reports.Report, made files, err error) {
	if _, err := execute.Run(ctx, n.nb, n.cells(n.options, n.Name)); err != nil {
		hint := "use puzzlelab notebook run " + shown(n.path) + " -o FILE to keep the output of its cells, or --no-notebook to skip the notebook"
		return r, nil, failure(hint, "%s: %w", shown(n.path), err)
	}
	r, err = notebooks.ReportOf(n.nb)
	if r.ID = n.Name; err == nil {
		err = r.Validate()
	}
	if err != nil {
		return r, nil, fmt.Errorf("%s: %w", shown(n.path), err)
	}
	for _, id := range n.ItemIDs() {
		if _, shows := r.Block(id); !shows {
			n.say("warning", fmt.Sprintf("%s: %s does not show %s of the study", n.Name, shown(n.path), id))
		}
	}
	trials := frame.Of(summary.Trials)
	if err := cmp.Or(n.answer(&r, trials), n.LeaveOut(&r, n.setting.Scale)); err != nil {
		return r, nil, err
	}
	n.addSources(&r, trials)
	r.Provenance = provenanceOf(summary, n.setting.Scale)
	r.Provenance.Add(reports.Rendered, "cells", execute.RunBy)
	n.nb.Metadata.Set(notebooks.MetadataKey, map[string]any{"id": r.ID, "provenance": r.Provenance})
	return r, files{{Name: notebookFile, Data: n.nb.Bytes()}}, nil
}

// addSources adds the sources of a study to its report, for the list of references.
func (n *studyNotebook) addSources(r *reports.Report, trials frame.Frame) {
	if r.Library == nil {
		r.Library = bibtex.Shipped()
	}
	r.Sources = append(r.Sources, n.Sources(n.Puzzles, trials)...)
}

// answer puts the study's answer, computed from the trials, at the beginning of the report if the
// notebook shows the items to which the answer refers. The beginning of the notebook becomes the
// introduction of the report.
func (n *studyNotebook) answer(r *reports.Report, trials frame.Frame) error {
	answered := *r
	if err := n.Answer(&answered, trials); err != nil {
		return err
	}
	r.Glossary = n.Glossary(n.Puzzles, trials)
	answered.Glossary = r.Glossary
	if answered.About = r.Lead; answered.Lead == "" {
		answered.About, answered.Lead = "", r.Lead
	}
	if answered.Validate() == nil {
		*r = answered
	}
	root, err := code.ModuleRoot(".")
	if err != nil {
		return nil // no source to cite is known
	}
	cff, err := os.ReadFile(filepath.Join(root, "CITATION.cff"))
	if err != nil {
		return nil
	}
	return notebooks.Credit(r, cff)
}
