package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports/formats"
	"github.com/puzzlelab/puzzlelab/reports/markdown"
	"github.com/puzzlelab/puzzlelab/reports/pdf"
)

// verifying is the command verify.
type verifying struct {
	*environment
	settingFlags
	jsonFlag
	count   string // of trials that are run again: "" for none, all, or a number
	seed    uint64
	studies []study.Definition
}

func newVerifyCommand(env *environment) *cobra.Command {
	c := &verifying{environment: env, seed: 1}
	c.usage = "print one JSON object per trial that --rerun finds different"
	cmd := newCommand(&cobra.Command{
		Use:   "verify [STUDY|FILE.yaml…]",
		Short: "Make claims, figures and tables, or trials, again and compare them",
		Long: `Make the claims, figures and tables of studies again from their stored trials,
and compare them with those that stand in the results folder: of all studies
that have a report there, without arguments. Nothing is run, and nothing is
written. What shows measured times is left out.

Of a study that declares its questions it says whether, by git, they were
declared before the trials were run.

Every difference is a line on standard output, with what stands in the folder
and, behind an arrow, what the trials make; the exit status is then 1.

With --rerun it is stored trials that are made again: all, or K of them drawn by
a seed, each under its own seed and limits, whatever the scale. Every column
that is the same on every machine is compared. Trials that the clock or the
system ended, and failed ones, are left out. Nothing is stored.`,
		Example: env.example(`  puzzlelab verify --quick
  puzzlelab verify STUDY --rerun 20
  puzzlelab verify STUDY --out results`),
		ValidArgsFunction: env.completeStudies,
	}, c.run, &c.settingFlags, &c.jsonFlag)
	fs := cmd.Flags()
	fs.StringVar(&c.count, "rerun", "", "run stored trials again instead: all, or `K` drawn by --seed")
	fs.Lookup("rerun").NoOptDefVal = "all"
	fs.Var(seedFlag(&c.seed), "seed", "seed by which --rerun K draws")
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
		reportless := func(st study.Definition) bool { return !exists(studyFolder(st, c.Setting), formats.Page["md"]) }
		c.studies = slices.DeleteFunc(c.studies, reportless)
	}
	if len(c.studies) == 0 {
		return failure("puzzlelab reproduce"+scaleFlag(c.Scale)+c.flag()+" makes them", "%s: there are no reports to verify", shown(c.Root))
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

// verify prints what of a study differs from what its trials make, and returns how
// much that is.
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
	r, err := c.native(st, c.Setting, summary)
	if err != nil {
		return 0, fmt.Errorf("verify %s: %w", st.Name, err)
	}
	made, err := formats.Report(r, []string{"md"}, pdf.A4)
	if err != nil {
		return 0, fmt.Errorf("verify %s: %w", st.Name, err)
	}
	dir := studyFolder(st, c.Setting)
	compared, differences, err := markdown.Differences(os.DirFS(dir), made)
	if err != nil {
		return 0, fmt.Errorf("verify %s: %s: %w", st.Name, shown(dir), err)
	}
	for _, d := range differences {
		if err := c.printLines(shown(filepath.Join(dir, filepath.FromSlash(d.Name))) + ": " + d.What); err != nil {
			return 0, err
		}
	}
	if len(differences) == 0 {
		return 0, c.printLines(fmt.Sprintf("%s: %s equal what %s make", st.Name, counted(compared, "file"), counted(len(summary.Trials), "trial")))
	}
	return len(differences), nil
}
