// Package known reads published sets of instances from files that are compiled in, with
// what is published and proved about each instance.
//
// A file has an instance a line. It begins with what the set says of itself:
//
//	#doc: Korf's 100 random boards of the 15-puzzle
//	#source: R. E. Korf, Depth-first iterative-deepening, 1985, appendix
//	#counting: how the published counters count, if there are any
package known

import (
	"bufio"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Set is a published collection of instances. A K is one of them with what is
// published and proved about it.
type Set[K any] struct {
	Name     string
	Doc      string // one line: how many instances of what
	Source   string
	Counting string // how the published counters count; "" if there are none

	members func() []K // in the order of the source, always the same slice
	own     func(*K)   // replaces what a copy of a member shares with it
}

// Sets returns the sets of these names, whose members are the lines of sets/NAME.txt,
// which parse reads. own replaces what a copy of a member shares with it.
func Sets[K any](files fs.FS, parse func(set, line string) (K, error), own func(*K), names ...string) []Set[K] {
	return wording.Each(names, func(name string) Set[K] {
		file := "sets/" + name + ".txt"
		s := Set[K]{Name: name, members: File(files, file, func(line string) (K, error) { return parse(name, line) }), own: own}
		s.introduce(files, file)
		return s
	})
}

// introduce reads what the file says of the set.
func (s *Set[K]) introduce(files fs.FS, file string) {
	f, err := files.Open(file)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		key, text, _ := strings.Cut(lines.Text(), ": ")
		to := map[string]*string{"#doc": &s.Doc, "#source": &s.Source, "#counting": &s.Counting}[key]
		if to == nil {
			return
		}
		*to = text
	}
}

// Instances returns the members in a new slice, of which the caller may change
// everything; nil for the zero Set.
func (s Set[K]) Instances() []K {
	if s.members == nil {
		return nil
	}
	known := slices.Clone(s.members())
	for i := range known {
		s.own(&known[i])
	}
	return known
}

// String returns the name of the set.
func (s Set[K]) String() string { return s.Name }

// Listed are the sets as a [puzzle.Kind] has them. What is known of a member, whose
// instance is inst, is the member itself.
func Listed[I, K any](sets []Set[K], inst func(K) I) []puzzle.Set[I] {
	return wording.Each(sets, func(s Set[K]) puzzle.Set[I] {
		return puzzle.Set[I]{Name: s.Name, Doc: s.Doc, Source: s.Source, Members: func() []puzzle.Member[I] {
			return wording.Each(s.Instances(), func(k K) puzzle.Member[I] { return puzzle.Member[I]{Instance: inst(k), Facts: k} })
		}}
	})
}

// Instances returns the instances of the set of that name. The error lists the names
// there are.
func Instances[K any](name, things string, sets []Set[K], set string) ([]K, error) {
	names := wording.Each(sets, Set[K].String)
	if i := slices.Index(names, set); i >= 0 {
		return sets[i].Instances(), nil
	}
	return nil, fmt.Errorf("%s: no set of %s is called %s (want %s)%s", name, things, wording.Quote(set), wording.AnyOf(names), search.DidYouMean(set, names))
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

// File returns what reads a file of a package at its first call: a member a
// line, without empty lines and those that are a comment. A file that cannot be
// read, or a line that parse refuses, panics: the package's own tests read them all.
func File[K any](files fs.FS, file string, parse func(line string) (K, error)) func() []K {
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
