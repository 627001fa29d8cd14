package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/reports/formats"
	"github.com/puzzlelab/puzzlelab/reports/markdown"
	"github.com/puzzlelab/puzzlelab/reports/pdf"
)

// verifying is the command verify.
type verifying struct {
	*environment
	settingFlags
	jsonFlag
	count   string // how many trials to run again: "" for none, "all", or a number
	seed    uint64
	studies []study.Definition
}

func newVerifyCommand(env *environment) *cobra.Command {
	c := &verifying{environment: env, seed: 1}
	c.usage = "print one JSON object for each trial whose results differ"
	cmd := newCommand("verify [STUDY|FILE.yaml…]", "Check that stored results can be reproduced",
		c.run, &c.settingFlags, &c.jsonFlag, completes(env.completeStudies))
	fs := cmd.Flags()
	fs.StringVar(&c.count, "rerun", "", "instead, run all stored trials again, or a random sample of `K` trials")
	fs.Lookup("rerun").NoOptDefVal = "all"
	fs.Var(seedFlag(&c.seed), "seed", "draw the random sample of --rerun K with the seed `S`")
	return cmd
}

func (c *verifying) run(cmd *cobra.Command, args []string) error {
	k, args, err := c.chosen(cmd, args)
	if err != nil {
		return err
	}
	if c.studies, err = c.studiesNamed(cmd, args); err != nil {
		return err
	}
	if c.count != "" {
		return c.rerun(cmd.Context(), k)
	}
	if len(args) == 0 {
		reportless := func(st study.Definition) bool { return !exists(c.Root, st.Name, formats.Page["md"]) }
		c.studies = slices.DeleteFunc(c.studies, reportless)
	}
	if len(c.studies) == 0 {
		return failure("create them with puzzlelab reproduce"+scaleFlag(c.Scale)+c.flag(), "%s: there are no reports to verify", shown(c.Root))
	}
	differ := 0
	for _, st := range c.studies {
		n, err := c.verify(cmd.Context(), st)
		if err != nil {
			return err
		}
		differ += n
	}
	return differing("verify", differ)
}

// differing is the error of a command that found differences.
func differing(what string, n int) error {
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%s: %s", what, counted(n, "difference"))
}

// verify prints differences between the files of a study and its trials, and returns their number.
func (c *verifying) verify(ctx context.Context, st study.Definition) (differ int, err error) {
	summary, err := storedTrials(st, c.outFlag)
	if err != nil {
		return 0, err
	}
	if said := st.DeclaredBefore(ctx, summary.Load.Sources); said != "" {
		if err := c.printLines(said); err != nil {
			return 0, err
		}
	}
	n, _ := c.studyNotebook(st, c.Setting)
	r, err := n.native(summary)
	var made files
	if err == nil {
		made, err = formats.Report(r, []string{"md"}, pdf.A4)
	}
	if err != nil {
		return 0, fmt.Errorf("verify %s: %w", st.Name, err)
	}
	compared, differences, err := markdown.Differences(os.DirFS(n.folder), made)
	if err != nil {
		return 0, fmt.Errorf("verify %s: %s: %w", st.Name, shown(n.folder), err)
	}
	lines := study.Map(differences, func(d markdown.Difference) string {
		return shown(filepath.Join(n.folder, filepath.FromSlash(d.Name))) + ": " + d.What
	})
	if lines == nil {
		lines = []string{fmt.Sprintf("%s: %s match the results of %s", st.Name, counted(compared, "file"), counted(len(summary.Trials), "trial"))}
	}
	return len(differences), c.printLines(lines...)
}

// chosen removes a number after --rerun from the arguments, and returns the number of trials to run
// again, or 0 for all.
func (c *verifying) chosen(cmd *cobra.Command, args []string) (k uint64, rest []string, err error) {
	if c.count == "" {
		if cmd.Flags().Changed("seed") || c.json {
			return 0, nil, wrongUse(cmd, errors.New("--seed and --json require --rerun"))
		}
		return 0, args, nil
	}
	if c.count == "all" {
		i := slices.IndexFunc(args, func(arg string) bool { return arg[:min(len(arg), 1)] >= "0" && arg[:min(len(arg), 1)] <= "9" })
		if i < 0 {
			return 0, args, nil
		}
		c.count, args = args[i], slices.Delete(slices.Clone(args), i, i+1)
	}
	if k, err = numerals.ParseCount(c.count); err == nil && k == 0 {
		err = errors.New("no number of trials (want 1 or more, or none for all)")
	}
	if err != nil {
		err = wrongUse(cmd, fmt.Errorf("--rerun: %q is %w", c.count, err))
	}
	return k, args, err
}

// rerun runs stored trials of the studies again and compares every column that does not depend on
// the clock.
func (c *verifying) rerun(ctx context.Context, k uint64) error {
	store, err := c.Store()
	if err != nil {
		return err
	}
	again, err := study.LoadAgain(store, c.studies, c.sayWarnings)
	if err != nil {
		return err
	}
	if again.Stored == 0 {
		return failure("run trials with puzzlelab run STUDY", "verify: %s: there are no stored trials of %s", shown(c.Root),
			strings.Join(study.Map(c.studies, func(st study.Definition) string { return st.Name }), ", "))
	}
	again.Sample(k, c.seed)
	if err := again.Run(ctx, c.progress()); err != nil {
		return err
	}
	rows := study.Map(again.Different, func(d study.Different) differenceRow {
		return differenceRow{d.Key.String(), d.Key.ID(), d.Columns}
	})
	err = printAll(c.environment, c.json, rows, func(w io.Writer) error {
		for _, row := range rows {
			fmt.Fprintf(w, "%s (%s): %s\n", row.Trial, row.ID, strings.Join(row.Columns, "; "))
		}
		fmt.Fprintf(w, "%s run again: %s equal, %s different (stored, now)\n", counted(again.Same+len(rows), "trial"), grouped(again.Same), grouped(len(rows)))
		return nil
	})
	if err != nil {
		return err
	}
	note := func(n int, what string) {
		if n > 0 {
			c.note(counted(n, "trial") + " " + what)
		}
	}
	note(again.Undecided, "skipped, because they failed, or because a time limit or the system ended them")
	note(again.Foreign, "skipped, because the studies no longer have their instance or strategy")
	note(again.OtherCode, "stored by different code")
	return differing("verify", len(rows))
}
