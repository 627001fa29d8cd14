package markdown

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/digits"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Difference is what a file of a report is and would be.
type Difference struct{ Name, What string }

// Differences compares the claims, figures and tables of a report, as [Write] made
// them, with those in its folder, and returns how many files it looked at. What
// shows measured times is left out.
func Differences(folder fs.FS, made []File) (compared int, differences []Difference, err error) {
	for _, f := range made {
		if f.Name == "report.md" || f.Name == "provenance.json" || strings.HasPrefix(f.Name, "timing/") {
			continue
		}
		compared++
		old, err := fs.ReadFile(folder, f.Name)
		var found []string
		switch {
		case errors.Is(err, fs.ErrNotExist):
			found = []string{"is not there"}
		case err != nil:
			return compared, nil, err
		case bytes.Equal(old, f.Data):
		case f.Name == "claims.json":
			if found, err = changedClaims(old, f.Data); err != nil {
				return compared, nil, fmt.Errorf("%s: %w", f.Name, err)
			}
		case path.Ext(f.Name) == ".csv":
			found = []string{changedLine(old, f.Data)}
		default:
			found = []string{fmt.Sprintf("differs: %s there, %s made", size(old), size(f.Data))}
		}
		for _, what := range found {
			differences = append(differences, Difference{f.Name, what})
		}
	}
	return compared, differences, nil
}

func size(data []byte) string { return digits.Plural(len(data), "byte", digits.Comma) }

// changedClaims says which claims differ, and how.
func changedClaims(old, made []byte) ([]string, error) {
	var a, b []reports.Claim
	if err := errors.Join(json.Unmarshal(old, &a), json.Unmarshal(made, &b)); err != nil {
		return nil, err
	}
	var lines []string
	for _, now := range b {
		i := slices.IndexFunc(a, func(c reports.Claim) bool { return c.ID == now.ID })
		switch {
		case i < 0:
			lines = append(lines, fmt.Sprintf("claim %q is not there, and %s", now.ID, now.Holds))
		case a[i].Holds != now.Holds:
			lines = append(lines, fmt.Sprintf("claim %q: %s there, %s by the trials: %s", now.ID, a[i].Holds, now.Holds, now.Evidence))
		case a[i].Evidence != now.Evidence || a[i].Statement != now.Statement:
			lines = append(lines, fmt.Sprintf("claim %q %s, but by other numbers: %s", now.ID, now.Holds, now.Evidence))
		}
	}
	for _, before := range a {
		if !slices.ContainsFunc(b, func(c reports.Claim) bool { return c.ID == before.ID }) {
			lines = append(lines, fmt.Sprintf("claim %q is there, and not of the study", before.ID))
		}
	}
	if lines == nil {
		lines = []string{"differs in its form"}
	}
	return lines, nil
}

// changedLine shows the first line in which two tables differ.
func changedLine(old, made []byte) string {
	a, b := strings.Split(string(old), "\n"), strings.Split(string(made), "\n")
	for i := range max(len(a), len(b)) {
		var before, now string
		if i < len(a) {
			before = a[i]
		}
		if i < len(b) {
			now = b[i]
		}
		if before != now {
			return fmt.Sprintf("line %d: %q there, %q by the trials", i+1, before, now)
		}
	}
	return "differs"
}
