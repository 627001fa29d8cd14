package handsoftime

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// numberOption returns an option whose value is a whole number from least to
// MaxSize.
func numberOption(name string, value, least int, want, doc string) puzzle.Option {
	return puzzle.Option{Name: name, Default: strconv.Itoa(value), Want: want, Doc: doc, Parse: func(text string) (string, error) {
		v, ok := number(text, MaxSize)
		if !ok || int(v) < least {
			return "", fmt.Errorf("%s is not a whole number of %d or more", wording.Quote(text), least)
		}
		return strconv.Itoa(int(v)), nil
	}}
}

// amount is a fixed number, or one that grows with the ring.
type amount struct {
	number  int // the amount, or its minimum if it is a share
	divisor int // 0, or the share is n/divisor, rounded down
}

func (a amount) of(n int) int {
	if a.divisor == 0 {
		return a.number
	}
	return max(a.number, n/a.divisor)
}

// String returns the amount in the form that parseAmount parses: a number, or n/D for a share of
// the ring's n nodes.
func (a amount) String() string {
	if a.divisor > 0 {
		return "n/" + strconv.Itoa(a.divisor)
	}
	return strconv.Itoa(a.number)
}

// parseAmount reads a whole number of at least least, or a share of the ring:
// n/D.
func parseAmount(text string, least int) (amount, error) {
	divisor, isShare := strings.CutPrefix(text, "n/")
	if !isShare {
		v, ok := number(text, MaxSize)
		if !ok || int(v) < least {
			return amount{}, fmt.Errorf("%s is not a whole number of %d or more, nor n/D", wording.Quote(text), least)
		}
		return amount{number: int(v)}, nil
	}
	d, ok := number(divisor, MaxSize)
	if !ok || d == 0 {
		return amount{}, fmt.Errorf("%s does not divide by a whole number (want for example n/10)", wording.Quote(text))
	}
	return amount{number: least, divisor: int(d)}, nil
}

func amountOption(name, value string, least int, doc string) puzzle.Option {
	return puzzle.Option{Name: name, Default: value, Want: "a number, or n/D", Doc: doc, Parse: func(text string) (string, error) {
		a, err := parseAmount(text, least)
		return a.String(), err
	}}
}

// parseSet reads positive numbers joined by +, and returns them sorted.
func parseSet(text string) ([]int32, error) {
	var set []int32
	for word := range strings.SplitSeq(text, "+") {
		v, ok := number(word, MaxSize)
		if !ok || v == 0 {
			return nil, fmt.Errorf("%s is not a positive whole number (want numbers joined by +, as in 1+2)", wording.Quote(word))
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

// distance returns the shorter distance between two nodes on a ring of n nodes.
// It is the value with which one node reaches the other.
func distance(a, b, n int) int32 {
	d := a - b
	if d < 0 {
		d = -d
	}
	return int32(min(d, n-d))
}

// bindPlanted returns the write-up's generator. The write-up looks up the
// position of each node in a random list, in O(n²). The inverse of a uniformly
// random order is also uniformly random, so following the list itself gives the
// same distribution in O(n).
func bindPlanted(c puzzle.Choice) (generate, error) {
	last, turn := c.Value("last"), c.Value("start")
	return func(n int, random *search.Random) (Ring, error) {
		order := make([]int32, n) // order[0] is the start
		for i := range order {
			order[i] = int32(i)
		}
		search.Shuffle(random, order[1:])
		values := make([]int32, n)
		for i, node := range order[:n-1] {
			values[node] = distance(int(node), int(order[i+1]), n)
		}
		choices := n / 2
		if last == "exclusive" {
			choices = max(1, choices-1) // Next(1, 1) is 1
		}
		values[order[n-1]] = int32(1 + random.Below(choices))
		return turned(Ring{Values: values}, turn, random), nil
	}, nil
}

func bindUniform(c puzzle.Choice) (generate, error) {
	turn := c.Value("start")
	return func(n int, random *search.Random) (Ring, error) {
		return turned(filled(n, func() int32 { return int32(1 + random.Below(n/2)) }), turn, random), nil
	}, nil
}

// filled returns a ring of n values, which it draws one after another.
func filled(n int, value func() int32) Ring {
	values := make([]int32, n)
	for i := range values {
		values[i] = value()
	}
	return Ring{Values: values}
}

// turned rotates the ring by a random number of nodes if turn is "random".
func turned(r Ring, turn string, random *search.Random) Ring {
	if turn != "random" {
		return r
	}
	by := random.Below(len(r.Values))
	values := make([]int32, 0, len(r.Values))
	values = append(values, r.Values[len(r.Values)-by:]...)
	values = append(values, r.Values[:len(r.Values)-by]...)
	return Ring{Values: values, Start: by}
}

func bindEqual(c puzzle.Choice) (generate, error) {
	value, err := parseAmount(c.Value("v"), 1)
	return func(n int, _ *search.Random) (Ring, error) {
		v := value.of(n)
		if v > n/2 {
			return Ring{}, fmt.Errorf("value %d is out of range (want 1 to %d)", v, n/2)
		}
		return filled(n, func() int32 { return int32(v) }), nil
	}, err
}

func bindFewValues(c puzzle.Choice) (generate, error) {
	set, err := parseSet(c.Value("values"))
	return func(n int, random *search.Random) (Ring, error) {
		if most := set[len(set)-1]; int(most) > n/2 {
			return Ring{}, fmt.Errorf("value %d is out of range (want 1 to %d)", most, n/2)
		}
		return filled(n, func() int32 { return set[random.Below(len(set))] }), nil
	}, err
}
