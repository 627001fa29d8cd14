package reports

import (
	"fmt"
	"strings"
)

// Provenance says where the numbers of a report come from, in sections such
// as "Results computed by" and "Rendered by". It stands last in every report
// and is left out when reports are compared.
type Provenance struct {
	Sections []Section `json:"sections"`
}

// Section is a titled list of facts, in the order they are printed.
type Section struct {
	Title string `json:"title"`
	Pairs []Pair `json:"pairs"`
}

// Pair is one fact.
type Pair struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Print returns the sections as readers see them: a module, whose key is a path,
// stands in the first section that has it in that version, and later ones count it.
func (p Provenance) Print() []Section {
	first := map[Pair]string{} // titles
	printed := make([]Section, len(p.Sections))
	for i, s := range p.Sections {
		printed[i].Title = s.Title
		repeated, of := 0, ""
		for _, pair := range s.Pairs {
			if title, seen := first[pair]; seen && strings.Contains(pair.Key, "/") {
				repeated, of = repeated+1, title
				continue
			}
			first[pair] = s.Title
			printed[i].Pairs = append(printed[i].Pairs, pair)
		}
		if repeated > 0 {
			printed[i].Add("modules", fmt.Sprintf("%d as in %q", repeated, of))
		}
	}
	return printed
}

// Add appends a fact to the section of that title, which is begun if need be.
func (p *Provenance) Add(section, key, value string) {
	for i := range p.Sections {
		if p.Sections[i].Title == section {
			p.Sections[i].Add(key, value)
			return
		}
	}
	p.Sections = append(p.Sections, Section{Title: section, Pairs: []Pair{{key, value}}})
}

// Add appends a fact.
func (s *Section) Add(key, value string) {
	s.Pairs = append(s.Pairs, Pair{Key: key, Value: value})
}

// Value returns the value of the first fact with that key, and whether there
// is one.
func (s Section) Value(key string) (string, bool) {
	for _, p := range s.Pairs {
		if p.Key == key {
			return p.Value, true
		}
	}
	return "", false
}
