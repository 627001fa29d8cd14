package reports

import (
	"bytes"
	"encoding/csv"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with testdata/name. The files are change detectors: they
// were written by the program and read by people.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run go test -update)", err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; got:\n%s\nwant:\n%s", path, got, want)
	}
}

func mixed() Table {
	return Table{
		ID: "mixed", Title: "Work by size", Caption: "60 instances a size; see [[fig:growth]].", Groups: 1,
		Columns: []Column{
			{Name: "size", Kind: Count, Full: true},
			{Name: "strategy"},
			{Name: "nodes expanded", Kind: Count, Best: Smallest, Doc: "Nodes expanded: the root and every node the search went on to."},
			{Name: "ratio", Kind: Ratio},
			{Name: "cost", Unit: "moves", Kind: Number},
			{Name: "CPU time", Kind: Seconds},
		},
		Rows: [][]Cell{
			{Int(8), Str("A*"), Int(1204), {}, Num(22.5), Num(0.0123)},
			{Int(8), Str("漢字"), Int(2596), Between(2.1561, 1.9162, 2.4252), Num(22.5), Num(0.000456)},
			{Int(15), Str("A*"), Int(39871), {}, Num(153), {}},
			{Int(15), Str("IDA*"), AtLeast(60000), Between(12.05, 9.871, 15.02).WithNote(1), Num(0.123), Num(12)},
		},
		Notes: []string{"Of the pairs both finished."},
	}
}

func TestTextForTerminals(t *testing.T) {
	var b bytes.Buffer
	if err := mixed().Text(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "mixed.txt", b.Bytes())
}

func TestCSVHoldsExactValues(t *testing.T) {
	var b bytes.Buffer
	if err := mixed().CSV(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "mixed.csv", b.Bytes())
	records, err := csv.NewReader(&b).ReadAll() // checks that all records have as many fields
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"15", "IDA*", "60000", "true", "12.05", "9.871", "15.02", "0.123", "12"}; !reflect.DeepEqual(records[4], want) {
		t.Errorf("row 4 is %q, want %q", records[4], want)
	}
}

func TestRaggedTablesAreErrors(t *testing.T) {
	ragged := Table{ID: "t", Columns: []Column{{}, {}}, Rows: [][]Cell{{{}, {}}, {{}}}}
	for _, write := range []error{ragged.Text(new(bytes.Buffer)), ragged.CSV(new(bytes.Buffer))} {
		if write == nil || !strings.Contains(write.Error(), "row 2 has 1 cells (want 2, one per column)") {
			t.Errorf("got %v", write)
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteErrorsAreReturned(t *testing.T) {
	if err := mixed().Text(failing{}); err == nil {
		t.Error("Text lost the error of the writer")
	}
	if err := mixed().CSV(failing{}); err == nil {
		t.Error("CSV lost the error of the writer")
	}
}

func TestBestValuesStandOut(t *testing.T) {
	n := func(x ...float64) []Cell {
		var cells []Cell
		for _, v := range x {
			cells = append(cells, Num(v))
		}
		return cells
	}
	tests := []struct {
		name   string
		best   string
		values []Cell
		want   string // x where a value is marked
	}{
		{"smallest", Smallest, n(3, 1, 2), ".x."},
		{"largest", Largest, n(3, 1, 2), "x.."},
		{"ties share it", Smallest, n(1, 2, 1), "x.x"},
		{"all equal", Smallest, n(2, 2), ".."},
		{"a single value", Smallest, append(n(2), Cell{}, Str("x")), "..."},
		{"none asked", NoBest, n(1, 2), ".."},
		{"bound above the smallest", Smallest, append(n(1, 2), AtLeast(5)), "x.."},
		{"bound at the smallest", Smallest, append(n(5), AtLeast(5)), "x."},
		{"bound below the smallest", Smallest, append(n(3, 4), AtLeast(2)), "..."},
		{"bound against the largest", Largest, append(n(3, 4), AtLeast(2)), "..."},
		{"only bounds", Smallest, []Cell{AtLeast(1), AtLeast(2)}, ".."},
		{"estimates", Largest, []Cell{Between(1, 0, 2), Between(3, 2, 4)}, ".x"},
	}
	for _, tt := range tests {
		down := Table{ID: "t", Columns: []Column{{Kind: Number, Best: tt.best}}}
		across := Table{ID: "t", Across: true, Rows: [][]Cell{tt.values}}
		for _, c := range tt.values {
			down.Rows = append(down.Rows, []Cell{c})
			across.Columns = append(across.Columns, Column{Kind: Number, Best: tt.best})
		}
		gotDown, gotAcross := "", ""
		for i := range tt.values {
			gotDown += mark(down.Print()[i][0])
			gotAcross += mark(across.Print()[0][i])
		}
		if gotDown != tt.want || gotAcross != tt.want {
			t.Errorf("%s: marked %q down, %q across, want %q", tt.name, gotDown, gotAcross, tt.want)
		}
	}
}

func TestTheBestIsSoughtInEachGroup(t *testing.T) {
	tab := Table{ID: "t", Groups: 1, Columns: []Column{{Kind: Count}, {Kind: Count, Best: Smallest}}}
	for _, row := range [][2]int{{8, 3}, {8, 2}, {15, 9}, {15, 10}, {24, 1}} {
		tab.Rows = append(tab.Rows, []Cell{Int(row[0]), Int(row[1])})
	}
	got, starts := "", ""
	for i, row := range tab.Print() {
		got += mark(row[1])
		if tab.StartsGroup(i) {
			starts += "|"
		} else {
			starts += "."
		}
	}
	if got != ".xx.." || starts != "..|.|" {
		t.Errorf("marked %q, groups %q; want %q, %q", got, starts, ".xx..", "..|.|")
	}
}

func TestValuesStandOutUpToTheFirstThatIsToldApart(t *testing.T) {
	// The nodes of each strategy on ten instances. "linked" is always a tenth above "best",
	// and told apart from it; "loose" has a larger median and wins now and then.
	nodes := map[string][]int{
		"best":   {10, 20, 30, 40, 50, 60, 70, 80, 90, 100},
		"linked": {11, 22, 33, 44, 55, 66, 77, 88, 99, 110},
		"loose":  {90, 10, 20, 30, 75, 66, 99, 50, 85, 64},
	}
	names := []string{"loose", "best", "linked"}
	var trials []trial.Trial
	for name, list := range nodes {
		for i, n := range list {
			trials = append(trials, trial.Trial{Set: "s", Index: i, Strategy: name, Outcome: search.Solved, Meter: search.Meter{Expanded: uint64(n)}})
		}
	}
	for _, c := range []struct {
		name, want string // x where a value of names is bold
		instances  int
		names      []string
		statistic  func([]float64) float64
	}{
		{"two not told apart", "xx", 10, names[:2], stats.Median},
		{"told apart", "x.", 10, names[1:], stats.Median},
		{"loose behind linked", ".x.", 10, names, stats.Median},
		{"too few instances", ".x.", 9, names, stats.Median},
	} {
		all := frame.Of(trials).Where(func(t *trial.Trial) bool { return t.Index < c.instances })
		cells := all.Summarize(trial.Expanded, c.names...)
		down := Table{ID: "t", Columns: []Column{{}, {Kind: Count, Best: Smallest}}}
		across := Table{ID: "t", Across: true, Rows: [][]Cell{nil}}
		for _, s := range cells {
			down.Rows = append(down.Rows, []Cell{Str(s.Strategy), bounded(s.Median)})
			across.Columns = append(across.Columns, Column{Kind: Count, Best: Smallest})
			across.Rows[0] = append(across.Rows[0], bounded(s.Median))
		}
		down.Test(func(i, j int) (frame.Cell, func([]float64) float64) {
			return cells[i], []func([]float64) float64{nil, c.statistic}[j]
		})
		across.Test(func(i, j int) (frame.Cell, func([]float64) float64) { return cells[j], c.statistic })
		gotDown, gotAcross := "", ""
		for i := range cells {
			gotDown, gotAcross = gotDown+mark(down.Print()[i][1]), gotAcross+mark(across.Print()[0][i])
		}
		if gotDown != c.want || gotAcross != c.want {
			t.Errorf("%s: marked %q down, %q across, want %q", c.name, gotDown, gotAcross, c.want)
		}
	}
}

func bounded(x frame.Bounded) Cell {
	c := Num(x.Value)
	c.Censored = x.Lower
	return c
}

func TestNothingStandsOutOverDifferentInstances(t *testing.T) {
	few := Table{ID: "t", Columns: []Column{{Kind: Count, Best: Smallest}}, Rows: [][]Cell{{Int(1)}, {Int(2)}}}
	few.Test(func(i, j int) (frame.Cell, func([]float64) float64) { return frame.Cell{}, stats.Sum })
	if p := few.Print(); p[0][0].Best || few.Bold() != "" {
		t.Errorf("a value of no instances stands out: %+v", p)
	}
}

func TestTheNoteSaysWhatBoldMeans(t *testing.T) {
	const tested = ", and values that do not differ from it significantly on the same instances."
	down, up := Column{Name: "a", Best: Smallest}, Column{Name: "b", Best: Largest}
	sampled := Column{Name: "c", Best: Smallest, Tested: true}
	for _, c := range []struct {
		name    string
		table   Table
		columns []Column
		want    string
	}{
		{"smallest", Table{}, []Column{{}, down}, "Bold marks the smallest value in a column."},
		{"largest", Table{}, []Column{{}, up}, "Bold marks the largest value in a column."},
		{"both", Table{}, []Column{down, up}, "Bold marks the smallest value in a column (in “b”, the largest value)."},
		{"groups", Table{Groups: 1}, []Column{{}, down}, "Bold marks the smallest value in a column within each group of rows."},
		{"across", Table{Across: true, Groups: 1}, []Column{{}, down, down}, "Bold marks the smallest value in a row."},
		{"tested", Table{}, []Column{{}, sampled}, "Bold marks the smallest value in a column" + tested},
		{"one of them tested", Table{}, []Column{up, sampled}, "Bold marks the smallest value in a column (in “b”, the largest value)" + tested},
		{"none", Table{}, []Column{{Name: "d"}}, ""},
	} {
		c.table.Columns, c.table.Rows = c.columns, make([][]Cell, 2)
		for j, col := range c.columns {
			first := Num(float64(j)) // differs across
			first.Best = col.Tested
			c.table.Rows[0] = append(c.table.Rows[0], first)
			c.table.Rows[1] = append(c.table.Rows[1], Num(float64(j)+10))
			if c.table.Groups > 0 && j == 0 {
				c.table.Rows[1][0] = c.table.Rows[0][0]
			}
		}
		if got := c.table.Bold(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func mark(p Printed) string {
	if p.Best {
		return "x"
	}
	return "."
}

func TestProvenanceKeepsItsOrder(t *testing.T) {
	var p Provenance
	p.Add("b", "k2", "v")
	p.Add("a", "k", "v")
	p.Add("b", "k1", "w")
	want := Provenance{[]Section{{"b", []Pair{{"k2", "v"}, {"k1", "w"}}}, {"a", []Pair{{"k", "v"}}}}}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("got %+v, want %+v", p, want)
	}
}

func TestCSVHoldsNoFormula(t *testing.T) {
	table := Table{ID: "t", Columns: []Column{{Name: "=name"}, {Name: "n", Kind: Number}}}
	for _, name := range []string{"=1+1", "+2", "-2", "-x", "@y", "a-b"} {
		table.Rows = append(table.Rows, []Cell{Str(name), Num(-1)})
	}
	var b strings.Builder
	if err := table.CSV(&b); err != nil {
		t.Fatal(err)
	}
	if want := "'=name,n\n'=1+1,-1\n+2,-1\n-2,-1\n'-x,-1\n'@y,-1\na-b,-1\n"; b.String() != want {
		t.Errorf("%s\nwant\n%s", b.String(), want)
	}
}
