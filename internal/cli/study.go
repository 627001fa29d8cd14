package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/hint"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/internal/sweepfile"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/origin"
	"github.com/puzzlelab/puzzlelab/solvers/command"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/ask"
)

// wholeTrials is like storedTrials, but also reports problems with the trials.
func (env *environment) wholeTrials(st study.Definition, at outFlag) (experiments.Summary, error) {
	summary, err := storedTrials(st, at)
	env.sayWarnings(summary.Study, summary.Load)
	return summary, err
}

// storedTrials returns the trials of the whole study without running any. If trials are missing,
// the error names the command that runs them, or the scale that is stored.
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
			hint += fmt.Sprintf("; the trials of %s scale are stored: use %s", scale, cmp.Or(strings.TrimSpace(scaleFlag(scale)), "no scale"))
			break
		}
	}
	verb := "are"
	if summary.Missing == 1 {
		verb = "is"
	}
	err = fmt.Errorf("%s: %s of %s of %q at %s scale %s missing",
		shown(at.Root), grouped(summary.Missing), counted(summary.Total, "trial"), st.Name, at.Scale, verb)
	if state, failed := plan.Look(at.Setting); failed == nil { // read errors have been reported by now
		other := 0
		for _, k := range state.Kinds {
			other += k.ToRun[experiments.OtherCode]
		}
		if other > 0 {
			err = fmt.Errorf("%w; %s have rows with different code", err, grouped(other))
		}
	}
	return summary, failure(hint, "%w", err)
}

// provenanceOf returns the origin of trials, and of the report that is made from them now.
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

// studyNamed returns the study with a name, or the study that a file describes. An unknown name is
// wrong use.
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

// studiesNamed returns the named studies in the lab's order, or all if there are no names.
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

// oneStudy returns the study that is a command's only argument.
func (env *environment) oneStudy(cmd *cobra.Command, args []string) (st study.Definition, err error) {
	none := fmt.Sprintf("no study given (want %s, or a file that describes one)", strings.Join(env.studyNames(), ", "))
	if err := takes(1, 1, none)(cmd, args); err != nil {
		return st, err
	}
	return env.studyNamed(cmd, args[0])
}

// studyArgument is the only argument of a command: a study.
type studyArgument struct {
	*environment
	st study.Definition
}

func (a *studyArgument) register(cmd *cobra.Command) { cmd.ValidArgsFunction = a.completeStudies }

func (a *studyArgument) check(cmd *cobra.Command, args []string) (err error) {
	a.st, err = a.oneStudy(cmd, args)
	return err
}

func (env *environment) studyNames() []string { return namesOf(env.studyWords()) }

// allStudies returns the studies of the lab and all others with stored trials, for example imported
// ones.
func (env *environment) allStudies(kept *store.Store) ([]string, error) {
	names, err := kept.Studies()
	return slices.Compact(slices.Sorted(slices.Values(append(env.studyNames(), names...)))), err
}

func (env *environment) studyWords() []puzzle.Word {
	return study.Map(env.Studies, func(st study.Definition) puzzle.Word { return puzzle.Word{Name: st.Name, Doc: st.Title} })
}

// completeStudies completes studies and sweep files.
func (env *environment) completeStudies(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return offers(env.studyWords()), cobra.ShellCompDirectiveDefault
}

// completeFamilies completes the families of a study's puzzle, or of all puzzles.
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

// checkFolder makes sure, before any work is done, that the results folder is writable.
func checkFolder(dir string) error {
	if err := outfile.CheckFolder(shown(dir)); err != nil {
		return failure("choose another folder with --out", "%w", err)
	}
	return nil
}

// sweepEndings are the extensions of sweep files.
var sweepEndings = []string{".yaml", ".yml"}

// describes reports whether an argument is a sweep file instead of a study.
func describes(arg string) bool { return slices.Contains(sweepEndings, filepath.Ext(arg)) }

// described returns the study that a file describes, and adds it to the lab.
func (env *environment) described(cmd *cobra.Command, file string) (study.Definition, error) {
	for _, st := range env.Studies {
		if st.File == file {
			return st, nil
		}
	}
	for _, scale := range []string{"quick", "full"} {
		if cmd.Flags().Changed(scale) {
			return study.Definition{}, wrongUse(cmd, fmt.Errorf("--%s: the sweep in %s has only one scale", scale, file))
		}
	}
	st, err := sweepfile.Read(file, env.Puzzles, env.studyNames())
	if wrong, ok := errors.AsType[*sweepfile.SyntaxError](err); ok {
		return st, failure("puzzlelab list schemas --json prints the schema of such files", "%w", hint.Pointing{Err: wrong, Lines: wrong.Lines})
	}
	if errors.Is(err, fs.ErrNotExist) {
		return st, wrongUse(cmd, err)
	}
	if err != nil {
		return st, err
	}
	env.Studies = append(slices.Clip(env.Studies), st)
	return st, nil
}

// called returns the argument for a study in a shell command: its file if it has one, or else its
// name.
func called(st study.Definition) string { return quote(cmp.Or(st.File, st.Name)) }

// quote quotes s as one word for a shell.
func quote(s string) string { return command.Join([]string{s}) }

// cutStudy splits the key of a trial after the study, or after a sweep file, whose path may contain
// slashes.
func cutStudy(key string) (study, rest string, ok bool) {
	for _, ending := range sweepEndings {
		if file, rest, ok := strings.Cut(key, ending+"/"); ok {
			return file + ending, rest, true
		}
	}
	return strings.Cut(key, "/")
}
