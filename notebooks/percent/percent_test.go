package percent

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

var exhaustive = flag.Bool("exhaustive", false, "make the round trip of 100,000 notebooks")

// bare returns the text of a notebook without what a Go file leaves out.
func bare(t testing.TB, nb *nbformat.Notebook) string {
	t.Helper()
	copied, err := nbformat.Parse(nb.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	notebooks.Strip(copied)
	for _, c := range copied.Cells {
		c.Outputs, c.ExecutionCount = nil, nil
	}
	if copied.Minor >= nbformat.Minor {
		copied.Upgrade()
	}
	return string(copied.Bytes())
}

// roundTrip checks that a notebook becomes a file of which it can be made again, and
// that cells that are Go make a file that is.
func roundTrip(t testing.TB, nb *nbformat.Notebook) []byte {
	t.Helper()
	text := Format(nb)
	back, err := Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, nb.Bytes(), text)
	}
	if want, got := bare(t, nb), string(back.Bytes()); got != want {
		t.Fatalf("came back different (-want +got):\n%s\n%s", cmp.Diff(want, got), text)
	}
	return text
}

// pieces are what the sources of generated cells are made of.
var pieces = []string{
	"import \"fmt\"", "import (\n\t\"os\"\n\tx \"math\"\n)", "var n = 3", "var n, m int", "const k = 1", "type T struct{}", "func (t *T) M() {}",
	"func f() int { return 1 }", "func main() {\n\tprintln(1)\n}", "func init() {}", "// a comment", "/* two\n lines */", "var s = `a\n\tb\n!c`",
	"%%", "%% -n 3", "%main", "%%bash", "%%writefile x.go", "!ls", "!ls \\\n -l", "%env A=1", "%rm n", "%args a \"b c\"", "%exec f", "%test",
	"fmt.Println(n)", "x := `raw\n\tx`", "6*7", "for i := range n {\n\tprintln(i)\n}", "}", "{", "`", "\"", "\\", "", "", " ", "\t", "\r", "\x00", "\ufeff",
	"// %%", "// %% [markdown]", "//%%", "// %% id=\"a\"", "//gonb:%%", "//gonb:!ls", "// gonb:x", "func _() { //gonb:%%", "package x", "packages", "# Title", "- a  ", "%", "!", "ü → \u2028",
}

func generated(random *rand.Rand) *nbformat.Notebook {
	source := func() string {
		var b strings.Builder
		for range random.IntN(7) {
			b.WriteString(pieces[random.IntN(len(pieces))])
			if random.IntN(8) > 0 {
				b.WriteByte('\n')
			}
		}
		if random.IntN(2) == 0 {
			return strings.TrimSuffix(b.String(), "\n")
		}
		return b.String()
	}
	nb := nbformat.New()
	for range random.IntN(6) {
		c := nbformat.NewCell([]nbformat.CellType{nbformat.Code, nbformat.Code, nbformat.Code, nbformat.Markdown, nbformat.Raw}[random.IntN(5)], source())
		switch random.IntN(6) {
		case 0:
			c.Metadata["tags"] = []any{"parameters", "a \"b\"\n"}
		case 1:
			c.Metadata["collapsed"], c.Metadata["n"] = true, json.Number("1.0")
		case 2:
			c.Extra = nbformat.Object{"own key": "<&>\u2028"}
		case 3:
			if c.Type != nbformat.Code {
				c.Attachments = map[string]nbformat.Bundle{"a.png": {"image/png": "iVA="}}
			}
		}
		nb.Cells = append(nb.Cells, c)
	}
	switch random.IntN(4) {
	case 0:
		nb.Metadata = ours
	case 1:
		nb.Metadata["puzzlelab"] = map[string]any{"id": "x"}
	case 2:
		nb.Minor, nb.Extra = 4, nbformat.Object{"own": json.Number("1e-07")}
	}
	if nb.Minor == nbformat.Minor {
		nb.Upgrade()
	}
	return nb
}

func TestGeneratedNotebooksComeBack(t *testing.T) {
	n := 3000
	if *exhaustive {
		n = 100_000
	}
	random := rand.New(rand.NewPCG(1, 2))
	parsed := 0
	for range n {
		text := roundTrip(t, generated(random))
		if _, err := parser.ParseFile(token.NewFileSet(), "", text, 0); err == nil {
			parsed++
		} else if !bytes.ContainsAny(text, "\x00\ufeff") {
			t.Fatalf("is no Go: %v\n%s", err, text)
		}
	}
	if parsed < n/2 {
		t.Errorf("only %d of %d files are Go", parsed, n)
	}
}

func FuzzRoundTrip(f *testing.F) {
	for _, name := range studies(f) {
		nb, err := nbformat.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, c := range nb.Cells {
			f.Add(string(c.Type), c.Source, "%%\nprintln(1)")
		}
	}
	for i, piece := range pieces {
		f.Add("code", piece, pieces[(i+1)%len(pieces)])
	}
	f.Fuzz(func(t *testing.T, kind, one, two string) {
		nb := nbformat.New(nbformat.NewCell(nbformat.Code, one), nbformat.NewCell(nbformat.CellType(kind), two), nbformat.NewCell(nbformat.Code, one+"\n"+two))
		nb.Upgrade()
		nb, err := nbformat.Parse(nb.Bytes())
		if err != nil {
			t.Skip(err)
		}
		roundTrip(t, nb)
	})
}

func studies(t testing.TB) []string {
	names, err := filepath.Glob(filepath.Join("..", "*.ipynb"))
	if err != nil || len(names) < 5 {
		t.Fatalf("notebooks %q, %v", names, err)
	}
	return names
}

// gofmt may not change the file of a notebook whose cells it would not, and go vet
// takes it for a program.
func TestOurNotebooksAreGoThatToolsUnderstand(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles what they import")
	}
	for _, name := range studies(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			nb, err := nbformat.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text := roundTrip(t, nb)
			formatted, err := format.Source(text)
			if err != nil {
				t.Fatal(err)
			}
			back, err := Parse(formatted)
			if err != nil {
				t.Fatal(err)
			}
			if len(back.Cells) != len(nb.Cells) {
				t.Errorf("formatted it has %d cells, want %d", len(back.Cells), len(nb.Cells))
			}
			if diff := cmp.Diff(string(text), string(formatted)); diff != "" {
				t.Errorf("gofmt changes it:\n%s", diff)
			}
			// Names of test files are not built, and those that begin with a dot are no package's.
			file := filepath.Join(t.TempDir(), "notebook.go")
			if err := os.WriteFile(file, text, 0o666); err != nil {
				t.Fatal(err)
			}
			if said, err := exec.Command("go", "vet", file).CombinedOutput(); err != nil {
				t.Errorf("go vet: %v\n%s", err, said)
			}
		})
	}
}

// gofmt moves such lines to the top of a file, wherever they are.
func TestGofmtLeavesLinesAboutBuildingInTheirCells(t *testing.T) {
	nb := nbformat.New(
		nbformat.NewCell(nbformat.Code, "//go:build linux\n\nvar z = 1"),
		nbformat.NewCell(nbformat.Code, "// +build linux\n\nvar y = 1\n\n%%\n//go:build ignore\nprintln(y)"),
		nbformat.NewCell(nbformat.Code, "%%\n\t//go:build ignore\nprintln(z)"),
	)
	nb.Upgrade()
	formatted, err := format.Source(roundTrip(t, nb))
	if err != nil {
		t.Fatal(err)
	}
	back, err := Parse(formatted)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range nb.Cells {
		if got := back.Cells[i].Source; got != c.Source {
			t.Errorf("cell %d is\n%s\nwas\n%s\nin\n%s", i+1, got, c.Source, formatted)
		}
	}
}

func ExampleFormat() {
	nb := nbformat.New(
		nbformat.NewCell(nbformat.Markdown, "# How many?"),
		nbformat.NewCell(nbformat.Code, "var n = 3", "parameters"),
		nbformat.NewCell(nbformat.Code, "import \"fmt\"\n!date\n%%\nfmt.Println(n)"),
		nbformat.NewCell(nbformat.Code, "var n = 4\n%%\nfmt.Println(n)"),
		nbformat.NewCell(nbformat.Code, "%%bash\nls"),
	)
	nb.Metadata = ours
	nb.Upgrade()
	fmt.Print(string(Format(nb)))
	// Output:
	// //go:build ignore
	//
	// package main
	//
	// import (
	// 	"fmt"
	// )
	//
	// // %% [markdown] id="5b94ccb9"
	// // # How many?
	//
	// // %% id="98c91a9a" tags=["parameters"]
	//
	// var n = 3
	//
	// // %% id="1726cb07"
	//
	// //gonb:import "fmt"
	// //gonb:!date
	// func _() { //gonb:%%
	// 	fmt.Println(n)
	// }
	//
	// // %% id="fdc957a3"
	//
	// //gonb:var n = 4
	// func _() { //gonb:%%
	// 	fmt.Println(n)
	// }
	//
	// // %% [code] id="45d5373c"
	// // %%bash
	// // ls
}

func TestLinesAreThoseOfTheSources(t *testing.T) {
	nb := nbformat.New(nbformat.NewCell(nbformat.Markdown, "# A\n\ntext"), nbformat.NewCell(nbformat.Code, "import \"fmt\"\n\nvar n = 3"),
		nbformat.NewCell(nbformat.Code, "!date\nfunc f() int { return n }\n%%\nfmt.Println(f())"), nbformat.NewCell(nbformat.Code, "%%bash\nls"))
	data := Format(nb)
	file := strings.Split(string(data), "\n")
	nb, err := Parse(data) // in which all have an ID
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range nb.Cells {
		for k, line := range strings.Split(c.Source, "\n") {
			if at := file[Place(data, c.ID, k+1)-1]; !strings.HasSuffix(at, line) {
				t.Errorf("line %d of cell %d, %q, is said to be %q", k+1, i+1, line, at)
			}
		}
	}
}

func TestWhatCannotBeReadNamesItsLine(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"// %% [gopher]\n", "percent: line 1: [gopher] is not a kind of cell (want markdown, raw, code, or none for Go)"},
		{"\n// %% title\n", `percent: line 2: "title" is not one of id, tags, metadata, attachments and extra with = and JSON behind it`},
		{"// %% id=a\n", "percent: line 1: id= is not followed by JSON: invalid character 'a' looking for beginning of value"},
		{"// %% extra=3\n", `percent: line 1: extra= is followed by 3 (want an object, as in extra={"key":"value"})`},
		{"// %% [notebook] extra=[]\n", `percent: line 1: extra= is followed by [] (want an object, as in extra={"key":"value"})`},
		{"// %% [markdown]\n// a\nb\n", `percent: line 3: "b" is no comment, of which a cell of this kind is made`},
		{"// %%\n\nfunc _() { //gonb:%%\n\tprintln(1)\n", "percent: line 4: the cell does not end with the brace that closes its function"},
		{"package main\n\nimport \"os\"\n// %%\n", `percent: line 3: no cell imports "os": put the import into the one that needs it`},
		{"package main\n\nfunc main() {}\n", `percent: line 1: no line of the file begins a cell ("// %%"), so it is no notebook`},
	} {
		nb, err := Parse([]byte(c.text))
		if err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, %v; want %s", c.text, nb, err, c.want)
		}
		if syntax, ok := errors.AsType[*SyntaxError](err); strings.Contains(c.want, "line") && (!ok || syntax.Line == 0) {
			t.Errorf("%q: %T, want a *SyntaxError", c.text, err)
		}
	}
}

func TestFilesOfOtherHandsAreRead(t *testing.T) {
	for name, text := range map[string]string{
		"short marks":     "//%% [markdown]\n// # A\n\n//%%\nvar n = 3\n\nfunc _() { // gonb:%%\n\tprintln(n)\n}\n",
		"Windows":         "package main\r\n\r\n// %% [markdown]\r\n// # A\r\n\r\n// %%\r\n\r\nvar n = 3\r\n\r\nfunc _() { //gonb:%%\r\n\tprintln(n)\r\n}\r\n",
		"no last newline": "// %% [markdown]\n// # A\n\n// %%\nvar n = 3\n\nfunc _() { //gonb:%%\n\tprintln(n)\n}",
	} {
		nb, err := Parse([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := nbformat.New(nbformat.NewCell(nbformat.Markdown, "# A"), nbformat.NewCell(nbformat.Code, "var n = 3\n\n%%\nprintln(n)"))
		if want.Metadata = ours; want.Upgrade() && !bytes.Equal(nb.Bytes(), want.Bytes()) {
			t.Errorf("%s: got %s", name, nb.Bytes())
		}
	}
}

func TestCommandsInFilesOfJupytextAreRead(t *testing.T) {
	nb, err := Parse([]byte("// ---\n// jupyter:\n// ---\n\n// %%\n// %args -n=3\n// A note.\n//gonb:%%\n"))
	if err != nil || nb.Cells[0].Source != "%args -n=3\n// A note.\n%%" {
		t.Errorf("%+v, %v", nb, err)
	}
}

func TestNotebooksBelongToOurKernel(t *testing.T) {
	spec := ours["kernelspec"].(map[string]any)
	if spec["name"] != install.Name || spec["display_name"] != install.DisplayName {
		t.Errorf("kernelspec %v, want that of %s (%s)", spec, install.Name, install.DisplayName)
	}
}
