package latex

import (
	"slices"
	"strings"
)

// What a page of A4 with margins of 25 mm holds, in points of TeX, and the space
// between two columns.
const (
	textWidth  = 455.2
	textHeight = 702.7
	columnGap  = 8.0
)

// size is a size of type.
type size struct {
	command string
	points  float64
}

// sizes are those of tables.
var (
	small        = size{`\small`, 9}
	footnotesize = size{`\footnotesize`, 8}
	scriptsize   = size{`\scriptsize`, 7}
)

// layout is how a table stands on its pages.
type layout struct {
	size   size
	turned bool
	parts  [][]int // the columns of each part, which share a number
	widths []float64
}

// arrange finds the first of some ways in which a table fits between the margins.
// The heads are columns that every part of a table that must be split begins with.
func arrange(columns []column, heads int) layout {
	all := make([]int, len(columns))
	for j := range all {
		all[j] = j
	}
	for _, l := range []layout{
		{size: small}, {size: footnotesize}, {size: small, turned: true}, {size: footnotesize, turned: true}, {size: scriptsize}, {size: scriptsize, turned: true},
	} {
		if widths, ok := fit(columns, all, l.line()); ok {
			l.parts, l.widths = [][]int{all}, widths
			return l
		}
	}
	l := layout{size: footnotesize, widths: make([]float64, len(columns))}
	for rest := all[heads:]; len(rest) > 0; {
		part := slices.Clone(all[:heads])
		for len(rest) > 0 {
			if _, ok := fit(columns, append(part, rest[0]), l.line()); !ok && len(part) > heads {
				break
			}
			part, rest = append(part, rest[0]), rest[1:]
		}
		widths, _ := fit(columns, part, l.line())
		for i, j := range part {
			l.widths[j] = max(l.widths[j], widths[i])
		}
		l.parts = append(l.parts, part)
	}
	return l
}

// line is how much a line holds, in ems of the layout's type: a hundredth is kept
// back for what the metrics do not know.
func (l layout) line() func(columns int) float64 {
	points := textWidth
	if l.turned {
		points = textHeight
	}
	return func(columns int) float64 {
		return 0.99 * (points - columnGap*float64(columns-1)) / l.size.points
	}
}

// fit returns the widths of those of the columns that must break to fit a line, 0 of
// the others, and whether they do fit.
func fit(columns []column, chosen []int, line func(columns int) float64) ([]float64, bool) {
	widths := make([]float64, len(chosen))
	count, fixed, least, most := 0, 0.0, 0.0, 0.0
	for _, j := range chosen {
		c := columns[j]
		count += c.count()
		if c.breaks() {
			least, most = least+c.least, most+c.width
		} else {
			fixed += c.width
		}
	}
	room := line(count) - fixed
	if room >= most {
		return widths, true
	}
	for i, j := range chosen {
		if c := columns[j]; c.breaks() {
			widths[i] = c.least
			if most > least {
				widths[i] += max(0, room-least) * (c.width - c.least) / (most - least)
			}
		}
	}
	return widths, room >= least
}

// lines is about how many lines the rows of the table take.
func (l layout) lines(columns []column, rows int) int {
	n := 0
	for i := range rows {
		most := 1.0
		for j, c := range columns {
			if w := l.widths[j]; w > 0 {
				most = max(most, 1.3*width(c.texts[i])/w)
			}
		}
		n += int(most + 0.99)
	}
	return n
}

// breakHead breaks a heading into lines no wider than the cells below it or its
// longest word.
func breakHead(heading string, cells float64) []string {
	var words []string // each with the space before it, which a piece has not
	for word := range strings.SplitSeq(oneLine.Replace(heading), " ") {
		broken := pieces(word)
		if len(broken) <= 2 {
			broken = []string{word}
		}
		words = append(append(words, " "+broken[0]), broken[1:]...)
	}
	widest := cells
	for _, word := range words {
		widest = max(widest, width(strings.TrimPrefix(word, " ")))
	}
	var lines []string
	for _, word := range words {
		if last := len(lines) - 1; last >= 0 && width(lines[last]+word) <= widest {
			lines[last] += word
		} else {
			lines = append(lines, strings.TrimPrefix(word, " "))
		}
	}
	return lines
}

// leastWidth is how narrow a column of words may become: as wide as what does not
// break, and wide enough for at most eight lines.
func leastWidth(texts []string, natural float64) float64 {
	least := max(min(natural, 12), natural/8)
	for _, text := range texts {
		for word := range strings.SplitSeq(text, " ") {
			for _, piece := range pieces(word) {
				least = max(least, 1.05*width(piece))
			}
		}
	}
	return min(least, natural)
}
