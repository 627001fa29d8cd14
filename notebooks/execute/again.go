package execute

import (
	"context"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Again executes a copy of an executed notebook, with the parameters that were injected
// if the options have none, and returns the copy. Errors are those of [Run].
func Again(ctx context.Context, nb *nbformat.Notebook, o Options) (*nbformat.Notebook, error) {
	again, err := nbformat.Parse(nb.Bytes())
	if err != nil {
		return nil, err
	}
	_, err = Run(ctx, again, o)
	return again, err
}
