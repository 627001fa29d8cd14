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

	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/changes"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// Difference describes how rewriting a report would change one of its files.
type Difference struct{ Name, What string }

// Differences compares the claims, figures and tables of a report with the files in a folder. The
// argument made holds the report's files as returned by [Write]. The result compared is the number
// of files compared. Differences ignores files with measured times.
func Differences(folder fs.FS, made []page.File) (compared int, differences []Difference, err error) {
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
			found = changes.CSV(old, f.Data)
			if more := len(found) - 1; more > 0 {
				found = []string{fmt.Sprintf("%s (and %s)", found[0], numerals.Plural(more, "other change", numerals.Comma))}
			}
		default:
			found = changes.Of(pictured(f.Name, old), pictured(f.Name, f.Data))
		}
		for _, what := range found {
			differences = append(differences, Difference{f.Name, what})
		}
	}
	return compared, differences, nil
}

// pictured is a figure that consists of a picture file.
func pictured(name string, data []byte) reports.Figure {
	if path.Ext(name) == ".png" {
		return reports.Figure{PNG: data}
	}
	return reports.Figure{SVG: data}
}

// changedClaims describes the claims that differ.
func changedClaims(old, made []byte) ([]string, error) {
	var a, b []reports.Claim
	if err := errors.Join(json.Unmarshal(old, &a), json.Unmarshal(made, &b)); err != nil {
		return nil, err
	}
	var lines []string
	for _, now := range b {
		i := slices.IndexFunc(a, func(c reports.Claim) bool { return c.ID == now.ID })
		if i < 0 {
			lines = append(lines, fmt.Sprintf("claim %q is not there, and %s", now.ID, now.Holds))
			continue
		}
		if changes := changes.Of(a[i], now); changes != nil {
			lines = append(lines, fmt.Sprintf("claim %q: %s", now.ID, strings.Join(changes, "; ")))
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
