package handsoftime

import (
	"math/big"
	"math/bits"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// twoCycles counts solutions if many free cycles have length two.
//
// Fix the orientation of the longer cycles and the state of the special component. The rest
// is a digraph with one vertex for each pair, that is, for each free cycle of length two.
// Two chains arrive at the vertex and two leave it, and the two orientations of the pair
// are the two ways to connect them. An assignment is a solution if and only if it connects
// all chains into one closed walk, an Euler circuit, in which the last node leads back to
// the start. By the BEST theorem (van Aardenne-Ehrenfest and de Bruijn 1951), a connected
// digraph in which all in-degrees and out-degrees are two has as many Euler circuits as
// spanning arborescences toward any root. By Tutte's theorem, this number is a minor of its
// Laplacian.
type twoCycles struct {
	*graph
	orienter
	hole   *holeWalk
	pairs  int
	pairOf []int32 // the pair of each source, or −1
	heads  []int32 // the two heads of each pair, one pair after another
	matrix []uint64
}

func newTwoCycles(g *graph, pairs, rest []cycle) *twoCycles {
	c := &twoCycles{
		graph:    g,
		orienter: orienter{linker: newLinker(len(g.head)), cycles: rest},
		hole:     newHoleWalk(g),
		pairs:    len(pairs),
		pairOf:   make([]int32, len(g.head)),
		matrix:   make([]uint64, len(pairs)*len(pairs)),
	}
	for j := range c.pairOf {
		c.pairOf[j] = -1
	}
	for k, p := range pairs {
		c.pairOf[p.edge[0]], c.pairOf[p.edge[1]] = int32(k), int32(k)
		c.heads = append(c.heads, p.vertex[0], p.vertex[1])
	}
	return c
}

// count adds up the solutions for all orientations of the longer cycles and all states of
// the hole. Each combination counts as one node generated and expanded.
func (c *twoCycles) count(g *search.Guard, m *search.Meter) (*big.Int, search.Outcome) {
	total := new(big.Int)
	for {
		if outcome := c.advance(g, m); outcome != search.Running {
			if outcome == search.Unsolvable && total.Sign() > 0 {
				outcome = search.Solved
			}
			return total, outcome
		}
		c.hole.reset()
		for more := true; more; more = c.hole.step() {
			if g.StopsWithin(m.Expanded, 1) {
				return total, g.Outcome()
			}
			m.Expanded++
			m.Generated++
			if arcs, ok := c.digraph(); ok {
				n := c.arborescences(arcs, g)
				if n == nil {
					return total, g.Outcome()
				}
				total.Add(total, n)
			}
		}
	}
}

// digraph returns the arcs between pairs, two from each, or false if chains outside the
// pairs close a loop.
func (c *twoCycles) digraph() ([][2]int32, bool) {
	passed := 0 // vertices of the special component
	follow := func(h int32) int32 {
		for {
			j := c.tailOf[h]
			if pair := c.pairOf[j]; pair >= 0 {
				return pair
			}
			if j == c.hole.hole {
				return -1
			}
			h = c.hole.served[j]
			passed++
		}
	}
	first := follow(0)
	if first < 0 {
		return nil, false // the path ends before it reaches a pair
	}
	arcs := make([][2]int32, c.pairs)
	for k := range arcs {
		for e := range 2 {
			to := follow(c.heads[2*k+e])
			if to < 0 {
				to = first // from the last node back to the start
			}
			arcs[k][e] = to
		}
	}
	return arcs, passed == len(c.hole.vertices)
}

// arborescences returns the number of spanning arborescences toward pair 0, or nil if the
// guard stopped the calculation. The number is at most the product of the out-degrees,
// 2^(pairs−1), so its remainders modulo primes with a larger product determine it.
func (c *twoCycles) arborescences(arcs [][2]int32, g *search.Guard) *big.Int {
	result, modulus := new(big.Int), big.NewInt(1)
	bound := new(big.Int).Lsh(big.NewInt(1), uint(c.pairs))
	prime := new(big.Int).SetUint64(1 << 62)
	for modulus.Cmp(bound) < 0 {
		prime.Sub(prime, big.NewInt(1))
		if !prime.ProbablyPrime(0) { // exact below 2^64
			continue
		}
		p := prime.Uint64()
		remainder, ok := c.minorModulo(arcs, p, g)
		if !ok {
			return nil
		}
		// result += modulus · ((remainder − result)/modulus mod p)
		step := new(big.Int).SetUint64(remainder)
		step.Sub(step, result)
		step.Mul(step, new(big.Int).ModInverse(modulus, prime))
		step.Mod(step, prime)
		result.Add(result, step.Mul(step, modulus))
		modulus.Mul(modulus, prime)
	}
	return result
}

// minorModulo returns the determinant of the Laplacian without row and column 0, modulo the
// prime p. It returns false if the guard stopped the calculation.
func (c *twoCycles) minorModulo(arcs [][2]int32, p uint64, g *search.Guard) (uint64, bool) {
	n := c.pairs - 1
	a := c.matrix[:n*n]
	clear(a)
	add := func(row, column int32, x uint64) {
		if column > 0 {
			cell := &a[int(row-1)*n+int(column-1)]
			*cell = (*cell + x) % p
		}
	}
	for k := int32(1); int(k) < c.pairs; k++ {
		for _, to := range arcs[k] {
			add(k, k, 1)
			add(k, to, p-1)
		}
	}
	return determinantModulo(a, n, p, g)
}

// determinantModulo returns the determinant of a matrix of n rows modulo the prime p, by
// Gaussian elimination, which overwrites the matrix. It returns false if the guard stopped
// the calculation.
func determinantModulo(a []uint64, n int, p uint64, g *search.Guard) (uint64, bool) {
	determinant := uint64(1)
	for k := range n {
		if _, stop := g.Interrupted(); stop {
			return 0, false
		}
		pivot := k
		for pivot < n && a[pivot*n+k] == 0 {
			pivot++
		}
		if pivot == n {
			return 0, true
		}
		if pivot != k {
			for j := k; j < n; j++ {
				a[pivot*n+j], a[k*n+j] = a[k*n+j], a[pivot*n+j]
			}
			determinant = p - determinant // never 0: no pivot was
		}
		determinant = mulModulo(determinant, a[k*n+k], p)
		inverse := new(big.Int).ModInverse(new(big.Int).SetUint64(a[k*n+k]), new(big.Int).SetUint64(p)).Uint64()
		for i := k + 1; i < n; i++ {
			if a[i*n+k] != 0 {
				subtractRow(a[i*n:(i+1)*n], a[k*n:(k+1)*n], k, mulModulo(a[i*n+k], inverse, p), p)
			}
		}
	}
	return determinant, true
}

// subtractRow subtracts times·pivot from row, to the right of column k.
func subtractRow(row, pivot []uint64, k int, times, p uint64) {
	factor := p - times
	for j := k + 1; j < len(row); j++ {
		if x := pivot[j]; x != 0 {
			row[j] = (row[j] + mulModulo(factor, x, p)) % p
		}
	}
}

// mulModulo returns x·y mod p for x, y < p < 2^63.
func mulModulo(x, y, p uint64) uint64 {
	high, low := bits.Mul64(x, y)
	_, remainder := bits.Div64(high, low, p)
	return remainder
}
