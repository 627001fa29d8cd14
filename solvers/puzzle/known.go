package puzzle

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// KnownSet is a published collection of instances. A K is one of them with what is
// published and proved about it.
type KnownSet[K any] struct {
	Name     string
	Doc      string // one line: how many instances of what
	Source   string
	Counting string // how the published counters count; "" if there are none

	// Members returns the collection in the order of the source, always the same
	// slice; [KnownFile] makes one. Own replaces what a copy of a member shares
	// with it.
	Members func() []K
	Own     func(*K)
}

// Instances returns the members in a new slice, of which the caller may change
// everything; nil for the zero KnownSet.
func (s KnownSet[K]) Instances() []K {
	if s.Members == nil {
		return nil
	}
	known := slices.Clone(s.Members())
	for i := range known {
		s.Own(&known[i])
	}
	return known
}

// String returns the name of the set.
func (s KnownSet[K]) String() string { return s.Name }

// SetsOf are the sets as a [Kind] has them. What is known of a member, whose
// instance is inst, is the member itself.
func SetsOf[I, K any](sets []KnownSet[K], inst func(K) I) []Set[I] {
	return Each(sets, func(s KnownSet[K]) Set[I] {
		return Set[I]{Name: s.Name, Doc: s.Doc, Source: s.Source, Members: func() []Member[I] {
			return Each(s.Instances(), func(k K) Member[I] { return Member[I]{Instance: inst(k), Facts: k} })
		}}
	})
}

// FromFiles completes sets whose members are the lines of sets/NAME.txt, which
// parse reads; own is [KnownSet.Own]. It returns them.
func FromFiles[K any](files fs.FS, sets []KnownSet[K], parse func(set, line string) (K, error), own func(*K)) []KnownSet[K] {
	for i := range sets {
		s := &sets[i]
		s.Members = KnownFile(files, "sets/"+s.Name+".txt", func(line string) (K, error) { return parse(s.Name, line) })
		s.Own = own
	}
	return sets
}

// ReadFigures reads what a line of a set says of its member: words of the form
// key=value, or a key alone. figures has what a key stands for, which is a *int,
// *uint64, *float64, *string, a *bool that becomes true, or a func(value string)
// error. The error names the word.
func ReadFigures(text string, figures map[string]any) error {
	for word := range strings.FieldsSeq(text) {
		key, value, _ := strings.Cut(word, "=")
		var err error
		switch to := figures[key].(type) {
		case *int:
			*to, err = strconv.Atoi(value)
		case *uint64:
			*to, err = strconv.ParseUint(value, 10, 64)
		case *float64:
			*to, err = strconv.ParseFloat(value, 64)
		case *string:
			*to = value
		case *bool:
			*to = true
		case func(string) error:
			err = to(value)
		default:
			err = fmt.Errorf("no figure is called %q", key)
		}
		if err != nil {
			return fmt.Errorf("%q: %w", word, err)
		}
	}
	return nil
}

// KnownInstances returns the instances of the set of that name. The error lists the
// names there are.
func KnownInstances[K any](puzzle, things string, sets []KnownSet[K], set string) ([]K, error) {
	var names []string
	for _, s := range sets {
		if s.Name == set {
			return s.Instances(), nil
		}
		names = append(names, s.Name)
	}
	return nil, fmt.Errorf("%s: no set of %s is called %s (want %s)%s", puzzle, things, Quote(set), AnyOf(names), search.DidYouMean(set, names))
}

// KnownFile returns what reads a file of a package at its first call: a member a
// line, without empty lines and those that are a comment. A file that cannot be
// read, or a line that parse refuses, panics: the package's own tests read them all.
func KnownFile[K any](files fs.FS, file string, parse func(line string) (K, error)) func() []K {
	return sync.OnceValue(func() []K {
		text, err := fs.ReadFile(files, file)
		if err != nil {
			panic(err)
		}
		var known []K
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
				continue
			}
			k, err := parse(line)
			if err != nil {
				panic(fmt.Errorf("%s:%d: %w", file, number, err))
			}
			known = append(known, k)
		}
		return known
	})
}
