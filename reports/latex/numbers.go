package latex

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/reports"
)

// numbers collects what results.sty defines: sentences and numbers, by what they are about.
type numbers struct {
	strings.Builder
	prefix string // prefix of the names of macros: the study
	taken  map[string]bool
}

// mark marks everything from here on that depends on measured times, in the same way as the report
// does.
func (n *numbers) mark(b reports.Block, as string) {
	if b.About().Timing {
		n.WriteString("% " + as + "\n")
	}
}

// define adds a macro for LaTeX text and returns the text that calls it; "" for empty text.
func (n *numbers) define(name, text string) string {
	if text == "" {
		return ""
	}
	name = n.prefix + name
	for n.taken[name] {
		name += "X"
	}
	n.taken[name] = true
	fmt.Fprintf(n, "\\newcommand\\%s{%s}\n", name, text)
	return `\` + name + "{}"
}

// claim defines macros for the sentences of a claim and for its number, and returns the calls for
// the sentences.
func (n *numbers) claim(c reports.Claim, statement, evidence string) (string, string) {
	n.mark(c, "timing")
	defer n.mark(c, "/timing")
	name := camel(c.ID)
	if c.Estimate != nil {
		m := estimated().FindStringSubmatch(c.Estimate.String())
		for i, part := range []string{"Value", "Interval", "Low", "High", "N"} {
			n.define(name+part, Escape(m[i+1]))
		}
		evidence += fmt.Sprintf(" (estimate %s, $n = {}$%s)", Escape(m[1]+" "+m[2]), Escape(m[5]))
	}
	if c.P != nil {
		n.define(name+"P", Escape(reports.Column{Kind: reports.PValue}.Print(reports.Num(*c.P))))
	}
	n.define(name+"Verdict", c.Holds.String())
	return n.define(name+"Statement", statement), n.define(name+"Evidence", strings.TrimSpace(evidence))
}

// estimated matches a printed estimate.
var estimated = lazy.Regexp(`^(\S+) (\[(.*), (.*)\]|\(open\)), n = (.*)$`)

// camel converts an ID to the name of a macro: fewer-nodes-2 becomes FewerNodesTwo.
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
