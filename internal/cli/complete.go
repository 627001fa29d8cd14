package cli

import (
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// completeEntries makes the shell offer entries part by part as values of a
// flag: what stands before a placeholder, what stands behind it once something
// has been typed in its place, the heuristics of p for H and E, and behind a comma
// the options.
func completeEntries(cmd *cobra.Command, flag string, entries []entry, p *puzzle.Puzzle) {
	register(cmd, flag, offering(entries, p))
}

func offering(entries []entry, p *puzzle.Puzzle) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		c := completer{typed: typed, directive: cobra.ShellCompDirectiveNoFileComp}
		head, _, hasOptions := strings.Cut(typed, ",")
		name, _, hasHeuristic := strings.Cut(head, "/")
		for _, e := range entries {
			switch plain, takesHeuristic := cutHeuristic(e.Name); {
			case hasOptions && isNamed(e.Name, head):
				c.offerOptions(e)
			case hasOptions:
			case takesHeuristic && p != nil && isNamed(plain, name) && (hasHeuristic || plain != name):
				for _, h := range p.Heuristics {
					full := name + "/" + h.Name
					if _, err := p.Strategy(full); err == nil {
						c.add(full, h.Doc, false)
					}
				}
			case takesHeuristic && hasHeuristic:
			default:
				c.offerName(e)
			}
		}
		return c.values, c.directive
	}
}

// cutHeuristic cuts the placeholder of a heuristic off the name of an entry.
func cutHeuristic(pattern string) (plain string, found bool) {
	if plain, found = strings.CutSuffix(pattern, "/H"); found {
		return plain, true
	}
	return strings.CutSuffix(pattern, "/E")
}

// completer collects what is offered for what is typed.
type completer struct {
	typed     string
	values    []cobra.Completion
	offered   map[string]bool
	directive cobra.ShellCompDirective
}

// add offers a value, or the start of one that goes on, behind which the shell
// puts no space; but not what does not begin as was typed, and nothing twice:
// patterns may begin alike.
func (c *completer) add(value, doc string, goesOn bool) {
	if !strings.HasPrefix(value, c.typed) || c.offered[value] {
		return
	}
	if c.offered == nil {
		c.offered = make(map[string]bool)
	}
	c.offered[value] = true
	c.values = append(c.values, cobra.CompletionWithDesc(value, doc))
	if goesOn {
		c.directive |= cobra.ShellCompDirectiveNoSpace
	}
}

// offerName offers the name of an entry up to its first placeholder, or up to the
// second if something stands in the place of the first.
func (c *completer) offerName(e entry) {
	begin, rest, isPattern := cutPlaceholder(e.Name)
	if value, ok := strings.CutPrefix(c.typed, begin); isPattern && ok && value != "" {
		if end := strings.IndexAny(value, "+/"); end >= 0 {
			value = value[:end]
		}
		begin += value
		rest, _, isPattern = cutPlaceholder(rest)
		begin += rest
	}
	c.add(begin, e.Doc, isPattern)
}

// cutPlaceholder cuts a pattern around its first placeholder.
func cutPlaceholder(pattern string) (before, after string, found bool) {
	if at := placeholder.FindStringIndex(pattern); at != nil {
		return pattern[:at[0]], pattern[at[1]:], true
	}
	return pattern, "", false
}

// offerOptions offers the options of an entry behind the last comma.
func (c *completer) offerOptions(e entry) {
	before := c.typed[:strings.LastIndexByte(c.typed, ',')+1]
	for _, o := range e.Options {
		value := before + o.Name
		if o.Want != "" {
			value += "="
		}
		c.add(value, o.String(), o.Want != "")
	}
}

// placeholder is what stands for something else in the name of an [entry].
var placeholder = regexp.MustCompile(`[A-Z]`)

// isNamed reports whether a name is that of an entry, or one that the entry's
// pattern stands for. Names of heuristics may hold a plus, other values end at
// one.
func isNamed(pattern, name string) bool {
	if !placeholder.MatchString(pattern) {
		return pattern == name
	}
	plain, takesHeuristic := cutHeuristic(pattern)
	quoted := placeholder.ReplaceAllLiteralString(regexp.QuoteMeta(plain), `[^/,+]+`)
	if takesHeuristic {
		quoted += `/[^/,]+`
	}
	return regexp.MustCompile("^" + quoted + "$").MatchString(name)
}

// complete makes the shell offer values for a flag, and no file names.
func complete(cmd *cobra.Command, flag string, values ...cobra.Completion) {
	register(cmd, flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// register panics if the command has no such flag or it is registered already.
func register(cmd *cobra.Command, flag string, f cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic("cli: " + err.Error())
	}
}
