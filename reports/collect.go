package reports

import (
	"fmt"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments"
)

// Collect returns the section "Rendered by": what this process is, from its
// build information, git and the machine. It takes some ten milliseconds and
// differs between machines, which is why provenance is left out of comparisons.
func Collect() Section {
	return SectionOf("Rendered by", experiments.Here("", 0))
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
	if p.Root != 0 {
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
