// Package origin says where the numbers of a report come from: which trials were asked for,
// who computed them, and what renders them.
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

// Variable is the environment variable that names the file to which
// the cells of a notebook add where the trials they load come from, and which need not exist: a
// [Loaded] a line, in JSON. Without it they add it nowhere.
const Variable = "PUZZLELAB_PROVENANCE"

// Loaded says which trials a cell has loaded.
type Loaded struct {
	reports.Provenance
	Journal string `json:"journal"` // their folder
	Ran     int    `json:"ran"`     // how many of them it ran first
}

// Of says where trials come from: what was asked for, and who
// computed them, as stored with them. The summary's Load must be of the time
// after the trials were run.
func Of(summary experiments.Summary, scale experiments.Scale) reports.Provenance {
	rows, study := frame.Of(summary.Trials), reports.Section{Title: "Study"}
	study.Add("name", summary.Study)
	study.Add("scale", string(scale))
	study.Add("instances", numerals.Count(rows.Instances()))
	study.Add("strategies", numerals.Count(len(frame.Strategy.Of(rows))))
	study.Add("trials", numerals.Count(summary.Total))
	study.Add("stopped by a limit", numerals.Count(summary.Limited()))
	study.Add("limits", distinct(rows, func(t *trial.Trial) string { return limitsText(t.Limits) }))
	if noise := experiments.NoiseOf(rows.All()); noise.Trials > 0 {
		study.Add("times", noise.String())
	}
	study.Add("code", distinct(rows, func(t *trial.Trial) string { return t.Code }))
	return reports.Provenance{Sections: append([]reports.Section{study}, computedBy(summary.Load.Sources)...)}
}

// distinct returns what the trials have of something, each once.
func distinct(f frame.Frame, of func(*trial.Trial) string) string {
	return strings.Join(frame.NewFactor("", of).Of(f), "; ")
}

// limitsText names the limits that are set, such as "1 000 000 nodes, 10s".
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

// Here returns the section "Rendered by": what this process is, from its
// build information, git and the machine. It takes some ten milliseconds and
// differs between machines, which is why provenance is left out of comparisons.
func Here() reports.Section {
	return section(reports.Rendered, experiments.Here("", 0))
}

// section tells what stored results say of where they were computed.
func section(title string, p trial.Provenance) reports.Section {
	s := reports.Section{Title: title}
	add := func(key, value string) {
		if value != "" {
			s.Add(key, value)
		}
	}
	revision := p.Revision
	if p.Modified {
		revision += ", with changes that were not committed"
	}
	add("program", p.Program)
	add("revision", revision)
	add("code", p.Code)
	if p.Root != 0 || p.Code != "" { // that of a sweep, whatever it is
		add("root seed", fmt.Sprint(p.Root))
	}
	add("Go", p.Go)
	add("system", p.OS+"/"+p.Arch)
	add("processor", p.CPU)
	add("cores", fmt.Sprintf("%d, of which Go uses %d at once", p.Cores, p.GOMAXPROCS))
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

// computedBy returns a section for each program and machine that computed
// rows. Every worker of every attempt is a source of its own; those that
// differ in nothing but the time they began are told as one.
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
			s.Title = fmt.Sprintf("Results computed by, %d of %d", i+1, len(sections))
		}
		s.Pairs = slices.Insert(s.Pairs, 0, reports.Pair{Key: "trials", Value: numerals.Count(rows[key])})
	}
	return sections
}
