package study

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/block"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/ask"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Card returns a report on one trial: its settings, its result, and its solution. HTML pages show
// the solution step by step. The list puzzles must include the puzzle of the trial's instance.
func (d Definition) Card(puzzles []*puzzle.Puzzle, row *trial.Trial) reports.Report {
	ended := "The outcome is " + row.Outcome.String()
	if row.Outcome == search.Solved {
		ended = "Solved with cost " + numerals.Count(row.Cost)
	}
	r := reports.Report{
		ID: d.Name + "-" + row.Key().ID()[:8], Title: "Trial " + row.Key().String(),
		Lead: fmt.Sprintf("%s after expanding %s.", ended, numerals.Plural(int(row.Meter.Expanded), "node", numerals.Narrow)),
	}
	r.Blocks = append(r.Blocks, reports.Text{Markdown: "## Solution"})
	r.Blocks = append(r.Blocks, d.solutionOf(puzzles, row)...)
	r.Blocks = append(r.Blocks, reports.Text{Markdown: "## Trial"}, d.asked(puzzles, row))
	if stored := strings.TrimSpace(row.Text + "\n" + row.Solution); stored != "" {
		r.Blocks = append(r.Blocks, reports.Text{Markdown: "The stored instance and solution:"}, reports.Code{Output: stored})
	}
	result, meaning := results(row)
	r.Blocks = append(r.Blocks, result)
	if len(row.Meter.Iterations) > 0 {
		r.Blocks = append(r.Blocks, iterations(row.Meter.Iterations))
	}
	r.Blocks = append(r.Blocks, reports.Table{
		ID: "times", Title: "Times of a run", Timing: true,
		Columns: []reports.Column{{Name: "CPU", Kind: reports.Seconds}, {Name: "wall", Kind: reports.Seconds}, {Name: "runs", Kind: reports.Count}},
		Rows:    [][]reports.Cell{{reports.Num(row.CPU), reports.Num(row.Wall), reports.Int(row.Runs)}},
	}, reports.Text{Markdown: meaning})
	return r
}

// elsewhere lists the fields that a card shows outside the tables of fields.
var elsewhere = []string{"text", "iterations", "solution", "cpu", "wall", "runs"}

// asked returns a table that describes the requested run: instance, strategy, limits and seed.
func (d Definition) asked(puzzles []*puzzle.Puzzle, row *trial.Trial) reports.Table {
	run := reports.Table{ID: "run", Title: "What was run", Columns: []reports.Column{{Name: "field"}, {Name: "value"}}}
	for _, term := range d.Glossary(puzzles, frame.Of([]trial.Trial{*row})) {
		if term.Name == row.Strategy || term.Name == row.Set {
			run.Caption += fmt.Sprintf(" The %s %s: %s.", term.Kind, term.Name, strings.TrimSuffix(term.Text, "."))
		}
	}
	run.Caption = strings.TrimSpace(run.Caption)
	for f := range row.Fields {
		text, limit := f.Text, strings.HasPrefix(f.Name, "limit_")
		if f.Result || slices.Contains(elsewhere, f.Name) || limit && text == "0" {
			continue
		}
		if n, err := strconv.ParseUint(text, 10, 64); limit && err == nil {
			text = numerals.Count(n)
		}
		run.Rows = append(run.Rows, words(FieldName(puzzles, row, f.Name), text))
	}
	if row.Limits == (search.Limits{}) {
		run.Rows = append(run.Rows, words("limits", "none"))
	}
	return run
}

// results returns the table of a trial's results, and a text that explains the counters.
func results(row *trial.Trial) (reports.Table, string) {
	came := reports.Table{ID: "result", Title: "Results", Columns: []reports.Column{{Name: "field"}, {Name: "value", Kind: reports.Count, Full: true}}}
	meaning := "## Meaning\n\n"
	for f := range row.Fields {
		n, err := strconv.ParseUint(f.Text, 10, 64)
		switch {
		case !f.Result || slices.Contains(elsewhere, f.Name):
		case strings.HasPrefix(f.Name, "observed"):
			for _, o := range row.Observed {
				came.Rows = append(came.Rows, []reports.Cell{reports.Str(o.Name), reports.Num(o.Value)})
			}
		case err == nil:
			came.Rows = append(came.Rows, []reports.Cell{reports.Str(f.Name), reports.Int(n)})
			meaning += fmt.Sprintf("- `%s`: %s\n", f.Name, f.Doc)
		default:
			came.Rows = append(came.Rows, words(f.Name, f.Text))
		}
	}
	return came, meaning
}

func words(text ...string) []reports.Cell { return Map(text, reports.Str) }

// iterations returns the table of the iterations of an iterative-deepening search.
func iterations(list []search.Iteration) reports.Table {
	return column.Fill(reports.Table{ID: "iterations", Title: "Iterations"}, list,
		column.Counts("bound", func(i search.Iteration) int { return i.Bound }).Full(),
		column.Counts("expanded", func(i search.Iteration) uint64 { return i.Expanded }).Full(),
		column.Counts("generated", func(i search.Iteration) uint64 { return i.Generated }).Full())
}

// solutionOf returns the figure of a trial's solution, or a text that says why there is none.
func (d Definition) solutionOf(puzzles []*puzzle.Puzzle, row *trial.Trial) []reports.Block {
	said := ""
	switch {
	case row.Outcome != search.Solved:
		said = fmt.Sprintf("The trial has no solution: its outcome is %v.", row.Outcome)
	case row.Solution == "":
		said = "The solution was not stored."
	case strings.HasPrefix(row.Solution, "sha256:"):
		said = "The solution is too long to be stored; only its digest is below."
	default:
		f, err := d.drawnSolution(puzzles, row)
		if err == nil {
			return []reports.Block{f}
		}
		return []reports.Block{reports.Text{Markdown: "The solution cannot be drawn:"}, reports.Code{Output: err.Error()}}
	}
	return []reports.Block{reports.Text{Markdown: said}}
}

// frames is the approximate number of pictures in the filmstrip of a solution.
const frames = 12

// drawnSolution draws a solution and lets pages step through it.
func (d Definition) drawnSolution(puzzles []*puzzle.Puzzle, row *trial.Trial) (reports.Figure, error) {
	f := reports.Figure{ID: "solution", Title: "The solution, " + wording.Counted(row.Cost, "move"), Alt: "The solution " + row.Solution}
	p, inst, err := d.replayed(puzzles, row)
	if err != nil {
		return f, err
	}
	picture := ask.Drawing{Format: "svg", Solution: true, Given: func(string) bool { return false }}.Suitable(p)
	view := puzzle.View{Format: "svg", Solved: true, Solution: row.Solution, Choice: puzzle.Defaults(p.Style), Every: 1 + (row.Cost-1)/frames}
	var svg bytes.Buffer
	if err := picture.Draw(&svg, inst, view); err != nil {
		return f, err
	}
	f.SVG = svg.Bytes()
	if picture.Thinned && view.Every > 1 {
		f.Caption = fmt.Sprintf("There is a picture after every %s.", wording.Counted(view.Every, "move"))
	}
	for _, q := range p.Pictures {
		if q.Play != nil {
			stage, style, said, err := q.Play(inst, view)
			if err != nil {
				return f, err
			}
			f.Steps = block.StepsOf(stage, style, said)
			f.Steps.Open = true
			break
		}
	}
	return f, nil
}

// replayed returns the puzzle and the instance of a trial, after checking that the trial's solution
// solves it.
func (d Definition) replayed(puzzles []*puzzle.Puzzle, row *trial.Trial) (p *puzzle.Puzzle, inst puzzle.Instance, err error) {
	return d.read(puzzles, row.Text, func(p *puzzle.Puzzle, inst puzzle.Instance) error {
		_, err := p.Check(inst, row.Solution)
		return err
	})
}

// read returns an instance and the first puzzle that can read its text and passes the check.
func (d Definition) read(puzzles []*puzzle.Puzzle, text string, check func(p *puzzle.Puzzle, inst puzzle.Instance) error) (p *puzzle.Puzzle, inst puzzle.Instance, err error) {
	err = errors.New("no puzzle here has its instance")
	for _, p := range d.of(puzzles) {
		if maker := Maker(puzzles, text); maker != nil && maker != p {
			continue
		}
		if inst, err = p.Instance(text); err == nil {
			err = check(p, inst)
		}
		if err == nil {
			return p, inst, nil
		}
	}
	return nil, nil, err
}

// Pictures draws the instances of the trials as SVG. The result has the same keys as the result of
// [column.Texts]. Pictures omits instances without a stored text, and instances of puzzles that do
// not draw SVG.
func (d Definition) Pictures(puzzles []*puzzle.Puzzle, trials frame.Frame) map[string]string {
	pictures := map[string]string{}
	for key, texts := range column.Texts(trials) {
		var svg strings.Builder
		_, _, err := d.read(puzzles, texts[0], func(p *puzzle.Puzzle, inst puzzle.Instance) error {
			if !slices.Contains(p.Pictures[0].Formats, "svg") {
				return errors.ErrUnsupported
			}
			return p.Pictures[0].Draw(&svg, inst, puzzle.View{Format: "svg", Choice: puzzle.Defaults(p.Style)})
		})
		if err == nil {
			pictures[key] = svg.String()
		}
	}
	return pictures
}

// Maker returns the puzzle that can make an instance from the given recipe, or nil if the text is
// the instance itself. A recipe says how to generate an instance, and begins with the puzzle's
// name.
func Maker(puzzles []*puzzle.Puzzle, recipe string) *puzzle.Puzzle {
	for _, p := range puzzles {
		if strings.HasPrefix(recipe, p.Name+" ") {
			return p
		}
	}
	return nil
}

// FieldName returns the name that readers see for a field of a trial. The field "instance" is shown
// as "digest". The field "text" is shown as "recipe" or "instance", depending on its content. All
// other fields keep their names.
func FieldName(puzzles []*puzzle.Puzzle, row *trial.Trial, name string) string {
	switch {
	case name == "instance":
		return "digest"
	case name == "text" && Maker(puzzles, row.Text) != nil:
		return "recipe"
	case name == "text":
		return "instance"
	}
	return name
}

// InstanceOf returns the full text of a trial's instance. If the row holds only a recipe,
// InstanceOf makes the instance from it. It returns an error if the row has no text, or if its
// recipe is invalid.
func InstanceOf(puzzles []*puzzle.Puzzle, row *trial.Trial) (string, error) {
	if row.Text == "" {
		return "", fmt.Errorf("%v: the text of its instance is too long to be stored, or version 0.3.0 wrote the trial", row.Key())
	}
	p := Maker(puzzles, row.Text)
	if p == nil {
		return row.Text, nil
	}
	inst, err := p.Instance(row.Text)
	if err != nil {
		return "", fmt.Errorf("%v: it does not have exactly one instance: %w", row.Key(), err)
	}
	return p.Full(inst), nil
}
