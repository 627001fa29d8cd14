package execute

import (
	"context"

	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Again executes a copy of an executed notebook and returns the copy. If the options have no
// parameters, it uses the parameters that were injected into the notebook. Errors are the same as
// in [Run].
func Again(ctx context.Context, nb *nbformat.Notebook, o Options) (*nbformat.Notebook, error) {
	again, err := nbformat.Parse(nb.Bytes())
	if err != nil {
		return nil, err
	}
	_, err = Run(ctx, again, o)
	return again, err
}

// Cell executes a single cell and returns the text that it printed.
func Cell(ctx context.Context, spec install.Spec, source string) (text string, err error) {
	nb := nbformat.New(nbformat.NewCell(nbformat.Code, source))
	_, err = Run(ctx, nb, Options{Kernel: spec})
	for _, o := range nb.Cells[0].Outputs {
		text += o.Text
	}
	return text, err
}
