package cli

import (
	"fmt"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/notebooks/kernel"
	"github.com/puzzlelab/puzzlelab/reports"
)

// provenanceOf tells where the numbers of a report come from: what was asked
// for, who computed the trials, as stored with them, and who renders them now.
// The summary's Load must be of the time after the trials were run. gonb is
// the program that runs cells, "" for a report without a notebook.
func provenanceOf(summary experiments.Summary, scale experiments.Scale, gonb string) reports.Provenance {
	var p reports.Provenance
	p.Add("Study", "name", summary.Study)
	p.Add("Study", "scale", string(scale))
	p.Add("Study", "trials", grouped(summary.Total))
	p.Add("Study", "ended by a limit", grouped(summary.Limited()))
	p.Sections = append(p.Sections, computedBy(summary.Load.Sources)...)
	rendered := reports.Collect()
	if gonb != "" {
		version, err := kernel.Version(gonb)
		if err != nil {
			version = "unknown"
		}
		rendered.Add("GoNB", version)
	}
	p.Sections = append(p.Sections, rendered)
	return p
}

// computedBy returns a section for each program and machine that computed
// rows. Every worker of every attempt is a source of its own; those that
// differ in nothing but the time they began are told as one.
func computedBy(sources []experiments.Source) []reports.Section {
	type origin struct {
		section reports.Section
		rows    int
	}
	var origins []*origin
	at := map[string]*origin{}
	for _, s := range sources {
		var section reports.Section
		var key string
		if p, err := s.Provenance(); err != nil {
			section.Add("unknown", err.Error())
			key = err.Error()
		} else {
			section = reports.SectionOf("", p)
			p.Started = time.Time{}
			key = fmt.Sprint(p)
		}
		o := at[key]
		if o == nil {
			o = &origin{section: section}
			at[key] = o
			origins = append(origins, o)
		}
		o.rows += s.Rows
	}
	var sections []reports.Section
	for i, o := range origins {
		o.section.Title = "Results computed by"
		if len(origins) > 1 {
			o.section.Title = fmt.Sprintf("Results computed by, %d of %d", i+1, len(origins))
		}
		o.section.Pairs = append([]reports.Pair{{Key: "trials", Value: grouped(o.rows)}}, o.section.Pairs...)
		sections = append(sections, o.section)
	}
	return sections
}
