package cli

import (
	"cmp"
	"fmt"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// helpWidth is the number of columns that no line of help goes beyond.
const helpWidth = 80

func newRootCommand(env *environment) *cobra.Command {
	root := &cobra.Command{
		Use:   env.word(),
		Short: "Search puzzles, compare strategies, report the results",
		Long: `puzzlelab searches puzzles, compares strategies and reports the results.

Results go to standard output, everything else to standard error.
Exit status: 0 done, 1 failure, 2 wrong use, 3 done but a limit was hit,
130 interrupted.`,
		Example: env.example(`  puzzlelab reproduce --quick
  puzzlelab list
  puzzlelab generate PUZZLE --size SIZE --count 5 |
    puzzlelab solve PUZZLE
  echo INSTANCE | puzzlelab show PUZZLE --solution`),
		Version:       readVersion(debug.ReadBuildInfo()).String(),
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	asGroup(root, "command")
	// Alone it prints its help: whoever types the name alone wants to know.
	root.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	root.SetIn(env.stdin)
	env.help = &helpWriter{env: env}
	root.SetOut(env.help)
	root.SetErr(env.stderr)
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetUsageTemplate(strings.NewReplacer(
		".FlagUsages ", fmt.Sprintf(".FlagUsagesWrapped %d ", helpWidth),
		`[command] --help" for more information about a command`, `[command] -h" for more about a command`,
	).Replace(root.UsageTemplate()))
	root.SetFlagErrorFunc(env.flagError)
	root.AddCommand(
		newReproduceCommand(env),
		newRunCommand(env),
		newRerunCommand(env),
		newFiguresCommand(env),
		newReportCommand(env),
		newVerifyCommand(env),
		newSolveCommand(env),
		newGenerateCommand(env),
		newShowCommand(env),
		newListCommand(env),
		newNotebookCommand(env),
		newNewCommand(env),
		newKernelCommand(env),
		newVersionCommand(env),
	)
	root.SetHelpCommand(newHelpCommand(env, root))
	addCompletionCommand(root)
	return root
}

// blank matches what stands in an example for a name that the lab has.
var blank = regexp.MustCompile(`\b(STUDY|NOTEBOOK|PUZZLE|INSTANCE|SIZE|STRATEGY)\b`)

// example returns examples with the lab's first study, and its puzzle or else the
// lab's first, in the blanks. What the lab has none of stays blank.
func (env *environment) example(text string) string {
	names := map[string]string{}
	i := 0
	if len(env.studies) > 0 {
		st := env.studies[0]
		names["STUDY"], names["NOTEBOOK"] = st.Name, cmp.Or(env.notebookNamed(st.NotebookFile()), "notebooks/"+st.NotebookFile())
		i = max(0, slices.IndexFunc(env.puzzles, func(p *puzzle.Puzzle) bool { return p.Name == st.Puzzle }))
	}
	if len(env.puzzles) > 0 {
		p := env.puzzles[i]
		names["PUZZLE"], names["INSTANCE"], names["SIZE"], names["STRATEGY"] = p.Name, p.Example, exampleSize(p), p.Strategies.Example(0)
	}
	return blank.ReplaceAllStringFunc(text, func(word string) string { return cmp.Or(names[word], word) })
}

// newHelpCommand replaces cobra's own, which exits with status 0 for a command
// that does not exist.
func newHelpCommand(env *environment, root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND…]",
		Short:   "Print the help of a command",
		Example: env.example("  puzzlelab help solve PUZZLE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			about := root
			for _, name := range args {
				next := childNamed(about, name)
				switch {
				case next == nil && about.HasSubCommands():
					return unknownChild(about, name)
				case next == nil:
					return noArguments(about, []string{name})
				}
				about = next
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			about := root
			for _, name := range args {
				if about = childNamed(about, name); about == nil {
					return nil, cobra.ShellCompDirectiveNoFileComp
				}
			}
			return offers(childWords(about)), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// addCompletionCommand adds cobra's completion command, made to answer wrong
// use like the other commands.
func addCompletionCommand(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion := childNamed(root, "completion")
	completion.Short = "Print a script that completes commands and names in a shell"
	completion.Example = "  source <(puzzlelab completion bash)"
	asGroup(completion, "shell")
	for _, shell := range completion.Commands() {
		shell.Args = noArguments
		shell.Example = "  puzzlelab completion " + shell.Name() + " > completion." + shell.Name()
	}
}
