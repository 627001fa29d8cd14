package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/command"
)

// commandFlags is a flag that may be given several times, each with the name and the line
// of a command. Its methods are those of pflag.Value.
type commandFlags []study.Command

func (f *commandFlags) Set(s string) error {
	name, line, ok := strings.Cut(s, "=")
	if !ok || strings.ContainsAny(name, " /") {
		return fmt.Errorf("%q names no command (want NAME='PROGRAM ARGUMENT…')", s)
	}
	argv, err := command.Split(line)
	if err == nil {
		*f = append(*f, study.Command{Name: name, Argv: argv})
	}
	return err
}

func (f *commandFlags) String() string { return "" }
func (f *commandFlags) Type() string   { return "NAME=COMMAND" }

// reading adds patterns, each as NAME=PATTERN, to the commands of these names.
func (f commandFlags) reading(logs []string) []study.Command {
	for _, log := range logs {
		name, pattern, _ := strings.Cut(log, "=")
		i := slices.IndexFunc(f, func(c study.Command) bool { return c.Name == name })
		if i < 0 {
			i, f = len(f), append(f, study.Command{Name: name})
		}
		f[i].Log = append(f[i].Log, pattern)
	}
	return f
}

// GetSlice returns the values as they mean the same in any folder.
func (f *commandFlags) GetSlice() []string {
	return study.Map(*f, func(c study.Command) string { return c.Name + "=" + command.Join(command.Absolute(c.Argv)) })
}

// program returns the strategy that a command line runs, named after its program.
func program(line string, log []string) (s strategy, err error) {
	argv, err := command.Split(line)
	if err != nil {
		return s, err
	}
	return command.Strategy[instance](strings.ReplaceAll(filepath.Base(argv[0]), " ", "-"), argv, log...)
}
