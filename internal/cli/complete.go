package cli

import (
	"regexp"
	"strings"

	"github.com/spf13/cobra"
)

// completeEntries makes the shell offer entries, behind a slash the heuristics
// where the entry takes one, and behind a comma the options, as values of a
// flag.
func completeEntries(cmd *cobra.Command, flag string, entries []entry, heuristics func() []entry) {
	register(cmd, flag, func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		c := completer{typed: typed, directive: cobra.ShellCompDirectiveNoFileComp}
		head, _, hasOptions := strings.Cut(typed, ",")
		name, _, hasHeuristic := strings.Cut(head, "/")
		for _, e := range entries {
			switch plain, takesHeuristic := strings.CutSuffix(e.Name, "/H"); {
			case hasOptions && isNamed(e.Name, head):
				c.offerOptions(e)
			case hasOptions:
			case takesHeuristic && heuristics != nil && isNamed(plain, name) && (hasHeuristic || plain != name):
				for _, h := range heuristics() {
					if full := name + "/" + h.Name; e.accepts == nil || e.accepts(full) {
						c.offer(full, h.Doc)
					}
				}
			case !hasHeuristic:
				literal, isPattern := e.Name, false
				if at := placeholder.FindStringIndex(e.Name); at != nil {
					literal, isPattern = e.Name[:at[0]], true
				}
				c.offer(literal, e.Doc)
				if isPattern {
					c.directive |= cobra.ShellCompDirectiveNoSpace
				}
			}
		}
		return c.values, c.directive
	})
}

// completer collects what is offered for what is typed.
type completer struct {
	typed     string
	values    []cobra.Completion
	directive cobra.ShellCompDirective
}

// offer offers a value, unless it does not begin as was typed.
func (c *completer) offer(value, doc string) {
	if strings.HasPrefix(value, c.typed) {
		c.values = append(c.values, cobra.CompletionWithDesc(value, doc))
	}
}

// offerOptions offers the options of an entry behind the last comma.
func (c *completer) offerOptions(e entry) {
	before := c.typed[:strings.LastIndexByte(c.typed, ',')+1]
	for _, o := range e.Options {
		value := before + o.Name
		if o.Want != "" {
			value += "="
			c.directive |= cobra.ShellCompDirectiveNoSpace
		}
		c.offer(value, o.String())
	}
}

// placeholder is what stands for something else in the name of an [entry].
var placeholder = regexp.MustCompile(`[A-Z]`)

// isNamed reports whether a name is that of an entry, or one that the entry's
// pattern stands for.
func isNamed(pattern, name string) bool {
	if !placeholder.MatchString(pattern) {
		return pattern == name
	}
	quoted := placeholder.ReplaceAllLiteralString(regexp.QuoteMeta(pattern), `[^/,]+`)
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
