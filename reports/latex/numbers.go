package latex

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
)

// numbers collects the macros of a report.
type numbers struct {
	strings.Builder
	taken map[string]bool
}

// number matches a number of a text that is not part of a name, such as gla-5 or
// 8-puzzle; group 1 is what stands before it.
var number = regexp.MustCompile(`(^|[\s(\[×=≤≥<>~≈,;:/+])(−?\d+(?:[\x{202f},]\d{3})*(?:\.\d+)?)`)

// inName matches what makes a number in front of it part of a name.
var inName = regexp.MustCompile(`^(?:-?[A-Za-z]|[-/_.]\d|-\w)`)

// of escapes plain text whose numbers become macros with names that begin as said.
func (n *numbers) of(prefix, text string, count *int) string {
	var b strings.Builder
	done := 0
	for _, m := range number.FindAllStringSubmatchIndex(text, -1) {
		if rest := text[m[5]:]; inName.MatchString(rest) && !siSuffix.MatchString(rest) {
			continue
		}
		*count++
		b.WriteString(Escape(text[done:m[4]]) + `\` + n.define(prefix+letters(*count), text[m[4]:m[5]]) + "{}")
		done = m[5]
	}
	return b.String() + Escape(text[done:])
}

// siSuffix matches the letter of a shortened count, such as 1.2M.
var siSuffix = regexp.MustCompile(`^[kMGTPE](?:$|[^A-Za-z])`)

// estimate defines macros for the number that a claim rests on and returns how it is
// printed.
func (n *numbers) estimate(prefix string, e *reports.Estimate) string {
	printed := e.String()
	m := estimated.FindStringSubmatch(printed)
	if m == nil {
		return Escape(printed)
	}
	for i, name := range []string{"Value", "Low", "High", "N"} {
		m[i+1] = `\` + n.define(prefix+name, m[i+1]) + "{}"
	}
	return fmt.Sprintf("%s [%s, %s], $n = {}$%s", m[1], m[2], m[3], m[4])
}

var estimated = regexp.MustCompile(`^(.*) \[(.*), (.*)\], n = (.*)$`)

// define adds a macro and returns its name.
func (n *numbers) define(name, text string) string {
	for n.taken[name] {
		name += "X"
	}
	if n.taken == nil {
		n.taken = map[string]bool{}
	}
	n.taken[name] = true
	fmt.Fprintf(n, "\\newcommand{\\%s}{%s}\n", name, Escape(text))
	return name
}

// letters numbers macros, whose names have letters only: A, B, … Z, AA, …
func letters(n int) string { return strings.ToUpper(reports.NoteMark(n)) }

// camel makes the name of a macro of an ID: fewer-nodes-2 becomes FewerNodesTwo.
func camel(id string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(id, "-") {
		for i, r := range part {
			switch {
			case r >= '0' && r <= '9':
				b.WriteString([]string{"Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"}[r-'0'])
			case i == 0:
				b.WriteString(strings.ToUpper(string(r)))
			default:
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}
