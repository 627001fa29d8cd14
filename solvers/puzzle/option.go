package puzzle

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Option describes an option of a strategy, a family or a command. In names, options follow after
// commas; in commands, they are flags.
type Option struct {
	Name    string `json:"name"`
	Default string `json:"default,omitempty"` // default value; "" for a switch, which is off unless named
	Want    string `json:"want,omitempty"`    // accepted values, in words; "" for a switch
	Doc     string `json:"doc,omitempty"`     // one-line description, for help texts

	// Words lists the values if there are only a few. In this case, Parse may be nil.
	Words []Word `json:"-"`
	// Parse checks a value and returns its canonical form. A switch has no Parse.
	Parse func(value string) (canonical string, err error) `json:"-"`
}

// Word is one of the values accepted by an option, with its meaning.
type Word struct{ Name, Doc string }

// Switch returns an option without a value, which is on if it is named and off otherwise.
func Switch(name, doc string) Option { return Option{Name: name, Doc: doc} }

// CountOption returns an option whose value is a whole number of at least 1, with the given default
// value.
func CountOption(name, value, doc string) Option {
	return Option{Name: name, Default: value, Want: "a number of 1 or more", Doc: doc, Parse: canonicalCount}
}

// OneOf returns an option that accepts only the given words as values. The first word is the
// default.
func OneOf(name, doc string, words ...string) Option {
	list := wording.Each(words, func(w string) Word { return Word{Name: w} })
	return Option{Name: name, Default: words[0], Want: wording.AnyOf(words), Doc: doc, Words: list}
}

// parse returns the canonical form of a value.
func (o *Option) parse(value string) (string, error) {
	if o.Parse != nil {
		return o.Parse(value)
	}
	names := wording.Each(o.Words, func(w Word) string { return w.Name })
	if !slices.Contains(names, value) {
		return "", fmt.Errorf("%s is not a choice (want %s)%s", wording.Quote(value), wording.AnyOf(names), search.DidYouMean(value, names))
	}
	return value, nil
}

// String describes the option on one line of a help text, as in ",k=2 or more (default 3): how
// long".
func (o Option) String() string {
	text := "," + o.Name
	if o.Want != "" {
		text += "=" + o.Want
	}
	if o.Default != "" {
		text += " (default " + o.Default + ")"
	}
	if o.Doc != "" {
		text += ": " + o.Doc
	}
	return text
}

// Number describes the number in strategy names such as "beam-100".
type Number struct {
	What    string // word for the number in error messages, such as "weight"
	Example string
	Parse   func(text string) (canonical string, err error) // Parse checks the number and returns its canonical form. It is never called with "".
}

// Count returns the description of a number that must be whole and at least 1. The arguments are
// the fields What and Example of the [Number].
func Count(what, example string) *Number {
	return &Number{What: what, Example: example, Parse: canonicalCount}
}

// Weight returns the description of a number that must be at least 1 and need not be whole, such as
// "1.5".
func Weight(example string) *Number {
	return &Number{What: "weight", Example: example, Parse: canonicalWeight}
}

// canonicalWeight parses a weight and formats it like [search.Weight].
func canonicalWeight(text string) (string, error) {
	w, err := search.ParseWeight(text)
	return w.String(), err
}

// TiesOption returns the option that chooses which node A* expands first among nodes with the same
// f-value. The argument is the puzzle's plural noun for nodes, such as "positions".
func TiesOption(things string) Option {
	return Option{
		Name: "ties", Default: search.HighG.String(), Want: "high-g, low-g or fifo",
		Doc: "which of the " + things + " with the smallest g + h to expand first",
		Parse: func(value string) (string, error) {
			t, err := search.ParseTies(value)
			return t.String(), err
		},
	}
}

// canonicalCount parses a decimal number from 1 to 2³¹ − 1.
func canonicalCount(text string) (string, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	switch {
	case err != nil:
		return "", fmt.Errorf("%q is not a number (want 1 to %d)", text, 1<<31-1)
	case n == 0:
		return "", errors.New("0 is too small (want 1 or more)")
	}
	return strconv.FormatUint(n, 10), nil
}

// Estimate describes the last part of strategy names such as astar/manhattan: which heuristics or
// evaluations a name may contain after the slash.
type Estimate struct {
	Example string
	Only    []string // canonical names that are accepted; nil means all that Parse accepts
	// Parse checks a name and returns its canonical form. Users see its errors unchanged, so they
	// must begin with the puzzle's name.
	Parse func(name string) (canonical string, err error)
}

// EstimateOf returns an [Estimate] that accepts the names of the given heuristics. Its errors begin
// with the puzzle's name.
func EstimateOf(puzzle string, heuristics []Heuristic) *Estimate {
	names := wording.Each(heuristics, func(h Heuristic) string { return h.Name })
	return &Estimate{Example: names[len(names)-1], Parse: func(name string) (string, error) {
		if !slices.Contains(names, name) {
			return "", fmt.Errorf("%s: no heuristic is called %q (want %s)%s", puzzle, name, wording.AnyOf(names), search.DidYouMean(name, names))
		}
		return name, nil
	}}
}

// Exclusion names two options that cannot be combined, and explains why.
type Exclusion struct{ A, B, Why string }

// Choice holds the option values that a user chose in a name or with flags of a command, in
// canonical form.
type Choice struct {
	Number, Estimate string // number and estimate in a strategy's name; "" if the name has none
	// Say, if not nil, is called with a note about each assumption that was made to read an
	// instance.
	Say func(note string)
	// Open tells a [Format.Read] function to leave missing information, such as the start,
	// undecided. If Open is false, the function fills in the default, as for stored instances.
	Open   bool
	values map[string]string
	given  []string
}

// Chooses returns advice for a note about an assumption: write the given words before the instance
// or, if Open is set, use the given flag of the command.
func (c Choice) Chooses(flag, words string) string {
	if c.Open {
		return "--" + flag + ", or " + words + " before the instance,"
	}
	return words + " before the instance"
}

// Assume formats a note about an assumption and passes it to Say, unless Say is nil.
func (c Choice) Assume(format string, args ...any) {
	if c.Say != nil {
		c.Say(fmt.Sprintf(format, args...))
	}
}

// Defaults returns a choice with the default value of every option.
func Defaults(options []Option) Choice {
	c := Choice{values: map[string]string{}}
	for _, o := range options {
		c.values[o.Name] = o.Default
	}
	return c
}

// Set gives an option a value, or turns on a switch if value is "". It returns an error if the
// option does not accept the value.
func (c *Choice) Set(o Option, value string) error {
	switch {
	case o.Want == "" && value != "":
		return fmt.Errorf("%q is a value, which %s does not take", value, o.Name)
	case o.Want != "" && value == "":
		return fmt.Errorf("no value (want %s)", o.Want)
	}
	if o.Want != "" {
		canonical, err := o.parse(value)
		if err != nil {
			return err
		}
		value = canonical
	}
	c.values = maps.Clone(c.values)
	if c.values == nil {
		c.values = map[string]string{}
	}
	c.values[o.Name] = value
	c.given = append(slices.Clone(c.given), o.Name)
	return nil
}

// Given reports whether [Choice.Set] was called for the named option, even with its default value.
// For a switch, this means that it is on.
func (c Choice) Given(option string) bool { return slices.Contains(c.given, option) }

// Value returns the value of the named option, or "" if the option has none.
func (c Choice) Value(option string) string { return c.values[option] }

// Int returns the value of the named option as an int. For the name "", it returns the number in
// the strategy's name. It panics if the value is not a whole number.
func (c Choice) Int(option string) int {
	n, err := strconv.Atoi(c.text(option))
	if err != nil {
		panic(fmt.Sprintf("puzzle: option %q is %q, and not a whole number", option, c.text(option)))
	}
	return n
}

// text returns the value of an option; for "", the number in the name.
func (c Choice) text(option string) string {
	if option == "" {
		return c.Number
	}
	return c.values[option]
}

// suffix returns the options that were set to other values than their defaults, each after a comma,
// in the order of the list.
func (c Choice) suffix(options []Option) string {
	var b strings.Builder
	for _, o := range options {
		switch {
		case !c.Given(o.Name):
		case o.Want == "":
			b.WriteString("," + o.Name)
		case c.values[o.Name] != o.Default:
			b.WriteString("," + o.Name + "=" + c.values[o.Name])
		}
	}
	return b.String()
}

// choose parses the words after a name: option or option=value. Errors call the name who.
func choose(who string, options []Option, words []string) (Choice, error) {
	c := Defaults(options)
	names := wording.Each(options, func(o Option) string { return o.Name })
	for _, word := range words {
		name, value, hasValue := strings.Cut(word, "=")
		i := slices.Index(names, name)
		switch {
		case i < 0 && len(names) == 0:
			return c, fmt.Errorf("%s takes no option, got %q", who, name)
		case i < 0:
			return c, fmt.Errorf("%s has no option %q (want %s)%s", who, name, strings.Join(names, ", "), search.DidYouMean(name, names))
		case c.Given(name):
			return c, fmt.Errorf("option %s is given twice", name)
		case options[i].Want == "" && hasValue:
			return c, fmt.Errorf("option %s takes no value, got %q", name, value)
		case options[i].Want != "" && value == "":
			return c, fmt.Errorf("option %s needs a value: %s", name, options[i].Want)
		}
		if err := c.Set(options[i], value); err != nil {
			return c, fmt.Errorf("option %s: %w", name, err)
		}
	}
	return c, nil
}
