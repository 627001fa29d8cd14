package scaling

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/reports"
)

// lead answers the study's question in a few sentences, each as far as the
// trials bear it out.
func lead(trials []experiments.Trial) (string, error) {
	lead := "How a search grows is decided by what it knows, not by how it is ordered."
	if points := Rings.one(trials, "pruning").known(); Exponential.fitTo(points).known() {
		forced, err := ForcedClaim(trials)
		if err != nil {
			return "", err
		}
		lead = fmt.Sprintf("On rings each further node multiplies what pruning expands by %.2f ([[fig:rings-growth]])", Exponential.fitTo(points).b())
		if f := Exponential.fitTo(Rings.one(trials, "contraction").known()); forced.Holds == reports.Holds && f.known() {
			lead += fmt.Sprintf("; following forced moves to their end leaves a factor of %.3f in the decisions ([[claim:%s]])", f.b(), forced.ID)
		}
		lead += "."
	}
	length, err := LengthClaim(trials)
	if err != nil {
		return "", err
	}
	if length.Holds == reports.Holds {
		f, _, ok := best([]Model{Exponential}, Shapes.one(trials, idaManhattan).known())
		lead += fmt.Sprintf(" On these boards of sliding tiles the length of the solutions says more than their size, a question asked after looking at them ([[claim:%s]])", length.ID)
		if ok {
			lead += fmt.Sprintf(": each further move multiplies the nodes of IDA* with the Manhattan distance by %.2f over all shapes together ([[fig:shapes-growth]])", f.b())
		}
		lead += "."
	}
	if f := Exponential.fitTo(Colors.one(trials, walkAStar).known()); f.known() {
		lead += fmt.Sprintf(" In Color Walk on 14×14 cells each further colour multiplies the nodes of A* by %.1f ([[fig:colors-growth]])", f.b())
		layered, err := LayeredClaim(trials)
		if err != nil {
			return "", err
		}
		if layered.Holds == reports.Holds {
			lead += fmt.Sprintf("; a search in layers below the bound of a beam gains on it as boards grow ([[claim:%s]])", layered.ID)
		}
		lead += "."
	}
	held, misses, open := 0, 0, 0
	for _, q := range Questions() {
		for _, h := range q.heldOut(trials) {
			switch h.point.judge(h.best) {
			case inside:
				held++
			case outside:
				misses++
			default:
				open++
			}
		}
	}
	if decided := held + misses; decided > 0 {
		lead += fmt.Sprintf(" Predictions for sizes that were held out contain the measured median in %d of %d cases, where 95 %% are promised", held, decided)
		if open > 0 {
			lead += fmt.Sprintf("; in %d more nothing can be said, because the interval is too wide or a limit ended the runs", open)
		}
		lead += " ([[table:rings-held-out]] and those like it)."
	}
	return lead, nil
}
