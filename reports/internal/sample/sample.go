// Package sample provides two reports with invented numbers for testing writers. One is small and
// has a block of every kind. The other has a given text in every place where a report can have
// text.
package sample

import (
	"embed"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
)

//go:embed *.json *.svg
var files embed.FS

// read reads the JSON and the picture with the given name, and replaces the sign ¤ in them by a
// text.
func read(name, text string, into any) (picture string) {
	encoded, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	data, err := files.ReadFile(name + ".json")
	if err == nil {
		err = json.Unmarshal([]byte(strings.ReplaceAll(string(data), "¤", strings.Trim(string(encoded), `"`))), into)
	}
	if err != nil {
		panic(err) // the file is part of the tests
	}
	svg, _ := files.ReadFile(name + ".svg") // some names have no picture
	return strings.ReplaceAll(string(svg), "¤", text)
}

// file is a report in JSON. Each block is an object whose field name is the kind of the block.
type file struct {
	reports.Report
	Blocks []map[string]json.RawMessage
}

// report returns the report; draw completes its figures.
func (f file) report(draw func(reports.Figure) reports.Figure) reports.Report {
	for _, fields := range f.Blocks {
		for kind, data := range fields {
			block, err := decode(kind, data)
			if err != nil {
				panic(err) // the file is part of the tests
			}
			if figure, ok := block.(reports.Figure); ok {
				block = draw(figure)
			}
			f.Report.Blocks = append(f.Report.Blocks, block)
		}
	}
	return f.Report
}

func decode(kind string, data []byte) (reports.Block, error) {
	if kind == "Code" { // code has no JSON form
		var code reports.Code
		err := json.Unmarshal(data, &code)
		return code, err
	}
	return reports.UnmarshalBlock("application/vnd.puzzlelab."+strings.ToLower(kind)+"+json", data)
}

// Report returns a new copy of the small report.
func Report() reports.Report {
	var f file
	read("sample", "", &f)
	return f.report(func(f reports.Figure) reports.Figure { return Figure(f.ID, f.Title, f.Caption, f.Timing) })
}

// Totals returns the table in the small report, which has groups, intervals, lower bounds and
// footnotes.
func Totals() reports.Table {
	b, _ := Report().Block("totals")
	return b.(reports.Table)
}

// Figure returns a figure with a small SVG of two curves. The ids in the SVG begin with the
// figure's ID.
func Figure(id, title, caption string, timing bool) reports.Figure {
	return reports.Figure{
		ID: id, Title: title, Caption: caption, Timing: timing, Source: "// draw draws.\nfunc draw() {}",
		Alt: "Two rising curves on a logarithmic axis; IDA* is above A*.",
		SVG: []byte(read("sample", id, new(file))),
	}
}

// Everywhere returns a report that has the given text in every place where a report can have text.
// Each copy ends with a different number. The result said lists these texts with their numbers.
func Everywhere(text string) (r reports.Report, said []string) {
	var f file
	drawn := []byte(read("everywhere", text, &f))
	r = f.report(func(f reports.Figure) reports.Figure {
		f.SVG = drawn
		return f
	})
	r.Images = map[string][]byte{"images/a.svg": drawn}
	data, _ := files.ReadFile("everywhere.json")
	picture, _ := files.ReadFile("everywhere.svg")
	for _, mark := range regexp.MustCompile(`¤(-\d\d)`).FindAllStringSubmatch(string(data)+string(picture), -1) {
		said = append(said, text+mark[1])
	}
	slices.Sort(said)
	return r, slices.Compact(said)
}

// Scripts contains texts in many writing systems, by name. Few fonts contain all of their
// characters.
var Scripts = func() (texts map[string]string) {
	read("scripts", "", &texts)
	return texts
}()
