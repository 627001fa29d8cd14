package wording_test

import (
	"math/big"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

func TestNumbersBeyondTheReachOfFloatsAreStrings(t *testing.T) {
	edge := new(big.Int).Lsh(big.NewInt(1), 53)
	for _, c := range []struct {
		n    *big.Int
		want string
	}{
		{nil, "null"},
		{big.NewInt(0), "0"},
		{edge, "9007199254740992"},
		{new(big.Int).Add(edge, big.NewInt(1)), `"9007199254740993"`},
	} {
		if got := string(wording.BigJSON(c.n)); got != c.want {
			t.Errorf("BigJSON(%v) = %s, want %s", c.n, got, c.want)
		}
	}
}
