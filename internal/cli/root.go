package cli

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// helpWidth is the maximum width of help texts.
const helpWidth = 80

func newRootCommand(env *environment) *cobra.Command {
	root := newGroup(env.word(), "Search puzzles, compare strategies, and report the results", "command")
	root.Version = readVersion(debug.ReadBuildInfo()).String()
	root.SilenceUsage, root.SilenceErrors = true, true
	// Without a command it prints help, because users who type only the name want to learn more.
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
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Studies", []*cobra.Command{newReproduceCommand(env), newRunCommand(env), newPlanCommand(env), newFiguresCommand(env), newReportCommand(env), newVerifyCommand(env)}},
		{"Puzzles", []*cobra.Command{newSolveCommand(env), newGenerateCommand(env), newShowCommand(env), newListCommand(env), newTablesCommand(env), newEnumerateCommand(env)}},
		{"Trials", []*cobra.Command{newRerunCommand(env), newCompareCommand(env), newExportCommand(env), newImportCommand(env), newMergeCommand(env), newGCCommand(env)}},
		{"Cluster", []*cobra.Command{newSubmitCommand(env), newStatusCommand(env), newFetchCommand(env)}},
		{"Notebooks", []*cobra.Command{newNotebookCommand(env), newKernelCommand(env)}},
		{"Labs", []*cobra.Command{newNewCommand(env), newVersionCommand(env)}},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
		for _, cmd := range g.commands {
			cmd.GroupID = g.title
			root.AddCommand(cmd)
		}
	}
	root.SetCompletionCommandGroupID("Labs")
	help := newHelpCommand(root)
	root.AddCommand(help)
	root.SetHelpCommand(help)
	addCompletionCommand(root)
	env.explain(root, "puzzlelab", manual(), env.names())
	return root
}

// manualText has a page for each command. A page begins with "#" and the command's path. The
// command adds text that depends on the lab. Pages for each PUZZLE are templates for its facts.
//
//go:embed manual.txt
var manualText string

// manual returns the pages of the manual by command path, without the program's name.
func manual() map[string]string {
	pages := map[string]string{}
	for page := range strings.SplitSeq("\n"+manualText, "\n# ") {
		path, text, _ := strings.Cut(page, "\n")
		pages[path] = text
	}
	return pages
}

// names replaces placeholders in examples with values: the first study of the lab, and the study's
// puzzle or else the first puzzle. Placeholders without a value remain.
func (env *environment) names() *strings.Replacer {
	var names []string
	i := 0
	if len(env.Studies) > 0 {
		st := env.Studies[0]
		names = append(names, "STUDY", st.Name, "NOTEBOOK", cmp.Or(env.notebookNamed(st.NotebookFile()), "notebooks/"+st.NotebookFile()))
		i = max(0, slices.IndexFunc(env.Puzzles, func(p *puzzle.Puzzle) bool { return p.Name == st.Puzzle }))
	}
	if len(env.Puzzles) > 0 {
		p := env.Puzzles[i]
		names = append(names, "PUZZLE", p.Name, "INSTANCE", cmp.Or(p.Example, "INSTANCE"), "SIZE", cmp.Or(exampleSize(p), "SIZE"), "STRATEGY", cmp.Or(p.Strategies.Example(0), "STRATEGY"))
	}
	return strings.NewReplacer(names...)
}

// explain adds the pages of the manual to a command and its subcommands.
func (env *environment) explain(cmd *cobra.Command, path string, pages map[string]string, names *strings.Replacer) {
	if text, ok := pages[path]; ok {
		text, examples, _ := strings.Cut(text, "\nExamples:\n")
		cmd.Long = cmp.Or(strings.ReplaceAll(strings.Trim(text, "\n"), "{more}", cmd.Long), cmd.Long)
		cmd.Example = cmp.Or(cmd.Example, strings.Trim(names.Replace(examples), "\n"))
	}
	for _, child := range cmd.Commands() {
		name := strings.TrimPrefix(path+" "+child.Name(), "puzzlelab ")
		if i := slices.IndexFunc(env.Puzzles, func(p *puzzle.Puzzle) bool { return p.Name == child.Name() }); i >= 0 {
			pages[name] = pageOf(env.Puzzles[i], pages[path+" PUZZLE"])
		}
		env.explain(child, name, pages, names)
	}
}

// pageOf returns the page for a puzzle.
func pageOf(p *puzzle.Puzzle, page string) string {
	t := template.Must(template.New("").Funcs(template.FuncMap{"size": exampleSize, "formats": pictureFormats, "last": last}).Parse(page))
	var b strings.Builder
	if err := t.Execute(&b, p); err != nil {
		panic("cli: " + err.Error())
	}
	return b.String()
}

// last returns the last item of a list.
func last(list any) any {
	items := reflect.ValueOf(list)
	return items.Index(items.Len() - 1).Interface()
}

// newHelpCommand replaces cobra's help command, which exits with status 0 for unknown commands.
func newHelpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND…]",
		GroupID: "Labs",
		Short:   "Print the help of a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := root.Find(args)
			switch {
			case len(rest) > 0 && about.HasSubCommands():
				return unknownChild(about, rest[0])
			case len(rest) > 0:
				return noArguments(about, rest)
			case err != nil:
				return err
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			about, rest, err := root.Find(args)
			if len(rest) > 0 || err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return offers(childWords(about)), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// addCompletionCommand adds cobra's completion command, with our errors for wrong use.
func addCompletionCommand(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion, _, err := root.Find([]string{"completion"})
	if err != nil {
		panic("cli: " + err.Error())
	}
	completion.Short = "Print a script that completes commands and names in a shell"
	asGroup(completion, "shell")
	for _, shell := range completion.Commands() {
		shell.Args = cobra.PositionalArgs(noArguments)
	}
}

// newGroup makes a command that only has subcommands; what describes their names.
func newGroup(use, short, what string, children ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short}
	cmd.AddCommand(children...)
	asGroup(cmd, what)
	return cmd
}

// asGroup reports wrong use if a group is called without the name of a subcommand, or with an
// unknown name.
func asGroup(cmd *cobra.Command, what string) {
	cmd.Annotations = map[string]string{"what": what}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknownChild(cmd, args[0])
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return wrongUse(cmd, fmt.Errorf("no %s given (want %s)", what, strings.Join(childNames(cmd), ", ")))
	}
}

// perPuzzle makes a command with one subcommand for each puzzle.
func (env *environment) perPuzzle(use, short string, puzzles []*puzzle.Puzzle, of func(*environment, *puzzle.Puzzle) *cobra.Command) *cobra.Command {
	return newGroup(use, short, "puzzle", study.Map(puzzles, func(p *puzzle.Puzzle) *cobra.Command { return of(env, p) })...)
}

// unknownChild reports an unknown subcommand.
func unknownChild(cmd *cobra.Command, name string) error {
	return wrongUse(cmd, unknown(cmd.Annotations["what"], name, childNames(cmd)))
}

func childNames(cmd *cobra.Command) []string { return namesOf(childWords(cmd)) }

func childWords(cmd *cobra.Command) []puzzle.Word {
	offered := slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool { return !c.IsAvailableCommand() })
	return study.Map(offered, func(c *cobra.Command) puzzle.Word { return puzzle.Word{Name: c.Name(), Doc: c.Short} })
}

// flagWants describes the values of pflag's own types.
var flagWants = map[string]string{"bool": "true or false", "int": "a whole number"}

// flagError explains an error of the flag parser, with the most similar flag. Groups have few
// flags, so an unknown flag there may be due to an unknown name before it.
func (env *environment) flagError(cmd *cobra.Command, err error) error {
	if errors.Is(err, pflag.ErrHelp) {
		return err
	}
	if depth := len(strings.Fields(cmd.CommandPath())) - 1; cmd.HasSubCommands() && depth < len(env.args) {
		if name := env.args[depth]; !strings.HasPrefix(name, "-") {
			return unknownChild(cmd, name)
		}
	}
	if missing, ok := errors.AsType[*pflag.NotExistError](err); ok && missing.GetSpecifiedShortnames() == "" {
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
		err = fmt.Errorf("%w%s", err, search.DidYouMean("--"+missing.GetSpecifiedName(), known))
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		cause := errors.Unwrap(invalid)
		switch _, ok := errors.AsType[*strconv.NumError](cause); {
		case errors.Is(cause, strconv.ErrRange):
			cause = fmt.Errorf("%q is too large", invalid.GetValue())
		case ok:
			cause = fmt.Errorf("%q is not %s", invalid.GetValue(), flagWants[invalid.GetFlag().Value.Type()])
		}
		// If the cause quotes the value, only the flag is missing.
		if strings.Contains(cause.Error(), `"`) {
			err = fmt.Errorf("--%s: %w", invalid.GetFlag().Name, cause)
		}
	}
	return wrongUse(cmd, err)
}
