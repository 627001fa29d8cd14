package reports

// Provenance tells where the numbers of a report come from, in sections such
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
