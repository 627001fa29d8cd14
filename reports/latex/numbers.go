package latex

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
)

// numbers collects what results.sty defines: sentences and numbers by what they are.
type numbers struct {
	strings.Builder
	prefix string // of the names of macros: the study
	taken  map[string]bool
}

// mark marks what depends on measured times from here on, as the report marks it.
func (n *numbers) mark(b reports.Block, as string) {
	if b.About().Timing {
		n.WriteString("% " + as + "\n")
	}
}

// define adds a macro for a text of LaTeX, "" for none, and returns how it is written.
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

// claim defines the sentences of a claim and the number that it rests on, and returns
// the former.
func (n *numbers) claim(c reports.Claim, statement, evidence string) (string, string) {
	n.mark(c, "timing")
	defer n.mark(c, "/timing")
	name := camel(c.ID)
	if c.Estimate != nil {
		m := estimated.FindStringSubmatch(c.Estimate.String())
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
var estimated = regexp.MustCompile(`^(\S+) (\[(.*), (.*)\]|\(open\)), n = (.*)$`)

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
