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

// shared are flags, or arguments, that several commands have. The struct of a command embeds
// them.
type shared interface{ register(cmd *cobra.Command) }

// checked are flags or arguments that are completed once they are parsed. The error says what
// is wrong with them.
type checked interface {
	check(cmd *cobra.Command, args []string) error
}

// newCommand makes a command of its use, of a line that says what it is for, of what it does,
// which is the method run of its struct, and of what it shares with others, which may be
// [checked]. Its page of the manual says the rest.
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

// arguments say what is wrong with the arguments of a command.
type arguments cobra.PositionalArgs

func (a arguments) register(cmd *cobra.Command) { cmd.Args = cobra.PositionalArgs(a) }

// more is what a command adds to its page of the manual, which depends on the lab.
type more string

func (m more) register(cmd *cobra.Command) { cmd.Long = string(m) }

// completes is what the shell offers for the arguments of a command.
type completes cobra.CompletionFunc

func (c completes) register(cmd *cobra.Command) { cmd.ValidArgsFunction = cobra.CompletionFunc(c) }

// takes are the arguments of a command with at least least of them and, unless most is negative,
// at most most. missing says what is lacking.
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

// noArguments is for a command that takes flags alone.
var noArguments = takes(0, 0, "")

// exclusive is wrong use of two flags at once, nil if at most one of them is given.
func exclusive(cmd *cobra.Command, flags ...string) error {
	given := slices.DeleteFunc(flags, func(name string) bool {
		f := cmd.Flags().Lookup(name)
		return f == nil || !f.Changed || f.Value.String() == "false"
	})
	if len(given) < 2 {
		return nil
	}
	return wrongUse(cmd, fmt.Errorf("--%s and --%s exclude each other", given[0], given[1]))
}

// withoutArguments is what a command shares that takes flags alone.
type withoutArguments struct{}

func (withoutArguments) register(cmd *cobra.Command) {
	cmd.Args, cmd.ValidArgsFunction = cobra.PositionalArgs(noArguments), cobra.NoFileCompletions
}

// folders makes the shell offer folders.
func folders(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// jsonFlag says whether objects are printed instead of text.
type jsonFlag struct {
	json  bool
	usage string // "" for an object a line
}

// oneObject is the usage of a command that prints one.
const oneObject = "print one JSON object"

func (f *jsonFlag) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.json, "json", false, cmp.Or(f.usage, "print one JSON object per line"))
}

// outputFlag names the file that is written instead of standard output.
type outputFlag struct{ output string }

func (f *outputFlag) register(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.output, "output", "o", "", "write to `FILE` instead of standard output")
}

func (f *outputFlag) check(*cobra.Command, []string) error { return checkOutput(f.output) }

// storeFlag is the results folder, whose trials are opened.
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
	fs.BoolVar(&f.quick, "quick", false, "a smaller study, well under a minute")
	fs.BoolVar(&f.full, "full", false, "the largest study, with no regard to time")
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
