package reports

// Front is what stands before a report besides its title.
type Front struct {
	Authors  []Author
	Date     string // YYYY-MM-DD, or its beginning; "" if it has none
	Abstract string // plain text with references
	Keywords []string
	URL      string // where the report or its program is; "" if not stated
	License  string // of the report and its results: an SPDX identifier, or words; "" if not stated
}

// Author is one of those who wrote a report.
type Author struct {
	Name        string // "Ada Lovelace"
	Affiliation string // "" if unknown, as the others
	ORCID       string // 0000-0002-1825-0097
	Email       string
}
