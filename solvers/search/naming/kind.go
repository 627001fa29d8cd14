package naming

import (
	"errors"
	"fmt"
	"strconv"
)

// Kind is a pattern of names and what it leaves open.
type Kind[C any] struct {
	Pattern   string       // see the package documentation
	Number    *Number[C]   // nil if the pattern has none
	Estimate  *Estimate[C] // nil if the pattern has none, or says which
	Options   []Setting[C] // in the order they are listed
	Exclusive []Exclusion
}

// Number is a number in a name.
type Number[C any] struct {
	What    string // what it counts, with which errors begin: "weight"
	Example string
	// Set stores the number, which is not "", and returns its canonical form.
	Set func(choice *C, text string) (canonical string, err error)
}

// Estimate is a name behind a slash that may be chosen.
type Estimate[C any] struct {
	Example string
	Only    []string // the canonical names that are taken, nil for all that Set takes
	// Set stores the estimate and returns its canonical name. Its error is
	// returned by [Grammar.Parse] as it is, and so names the puzzle.
	Set func(choice *C, name string) (canonical string, err error)
}

// Option is what may follow a name, after a comma: a word, or a word with a
// value.
type Option struct {
	Name    string
	Default string // "" for an option without a value, which is off by default
	Want    string // the values it takes, in words; "" if it takes none
	Doc     string // one line
}

// Setting is an option and what it does.
type Setting[C any] struct {
	Option
	// Set stores the value, "" if the option takes none, and returns its
	// canonical form.
	Set func(choice *C, value string) (canonical string, err error)
}

// Exclusion is a pair of options that cannot be given together.
type Exclusion struct{ A, B, Why string }

// Switch returns an option without a value.
func Switch[C any](name, doc string, turnOn func(choice *C)) Setting[C] {
	return Setting[C]{
		Option: Option{Name: name, Doc: doc},
		Set: func(choice *C, _ string) (string, error) {
			turnOn(choice)
			return "", nil
		},
	}
}

// Count returns a number of 1 or more, written in digits. turnTo stores it.
func Count[C any](what, example string, turnTo func(choice *C, n int)) *Number[C] {
	return &Number[C]{What: what, Example: example, Set: func(choice *C, text string) (string, error) {
		n, err := ParseCount(text)
		if err != nil {
			return "", err
		}
		turnTo(choice, n)
		return strconv.Itoa(n), nil
	}}
}

// ParseCount reads a number of 1 or more that is written in digits alone, for
// a number or the value of an option. It takes up to 2³¹ − 1.
func ParseCount(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%q is not a number (want 1 to %d)", text, 1<<31-1)
	case n == 0:
		return 0, errors.New("0 is too small (want 1 or more)")
	}
	return int(n), nil
}

// Listed returns the options as they are shown to a reader.
func (k *Kind[C]) Listed() []Option {
	var options []Option
	for _, s := range k.Options {
		options = append(options, s.Option)
	}
	return options
}

// Example returns a name of this kind: its pattern with the examples put in.
func (k *Kind[C]) Example() string {
	p, err := parsePattern(k.Pattern)
	if err != nil {
		return k.Pattern
	}
	number := ""
	if k.Number != nil {
		number = k.Number.Example
	}
	name := p.with(number)
	switch {
	case k.Estimate != nil:
		name += "/" + k.Estimate.Example
	case p.estimate != "":
		name += "/" + p.estimate
	}
	return name
}
