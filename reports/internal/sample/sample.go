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
	Blocks []struct {
		Text   *reports.Text
		Code   *reports.Code
		Claim  *reports.Claim
		Figure *reports.Figure
		Table  *reports.Table
	}
}

// report returns the report, whose figures draw makes whole.
func (f file) report(draw func(reports.Figure) reports.Figure) reports.Report {
	for _, b := range f.Blocks {
		switch {
		case b.Text != nil:
			f.Report.Blocks = append(f.Report.Blocks, *b.Text)
		case b.Code != nil:
			f.Report.Blocks = append(f.Report.Blocks, *b.Code)
		case b.Claim != nil:
			f.Report.Blocks = append(f.Report.Blocks, *b.Claim)
		case b.Figure != nil:
			f.Report.Blocks = append(f.Report.Blocks, draw(*b.Figure))
		case b.Table != nil:
			f.Report.Blocks = append(f.Report.Blocks, *b.Table)
		}
	}
	return f.Report
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
