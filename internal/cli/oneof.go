package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// oneOf is a flag whose value is one of a few words. Its methods are those of
// pflag.Value.
type oneOf struct {
	value string // "" until it is given or chosen
	what  string // each of the words is, as in "format"
	words []string
}

// register adds the flag to a command and makes the shell offer the words.
func (f *oneOf) register(cmd *cobra.Command, name, usage string) {
	cmd.Flags().Var(f, name, usage)
	complete(cmd, name, f.words...)
}

func (f *oneOf) Set(s string) error {
	if !slices.Contains(f.words, s) {
		return fmt.Errorf("%q is not a %s (want %s)%s", s, f.what, puzzle.AnyOf(f.words), search.DidYouMean(s, f.words))
	}
	f.value = s
	return nil
}

func (f *oneOf) String() string { return f.value }
func (f *oneOf) Type() string   { return strings.Join(f.words, "|") }
