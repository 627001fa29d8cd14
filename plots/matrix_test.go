package plots

import (
	"html"
	"math"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/plots/plotstest"
)

// victories are wins of three strategies against each other, out of ten.
func victories() ([]string, [][]float64) {
	none := math.NaN()
	return []string{"optimum", "gla-5", "a_{b}<&>"}, [][]float64{{none, 7, 10}, {0, none, 6}, {0, 3, none}}
}

func TestMatrixIsToldInWords(t *testing.T) {
	names, values := victories()
	f, err := Matrix("matrix", "Who is ahead", MatrixOptions{Quantity: "instances on which the row needs less", Most: 10}, names, values)
	if err != nil {
		t.Fatal(err)
	}
	if f.Caption != "Instances on which the row needs less; darker means more." {
		t.Errorf("caption %q", f.Caption)
	}
	if f.Alt != "This matrix shows the number of instances on which the row needs less for each pair of 3 names. The average for optimum is 8.5. The average for gla-5 is 3. The average for a_{b}<&> is 1.5." {
		t.Errorf("alt %q", f.Alt)
	}
}

func TestMatrixShowsEveryNumberOnce(t *testing.T) {
	names, values := victories()
	f, err := Matrix("matrix", "Who is ahead", MatrixOptions{}, names, values)
	if err != nil {
		t.Fatal(err)
	}
	svg, err := f.SVG()
	if err != nil {
		t.Fatal(err)
	}
	for _, number := range []string{">7<", ">10<", ">6<", ">3<"} {
		if got := strings.Count(string(svg), number); got != 1 {
			t.Errorf("%s %d times, want 1", number, got)
		}
	}
	for _, name := range names { // of a row and of a column
		if got := strings.Count(string(svg), ">"+html.EscapeString(name)+"<"); got != 2 {
			t.Errorf("%s %d times, want 2", name, got)
		}
	}
}

// Names too long to be side by side are numbered at the rows, and the numbers head the columns.
func TestLongNamesOfAMatrixAreNumbered(t *testing.T) {
	names, values := victories()
	names[1] = "weighted A* with the Manhattan distance, linear conflicts and w = 5"
	f, err := Matrix("matrix", "Who is ahead", MatrixOptions{}, names, values)
	if err != nil {
		t.Fatal(err)
	}
	svg := string(svgOf(t, f))
	for _, text := range []string{">1<", ">2<", ">1  optimum<", ">2  weighted"} {
		if strings.Count(svg, text) != 1 {
			t.Errorf("%s %d times, want 1", text, strings.Count(svg, text))
		}
	}
	for _, flaw := range plotstest.Lint([]byte(svg)) {
		t.Error(flaw)
	}
}

func TestMatrixRefusesWhatItCannotDraw(t *testing.T) {
	for _, c := range []struct {
		name   string
		names  []string
		values [][]float64
		want   string
	}{
		{"a row is missing", []string{"a", "b"}, [][]float64{{1, 2}}, "2 names, but 1 rows"},
		{"a row is short", []string{"a", "b"}, [][]float64{{1, 2}, {3}}, `row "b" has 1 values (want 2)`},
		{"a negative value", []string{"a", "b"}, [][]float64{{1, 2}, {-3, 4}}, `"b" against "a": cannot draw -3`},
		{"an infinite value", []string{"a"}, [][]float64{{math.Inf(1)}}, "cannot draw +Inf"},
		{"a name twice", []string{"a", "a"}, [][]float64{{1, 2}, {3, 4}}, `"a"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Matrix("m", "M", MatrixOptions{}, c.names, c.values)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
	f, err := Matrix("m", "M", MatrixOptions{}, nil, nil)
	if err != nil || f.Caption != "No data." {
		t.Errorf("without names: %q, %v", f.Caption, err)
	}
}

// Where columns are narrower than their numbers, as on a phone, some numbers are left out.
func TestManyColumnsOfAMatrixFitOnAPhone(t *testing.T) {
	var names []string
	values := make([][]float64, 16)
	for i := range values {
		names, values[i] = append(names, strings.Repeat("long", 4)+string(rune('a'+i))), make([]float64, len(values))
	}
	f, err := Matrix("matrix", "Who is ahead", MatrixOptions{}, names, values)
	if err != nil {
		t.Fatal(err)
	}
	svg, err := f.Narrow()
	if err != nil || !strings.Contains(string(svg), ">15<") || strings.Contains(string(svg), ">16<") {
		t.Errorf("%v, and every second number is expected", err)
	}
	for _, flaw := range plotstest.Lint(svg) {
		t.Error(flaw)
	}
}
