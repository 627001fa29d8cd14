package tiles

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

func TestBoardsAreReadAsPeopleWriteThem(t *testing.T) {
	const board = "1 3 4 8 0 2 7 5 6"
	for _, text := range []string{
		board, "1 3 4\n8 0 2\n7 5 6\n", "\ufeff01\t03\t04\r\n08\t00\t02\r\n07\t05\t06\r\n", "3\n1 3 4\n8 0 2\n7 5 6\n", "3 3\n1 3 4\n8 0 2\n7 5 6\n", "3x3\n1 3 4\n8 0 2\n7 5 6\n",
		"1,3,4,8,0,2,7,5,6", "1, 3, 4\n8, 0, 2\n7, 5, 6", "1,3,4\n8,,2\n7,5,6\n", "1;3;4\n8;0;2\n7;5;6", "\"1\",\"3\",\"4\"\n\"8\",\"\",\"2\"\n\"7\",\"5\",\"6\"\n",
		"0,1,2\n1,3,4\n8,0,2\n7,5,6\n", ",0,1,2\n0,1,3,4\n1,8,0,2\n2,7,5,6\n", ",0,1,2,3,4,5,6,7,8\n0,1,3,4,8,0,2,7,5,6\n",
		"[[1,3,4],[8,0,2],[7,5,6]]", "[1, 3, 4, 8, 0, 2, 7, 5, 6]", "board = np.array([[1, 3, 4],\n    [8, 0, 2],\n    [7, 5, 6]])", "[[1 3 4]\n [8 0 2]\n [7 5 6]]", "[[1. 3. 4.]\n [8. 0. 2.]\n [7. 5. 6.]]", "c(1, 3, 4, 8, 0, 2, 7, 5, 6)",
		"int[][] b = {{1,3,4},{8,0,2},{7,5,6}};", "((1 3 4) (8 0 2) (7 5 6))", "[1 3 4; 8 0 2; 7 5 6]", "[[1,3,4],[8,None,2],[7,5,6]]", `["134","802","756"]`, `{"board": [[1,3,4],[8,0,2],[7,5,6]]}`,
		"134802756", "134/802/756", "134\n802\n756\n", "134 802 756", "1 3 4 / 8 0 2 / 7 5 6", "1 3 4 | 8 0 2 | 7 5 6",
		"1 3 4\n8 _ 2\n7 5 6\n", "1 3 4\n8   2\n7 5 6\n", "1 3 4\n8 x 2\n7 5 6\n", "1 3 4 8 . 2 7 5 6", "1 3 4 8 9 2 7 5 6", "134\n8x2\n756\n",
		"ACD/H_B/GEF", "acdh.bgef", "1\n3\n4\n8\n0\n2\n7\n5\n6\n", "3x3:1,3,4,8,0,2,7,5,6", "①③④\n⑧⬜②\n⑦⑤⑥", "1️⃣3️⃣4️⃣\n8️⃣⬜2️⃣\n7️⃣5️⃣6️⃣\n",
		"std::vector<int> board = {1, 3, 4, 8, 0, 2, 7, 5, 6};", `$\begin{pmatrix} 1 & 3 & 4 \\ 8 & 0 & 2 \\ 7 & 5 & 6 \end{pmatrix}$`, "```\n1 3 4\n8 0 2\n7 5 6\n```\n", "board:\n- [1, 3, 4]\n- [8, 0, 2]\n- [7, 5, 6]\n",
		"1.0,3.0,4.0\n8.0,,2.0\n7.0,5.0,6.0\n", "a,b,c\n1,3,4\n8,0,2\n7,5,6\n", "3 1 3 4 8 0 2 7 5 6", `{"size": 3, "tiles": [1,3,4,8,0,2,7,5,6]}`, `{"start": [[1,3,4],[8,0,2],[7,5,6]], "goal": [[1,2,3],[4,5,6],[7,8,0]]}`,
		"| 1 | 3 | 4 |\n|---|---|---|\n| 8 |   | 2 |\n| 7 | 5 | 6 |\n", "+---+---+---+\n| 1 | 3 | 4 |\n+---+---+---+\n| 8 |   | 2 |\n+---+---+---+\n| 7 | 5 | 6 |\n+---+---+---+\n",
		"┌───┬───┬───┐\n│ 1 │ 3 │ 4 │\n├───┼───┼───┤\n│ 8 │ · │ 2 │\n├───┼───┼───┤\n│ 7 │ 5 │ 6 │\n└───┴───┴───┘\n3x3, goal blank-last, Manhattan distance 10\n",
	} {
		if got := readAs(t, puzzle.Auto, text); !slices.Equal(got, []string{board}) {
			t.Errorf("%q\n got %q\nwant %q", text, got, board)
		}
	}
}

// Programs, papers and pages write something around the values.
func TestBoardsAreReadWithTheirDressing(t *testing.T) {
	const board = "1 3 4 8 0 2 7 5 6"
	for _, text := range []string{
		"board: list[list[int]] = [[1,3,4],[8,0,2],[7,5,6]]", "node = Node(np.array([1, 3, 4, 8, 0, 2, 7, 5, 6]).reshape(3, 3))", "array([[1, 3, 4],\n       [8, 0, 2],\n       [7, 5, 6]], dtype=int32)",
		"// start\nlet board = [1,3,4,8,0,2,7,5,6];", "int board[3][3] = {\n  {1, 3, 4},\n  {8, 0, 2},\n  {7, 5, 6}\n};", "int b[9] = { 1, 3, 4, /* row 2 */ 8, 0, 2, 7, 5, 6 };", "static const uint8_t start[9] = {1,3,4,8,0,2,7,5,6};",
		"int[][] tiles = new int[][] { {1, 3, 4}, {8, 0, 2}, {7, 5, 6} };", "List<Integer> l = new ArrayList<>(Arrays.asList(1,3,4,8,0,2,7,5,6));", "var b = [9]int{1, 3, 4, 8, 0, 2, 7, 5, 6}",
		"let board: [[u8; 3]; 3] = [[1, 3, 4], [8, 0, 2], [7, 5, 6]];", "let b = vec![1, 3, 4, 8, 0, 2, 7, 5, 6];", "board = [[1,3,4],[8,0,2],[7,5,6]] :: [[Int]]", "start :: [Int]\nstart = [1,3,4,8,0,2,7,5,6]",
		"[Just 1,Just 3,Just 4,Just 8,Nothing,Just 2,Just 7,Just 5,Just 6]", "initial(state(1,3,4, 8,0,2, 7,5,6)).", "(setq board '((1 3 4) (8 0 2) (7 5 6)))", "(defparameter *start* #(1 3 4 8 0 2 7 5 6))",
		"A = [ 1 3 4 ...\n 8 0 2 ...\n 7 5 6 ];", "A =\n\n     1     3     4\n     8     0     2\n     7     5     6\n", "3×3 Matrix{Int64}:\n 1  3  4\n 8  0  2\n 7  5  6\n",
		"m <- matrix(c(1, 3, 4, 8, 0, 2, 7, 5, 6), nrow=3, byrow=TRUE)", "     [,1] [,2] [,3]\n[1,]    1    3    4\n[2,]    8    0    2\n[3,]    7    5    6\n", "my @board = (1, 3, 4, 8, 0, 2, 7, 5, 6);",
		"   0  1  2\n0  1  3  4\n1  8  0  2\n2  7  5  6\n", "sep=;\r\n1;3;4\r\n8;0;2\r\n7;5;6\r\n",
		"\xff\xfe1\x00\x09\x003\x00\x09\x004\x00\x0d\x00\x0a\x008\x00\x09\x000\x00\x09\x002\x00\x0d\x00\x0a\x007\x00\x09\x005\x00\x09\x006\x00\x0d\x00\x0a\x00",
		"\xfe\xff\x001\x00 \x003\x00 \x004\x00 \x008\x00 \x000\x00 \x002\x00 \x007\x00 \x005\x00 \x006\x00\x0a", "\u200b1 3 4\n8 0 2\n7 5 6\n", "1 3 4\r8 0 2\r7 5 6\r",
		"| | | |\n|:-:|:-:|:-:|\n| 1 | 3 | 4 |\n| 8 |  | 2 |\n| 7 | 5 | 6 |\n", "| **1** | **3** | **4** |\n|---|---|---|\n| **8** |   | **2** |\n| **7** | **5** | **6** |\n",
		"| A | B | C |\n|---|---|---|\n| 1 | 3 | 4 |\n| 8 | 0 | 2 |\n| 7 | 5 | 6 |\n", " ___ ___ ___\n|_1_|_3_|_4_|\n|_8_|___|_2_|\n|_7_|_5_|_6_|\n", "┌┄┄┄┬┄┄┄┬┄┄┄┐\n┆ 1 ┆ 3 ┆ 4 ┆\n┆ 8 ┆   ┆ 2 ┆\n┆ 7 ┆ 5 ┆ 6 ┆\n└┄┄┄┴┄┄┄┴┄┄┄┘\n",
		"\\[\n\\begin{array}{|c|c|c|}\n\\hline\n1 & 3 & 4 \\\\ \\hline\n8 &  & 2 \\\\ \\hline\n7 & 5 & 6 \\\\ \\hline\n\\end{array}\n\\]",
		"\\begin{tabular}{@{}rrr@{}}\\toprule\n1 & 3 & 4 \\\\ \\midrule\n8 & 0 & 2 \\\\ 7 & 5 & 6 \\\\\\bottomrule\n\\end{tabular}",
		"\\begin{tabular}{|c|c|c|}\\cline{1-3}\n1 & 3 & 4 \\\\\\cline{1-3}\n8 & $\\square$ & 2 \\\\\\cline{1-3} 7 & 5 & 6 \\\\\\cline{1-3}\n\\end{tabular}",
		"$$\\left[\\begin{matrix}\\mathbf{1} & 3 & 4 \\\\ 8 & \\_ & 2 \\\\ 7 & 5 & 6\\end{matrix}\\right]$$",
		"<table>\n<tr><td>1</td><td>3</td><td>4</td></tr>\n<tr><td>8</td><td></td><td>2</td></tr>\n<tr><td>7</td><td>5</td><td>6</td></tr>\n</table>", "{\"name\": \"easy\", \"board\": [1,3,4,8,0,2,7,5,6]}",
		"{\"id\": 3, \"board\": [1,3,4,8,0,2,7,5,6], \"optimal\": 20}", "- - 1\n  - 3\n  - 4\n- - 8\n  - 0\n  - 2\n- - 7\n  - 5\n  - 6\n", "Initial state:\n1 3 4\n8 0 2\n7 5 6\n", "1 3 4 8 -1 2 7 5 6", "const s = `\n134\n802\n756\n`;",
		"[1][3][4]\n[8][ ][2]\n[7][5][6]\n", "[code]\n1 3 4\n8 0 2\n7 5 6\n[/code]\n", "Row 1: 1 3 4\nRow 2: 8 0 2\nRow 3: 7 5 6\n", "3 x 3\n1 3 4\n8 0 2\n7 5 6\n", "3 × 3\n134\n802\n756\n", "3*3\n1 3 4\n8 0 2\n7 5 6\n",
		"1 3 4\n8 🔲 2\n7 5 6\n", "1,3,4\n8,NA,2\n7,5,6\n", "1 3 4\r\r\n8 0 2\r\r\n7 5 6\r\r\n", "Start: 1 3 4 8 0 2 7 5 6\nGoal: 1 2 3 4 5 6 7 8 0\n", "startState = '1,3,4,8,0,2,7,5,6'", "id;puzzle;moves\n1;1 3 4 8 0 2 7 5 6;16\n", "puzzle,cost\n\"[1, 3, 4, 8, 0, 2, 7, 5, 6]\",16\n",
		"<table>\n <tr>\n  <td>1</td>\n  <td>3</td>\n  <td>4</td>\n </tr>\n <tr>\n  <td>8</td>\n  <td></td>\n  <td>2</td>\n </tr>\n <tr>\n  <td>7</td>\n  <td>5</td>\n  <td>6</td>\n </tr>\n</table>",
		"<?xml version=\"1.0\"?><board>\n<row>1 3 4</row>\n<row>8 0 2</row>\n<row>7 5 6</row>\n</board>", "1 3 4\n8 E 2\n7 5 6\n", "[1,3,4,8,v,2,7,5,6]", "A C D\nH 0 B\nG E F\n",
		"initial([1,3,4,8,empty,2,7,5,6]).\ngoal([1,2,3,4,5,6,7,8,empty]).", "let start = \"1 3 4 8 0 2 7 5 6\";", "constexpr auto board = std::array{1, 3, 4, 8, 0, 2, 7, 5, 6};",
		`{"initialState": [[1,3,4],[8,0,2],[7,5,6]], "goalState": [[1,2,3],[4,5,6],[7,8,0]], "algorithm": "astar"}`, "Board A\n1 3 4\n8 0 2\n7 5 6\n",
		"% puzzle 1\n1 3 4\n8 0 2\n7 5 6\n", "int b[] = {\n 1, 3, 4, // first row\n 8, 0, 2, // second row\n 7, 5, 6  // third\n};",
	} {
		if got := readAs(t, puzzle.Auto, text); !slices.Equal(got, []string{board}) {
			t.Errorf("%q\n got %q\nwant %q", text, got, board)
		}
	}
	for text, want := range map[string]string{
		"\\begin{tabular}{cc}\\hline\n3 & 4 \\\\ \\hline\n & 5 \\\\ \\hline\n2 & 1 \\\\ \\hline\n\\end{tabular}": "2x3: 3 4 0 5 2 1", " , 1\n2, 3\n": "0 1 2 3",
		"<table>\n<tr><td>3</td><td></td></tr>\n<tr><td>1</td><td>2</td></tr>\n</table>": "3 0 1 2", "3 x 2\n1 2 3\n4 5 0\n": "3x2: 1 2 3 4 5 0", "2 × 3\n1 2 3\n4 5 0\n": "3x2: 1 2 3 4 5 0", "3 x 2\n1 4 5\n6 7 8\n": "3 0 2 1 4 5 6 7 8",
	} {
		if got := readAs(t, puzzle.Auto, text); !slices.Equal(got, []string{want}) {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
	const goal = "goal=snail " + board
	for _, text := range []string{
		"Start:\n1 3 4\n8 0 2\n7 5 6\n\nGoal:\n1 2 3\n8 0 4\n7 6 5\n", "## Goal state\n\n123\n804\n765\n\n## Initial state\n\n134\n802\n756\n", "goal([[1,2,3],[8,0,4],[7,6,5]]).\nstart([[1,3,4],[8,0,2],[7,5,6]]).", "goal: 1 2 3 8 0 4 7 6 5\n1 3 4\n8 0 2\n7 5 6\n",
		"initial_state = [1,3,4,8,0,2,7,5,6]\ngoal_state = [1,2,3,8,0,4,7,6,5]\n", "Start: 134802756\nGoal: 123804765", "start = 134802756, goal = 123804765",
	} {
		if got := readAs(t, puzzle.Auto, text); !slices.Equal(got, []string{goal}) {
			t.Errorf("%q\n got %q\nwant %q", text, got, goal)
		}
	}
	const other = "1 2 3 4 5 6 7 0 8"
	for _, text := range []string{"1) 1 3 4 8 0 2 7 5 6\n2) 1 2 3 4 5 6 7 0 8\n", "Level 1\n1 3 4\n8 0 2\n7 5 6\n\nLevel 2\n1 2 3\n4 5 6\n7 0 8\n", "id;puzzle\n1;134/802/756\n2;123/456/708\n", "id,puzzle\n1,134802756\n2,123456708\n", "{\"board\": [1,3,4,8,0,2,7,5,6], \"cost\": 20}\n{\"board\": [1,2,3,4,5,6,7,0,8], \"cost\": 1}\n"} {
		if got := readAs(t, puzzle.Auto, text); !slices.Equal(got, []string{board, other}) {
			t.Errorf("%q\n got %q\nwant %q and %q", text, got, board, other)
		}
	}
}

func TestAnAmbiguousTextHasOneReadingOrNone(t *testing.T) {
	for text, want := range map[string][]string{
		"0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15":          {"0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"},
		"0 1 2 3\n3 2 1 0":                                  {"0 1 2 3", "3 2 1 0"},
		"1 2\n3 0":                                          {"1 2 3 0"},
		"1 2\n3 0\n\n3 1\n2 0":                              {"1 2 3 0", "3 1 2 0"},
		"[[1,2,3,0],[3,2,1,0]]":                             {"1 2 3 0", "3 2 1 0"},
		"[[[1,2],[3,0]],[[3,2],[1,0]]]":                     {"1 2 3 0", "3 2 1 0"},
		"cbhd\ngoal\nnmjf\nik_e":                            {"3 2 8 4 7 15 1 12 14 13 10 6 9 11 0 5"},
		"goal=blank-first 1,2,3,0":                          {"goal=blank-first 1 2 3 0"},
		"2348170c56ab9def":                                  {"2 3 4 8 1 7 0 12 5 6 10 11 9 13 14 15"},
		"3x2:\n1 2 3\n4 5 0":                                {"3x2: 1 2 3 4 5 0"},
		`{"tiles": [1,2,3,4,5,0], "width": 3, "height": 2}`: {"3x2: 1 2 3 4 5 0"},
		"- 1 2 3\n- 3 2 1":                                  {"0 1 2 3", "0 3 2 1"},
	} {
		if got := readAs(t, puzzle.Auto, text); !slices.Equal(got, want) {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
	for _, text := range []string{"1 2 3 4 5 6 7 8", "1 2 3\n4 5 5\n7 8 0", "1 x _ 3", "goal= 1 2 3 0", "color=3 [1,2,3,0]", "A;B;C;D", "ABC\nDEF\nGHI", "matrix(c(1,8,7,3,0,5,4,2,6), nrow = 3)", "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15", "x,y,value\n0,0,1\n0,1,2\n1,0,3\n1,1,0\n", "1 2 3\n4 5 5\n7 8 v", "board,goal\n134802756,123804765\n", "hello world", "[1,2,3,0", "1 2 3\n4 _\n5 6 7", "0,1,2,3\n1,2,3,0\n3,2,1,0", ",0,1\n1,1,2\n2,3,0", `{"board": [[1,2],[3,0]], "solution": [1,2,3,0]}`} {
		if got := readAs(t, puzzle.Auto, text); len(got) != 1 || !strings.Contains(got[0], ": ") || strings.HasPrefix(got[0], "goal=") {
			t.Errorf("%q is read as %q, want an error", text, got)
		}
	}
}

// Each way to write a board is read back as that board, whatever the board.
func TestEveryNotationIsReadBack(t *testing.T) {
	boards := 400
	if *exhaustive {
		boards = 100_000
	}
	random := rand.New(rand.NewPCG(1, 2))
	sizes := [][2]int{{2, 2}, {3, 2}, {2, 3}, {3, 3}, {4, 3}, {4, 4}, {5, 3}, {9, 2}, {5, 5}}
	for range boards {
		size := sizes[random.IntN(len(sizes))]
		b, err := NewBoard(size[0], size[1], BlankLast, random.Perm(size[0]*size[1]))
		if err != nil {
			t.Fatal(err)
		}
		var rows, lists, letters []string
		for y := range b.Height() {
			row := b.Tiles()[y*b.Width() : (y+1)*b.Width()]
			rows = append(rows, strings.Trim(fmt.Sprint(row), "[]"))
			lists = append(lists, strings.ReplaceAll(fmt.Sprint(row), " ", ","))
			word := ""
			for _, tile := range row {
				word += string("_abcdefghijklmnopqrstuvwxyz"[tile])
			}
			letters = append(letters, word)
		}
		grid := strings.Join(rows, "\n")
		texts := []string{
			b.String(), strings.ReplaceAll(grid, " ", ","), "[" + strings.Join(lists, ",") + "]", strings.Join(rows, " / "),
			fmt.Sprintf("%d %d\n%s", b.Height(), b.Width(), grid), strings.Join(letters, "/"), strings.Join(letters, "\n"),
		}
		if size != [2]int{9, 2} || slices.Max(b.Tiles()[:9]) > 8 { // else the first line is a board
			texts = append(texts, grid)
		}
		for _, text := range texts {
			if got := readAs(t, puzzle.Auto, text); !slices.Equal(got, []string{b.String()}) {
				t.Fatalf("%q\n got %q\nwant %q", text, got, b)
			}
		}
	}
}
