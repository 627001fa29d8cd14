package handsoftime

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// options holds the chosen text of every option of a family. Reading one
// through a method below also rewrites it in its canonical form, so that k=03
// and k=3 are one family.
type options map[string]string

// chooseOptions starts from the defaults and sets the words, each name=value.
func chooseOptions(known []Option, words []string) (options, error) {
	chosen := make(options, len(known))
	names := make([]string, len(known))
	for i, o := range known {
		chosen[o.Name], names[i] = o.Default, o.Name
	}
	given := make(map[string]bool)
	for _, word := range words {
		name, value, hasValue := strings.Cut(word, "=")
		switch {
		case len(known) == 0:
			return nil, fmt.Errorf("it takes no option, got %q", word)
		case !slices.Contains(names, name):
			return nil, fmt.Errorf("it has no option %q (want %s)%s", name, strings.Join(names, ", "), search.DidYouMean(name, names))
		case given[name]:
			return nil, fmt.Errorf("option %s is given twice", name)
		case !hasValue || value == "":
			return nil, fmt.Errorf("option %s has no value (want %s=VALUE: %s)", name, name, known[slices.Index(names, name)].Want)
		}
		given[name] = true
		chosen[name] = value
	}
	return maps.Clone(chosen), nil
}

// choice reads an option that is one of a few words.
func (o options) choice(name string, words ...string) (string, error) {
	if !slices.Contains(words, o[name]) {
		return "", fmt.Errorf("%s=%s is not a choice (want %s)%s", name, o[name], strings.Join(words, " or "), search.DidYouMean(o[name], words))
	}
	return o[name], nil
}

// number reads an option that is a whole number in least..MaxSize.
func (o options) number(name string, least int) (int, error) {
	v, ok := number(o[name], MaxSize)
	if !ok || int(v) < least {
		return 0, fmt.Errorf("%s=%s is not a whole number of %d or more", name, o[name], least)
	}
	o[name] = strconv.Itoa(int(v))
	return int(v), nil
}

// amount reads an option that is a whole number or a share of the ring.
func (o options) amount(name string, least int) (amount, error) {
	divisor, isShare := strings.CutPrefix(o[name], "n/")
	if !isShare {
		v, ok := number(o[name], MaxSize)
		if !ok || int(v) < least {
			return amount{}, fmt.Errorf("%s=%s is not a whole number of %d or more, nor n/D", name, o[name], least)
		}
		o[name] = strconv.Itoa(int(v))
		return amount{number: int(v)}, nil
	}
	d, ok := number(divisor, MaxSize)
	if !ok || d == 0 {
		return amount{}, fmt.Errorf("%s=%s does not divide by a whole number (want for example %s=n/10)", name, o[name], name)
	}
	o[name] = "n/" + strconv.Itoa(int(d))
	return amount{number: least, divisor: int(d)}, nil
}

// amount is a number that may grow with the ring.
type amount struct {
	number  int // the amount, or the least amount if it is a share
	divisor int // 0, or the share of the ring is 1/divisor, rounded down
}

func (a amount) of(n int) int {
	if a.divisor == 0 {
		return a.number
	}
	return max(a.number, n/a.divisor)
}

// set reads an option that is a set of positive numbers joined by +.
func (o options) set(name string) ([]int32, error) {
	var set []int32
	for word := range strings.SplitSeq(o[name], "+") {
		v, ok := number(word, MaxSize)
		if !ok || v == 0 {
			return nil, fmt.Errorf("%s=%s: %q is not a positive whole number (want numbers joined by +, as in %s=1+2)", name, o[name], word, name)
		}
		set = append(set, v)
	}
	slices.Sort(set)
	set = slices.Compact(set)
	words := make([]string, len(set))
	for i, v := range set {
		words[i] = strconv.Itoa(int(v))
	}
	o[name] = strings.Join(words, "+")
	return set, nil
}
