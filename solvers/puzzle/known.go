package puzzle

import (
	"fmt"
	"io/fs"
	"slices"
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

// SetOf is the set as a [Kind] has it, of whose members member returns the instance
// and what is known of it.
func SetOf[I, K any](s KnownSet[K], member func(K) Member[I]) Set[I] {
	return Set[I]{Name: s.Name, Doc: s.Doc, Source: s.Source, Members: func() []Member[I] {
		var members []Member[I]
		for _, k := range s.Instances() {
			members = append(members, member(k))
		}
		return members
	}}
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

// ReadFigures gives set the words of a line of figures, each key=value or a key
// alone.
func ReadFigures(puzzle, figures string, set func(key, value string) error) error {
	for word := range strings.FieldsSeq(figures) {
		key, value, _ := strings.Cut(word, "=")
		if err := set(key, value); err != nil {
			return fmt.Errorf("%s: known board: %q: %w", puzzle, word, err)
		}
	}
	return nil
}
