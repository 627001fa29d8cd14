package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Definition describes a study as data. Commands need no code for individual studies: they can run,
// draw, report and reproduce every study that has a definition. Name, Title and Plan must be set.
type Definition struct {
	Name     string // name of the study in commands, folders and stored rows
	Title    string // question that the study answers, as the title of its report
	Source   string // reference for the work on which the study is based
	Puzzle   string // name of the study's puzzle; "" if there are several
	Notebook string // name of the study's file in the module's folder of notebooks; "" means NAME.ipynb
	Key      string // ID of the figure that shows the answer to the study's question; "" for none
	Picture  string // ID of the figure that shows the puzzle; "" for none
	// path of the file that describes the study, which is also its name in commands; "" for studies
	// written in Go
	File string

	// Canonical returns a strategy's name without options that have their default values. If it is
	// nil, names have no options and are used unchanged.
	Canonical func(name string) (string, error)
	// Plan returns a runner for a choice; see [Growing], [Several] and [Fixed]. The caller has
	// checked the strategies in the choice and removed duplicates.
	Plan func(Choice) (Runner, error)

	// Items lists the study's figures, tables and claims, in the order of the report. Each item is
	// computed from all trials of the study.
	Items []Item
	// Files holds the Go files of the study's package, embedded with "//go:embed *.go". Reports use
	// the files to show how each item is made. If Files is nil, reports show no code.
	Files fs.FS
	// Claims decides the study's claims. Headlines lists the IDs of the claims that answer the
	// study's question, at most five. Their sentences form the lead of the report. Without
	// headlines, there is no lead.
	Claims    *claim.Family
	Headlines []string
	// Terms explains the names used in the report that do not belong to a puzzle or a metric.
	Terms []reports.Term
}

// Run runs the missing trials of the whole study and returns all its trials.
func (d Definition) Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	return d.RunChosen(ctx, Parameters{}, setting, progress)
}

// RunChosen runs the missing trials in the part of the study selected by the parameters, at the
// scale of the setting. It returns all trials in that part.
func (d Definition) RunChosen(ctx context.Context, p Parameters, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	plan, err := d.Choose(p.Choice(setting.Scale))
	if err != nil {
		return experiments.Summary{}, fmt.Errorf("%s: %w", d.Name, err)
	}
	return plan.Run(ctx, setting, progress)
}

// Stored returns the trials of the whole study that are in the results folder of the setting, and
// does not run any. The summary says how many trials are missing.
func (d Definition) Stored(setting experiments.Setting) (experiments.Summary, error) {
	plan, err := d.Plan(Choice{Scale: setting.Scale})
	if err != nil {
		return experiments.Summary{}, err
	}
	return plan.Stored(setting)
}

// Rerun runs a stored trial of any scale again; see [Runner.Rerun]. If the trial belongs to an
// external program, c must contain the [Command], and also the Puzzle if the study has several
// puzzles. Rerun ignores all other fields of c.
func (d Definition) Rerun(ctx context.Context, row *trial.Trial, c Choice) (again trial.Trial, err error) {
	for _, scale := range scales {
		var r Runner
		if r, err = d.Plan(Choice{Scale: scale, Commands: c.Commands, Puzzle: c.Puzzle}); err != nil {
			return again, err
		}
		again, err = r.Rerun(ctx, row)
		if _, foreign := errors.AsType[*ForeignError](err); !foreign {
			break
		}
	}
	return again, err
}

// Collect finds the rows in the results folder of the setting that no sweep of the study would
// reuse. If remove is set, it deletes them; see [store.Journal.Collect]. Collect keeps the rows of
// unknown strategies, since these may be defined in notebook cells.
func (d Definition) Collect(setting experiments.Setting, remove bool) (store.Garbage, error) {
	plan, err := d.Plan(Choice{Scale: setting.Scale})
	if err != nil {
		return store.Garbage{}, err
	}
	kept, err := setting.Store()
	if err != nil {
		return store.Garbage{}, err
	}
	journal, err := kept.Study(d.Name)
	if err != nil {
		return store.Garbage{}, err
	}
	codes := map[string][]string{}
	var unknown error
	g, err := journal.Collect(func(t *trial.Trial) bool {
		of, ok := codes[t.Strategy]
		if !ok {
			var failed error
			of, failed = plan.Codes(t.Strategy)
			codes[strings.Clone(t.Strategy)], unknown = of, cmp.Or(unknown, failed)
		}
		return of == nil || slices.Contains(of, t.Code)
	}, remove)
	return g, cmp.Or(err, unknown)
}

// NotebookFile returns the file name of the study's notebook.
func (d Definition) NotebookFile() string { return cmp.Or(d.Notebook, d.Name+".ipynb") }

// ItemIDs returns the IDs of the study's items, in the order of the report.
func (d Definition) ItemIDs() []string {
	return Map(d.Items, func(item Item) string { return item.ID })
}

// ItemsNamed returns the items with the given IDs in the order of the report, or all items if no
// IDs are given. It returns an error if one of the IDs does not belong to an item of the study.
func (d Definition) ItemsNamed(ids ...string) ([]Item, error) {
	if len(ids) == 0 {
		return d.Items, nil
	}
	known := d.ItemIDs()
	for _, id := range ids {
		if !slices.Contains(known, id) {
			return nil, fmt.Errorf("study %q has no figure, table or claim %q%s", d.Name, id, search.DidYouMean(id, known))
		}
	}
	return slices.DeleteFunc(slices.Clone(d.Items), func(item Item) bool { return !slices.Contains(ids, item.ID) }), nil
}

// Item makes the figure, table or claim with the given ID from the trials, and attaches the source
// code that makes it. It returns an error if the study has no such item.
func (d Definition) Item(trials frame.Frame, id string) (reports.Block, error) {
	items, err := d.ItemsNamed(id)
	if err != nil {
		return nil, err
	}
	return d.make(items[0], trials)
}

func (d Definition) make(item Item, trials frame.Frame) (reports.Block, error) {
	b, err := item.Make(trials)
	if err != nil {
		return nil, err
	}
	if b.About().Timing {
		b = b.About().Noticed(notices(trials)...)
	}
	return b.About().Made(d.source(item)), nil
}

// notices returns remarks that readers of the trials' times need.
func notices(trials frame.Frame) []string {
	type key struct{}
	return frame.Memo(trials, key{}, func() []string { return trials.Noise().Notices() })
}

// Lead answers the study's question with one sentence for each headline claim, chosen by the
// verdict on the claim. The result times contains the sentences about measured times, and lead
// contains all others.
func (d Definition) Lead(trials frame.Frame) (lead, times string, err error) {
	var said, timed []string
	for _, id := range d.Headlines {
		r, err := d.Claims.Decide(trials, id)
		if err != nil {
			return "", "", fmt.Errorf("%s: lead: %w", d.Name, err)
		}
		switch s := r.Sentence(); {
		case s == "":
		case r.Timing:
			timed = append(timed, s+".")
		default:
			said = append(said, s+".")
		}
	}
	return strings.Join(said, " "), strings.Join(timed, " "), nil
}

// Answer adds the answer to the study's question to a report: the lead, the claims that support it,
// and the key figure, all computed from the trials.
func (d Definition) Answer(r *reports.Report, trials frame.Frame) error {
	lead, times, err := d.Lead(trials)
	r.Lead, r.Times, r.Key, r.Picture, r.Headlines, r.Glossary = lead, times, d.Key, d.Picture, d.Headlines, d.Terms
	if d.Claims != nil {
		r.Method = d.Claims.Method()
	}
	return err
}

// Report returns a report with the lead and all items, computed from the trials. The study's
// notebook adds the connecting text, and the caller adds the origin of the trials.
func (d Definition) Report(trials frame.Frame) (reports.Report, error) {
	r := reports.Report{ID: d.Name, Title: d.Title}
	if err := d.Answer(&r, trials); err != nil {
		return r, err
	}
	for _, item := range d.Items {
		b, err := d.make(item, trials)
		if err != nil {
			return r, fmt.Errorf("%s: %s: %w", d.Name, item.ID, err)
		}
		r.Blocks = append(r.Blocks, b)
	}
	return r, nil
}
