package colorwalk

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

func mustBoard(t testing.TB, line string) Board {
	t.Helper()
	b, err := ParseBoard(line)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// anyBoard draws a board with a blank area that has grown by some moves, or
// with a coloured start anywhere.
func anyBoard(t testing.TB, rng *rand.Rand) Board {
	t.Helper()
	rows, cols, colors := 1+rng.IntN(9), 1+rng.IntN(9), 1+rng.IntN(int(MaxColors))
	cells := make([]Color, rows*cols)
	for i := range cells {
		cells[i] = Color(1 + rng.IntN(colors))
	}
	b, err := NewBoard(rows, cols, rng.IntN(len(cells)), cells)
	if err != nil {
		t.Fatal(err)
	}
	for range rng.IntN(6) {
		b, _ = b.Apply(Color(1 + rng.IntN(colors)))
	}
	return b
}

func TestParseReadsWhatStringPrints(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	withStart, withoutStart := 0, 0
	for range 3000 {
		want := anyBoard(t, rng)
		text := want.String()
		got, err := ParseBoard(text)
		if err != nil || got != want || got.String() != text {
			t.Errorf("ParseBoard(%q) = %v, %v", text, got, err)
		}
		if strings.HasPrefix(text, "start=") {
			withStart++
		} else {
			withoutStart++
		}
	}
	if withStart < 500 || withoutStart < 500 {
		t.Errorf("%d boards with start= and %d without: the sample tests too little", withStart, withoutStart)
	}
}

func TestParseAcceptsEveryForm(t *testing.T) {
	check := func(in, want string, start int) {
		t.Helper()
		b, err := ParseBoard(in)
		if err != nil || b.String() != want || b.Start() != start {
			t.Errorf("ParseBoard(%q) = %q from %d, %v; want %q from %d", in, b, b.Start(), err, want, start)
		}
	}
	check("012/231/311", "012/231/311", 0)
	check("\t 012/231/311 \r\n\n", "012/231/311", 0)
	check("012/231/311# two moves, or so", "012/231/311", 0)
	check("2311/2231/1212", "2311/2231/1212", 0)
	check("123/405/678", "123/405/678", 4)
	check("start=2,2 123/456/789", "start=2,2 123/456/789", 4)
	check("start=02,3   123/456", "start=2,3 123/456", 5)
	check("start=1,1 123/456", "123/456", 0)
	check("start=2,1 123/056", "123/056", 3)
	check("start=2,1 103/006", "start=2,1 103/006", 3)
	check("aZ/9z", "az/9z", 0)
	check("0", "0", 0)
	check("000/000", "000/000", 0)
	check("1", "1", 0)
	check("777/777", "777/777", 0)
	check("013144414122", "013144414122", 0)
	check("0/1/2", "0/1/2", 0)
}

func TestColorsAreDigitsAndLetters(t *testing.T) {
	b := mustBoard(t, "0123456789abcdefghijklmnopqrstuvwxyz")
	for cell := range b.Cells() {
		if got := b.Color(cell); int(got) != cell {
			t.Errorf("character %d is color %d", cell, got)
		}
	}
	if b.Colors() != MaxColors || mustBoard(t, strings.ToUpper(b.String())) != b {
		t.Errorf("%v has colors up to %v", b, b.Colors())
	}
	if got := Color(40).String(); got != "color(40)" {
		t.Errorf("color 40 is written %q", got)
	}
}

func TestEveryBadLineIsRefusedWithItsPosition(t *testing.T) {
	check := func(in, want string) {
		t.Helper()
		b, err := ParseBoard(in)
		var syntax *puzzle.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("ParseBoard(%.80q) = %v, %v; want a *puzzle.SyntaxError", in, b.Cells(), err)
			return
		}
		if got := strings.TrimPrefix(err.Error(), "colorwalk: parse: "); got != want {
			t.Errorf("ParseBoard(%.80q):\n got %s\nwant %s", in, got, want)
		}
	}
	const (
		empty   = "column 1: an empty line (want a board: rows of colors joined by /, 0 for blank)"
		largest = "(want 0 for blank, 1 to 9, then a for 10 to z for 35, the largest)"
		between = "(want 0 for blank, 1 to 9, then a for 10 to z for 35, the largest; nothing between cells, / between rows)"
		oneWord = "(want rows of colors joined by / without spaces)"
		aStart  = "is not a cell to start from (want ROW,COL counted from 1, as in start=1,1)"
	)
	check("", empty)
	check(" \t ", empty)
	check("# only a comment", empty)

	// Rows.
	check("012/23/311", "column 7: row 2 has 2 cells, but row 1 has 3 (want rows of one length)")
	check("012/2/311", "column 6: row 2 has 1 cell, but row 1 has 3 (want rows of one length)")
	check("012/231/3112", "column 12: row 3 has 4 cells, but row 1 has 3 (want rows of one length)")
	check("012/231/31", "column 11: row 3 has 2 cells, but row 1 has 3 (want rows of one length)")
	check("012/231/", "column 9: row 3 is empty")
	check("012//231", "column 5: row 2 is empty")
	check("/012", "column 1: row 1 is empty")
	check("/", "column 1: row 1 is empty")
	check("0 1 2/2 3 1", `column 3: "1" behind the board `+oneWord)
	check("012 / 231", `column 5: "/" behind the board `+oneWord)
	check(strings.Repeat("1", MaxCells+1), "column 16777217: more than 16777216 cells, which no board has")
	check(strings.Repeat("1", MaxCells)+"/1", "column 16777218: more than 16777216 cells, which no board has")

	// Colours.
	check("01{/231", `column 3: "{" is not a color `+largest)
	check(" 01/2.", `column 6: "." is not a color `+largest)
	check("01/2-", `column 5: "-" is not a color `+largest)
	check("01/2\u00e9", "column 5: \"\u00e9\" is not a color "+largest)
	check("01/2\xff", `column 5: "\xff" is not a color `+largest)
	check("01/2\x00", `column 5: "\x00" is not a color `+largest)
	check("0,1/2,3", `column 2: "," is not a color `+between)
	check("01;23", `column 3: ";" is not a color `+between)

	// Blank cells.
	check("0120/2312", "column 4: cell 1,4 is blank, 0, but not connected to the start, cell 1,1, through blank cells (colors count from 1)")
	check("  01/20", "column 7: cell 2,2 is blank, 0, but not connected to the start, cell 1,1, through blank cells (colors count from 1)")
	check("121/210/100/021", "column 13: cell 4,1 is blank, 0, but not connected to the start, cell 2,3, through blank cells (colors count from 1)")

	// Start.
	check("start=3,1 01/12", `column 7: "3,1" is no cell of a board of 2x2 (want rows 1 to 2 and columns 1 to 2)`)
	check("start=1,3 11/12/21", `column 7: "1,3" is no cell of a board of 2x3 (want rows 1 to 3 and columns 1 to 2)`)
	check("start=99999999999999999999,1 11/12", `column 7: "99999999999999999999,1" is no cell of a board of 2x2 (want rows 1 to 2 and columns 1 to 2)`)
	check("start=2,1 01/12", "column 7: the start, cell 2,1, has color 1, but cell 1,1 is blank (want a blank start, or no blank cell)")
	check("start=2,2 01/10", "column 11: cell 1,1 is blank, 0, but not connected to the start, cell 2,2, through blank cells (colors count from 1)")
	check("start=0,1 11/12", `column 7: "0,1" `+aStart)
	check("start=1,-1 11/12", `column 7: "1,-1" `+aStart)
	check("start=1 11/12", `column 7: "1" `+aStart)
	check("start= 1,1 11/12", "column 7: no start after start= (want start=ROW,COL without spaces)")
	check("start=top-left 11/12", `column 7: "top-left" `+aStart)
	check("start=1,1", `column 10: nothing after "start=1,1"`)
	check("start=1,1 # no board", `column 11: nothing after "start=1,1"`)
	check("start=1,1 start=1,1 11", "column 11: a second start")
	check("11/12 start=1,1", `column 7: "start=1,1" behind the board (want it first on the line)`)
	check("Start=1,1 11/12", `column 6: "=" is not a color `+largest)

	check("01/12\n01/12", "column 6: a second line (want one board on one line)")
}

func TestTheLargestBoardCanBeRead(t *testing.T) {
	if testing.Short() {
		t.Skip("16 million cells")
	}
	b, err := ParseBoard(strings.Repeat("1", MaxCells))
	if err != nil || b.Cells() != MaxCells {
		t.Errorf("%d cells, %v", b.Cells(), err)
	}
}

func TestTextMarshalling(t *testing.T) {
	want := mustBoard(t, "start=2,1 12/3a")
	text, err := json.Marshal(want)
	if err != nil || string(text) != `"start=2,1 12/3a"` {
		t.Fatalf("Marshal: %s, %v", text, err)
	}
	var got Board
	if err := json.Unmarshal(text, &got); err != nil || got != want {
		t.Errorf("Unmarshal: %v, %v", got, err)
	}
	if err := got.UnmarshalText([]byte("12/3")); err == nil || got != want {
		t.Errorf("UnmarshalText of a bad line: %v, and the board became %v", err, got)
	}
	if _, err := (Board{}).MarshalText(); err == nil {
		t.Error("MarshalText accepts the zero Board")
	}
	if got := (Board{}).String(); got != "" {
		t.Errorf("the zero Board is written %q", got)
	}
}

func TestParsePathReadsWhatFormatPathWrites(t *testing.T) {
	var all []Color
	for c := Color(1); c <= MaxColors; c++ {
		all = append(all, c)
	}
	for _, path := range [][]Color{nil, {3, 4, 5, 1, 2}, all} {
		text := FormatPath(path)
		got, err := ParsePath(text)
		if err != nil || !slices.Equal(got, path) {
			t.Errorf("ParsePath(%q) = %v, %v; want %v", text, got, err, path)
		}
	}
	if got, err := ParsePath(" 34 5A\t2\r"); err != nil || FormatPath(got) != "345a2" {
		t.Errorf("with spaces: %v, %v", got, err)
	}
	if got := FormatPath([]Color{1, 36, 0}); got != "1?0" {
		t.Errorf("colors that are none are written %q", got)
	}
	check := func(in, want string) {
		t.Helper()
		path, err := ParsePath(in)
		if err == nil || err.Error() != "colorwalk: path "+want+" is not a move (want 1 to 9, then a for 10 to z for 35)" {
			t.Errorf("ParsePath(%q) = %v, %v; want %s", in, path, err, want)
		}
	}
	check("1203", `"1203": column 3: "0"`)
	check("[1,2]", `"[1,2]": column 1: "["`)
	check("1\u00e9", `"1`+"\u00e9"+`": column 2: "`+"\u00e9"+`"`)
}

// plainParse is the format in its simplest form: an oracle for valid input.
func plainParse(line string) (Board, bool) {
	line, _, _ = strings.Cut(line, "#")
	words := strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(" \t\r", c) })
	row, col, hasStart := 0, 0, false
	if len(words) == 2 {
		value, isStart := strings.CutPrefix(words[0], "start=")
		r, c, _ := strings.Cut(value, ",")
		var okRow, okCol bool
		row, okRow = wording.Digits(r, MaxCells)
		col, okCol = wording.Digits(c, MaxCells)
		if !isStart || !okRow || !okCol {
			return Board{}, false
		}
		words, hasStart = words[1:], true
	}
	if len(words) != 1 {
		return Board{}, false
	}
	rows := strings.Split(words[0], "/")
	var cells []Color
	for _, text := range rows {
		if len(text) != len(rows[0]) {
			return Board{}, false
		}
		for _, c := range strings.ToLower(text) {
			color := strings.IndexRune(digits, c)
			if color < 0 {
				return Board{}, false
			}
			cells = append(cells, Color(color))
		}
	}
	start := -1
	if hasStart {
		if row < 1 || row > len(rows) || col < 1 || col > len(rows[0]) {
			return Board{}, false
		}
		start = (row-1)*len(rows[0]) + col - 1
	}
	b, err := NewBoard(len(rows), len(rows[0]), start, cells)
	return b, err == nil
}

func FuzzParseBoard(f *testing.F) {
	seeds := 0
	for _, set := range knownSets {
		for _, k := range set.Instances() {
			f.Add(k.Board.String())
			seeds++
		}
	}
	if seeds < 141 {
		f.Fatalf("%d published boards, want 141 and more", seeds)
	}
	for _, line := range []string{"", "#", "start=2,2 123/456/789", "start=", "start=1,1", "0120/1", "01/20", "1//2", "1 2", "AbZ", "K", "\u212a"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if strings.Contains(line, "\n") {
			return
		}
		b, err := ParseBoard(line)
		oracle, ok := plainParse(line)
		if ok != (err == nil) || ok && b != oracle {
			t.Fatalf("ParseBoard(%q) = %v, %v; a plain parser says %v, %t", line, b, err, oracle, ok)
		}
		if err != nil {
			var syntax *puzzle.SyntaxError
			if !errors.As(err, &syntax) || syntax.Column < 1 || syntax.Column > len(line)+1 || strings.ContainsAny(err.Error(), "\r\n") {
				t.Fatalf("ParseBoard(%q): %q", line, err)
			}
			return
		}
		again, err := ParseBoard(b.String())
		if err != nil || again != b || again.String() != b.String() {
			t.Fatalf("ParseBoard(%q) = %v, but read again %v, %v", line, b, again, err)
		}
	})
}

// BenchmarkParseBoard reads a board of the series, and one of a million cells
// without and with a blank one, which has to be connected to the start.
func BenchmarkParseBoard(b *testing.B) {
	row := strings.Repeat("1234512345", 100)
	million := strings.TrimSuffix(strings.Repeat(row+"/", 1000), "/")
	for _, bench := range []struct{ name, line string }{
		{"cells=600", mustSet(b, "series")[0].Board.String()},
		{"cells=1e6/start=coloured", million},
		{"cells=1e6/start=blank", "0" + million[1:]},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(bench.line)))
			for b.Loop() {
				board, err := ParseBoard(bench.line)
				if err != nil || board.Color(board.Cells()-1) == Blank {
					b.Fatal(err)
				}
			}
		})
	}
}

func ExampleParseBoard() {
	b, err := ParseBoard("012/231/311   # the top left cell is blank")
	fmt.Println(b, err)

	b, err = ParseBoard("start=2,2 231/213/122   # Flood-It from the center")
	fmt.Println(b.Rows(), b.Cols(), b.Start(), b.Color(b.Start()), err)

	_, err = ParseBoard("012/23/311")
	fmt.Println(err)
	// Output:
	// 012/231/311 <nil>
	// 3 3 4 1 <nil>
	// colorwalk: parse: column 7: row 2 has 2 cells, but row 1 has 3 (want rows of one length)
}

func ExampleFormatPath() {
	fmt.Println(FormatPath([]Color{3, 4, 5, 1, 12}))
	fmt.Println(ParsePath("3451c"))
	// Output:
	// 3451c
	// [3 4 5 1 c] <nil>
}
