package code

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// A puzzle in kind.go and moves.go, of which the folder also has a study, a drawing that
// nothing here uses, a test, and a program.
var folder = map[string]string{
	"kind.go":      "package pile\n\nfunc Kind() int { return take(3) + mark{}.of() }\n\nfunc init() {}\n",
	"moves.go":     "package pile\n\nfunc take(n int) int { return n }\n\ntype mark struct{}\n",
	"study.go":     "package pile\n\nfunc Study() int { return Kind() }\n\nfunc init() { Study() }\n\nvar _ = Study()\n",
	"draw.go":      "package pile\n\nfunc Draw() {}\n",
	"kind_test.go": "package pile\n\nfunc take() {}\n",
	"gen.go":       "package main\n\nfunc take() {}\n",
}

func TestFilesThatDecideTrialsAreEmbedded(t *testing.T) {
	type texts = map[string]string
	const method = "package pile\n\nfunc (mark) of() int { return 1 }\n"
	for _, c := range []struct {
		name     string
		begin    string // the file that a function of the puzzle is in
		changes  texts  // of the folder
		embedded string
		older    texts  // what is embedded of a file, where the folder has something else
		want     string // the line that would be right; "" if nothing is wrong
	}{
		{name: "all that decides", begin: "kind.go", embedded: "kind.go moves.go"},
		{name: "everything", begin: "kind.go", embedded: "kind.go moves.go study.go draw.go"},
		{name: "a function is missing", begin: "kind.go", embedded: "kind.go", want: "kind.go moves.go"},
		{name: "a method is missing", begin: "kind.go", changes: texts{"mark.go": method}, embedded: "kind.go moves.go", want: "kind.go mark.go moves.go"},
		{name: "a method is there", begin: "kind.go", changes: texts{"mark.go": method}, embedded: "kind.go mark.go moves.go"},
		{name: "the strategy is missing", begin: "mine.go", changes: texts{"mine.go": "package pile\n\nfunc run() {}\n"}, embedded: "kind.go moves.go", want: "kind.go mine.go moves.go"},
		{name: "nothing is embedded", begin: "kind.go", want: "kind.go moves.go"},
		{name: "a file of that name of another package is", begin: "kind.go", embedded: "kind.go", older: texts{"moves.go": "package tiles\n\nfunc take() {}\n"}, want: "kind.go moves.go"},
		{name: "the program is older than the folder", begin: "kind.go", embedded: "moves.go", older: texts{"kind.go": "package pile\n"}},
		{name: "the folder does not parse", begin: "kind.go", changes: texts{"moves.go": "package pile\n\nfunc {"}, embedded: "kind.go"},
		{name: "the file of the function is gone", begin: "gone.go", embedded: "kind.go"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, embedded := t.TempDir(), map[string][]string{}
			for _, list := range []texts{folder, c.changes} {
				for name, text := range list {
					if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
			for name := range strings.FieldsSeq(c.embedded) {
				text, err := os.ReadFile(filepath.Join(dir, name))
				if err != nil {
					t.Fatal(err)
				}
				embedded[name] = []string{string(text)}
			}
			for name, text := range c.older {
				embedded[name] = []string{text}
			}
			err := checkFolder(dir, []string{c.begin}, embedded)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), `"//go:embed `+c.want+`"`) || !strings.Contains(err.Error(), dir)) {
				t.Errorf("%v, want the line %q", err, c.want)
			}
		})
	}
	if err := checkFolder(filepath.Join(t.TempDir(), "elsewhere"), []string{"kind.go"}, nil); err != nil {
		t.Errorf("a folder that is not on this machine: %v", err)
	}
}

// CheckEmbedded looks for functions where they were compiled: Hash, which needs uncomment.go, is in
// this folder.
func TestFunctionsAreFoundInTheirFolder(t *testing.T) {
	hash, err := os.ReadFile("hash.go")
	if err != nil {
		t.Fatal(err)
	}
	part := fstest.MapFS{"code/hash.go": {Data: hash}}
	err = CheckEmbedded([]fs.FS{part, nil, os.DirFS("gone")}, Hash, strings.Fields, func() {}, nil, (func())(nil))
	if err == nil || !strings.Contains(err.Error(), "change of uncomment.go in") || !strings.Contains(err.Error(), `"//go:embed hash.go uncomment.go"`) {
		t.Errorf("of hash.go alone: %v, want uncomment.go", err)
	}
	if err := CheckEmbedded([]fs.FS{os.DirFS(".")}, Hash); err != nil {
		t.Errorf("of the folder: %v", err)
	}
}
