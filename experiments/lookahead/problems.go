package lookahead

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
)

var problemItems = []study.Item{study.Block("problems", problemsTable).Of(ofProblems), study.Claim(claims, "problems-optimal").Of(ofProblems)}

var ofProblems = frame.Selection{Sets: []string{problemSet}}

var problemClaims = []claim.Claim{{ID: "problems-optimal", Of: frame.Selection{Mode: trial.Timed}, Ask: func(f frame.Frame) (claim.Answer, error) {
	again := func(c frame.Case) bool { return asPublished(c.Trials[0]) }
	return everyBoard(len(problems), "board", again, looked{"", problemRows(f).Match(exact)}), nil
}}}

// The 99 boards in problemSet have no license, so they are not part of this program. They are read
// from the folder that an environment variable names.
const (
	problemSet      = "99problems"
	problemVariable = "PUZZLELAB_99PROBLEMS"
	problemSource   = "github.com/manteuffel723/flood-it-boards"
)

// problemShape holds the boards of one size and number of colors.
type problemShape struct {
	side, colors int
	seconds      float64 // total time of the published run
	optima       string  // published optima, sorted by file name
}

// problemShapes lists the 99 problems in P. von Manteuffel, "Exact Approaches for Flood-it: A*,
// IDA*, a SAT- and ILP-Solver compared", TU Berlin, 2023. The times are those of ColorFill 1.3.3
// (M. Henke, github.com/smack42/ColorFill, 99problems/results.txt), which had 30 GB of memory.
var problemShapes = study.Read(files, "problems.csv", func(row []string) problemShape {
	s := problemShape{optima: row[4]}
	study.Scan(strings.Join(row[1:4], " "), &s.side, &s.colors, &s.seconds)
	return s
})

// problems lists the boards in the order of the set, with their shapes and optima.
var problems = slices.Concat(study.Map(problemShapes, func(s problemShape) []problem {
	return study.Map(strings.Fields(s.optima), func(optimum string) problem {
		p := problem{problemShape: s}
		study.Scan(optimum, &p.optimum)
		return p
	})
})...)

type problem struct {
	problemShape
	optimum int
}

// easy reports whether the quick scale runs the board.
func (p problem) easy() bool { return p.colors == 6 || p.side <= 14 }

// problemParts returns the 99 problems, or the easy ones at the quick scale, or nothing if no
// folder contains them.
func problemParts(scale experiments.Scale, _ uint64) ([]study.Part, error) {
	folder := os.Getenv(problemVariable)
	if folder == "" {
		return nil, nil
	}
	files, err := filepath.Glob(filepath.Join(folder, "[0-9]*_[0-9]*_[0-9]*_[0-9]*"))
	if err != nil || len(files) != len(problems) {
		return nil, fmt.Errorf("lookahead: %s=%s has %d boards (want the %d of the folder 99problems of %s)", problemVariable, folder, len(files), len(problems), problemSource)
	}
	part := study.Part{Strategies: []string{exact}, Mode: trial.Timed}
	for i, p := range problems {
		if scale == experiments.Quick && !p.easy() {
			continue
		}
		b, err := p.read(files[i])
		if err != nil {
			return nil, err
		}
		part.Instances = append(part.Instances, experiments.Instance{Set: problemSet, Index: i, Size: b.Cells(), Text: b.String(), Puzzle: b})
	}
	return []study.Part{part}, nil
}

// read reads the file of the board: rows, columns and colors, the colors of the cells row by row,
// and the optimum. It returns an error if the file contains another board.
func (p problem) read(file string) (colorwalk.Board, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return colorwalk.Board{}, err
	}
	words := strings.Fields(string(text))
	last := p.side*p.side + 3
	if len(words) != last+1 || strings.Join(words[:3], " ") != fmt.Sprintf("%d %[1]d %d", p.side, p.colors) || words[last] != strconv.Itoa(p.optimum) {
		return colorwalk.Board{}, fmt.Errorf("lookahead: %s is not the board of %s with %d×%[3]d cells, %d colors and the optimum %d", file, problemSource, p.side, p.colors, p.optimum)
	}
	var cells []colorwalk.Color
	for i, word := range words[3:last] {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > p.colors {
			return colorwalk.Board{}, fmt.Errorf("lookahead: %s: cell %d: %q is not a color (want 1 to %d)", file, i+1, word, p.colors)
		}
		cells = append(cells, colorwalk.Color(n))
	}
	return colorwalk.NewBoard(p.side, p.side, -1, cells)
}

func problemRows(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is(problemSet), frame.Answered)
}

// asPublished passes trials that prove the published optimum of their board.
func asPublished(t *trial.Trial) bool {
	return t.Cost == problems[t.Index].optimum && t.Bound == t.Cost
}

// problemsTable summarizes the proofs for each shape.
func problemsTable(trials frame.Frame) (reports.Table, error) {
	type line struct {
		name string
		frame.Frame
		seconds float64 // as published
	}
	t := reports.Table{
		ID: "problems", Title: "The 99 problems by shape", Timing: true,
		Caption: fmt.Sprintf("This table is empty, because the boards are not part of this program. Clone %s, and set %s to the path of its folder 99problems.", problemSource, problemVariable),
	}
	rows := problemRows(trials)
	var lines []line
	all := line{"all", rows, 0}
	for _, s := range problemShapes {
		at := rows.Where(func(t *trial.Trial) bool { return problems[t.Index].problemShape == s })
		if at.Len() > 0 {
			lines = append(lines, line{fmt.Sprintf("%d×%[1]d, %d colors", s.side, s.colors), at, s.seconds})
			all.seconds += s.seconds
		}
	}
	if n := rows.Len(); n > 0 {
		lines = append(lines, all)
		which := map[bool]string{true: "All %d boards", false: "The %d easy boards, with six colors or at most 14×14 cells,"}[n == len(problems)]
		t.Caption = fmt.Sprintf(which+" of the thesis were solved by %s, one at a time. The published times are from ColorFill 1.3.3 on its author's machine, where the hardest boards took 30 GB of memory.", n, exact)
	}
	most := func(m trial.Metric) func(line) float64 {
		return func(l line) float64 { return slices.Max(l.Values(m)) }
	}
	return column.Fill(t, lines,
		column.Words("shape", func(l line) string { return l.name }), column.Counts("boards", func(l line) int { return l.Len() }),
		column.Numbers("smallest optimum", reports.Count, func(l line) float64 { return slices.Min(l.Values(trial.Cost)) }), column.Numbers("largest optimum", reports.Count, most(trial.Cost)),
		column.Counts("as published", func(l line) int { return l.Count(asPublished) }).Doc("number of boards on which the published length is proved to be optimal"),
		column.Numbers("kept", reports.Count, most(trial.Stored)).Doc("largest number of positions kept for a board, in all layers"),
		column.Numbers("memory", reports.Bytes, most(trial.Memory)).Doc("largest memory used for a board, as counted by the search"),
		column.Numbers("CPU time", reports.Seconds, func(l line) float64 { return stats.Sum(l.Values(trial.Seconds)) }).Doc("total CPU time for all boards"),
		column.Numbers("published", reports.Seconds, func(l line) float64 { return l.seconds }).Doc("published total time for all boards"),
	), nil
}
