package external_test

import (
	"context"
	"fmt"
	"os"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/external"
)

// Lights Out on 3×3: pressing a lamp switches it and its neighbors. Each of the nine operators
// undoes itself.
func Example() {
	lights := search.Space{
		Name: "lights out 3x3", Bits: 9, States: 512, Inverse: []int{0, 1, 2, 3, 4, 5, 6, 7, 8},
		Expand: func(state uint64, next []uint64) {
			for i, mask := range []uint64{0o013, 0o027, 0o046, 0o131, 0o272, 0o464, 0o310, 0o720, 0o640} {
				next[i] = state ^ mask
			}
		},
	}
	folder, err := os.MkdirTemp("", "layers")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	r, err := external.Enumerate(context.Background(), lights, external.Options{Folder: folder, Limits: search.Limits{Bytes: 64 << 20}})
	fmt.Println(r.Outcome, r.Counts, err)
	// Output: solved [1 9 36 84 126 126 84 36 9 1] <nil>
}
