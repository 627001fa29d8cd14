package align

import (
	"math/rand/v2"
	"testing"
)

// longest is the length of a longest common subsequence, by the table of all
// beginnings.
func longest(a, b []int) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			row[j+1] = max(above, row[j])
			if x == y {
				row[j+1] = diagonal + 1
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

func TestCommonIsALongestCommonSubsequence(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	sequence := func() []int {
		s := make([]int, random.IntN(12))
		for i := range s {
			s[i] = random.IntN(4)
		}
		return s
	}
	for range 20_000 {
		a, b := sequence(), sequence()
		pairs := Common(a, b)
		if len(pairs) != longest(a, b) {
			t.Fatalf("%v and %v: %d in common, want %d", a, b, len(pairs), longest(a, b))
		}
		for i, p := range pairs {
			if a[p[0]] != b[p[1]] || i > 0 && (p[0] <= pairs[i-1][0] || p[1] <= pairs[i-1][1]) {
				t.Fatalf("%v and %v: %v is not a common subsequence", a, b, pairs)
			}
		}
	}
}

func TestManyChangesKeepBeginningAndEnd(t *testing.T) {
	a, b := []int{1}, []int{1}
	for i := range 5000 {
		a, b = append(a, 10+i), append(b, -10-i)
	}
	if pairs := Common(append(a, 2, 3), append(b, 2, 3)); len(pairs) != 3 || pairs[2] != [2]int{5002, 5002} {
		t.Errorf("in common %v, want the first and the last two", pairs)
	}
}
