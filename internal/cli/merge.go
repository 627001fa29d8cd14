package cli

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
)

// merging is the command merge.
type merging struct {
	*environment
	out string
}

func newMergeCommand(env *environment) *cobra.Command {
	c := &merging{environment: env}
	cmd := newCommand(&cobra.Command{
		Use:   "merge A B [FOLDER…] --out DIR",
		Short: "One results folder of several, whatever their order",
		Long: `Make a results folder of the stored trials of others, such as those of several
machines. Rows stay as they are, with who computed them; the order of the
folders changes no byte. What is in several folders is there once.

Rows of one trial, code and limits must agree in all that is the same on every
machine. If they do not, the error names the trial, the column and both values,
and nothing is written. To add to a folder that has trials, use fetch.`,
		Example:           env.example("  puzzlelab merge node1/results node2/results --out results"),
		ValidArgsFunction: folders,
	}, c.run)
	folderFlag(cmd, &c.out, "results folder `DIR` to make")
	return cmd
}

func (c *merging) run(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) < 2:
		return wrongUse(cmd, fmt.Errorf("%s given (want two or more)", counted(len(args), "results folder")))
	case c.out == "":
		return wrongUse(cmd, errors.New("no folder to make (want --out DIR)"))
	}
	var stores []*experiments.Store
	for _, name := range args {
		if !isResults(name) {
			return failure("want results folders", "merge: %s: there are no stored trials", name)
		}
		store, err := experiments.Open(name)
		if err != nil {
			return err
		}
		stores = append(stores, store)
	}
	dir, err := filepath.Abs(c.out)
	if err != nil {
		return err
	}
	if isResults(dir) {
		return failure("fetch adds to a folder; merge makes a new one", "merge: %s has trials already", shown(dir))
	}
	if err := checkFolder(dir); err != nil {
		return err
	}
	merged, err := experiments.Merge(dir, stores...)
	if err != nil {
		return err
	}
	for _, m := range merged {
		c.sayWarnings(m.Study, m.Load)
		if err := c.printLines(fmt.Sprintf("%s: %s in %s", m.Study, counted(m.Trials, "trial"), counted(m.Journals, "journal"))); err != nil {
			return err
		}
	}
	return nil
}
