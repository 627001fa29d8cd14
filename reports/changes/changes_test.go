package changes

import (
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/reports"
)

func TestChangesNameWhatDiffers(t *testing.T) {
	table := func(rows ...[]reports.Cell) reports.Table {
		return reports.Table{ID: "t", Columns: []reports.Column{{Name: "size"}, {Name: "nodes", Kind: reports.Count}}, Rows: rows}
	}
	row := func(size string, nodes reports.Cell) []reports.Cell { return []reports.Cell{reports.Str(size), nodes} }
	best := row("3x3", reports.Int(12))
	best[1].Best = true
	for _, c := range []struct {
		name    string
		was, is reports.Block
		want    string
	}{
		{"equal", table(row("3x3", reports.Int(12))), table(row("3x3", reports.Int(12))), ""},
		{"a value", table(row("3x3", reports.Int(1_234_567))), table(row("3x3", reports.Int(1_234_568))), "row 1 (3x3), nodes: 1234567 → 1234568"},
		{"a missing value", table(row("3x3", reports.Int(1))), table(row("3x3", reports.Cell{})), "row 1 (3x3), nodes: 1 → nothing"},
		{"rows", table(row("2x2", reports.Int(1)), row("3x3", reports.Int(2))), table(row("3x3", reports.Int(2))), "row 1 is gone: 2x2, 1"},
		{"a new row", table(row("2x2", reports.Int(1))), table(row("2x2", reports.Int(1)), row("3x3", reports.Int(2))), "row 2 is new: 3x3, 2"},
		{"a column", table(row("2x2", reports.Int(1))), table(row("2x2", reports.AtLeast(1))), "columns: size, nodes → size, nodes, nodes censored"},
		{"a mark", table(row("3x3", reports.Int(12))), table(best), "differs in how it is shown"},
		{"what made it", reports.Claim{ID: "c", Statement: "S.", Source: "a"}, reports.Claim{ID: "c", Statement: "S.", Source: "b"}, ""},
		{"a verdict", reports.Claim{ID: "c", Statement: "S.", Holds: reports.Holds}, reports.Claim{ID: "c", Statement: "S.", Holds: reports.Fails, Evidence: "e"}, "verdict: holds → fails|evidence: nothing → e"},
		{"a picture", reports.Figure{ID: "f", SVG: []byte("<svg/>")}, reports.Figure{ID: "f", SVG: []byte("<svg />"), Alt: "a"}, "text in place of the picture: nothing → a|picture as SVG: 6 bytes d4dc5666 → 7 bytes f68e724d"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Of(c.was, c.is)
			if strings.Join(got, "|") != c.want {
				t.Errorf("changes %q, want %q", got, strings.Split(c.want, "|"))
			}
			if back := Of(c.is, c.was); len(back) != len(got) {
				t.Errorf("the other way round %q, want as many", back)
			}
		})
	}
	if got := CSV([]byte("a\n1\n"), []byte("\"")); !slices.Equal(got, []string{"is no table"}) {
		t.Errorf("a file that is no table: %q", got)
	}
}
