package colorwalk

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

var lineFormat, colorFillFormat, gridFormat, centerGridFormat = formats[0], formats[1], formats[2], formats[3]

// readAll returns what a format reads, boards and errors alike, as text.
func readAll(f puzzle.Format[Board], text, file string) (got []string) {
	for b, err := range f.Read(strings.NewReader(text), file, puzzle.Choice{}) {
		if err != nil {
			got = append(got, strings.TrimPrefix(err.Error(), "colorwalk: parse: "))
			continue
		}
		got = append(got, b.String())
	}
	return got
}

func TestReadGoesOnAfterABadLine(t *testing.T) {
	check := func(f puzzle.Format[Board], text string, want ...string) {
		t.Helper()
		if got := readAll(f, text, "f"); !slices.Equal(got, want) {
			t.Errorf("%s of %q\n got %q\nwant %q", f.Name, text, got, want)
		}
	}
	const largest = "is not a color (want 0 for blank, 1 to 9, then a for 10 to z for 35, the largest)"

	check(lineFormat, "\ufeff# two good boards\n01/12\n\n 01/1?\r\nstart=1,2 12 # last line without an end",
		"01/12", `f:4:6: "?" `+largest, "start=1,2 12")
	check(lineFormat, "")
	check(lineFormat, "\n\n# nothing\n")

	check(colorFillFormat, "\ufeff# two good boards\r\n231145122\r\n\n2311\r\n 23114512 # eight\n0ab1\n23x1?4512\n01 1\n0110\n01/1\nstart=1,1 1212",
		"231/145/122", "23/11",
		"f:5:2: 8 cells are not a square board (2x2 has 4, 3x3 has 9)",
		"0a/b1",
		`f:7:5: "?" `+largest,
		"f:8:1: 2 cells are not a square board (1x1 has 1, 2x2 has 4)", "12/21",
		"f:10:1: 2 cells are not a square board (1x1 has 1, 2x2 has 4)", "12/12")
	check(colorFillFormat, "12", "f:1:1: 2 cells are not a square board (1x1 has 1, 2x2 has 4)")

	check(gridFormat, "\ufeff\n# two good boards\n231\r\n145 # second row\r\n# between the rows\n122\r\n\r\n\n31\n1x\n", "231/145/122", "31/1x")
	check(gridFormat, "1", "1")
	check(gridFormat, "")
	check(gridFormat, "# nothing\n\n")
	check(gridFormat, "12\n123\n1?\n\n21\n", "f:2:3: row 2 has 3 cells, but row 1 has 2 (want rows of one length)", "21")
	check(gridFormat, "12\n 1\n\n21\n\n  1?\n11\n", "f:2:3: row 2 has 1 cell, but row 1 has 2 (want rows of one length)", "21", `f:6:4: "?" `+largest)
	check(gridFormat, "1 2\n21\n\n12", "21", "12") // a size in front
	check(gridFormat, "01\n\n12\n#\n  20\n\n30\n 00\n01", "01", "12/20", "30/00/01")
	check(gridFormat, "01\n#\n  20\n", "12/31")
	check(gridFormat, "01\n30\n", "f:2:2: cell 2,2 is blank, 0, but not connected to the start, cell 1,1, through blank cells (colors count from 1)")

	check(centerGridFormat, "231\n145\n122\n\n12\n21\n\n1\n\n123", "start=2,2 231/145/122", "start=2,2 12/21", "1", "start=1,2 123")
	check(centerGridFormat, "\n012\n 145\n122\n\n101\n", "f:3:3: the start, cell 2,2, has color 4, but cell 1,1 is blank (want a blank start, or no blank cell)", "101")
	check(centerGridFormat, "111\n102\n120", "start=2,2 222/213/231")
}

func TestErrorsWithoutAFileNameTheLine(t *testing.T) {
	got := readAll(lineFormat, "\n01/123\n", "")
	want := []string{"line 2, column 6: row 2 has 3 cells, but row 1 has 2 (want rows of one length)"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestReadStopsWhenAsked(t *testing.T) {
	for _, f := range formats {
		for most := 1; most <= 5; most++ {
			results := 0
			for range f.Read(strings.NewReader("1\n\n1\n\n?\n?\n\n1\n\n1"), "", puzzle.Choice{}) {
				if results++; results == most {
					break
				}
			}
			if results != most {
				t.Errorf("%s: %d results, want %d", f.Name, results, most)
			}
		}
	}
}

func TestReadTakesLinesOfAnyLength(t *testing.T) {
	space := strings.Repeat(" ", 200_000)
	row := strings.Repeat("12", 100_000)
	got := readAll(lineFormat, "01/12\n"+space+"01/12 #"+space+"\n"+row+"/"+row+"\n1?"+space+"\n0", "f")
	want := []string{
		"01/12", "01/12", row + "/" + row,
		`f:4:2: "?" is not a color (want 0 for blank, 1 to 9, then a for 10 to z for 35, the largest)`,
		"0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %.300q\nwant %.300q", got, want)
	}
}

// A file that is no text may be one endless line: it is not kept in memory.
func TestALineBeyondTheLimitIsAnErrorUnlessItIsAComment(t *testing.T) {
	if testing.Short() {
		t.Skip("lines of 33 MB")
	}
	for f, want := range map[*puzzle.Format[Board]]string{
		&lineFormat: "f:1:1: a line of more than 33555456 bytes is no instance",
		&gridFormat: "f:1:1: more than 16777216 cells, which no board has",
	} {
		if f == &gridFormat && !*exhaustive {
			continue // it takes seconds
		}
		long := strings.NewReader(strings.Repeat("1", maxLine+2))
		var got []string
		for b, err := range f.Read(io.MultiReader(long, strings.NewReader("\n\n12")), "f", puzzle.Choice{}) {
			got = append(got, strings.TrimPrefix(fmt.Sprint(b, err), " colorwalk: parse: "))
		}
		if !slices.Equal(got, []string{want, "12 <nil>"}) {
			t.Errorf("%s: %.300q", f.Name, got)
		}
	}
	comment := io.MultiReader(strings.NewReader("# "), strings.NewReader(strings.Repeat("1", maxLine)), strings.NewReader("\n12"))
	for b, err := range lineFormat.Read(comment, "f", puzzle.Choice{}) {
		if err != nil || b.String() != "12" {
			t.Errorf("%v, %v", b, err)
		}
	}
}

func TestReadReportsWhatTheReaderSays(t *testing.T) {
	broken := errors.New("disk on fire")
	for _, f := range formats {
		var last error
		results := 0
		for _, err := range f.Read(io.MultiReader(strings.NewReader("1\n\n1"), iotest.ErrReader(broken)), "boards.txt", puzzle.Choice{}) {
			last = err
			results++
		}
		if results < 1 || !errors.Is(last, broken) || !strings.HasPrefix(last.Error(), "colorwalk: read boards.txt: ") {
			t.Errorf("%s: %d results, the last %v", f.Name, results, last)
		}
	}
	for _, err := range lineFormat.Read(iotest.ErrReader(broken), "", puzzle.Choice{}) {
		if !errors.Is(err, broken) || !strings.Contains(err.Error(), "input: line 1") {
			t.Errorf("without a file name: %v", err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("01/12\n\n?\nstart=1,2 12\n")
	f.Add("\ufeff231145122\r\n# c\n0ab1")
	f.Add("231\n145\n122\n\n31\n12\n")
	f.Add("12\n 123\n\n1?\n\n1 2\n\n01\n10\n")
	f.Fuzz(func(t *testing.T, text string) {
		last := strings.Count(text, "\n") + 1
		for _, format := range formats {
			for b, err := range format.Read(strings.NewReader(text), "f", puzzle.Choice{}) {
				var syntax *puzzle.SyntaxError
				if err != nil {
					if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Line > last || syntax.Column < 1 || strings.ContainsAny(err.Error(), "\r\n") {
						t.Fatalf("%s of %q: %q", format.Name, text, err)
					}
					continue
				}
				cells := make([]Color, b.Cells())
				for cell := range cells {
					cells[cell] = b.Color(cell)
				}
				if again, err := NewBoard(b.Rows(), b.Cols(), b.Start(), cells); err != nil || again != b {
					t.Fatalf("%s of %q: %v is no board: %v", format.Name, text, b, err)
				}
			}
		}
	})
}

func ExampleCore_read() {
	const file = `# three boards
012/231/311
012/23/311
start=2,2 231/213/122
`
	for b, err := range Core().Formats[0].Read(strings.NewReader(file), "boards.txt", puzzle.Choice{}) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%dx%d: %v\n", b.Rows(), b.Cols(), b)
	}
	// Output:
	// 3x3: 012/231/311
	// colorwalk: parse: boards.txt:3:7: row 2 has 2 cells, but row 1 has 3 (want rows of one length)
	// 3x3: start=2,2 231/213/122
}

func ExampleCore_formats() {
	for _, f := range Core().Formats {
		if f.Name != "grid,start=center" {
			continue
		}
		for b, err := range f.Read(strings.NewReader("231\n213\n122\n\n11\n12\n"), "floodtest", puzzle.Choice{}) {
			fmt.Println(b, err)
		}
	}
	// Output:
	// start=2,2 231/213/122 <nil>
	// start=2,2 11/12 <nil>
}
