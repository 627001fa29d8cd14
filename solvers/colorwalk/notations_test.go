package colorwalk

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// guessed returns the boards and errors of a text as they are written.
func guessed(t *testing.T, text string) (got []string) {
	t.Helper()
	return readIn(t, puzzle.Auto, text)
}

// readIn is guessed in a format.
func readIn(t *testing.T, format, text string) (got []string) {
	t.Helper()
	read, err := Core().Read(format, strings.NewReader(text), "f", puzzle.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	for b, err := range read {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, b.String())
	}
	return got
}

func TestBoardsAreReadAsPeopleWriteThem(t *testing.T) {
	const board = "123/231/312"
	for _, text := range []string{
		board, "123\n231\n312\n", "1 2 3\n2 3 1\n3 1 2\n", "1,2,3\n2,3,1\n3,1,2\n", "1;2;3\n2;3;1\n3;1;2\n", "[[1,2,3],[2,3,1],[3,1,2]]", `["123","231","312"]`, "123 231 312", "1 2 3 / 2 3 1 / 3 1 2",
		`[["red","green","blue"],["green","blue","red"],["blue","red","green"]]`, "red green blue\ngreen blue red\nblue red green\n", "🟥🟩🟦\n🟩🟦🟥\n🟦🟥🟩\n", "🟥🟩🟦/🟩🟦🟥/🟦🟥🟩", "🟥 🟩 🟦\n🟩 🟦 🟥\n🟦 🟥 🟩\n",
		"3 3 3\n123\n231\n312\n", "3\n123\n231\n312\n", "3 3\n1 2 3\n2 3 1\n3 1 2\n", "3x3c3m5:012120201,25", "0 1 2\n1 2 0\n2 0 1\n", "012/120/201", "| 1 | 2 | 3 |\n| 2 | 3 | 1 |\n| 3 | 1 | 2 |\n",
		"1 2 3\n2 3 1\n3 1 2\n3x3, start 1,1: 9 cells in 9 regions left\n", "[[1. 2. 3.]\n [2. 3. 1.]\n [3. 1. 2.]]",
		"#ff0000 #00ff00 #0000ff\n#00ff00 #0000ff #ff0000\n#0000ff #ff0000 #00ff00\n", "[[\"#ff0000\",\"#00ff00\",\"#0000ff\"],[\"#00ff00\",\"#0000ff\",\"#ff0000\"],[\"#0000ff\",\"#ff0000\",\"#00ff00\"]]",
		"#f00 #0f0 #00f\n#0f0 #00f #f00\n#00f #f00 #0f0\n", "0xff0000 0x00ff00 0x0000ff\n0x00ff00 0x0000ff 0xff0000\n0x0000ff 0xff0000 0x00ff00\n",
		"\x1b[41m  \x1b[42m  \x1b[44m  \x1b[0m\n\x1b[42m  \x1b[44m  \x1b[41m  \x1b[0m\n\x1b[44m  \x1b[41m  \x1b[42m  \x1b[0m\n",
		"\x1b[31m1\x1b[0m\x1b[32m2\x1b[0m\x1b[34m3\x1b[0m\n\x1b[32m2\x1b[0m\x1b[34m3\x1b[0m\x1b[31m1\x1b[0m\n\x1b[34m3\x1b[0m\x1b[31m1\x1b[0m\x1b[32m2\x1b[0m\n",
		"[[Color.RED, Color.GREEN, Color.BLUE], [Color.GREEN, Color.BLUE, Color.RED], [Color.BLUE, Color.RED, Color.GREEN]]",
		"{Color::Red, Color::Green, Color::Blue},\n{Color::Green, Color::Blue, Color::Red},\n{Color::Blue, Color::Red, Color::Green}",
		":red_square: :green_square: :blue_square:\n:green_square: :blue_square: :red_square:\n:blue_square: :red_square: :green_square:\n", "{\"grid\": [[1,2,3],[2,3,1],[3,1,2]], \"colors\": 3, \"moves\": 5}",
		"{\"board\": \"123/231/312\"}", "\xff\xfe1\x002\x003\x00\x0d\x00\x0a\x002\x003\x001\x00\x0d\x00\x0a\x003\x001\x002\x00\x0d\x00\x0a\x00", "sep=,\r\n1,2,3\r\n2,3,1\r\n3,1,2\r\n",
		"\"\",\"V1\",\"V2\",\"V3\"\n\"1\",1,2,3\n\"2\",2,3,1\n\"3\",3,1,2\n", "\"V1\" \"V2\" \"V3\"\n\"1\" 1 2 3\n\"2\" 2 3 1\n\"3\" 3 1 2\n", "     [,1] [,2] [,3]\n[1,]    1    2    3\n[2,]    2    3    1\n[3,]    3    1    2\n",
		"<table>\n<tr>\n<td>1</td>\n<td>2</td>\n<td>3</td>\n</tr>\n<tr>\n<td>2</td>\n<td>3</td>\n<td>1</td>\n</tr>\n<tr>\n<td>3</td>\n<td>1</td>\n<td>2</td>\n</tr>\n</table>",
		"\x1b[31m██\x1b[32m██\x1b[34m██\x1b[0m\n\x1b[32m██\x1b[34m██\x1b[31m██\x1b[0m\n\x1b[34m██\x1b[31m██\x1b[32m██\x1b[0m\n", "\x1b[1;31;40m■ \x1b[92;40m■ \x1b[34m\x1b[40m■\n\x1b[92;40m■ \x1b[34m\x1b[40m■ \x1b[31m■\n\x1b[34m■ \x1b[31m■ \x1b[92m■\n",
		"\x1b[48;5;1m  \x1b[48;5;41m  \x1b[48;5;4m  \x1b[0m\n\x1b[48;5;41m  \x1b[48;5;4m  \x1b[48;5;1m  \x1b[0m\n\x1b[48;5;4m  \x1b[48;5;1m  \x1b[48;5;41m  \x1b[0m\n",
		"\x1b[38;2;9;0;45m██\x1b[38;2;0;9;45m██\x1b[38;2;0;0;45m██\x1b[0m\n\x1b[38;2;0;9;45m██\x1b[38;2;0;0;45m██\x1b[38;2;9;0;45m██\x1b[0m\n\x1b[38;2;0;0;45m██\x1b[38;2;9;0;45m██\x1b[38;2;0;9;45m██\x1b[0m\n",
		"#ff0000 #00ff00 #0000ff\n#00ff00 #0000ff #ff0000\n#0000ff #ff0000 #00ff00", "3 3 3\n1 2 3 2 3 1 3 1 2\n", "3 3 3\n1 2 3 2 3 1 3 1 2 \n4\n",
		"[1 2 3\n 2 3 1\n 3 1 2]", "1|2|3 / 2|3|1 / 3|1|2", "1 2 3<br>2 3 1<br/>3 1 2", "red green blue<br>green blue red<br>blue red green",
		"[1][2][3]\n[2][3][1]\n[3][1][2]\n", "⬜🟥🟦\n🟥🟦⬜\n🟦⬜🟥\n", "1 2 3\r2 3 1\r3 1 2\r", "3 x 3\n123\n231\n312\n",
		"   0  1  2\n0  1  2  3\n1  2  3  1\n2  3  1  2\n", "// board\n{1,2,3},\n{2,3,1},\n{3,1,2}\n",
	} {
		if got := guessed(t, text); !slices.Equal(got, []string{board}) {
			t.Errorf("%q\n got %q\nwant %q", text, got, board)
		}
	}
}

func TestAnAmbiguousTextHasOneReadingOrNone(t *testing.T) {
	for text, want := range map[string][]string{
		"RGB\nGBR\nBRG\n":                      {"rgb/gbr/brg"},
		"id;board\n1;12/21\n2;11/22\n":         {"12/21", "11/22"},
		"Level 1\n12\n21\n\nLevel 2\n11\n22\n": {"12/21", "11/22"},
		"start=1,1\n🟥🟩🟦\n🟩⬜🟥\n🟦🟥🟩\n":           {"123/241/312"},
		"12/20":                                  {"12/20"},
		"123":                                    {"123"},
		"int b[] = {\n  1, 2, 3,\n  2, 3, 1\n};": {"123/231"},
		"{\"start\": [2, 2], \"cells\": [1,2,1,\n2,1,2]}": {"start=2,2 121/212"},
		"start=1,1 1231":     {"1231"},
		"12\n21\n\n11\n22\n": {"12/21", "11/22"},
		`{"start": [2, 2], "board": [[1,2,1],[2,1,2]]}`: {"start=2,2 121/212"},
		"12/21\n123\n":                 {"12/21", "123"},
		"_12\n122\n":                   {"012/122"},
		"121\n212\n121\n\nstart=2,2\n": {"start=2,2 121/212/121"},
		"# 121\n212\n":                 {"212"},
		"start=2,2 121\n212\n121":      {"start=2,2 121/212/121"},
		"1231\n2312\n3121\n":           {"1231/2312/3121"},
	} {
		if got := guessed(t, text); !slices.Equal(got, want) {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
	for _, text := range []string{"123231312", "1231", "🟦🟪\n🟥🟪.\n", "🟦 🟪\n🟥 🟪.\n", "1 · 2 · 3\n2 · 3 · 1\n", "1.1\n\n2.2\n", "[1,1,2]\n\n[1,2,2]\n\n[2,1,2]\n", "RRG\nGGR\n\nend\n", "[1,2,3,\n1,2]", "[[1,2],[2]]", "3x3c3m5:012120209,25", "x,y,color\n0,0,1\n0,1,2\n1,0,2\n1,1,1\n", "x,y,value\n0,0,1\n0,1,2\n1,0,2\n1,1,1\n", "0,1,2\n1,2,3\n2,3,1\n3,1,2\n", "3 3 3\n1 2 3\n2 3 1\n3 1 2\n", "123\n2311\n312\n", "012/12", "hello world\nfoo bar\n", "[[1,2],[2,1]", "3x3c3m5#12345", "12x12c6m5#12345", "1 2\nred 1\n", "🟥🟩🟦\n🟩⬜🟥\n🟦🟥🟩\n", "3 3 3\nR G B\nG B R\nB R G\n", "start 2,2\n123\n231\n312\n"} {
		if got := guessed(t, text); len(got) != 1 || !strings.Contains(got[0], "colorwalk: parse: ") {
			t.Errorf("%q is read as %q, want an error", text, got)
		}
	}
}

func TestEveryNotationIsReadBack(t *testing.T) {
	boards := 250
	if *exhaustive {
		boards = 100_000
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range boards {
		rows, cols, colors := 2+random.IntN(5), 2+random.IntN(5), 2+random.IntN(6)
		cells := make([]Color, rows*cols)
		for i := range cells {
			cells[i] = Color(1 + random.IntN(colors))
		}
		if random.IntN(2) == 0 {
			cells[0] = Blank
		}
		b, err := NewBoard(rows, cols, -1, cells)
		if err != nil {
			t.Fatal(err)
		}
		line := b.String()
		grid := strings.ReplaceAll(line, "/", "\n")
		spaced := strings.ReplaceAll(strings.Join(strings.Split(grid, ""), " "), " \n ", "\n")
		texts := []string{line, full(b), grid, "[[" + strings.ReplaceAll(strings.ReplaceAll(spaced, " ", ","), "\n", "],[") + "]]", fmt.Sprintf("%d %d %d\n%s", rows, cols, colors, grid)}
		if cells[0] != Blank {
			id := fmt.Sprintf("%dx%dc%dm0:", cols, rows, colors)
			for _, c := range cells {
				id += (c - 1).String()
			}
			texts = append(texts, id+",25")
			center, err := NewBoard(rows, cols, centerOf(rows, cols), cells)
			if got := readIn(t, "grid,start=center", grid); err != nil || !slices.Equal(got, []string{center.String()}) {
				t.Fatalf("%q from the center\n got %q, %v\nwant %q", grid, got, err, center)
			}
		}
		if square := strings.ReplaceAll(line, "/", ""); rows == cols {
			if got := readIn(t, "colorfill", square); !slices.Equal(got, []string{line}) {
				t.Fatalf("%q as colorfill\n got %q\nwant %q", square, got, line)
			}
		}
		for _, text := range append(texts, spaced, strings.ReplaceAll(spaced, " ", ",")) {
			got := guessed(t, text)
			if !slices.Equal(got, []string{line}) && !(len(got) == 1 && strings.Contains(got[0], "the row before may be one of the board, or its size")) {
				t.Fatalf("%q\n got %q\nwant %q", text, got, line)
			}
		}
	}
}
