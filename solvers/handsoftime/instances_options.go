package handsoftime

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// numberOption returns an option that is a whole number in least..MaxSize.
func numberOption(name string, value, least int, want, doc string) puzzle.Option {
	return puzzle.Option{Name: name, Default: strconv.Itoa(value), Want: want, Doc: doc, Parse: func(text string) (string, error) {
		v, ok := number(text, MaxSize)
		if !ok || int(v) < least {
			return "", fmt.Errorf("%s is not a whole number of %d or more", puzzle.Quote(text), least)
		}
		return strconv.Itoa(int(v)), nil
	}}
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

// String returns the amount as parseAmount reads it.
func (a amount) String() string {
	if a.divisor > 0 {
		return "n/" + strconv.Itoa(a.divisor)
	}
	return strconv.Itoa(a.number)
}

// parseAmount reads a whole number of least or more, or a share of the ring: n/D.
func parseAmount(text string, least int) (amount, error) {
	divisor, isShare := strings.CutPrefix(text, "n/")
	if !isShare {
		v, ok := number(text, MaxSize)
		if !ok || int(v) < least {
			return amount{}, fmt.Errorf("%s is not a whole number of %d or more, nor n/D", puzzle.Quote(text), least)
		}
		return amount{number: int(v)}, nil
	}
	d, ok := number(divisor, MaxSize)
	if !ok || d == 0 {
		return amount{}, fmt.Errorf("%s does not divide by a whole number (want for example n/10)", puzzle.Quote(text))
	}
	return amount{number: least, divisor: int(d)}, nil
}

func amountOption(name, value string, least int, doc string) puzzle.Option {
	return puzzle.Option{Name: name, Default: value, Want: "a number, or n/D", Doc: doc, Parse: func(text string) (string, error) {
		a, err := parseAmount(text, least)
		return a.String(), err
	}}
}

// parseSet reads a set of positive numbers joined by +, and returns it sorted.
func parseSet(text string) ([]int32, error) {
	var set []int32
	for word := range strings.SplitSeq(text, "+") {
		v, ok := number(word, MaxSize)
		if !ok || v == 0 {
			return nil, fmt.Errorf("%s is not a positive whole number (want numbers joined by +, as in 1+2)", puzzle.Quote(word))
		}
		set = append(set, v)
	}
	slices.Sort(set)
	return slices.Compact(set), nil
}

func canonicalSet(text string) (string, error) {
	set, err := parseSet(text)
	words := make([]string, len(set))
	for i, v := range set {
		words[i] = strconv.Itoa(int(v))
	}
	return strings.Join(words, "+"), err
}
