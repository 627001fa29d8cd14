//go:build unix

package execute

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// TestStatusOfAForeignNotebookRunsNothing has a notebook and a package beside it of which
// everything would leave a file, however it was run.
func TestStatusOfAForeignNotebookRunsNothing(t *testing.T) {
	dir := t.TempDir()
	mark := filepath.Join(dir, "ran")
	leave := "os.WriteFile(`" + mark + "`, nil, 0o600)"
	program := "import \"os\"\n\nvar _ = " + leave + "\n\nfunc init() { " + leave + " }\n"
	write(t, dir, "go.mod", "module example.com/mine\n\ngo 1.26.0\n")
	write(t, dir, "mine.go", "package mine\n\n//go:generate touch "+mark+"\n\n"+program+"\nvar Word = \"w\"\n")
	write(t, dir, "mine_test.go", "package mine\n\nimport \"testing\"\n\nfunc TestMain(*testing.M) { "+leave+" }\n")
	write(t, dir, "c/c.go", "package c\n\n// #cgo pkg-config: --version > "+mark+"\nimport \"C\"\n\nvar Word = \"w\"\n")
	write(t, dir, "Makefile", "all:\n\ttouch "+mark+"\n")
	plain := []string{program, "%%\n" + leave, "import \"example.com/mine\"\n\n%%\nprintln(mine.Word)", "import \"example.com/mine/c\"\n\n%%\nprintln(c.Word)"}
	before := listing(t, dir)
	for _, sources := range [][]string{plain, append(plain, // the second list is one that only GoNB takes
		"!touch "+mark, "!*touch "+mark, "%%\n!touch "+mark, "%%bash\ntouch "+mark, "%exec touch "+mark, "%with_inputs\n!touch "+mark,
		"//go:generate touch "+mark+"\n\n%goflags -toolexec="+mark+"\n%autoget\n!*go generate ./...",
		"%test\n"+leave, "%cd "+dir+"\n!make", "func main() {", "%wasm\n%%\n"+leave, "$(touch "+mark+") `touch "+mark+"`",
	)} {
		nb := nbformat.New()
		for _, source := range sources {
			nb.Cells = append(nb.Cells, &nbformat.Cell{Type: nbformat.Code, Source: source})
		}
		list, err := StatusOf(t.Context(), nb, filepath.Join(dir, "n.ipynb"), dir)
		if err != nil || len(list) != len(sources) {
			t.Fatalf("%d cells, %v; want %d", len(list), err, len(sources))
		}
		for _, s := range list {
			if !s.Stale || s.Why == "" {
				t.Errorf("cell %d is said to have run: %+v", s.Cell, s)
			}
		}
	}
	if after := listing(t, dir); !slices.Equal(after, before) {
		t.Errorf("there were %q, and now are %q", before, after)
	}
}

// listing names the files below a folder.
func listing(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		names = append(names, strings.TrimPrefix(path, dir))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
