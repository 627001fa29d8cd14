// Package origin describes the provenance of the numbers in a report: the requested trials, the
// programs and machines that computed them, and the program that renders the report.
package origin

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Variable is the name of an environment variable that holds the path of a notebook's provenance
// file. When a cell loads trials, it appends a line of JSON ([Loaded]) to that file. If the
// variable is empty, cells write nothing.
const Variable = "PUZZLELAB_PROVENANCE"

// Loaded describes trials that a notebook cell has loaded.
type Loaded struct {
	reports.Provenance
	Journal string `json:"journal"` // folder that contains the journals of the trials
	Ran     int    `json:"ran"`     // number of trials that the cell had to run because the store did not have them
}

// Of returns the provenance of trials: what was requested, and which programs and machines computed
// it. The summary must be loaded after the trials have run, for example with
// [experiments.StoredAll].
func Of(summary experiments.Summary, scale experiments.Scale) reports.Provenance {
	rows, study := frame.Of(summary.Trials), reports.Section{Title: "Study"}
	study.Add("name", summary.Study)
	study.Add("scale", string(scale))
	study.Add("instances", numerals.Count(rows.Instances()))
	study.Add("strategies", numerals.Count(len(frame.Strategy.Of(rows))))
	study.Add("trials", numerals.Count(summary.Total))
	study.Add("stopped by a limit", numerals.Count(summary.Limited()))
	study.Add("limits", distinct(rows, func(t *trial.Trial) string { return limitsText(t.Limits) }))
	if noise := rows.Noise(); noise.Trials > 0 {
		study.Add("times", noise.String())
	}
	study.Add("code", distinct(rows, func(t *trial.Trial) string { return t.Code }))
	return reports.Provenance{Sections: append([]reports.Section{study}, computedBy(summary.Load.Sources)...)}
}

// distinct lists the different values of a text in the trials.
func distinct(f frame.Frame, of func(*trial.Trial) string) string {
	return strings.Join(frame.NewFactor("", of).Of(f), "; ")
}

// limitsText lists the limits that are set, for example "1 000 000 nodes, 10s".
func limitsText(l search.Limits) string {
	var list []string
	add := func(n uint64, of string) {
		if n > 0 {
			list = append(list, numerals.Count(n)+" "+of)
		}
	}
	add(l.Expanded, "nodes expanded")
	add(l.Stored, "nodes stored")
	add(l.Bytes, "bytes")
	if l.Time > 0 {
		list = append(list, l.Time.String())
	}
	if list == nil {
		return "none"
	}
	return strings.Join(list, ", ")
}

// Here returns the "Rendered by" section, which describes the current process: its build
// information, git revision and machine. This takes about ten milliseconds. Comparisons of reports
// ignore the section, because it differs between machines.
func Here() reports.Section {
	return section(reports.Rendered, experiments.Here("", 0))
}

// section describes the program and machine that computed stored results.
func section(title string, p trial.Provenance) reports.Section {
	s := reports.Section{Title: title}
	add := func(key, value string) {
		if value != "" {
			s.Add(key, value)
		}
	}
	revision := p.Revision
	if p.Modified {
		revision += ", with uncommitted changes"
	}
	add("program", p.Program)
	add("revision", revision)
	add("code", p.Code)
	if p.Root != 0 || p.Code != "" { // a sweep always has a root seed or code
		add("root seed", fmt.Sprint(p.Root))
	}
	add("Go", p.Go)
	add("system", p.OS+"/"+p.Arch)
	add("processor", p.CPU)
	add("cores", fmt.Sprintf("%d (Go uses %d at a time)", p.Cores, p.GOMAXPROCS))
	add("GOGC", p.GOGC)
	add("clock", p.Clock)
	if !p.Started.IsZero() {
		add("started", p.Started.UTC().Format(time.RFC3339))
	}
	for _, m := range p.Modules {
		add(m.Path, strings.TrimSpace(m.Version+" "+m.Sum))
	}
	return s
}

// computedBy returns a section for each program and machine that computed rows. Every worker in
// every run is a source. Sources that differ only in their starting time share a section.
func computedBy(sources []store.Source) []reports.Section {
	rows, at := map[string]int{}, map[string]int{}
	var sections []reports.Section
	for _, s := range sources {
		var computed reports.Section
		p, err := s.Provenance()
		if err != nil {
			computed.Add("unknown", err.Error())
		} else {
			computed = section("", p)
		}
		p.Started = time.Time{}
		key := fmt.Sprint(p, err)
		if _, known := at[key]; !known {
			at[key] = len(sections)
			sections = append(sections, computed)
		}
		rows[key] += s.Rows
	}
	for key, i := range at {
		s := &sections[i]
		s.Title = "Results computed by"
		if len(sections) > 1 {
			s.Title = fmt.Sprintf("Results computed by (%d of %d)", i+1, len(sections))
		}
		s.Pairs = slices.Insert(s.Pairs, 0, reports.Pair{Key: "trials", Value: numerals.Count(rows[key])})
	}
	return sections
}
