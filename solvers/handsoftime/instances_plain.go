package handsoftime

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// distance returns the number of places between two nodes on a ring of n, the
// short way round: the value with which one reaches the other.
func distance(a, b, n int) int32 {
	d := a - b
	if d < 0 {
		d = -d
	}
	return int32(min(d, n-d))
}

// bindPlanted is the write-up's generator. It looks up where each node stands
// in a random list, O(n²) in all; the inverse of a uniform order is a uniform
// order, so walking the list itself draws from the same distribution in O(n).
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
		values := make([]int32, n)
		for i := range values {
			values[i] = int32(1 + random.Below(n/2))
		}
		return turned(Ring{Values: values}, turn, random), nil
	}, nil
}

// turned turns the ring by a random number of nodes if turn is "random".
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
		values := make([]int32, n)
		for i := range values {
			values[i] = int32(v)
		}
		return Ring{Values: values}, nil
	}, err
}

func bindFewValues(c puzzle.Choice) (generate, error) {
	set, err := parseSet(c.Value("values"))
	return func(n int, random *search.Random) (Ring, error) {
		if most := set[len(set)-1]; int(most) > n/2 {
			return Ring{}, fmt.Errorf("value %d is out of range (want 1 to %d)", most, n/2)
		}
		values := make([]int32, n)
		for i := range values {
			values[i] = set[random.Below(len(set))]
		}
		return Ring{Values: values}, nil
	}, err
}
