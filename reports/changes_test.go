package reports

import (
	"slices"
	"strings"
	"testing"
)

func TestChangesNameWhatDiffers(t *testing.T) {
	table := func(rows ...[]Cell) Table {
		return Table{ID: "t", Columns: []Column{{Name: "size"}, {Name: "nodes", Kind: Count}}, Rows: rows}
	}
	row := func(size string, nodes Cell) []Cell { return []Cell{Str(size), nodes} }
	best := row("3x3", Int(12))
	best[1].Best = true
	for _, c := range []struct {
		name    string
		was, is Block
		want    string
	}{
		{"equal", table(row("3x3", Int(12))), table(row("3x3", Int(12))), ""},
		{"a value", table(row("3x3", Int(1_234_567))), table(row("3x3", Int(1_234_568))), "row 1 (3x3), nodes: 1234567 → 1234568"},
		{"a missing value", table(row("3x3", Int(1))), table(row("3x3", Cell{})), "row 1 (3x3), nodes: 1 → nothing"},
		{"rows", table(row("2x2", Int(1)), row("3x3", Int(2))), table(row("3x3", Int(2))), "row 1 is gone: 2x2, 1"},
		{"a new row", table(row("2x2", Int(1))), table(row("2x2", Int(1)), row("3x3", Int(2))), "row 2 is new: 3x3, 2"},
		{"a column", table(row("2x2", Int(1))), table(row("2x2", AtLeast(1))), "columns: size, nodes → size, nodes, nodes censored"},
		{"a mark", table(row("3x3", Int(12))), table(best), "differs in how it is shown"},
		{"what made it", Claim{ID: "c", Statement: "S.", Source: "a"}, Claim{ID: "c", Statement: "S.", Source: "b"}, ""},
		{"a verdict", Claim{ID: "c", Statement: "S.", Holds: Holds}, Claim{ID: "c", Statement: "S.", Holds: Fails, Evidence: "e"}, "verdict: holds → fails|evidence: nothing → e"},
		{"a picture", Figure{ID: "f", SVG: []byte("<svg/>")}, Figure{ID: "f", SVG: []byte("<svg />"), Alt: "a"}, "text in place of the picture: nothing → a|picture as SVG: 6 bytes d4dc5666 → 7 bytes f68e724d"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Changes(c.was, c.is)
			if strings.Join(got, "|") != c.want {
				t.Errorf("changes %q, want %q", got, strings.Split(c.want, "|"))
			}
			if back := Changes(c.is, c.was); len(back) != len(got) {
				t.Errorf("the other way round %q, want as many", back)
			}
		})
	}
	if got := CSVChanges([]byte("a\n1\n"), []byte("\"")); !slices.Equal(got, []string{"is no table"}) {
		t.Errorf("a file that is no table: %q", got)
	}
}
