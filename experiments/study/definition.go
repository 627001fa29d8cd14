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

// Definition is what a study says of itself, as data. The commands know no
// study: they loop over a list of definitions, so whoever puts one into that
// list can run, draw, report and reproduce it. Name, Title and Plan must be set.
type Definition struct {
	Name     string // in commands, folders and stored rows
	Title    string // the question it asks
	Source   string // what it goes back to, as a reference
	Puzzle   string // the puzzle it is about; "" for several
	Notebook string // file in the module's folder of notebooks; "" means NAME.ipynb
	Key      string // ID of the figure that shows the answer; "" for none
	File     string // that describes it, which commands call it by; "" for none

	// Canonical returns the name of a strategy that a [Choice] may ask for,
	// without the options that are its defaults. Nil means that names are
	// taken as they are and have no options.
	Canonical func(name string) (string, error)
	// Plan returns what a choice runs; see [Growing], [Several] and [Fixed]. Its
	// strategies have been checked and are distinct.
	Plan func(Choice) (Runner, error)

	// Items are its figures, tables and claims, in the order of the report. Each is a
	// function of the trials of the whole study.
	Items []Item
	// Files are the Go files of its package, of which reports show how each item is
	// made: what "//go:embed *.go" embeds. Nil means that they do not.
	Files fs.FS
	// Claims decides its claims, and Headlines are the IDs of those that answer its
	// question, at most five: what they say is the lead of the report. Without them
	// it has none.
	Claims    *claim.Family
	Headlines []string
	// Terms are what its report calls things that no puzzle and no metric explains.
	Terms []reports.Term
}

// Run runs what is missing of the whole study and returns all of its trials.
func (d Definition) Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	return d.RunChosen(ctx, Parameters{}, setting, progress)
}

// RunChosen runs what is missing of what parameters choose, at the scale of the
// setting, and returns all of its trials.
func (d Definition) RunChosen(ctx context.Context, p Parameters, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	plan, err := d.Choose(p.Choice(setting.Scale))
	if err != nil {
		return experiments.Summary{}, fmt.Errorf("%s: %w", d.Name, err)
	}
	return plan.Run(ctx, setting, progress)
}

// Stored returns the trials of the whole study that are in the results folder
// of the setting, and runs none. The summary says how many are missing.
func (d Definition) Stored(setting experiments.Setting) (experiments.Summary, error) {
	plan, err := d.Plan(Choice{Scale: setting.Scale})
	if err != nil {
		return experiments.Summary{}, err
	}
	return plan.Stored(setting)
}

// Rerun runs a stored trial of any scale once more; see [Runner.Rerun]. That of a program needs
// its [Command] in the choice, and the Puzzle if the study is of several; nothing else of the
// choice counts.
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

// Collect finds what no sweep of the study would reuse in the results folder of the setting,
// and removes it if remove is set; see [store.Journal.Collect]. Strategies that the
// study does not know, as those of cells, keep their rows.
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

// NotebookFile returns the name of the study's notebook.
func (d Definition) NotebookFile() string { return cmp.Or(d.Notebook, d.Name+".ipynb") }

// ItemIDs returns the IDs of the items in their order.
func (d Definition) ItemIDs() []string {
	return Map(d.Items, func(item Item) string { return item.ID })
}

// ItemsNamed returns the items with the given IDs, in the order of the report;
// all items without IDs. The error names an ID that no item has.
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

// Item makes the figure, table or claim of that ID, with the source that makes it.
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

// notices are what a reader of the times of trials must know.
func notices(trials frame.Frame) []string {
	type key struct{}
	return frame.Memo(trials, key{}, func() []string { return experiments.NoiseOf(trials.All()).Notices() })
}

// Lead answers the question of the study: what its headline claims say, each in the
// form of its verdict.
func (d Definition) Lead(trials frame.Frame) (string, error) {
	var said []string
	for _, id := range d.Headlines {
		r, err := d.Claims.Decide(trials, id)
		if err != nil {
			return "", fmt.Errorf("%s: lead: %w", d.Name, err)
		}
		if s := r.Sentence(); s != "" {
			said = append(said, s+".")
		}
	}
	return strings.Join(said, " "), nil
}

// Answer puts the answer that the trials give in front of a report of the study, with
// the claims and the figure that carry it.
func (d Definition) Answer(r *reports.Report, trials frame.Frame) error {
	lead, err := d.Lead(trials)
	r.Lead, r.Key, r.Headlines, r.Glossary = lead, d.Key, d.Headlines, d.Terms
	if d.Claims != nil {
		r.Method = d.Claims.Method()
	}
	return err
}

// Report makes every item of the trials and puts them behind the lead. The text
// between them is that of the study's notebook. Where the trials came from is added by the caller.
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
