package execute_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

func ExampleImports() {
	nb := nbformat.New(nbformat.NewCell(nbformat.Code, `import (
	"fmt"
	rings "example.com/rings"
)

%%
fmt.Println("import", rings.New())`))
	fmt.Println(execute.Imports(nb))
	// Output: [example.com/rings fmt]
}

func TestImportsAreFoundInAnyCell(t *testing.T) {
	for _, c := range []struct {
		name, cell string
		want       []string
	}{
		{"one", `import "a"`, []string{"a"}},
		{"names", "import (\n\t_ \"b\"\n\t. \"a\" // \"c\"\n)\nvar x = \"d\"", []string{"a", "b"}},
		{"on one line", `import ("a"; "b"); const c = "c"`, []string{"a", "b"}},
		{"twice", "import \"a\"\nimport `a`", []string{"a"}},
		{"after a declaration", "var x = \"x\"\nimport \"a\"", []string{"a"}},
		{"between commands", "!go version\n%env A \"b\"\nimport \"a\"", []string{"a"}},
		{"not in a comment or string", "// import \"a\"\nvar s = `import \"b\"`", nil},
		{"not behind %%", "%%\nimport \"a\"", nil},
		{"with mistakes", "import \"a\nimport \"b\"\nfunc {", []string{"b"}},
		{"none", "", nil},
	} {
		nb := nbformat.New(nbformat.NewCell(nbformat.Markdown, `import "m"`), nbformat.NewCell(nbformat.Code, c.cell))
		if got := execute.Imports(nb); !slices.Equal(got, c.want) {
			t.Errorf("%s: Imports = %q, want %q", c.name, got, c.want)
		}
	}
	skipped := nbformat.New(nbformat.NewCell(nbformat.Code, `import "a"`, "skip-execution"))
	if got := execute.Imports(skipped); len(got) != 0 {
		t.Errorf("a cell that is not run: Imports = %q, want none", got)
	}
}
