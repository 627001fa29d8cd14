package scaling

import (
	"cmp"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// series is what one strategy needs, by size.
type series struct {
	strategy string
	points   []point // in the order of x; boards of several shapes may have the same
}

// point is the nodes expanded on the instances of one set and size.
type point struct {
	x      float64 // what the point is seen against; its size, unless the question says otherwise
	size   int
	set    string
	cell   frame.Cell // median and quartiles, and which of them are lower bounds
	values []float64  // a run that a limit ended counts as what it had expanded
}

// place tells points of different sets and sizes apart.
type place struct {
	set  string
	size int
}

func (p point) place() place { return place{p.set, p.size} }

// known reports whether the median is, and has a logarithm.
func (p point) known() bool { return !p.cell.Median.Lower && p.cell.Median.Value > 0 }

// collect makes the series of a strategy from trials whose Size is what they
// are to be seen against.
func collect(trials frame.Frame, strategy string) series {
	rows := trials.Where(frame.Strategy.Is(strategy))
	s := series{strategy: strategy}
	for _, cell := range rows.Summarize(experiments.Expanded, strategy) {
		if cell.Valued == 0 {
			continue
		}
		p := point{x: float64(cell.Size), size: cell.Size, set: cell.Set, cell: cell}
		for t := range rows.All() {
			if t.Set == p.set && t.Size == p.size {
				if v := experiments.Expanded.Value(t); v == v {
					p.values = append(p.values, v)
				}
			}
		}
		s.points = append(s.points, p)
	}
	s.sort()
	return s
}

func (s series) sort() {
	slices.SortStableFunc(s.points, func(a, b point) int { return cmp.Compare(a.x, b.x) })
}

// known returns the points whose median is known.
func (s series) known() []point {
	var points []point
	for _, p := range s.points {
		if p.known() {
			points = append(points, p)
		}
	}
	return points
}

// fewestFitted is the number of sizes that a fit which predicts needs.
const fewestFitted = 3

// holdOut splits the series: of the sizes at which all medians are known the
// largest third is held out, and with them whatever is larger. Both are empty
// if that leaves fewer than three sizes to fit or none to predict.
func (s series) holdOut() (fitted, held []point) {
	unknown := map[float64]bool{} // sizes with a median that is not known
	var sizes []float64
	for _, p := range s.points {
		unknown[p.x] = unknown[p.x] || !p.known()
		sizes = append(sizes, p.x)
	}
	sizes = slices.DeleteFunc(slices.Compact(sizes), func(x float64) bool { return unknown[x] })
	keep := len(sizes) - len(sizes)/3
	if keep == len(sizes) || keep < fewestFitted {
		return nil, nil
	}
	last := sizes[keep-1]
	for _, p := range s.points {
		switch {
		case p.x > last:
			held = append(held, p)
		case p.known():
			fitted = append(fitted, p)
		}
	}
	return fitted, held
}

// verdict is what a measured median says of a prediction.
type verdict uint8

const (
	open    verdict = iota // nothing: see judge
	inside                 // it is inside the prediction interval
	outside                // it is not
)

func (v verdict) String() string { return [...]string{"open", "inside", "outside"}[v] }

// vague is the width of a prediction interval, as the ratio of its ends, from
// which on it says nothing: a factor of ten to either side.
const vague = 100

// judge compares a measured median with what a fit predicts of it. The verdict
// is open if the interval is vague, or if only a lower bound was measured and
// the interval does not contradict it.
func (p point) judge(f fit) verdict {
	interval := f.predict(p.x).Interval
	switch {
	case !interval.Known() || !(interval.High <= vague*interval.Low):
		return open
	case p.known() && interval.Contains(p.cell.Median.Value):
		return inside
	case p.known(), interval.High < p.cell.Median.Value:
		return outside
	}
	return open
}

// solutionLengths returns the length of the shortest solution that any strategy
// found of every instance that one solved. The strategies of the study as
// published prove what they find on boards of tiles.
func solutionLengths(rows frame.Frame) map[string]int {
	length := map[string]int{}
	for t := range rows.All() {
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
func byLength(trials frame.Frame) frame.Frame {
	rows := trials.Where(frame.Set.Is(walksSet))
	length := solutionLengths(rows)
	boards := map[int]int{}
	for _, n := range length {
		boards[n]++
	}
	var sized []experiments.Trial
	for t := range rows.All() {
		if n := length[t.Instance]; n > 0 && boards[n] >= fewestOfALength {
			trial := *t
			trial.Size = n
			sized = append(sized, trial)
		}
	}
	return frame.Of(sized)
}

// meanLength returns the mean length of the shortest solutions of a point's
// boards. A shape has none if a board of it was not solved by any strategy.
func meanLength(rows frame.Frame) func(p point) (float64, bool) {
	length := solutionLengths(rows)
	boards, unsolved := map[string]map[string]int{}, map[string]bool{}
	for t := range rows.All() {
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
