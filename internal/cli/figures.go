package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports/formats"
)

// figuring is the command figures.
type figuring struct {
	studyArgument
	settingFlags
	formats.Options
	only []string
	look oneOf
}

func newFiguresCommand(env *environment) *cobra.Command {
	c := &figuring{studyArgument: studyArgument{environment: env}, look: oneOf{what: "theme", words: []string{"paper"}}}
	cmd := newCommand("figures STUDY|FILE.yaml", "Draw a study's figures and tables from stored trials",
		c.run, &c.settingFlags, &c.studyArgument)
	fs := cmd.Flags()
	fs.StringSliceVar(&c.only, "only", nil, "draw only the figures and tables with these `IDS`, separated by commas; see list figures")
	fs.StringSliceVar(&c.Formats, "to", []string{"svg", "png"}, "draw figures in these `FORMATS`, separated by commas: "+strings.Join(formats.Figures, ", "))
	fs.Var(widthFlag(&c.Width), "width", "draw figures with this `WIDTH` for a paper, such as 89mm, 120mm, 183mm or 3.5in")
	c.look.register(cmd, "theme", "draw black text and no grid, for a paper")
	complete(cmd, "to", formats.Figures...)
	register(cmd, "only", func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		var ids []cobra.Completion
		for _, st := range c.Studies {
			if slices.Contains(args, st.Name) {
				ids = append(ids, st.ItemIDs()...)
			}
		}
		return ids, cobra.ShellCompDirectiveNoFileComp
	})
	return cmd
}

func (c *figuring) run(cmd *cobra.Command, _ []string) error {
	st := c.st
	c.Theme = c.look.value
	items, err := st.ItemsNamed(c.only...)
	if err != nil {
		return wrongUseHint(cmd, err, "see puzzlelab list figures")
	}
	if err := checkWords("format", c.Formats, formats.Figures); err != nil {
		return wrongUse(cmd, err)
	}
	summary, err := c.wholeTrials(st, c.outFlag)
	if err != nil {
		return err
	}
	var made files
	for _, item := range items {
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		list, note, err := c.files(item, frame.Of(summary.Trials))
		if err != nil {
			return fmt.Errorf("figures %s: %s: %w", st.Name, item.ID, err)
		}
		if note != "" {
			c.note(item.ID + ": " + note)
		}
		made = append(made, list...)
	}
	if len(made) == 0 {
		return fmt.Errorf("figures %s: a claim is not written to a file (puzzlelab report %s shows it)", st.Name, called(st))
	}
	paths, err := made.writeTo(filepath.Join(c.Root, st.Name))
	if err != nil {
		return err
	}
	return c.printLines(paths...)
}

// files returns the files of an item, none for a claim, and a remark about them.
func (c *figuring) files(item study.Item, trials frame.Frame) (made files, note string, err error) {
	if item.Draw != nil {
		drawn, err := item.Draw(trials)
		if err != nil {
			return nil, "", err
		}
		made, err = c.Drawn(drawn)
		return made, "", err
	}
	if item.Claim {
		return nil, "", nil
	}
	block, err := item.Make(trials)
	if err != nil {
		return nil, "", err
	}
	return c.Block(block)
}

// checkWords reports unknown words in the value of a flag.
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
