package reports

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/internal/digits"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// ProvenanceVariable is the environment variable that names the file to which
// the cells of a notebook add where the trials they load come from: a
// [Provenance] a line, in JSON. Without it they add it nowhere.
const ProvenanceVariable = "PUZZLELAB_PROVENANCE"

// ProvenanceOf says where trials come from: what was asked for, and who
// computed them, as stored with them. The summary's Load must be of the time
// after the trials were run.
func ProvenanceOf(summary experiments.Summary, scale experiments.Scale) Provenance {
	rows, study := frame.Of(summary.Trials), Section{Title: "Study"}
	study.Add("name", summary.Study)
	study.Add("scale", string(scale))
	study.Add("trials", grouped(summary.Total))
	study.Add("stopped by a limit", grouped(summary.Limited()))
	study.Add("limits", distinct(rows, func(t *experiments.Trial) string { return limitsText(t.Limits) }))
	study.Add("code", distinct(rows, func(t *experiments.Trial) string { return t.Code }))
	return Provenance{Sections: append([]Section{study}, computedBy(summary.Load.Sources)...)}
}

// distinct returns what the trials have of something, each once.
func distinct(f frame.Frame, of func(*experiments.Trial) string) string {
	return strings.Join(frame.NewFactor("", of).Of(f), "; ")
}

// limitsText names the limits that are set, such as "1,000,000 nodes, 10s".
func limitsText(l search.Limits) string {
	var list []string
	add := func(n uint64, of string) {
		if n > 0 {
			list = append(list, digits.Group(strconv.FormatUint(n, 10), digits.Comma)+" "+of)
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

func grouped(n int) string { return digits.Group(strconv.Itoa(n), digits.Comma) }

// Rendered is the title of the section that [Collect] returns.
const Rendered = "Rendered by"

// Collect returns the section "Rendered by": what this process is, from its
// build information, git and the machine. It takes some ten milliseconds and
// differs between machines, which is why provenance is left out of comparisons.
func Collect() Section {
	return SectionOf(Rendered, experiments.Here("", 0))
}

// SectionOf tells what stored results say of where they were computed.
func SectionOf(title string, p experiments.Provenance) Section {
	s := Section{Title: title}
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
		add(m.Path, joinWords(m.Version, m.Sum))
	}
	return s
}

func joinWords(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

// computedBy returns a section for each program and machine that computed
// rows. Every worker of every attempt is a source of its own; those that
// differ in nothing but the time they began are told as one.
func computedBy(sources []experiments.Source) []Section {
	type origin struct {
		section Section
		rows    int
	}
	var origins []*origin
	at := map[string]*origin{}
	for _, s := range sources {
		var section Section
		var key string
		if p, err := s.Provenance(); err != nil {
			section.Add("unknown", err.Error())
			key = err.Error()
		} else {
			section = SectionOf("", p)
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
	var sections []Section
	for i, o := range origins {
		o.section.Title = "Results computed by"
		if len(origins) > 1 {
			o.section.Title = fmt.Sprintf("Results computed by, %d of %d", i+1, len(origins))
		}
		o.section.Pairs = append([]Pair{{Key: "trials", Value: grouped(o.rows)}}, o.section.Pairs...)
		sections = append(sections, o.section)
	}
	return sections
}
