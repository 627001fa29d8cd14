package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/store"
)

// shared is a group of flags or arguments shared by several commands. The struct of a command
// embeds it.
type shared interface{ register(cmd *cobra.Command) }

// checked is a group of flags or arguments that must be checked and completed after parsing.
// check returns an error if they are invalid.
type checked interface {
	check(cmd *cobra.Command, args []string) error
}

// newCommand returns a command. The argument short is a one-line description. The function run,
// usually a method of the command's struct, does the work. The parts are flags and arguments,
// and may be [checked]. The rest of the help is the command's page in manual.txt.
func newCommand(use, short string, run func(cmd *cobra.Command, args []string) error, parts ...shared) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short}
	for _, p := range parts {
		p.register(cmd)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		for _, p := range parts {
			if p, ok := p.(checked); ok {
				if err := p.check(cmd, args); err != nil {
					return err
				}
			}
		}
		return run(cmd, args)
	}
	return cmd
}

// arguments checks the arguments of a command.
type arguments cobra.PositionalArgs

func (a arguments) register(cmd *cobra.Command) { cmd.Args = cobra.PositionalArgs(a) }

// more is text that depends on the lab, to be added to a command's page of the manual.
type more string

func (m more) register(cmd *cobra.Command) { cmd.Long = string(m) }

// completes returns shell completions for the arguments of a command.
type completes cobra.CompletionFunc

func (c completes) register(cmd *cobra.Command) { cmd.ValidArgsFunction = cobra.CompletionFunc(c) }

// takes accepts at least least arguments and, unless most is negative, at most most. missing is
// the error for too few.
func takes(least, most int, missing string) arguments {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return wrongUse(cmd, errors.New(missing))
		case most >= 0 && len(args) > most:
			return wrongUse(cmd, fmt.Errorf("unexpected argument %q", args[most]))
		}
		return nil
	}
}

// noArguments is for commands that take only flags.
var noArguments = takes(0, 0, "")

// exclusive returns an error if more than one of the flags is given.
func exclusive(cmd *cobra.Command, flags ...string) error {
	given := slices.DeleteFunc(flags, func(name string) bool {
		f := cmd.Flags().Lookup(name)
		return f == nil || !f.Changed || f.Value.String() == "false"
	})
	if len(given) < 2 {
		return nil
	}
	return wrongUse(cmd, fmt.Errorf("--%s and --%s cannot be used together", given[0], given[1]))
}

// withoutArguments is the shared part of commands that take only flags.
type withoutArguments struct{}

func (withoutArguments) register(cmd *cobra.Command) {
	cmd.Args, cmd.ValidArgsFunction = cobra.PositionalArgs(noArguments), cobra.NoFileCompletions
}

// folders lets the shell complete folder names.
func folders(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// jsonFlag is the flag --json, which prints objects instead of text.
type jsonFlag struct {
	json  bool
	usage string // "" means one object per line
}

// printing is a command whose only flag is --json.
type printing struct {
	*environment
	jsonFlag
}

// oneObject is the usage for a command that prints a single object.
const oneObject = "print one JSON object"

func (f *jsonFlag) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.json, "json", false, cmp.Or(f.usage, "print one JSON object per line"))
}

// outputFlag is the flag --output, which names a file to write instead of standard output.
type outputFlag struct{ output string }

func (f *outputFlag) register(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.output, "output", "o", "", "write to `FILE` instead of standard output")
}

func (f *outputFlag) check(*cobra.Command, []string) error { return checkOutput(f.output) }

// storeFlag is the results folder; check opens its stored trials.
type storeFlag struct {
	outFlag
	store *store.Store
}

func (f *storeFlag) check(cmd *cobra.Command, args []string) (err error) {
	if err = f.outFlag.check(cmd, args); err == nil {
		f.store, err = f.Store()
	}
	return err
}

// outFlag is the flag --out for the results folder. After check, it holds the setting, which
// comes from the environment if the flag is not given. The root is an absolute path.
type outFlag struct {
	experiments.Setting
	out string
}

func (f *outFlag) register(cmd *cobra.Command) {
	folderFlag(cmd, &f.out, "use the results folder `DIR` (default: $"+experiments.RootVariable+", or else the folder results next to go.mod)")
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
			return wrongUse(cmd, errors.New("--out is empty (want a folder)"))
		}
		f.Root = f.out
	}
	if f.Root, err = filepath.Abs(f.Root); err != nil {
		return fmt.Errorf("results folder: %w", err)
	}
	return nil
}

// flag returns the flag --out as text to append to a command in a message, or "" if it was not
// given.
func (f *outFlag) flag() string {
	if f.out == "" {
		return ""
	}
	return " --out " + f.out
}

// settingFlags are the flags for the results folder and the scale of a study.
type settingFlags struct {
	outFlag
	quick, full bool
}

func (f *settingFlags) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.BoolVar(&f.quick, "quick", false, "use the quick scale, which runs the fewest trials")
	fs.BoolVar(&f.full, "full", false, "use the full scale, which runs the most trials and can take hours")
	f.outFlag.register(cmd)
}

func (f *settingFlags) check(cmd *cobra.Command, args []string) error {
	err := cmp.Or(f.outFlag.check(cmd, args), exclusive(cmd, "quick", "full"))
	switch {
	case f.quick:
		f.Scale = experiments.Quick
	case f.full:
		f.Scale = experiments.Full
	}
	return err
}
