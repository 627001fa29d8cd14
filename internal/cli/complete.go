package cli

import (
	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/ask"
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
		words, goesOn := ask.Complete(typed, entries, p)
		directive := cobra.ShellCompDirectiveNoFileComp
		if goesOn {
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		return offers(words), directive
	}
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
