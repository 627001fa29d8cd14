package tiles

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// readAll returns what Read yields, boards and errors alike, as text.
func readAll(text, file string, goal Goal) (got []string) {
	for b, err := range Read(strings.NewReader(text), file, goal) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, b.String())
	}
	return got
}

func TestReadGoesOnAfterABadLine(t *testing.T) {
	got := readAll("\ufeff# two good boards\n1 2 3 0\n\n 1 2 3 x\r\n2x3: 1 2 3 4 5 0 # last line without an end", "boards.txt", BlankFirst)
	want := []string{
		"goal=blank-first 1 2 3 0",
		`tiles: parse: boards.txt:4:8: "x" is not a tile number (want 0 to 3)`,
		"goal=blank-first 2x3: 1 2 3 4 5 0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestErrorsWithoutAFileNameTheLine(t *testing.T) {
	got := readAll("\n1 2 3 3\n", "", BlankLast)
	want := []string{"tiles: parse: line 2, column 7: tile 3 a second time (the first is at column 5)"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestReadStopsWhenAsked(t *testing.T) {
	lines := 0
	for range Read(strings.NewReader("1 2 3 0\n1 2 3 0\n1 2 3 0\n"), "", BlankLast) {
		if lines++; lines == 2 {
			break
		}
	}
	if lines != 2 {
		t.Errorf("%d lines, want 2", lines)
	}
}

func TestReadTakesLinesOfAnyLength(t *testing.T) {
	space := strings.Repeat(" ", 200_000)
	got := readAll("1 2 3 0\n1 2"+space+"3 0 #"+space+"\n"+strings.Repeat("1 ", 200_000)+"\n1 2 3 x"+space+"\n0 1 2 3", "long.txt", BlankLast)
	want := []string{
		"1 2 3 0",
		"1 2 3 0",
		"tiles: parse: long.txt:3:1: more than 26 numbers, but a board has at most 25 cells",
		`tiles: parse: long.txt:4:7: "x" is not a tile number (want 0 to 3)`,
		"0 1 2 3",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %.300q\nwant %q", got, want)
	}
}

func TestReadReportsWhatTheReaderSays(t *testing.T) {
	broken := errors.New("disk on fire")
	var last error
	count := 0
	for _, err := range Read(io.MultiReader(strings.NewReader("1 2 3 0\n1 "), iotest.ErrReader(broken)), "boards.txt", BlankLast) {
		last = err
		count++
	}
	if count != 2 || !errors.Is(last, broken) || !strings.Contains(last.Error(), "boards.txt: line 2") {
		t.Errorf("%d results, the last %v", count, last)
	}
	if _, err := ReadGrid(iotest.ErrReader(broken), "", BlankLast); !errors.Is(err, broken) || !strings.Contains(err.Error(), "input: line 1") {
		t.Errorf("ReadGrid: %v", err)
	}
}

func TestReadGrid(t *testing.T) {
	check := func(in, want string) {
		t.Helper()
		b, err := ReadGrid(strings.NewReader(in), "puzzle04.txt", BlankLast)
		got := b.String()
		if err != nil {
			got = strings.TrimPrefix(err.Error(), "tiles: parse: puzzle04.txt:")
		}
		if got != want {
			t.Errorf("ReadGrid(%q)\n got %s\nwant %s", in, got, want)
		}
	}
	check("3\r\n 0  1  3\r\n 4  2  5\r\n 7  8  6\r\n\r\n", "0 1 3 4 2 5 7 8 6")
	check("\ufeff2 # the side\n\n1 2\n# more\n3 0", "1 2 3 0")
	check("", "1:1: an empty file (want n, then n rows of n numbers)")
	check("2\n1 2\n", "3:1: the file ends after 1 of 2 rows")
	check("2\n1 2\n3\n", "3:2: row 2 has 1 of 2 numbers")
	check("2\n1 2 3\n0\n", "2:5: row 1 has more than 2 numbers")
	check("2\n1 2\n3 0\n\n 1 2\n", "5:2: a row too many (want 2 rows)")
	check("2\n1 2\n3 4\n", "3:3: tile 4 is out of range on a board of 2x2 (want 0 to 3)")
	check("2\n1 2\n3 3\n", "3:3: tile 3 a second time (the first is at line 3, column 1)")
	check("2\n1 2\nx 3\n", `3:1: "x" is not a tile number (want 0 to 3)`)
	check("1\n0\n", "1:1: a board of 1x1 is a line, on which the order of the tiles cannot change (want 2x2 or more)")
	check("6\n0\n", "1:1: a board of 6x6 has more than 25 cells")
	check("three\n", `1:1: "three" is not the side of a square board alone on its line (the grid format begins with n and has n rows of n numbers)`)
	check(" 0 1 3 \n 4 2 5\n 7 8 6\n", `1:2: "0 1 3" is not the side of a square board alone on its line (the grid format begins with n and has n rows of n numbers)`)
	check("goal=blank-first\n", `1:1: "goal=blank-first" is not the side of a square board alone on its line (the grid format begins with n and has n rows of n numbers)`)

	b, err := ReadGrid(strings.NewReader("2\n0 1\n2 3\n"), "", BlankFirst)
	if err != nil || !b.Solved() {
		t.Errorf("with the goal blank-first: %v, %v", b, err)
	}
	if _, err := ReadGrid(strings.NewReader("2\n0 1\n2 3\n"), "", Goal(7)); err == nil {
		t.Error("goal(7) is accepted")
	}
}

func FuzzRead(f *testing.F) {
	f.Add("1 2 3 0\n\nx\ngoal=blank-first 0 1 2 3\n")
	f.Add("\ufeff2348170c56ab9def\r\n# c")
	f.Add("2\n1 2\n3 0\n")
	f.Add("3\n 0  1  3\n 4  2  5\n 7  8  6\n")
	f.Fuzz(func(t *testing.T, text string) {
		lines := strings.Count(text, "\n") + 1
		check := func(b Board, err error) {
			var syntax *puzzle.SyntaxError
			if err != nil {
				if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Line > lines || syntax.Column < 1 || strings.ContainsAny(err.Error(), "\r\n") {
					t.Fatalf("%q: %q", text, err)
				}
				return
			}
			if again, err := NewBoard(b.Width(), b.Height(), b.Goal(), b.Tiles()); err != nil || again != b {
				t.Fatalf("%q: %v is no board: %v", text, b, err)
			}
		}
		for b, err := range Read(strings.NewReader(text), "f", BlankLast) {
			check(b, err)
		}
		b, err := ReadGrid(strings.NewReader(text), "f", BlankLast)
		check(b, err)
	})
}

func ExampleRead() {
	const file = `# three boards
0291ca8d6574feb3
1 2 3 4 5 6 7 8 9 10 11 0
goal=blank-first 8 0 6 5 4 7 2 3 1
`
	for b, err := range Read(strings.NewReader(file), "boards.txt", BlankLast) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%dx%d: %v\n", b.Width(), b.Height(), b)
	}
	// Output:
	// 4x4: 0 2 9 1 12 10 8 13 6 5 7 4 15 14 11 3
	// tiles: parse: boards.txt:3:1: 12 numbers are not a square board (want 4, 9, 16 or 25, or write 6x2:, 4x3:, 3x4: or 2x6: in front)
	// 3x3: goal=blank-first 8 0 6 5 4 7 2 3 1
}

func ExampleReadGrid() {
	b, err := ReadGrid(strings.NewReader("3\n 0  1  3\n 4  2  5\n 7  8  6\n"), "puzzle04.txt", BlankLast)
	fmt.Println(b, err)
	// Output:
	// 0 1 3 4 2 5 7 8 6 <nil>
}

// A file that is no text may be one endless line: it is not kept in memory.
func TestALineBeyondTheLimitIsAnErrorUnlessItIsAComment(t *testing.T) {
	long := strings.Repeat("1", maxLine+2)
	board := "2348170c56ab9def"
	var got []string
	for b, err := range Read(strings.NewReader(long+"\n# "+long+"\n"+board+"\n"+strings.Repeat(" ", 2*maxLine)+board), "f", BlankLast) {
		if err != nil {
			got = append(got, err.Error())
		} else {
			text, _ := b.Hex()
			got = append(got, text)
		}
	}
	want := []string{"tiles: parse: f:1:1: a line of more than 1048576 bytes is no instance", board}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, err := ReadGrid(strings.NewReader("2\n1 2 "+strings.Repeat(" ", maxLine)+"\n3 0\n"), "f", BlankLast); err == nil || !strings.Contains(err.Error(), "f:2:1: a line of more than") {
		t.Errorf("a long row: %v", err)
	}
	if _, err := ReadGrid(strings.NewReader("2\n# "+long+"\n1 2\n3 0\n"), "f", BlankLast); err != nil {
		t.Errorf("a long comment: %v", err)
	}
}
