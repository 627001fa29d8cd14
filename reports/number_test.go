package reports

import (
	"math"
	"strings"
	"testing"
)

// show replaces the characters that look like spaces, so that a failure can be
// read.
var show = strings.NewReplacer(thin, "_")

func TestNumbersArePrintedByTheRules(t *testing.T) {
	count, full := Column{Kind: Count}, Column{Kind: Count, Full: true}
	number, four := Column{Kind: Number}, Column{Kind: Number, Digits: 4}
	ratio, seconds, percent := Column{Kind: Ratio}, Column{Kind: Seconds}, Column{Kind: Percent}
	size, p, words := Column{Kind: Bytes}, Column{Kind: PValue}, Column{}
	tests := []struct {
		col  Column
		cell Cell
		want string
	}{
		{count, Int(0), "0"},
		{count, Int(7), "7"},
		{count, Int(999), "999"},
		{count, Int(1000), "1_000"},
		{count, Int(60000), "60_000"},
		{count, Int(99999), "99_999"},
		{count, Int(100000), "100k"},
		{count, Int(123456), "123k"},
		{count, Int(999499), "999k"},
		{count, Int(999500), "1.00M"},
		{count, Int(1234567), "1.23M"},
		{count, Int(uint64(math.MaxUint64)), "18.4E"},
		{count, Int(-1234), "−1_234"},
		{count, Num(12.5), "12.5"},
		{count, Num(1234.5), "1_235"},
		{full, Int(1234567), "1_234_567"},
		{full, Num(1e30), "1.00×10³⁰"},
		{count, Num(math.Inf(1)), "∞"},

		{number, Num(0), "0"},
		{number, Num(math.Copysign(0, -1)), "0"},
		{number, Num(0.784), "0.784"},
		{number, Num(0.78), "0.780"},
		{number, Num(2), "2.00"},
		{number, Num(12.34), "12.3"},
		{number, Num(-12.36), "−12.4"},
		{number, Num(99.96), "100"},
		{number, Num(9.996), "10.0"},
		{number, Num(1234), "1_230"},
		{number, Num(1234567), "1_230_000"},
		{number, Num(12345678), "1.23×10⁷"},
		{number, Num(0.00012345), "0.000123"},
		{number, Num(0.0000012345), "1.23×10⁻⁶"},
		{number, Num(math.Inf(-1)), "−∞"},
		{four, Num(0.00012345), "0.0001234"},
		{number, Between(0.7839, 0.7441, 0.8132), "0.784 [0.744, 0.813]"},
		{count, Between(1234567, 1200000, 1300000), "1.23M [1.20M, 1.30M]"},
		{count, Between(780000, 7.22, 84.3e9), "780k (open)"},
		{number, Between(1, 0.01, 10.1), "1.00 (open)"},
		{number, Between(1, 0.01, 10), "1.00 [0.01, 10.00]"},
		{number, Between(1, 0, 5000), "1.00 [0, 5_000.00]"},
		{number, Between(2.5, 0.004, 3), "2.50 [0.00400, 3.00]"},
		{number, Between(2e8, 1e8, 3e8), "2.00×10⁸ [1.00×10⁸, 3.00×10⁸]"},
		{number, Between(12.34, 1.2, 240.06), "12.3 [1.2, 240.1]"},
		{number, Between(150, -0.2, 1234.5), "150 [−0.200, 1_234]"},

		{ratio, Num(2.1561), "2.16×"},
		{ratio, Num(0.02127), "0.0213×"},
		{ratio, Between(2.1561, 1.9, 2.4252), "2.16× [1.90, 2.43]"},

		{seconds, Num(0), "0_s"},
		{seconds, Num(1.5e-10), "0.150_ns"},
		{seconds, Num(4.56e-7), "456_ns"},
		{seconds, Num(0.000456), "456_µs"},
		{seconds, Num(0.0009996), "1.00_ms"},
		{seconds, Num(0.01234), "12.3_ms"},
		{seconds, Num(0.9996), "1.00_s"},
		{seconds, Num(12.34), "12.3_s"},
		{seconds, Num(4321), "4_320_s"},
		{seconds, Between(0.01234, 0.0119, 0.0131), "12.3_ms [11.9, 13.1]"},
		{seconds, Between(0.01234, 0.000919, 0.131), "12.3_ms [919_µs, 131_ms]"},

		{percent, Num(0), "0_%"},
		{percent, Num(1), "100_%"},
		{percent, Num(0.8421), "84.2_%"},
		{percent, Num(0.05), "5.0_%"},
		{percent, Num(0.99971), "99.97_%"},
		{percent, Num(0.99996), "99.996_%"},
		{percent, Num(0.0004), "0.04_%"},
		{percent, Between(0.5, 0.4388, 0.5612), "50.0_% [43.9, 56.1]"},

		{size, Num(0), "0_B"},
		{size, Num(1023), "1_023_B"},
		{size, Num(81920), "80.0_KiB"},
		{size, Int(1 << 30), "1.00_GiB"},
		{size, Num(5.3e9), "4.94_GiB"},

		{p, Num(0.00002), "<_0.001"},
		{p, Num(0), "0"},
		{p, Num(0.0123), "0.012"},
		{p, Num(0.5), "0.50"},
		{p, Num(1), "1"},

		{count, AtLeast(60000), ">_60_000"},
		{count, AtLeast(1236999), ">_1.23M"},
		{number, AtLeast(12.39), ">_12.3"},
		{number, AtLeast(12.3), ">_12.3"},
		{number, AtLeast(-12.31), ">_−12.4"},
		{seconds, AtLeast(0.0129999), ">_12.9_ms"},
		{percent, AtLeast(0.84299), ">_84.2_%"},
		{size, AtLeast(5.39e9), ">_5.01_GiB"},

		{number, Cell{}, "–"},
		{number, Num(math.NaN()), "–"},
		{number, AtLeast(math.NaN()), "–"},
		{number, Between(3, math.NaN(), 4), "3.00"},
		{number, Str("n/a"), "n/a"},
		{words, Str("A*"), "A*"},
		{words, Int(1234567), "1.23M"},
		{words, Num(0.5), "0.500"},
	}
	for _, tt := range tests {
		if got := show.Replace(tt.col.Print(tt.cell)); got != tt.want {
			t.Errorf("%s column with %d digits prints %+v as %q, want %q", tt.col.Kind, tt.col.Digits, tt.cell, got, tt.want)
		}
	}
}

func TestLowerBoundsAreNeverRoundedUp(t *testing.T) {
	for _, kind := range []Kind{Count, Number, Percent, Bytes, Seconds} {
		col := shown{Column: Column{Kind: kind}}
		for x := 1e-6; x < 1e12; x *= 1.0371 {
			if bound := col.lowerBound(x); bound > x {
				t.Errorf("%s: the bound %v is printed from %v, which is larger", kind, x, bound)
			}
		}
	}
}

func TestExactValuesAccompanyRoundedOnes(t *testing.T) {
	tests := []struct {
		kind Kind
		cell Cell
		want string // "" if the print says it all
	}{
		{Count, Int(60000), ""},
		{Count, Int(1234567), "1234567"},
		{Number, Num(12.3), ""},
		{Number, Num(12.34), "12.34"},
		{Number, Between(1.5, 1, 2), ""},
		{Number, Between(1.0/3, 0, 1), "0.333333"},
		{Percent, Num(0.5), ""},
		{Percent, Num(0.45678), "0.45678"},
		{Count, AtLeast(60000), ""},
		{Seconds, Num(0.01234), "0.01234"},
		{Count, Int(uint64(1<<63 + 1)), "9223372036854775809"},
		{Words, Str("x"), ""},
	}
	for _, tt := range tests {
		if got := (shown{Column: Column{Kind: tt.kind}}).print(tt.cell).Exact; got != tt.want {
			t.Errorf("%s column, %+v: exact value %q, want %q", tt.kind, tt.cell, got, tt.want)
		}
	}
}

func TestDecimalPointsStandUnderOneAnother(t *testing.T) {
	tab := Table{ID: "t", Columns: []Column{{Kind: Number}, {Kind: Seconds}}, Rows: [][]Cell{
		{Num(0.784), Num(1)}, {Num(12.3), Num(1e-7)}, {Num(1230), {}}, {{}, Num(0.5)},
	}}
	rows := tab.Print()
	for i, want := range []struct {
		pad   int
		point bool
	}{{0, false}, {2, false}, {3, true}, {3, true}} {
		if p := rows[i][0]; p.Pad != want.pad || p.Point != want.point {
			t.Errorf("row %d (%s): pad %d, point %v; want %d, %v", i, p.Text, p.Pad, p.Point, want.pad, want.point)
		}
		if p := rows[i][1]; p.Pad != 0 || p.Point {
			t.Errorf("row %d (%s): padded, although the units of the column differ", i, p.Text)
		}
	}
}

func TestAColumnHasOneUnitUnlessItsNumbersDifferTooMuch(t *testing.T) {
	for _, c := range []struct {
		kind  Kind
		cells []Cell
		want  string
	}{
		{Seconds, []Cell{Num(82.2e-3), Num(283e-6), {}, Num(0)}, "82.2 ms | 0.283 ms | – | 0 ms"},
		{Seconds, []Cell{Num(1593.4), AtLeast(0.18)}, "1 590 s | > 0.180 s"},
		{Seconds, []Cell{Num(1593.4), Num(0.000287)}, "1 590 s | 287 µs"},
		{Bytes, []Cell{Num(3 << 20), Num(100 << 10), AtLeast(500<<20 + 1)}, "3.00 MiB | 0.0977 MiB | > 500 MiB"},
		{Count, []Cell{Int(15), Int(483_901), AtLeast(4_823_901)}, "15 | 483 901 | > 4 823 901"},
		{Count, []Cell{Int(15), Between(483_901, 400_000, 500_000)}, "15 | 484k"},
		{Count, []Cell{Int(15), Int(99_999)}, "15 | 99 999"},
		{Count, []Cell{Int(15), Int(123_456_789)}, "15 | 123M"},
	} {
		table := Table{ID: "t", Columns: []Column{{Kind: c.kind}}}
		for _, cell := range c.cells {
			table.Rows = append(table.Rows, []Cell{cell})
		}
		var got []string
		for _, row := range table.Print() {
			got = append(got, strings.ReplaceAll(row[0].Text, "\u202f", " "))
		}
		if got := strings.Join(got, " | "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.kind, got, c.want)
		}
	}
}

func TestWidthCountsColumnsOfATerminal(t *testing.T) {
	for s, want := range map[string]int{"abc": 3, "": 0, "x̃": 1, "漢字": 4, "60\u202f000": 6, "µ×−–": 4} {
		if got := width(s); got != want {
			t.Errorf("width(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestFootnotesAreLettered(t *testing.T) {
	for n, want := range map[int]string{0: "", 1: "a", 26: "z", 27: "aa", 52: "az", 53: "ba"} {
		if got := NoteMark(n); got != want {
			t.Errorf("NoteMark(%d) = %q, want %q", n, got, want)
		}
	}
}

func BenchmarkPrint(b *testing.B) {
	t := Table{ID: "t", Columns: []Column{{}, {Kind: Count, Best: Smallest}, {Kind: Ratio}, {Kind: Seconds}}}
	for i := range 1000 {
		t.Rows = append(t.Rows, []Cell{Str("x"), Int(i * 997), Between(float64(i)/7, 1, 200), Num(float64(i) * 1e-5)})
	}
	for b.Loop() {
		if rows := t.Print(); len(rows) != 1000 {
			b.Fatal("lost rows")
		}
	}
}
