package study

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Choice is what to run of a study. The zero value is the whole study; its
// fields change the part of the study that they make sense for, which then is
// all that is run.
type Choice struct {
	Sizes      []int    // of the instances; none means the study's own
	Strategies []string // names; none means the study's own
	Instances  int      // of each size; 0 means the study's own number
	Nodes      uint64   // limit on the nodes expanded by each trial; 0 means the study's own
}

// SizeError is a choice of a size that the study has no instances of.
type SizeError struct{ Err error }

func (e *SizeError) Error() string { return e.Err.Error() }

func (e *SizeError) Unwrap() error { return e.Err }

// Choose returns what a choice runs. The error is a [*SizeError], or about a
// strategy that there is not.
func (d Definition) Choose(c Choice) (Runner, error) {
	var names []string
	for _, word := range c.Strategies {
		name, err := d.canonical(word)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	c.Sizes, c.Strategies = once(c.Sizes), once(names)
	if len(c.Sizes) > 0 {
		err := errors.New("the instances of this study have no sizes to choose from")
		if d.Sizes != nil {
			err = d.Sizes(c)
		}
		if err != nil {
			return nil, &SizeError{err}
		}
	}
	return d.Plan(c), nil
}

// once returns the values without repetitions, in their order.
func once[T comparable](values []T) []T {
	var distinct []T
	for _, v := range values {
		if !slices.Contains(distinct, v) {
			distinct = append(distinct, v)
		}
	}
	return distinct
}

// SplitStrategies splits a list of strategies at its commas, except those that
// begin an option: "pruning,literal,contraction" is two names. The names are
// canonical.
func (d Definition) SplitStrategies(list string) ([]string, error) {
	var names []string
	for word := range strings.SplitSeq(list, ",") {
		name, err := d.canonical(word)
		if last := len(names) - 1; err != nil && last >= 0 {
			if joined, err := d.canonical(names[last] + "," + word); err == nil {
				names[last] = joined
				continue
			}
		}
		if err != nil {
			return nil, fmt.Errorf("strategies %q: %w", list, err)
		}
		names = append(names, name)
	}
	return names, nil
}

func (d Definition) canonical(name string) (string, error) {
	if d.Canonical == nil {
		return name, nil
	}
	return d.Canonical(name)
}

// OnlySize returns the [Definition.Sizes] of a study whose boards are all of one
// size, which is what, in words.
func OnlySize(want int, what string) func(Choice) error {
	return func(c Choice) error {
		for _, size := range c.Sizes {
			if size != want {
				return fmt.Errorf("no board of this study has size %d (want %d, %s)", size, want, what)
			}
		}
		return nil
	}
}
