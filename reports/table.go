package reports

import (
	"fmt"
	"slices"
	"strings"
)

// Table is a table with typed columns. The column determines how many digits of a number are
// printed. Every writer also provides all digits (see [Table.CSV]).
type Table struct {
	ID      string   `json:"id"`      // unique name that matches [a-z0-9-]+; also the file name and the target of [[table:ID]]
	Title   string   `json:"title"`   // short title, printed in bold before the caption
	Caption string   `json:"caption"` // caption; plain text with references
	Timing  bool     `json:"timing"`  // whether the table contains measured times
	Columns []Column `json:"columns"`
	Rows    [][]Cell `json:"rows"`             // cells of each row, one per column
	Notes   []string `json:"notes,omitempty"`  // footnotes; the Note of a cell is a position in this list, counted from 1
	Source  string   `json:"source,omitempty"` // Go source of the function that makes the table

	// Groups is the number of leading columns that divide the rows into groups. A group consists of
	// consecutive rows with equal values in these columns, such as all rows for one size. A line
	// separates groups, and each group has its own best value in each column. The cells of these
	// columns and of the next one are row headers.
	Groups int `json:"groups,omitempty"`
	// Across means that the best value is chosen within each row, not within each column. Only
	// columns with the same Best are compared. Use it for tables with one column per strategy.
	Across bool `json:"across,omitempty"`
}

// Column has a heading and describes how to show the cells below it. Words are left-aligned, and
// numbers are aligned at the decimal point.
type Column struct {
	Name   string `json:"name"`
	Unit   string `json:"unit,omitempty"` // unit of a Count or Number column, such as "moves"; shown in the heading
	Kind   Kind   `json:"kind"`
	Digits int    `json:"digits,omitempty"` // number of significant digits; 0 means the default for the kind
	Full   bool   `json:"full,omitempty"`   // whether to print counts in full instead of shortening them with k, M or G
	Best   string `json:"best,omitempty"`   // which value to print in bold: [Smallest], [Largest] or [NoBest]; if Tested is set, [Table.Test] chooses the values
	// Tested means that the values are statistics of samples. In such a column, [Table.Test]
	// decides which values are printed in bold.
	Tested bool   `json:"tested,omitempty"`
	Doc    string `json:"doc,omitempty"` // definition of the column, printed below the table
}

// Kind is the kind of values in a column. The zero Kind is [Words].
type Kind uint8

// Kinds of values in a column. The kind determines the unit and the default format.
const (
	Words   Kind = iota
	Count        // counts; printed in full if all in the column are below 10⁸ and none is an estimate; otherwise in full up to 99 999, then as 123k or 1.23M
	Number       // numbers, printed with three significant digits
	Ratio        // ratios, printed with a multiplication sign: 2.16×
	Seconds      // times in seconds, printed with one SI prefix for the whole column: 12.3 ms
	Percent      // fractions of 1, printed as percentages: 84.2 % for 0.842; only 0 and 1 are printed as 0 % and 100 %
	Bytes        // numbers of bytes, printed with one binary prefix for the whole column: 4.94 GiB
	PValue       // p-values, printed with two significant digits, or as < 0.001
)

// JSON contains kinds by name, so that a notebook is readable and does not depend on the order of
// the constants.
var kindNames = []string{"words", "count", "number", "ratio", "seconds", "percent", "bytes", "p-value"}

// String returns the name of the kind, which also represents it in JSON.
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

// Values of [Column.Best], which determine whether the smallest or the largest value is printed in
// bold.
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

// StartsGroup reports whether row i begins a new group, so that writers draw a line above it. It
// returns false for the first group.
func (t Table) StartsGroup(i int) bool {
	return t.Groups > 0 && i > 0 && !slices.Equal(t.Rows[i-1][:t.Groups], t.Rows[i][:t.Groups])
}

// Warn adds a footnote with the warnings to the table, unless the table already has the same
// footnote. It returns the number of the footnote, for [Cell.WithNote], or 0 if there are no
// warnings.
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
