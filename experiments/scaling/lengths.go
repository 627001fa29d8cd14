package scaling

import (
	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// solutionLengths returns the length of the shortest solution that any strategy
// found of every instance that one solved. The strategies of the study as
// published prove what they find on boards of tiles.
func solutionLengths(rows []experiments.Trial) map[string]int {
	length := map[string]int{}
	for i := range rows {
		t := &rows[i]
		if t.Outcome != search.Solved || t.Error != "" {
			continue
		}
		if n, found := length[t.Instance]; !found || t.Cost < n {
			length[t.Instance] = t.Cost
		}
	}
	return length
}

// fewestOfALength is the number of boards below which a length is left out: a
// median of fewer says little.
const fewestOfALength = 8

// byLength returns the trials on walks, each with the length of a shortest
// solution of its board as its size, whichever strategy found it. A board
// whose length nobody found is left out, and so are lengths that fewer than
// eight boards have.
func byLength(trials []experiments.Trial) []experiments.Trial {
	rows := analysis.Where(trials, analysis.Sets(walksSet))
	length := solutionLengths(rows)
	boards := map[int]int{}
	for _, n := range length {
		boards[n]++
	}
	for i := range rows {
		rows[i].Size = length[rows[i].Instance]
	}
	return analysis.Where(rows, func(t *experiments.Trial) bool { return t.Size > 0 && boards[t.Size] >= fewestOfALength })
}

// meanLength returns the mean length of the shortest solutions of a point's
// boards. A shape has none if a board of it was not solved by any strategy.
func meanLength(rows []experiments.Trial) func(p point) (float64, bool) {
	length := solutionLengths(rows)
	boards, unsolved := map[string]map[string]int{}, map[string]bool{}
	for i := range rows {
		t := &rows[i]
		n, ok := length[t.Instance]
		if !ok {
			unsolved[t.Set] = true
			continue
		}
		if boards[t.Set] == nil {
			boards[t.Set] = map[string]int{}
		}
		boards[t.Set][t.Instance] = n
	}
	return func(p point) (float64, bool) {
		of := boards[p.set]
		if len(of) == 0 || unsolved[p.set] {
			return 0, false
		}
		sum := 0
		for _, n := range of {
			sum += n
		}
		return float64(sum) / float64(len(of)), true
	}
}
