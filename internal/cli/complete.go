package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// completeEntries makes the shell offer entries, and behind a comma their
// options, as values of a flag.
func completeEntries(cmd *cobra.Command, flag string, entries []entry) {
	register(cmd, flag, func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		name, _, hasOptions := strings.Cut(typed, ",")
		var values []cobra.Completion
		directive := cobra.ShellCompDirectiveNoFileComp
		for _, e := range entries {
			switch {
			case !hasOptions:
				values = append(values, cobra.CompletionWithDesc(e.Name, e.Doc))
			case e.Name == name:
				before := typed[:strings.LastIndexByte(typed, ',')+1]
				for _, o := range e.Options {
					value := before + o.Name
					if o.Want != "" {
						value += "="
						directive |= cobra.ShellCompDirectiveNoSpace
					}
					values = append(values, cobra.CompletionWithDesc(value, o.String()))
				}
			}
		}
		return values, directive
	})
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
