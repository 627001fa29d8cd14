package main

import (
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/lab/labtest"
	pages "github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/bibtex"
	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
)

func TestMain(m *testing.M) { searchtest.Main(m) }

var (
	results = flag.String("results", "", "folder that reproduce --quick wrote, whose trials are compared with the frozen ones")
	update  = flag.Bool("update", false, "freeze the trials of -results")
)

// A committed notebook holds the outputs of the quick scale. Every figure,
// table and claim in it must be what the study makes of the frozen trials of
// that scale, to the byte, and none may be missing: there is one way to make
// each. A page is a function of its rows, so they are given in another order.
// With -results, the trials of that folder must be the frozen ones, and
// its executed notebooks must show the same as the committed ones.
func TestCommittedNotebooksShowWhatTheStudiesMake(t *testing.T) {
	if *update && *results == "" {
		t.Fatal("-update needs -results DIR, the folder whose trials are to be frozen")
	}
	labtest.Committed(t, ours, func(t *testing.T, d study.Definition) []trial.Trial {
		folder := filepath.Join("experiments", d.Name)
		if *results != "" {
			compareResults(t, d, folder)
		}
		trials := studytest.Frozen(t, folder)
		disorder(trials)
		return trials
	})
}

func disorder(trials []trial.Trial) {
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(trials), func(i, j int) { trials[i], trials[j] = trials[j], trials[i] })
}

// compareResults compares a study's folder of results with its frozen trials.
func compareResults(t *testing.T, d study.Definition, folder string) {
	summary, err := d.Stored(experiments.Setting{Root: *results, Scale: experiments.Quick})
	if err != nil || summary.Missing > 0 {
		t.Fatalf("%d of %d trials are missing: %v", summary.Missing, summary.Total, err)
	}
	if *update {
		studytest.Freeze(t, folder, summary.Trials)
	}
	studytest.SameTrials(t, studytest.Frozen(t, folder), summary.Trials)
	nb, err := nbformat.ReadFile(filepath.Join(*results, d.Name, "notebook.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	labtest.Shows(t, nb, d, summary.Trials)
}

// Figures and tables with measured times are functions of their rows, too. And one
// number has one interval: that of a claim's number is the interval of the same number in a
// table, and tables agree among themselves.
func TestPagesAreFunctionsOfTheirRows(t *testing.T) {
	for _, d := range ours.Studies {
		t.Run(d.Name, func(t *testing.T) {
			trials := studytest.Frozen(t, filepath.Join("experiments", d.Name))
			given := frame.Of(slices.Clone(trials))
			disorder(trials)
			other := frame.Of(trials)
			nb, err := nbformat.ReadFile(filepath.Join("notebooks", d.NotebookFile()))
			if err != nil {
				t.Fatal(err)
			}
			r, err := pages.ReportOf(nb)
			if err != nil {
				t.Fatal(err)
			}
			for _, item := range d.Items {
				shown, err := item.Describe()
				if _, isClaim := shown.(reports.Claim); err != nil || isClaim || !shown.About().Timing {
					continue // in the notebook, or asked with claims that are
				}
				a, err := d.Item(given, item.ID)
				b, wrong := d.Item(other, item.ID)
				if err != nil || wrong != nil || !reflect.DeepEqual(a, b) {
					t.Errorf("%s differs in another order of the rows: %v, %v", item.ID, err, wrong)
				}
			}
			// The same number is one that no fraction of so few instances gives by chance.
			type interval struct{ low, high float64 }
			printed := map[float64][]interval{}
			coincides := func(v float64) bool {
				for k := 1.0; k <= 120; k++ {
					if math.Abs(v*k-math.Round(v*k)) < 1e-7 {
						return true
					}
				}
				return false
			}
			for _, b := range r.Blocks {
				table, _ := b.(reports.Table)
				for _, row := range table.Rows {
					for j, c := range row {
						if c.Form != reports.Estimated {
							continue
						}
						if of := printed[c.Number]; of != nil && !coincides(c.Number) && of[0] != (interval{c.Low, c.High}) {
							t.Errorf("%s, %s: %v has the interval [%v, %v] and elsewhere %v", table.ID, table.Columns[j].Name, c.Number, c.Low, c.High, of[0])
						}
						printed[c.Number] = append(printed[c.Number], interval{c.Low, c.High})
					}
				}
			}
			for _, c := range r.Claims() {
				if e := c.Estimate; e != nil && !coincides(e.Value) && printed[e.Value] != nil && !slices.Contains(printed[e.Value], interval{e.Low, e.High}) {
					t.Errorf("claim %s: %v has the interval [%v, %v] and in a table %v", c.ID, e.Value, e.Low, e.High, printed[e.Value])
				}
			}
		})
	}
}

// What a notebook says of results is made by its items, from the trials at hand: a
// number in the text would be that of another scale or an older run. So a sentence
// of a Markdown cell has no number that looks measured, unless it names where that
// was published, by a year in parentheses or a citation. A number behind "=" is a definition.
func TestTextOfNotebooksStatesNoResult(t *testing.T) {
	for _, name := range committed(t) {
		nb, err := nbformat.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range nb.Cells {
			if c.Type != nbformat.Markdown {
				continue
			}
			for _, sentence := range resultsIn(c.Source) {
				t.Errorf("%s, cell %s states a result: %q\nlet a claim say it, or ask; name the source, as in (Korf, 1985), if it was published", name, c.ID, sentence)
			}
		}
	}
}

// committed returns the names of our notebooks.
func committed(t *testing.T) []string {
	names, err := filepath.Glob("notebooks/*.ipynb")
	if err != nil || len(names) <= len(ours.Studies) {
		t.Fatalf("notebooks %q, %v", names, err)
	}
	return names
}

// Whoever clones the repository fetches every version of them.
func TestNotebooksAreSmall(t *testing.T) {
	total := 0
	for _, name := range committed(t) {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		total += int(info.Size())
	}
	if most := 4 << 20; total > most {
		t.Errorf("our notebooks are %d bytes together, want at most %d", total, most)
	}
}

// A notebook that is not trusted, as in a fresh checkout, shows no SVG.
func TestFiguresOfNotebooksAreShownUntrusted(t *testing.T) {
	for _, name := range committed(t) {
		nb, err := nbformat.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range nb.Cells {
			for _, o := range c.Outputs {
				if png, err := o.Data.Bytes("image/png"); o.Data["image/svg+xml"] != nil && (err != nil || png == nil) {
					t.Errorf("%s: cell %s shows an SVG picture without a PNG (%v)", name, c.ID, err)
				}
			}
		}
	}
}

func TestSentencesThatStateResultsAreFound(t *testing.T) {
	for text, want := range map[string]int{
		"It saves 8 % of the nodes.":                                       1,
		"It takes 1.5 nodes a move. Then 12 ms. Then 8 GiB, 5 times more.": 3,
		"Of the boards 12 of 50 are solved, with 4,711 nodes each.":        1,
		"Peeling leaves 120 chains.":                                       1,
		"It saved 8 % (B. Pitney, *Search*, 2013). Is it 8 % here?":        1,
		"All 9!/2 = 181,440 positions of 3×3 cells, in 5 colors, since 2014; after 18 moves or `-p sizes=200`, on boards 1, 2 and 14 of `0.5`.": 0,
	} {
		if got := resultsIn(text); len(got) != want {
			t.Errorf("%q: %q state results, want %d", text, got, want)
		}
	}
}

var (
	sentenceEnd = regexp.MustCompile(`[^.\s][a-z0-9%)*"”]+[.?!]\s|\n\s*\n|\n\s*-`) // and no initial
	published   = regexp.MustCompile(`\([^()]*\b(?:19|20)\d\d\b[^()]*\)|\[@`)
	notMeasured = regexp.MustCompile("`[^`]*`|= [0-9,]+|\\b(?:19|20)\\d\\d\\b")
	measured    = regexp.MustCompile(`\d[.,]\d|\d\d\d|\d\s?%|\d of \d|\d times\b|\d\s?(?:ns|µs|ms|s|min|h|[kKMG]i?B)\b`)
)

// resultsIn returns the sentences of a text that state results.
func resultsIn(text string) (found []string) {
	for text != "" {
		end := len(text)
		if at := sentenceEnd.FindStringIndex(text); at != nil {
			end = at[1]
		}
		sentence := text[:end]
		text = text[end:]
		if measured.MatchString(notMeasured.ReplaceAllString(sentence, "")) && !published.MatchString(sentence) {
			found = append(found, strings.TrimSpace(sentence))
		}
	}
	return found
}

// Whoever looks a strategy up finds its paper in the references of a report: each source
// that gives a year names an entry of the bibliography.
func TestSourcesAreInTheBibliography(t *testing.T) {
	year := regexp.MustCompile(`\b(19|20)\d\d\b`)
	check := func(name, source string) {
		named := slices.ContainsFunc(bibtex.Shipped(), func(e bibtex.Entry) bool { return e.In(source) })
		if year.MatchString(source) && !named && !strings.Contains(source, "Coursera") { // whose authors are not known
			t.Errorf("%s: no entry of references.bib is named by %q", name, source)
		}
	}
	for _, st := range ours.Studies {
		check(st.Name, st.Source)
	}
	for _, p := range ours.Puzzles {
		for _, s := range p.Strategies.List() {
			check(s.Name, s.Source)
		}
		for _, h := range p.Heuristics {
			check(h.Name, h.Source)
		}
		for _, s := range p.Sets {
			check(s.Name, s.Source)
		}
		for _, f := range p.Families {
			check(f.Name, f.Source)
		}
	}
}
