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

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/hint"
	"github.com/puzzlelab/puzzlelab/internal/sweepfile"
	"github.com/puzzlelab/puzzlelab/solvers/command"
)

// sweepEndings are those of the files that describe a sweep.
var sweepEndings = []string{".yaml", ".yml"}

// describes reports whether an argument is the file of a sweep, which stands for a study.
func describes(arg string) bool { return slices.Contains(sweepEndings, filepath.Ext(arg)) }

// described returns the study that a file describes. From then on it is one of the
// lab's.
func (env *environment) described(cmd *cobra.Command, file string) (study.Definition, error) {
	for _, st := range env.Studies {
		if st.File == file {
			return st, nil
		}
	}
	for _, scale := range []string{"quick", "full"} {
		if cmd.Flags().Changed(scale) {
			return study.Definition{}, wrongUse(cmd, fmt.Errorf("--%s: what %s describes has one scale", scale, file))
		}
	}
	st, err := sweepfile.Read(file, env.Puzzles, env.studyNames())
	if wrong, ok := errors.AsType[*sweepfile.SyntaxError](err); ok {
		return st, failure("puzzlelab list schemas --json has the schema of such files", "%w", hint.Pointing{Err: wrong, Lines: wrong.Lines})
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

// isStudy reports whether an argument stands for a study.
func (env *environment) isStudy(arg string) bool {
	return describes(arg) || slices.Contains(env.studyNames(), arg)
}

// called returns what a shell calls a study by: its file if it has one, else its name.
func called(st study.Definition) string { return quote(cmp.Or(st.File, st.Name)) }

// quote makes one word of s for a shell.
func quote(s string) string { return command.Join([]string{s}) }

// cutStudy splits the key of a trial behind the study, or behind the file that describes
// it, which may stand in a folder.
func cutStudy(key string) (study, rest string, ok bool) {
	for _, ending := range sweepEndings {
		if file, rest, ok := strings.Cut(key, ending+"/"); ok {
			return file + ending, rest, true
		}
	}
	return strings.Cut(key, "/")
}
