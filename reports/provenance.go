package reports

import (
	"fmt"
	"strings"
)

// Provenance describes where the numbers in a report come from. Its sections have titles such as
// "Results computed by" and "Rendered by". Reports print the provenance last, and comparisons of
// reports ignore it.
type Provenance struct {
	Sections []Section `json:"sections"`
}

// Section is a list of facts with a title. Facts are printed in the order of the list.
type Section struct {
	Title string `json:"title"`
	Pairs []Pair `json:"pairs"`
}

// Pair is one fact in a section, such as the key "cores" with the value "2".
type Pair struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Rendered is the title of the section about the process that rendered the report.
const Rendered = "Rendered by"

// Add appends a fact to the section with the given title, and creates the section if necessary.
func (p *Provenance) Add(section, key, value string) {
	for i := range p.Sections {
		if p.Sections[i].Title == section {
			p.Sections[i].Add(key, value)
			return
		}
	}
	p.Sections = append(p.Sections, Section{Title: section, Pairs: []Pair{{key, value}}})
}

// Add appends a fact to the section.
func (s *Section) Add(key, value string) {
	s.Pairs = append(s.Pairs, Pair{Key: key, Value: value})
}

// Value returns the value of the first fact with the given key, and whether there is such a fact.
func (s Section) Value(key string) (string, bool) {
	for _, p := range s.Pairs {
		if p.Key == key {
			return p.Value, true
		}
	}
	return "", false
}

// Ran summarizes on one line what was run, when, and on which machine: "Scale quick · 300 instances
// · 4 strategies · 9,610 trials · 2026-11-23 · Intel Xeon · 2 cores". It returns "" if there is no
// "Study" section.
func (p Provenance) Ran() string {
	value := func(section, key string) string {
		for _, s := range p.Sections {
			if v, ok := s.Value(key); ok && strings.HasPrefix(s.Title, section) {
				return v
			}
		}
		return ""
	}
	trials := value("Study", "trials")
	if trials == "" {
		return ""
	}
	var said []string
	add := func(value, format string) {
		if value != "" {
			said = append(said, fmt.Sprintf(format, value))
		}
	}
	add(value("Study", "scale"), "Scale %s")
	add(value("Study", "instances"), "%s instances")
	add(value("Study", "strategies"), "%s strategies")
	add(trials, "%s trials")
	if stopped := value("Study", "stopped by a limit"); stopped != "0" {
		add(stopped, "%s stopped by a limit")
	}
	date, _, _ := strings.Cut(value("Results computed by", "started"), "T")
	add(date, "%s")
	add(value("Results computed by", "processor"), "%s")
	cores, _, _ := strings.Cut(strings.Replace(value("Results computed by", "cores"), ",", " ", 1), " ") // 2 (Go uses 2 at a time); in older notebooks, 2, of which …
	add(cores, "%s cores")
	return strings.Join(said, "\u00a0· ") // no line begins with the dot
}
