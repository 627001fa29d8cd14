//go:build unix

package kernel

import (
	"os"
	"path/filepath"
	"testing"
)

func TestPositionsAreFoundInTheCellsTheyCameFrom(t *testing.T) {
	temp := t.TempDir()
	dir := filepath.Join(temp, "gonb_0a1b2c3d")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	program := `package main

import "fmt"

func f(x []int) int {
	return x[5]
}

func g(x []int) int {
	if x == nil {
		return x[5]
	}
	return 0
}

func main() {
	fmt.Println(f(nil))
	fmt.Println(g(nil))
}
`
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	l := locator{temp: temp}
	l.add(1, "func g(x []int) int { return 1 }")
	l.add(2, "// f\nfunc f(x []int) int {\n  return x[5]\n}")
	l.add(3, "func g(x []int) int {\n\tif x == nil {\n\t\treturn x[5]\n\t}\n\treturn 0\n}\n%%\nfmt.Println(f(nil))\nfmt.Println(g(nil))")
	for _, tc := range []struct{ line, cell, at int }{
		{5, 2, 2},
		{6, 2, 3},  // the same line stands in g
		{11, 3, 3}, // and here it is that of g
		{17, 3, 8},
		{18, 3, 9},
		{2, 0, 0},  // empty
		{3, 0, 0},  // in no cell
		{0, 0, 0},  // no such line
		{99, 0, 0}, // no such line
	} {
		cell, at, ok := l.locate("main.go", tc.line)
		if cell != tc.cell || at != tc.at || ok != (tc.cell > 0) {
			t.Errorf("line %d: cell %d, line %d, %v; want %d, %d", tc.line, cell, at, ok, tc.cell, tc.at)
		}
	}
	if _, _, ok := l.locate("main_test.go", 1); ok {
		t.Error("a place in a file that is not there is found")
	}
	c := newCleaner(temp, "")
	c.places = l
	in := "main.f(...)\n\t" + dir + "/main.go:6 +0x1d\nmain.main()\n\t \x1b[7m[[ Cell [3] Line 8 ]]\x1b[0m " + dir + "/main.go:17 +0x53\nmain.init()\n\t" + dir + "/main.go:3 +0x1\n"
	want := "main.f(...)\n\tcell[2]:3\nmain.main()\n\tcell[3]:8\nmain.init()\n\tmain.go:3\n"
	if got := c.text(in); got != want {
		t.Errorf("text(%q)\n got %q\nwant %q", in, got, want)
	}
}

func TestTextsAreCleanedOfWhatChanges(t *testing.T) {
	c := newCleaner("/tmp/puzzlelab-1/t", "/home/me/lab")
	check := func(in, want string) {
		t.Helper()
		if got := c.text(in); got != want {
			t.Errorf("text(%q)\n got %q\nwant %q", in, got, want)
		}
	}
	check("\t \x1b[7m[[ Cell [3] Line 2 ]]\x1b[0m /tmp/puzzlelab-1/t/gonb_0a1b2c3d/main.go:14 +0x53\n", "\tcell[3]:2\n")
	check("# gonb_0a1b2c3d\n./main.go:3:1: x\n", "./main.go:3:1: x\n")
	check("/tmp/puzzlelab-1/t/gonb_0a1b2c3d/main.go:3:1: x", "main.go:3:1: x")
	check("open /tmp/puzzlelab-1/t/gonb_0a1b2c3d/x: no", "open $GONB_TMP_DIR/x: no")
	check("open /tmp/puzzlelab-1/t/x: no", "open $TMPDIR/x: no")
	check("module gonb_0a1b2c3d", "module notebook")
	check("main.f(0xc000012345, {0x4a80af?, 0x1})\n\t/home/me/lab/tiles/board.go:7 +0x1d\n", "main.f(...)\n\ttiles/board.go:7\n")
	check("tiles.(*Board).Move(...)\n", "tiles.(*Board).Move(...)\n")
	check("f(12) is left alone +0x1d\n", "f(12) is left alone +0x1d\n")
	check("[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x4a80af]\n", "[signal SIGSEGV: segmentation violation code=0x1 addr=0x0]\n")
}
