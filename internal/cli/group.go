package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// asGroup makes cmd a command that only holds others, each of which is a what:
// a name that is none of them is wrong use, and so is none at all.
func asGroup(cmd *cobra.Command, what string) {
	cmd.Annotations = map[string]string{"what": what}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknownChild(cmd, args[0])
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return wrongUse(cmd, fmt.Errorf("no %s given (want %s)", what, strings.Join(childNames(cmd), ", ")))
	}
}

// unknownChild says that a group has no command of that name.
func unknownChild(cmd *cobra.Command, name string) error {
	return wrongUse(cmd, unknown(cmd.Annotations["what"], name, childNames(cmd)))
}

func childNames(cmd *cobra.Command) []string { return namesOf(childWords(cmd)) }

func childWords(cmd *cobra.Command) []puzzle.Word {
	offered := slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool { return !c.IsAvailableCommand() })
	return wordsOf(offered, func(c *cobra.Command) (name, doc string) { return c.Name(), c.Short })
}

func childNamed(cmd *cobra.Command, name string) *cobra.Command {
	for _, c := range cmd.Commands() {
		if c.Name() == name {
			return c
		}
	}
	return nil
}

// noArguments is the Args of a command that takes flags alone.
func noArguments(cmd *cobra.Command, args []string) error { return atMost(0, cmd, args) }

// atMost reports the first of more than n arguments.
func atMost(n int, cmd *cobra.Command, args []string) error {
	if len(args) > n {
		return wrongUse(cmd, fmt.Errorf("unexpected argument %q", args[n]))
	}
	return nil
}

// flagWants says what a flag of one of pflag's own types takes.
var flagWants = map[string]string{"bool": "true or false", "int": "a whole number"}

// flagError says what the flag parser found wrong, with the nearest flag if
// there is one. A group knows few flags of its own, so that an unknown flag
// there may be due to an unknown name before it.
func (env *environment) flagError(cmd *cobra.Command, err error) error {
	if errors.Is(err, pflag.ErrHelp) {
		return err
	}
	if depth := len(strings.Fields(cmd.CommandPath())) - 1; cmd.HasSubCommands() && depth < len(env.args) {
		if name := env.args[depth]; !strings.HasPrefix(name, "-") {
			return unknownChild(cmd, name)
		}
	}
	var missing *pflag.NotExistError
	if errors.As(err, &missing) && missing.GetSpecifiedShortnames() == "" {
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
		err = fmt.Errorf("%w%s", err, search.DidYouMean("--"+missing.GetSpecifiedName(), known))
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		cause := errors.Unwrap(invalid)
		switch _, ok := errors.AsType[*strconv.NumError](cause); {
		case errors.Is(cause, strconv.ErrRange):
			cause = fmt.Errorf("%q is too large", invalid.GetValue())
		case ok:
			cause = fmt.Errorf("%q is not %s", invalid.GetValue(), flagWants[invalid.GetFlag().Value.Type()])
		}
		// A cause that quotes what it complains of needs no more than the flag.
		if strings.Contains(cause.Error(), `"`) {
			err = fmt.Errorf("--%s: %w", invalid.GetFlag().Name, cause)
		}
	}
	return wrongUse(cmd, err)
}
