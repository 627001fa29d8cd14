// Package scaffold creates a new lab: a Go module with a first puzzle, study, strategy or notebook.
// The lab builds, passes its tests and reproduces its report without changes.
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
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// Template is a starting point for a lab, such as a module with a first puzzle.
type Template struct {
	Name, Doc string   // name, such as "puzzle", and one-line description
	Dirs      []string // folders that contain the template's files

	// First is a command that users can run to try out a new lab. Register is what users must add
	// to main.go after adding a part to a lab. In both, {name} stands for the name of the new part.
	First, Register string
	content
}

// content holds the differences between templates that share a file.
type content struct {
	Has, Title   string
	Kind         string // the puzzle, in the package of the study
	Family, Base string
	Other        string // "" means the name of the new package
	Sizes        []string
	Set          string // set of the largest size; Cells is its number of cells
	Cells        int
}

//go:embed templates
var templates embed.FS

// Templates returns all templates, in the order in which commands list them.
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

// File is a file of a lab. Name is its path relative to the lab's folder, with slashes.
type File struct {
	Name string
	Data []byte
}

// Lab describes a lab to create from a template, or a part to add to an existing lab.
type Lab struct {
	Template Template
	Name     string // name of the new part, of its package and of its folder; see [CheckName]
	Module   string // module path of the lab
	Source   Source // version or checkout of puzzlelab that the lab uses
}

// Files returns the files of the lab, sorted by name. If part is true, it returns only the files of
// the new part, for an existing lab. The go.mod file requires only puzzlelab; "go mod tidy" adds
// the rest.
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

// file returns the file made from a template in a folder.
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

// declared returns the declarations of a new study: the question of its claim, about data that
// nobody has seen.
func (c content) declared() []byte {
	question := claim.NewFamily(claim.Claim{
		ID: "saves", Of: frame.Selection{Sets: []string{c.Set}, Sizes: []int{c.Cells}},
		Ask: func(rows frame.Frame) (claim.Answer, error) {
			return claim.Below(claim.Restricted(rows, trial.Expanded, c.Base, c.Other, "instance"), 1), nil
		},
	}).Question("saves")
	return fmt.Appendf(nil, "claim,question,seen\nsaves,%s,\n", question)
}

// cellMark begins a cell, with its type, ID and tags.
var cellMark = lazy.Regexp(`(?m)^<!-- (code|markdown) ([a-z-]+)((?: [a-z-]+)*) -->\n`)

// notebook makes a notebook from cells that follow their marks; its report has the given ID.
func notebook(id, text string) *nbformat.Notebook {
	nb := nbformat.New()
	marks := cellMark().FindAllStringSubmatchIndex(text, -1)
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

var plainName = lazy.Regexp(`^[a-z][a-z0-9]*$`)

// taken lists the names of packages that the files import, and of folders.
var taken = []string{
	"analysis", "bits", "claim", "cmp", "column", "context", "display", "embed", "errors", "experiments", "fmt", "frame", "fs", "init", "io", "iter", "lab", "labtest", "main", "mine", "notebooks",
	"plots", "puzzle", "render", "reports", "results", "search", "slices", "strings", "study", "sync", "testdata", "tiles", "trial", "vendor", "wording",
}

// CheckName returns an error if a name is not suitable for a package in a lab.
func CheckName(name string) error {
	switch {
	case !plainName().MatchString(name):
		return fmt.Errorf("%s is not a valid name (want lower-case letters and digits, beginning with a letter)", wording.Quote(name))
	case token.IsKeyword(name):
		return fmt.Errorf("%q is a keyword of Go; choose another name, such as my%s", name, name)
	case slices.Contains(taken, name):
		return fmt.Errorf("the files of a lab use the name %q themselves; choose another name, such as my%s", name, name)
	}
	return nil
}
