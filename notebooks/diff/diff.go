package diff

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/align"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Difference describes one part of a cell that differs between two notebooks.
type Difference struct {
	Cell   string   `json:"cell"`   // ID of the cell; "" for the notebook's metadata, and for formats without IDs
	Was    int      `json:"was"`    // position of the cell in the first notebook, counted from 1; 0 if it is absent
	Is     int      `json:"is"`     // position of the cell in the second notebook, counted from 1; 0 if it is absent
	Part   string   `json:"part"`   // what differs: "cell", "type", "source", "metadata", the name of an output such as "figure growth", or "outputs" if only one notebook has outputs
	Timing bool     `json:"timing"` // whether the part shows measured times
	Lines  []string `json:"lines"`  // sentences that describe the difference, or lines of text that begin with "-", "+" or a space, as in a diff

	was, is string // names of the cell in the two notebooks; "" if missing there
}

// places returns a function that describes a cell by its indices in two notebooks; an index may be
// none.
func places(a, b *nbformat.Notebook) func(was, is int) Difference {
	before, after := notebooks.CellNames(a), notebooks.CellNames(b)
	return func(was, is int) (d Difference) {
		if was != none {
			d.Cell, d.Was, d.was = a.Cells[was].ID, was+1, before[was]
		}
		if is != none {
			d.Cell, d.Is, d.is = b.Cells[is].ID, is+1, after[is]
		}
		return d
	}
}

// String returns the location of the difference, followed by Lines.
func (d Difference) String() string {
	where := cmp.Or(d.is, d.was, "notebook")
	switch {
	case d.was == "" && d.is != "":
		where += ", new"
	case d.is == "" && d.was != "":
		where += ", gone"
	case d.was != d.is:
		where += " (was " + d.was + ")"
	}
	if d.Cell != "" {
		where += " " + d.Cell
	}
	where += ": " + d.Part
	if d.Timing {
		where += " (measured times)"
	}
	return strings.Join(append([]string{where}, d.Lines...), "\n  ")
}

// of returns the difference for a part of the cell.
func (d Difference) of(part string, lines []string) Difference {
	d.Part, d.Lines = part, lines
	return d
}

// Notebooks returns all differences between notebooks a and b, in the order of b. Cells that were
// deleted from a appear at their former positions. Outputs are compared only if both notebooks have
// outputs.
func Notebooks(a, b *nbformat.Notebook) []Difference {
	var all []Difference
	if lines := changed(flat(notebooks.Lasting(a)), flat(notebooks.Lasting(b))); lines != nil {
		all = append(all, Difference{Part: "metadata", Lines: lines})
	}
	shown := [2]bool{hasOutputs(a), hasOutputs(b)}
	switch {
	case len(a.Cells) == 0 || shown[0] == shown[1]:
	case shown[0]:
		all = append(all, Difference{Part: "outputs", Lines: []string{"are gone"}})
	default:
		all = append(all, Difference{Part: "outputs", Lines: []string{"are new"}})
	}
	at := places(a, b)
	partners := match(a.Cells, b.Cells)
	stay := inOrder(partners)
	next := 0 // position in a
	gone := func(until int) {
		for ; next < until; next++ {
			if !slices.Contains(partners, next) {
				all = append(all, whole(a.Cells[next], at(next, none), "-"))
			}
		}
	}
	for is, c := range b.Cells {
		was := partners[is]
		switch {
		case was == none:
			all = append(all, whole(c, at(none, is), "+"))
			continue
		case stay[was]:
			gone(was)
		default:
			all = append(all, at(was, is).of("cell", []string{"stands elsewhere"}))
		}
		all = append(all, cells(a.Cells[was], c, at(was, is))...)
		if shown[0] == shown[1] {
			all = append(all, outputs(a.Cells[was], c, at(was, is))...)
		}
	}
	gone(len(a.Cells))
	return all
}

// whole returns the difference for a cell that only one notebook has, with sign in front of each
// line.
func whole(c *nbformat.Cell, at Difference, sign string) Difference {
	return at.of(string(c.Type)+" cell", signed(sign, split(c.Source)))
}

// cells compares two versions of a cell.
func cells(a, b *nbformat.Cell, at Difference) (all []Difference) {
	add := func(part string, lines []string) {
		if lines != nil {
			all = append(all, at.of(part, lines))
		}
	}
	if a.Type != b.Type {
		add("type", []string{fmt.Sprintf("%s → %s", a.Type, b.Type)})
	}
	add("source", changed(split(a.Source), split(b.Source)))
	add("metadata", changed(slices.Concat(flat(a.Lasting()), attached(a)), slices.Concat(flat(b.Lasting()), attached(b))))
	return all
}

// hasOutputs reports whether any cell has outputs.
func hasOutputs(nb *nbformat.Notebook) bool {
	return slices.ContainsFunc(nb.Cells, func(c *nbformat.Cell) bool { return len(c.Outputs) > 0 })
}

// none is the position of a partner that does not exist.
const none = -1

// match returns, for each cell of b, the position of its partner in a.
func match(a, b []*nbformat.Cell) (partners []int) {
	partners = slices.Repeat([]int{none}, len(b))
	takenA, takenB := map[int]bool{}, map[int]bool{}
	pair := func(i, j int) {
		partners[j] = i
		takenA[i], takenB[j] = true, true
	}
	ids := map[string][]int{} // several cells may have the same ID
	for i, c := range a {
		ids[c.ID] = append(ids[c.ID], i)
	}
	for j, c := range b {
		if places := ids[c.ID]; len(places) > 0 && c.ID != "" {
			pair(places[0], j)
			ids[c.ID] = places[1:]
		}
	}
	left := func(cells []*nbformat.Cell, taken map[int]bool) (places []int, sources []string) {
		for i, c := range cells {
			if !taken[i] {
				places, sources = append(places, i), append(sources, string(c.Type)+" "+c.Source)
			}
		}
		return places, sources
	}
	placesA, sourcesA := left(a, takenA)
	placesB, sourcesB := left(b, takenB)
	for _, p := range align.Common(sourcesA, sourcesB) {
		pair(placesA[p[0]], placesB[p[1]])
	}
	for _, j := range placesB {
		for _, i := range placesA {
			if !takenA[i] && !takenB[j] && a[i].Type == b[j].Type && alike(a[i].Source, b[j].Source) {
				pair(i, j)
			}
		}
	}
	return partners
}

// alike reports whether two sources have at least half of their lines in common.
func alike(a, b string) bool {
	x, y := split(a), split(b)
	return 2*len(align.Common(x, y)) >= max(len(x), len(y), 1)
}

// inOrder returns the largest set of partners that are in the same order in both notebooks.
func inOrder(partners []int) map[int]bool {
	order := slices.DeleteFunc(slices.Clone(partners), func(i int) bool { return i == none })
	stay := map[int]bool{}
	for _, p := range align.Common(slices.Sorted(slices.Values(order)), order) {
		stay[order[p[1]]] = true
	}
	return stay
}

// split splits a text into lines; "" has none.
func split(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// around is the number of unchanged lines shown before and after a change.
const around = 2

// changed returns removed and added lines, with some unchanged lines around them, or nil if the
// texts are equal.
func changed(was, is []string) []string {
	if slices.Equal(was, is) {
		return nil
	}
	var script []string
	i, j := 0, 0
	for _, p := range append(align.Common(was, is), [2]int{len(was), len(is)}) {
		script = append(append(script, signed("-", was[i:p[0]])...), signed("+", is[j:p[1]])...)
		if p[0] < len(was) {
			script = append(script, " "+was[p[0]])
		}
		i, j = p[0]+1, p[1]+1
	}
	var lines []string
	wanted := func(line string) bool { return line[0] != ' ' }
	for i, line := range script {
		near := script[max(0, i-around):min(len(script), i+around+1)]
		switch {
		case slices.ContainsFunc(near, wanted):
			lines = append(lines, line)
		case len(lines) > 0 && lines[len(lines)-1] != gap && slices.ContainsFunc(script[i:], wanted):
			lines = append(lines, gap)
		}
	}
	return lines
}

// gap replaces longer sequences of unchanged lines.
const gap = " …"

func signed(sign string, lines []string) (all []string) {
	for _, line := range lines {
		all = append(all, sign+line)
	}
	return all
}

// flat returns an object as lines such as "kernelspec.name: puzzlelab".
func flat(o nbformat.Object) (lines []string) {
	var add func(path string, v any)
	add = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				add(strings.TrimPrefix(path+"."+key, "."), v[key])
			}
		case []any:
			for i, item := range v {
				add(fmt.Sprintf("%s[%d]", path, i), item)
			}
		default:
			for _, line := range strings.Split(fmt.Sprint(v), "\n") {
				lines = append(lines, path+": "+line)
			}
		}
	}
	add("", map[string]any(o))
	return lines
}

// attached lists the attachments of a Markdown cell.
func attached(c *nbformat.Cell) (lines []string) {
	for _, name := range slices.Sorted(maps.Keys(c.Attachments)) {
		lines = append(lines, "attachment "+name+": "+sum(c.Attachments[name]))
	}
	return lines
}
