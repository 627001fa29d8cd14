package execute

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

const declared = `import "fmt"

// Parameters of the tour.
%env X=1
var n = 20 // instances per size
var (
	// Largest size
	// of a board.
	maxSize int64 = 0x10
	ratio         = -1.5
	quick         = true
)
const alg = "idastar/manhattan"
var sizes, words = []int{8, 16}, 3
var list = []int{8, -16}
var names = []string{"a", "b,c"}
var byteSized uint8 = 7
var computed = n * 2
var table = map[string]int{}
var pointer *int
var untyped int
func f() int { return 1 }
%%
var n = 3
fmt.Println(n)`

func notebook(source string) *nbformat.Notebook {
	nb := nbformat.New(
		nbformat.NewCell(nbformat.Markdown, "# Tour", tagParameters),
		nbformat.NewCell(nbformat.Code, source, tagParameters),
		nbformat.NewCell(nbformat.Code, "%%\nfmt.Println(n)"),
	)
	nb.Upgrade()
	return nb
}

func TestParametersAreTheLiteralDeclarations(t *testing.T) {
	got, err := Parameters(notebook(declared))
	if err != nil {
		t.Fatal(err)
	}
	want := []Parameter{
		{Name: "n", Type: "int", Value: "20", Doc: "instances per size", Keyword: "var", Line: 5},
		{Name: "maxSize", Type: "int64", Value: "0x10", Doc: "Largest size of a board.", Keyword: "var", Typed: true, Line: 9},
		{Name: "ratio", Type: "float64", Value: "-1.5", Keyword: "var", Line: 10},
		{Name: "quick", Type: "bool", Value: "true", Keyword: "var", Line: 11},
		{Name: "alg", Type: "string", Value: `"idastar/manhattan"`, Keyword: "const", Line: 13},
		{Name: "sizes", Value: "var sizes, words = []int{8, 16}, 3"},
		{Name: "words", Value: "var sizes, words = []int{8, 16}, 3"},
		{Name: "list", Type: "[]int", Value: "[]int{8, -16}", Keyword: "var", Line: 15},
		{Name: "names", Type: "[]string", Value: `[]string{"a", "b,c"}`, Keyword: "var", Line: 16},
		{Name: "byteSized", Type: "uint8", Value: "7", Keyword: "var", Typed: true, Line: 17},
		{Name: "computed", Value: "var computed = n * 2"},
		{Name: "table", Value: "var table = map[string]int{}"},
		{Name: "pointer", Value: "var pointer *int"},
		{Name: "untyped", Value: "var untyped int"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("parameters (-want +got):\n%s", diff)
	}
}

func TestInjectKeepsKeywordAndType(t *testing.T) {
	nb := notebook(declared)
	values := map[string]string{
		"n": "100", "maxSize": "-3", "ratio": "2", "quick": "false", "alg": `a "b"`,
		"list": "1, 2,0x3", "names": `["x,y", "z"]`, "byteSized": "255",
	}
	want := `// Parameters of this run.
var n = 100
var maxSize int64 = -3
var ratio = 2.0
var quick = false
const alg = "a \"b\""
var list = []int{1, 2, 3}
var names = []string{"x,y", "z"}
var byteSized uint8 = 255`
	for range 2 { // the second time replaces the injected cell
		if err := Inject(nb, values); err != nil {
			t.Fatal(err)
		}
		if len(nb.Cells) != 4 {
			t.Fatalf("%d cells, want 4", len(nb.Cells))
		}
		if diff := cmp.Diff(want, nb.Cells[2].Source); diff != "" {
			t.Errorf("injected cell (-want +got):\n%s", diff)
		}
		if tags := nb.Cells[2].Metadata["tags"]; !nb.Cells[2].HasTag(tagInjected) {
			t.Errorf("injected cell has tags %q", tags)
		}
		if again, err := nbformat.Parse(nb.Bytes()); err != nil || again.Upgrade() {
			t.Errorf("the notebook is not complete afterwards: %v", err)
		}
	}
	if err := Inject(nb, nil); err != nil || len(nb.Cells) != 3 {
		t.Errorf("Inject without values leaves %d cells, error %v; want 3", len(nb.Cells), err)
	}
}

func TestListsCanBeEmptyAndLiteralsStayFloatingPoint(t *testing.T) {
	for _, tc := range []struct{ kind, text, want string }{
		{"[]int", "", "[]int{}"},
		{"[]int", "[1,2]", "[]int{1, 2}"},
		{"[]string", " ", "[]string{}"},
		{"[]string", "a b, c", `[]string{"a b", "c"}`},
		{"float64", "1e30", "1e+30"},
		{"float64", "3", "3.0"},
		{"float32", "0.1", "0.1"},
		{"int", "-0x10", "-16"},
		{"uint64", "18446744073709551615", "18446744073709551615"},
		{"string", "", `""`},
	} {
		p := Parameter{Name: "p", Type: tc.kind}
		if got, err := p.literal(tc.text); got != tc.want || err != nil {
			t.Errorf("%s %q: got %s, %v, want %s", tc.kind, tc.text, got, err, tc.want)
		}
	}
}

func TestWrongParametersAreExplainedAndChangeNothing(t *testing.T) {
	for _, tc := range []struct {
		values map[string]string
		want   string
	}{
		{map[string]string{"N2": "1", "quck": "true"}, `execute: the notebook has no parameter "N2" (it has n, maxSize, ratio, quick, alg, list, names, byteSized)
execute: the notebook has no parameter "quck" (it has n, maxSize, ratio, quick, alg, list, names, byteSized); did you mean "quick"?`},
		{map[string]string{"n": "many"}, `execute: parameter n is an int: "many" is not (want an integer of 64 bits)`},
		{map[string]string{"n": "1.5"}, `execute: parameter n is an int: "1.5" is not (want an integer of 64 bits)`},
		{map[string]string{"byteSized": "256"}, `execute: parameter byteSized is a uint8: "256" is not (want an integer from 0 to 255)`},
		{map[string]string{"ratio": "NaN"}, `execute: parameter ratio is a float64: "NaN" is not (want a finite number)`},
		{map[string]string{"quick": "yes"}, `execute: parameter quick is a bool: "yes" is not (want true or false)`},
		{map[string]string{"list": "1,x"}, `execute: parameter list is a list of ints: "1,x" is not (want integers with commas between, as in 8,16)`},
		{map[string]string{"names": "[1"}, `execute: parameter names is a list of strings: "[1" is not (want texts with commas between, or a JSON list as in ["a,b","c"])`},
		{map[string]string{"computed": "3"}, `execute: parameter computed cannot be set, as it is declared by "var computed = `},
	} {
		nb := notebook(declared)
		before := string(nb.Bytes())
		err := Inject(nb, tc.values)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("Inject(%v)\n got %v\nwant %s", tc.values, err, tc.want)
		}
		if string(nb.Bytes()) != before {
			t.Errorf("Inject(%v) failed but changed the notebook", tc.values)
		}
	}
}

func TestParametersOfOtherFormsAreNamed(t *testing.T) {
	nb := notebook("import \"time\"\n\nvar big int64 = 1 << 40\nvar (\n\twait = 3 * time.Second // between\n\ta, b = 1, 2\n)")
	for name, want := range map[string]string{
		"big":  `declared by "var big int64 = 1 << 40" (want one name with a literal: `,
		"wait": `declared by "var wait = 3 * time.Second" (want`,
		"b":    `declared by "var a, b = 1, 2" (want`,
		"none": `the notebook has no parameters`,
	} {
		if err := Inject(nb, map[string]string{name: "5"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

func TestNotebooksWithoutParametersSaySo(t *testing.T) {
	nb := nbformat.New(nbformat.NewCell(nbformat.Code, "var n = 1"))
	if got, err := Parameters(nb); got != nil || err != nil {
		t.Errorf("Parameters = %v, %v", got, err)
	}
	if err := Inject(nb, map[string]string{"n": "2"}); err == nil || !strings.Contains(err.Error(), "has no parameters") {
		t.Errorf("Inject = %v", err)
	}
	if err := Inject(nb, nil); err != nil {
		t.Errorf("Inject without values = %v", err)
	}
}

func TestAParametersCellThatDoesNotParseNamesTheLine(t *testing.T) {
	_, err := Parameters(notebook("var a = 1\nvar b = = 2"))
	if err == nil || !strings.Contains(err.Error(), "parameters cell, line 2: ") {
		t.Errorf("error %v, want the cell and line 2", err)
	}
}

func FuzzParameters(f *testing.F) {
	f.Add(declared, "n", "100")
	f.Add("var s []string = []string{}", "s", `["a"]`)
	f.Add("var s string = `x`", "s", "\x00\xff")
	f.Fuzz(func(t *testing.T, source, name, value string) {
		nb := notebook(source)
		if Inject(nb, map[string]string{name: value}) != nil {
			return
		}
		// What was injected declares the same parameter of the same type.
		original, _ := Parameters(notebook(source))
		injected, err := Parameters(notebook(nb.Cells[2].Source))
		if err != nil || len(injected) == 0 {
			t.Fatalf("injected cell is not Go: %v\n%s", err, nb.Cells[2].Source)
		}
		for _, p := range original {
			if p.Name == name && (injected[0].Name != name || injected[0].Type != p.Type || injected[0].Keyword != p.Keyword) {
				t.Fatalf("declared %+v, injected %+v", p, injected[0])
			}
		}
	})
}
