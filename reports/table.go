package reports

import (
	"fmt"
	"slices"
	"strings"
)

// Table is a table with typed columns. A column determines the number of printed digits. Every
// writer also provides all digits (see [Table.CSV]).
type Table struct {
	ID      string   `json:"id"`      // unique name that matches [a-z0-9-]+; also the file name and the target of [[table:ID]]
	Title   string   `json:"title"`   // short title, printed in bold before the caption
	Caption string   `json:"caption"` // plain text with references
	Timing  bool     `json:"timing"`  // whether the table contains measured times
	Columns []Column `json:"columns"`
	Rows    [][]Cell `json:"rows"`             // rows of cells; each row must be as long as Columns
	Notes   []string `json:"notes,omitempty"`  // footnotes; a cell with Note 1 refers to the first footnote
	Source  string   `json:"source,omitempty"` // Go source of the function that fills the table

	// Groups is the number of leading columns that divide rows into groups. A group consists of
	// consecutive rows with equal values in these columns, such as all rows for one size. A line
	// separates groups, and each group has its own best value in each column. The grouping columns
	// and the column after them are row headers.
	Groups int `json:"groups,omitempty"`
	// Across compares values within each row instead of within each column. It compares columns
	// that have the same Best. Use it for tables with one column per strategy.
	Across bool `json:"across,omitempty"`
}

// Column describes the cells below a heading and how to show them. Words are left-aligned, and
// numbers are aligned at the decimal point.
type Column struct {
	Name   string `json:"name"`
	Unit   string `json:"unit,omitempty"` // unit of a Count or Number column, shown in the heading: "moves"
	Kind   Kind   `json:"kind"`
	Digits int    `json:"digits,omitempty"` // number of significant digits; 0 means the default for the kind
	Full   bool   `json:"full,omitempty"`   // whether counts are printed in full, instead of shortened with k, M or G
	Best   string `json:"best,omitempty"`   // value to print in bold: [Smallest], [Largest] or [NoBest]; exact numbers are compared unless Tested is set
	// Tested says that the values are statistics of samples. Then the values that [Table.Test] has
	// marked are printed in bold.
	Tested bool   `json:"tested,omitempty"`
	Doc    string `json:"doc,omitempty"` // definition of the column, printed below the table
}

// Kind says what kind of values a column contains. The zero Kind is [Words].
type Kind uint8

// Kinds of columns. The kind determines the unit and the default format of the cells.
const (
	Words   Kind = iota
	Count        // printed in full to 99 999, then as 123k, 1.23M; in full up to 10⁸ in columns without estimates
	Number       // printed with three significant digits
	Ratio        // printed with a factor sign: 2.16×
	Seconds      // times in seconds, printed with an SI prefix for the column: 12.3 ms
	Percent      // fractions of 1: 0.842 prints as 84.2 %; only 0 and 1 print as 0 % and 100 %
	Bytes        // numbers of bytes, printed with a binary prefix for the column: 4.94 GiB
	PValue       // printed with two significant digits, or as < 0.001
)

// JSON contains kinds by name, so that a notebook is readable and does not depend on the order of
// the constants.
var kindNames = []string{"words", "count", "number", "ratio", "seconds", "percent", "bytes", "p-value"}

// String returns the kind's name, which is also its form in JSON.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprint(uint8(k))
}

// MarshalText implements [encoding.TextMarshaler]. It returns the kind's name.
func (k Kind) MarshalText() ([]byte, error) {
	if int(k) >= len(kindNames) {
		return nil, fmt.Errorf("reports: %d is not a column kind", uint8(k))
	}
	return []byte(kindNames[k]), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler]. It returns an error for an unknown name.
func (k *Kind) UnmarshalText(b []byte) error {
	i := slices.Index(kindNames, string(b))
	if i < 0 {
		return fmt.Errorf("reports: %q is not a column kind (want %s)", b, strings.Join(kindNames, ", "))
	}
	*k = Kind(i)
	return nil
}

// Values of [Column.Best]. They say whether the smallest or the largest value is bold.
const (
	NoBest   = ""
	Smallest = "smallest"
	Largest  = "largest"
)

// Visit implements [Block].
func (t Table) Visit(v Visitor) error { return v.Table(t) }

// About implements [Block].
func (t Table) About() About {
	return About{
		Timing: t.Timing, Source: t.Source, label: Label{Kind: "table", ID: t.ID},
		mime: MIMETable, texts: append([]string{t.Title, t.Caption}, t.Notes...), check: t.validate,
		edited: func(change edit) Block {
			said := &t.Caption
			if len(t.Rows) == 0 {
				said = nil
			}
			change(&t.Timing, &t.Source, said)
			return t
		},
	}
}

func (t Table) validate() error {
	if err := checkID("table", t.ID); err != nil {
		return err
	}
	if len(t.Columns) == 0 {
		return fmt.Errorf("reports: table %q has no columns", t.ID)
	}
	if t.Groups < 0 || t.Groups >= len(t.Columns) {
		return fmt.Errorf("reports: table %q: Groups is %d (want 0 to %d)", t.ID, t.Groups, len(t.Columns)-1)
	}
	for i, c := range t.Columns {
		if err := c.validate(); err != nil {
			return fmt.Errorf("reports: table %q: column %d (%q): %w", t.ID, i+1, c.Name, err)
		}
	}
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return fmt.Errorf("reports: table %q: row %d has %d cells (want %d, one per column)", t.ID, i+1, len(row), len(t.Columns))
		}
		for j, c := range row {
			if err := c.validate(len(t.Notes)); err != nil {
				return fmt.Errorf("reports: table %q: row %d, column %d (%q): %w", t.ID, i+1, j+1, t.Columns[j].Name, err)
			}
		}
	}
	return nil
}

func (col Column) validate() error {
	switch {
	case int(col.Kind) >= len(kindNames):
		return fmt.Errorf("%d is not a kind", uint8(col.Kind))
	case col.Best != NoBest && col.Best != Smallest && col.Best != Largest:
		return fmt.Errorf("%q is not a best (want %s or %s)", col.Best, Smallest, Largest)
	case col.Digits < 0 || col.Digits > maxDigits:
		return fmt.Errorf("%s is %d (want 0 to %d)", "Digits", col.Digits, maxDigits)
	}
	return nil
}

// StartsGroup reports whether a new group begins at row i. It returns false for the first group.
// Writers draw a line above such rows.
func (t Table) StartsGroup(i int) bool {
	return t.Groups > 0 && i > 0 && !slices.Equal(t.Rows[i-1][:t.Groups], t.Rows[i][:t.Groups])
}

// Warn adds a footnote with the warnings to the table, unless the table already has that footnote.
// It returns the footnote's number for [Cell.WithNote], or 0 if there are no warnings.
func (t *Table) Warn(warnings []string) int {
	if len(warnings) == 0 {
		return 0
	}
	note := strings.Join(warnings, "; ") + "."
	i := slices.Index(t.Notes, note)
	if i < 0 {
		t.Notes = append(t.Notes, note)
		i = len(t.Notes) - 1
	}
	return i + 1
}
