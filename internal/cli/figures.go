package cli

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports/markdown"
)

// figureFormats are what --to understands.
var figureFormats = []string{"svg", "png"}

func newFiguresCommand(env *environment) *cobra.Command {
	var flags settingFlags
	cmd := &cobra.Command{
		Use:   "figures STUDY",
		Short: "Make the figures and tables of a study from its stored trials",
		Long: `Make the figures and tables of a study from its stored trials, without running
any and without a notebook.

They go where reproduce puts them, into the study's folder in the results
folder: figures/ID.svg and .png, tables/ID.csv; what shows measured times into
timing/. The names of the files are printed.`,
		Example: env.example(`  puzzlelab figures STUDY --quick
  puzzlelab figures STUDY --only ID,ID --to svg --out results`),
		ValidArgsFunction: env.completeStudies,
	}
	fs := cmd.Flags()
	only := fs.StringSlice("only", nil, "only the figures and tables `ID,ID…`; see list figures")
	formats := fs.StringSlice("to", figureFormats, "formats `F,F…` of figures: "+strings.Join(figureFormats, ", "))
	flags.register(cmd)
	complete(cmd, "to", figureFormats...)
	register(cmd, "only", func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		var ids []cobra.Completion
		for _, st := range env.Studies {
			if slices.Contains(args, st.Name) {
				ids = append(ids, st.ItemIDs()...)
			}
		}
		return ids, cobra.ShellCompDirectiveNoFileComp
	})

	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		st, err := env.oneStudy(cmd, args)
		if err != nil {
			return err
		}
		items, err := st.ItemsNamed(*only...)
		if err != nil {
			return wrongUseHint(cmd, err, "see puzzlelab list figures")
		}
		if err := checkWords("format", *formats, figureFormats); err != nil {
			return wrongUse(cmd, err)
		}
		setting, err := flags.setting(cmd)
		if err != nil {
			return err
		}
		summary, err := storedTrials(st, setting, flags.outFlag())
		env.sayWarnings(summary)
		if err != nil {
			return err
		}
		var made files
		for _, item := range items {
			if err := cmd.Context().Err(); err != nil {
				return err
			}
			if err := made.item(item, frame.Of(summary.Trials), *formats); err != nil {
				return fmt.Errorf("figures %s: %w", st.Name, err)
			}
		}
		if len(made) == 0 {
			return fmt.Errorf("figures %s: a claim has no file (puzzlelab report %s prints it)", st.Name, st.Name)
		}
		paths, err := made.writeTo(studyFolder(st, setting))
		if err != nil {
			return err
		}
		return env.printLines(paths...)
	}
	return cmd
}

// item adds the files of an item: none for a claim.
func (f *files) item(item study.Item, trials frame.Frame, formats []string) error {
	block, err := item.Make(trials)
	if err != nil {
		return fmt.Errorf("%s: %w", item.ID, err)
	}
	all, err := markdown.Files(block)
	if err != nil {
		return fmt.Errorf("%s: %w", item.ID, err)
	}
	for _, file := range all {
		if format := path.Ext(file.Name)[1:]; format == "csv" || slices.Contains(formats, format) {
			*f = append(*f, file)
		}
	}
	return nil
}

// checkWords reports a value of a flag that is a list of words.
func checkWords(what string, words, known []string) error {
	for _, word := range words {
		if !slices.Contains(known, word) {
			return unknown(what, word, known)
		}
	}
	if len(words) == 0 {
		return fmt.Errorf("no %s given (want %s)", what, strings.Join(known, ", "))
	}
	return nil
}
