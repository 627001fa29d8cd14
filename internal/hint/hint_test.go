package hint_test

import (
	"errors"
	"fmt"

	"github.com/puzzlelab/puzzlelab/internal/hint"
)

func ExampleOf() {
	full := errors.New("no space left")
	err := fmt.Errorf("run: %w", hint.Errorf("free some space", "write: %w", full))
	fmt.Println(err)
	fmt.Println(hint.Of(err), errors.Is(err, full))
	fmt.Printf("%q\n", hint.Of(full))
	// Output:
	// run: write: no space left
	// free some space true
	// ""
}
