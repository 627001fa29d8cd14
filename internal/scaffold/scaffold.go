// Package scaffold makes a lab of one's own: a Go module with a puzzle, a study, a
// strategy or a notebook to begin with, which builds, passes its tests and
// reproduces its report as it is.
package scaffold

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"go/format"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// Template is something that a lab can begin with.
type Template struct {
	Name, Doc string   // "puzzle"; one line
	Dirs      []string // of its files
	content
}

// content is what differs between templates that share a file.
type content struct {
	Has, Title   string
	Kind         string // the puzzle, in the package of the study
	Family, Base string
	Other        string // "" for the name of what is made
	Sizes        []string
	Set          string // of the largest size, which has that many cells
	Cells        int
}

//go:embed templates
var templates embed.FS

// Templates returns what a lab can begin with.
var Templates = sync.OnceValue(func() (list []Template) {
	data, err := templates.ReadFile("templates/templates.json")
	if err == nil {
		err = json.Unmarshal(data, &list)
	}
	if err != nil {
		panic(err) // it is part of the program
	}
	return list
})

// File is a file of a lab; Name has slashes.
type File struct {
	Name string
	Data []byte
}

// Lab is what the files of a lab are made of.
type Lab struct {
	Template Template
	Name     string // of what is made, of its package and its folder: see [CheckName]
	Module   string // path
	Source   Source // of puzzlelab
}

// Files returns the files of the lab, sorted by name. go.mod requires puzzlelab
// alone: "go mod tidy" adds the rest. With part they are those of the template
// only, to be put into a lab that is there.
func (l Lab) Files(part bool) ([]File, error) {
	data := struct {
		Lab
		content
		Package string
	}{l, l.Template.content, l.Name}
	data.Other = cmp.Or(data.Other, l.Name)
	var files []File
	dirs := l.Template.Dirs
	if !part {
		dirs = append(slices.Clip(dirs), "lab")
	}
	for _, dir := range dirs {
		set, err := template.New("").Delims("«", "»").ParseFS(templates, path.Join("templates", dir, "*"))
		if err != nil {
			return nil, err
		}
		for _, t := range set.Templates() {
			var b bytes.Buffer
			if err := t.Execute(&b, data); err != nil {
				return nil, err
			}
			f, err := l.file(dir, strings.TrimSuffix(t.Name(), ".tmpl"), b.Bytes())
			if err != nil {
				return nil, err
			}
			files = append(files, f)
		}
		if dir == "study" {
			files = append(files, File{l.Name + "/" + study.DeclaredFile, data.declared()})
		}
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return files, nil
}

// file returns what a template of a folder made.
func (l Lab) file(dir, name string, data []byte) (f File, err error) {
	switch {
	case name == "notebook.md":
		return File{"notebooks/" + l.Name + ".ipynb", notebook(l.Name, string(data)).Bytes()}, nil
	case path.Ext(name) == ".go":
		if data, err = format.Source(data); err != nil {
			return f, fmt.Errorf("scaffold: %s: %w", name, err)
		}
	case name == "gitignore":
		name = ".gitignore"
	}
	if dir != "lab" {
		name = l.Name + "/" + name
	}
	return File{name, data}, nil
}

// declared is the question of a new study's claim, of which nobody has seen data.
func (c content) declared() []byte {
	question := claim.NewFamily(claim.Claim{
		ID: "saves", Of: frame.Selection{Sets: []string{c.Set}, Sizes: []int{c.Cells}},
		Ask: func(rows frame.Frame) (claim.Answer, error) {
			return claim.Below(claim.Restricted(rows, trial.Expanded, c.Base, c.Other, "instance"), 1), nil
		},
	}).Question("saves")
	return fmt.Appendf(nil, "claim,question,seen\nsaves,%s,\n", question)
}

// First returns the command that a new lab is to be tried with.
func (l Lab) First() string {
	if l.Template.Name == "notebook" {
		return "go run . notebook run notebooks/" + l.Name + ".ipynb"
	}
	return "go run . reproduce --quick"
}

// Registration returns what the main.go of a lab lists to know a template that was
// added to it.
func (l Lab) Registration() string {
	var lists []string
	if slices.ContainsFunc([]string{"puzzle", "strategy"}, func(name string) bool { return name == l.Template.Name }) {
		lists = append(lists, "puzzle.Of("+l.Name+".Kind()) in Puzzles")
	}
	if l.Template.Name != "notebook" {
		lists = append(lists, l.Name+".Definition() in Studies")
	}
	if lists == nil {
		return "nothing, a notebook is found where it is"
	}
	return strings.Join(lists, ", ")
}

// cellMark begins a cell: its type, its ID, its tags.
var cellMark = regexp.MustCompile(`(?m)^<!-- (code|markdown) ([a-z-]+)((?: [a-z-]+)*) -->\n`)

// notebook makes a notebook of cells that stand behind their marks, and the report of
// that ID.
func notebook(id, text string) *nbformat.Notebook {
	nb := nbformat.New()
	marks := cellMark.FindAllStringSubmatchIndex(text, -1)
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		c := nbformat.NewCell(nbformat.CellType(text[m[2]:m[3]]), strings.TrimSpace(text[m[1]:end]), strings.Fields(text[m[6]:m[7]])...)
		c.ID = text[m[4]:m[5]]
		nb.Cells = append(nb.Cells, c)
	}
	nb.Metadata.Set("puzzlelab", map[string]string{"id": id}) // of the report
	nb.Metadata.Set("kernelspec", map[string]string{"display_name": "puzzlelab (Go)", "language": "go", "name": "puzzlelab"})
	return nb
}

var plainName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// taken are the names of packages that the files import, and of their folders.
var taken = []string{
	"analysis", "bits", "claim", "cmp", "column", "context", "display", "embed", "errors", "experiments", "fmt", "frame", "fs", "init", "io", "iter", "lab", "labtest", "main", "mine", "notebooks",
	"plots", "puzzle", "render", "reports", "results", "search", "slices", "strings", "study", "sync", "testdata", "tiles", "trial", "vendor", "wording",
}

// CheckName reports why a name cannot be that of a package in a lab.
func CheckName(name string) error {
	switch {
	case !plainName.MatchString(name):
		return fmt.Errorf("%s is no name (want lower-case letters and digits, a letter first)", wording.Quote(name))
	case token.IsKeyword(name):
		return fmt.Errorf("%q is a keyword of Go; choose another name, such as my%s", name, name)
	case slices.Contains(taken, name):
		return fmt.Errorf("the files of a lab use the name %q themselves; choose another, such as my%s", name, name)
	}
	return nil
}
