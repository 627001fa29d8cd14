package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/ask"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// oneOf is a flag that accepts a few words. It implements pflag.Value.
type oneOf struct {
	value string // "" until it is given or chosen
	what  string // singular noun for the words, such as "format"
	words []string
	kind  string // the placeholder in help; "" means the words
}

// register adds the flag to a command, with shell completion.
func (f *oneOf) register(cmd *cobra.Command, name, usage string) {
	cmd.Flags().Var(f, name, usage)
	complete(cmd, name, f.words...)
}

// offer is like register, but the shell also explains the words.
func (f *oneOf) offer(cmd *cobra.Command, name, usage string, words []puzzle.Word) {
	f.words = namesOf(words)
	cmd.Flags().Var(f, name, usage)
	complete(cmd, name, offers(words)...)
}

// explain is like offer, but the usage text also explains the words.
func (f *oneOf) explain(cmd *cobra.Command, name, usage string, words []puzzle.Word) {
	docs := study.Map(words, func(w puzzle.Word) string { return w.Name + " (" + w.Doc + ")" })
	f.offer(cmd, name, usage+": "+strings.Join(docs, "; "), words)
}

func (f *oneOf) Set(s string) error {
	if !slices.Contains(f.words, s) {
		return fmt.Errorf("%q is not a %s (want %s)%s", s, f.what, wording.AnyOf(f.words), search.DidYouMean(s, f.words))
	}
	f.value = s
	return nil
}

func (f *oneOf) String() string { return f.value }
func (f *oneOf) Type() string   { return cmp.Or(f.kind, strings.Join(f.words, "|")) }

func namesOf(words []puzzle.Word) []string {
	return study.Map(words, func(w puzzle.Word) string { return w.Name })
}

// offers converts words to shell completions.
func offers(words []puzzle.Word) []cobra.Completion {
	return study.Map(words, func(w puzzle.Word) cobra.Completion { return cobra.CompletionWithDesc(w.Name, w.Doc) })
}

// explained lists words, one per line, with their meaning in a second column.
func explained(words []puzzle.Word, width int) string {
	var b strings.Builder
	for _, w := range words {
		fmt.Fprintf(&b, "\n  %-*s  %s", width, w.Name, w.Doc)
	}
	return b.String()
}

// parsed is a flag whose text is parsed into a value. It implements pflag.Value.
type parsed[T any] struct {
	value *T
	kind  string // its name in help
	parse func(string) (T, error)
	print func(T) string // nil means fmt.Sprint
}

func (p parsed[T]) Set(s string) error {
	v, err := p.parse(s)
	if err == nil {
		*p.value = v
	}
	return err
}

func (p parsed[T]) String() string {
	if p.print == nil {
		return fmt.Sprint(*p.value)
	}
	return p.print(*p.value)
}

func (p parsed[T]) Type() string { return p.kind }

// quantity is a flag for a number. Errors of parse describe the text: "not a number".
func quantity[T any](to *T, kind string, parse func(string) (T, error), print func(T) string) parsed[T] {
	return parsed[T]{to, kind, func(s string) (T, error) {
		v, err := parse(s)
		if err != nil {
			err = fmt.Errorf("%q is %w", s, err)
		}
		return v, err
	}, print}
}

// seedFlag sets a seed.
func seedFlag(to *uint64) pflag.Value { return quantity(to, "S", numerals.ParseSeed, nil) }

// countFlag sets a count; 0 may mean no limit.
func countFlag(to *uint64) pflag.Value { return quantity(to, "N", numerals.ParseCount, nil) }

// amountFlag sets a number of things, at least one.
func amountFlag(to *int) pflag.Value { return quantity(to, "N", numerals.ParseAmount, nil) }

// bytesFlag sets a size in bytes; 0 means no limit.
func bytesFlag(to *uint64) pflag.Value {
	return quantity(to, "SIZE", numerals.ParseBytes, func(n uint64) string {
		if n > 0 && n%(1<<30) == 0 {
			return fmt.Sprintf("%dGiB", n>>30)
		}
		return fmt.Sprint(n)
	})
}

// durationFlag sets a time; 0 means no limit.
func durationFlag(to *time.Duration) pflag.Value {
	return quantity(to, "TIME", numerals.ParseDuration, func(d time.Duration) string {
		if d == 0 {
			return "0"
		}
		return d.String()
	})
}

// widthFlag sets a width in points.
func widthFlag(to *float64) pflag.Value {
	return quantity(to, "WIDTH", numerals.ParseWidth, numerals.Millimetres)
}

// completeEntries completes entries step by step as values of a flag: the text before a
// placeholder; the text after the placeholder, once the user has filled it in; the heuristics of p
// for H and E; and options after a comma.
func completeEntries(cmd *cobra.Command, flag string, entries []entry, p *puzzle.Puzzle) {
	register(cmd, flag, offering(entries, p))
}

func offering(entries []entry, p *puzzle.Puzzle) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		words, goesOn := ask.Complete(typed, entries, p)
		directive := cobra.ShellCompDirectiveNoFileComp
		if goesOn {
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		return offers(words), directive
	}
}

// upTo completes the first n arguments in one way and the rest in another.
func upTo(n int, first, rest cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) < n {
			return first(cmd, args, typed)
		}
		return rest(cmd, args, typed)
	}
}

// complete offers values for a flag, and no file names.
func complete(cmd *cobra.Command, flag string, values ...cobra.Completion) {
	register(cmd, flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// register panics if the command lacks the flag, or if the flag is already registered.
func register(cmd *cobra.Command, flag string, f cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic("cli: " + err.Error())
	}
}
