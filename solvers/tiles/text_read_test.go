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
		"tiles: parse: long.txt:3:1: 200000 numbers, but a board has at most 25 cells",
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
	for _, f := range Core().Formats {
		for _, err := range f.Read(iotest.ErrReader(broken), "boards.txt", puzzle.Choice{}) {
			if !errors.Is(err, broken) {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
	}
}

// readAs returns the boards and errors of a text in a format.
func readAs(t testing.TB, format, text string) (got []string) {
	t.Helper()
	read, err := Core().Read(format, strings.NewReader(text), "f", puzzle.Defaults(Core().Reading))
	if err != nil {
		t.Fatal(err)
	}
	for b, err := range read {
		if err != nil {
			got = append(got, strings.TrimPrefix(err.Error(), "tiles: parse: f:"))
			continue
		}
		got = append(got, b.String())
	}
	return got
}

func TestGridHasTheRowsOfABoardOnLines(t *testing.T) {
	check := func(in string, want ...string) {
		t.Helper()
		if got := readAs(t, "grid", in); !slices.Equal(got, want) {
			t.Errorf("%q\n got %q\nwant %q", in, got, want)
		}
	}
	check("3\r\n 0  1  3\r\n 4  2  5\r\n 7  8  6\r\n\r\n", "0 1 3 4 2 5 7 8 6")
	check("\ufeff2 # the side\n\n1 2\n# more\n3 0", "1 2 3 0")
	check("1 2\n3 0\n\n3 2\n1 0", "1 2 3 0", "3 2 1 0")
	check("2\n1 2\n", "2:4: 2 numbers for a board of 2x2 (want 4)")
	check("2\n1 2\n3\n", "1 2 3 0")
	check("2\n1 2\n3 5\n", "3:3: tile 5 is out of range on a board of 2x2 (want 0 to 3)")
	check("2\n1 2\n3 3\n", "3:3: tile 3 a second time (the first is at column 1)")
	check("2\n1 2\n3 2\n", "3:3: tile 2 a second time (the first is at line 2, column 3)")
	check("2\n1 2\nq 2\n", `3:1: "q" is not a tile number (want 0 to 3, or 1 to 3 and _ for the blank)`)
	check("1   2  3\n4 5\n7   8  6\n", "2:1: row 2 has 2 of 3 cells (write _ for the blank)")
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
		read, err := Core().Read(puzzle.Auto, strings.NewReader(text), "f", puzzle.Defaults(Core().Reading))
		if err != nil {
			t.Fatal(err)
		}
		for b, err := range read {
			check(b, err)
		}
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
}
