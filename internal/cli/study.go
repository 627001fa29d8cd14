package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/origin"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/ask"
)

// wholeTrials is storedTrials, and says what is to be known of them.
func (env *environment) wholeTrials(st study.Definition, at outFlag) (experiments.Summary, error) {
	summary, err := storedTrials(st, at)
	env.sayWarnings(summary.Study, summary.Load)
	return summary, err
}

// storedTrials returns the trials of the whole study and runs none. The error says which
// command runs those that are missing, or which scale is there.
func storedTrials(st study.Definition, at outFlag) (experiments.Summary, error) {
	plan, err := st.Plan(study.Choice{Scale: at.Scale})
	if err != nil {
		return experiments.Summary{}, err
	}
	summary, err := plan.Stored(at.Setting)
	if err != nil || summary.Missing == 0 {
		return summary, err
	}
	hint := "run puzzlelab run " + called(st) + scaleFlag(at.Scale) + at.flag() + " first"
	for _, scale := range []experiments.Scale{experiments.Full, experiments.Standard, experiments.Quick} {
		if other, err := st.Stored(experiments.Setting{Root: at.Root, Scale: scale}); err == nil && other.Missing == 0 {
			hint += fmt.Sprintf("; those of %s scale are there: give %s", scale, cmp.Or(strings.TrimSpace(scaleFlag(scale)), "no scale"))
			break
		}
	}
	verb := "are"
	if summary.Missing == 1 {
		verb = "is"
	}
	err = fmt.Errorf("%s: %s of %s of %q at %s scale %s missing",
		shown(at.Root), grouped(summary.Missing), counted(summary.Total, "trial"), st.Name, at.Scale, verb)
	if state, failed := plan.Look(at.Setting); failed == nil { // what cannot be read has been reported by now
		other := 0
		for _, k := range state.Kinds {
			other += k.ToRun[experiments.OtherCode]
		}
		if other > 0 {
			err = fmt.Errorf("%w; of %s there are rows of other code", err, grouped(other))
		}
	}
	return summary, failure(hint, "%w", err)
}

// provenanceOf is where trials come from and who renders them now.
func provenanceOf(summary experiments.Summary, scale experiments.Scale) reports.Provenance {
	p := origin.Of(summary, scale)
	p.Sections = append(p.Sections, origin.Here())
	return p
}

func scaleFlag(s experiments.Scale) string {
	if s == experiments.Standard {
		return ""
	}
	return " --" + string(s)
}

// studyFolder is where everything of a study is written, its trials aside.
func studyFolder(st study.Definition, setting experiments.Setting) string {
	return filepath.Join(setting.Root, st.Name)
}

// studyNamed returns the study of that name, or that a file describes; there being none
// is wrong use.
func (env *environment) studyNamed(cmd *cobra.Command, name string) (study.Definition, error) {
	if describes(name) {
		return env.described(cmd, name)
	}
	names := env.studyNames()
	i := slices.Index(names, name)
	if i < 0 {
		return study.Definition{}, wrongUse(cmd, unknown("study", name, names))
	}
	return env.Studies[i], nil
}

// studiesNamed returns the studies of those names in the lab's order, all without
// names.
func (env *environment) studiesNamed(cmd *cobra.Command, names []string) (chosen []study.Definition, err error) {
	wanted := map[string]bool{}
	for _, name := range names {
		st, err := env.studyNamed(cmd, name)
		if err != nil {
			return nil, err
		}
		wanted[st.Name] = true
	}
	for _, st := range env.Studies {
		if len(names) == 0 || wanted[st.Name] {
			chosen = append(chosen, st)
		}
	}
	return chosen, nil
}

// oneStudy returns the study that a command takes as its only argument.
func (env *environment) oneStudy(cmd *cobra.Command, args []string) (st study.Definition, err error) {
	if len(args) == 0 {
		return st, wrongUse(cmd, fmt.Errorf("no study given (want %s, or a file that describes one)", strings.Join(env.studyNames(), ", ")))
	}
	if err := atMost(1, cmd, args); err != nil {
		return st, err
	}
	return env.studyNamed(cmd, args[0])
}

// studyArgument is the study that a command takes as its only argument.
type studyArgument struct {
	*environment
	st study.Definition
}

func (a *studyArgument) register(cmd *cobra.Command) { cmd.ValidArgsFunction = a.completeStudies }

func (a *studyArgument) check(cmd *cobra.Command, args []string) (err error) {
	a.st, err = a.oneStudy(cmd, args)
	return err
}

// studyArguments are studies in the lab's order, all of them without an argument.
type studyArguments struct {
	*environment
	studies []study.Definition
}

func (a *studyArguments) register(cmd *cobra.Command) { cmd.ValidArgsFunction = a.completeStudies }

func (a *studyArguments) check(cmd *cobra.Command, args []string) (err error) {
	a.studies, err = a.studiesNamed(cmd, args)
	return err
}

func (env *environment) studyNames() []string {
	return namesOf(env.studyWords())
}

func (env *environment) studyWords() []puzzle.Word {
	return study.Map(env.Studies, func(st study.Definition) puzzle.Word { return puzzle.Word{Name: st.Name, Doc: st.Title} })
}

// completeStudies makes the shell offer the studies, and files that describe one.
func (env *environment) completeStudies(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return offers(env.studyWords()), cobra.ShellCompDirectiveDefault
}

// completeFamilies makes the shell offer the families of a study's puzzle, or those
// of all puzzles.
func (env *environment) completeFamilies(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var entries []entry
	for _, st := range env.Studies {
		for _, p := range env.Puzzles {
			if len(args) > 0 && st.Name == args[0] && (st.Puzzle == "" || st.Puzzle == p.Name) {
				entries = append(entries, ask.Families(p)...)
			}
		}
	}
	return offering(entries, nil)(cmd, args, typed)
}

// outFlag says where results are kept. Once it is checked it is the setting that is asked for,
// by the environment where no flag is given. The root is absolute.
type outFlag struct {
	experiments.Setting
	out string
}

func (f *outFlag) register(cmd *cobra.Command) {
	folderFlag(cmd, &f.out, "results folder `DIR` (default $"+experiments.RootVariable+", else results beside the enclosing go.mod)")
}

// folderFlag registers --out.
func folderFlag(cmd *cobra.Command, out *string, usage string) {
	cmd.Flags().StringVar(out, "out", "", usage)
	if err := cmd.MarkFlagDirname("out"); err != nil {
		panic("cli: " + err.Error())
	}
}

func (f *outFlag) check(cmd *cobra.Command, _ []string) (err error) {
	if f.Setting, err = experiments.FromEnvironment(); err != nil {
		return wrongUse(cmd, err)
	}
	if os.Getenv(experiments.ScaleVariable) == "" {
		f.Scale = experiments.Standard
	}
	if cmd.Flags().Changed("out") {
		if f.out == "" {
			return wrongUse(cmd, errors.New("--out names no folder"))
		}
		f.Root = f.out
	}
	if f.Root, err = filepath.Abs(f.Root); err != nil {
		return fmt.Errorf("results folder: %w", err)
	}
	return nil
}

// flag returns the flag that leads to the same results folder, as it is written after a
// command; "" if it was not given.
func (f *outFlag) flag() string {
	if f.out == "" {
		return ""
	}
	return " --out " + f.out
}

// settingFlags say where results are kept and how much of a study is meant.
type settingFlags struct {
	outFlag
	quick, full bool
}

func (f *settingFlags) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.BoolVar(&f.quick, "quick", false, "the smaller study, well under a minute")
	fs.BoolVar(&f.full, "full", false, "the largest study, as long as it takes")
	f.outFlag.register(cmd)
}

func (f *settingFlags) check(cmd *cobra.Command, args []string) error {
	err := f.outFlag.check(cmd, args)
	switch {
	case err != nil:
	case f.quick && f.full:
		err = wrongUse(cmd, errors.New("--quick and --full exclude each other"))
	case f.quick:
		f.Scale = experiments.Quick
	case f.full:
		f.Scale = experiments.Full
	}
	return err
}

// checkFolder makes sure, before any work is done, that files can be written
// into the results folder.
func checkFolder(dir string) error {
	if err := outfile.CheckFolder(shown(dir)); err != nil {
		return failure("choose another folder with --out", "%w", err)
	}
	return nil
}

// runFault is the error of running trials, with what to do about it.
func runFault(st study.Definition, err error) error {
	if told := lockFault(err); told != err {
		return told
	}
	return fmt.Errorf("run %s: %w", st.Name, err)
}

// lockFault says of a study that is being run what to do, and returns other errors as they are.
func lockFault(err error) error {
	if locked, ok := errors.AsType[*experiments.LockedError](err); ok {
		return failure("wait until it has finished, or choose another folder with --out",
			"study %q is being run by %s, which holds %s", locked.Study, locked.Who(), shown(locked.Path))
	}
	return err
}
