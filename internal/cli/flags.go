package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/digits"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
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
	docs := study.Map(words, func(w puzzle.Word) string { return w.Name + ", " + w.Doc })
	f.words = namesOf(words)
	cmd.Flags().Var(f, name, usage+": "+strings.Join(docs, "; "))
	complete(cmd, name, offers(words)...)
}

func (f *oneOf) Set(s string) error {
	if !slices.Contains(f.words, s) {
		return fmt.Errorf("%q is not a %s (want %s)%s", s, f.what, wording.AnyOf(f.words), search.DidYouMean(s, f.words))
	}
	f.value = s
	return nil
}

func (f *oneOf) String() string { return f.value }
func (f *oneOf) Type() string   { return strings.Join(f.words, "|") }

func namesOf(words []puzzle.Word) []string {
	return study.Map(words, func(w puzzle.Word) string { return w.Name })
}

// offers makes the shell offer words.
func offers(words []puzzle.Word) []cobra.Completion {
	return study.Map(words, func(w puzzle.Word) cobra.Completion { return cobra.CompletionWithDesc(w.Name, w.Doc) })
}

// explained lists words, one a line, with what they mean in a column.
func explained(words []puzzle.Word, width int) string {
	var b strings.Builder
	for _, w := range words {
		fmt.Fprintf(&b, "\n  %-*s  %s", width, w.Name, w.Doc)
	}
	return b.String()
}

// quantity is a flag of a number. Its methods are those of pflag.Value.
type quantity[T any] struct {
	value *T
	kind  string                  // what the help calls it
	parse func(string) (T, error) // the error says what a text is: "not a number"
	print func(T) string
}

func (q quantity[T]) Set(s string) error {
	v, err := q.parse(s)
	if err != nil {
		return fmt.Errorf("%q is %w", s, err)
	}
	*q.value = v
	return nil
}

func (q quantity[T]) String() string { return q.print(*q.value) }
func (q quantity[T]) Type() string   { return q.kind }

func plain(n uint64) string { return strconv.FormatUint(n, 10) }

// seedFlag sets a number that means nothing.
func seedFlag(to *uint64) quantity[uint64] {
	return quantity[uint64]{to, "S", digits.ParseSeed, plain}
}

// countFlag sets a number of which 0 may be no limit.
func countFlag(to *uint64) quantity[uint64] {
	return quantity[uint64]{to, "N", digits.ParseCount, plain}
}

// amountFlag sets a number of things, of which there is at least one.
func amountFlag(to *int) quantity[int] {
	return quantity[int]{to, "N", digits.ParseAmount, strconv.Itoa}
}

// bytesFlag sets a size in bytes, of which 0 is no limit.
func bytesFlag(to *uint64) quantity[uint64] {
	return quantity[uint64]{to, "SIZE", digits.ParseBytes, func(n uint64) string {
		if n > 0 && n%(1<<30) == 0 {
			return plain(n>>30) + "GiB"
		}
		return plain(n)
	}}
}

// durationFlag sets a time, of which 0 is no limit.
func durationFlag(to *time.Duration) quantity[time.Duration] {
	return quantity[time.Duration]{to, "TIME", digits.ParseDuration, func(d time.Duration) string {
		if d == 0 {
			return "0"
		}
		return d.String()
	}}
}

// widthFlag sets a width in points.
func widthFlag(to *float64) quantity[float64] {
	return quantity[float64]{to, "WIDTH", digits.ParseWidth, digits.Millimetres}
}
