package experiments

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/puzzlelab/puzzlelab/experiments/code"
	"github.com/puzzlelab/puzzlelab/experiments/store"
)

// Scale determines how much of a study to run.
type Scale string

// Quick takes well under a minute, Standard takes a few minutes, and Full takes as long as
// necessary. Each study states what its smaller scales leave out.
const (
	Quick    Scale = "quick"
	Standard Scale = "standard"
	Full     Scale = "full"
)

// Setting specifies where to keep results and how much of a study to run. Studies get their setting
// from the command line or, in a notebook, from the environment.
type Setting struct {
	Root  string // path of the results folder
	Scale Scale
}

// Store opens the results folder and returns its store.
func (s Setting) Store() (*store.Store, error) { return store.Open(s.Root) }

// Holders returns the processes that are currently running trials of the given study.
func (s Setting) Holders(study string) ([]store.Holder, error) {
	store, err := s.Store()
	if err != nil {
		return nil, err
	}
	journal, err := store.Study(study)
	if err != nil {
		return nil, err
	}
	return journal.Holders()
}

// Names of the environment variables that pass a [Setting] to the cells of a notebook.
const (
	RootVariable  = "PUZZLELAB_RESULTS"
	ScaleVariable = "PUZZLELAB_SCALE"
)

// FromEnvironment reads the setting from the environment. Without [RootVariable], the results
// folder is "results" next to the enclosing go.mod, or in the working directory if there is no
// go.mod. Without [ScaleVariable], the scale is Quick, because a user is waiting for the cell.
// FromEnvironment returns an error if the scale is unknown.
func FromEnvironment() (Setting, error) {
	s := Setting{Root: os.Getenv(RootVariable), Scale: Scale(os.Getenv(ScaleVariable))}
	if s.Root == "" {
		root, err := code.ModuleRoot(".")
		switch {
		case errors.Is(err, os.ErrNotExist):
			root = "."
		case err != nil:
			return Setting{}, err
		}
		s.Root = filepath.Join(root, "results")
	}
	switch s.Scale {
	case "":
		s.Scale = Quick
	case Quick, Standard, Full:
	default:
		return Setting{}, fmt.Errorf("experiments: %s=%q is not a scale (want %s, %s or %s)", ScaleVariable, s.Scale, Quick, Standard, Full)
	}
	return s, nil
}

// Environ returns the setting as a list of environment variables, NAME=VALUE, that
// [FromEnvironment] can read.
func (s Setting) Environ() []string {
	return []string{RootVariable + "=" + s.Root, ScaleVariable + "=" + string(s.Scale)}
}
