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

// explain is register for words that the usage explains.
func (f *oneOf) explain(cmd *cobra.Command, name, usage string, words []puzzle.Word) {
	var docs []string
	for _, w := range words {
		docs = append(docs, w.Name+", "+w.Doc)
	}
	f.words = namesOf(words)
	cmd.Flags().Var(f, name, usage+": "+strings.Join(docs, "; "))
	complete(cmd, name, offers(words)...)
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

// wordsOf returns the words for things.
func wordsOf[T any](things []T, word func(T) (name, doc string)) []puzzle.Word {
	var words []puzzle.Word
	for _, thing := range things {
		name, doc := word(thing)
		words = append(words, puzzle.Word{Name: name, Doc: doc})
	}
	return words
}

func namesOf(words []puzzle.Word) []string {
	var names []string
	for _, w := range words {
		names = append(names, w.Name)
	}
	return names
}

// offers makes the shell offer words.
func offers(words []puzzle.Word) []cobra.Completion {
	var list []cobra.Completion
	for _, w := range words {
		list = append(list, cobra.CompletionWithDesc(w.Name, w.Doc))
	}
	return list
}

// explained lists words, one a line, with what they mean in a column.
func explained(words []puzzle.Word, width int) string {
	var b strings.Builder
	for _, w := range words {
		fmt.Fprintf(&b, "\n  %-*s  %s", width, w.Name, w.Doc)
	}
	return b.String()
}
