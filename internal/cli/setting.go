package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
)

// settingFlags say where results are kept and how much of a study is meant.
type settingFlags struct {
	quick, full bool
	out         string
}

func (f *settingFlags) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.BoolVar(&f.quick, "quick", false, "the smaller study, well under a minute")
	fs.BoolVar(&f.full, "full", false, "the largest study, as long as it takes")
	f.registerOut(cmd)
}

// registerOut registers the folder alone.
func (f *settingFlags) registerOut(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.out, "out", "", "results folder `DIR` (default $"+experiments.RootVariable+", else results beside the enclosing go.mod)")
	if err := cmd.MarkFlagDirname("out"); err != nil {
		panic("cli: " + err.Error())
	}
}

// setting returns what the flags ask for, and the environment where they ask
// for nothing. The root is absolute.
func (f *settingFlags) setting(cmd *cobra.Command) (experiments.Setting, error) {
	s, err := experiments.FromEnvironment()
	if err != nil {
		return s, wrongUse(cmd, err)
	}
	if os.Getenv(experiments.ScaleVariable) == "" {
		s.Scale = experiments.Standard
	}
	switch {
	case f.quick && f.full:
		return s, wrongUse(cmd, errors.New("--quick and --full exclude each other"))
	case f.quick:
		s.Scale = experiments.Quick
	case f.full:
		s.Scale = experiments.Full
	}
	if cmd.Flags().Changed("out") {
		if f.out == "" {
			return s, wrongUse(cmd, errors.New("--out names no folder"))
		}
		s.Root = f.out
	}
	if s.Root, err = filepath.Abs(s.Root); err != nil {
		return s, fmt.Errorf("results folder: %w", err)
	}
	return s, nil
}

// outFlag returns the flag that leads to the same results folder, as it is
// written behind a command; "" if it was not given.
func (f *settingFlags) outFlag() string {
	if f.out == "" {
		return ""
	}
	return " --out " + f.out
}

// shown returns a path as a person would write it: relative if it lies below
// the working folder.
func shown(path string) string {
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, path); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return rel
		}
	}
	return path
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
	if locked, ok := errors.AsType[*experiments.LockedError](err); ok {
		who := "another process"
		if locked.PID > 0 {
			who = fmt.Sprintf("process %d", locked.PID)
		}
		return failure("wait until it has finished, or choose another folder with --out",
			"study %q is being run by %s, which holds %s", locked.Study, who, shown(locked.Path))
	}
	return fmt.Errorf("run %s: %w", st.Name, err)
}
