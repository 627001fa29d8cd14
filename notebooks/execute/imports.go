package execute

import (
	"context"
	"go/parser"
	"go/token"
	"io"
	"slices"
	"strconv"

	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Imports returns the sorted list of packages that the code cells of notebooks import. It also
// works for cells with errors.
func Imports(list ...*nbformat.Notebook) []string {
	var paths []string
	for _, nb := range list {
		for _, c := range nb.Cells {
			if c.Type != nbformat.Code || c.HasTag(notebooks.TagSkip) {
				continue
			}
			// Errors in the rest do not matter.
			file, _ := parser.ParseFile(token.NewFileSet(), "", "package p;"+dialect.Declarations(c.Source), parser.AllErrors|parser.SkipObjectResolution)
			for _, i := range file.Imports {
				if path, err := strconv.Unquote(i.Path.Value); err == nil && path != "" {
					paths = append(paths, path)
				}
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// Prepare builds the packages that notebooks in dir import ("" is the working directory), and
// returns how to compile and run cells. Messages about builds go to log, which may be nil. The
// errors are the same as in [install.Command] and [install.Spec.Prepare].
func Prepare(ctx context.Context, dir string, log io.Writer, list ...*nbformat.Notebook) (install.Spec, error) {
	spec, err := install.Command(ctx, dir, install.Compiled, log)
	if err != nil {
		return spec, err
	}
	return spec, spec.Prepare(ctx, Imports(list...), log)
}
