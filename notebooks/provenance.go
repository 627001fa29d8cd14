package notebooks

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
)

// SourcesSection is the title of the section of a notebook's provenance that
// identifies its cells, by their digest, and names the parameters they ran with.
const SourcesSection = "Notebook"

// AddSources adds to the provenance of a notebook's report what is known without
// running its cells: their digest, also if they were changed after they were run,
// and who makes the report.
func AddSources(p *reports.Provenance, nb *nbformat.Notebook) {
	now := nb.Digest()
	i := sectionOf(p, SourcesSection)
	if i < 0 {
		p.Add(SourcesSection, "sources", now)
	} else if ran, _ := p.Sections[i].Value("sources"); ran != now {
		p.Add(SourcesSection, "sources now", now+": cells were changed after they were run")
	}
	if sectionOf(p, reports.Rendered) < 0 {
		p.Sections = append(p.Sections, reports.Collect())
	}
}

// sectionOf returns the index of the section of that title, -1 if there is none.
func sectionOf(p *reports.Provenance, title string) int {
	return slices.IndexFunc(p.Sections, func(s reports.Section) bool { return s.Title == title })
}
