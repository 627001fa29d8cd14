package cli

import (
	"cmp"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
)

// shared are flags, or arguments, that several commands have. The struct of a command embeds
// them.
type shared interface{ register(cmd *cobra.Command) }

// checked are flags or arguments that are completed once they are parsed. The error says what
// is wrong with them.
type checked interface {
	check(cmd *cobra.Command, args []string) error
}

// newCommand makes a command of what it says of itself, of what it does, which is the method
// run of its struct, and of what it shares with others, which may be [checked].
func newCommand(about *cobra.Command, run func(cmd *cobra.Command, args []string) error, parts ...shared) *cobra.Command {
	for _, p := range parts {
		p.register(about)
	}
	about.RunE = func(cmd *cobra.Command, args []string) error {
		for _, p := range parts {
			if p, ok := p.(checked); ok {
				if err := p.check(cmd, args); err != nil {
					return err
				}
			}
		}
		return run(cmd, args)
	}
	return about
}

// takes makes the Args of a command with at least least arguments and, unless most is negative,
// at most most. missing says what is lacking.
func takes(least, most int, missing string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return wrongUse(cmd, errors.New(missing))
		case most >= 0:
			return atMost(most, cmd, args)
		}
		return nil
	}
}

// withoutArguments is what a command shares that takes flags alone.
type withoutArguments struct{}

func (withoutArguments) register(cmd *cobra.Command) {
	cmd.Args, cmd.ValidArgsFunction = noArguments, cobra.NoFileCompletions
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
	cmd.Flags().BoolVar(&f.json, "json", false, cmp.Or(f.usage, "print one JSON object a line"))
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
	store *experiments.Store
}

func (f *storeFlag) check(cmd *cobra.Command, args []string) (err error) {
	if err = f.outFlag.check(cmd, args); err == nil {
		f.store, err = f.Store()
	}
	return err
}

// printRows prints rows, each as text or, with --json, as an object.
func printRows[Row any](env *environment, asJSON bool, rows []Row, text func(io.Writer, Row)) error {
	return printAll(env, asJSON, rows, func(w io.Writer) error {
		for _, row := range rows {
			text(w, row)
		}
		return nil
	})
}

// printAll prints rows, as objects with --json, else as text does.
func printAll[Row any](env *environment, asJSON bool, rows []Row, text func(io.Writer) error) error {
	return env.writeOutput("", func(w io.Writer) error {
		if asJSON {
			return writeJSON(w, rows...)
		}
		return text(w)
	})
}
