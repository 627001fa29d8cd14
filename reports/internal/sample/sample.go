// Package sample holds a small report with a block of every kind, and one with a text in
// every place, for the tests of the writers. Numbers are made up.
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

// read reads the JSON and the picture of that name, with a text for the sign ¤ in them.
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
	svg, _ := files.ReadFile(name + ".svg") // some have none
	return strings.ReplaceAll(string(svg), "¤", text)
}

// file is a report in JSON, in which the kind of a block is the name of a field.
type file struct {
	reports.Report
	Blocks []map[string]json.RawMessage
}

// report returns the report, whose figures draw makes whole.
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
	if kind == "Code" { // which does not travel
		var code reports.Code
		err := json.Unmarshal(data, &code)
		return code, err
	}
	return reports.UnmarshalBlock("application/vnd.puzzlelab."+strings.ToLower(kind)+"+json", data)
}

// Report returns the report. Each call makes a new one.
func Report() reports.Report {
	var f file
	read("sample", "", &f)
	return f.report(func(f reports.Figure) reports.Figure { return Figure(f.ID, f.Title, f.Caption, f.Timing) })
}

// Totals is its table with groups, intervals, lower bounds and footnotes.
func Totals() reports.Table {
	b, _ := Report().Block("totals")
	return b.(reports.Table)
}

// Figure draws two curves as a small SVG, whose ids begin with the figure's.
func Figure(id, title, caption string, timing bool) reports.Figure {
	return reports.Figure{
		ID: id, Title: title, Caption: caption, Timing: timing, Source: "// draw draws.\nfunc draw() {}",
		Alt: "Two rising curves on a logarithmic axis; that of IDA* lies above that of A*.",
		SVG: []byte(read("sample", id, new(file))),
	}
}

// Everywhere returns a report that has a text in every place where a report may have
// one, each time with a mark behind it, and how it stands in each.
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

// Scripts are texts that few fonts have all of.
var Scripts = func() (texts map[string]string) {
	read("scripts", "", &texts)
	return texts
}()
