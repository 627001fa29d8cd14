// Package known reads published sets of instances, with published and proved facts about each
// instance, from embedded files.
//
// A file has one instance per line. It begins with a description of the set:
//
//	#doc: Korf's 100 random 15-puzzle boards
//	#source: R. E. Korf, Depth-first iterative-deepening, 1985, appendix
//	#counting: what the published counters count, if there are any
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

// Set is a published set of instances. Each member of type K is an instance with its published or
// proved facts.
type Set[K any] struct {
	Name     string
	Doc      string // one-line description: number and kind of the instances
	Source   string
	Counting string // explanation of what the published counters count; "" if no counters were published

	members func() []K // in the order of the source, always the same slice
	own     func(*K)   // replaces what a copy of a member shares with the original
}

// Sets returns the sets with the given names. It calls the function parse for each line of the file
// sets/NAME.txt to get a member of the set NAME. The function own makes a copy of a member
// independent of the original: it must replace everything that the two share, such as slices, with
// copies.
func Sets[K any](files fs.FS, parse func(set, line string) (K, error), own func(*K), names ...string) []Set[K] {
	return wording.Each(names, func(name string) Set[K] {
		file := "sets/" + name + ".txt"
		s := Set[K]{Name: name, members: File(files, file, func(line string) (K, error) { return parse(name, line) }), own: own}
		s.introduce(files, file)
		return s
	})
}

// introduce reads the description of the set at the beginning of its file.
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

// Instances returns deep copies of the members, which the caller may change. It returns nil for the
// zero Set.
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

// Listed converts sets to the form that [puzzle.Kind] needs. The function inst returns the instance
// of a member. The Facts of each [puzzle.Member] are the member itself, of type K.
func Listed[I, K any](sets []Set[K], inst func(K) I) []puzzle.Set[I] {
	return wording.Each(sets, func(s Set[K]) puzzle.Set[I] {
		return puzzle.Set[I]{Name: s.Name, Doc: s.Doc, Source: s.Source, Members: func() []puzzle.Member[I] {
			return wording.Each(s.Instances(), func(k K) puzzle.Member[I] { return puzzle.Member[I]{Instance: inst(k), Facts: k} })
		}}
	})
}

// Instances returns the members of the set with the given name. If there is no such set, the error
// lists the names of all sets. Error messages use name as the name of the puzzle, and things as the
// plural noun for its instances.
func Instances[K any](name, things string, sets []Set[K], set string) ([]K, error) {
	names := wording.Each(sets, Set[K].String)
	if i := slices.Index(names, set); i >= 0 {
		return sets[i].Instances(), nil
	}
	return nil, fmt.Errorf("%s: no set of %s is called %s (want %s)%s", name, things, wording.Quote(set), wording.AnyOf(names), search.DidYouMean(set, names))
}

// ReadFigures parses the facts on a line of a set, which are words of the form key=value or single
// keys. The type of figures[key] determines what happens with the value of a key: a pointer to int,
// uint64, float64 or string receives the value, a *bool receives true, and a func(value string)
// error is called. Errors quote the invalid word.
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

// File returns a function that returns the members in an embedded file, which it reads when it is
// first called. Each line is one member, except empty lines and comments. The function panics if it
// cannot read the file or parse a line, so a package's own tests must call it for every file.
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
