package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
)

func newVerifyCommand(env *environment) *cobra.Command {
	var flags settingFlags
	cmd := &cobra.Command{
		Use:   "verify [STUDY…]",
		Short: "Make claims, figures and tables again and compare them",
		Long: `Make the claims, figures and tables of studies again from their stored trials,
and compare them with those that stand in the results folder: of all studies
that have a report there, without arguments. Nothing is run, and nothing is
written. What shows measured times is left out.

Every difference is a line on standard output, with what stands in the folder
and what the trials make; the exit status is then 1.`,
		Example: env.example(`  puzzlelab verify --quick
  puzzlelab verify STUDY --out results`),
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: env.completeStudies,
	}
	flags.register(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		setting, err := flags.setting(cmd)
		if err != nil {
			return err
		}
		var chosen []study.Definition
		for _, name := range args {
			st, err := env.studyNamed(cmd, name)
			if err != nil {
				return err
			}
			chosen = append(chosen, st)
		}
		if len(args) == 0 {
			chosen = slices.DeleteFunc(slices.Clone(env.studies), func(st study.Definition) bool {
				_, err := os.Stat(filepath.Join(studyFolder(st, setting), pageName["md"]))
				return err != nil
			})
		}
		if len(chosen) == 0 {
			return failure("puzzlelab reproduce"+scaleFlag(setting.Scale)+flags.outFlag()+" makes them", "%s: there are no reports to verify", shown(setting.Root))
		}
		differ := 0
		for _, st := range chosen {
			n, err := env.verify(st, setting, flags.outFlag())
			if err != nil {
				return err
			}
			differ += n
		}
		if differ > 0 {
			return fmt.Errorf("verify: %s", counted(differ, "difference"))
		}
		return nil
	}
	return cmd
}

// verify prints what of a study differs from what its trials make, and returns how
// much that is.
func (env *environment) verify(st study.Definition, setting experiments.Setting, out string) (differ int, err error) {
	summary, err := storedTrials(st, setting, out)
	if err != nil {
		return 0, err
	}
	r, err := st.Report(frame.Of(summary.Trials))
	if err != nil {
		return 0, fmt.Errorf("verify %s: %w", st.Name, err)
	}
	made, err := reportFiles(r, []string{"md"})
	if err != nil {
		return 0, fmt.Errorf("verify %s: %w", st.Name, err)
	}
	compared := 0
	for _, f := range made {
		if f.Name == pageName["md"] || f.Name == "provenance.json" || strings.HasPrefix(f.Name, "timing/") {
			continue
		}
		compared++
		name := filepath.Join(studyFolder(st, setting), filepath.FromSlash(f.Name))
		old, err := os.ReadFile(name)
		var lines []string
		switch {
		case errors.Is(err, fs.ErrNotExist):
			lines, err = []string{"is not there"}, nil
		case err != nil:
			return differ, err
		case bytes.Equal(old, f.Data):
		case f.Name == "claims.json":
			lines, err = changedClaims(old, f.Data)
		case path.Ext(f.Name) == ".csv":
			lines = []string{changedLine(old, f.Data)}
		default:
			lines = []string{fmt.Sprintf("differs: %s there, %s made", counted(len(old), "byte"), counted(len(f.Data), "byte"))}
		}
		if err != nil {
			return differ, fmt.Errorf("read %s: %w", shown(name), err)
		}
		for _, line := range lines {
			if err := env.printLines(shown(name) + ": " + line); err != nil {
				return differ, err
			}
		}
		differ += len(lines)
	}
	if differ == 0 {
		return 0, env.printLines(fmt.Sprintf("%s: %s equal what %s make", st.Name, counted(compared, "file"), counted(len(summary.Trials), "trial")))
	}
	return differ, nil
}

// changedClaims says which claims differ, and how.
func changedClaims(old, made []byte) ([]string, error) {
	var a, b []reports.Claim
	if err := errors.Join(json.Unmarshal(old, &a), json.Unmarshal(made, &b)); err != nil {
		return nil, err
	}
	var lines []string
	for _, now := range b {
		i := slices.IndexFunc(a, func(c reports.Claim) bool { return c.ID == now.ID })
		switch {
		case i < 0:
			lines = append(lines, fmt.Sprintf("claim %q is not there, and %s", now.ID, now.Holds))
		case a[i].Holds != now.Holds:
			lines = append(lines, fmt.Sprintf("claim %q: %s there, %s by the trials: %s", now.ID, a[i].Holds, now.Holds, now.Evidence))
		case a[i].Evidence != now.Evidence || a[i].Statement != now.Statement:
			lines = append(lines, fmt.Sprintf("claim %q %s, but by other numbers: %s", now.ID, now.Holds, now.Evidence))
		}
	}
	for _, before := range a {
		if !slices.ContainsFunc(b, func(c reports.Claim) bool { return c.ID == before.ID }) {
			lines = append(lines, fmt.Sprintf("claim %q is there, and not of the study", before.ID))
		}
	}
	if lines == nil {
		lines = []string{"differs in its form"}
	}
	return lines, nil
}

// changedLine shows the first line in which two tables differ.
func changedLine(old, made []byte) string {
	a, b := strings.Split(string(old), "\n"), strings.Split(string(made), "\n")
	for i := range max(len(a), len(b)) {
		var before, now string
		if i < len(a) {
			before = a[i]
		}
		if i < len(b) {
			now = b[i]
		}
		if before != now {
			return fmt.Sprintf("line %d: %q there, %q by the trials", i+1, before, now)
		}
	}
	return "differs"
}
