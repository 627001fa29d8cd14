package tiles

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

// everySize holds the sizes of all boards there are.
var everySize = func() (sizes [][2]int) {
	for width := 2; width <= MaxCells/2; width++ {
		for height := 2; width*height <= MaxCells; height++ {
			sizes = append(sizes, [2]int{width, height})
		}
	}
	return sizes
}()

// anyBoard draws an arrangement, solvable or not.
func anyBoard(t testing.TB, rng *rand.Rand, width, height int, goal Goal) Board {
	t.Helper()
	b, err := NewBoard(width, height, goal, rng.Perm(width*height))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mustBoard(t testing.TB, line string) Board {
	t.Helper()
	b, err := ParseBoard(line, BlankLast)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestParseReadsWhatStringPrints(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for _, size := range everySize {
		for _, goal := range Goals() {
			for range 20 {
				want := anyBoard(t, rng, size[0], size[1], goal)
				got, err := ParseBoard(want.String(), BlankLast)
				if err != nil || got != want || got.String() != want.String() {
					t.Errorf("ParseBoard(%q) = %v, %v", want.String(), got, err)
				}
				digits, ok := want.Hex()
				if ok != (size == [2]int{4, 4}) {
					t.Fatalf("%v.Hex() = %q, %t", want, digits, ok)
				}
				if !ok {
					continue
				}
				if got, err := ParseBoard(digits, goal); err != nil || got != want {
					t.Errorf("ParseBoard(%q, %v) = %v, %v; want %v", digits, goal, got, err, want)
				}
			}
		}
	}
}

func TestParseAcceptsEveryForm(t *testing.T) {
	check := func(in string, goal Goal, want string) {
		t.Helper()
		b, err := ParseBoard(in, goal)
		if err != nil || b.String() != want {
			t.Errorf("ParseBoard(%q, %v) = %q, %v; want %q", in, goal, b, err, want)
		}
	}
	const eight = "8 1 3 4 0 2 7 6 5"
	check(eight, BlankLast, eight)
	check(eight, BlankFirst, "goal=blank-first "+eight)
	check("goal=blank-last "+eight, BlankFirst, eight)
	check("goal=blank-first "+eight, BlankLast, "goal=blank-first "+eight)
	check("\t 8 01 003   4 0 2 7 6 5 \r\n\n", BlankLast, eight)
	check(eight+"# ten moves, or so", BlankLast, eight)
	check("3x3: "+eight, BlankLast, eight)
	check("3x3:"+eight, BlankLast, eight)
	check("3x2: 1 2 3 4 0 5", BlankLast, "3x2: 1 2 3 4 0 5")
	check("goal=blank-first 2x3: 1 2 3 4 0 5", BlankLast, "goal=blank-first 2x3: 1 2 3 4 0 5")
	check("2x3: goal=blank-first 1 2 3 4 0 5 # either order", BlankLast, "goal=blank-first 2x3: 1 2 3 4 0 5")
	check("1 0 2 3", BlankLast, "1 0 2 3")
	const hex = "2 3 4 8 1 7 0 12 5 6 10 11 9 13 14 15"
	check("2348170c56ab9def", BlankLast, hex)
	check(" 2348170C56AB9DEF # as printed", BlankLast, hex)
	check("goal=blank-first 2348170c56ab9def", BlankLast, "goal=blank-first "+hex)
	check("4x4: 2348170c56ab9def", BlankLast, hex)
	check("0123456789abcdef", BlankFirst, "goal=blank-first 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15")
	check("12x2: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 0", BlankLast,
		"12x2: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 0")
}

func TestParseTakesUnsolvableBoards(t *testing.T) {
	b := mustBoard(t, "1 2 3 4 5 6 8 7 0")
	if b.Solvable() {
		t.Errorf("%v is solvable", b)
	}
}

func TestEveryBadLineIsRefusedWithItsPosition(t *testing.T) {
	check := func(in, want string) {
		t.Helper()
		b, err := ParseBoard(in, BlankLast)
		var syntax *puzzle.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("ParseBoard(%q) = %v, %v; want a *puzzle.SyntaxError", in, b, err)
			return
		}
		if got := strings.TrimPrefix(err.Error(), "tiles: parse: "); got != want {
			t.Errorf("ParseBoard(%q):\n got %s\nwant %s", in, got, want)
		}
	}
	const (
		fifteen = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0"
		empty   = "column 1: an empty line (want a board's numbers row by row, 0 for the blank)"
	)
	check("", empty)
	check(" \t ", empty)
	check("# only a comment", empty)

	// How many.
	check(fifteen, "column 1: 15 numbers are one short of a square board: write 0 or _ for the blank, or 5x3: or 3x5: in front")
	check("  1 2 3 4 5 6 7 8 9 10 11 0", "column 3: 12 numbers are not a square board (want 4, 9, 16 or 25, or write 6x2:, 4x3:, 3x4: or 2x6: in front)")
	check("1 2 0", "column 1: 3 numbers fill no board (want 4, 9, 16 or 25, or another size with WxH: in front)")
	check("0", "column 1: 1 number fills no board (want 4, 9, 16 or 25, or another size with WxH: in front)")
	check("1 2 3 4 5 6 0", "column 1: 7 numbers fill no board (want 4, 9, 16 or 25, or another size with WxH: in front)")
	check(strings.Repeat("1 ", 26), "column 1: 26 numbers, but a board has at most 25 cells")
	check(strings.Repeat("1 ", 36), "column 1: 36 numbers, but a board has at most 25 cells")
	check("4x4: "+fifteen, "column 40: 15 numbers for a board of 4x4 (want 16)")
	check("4x4: "+fifteen+" # one is missing", "column 40: 15 numbers for a board of 4x4 (want 16)")
	check("4x3: 1 2 3 4 5 6 7 8 9 10 11 0 12", "column 32: number 12 is one too many for a board of 4x3 (want 12 numbers)")
	check("4x3:", `column 5: nothing after "4x3:"`)
	check("goal=blank-first # no board", `column 18: nothing after "goal=blank-first"`)

	// Which.
	check("1 2 3 4 5 6 7 8 8", "column 17: tile 8 a second time (the first is at column 15)")
	check("1 2 3 4 5 6 7 8 9", "column 17: tile 9 is out of range on a board of 3x3 (want 0 to 8)")
	check("1 2 3 4 5 6 7 8 99999999999999999999", `column 17: tile "99999999999999999999" is out of range on a board of 3x3 (want 0 to 8)`)
	check("1 2 3 x", `column 7: "x" is not a tile number (want 0 to 3)`)
	check("1 2 x", `column 5: "x" is not a tile number (want numbers)`)
	check("4x3: 1 2 x", `column 10: "x" is not a tile number (want 0 to 11)`)
	check("1 2 3 -1", `column 7: "-1" is not a tile number (want 0 to 3)`)
	check("1 2 3 +0", `column 7: "+0" is not a tile number (want 0 to 3)`)
	check("1 2 3 2.5", `column 7: "2.5" is not a tile number (want 0 to 3)`)
	check("1 2 3 _", `column 7: "_" is not a tile number (want 0 to 3, 0 for the blank)`)
	check("1, 2, 3, 0", `column 1: "1," is not a tile number (want 0 to 3, separated by spaces)`)
	check("1,2,3,0", `column 1: "1,2,3,0" is not a tile number (want numbers, separated by spaces)`)
	check("\"1\" 2 3 0", `column 1: "\"1\"" is not a tile number (want 0 to 3)`)
	check("1 2 3 \x00\xff", `column 7: "\x00\xff" is not a tile number (want 0 to 3)`)
	check("1\u00a02 3 0", `column 1: "1\u00a02" is not a tile number (want numbers)`)
	check("1 2 3 "+strings.Repeat("z", 400), `column 7: "`+strings.Repeat("z", 24)+`\u2026" is not a tile number (want 0 to 3)`)

	// Size.
	check("1x4: 1 2 3 0", "column 1: a board of 1x4 is a line, on which the order of the tiles cannot change (want 2x2 or more)")
	check("4x1: 1 2 3 0", "column 1: a board of 4x1 is a line, on which the order of the tiles cannot change (want 2x2 or more)")
	check("6x6: 1 2 3", "column 1: a board of 6x6 has more than 25 cells")
	check("99999999999999999999x2: 1", `column 1: a board of "99999999999999999999x2" has more than 25 cells`)
	check("0x4: 1", "column 1: no board is 0x4")
	check("4: 1 2 3 0", `column 1: "4:" is not a size (want WxH:, width before height, as in 4x3:)`)
	check("4*3: 1 2 3 0", `column 1: "4*3:" is not a size (want WxH:, width before height, as in 4x3:)`)
	check(": 1 2 3 0", `column 1: ":" is not a size (want WxH:, width before height, as in 4x3:)`)
	check("2x2: 2x2: 1 2 3 0", "column 6: a second size")
	check("1 2 3 0 2x2:", `column 9: "2x2:" behind a number (want the size in front of the numbers)`)
	check("4x3 1 2 3 0", `column 1: "4x3" is not a tile number (want 4x3: in front of the numbers if it is the size)`)

	// Goal.
	check("goal=blank-frist 1 2 3 0", `column 6: "blank-frist" is not a goal (want blank-last, blank-first, snail, or the number of each cell once, as in 1,2,3,8,0,4,7,6,5); did you mean "blank-first"?`)
	check("goal=9 1 2 3 0", `column 6: "9" is not a goal (want blank-last, blank-first, snail, or the number of each cell once, as in 1,2,3,8,0,4,7,6,5)`)
	check("goal= 1 2 3 0", "column 6: no goal after goal= (want goal=blank-last or goal=blank-first without spaces)")
	check("goal=blank-last goal=blank-last 1 2 3 0", "column 17: a second goal")
	check("1 2 3 0 goal=blank-last", `column 9: "goal=blank-last" behind a number (want it first on the line)`)
	check("blank-first 1 2 3 0", `column 1: "blank-first" is not a tile number (want numbers)`)

	// Hexadecimal digits.
	check("2348170c56ab9de", "column 1: 15 hexadecimal digits (want 16, or numbers separated by spaces)")
	check("2348170c56ab9deff", "column 1: 17 hexadecimal digits (want 16, or numbers separated by spaces)")
	check("4x4: 2348170c56ab9deff", "column 6: 17 hexadecimal digits (want 16, or numbers separated by spaces)")
	check("2348170c56ab9dee", "column 16: tile 14 a second time (the first is at column 15)")
	check("2348170c56ab9deg", `column 1: "2348170c56ab9deg" is not a tile number (want numbers)`)
	check("3x3: 123456780", "column 6: hexadecimal digits for a board of 3x3 (want numbers separated by spaces; only 4x4 is written with digits)")
	check("123456780", "column 1: 9 hexadecimal digits (want 16, or numbers separated by spaces)")
	check("2348170c56ab9def 0", `column 1: "2348170c56ab9def" is neither a tile number nor a board of hexadecimal digits alone on its line`)

	check("1 2 3 0\n1 2 3 0", "column 8: a second line (want one board on one line)")
}

func TestParseRefusesAnUnknownGoal(t *testing.T) {
	_, err := ParseBoard("1 2 3 0", Goal("x"))
	if want := `tiles: parse: column 1: "120" is not a goal (want blank-last, blank-first, snail, or the number of each cell once, as in 1,2,3,8,0,4,7,6,5)`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	for _, goal := range append(Goals(), Snail, listed("1,2,3,8,0,4,7,6,5")) {
		if got, err := ParseGoal(goal.String()); err != nil || got != goal {
			t.Errorf("ParseGoal(%q) = %v, %v", goal, got, err)
		}
	}
	_, err = ParseGoal("last")
	if want := `tiles: "last" is not a goal (want blank-last, blank-first, snail, or the number of each cell once, as in 1,2,3,8,0,4,7,6,5)`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestTextMarshalling(t *testing.T) {
	want := mustBoard(t, "goal=blank-first 3x2: 5 4 3 2 1 0")
	text, err := json.Marshal(want)
	if err != nil || string(text) != `"goal=blank-first 3x2: 5 4 3 2 1 0"` {
		t.Fatalf("Marshal: %s, %v", text, err)
	}
	var got Board
	if err := json.Unmarshal(text, &got); err != nil || got != want {
		t.Errorf("Unmarshal: %v, %v", got, err)
	}
	if err := got.UnmarshalText([]byte("1 2 3 3")); err == nil || got != want {
		t.Errorf("UnmarshalText of a bad line: %v, and the board became %v", err, got)
	}
	if _, err := (Board{}).MarshalText(); err == nil {
		t.Error("MarshalText accepts the zero Board")
	}
}

// plainParse is the format in its simplest form: an oracle for valid input.
func plainParse(line string) (Board, bool) {
	line, _, _ = strings.Cut(line, "#")
	words := strings.FieldsFunc(strings.Replace(line, ":", ": ", 1), func(c rune) bool { return strings.ContainsRune(" \t\r", c) })
	width, height, goal, hasGoal := 0, 0, BlankLast, false
	for ; len(words) > 0; words = words[1:] {
		name, isGoal := strings.CutPrefix(words[0], "goal=")
		size, isSize := strings.CutSuffix(words[0], ":")
		switch {
		case isGoal && !hasGoal && slices.Contains(goalNames, name):
			goal, hasGoal = []Goal{BlankLast, BlankFirst, Snail}[slices.Index(goalNames, name)], true
			continue
		case isSize && width == 0:
			w, h, _ := strings.Cut(size, "x")
			var okWidth, okHeight bool
			width, okWidth = wording.Digits(w, 999)
			height, okHeight = wording.Digits(h, 999)
			if !okWidth || !okHeight || checkSize(width, height) != nil {
				return Board{}, false
			}
			continue
		}
		break
	}
	if len(words) == 1 && len(words[0]) == 16 && (width == 0 || width == 4 && height == 4) {
		words, width, height = strings.Split(words[0], ""), 4, 4
		for i, digit := range words {
			words[i] = fmt.Sprint(strings.Index("0123456789abcdef", strings.ToLower(digit)))
		}
	}
	tiles := make([]int, len(words))
	for i, word := range words {
		value, ok := wording.Digits(word, 999)
		if !ok {
			return Board{}, false
		}
		tiles[i] = value
	}
	if width == 0 {
		width = squareSide(len(words))
		height = width
	}
	b, err := NewBoard(width, height, goal, tiles)
	return b, err == nil
}

func FuzzParseBoard(f *testing.F) {
	seeds := 0
	for _, set := range knownSets {
		for _, k := range set.Instances() {
			f.Add(k.Board.String())
			if digits, ok := k.Board.Hex(); ok {
				f.Add(digits)
			}
			seeds++
		}
	}
	if seeds < 200 {
		f.Fatalf("%d published boards, want 200 and more", seeds)
	}
	for _, line := range []string{"", "#", "4x3:", "2x2: goal=blank-first 1 2 3 0", "goal=", "1 2 3 3", "1,2,3,0", "2x2:1 2 3 0", "6x6: 0", "1x4: 0 1 2 3", "17x", "2348170c56ab9deff"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if strings.Contains(line, "\n") {
			return
		}
		b, err := ParseBoard(line, BlankLast)
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
		again, err := ParseBoard(b.String(), BlankLast)
		if err != nil || again != b || again.String() != b.String() {
			t.Fatalf("ParseBoard(%q) = %v, but read again %v, %v", line, b, again, err)
		}
		if digits, ok := b.Hex(); ok {
			if again, err := ParseBoard(digits, b.Goal()); err != nil || again != b {
				t.Fatalf("%v in digits %q: %v, %v", b, digits, again, err)
			}
		}
	})
}

func BenchmarkParseBoard(b *testing.B) {
	for _, bench := range []struct{ name, line string }{
		{"numbers", "goal=blank-first 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"},
		{"hex", "goal=blank-first edf7bc95602148a3"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				board, err := ParseBoard(bench.line, BlankLast)
				if err != nil || board.Tile(15) != 3 {
					b.Fatal(board, err)
				}
			}
		})
	}
}

func ExampleParseBoard() {
	b, err := ParseBoard("4x3: 1 2 3 4 5 6 7 8 9 10 0 11   # one move", BlankLast)
	fmt.Println(b, err)

	b, err = ParseBoard("2348170c56ab9def", BlankLast)
	fmt.Println(b, err)

	_, err = ParseBoard("1 2 3 4 5 6 7 8 8", BlankLast)
	fmt.Println(err)
	// Output:
	// 4x3: 1 2 3 4 5 6 7 8 9 10 0 11 <nil>
	// 2 3 4 8 1 7 0 12 5 6 10 11 9 13 14 15 <nil>
	// tiles: parse: column 17: tile 8 a second time (the first is at column 15)
}

func ExampleBoard_Hex() {
	b, _ := ParseBoard("0 2 9 1 12 10 8 13 6 5 7 4 15 14 11 3", BlankLast)
	fmt.Println(b.Hex())
	// Output:
	// 0291ca8d6574feb3 true
}
