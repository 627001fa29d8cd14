package latex

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/bibtex"
	"github.com/puzzlelab/puzzlelab/reports/internal/sample"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// files is a folder in memory.
type files map[string]string

func (f files) take(list []page.File, err error) error {
	for _, file := range list {
		err = errors.Join(err, f.add(file.Name, file.Data))
	}
	return err
}

func (f files) add(name string, data []byte) error {
	if _, ok := f[name]; ok {
		return fmt.Errorf("%s is written twice", name)
	}
	f[name] = string(data)
	return nil
}

func drawn([]byte) ([]byte, error) { return []byte(picture), nil }

func write(t *testing.T, r reports.Report) files {
	t.Helper()
	got := files{}
	if err := got.take(Write(r, drawn)); err != nil {
		t.Fatal(err)
	}
	return got
}

// TestFolderOfTheSample compares with testdata/sample. The files are change
// detectors: they were written by the program and read by people.
func TestFolderOfTheSample(t *testing.T) {
	got := write(t, sample.Report())
	for _, name := range slices.Sorted(maps.Keys(got)) {
		golden := filepath.Join("testdata/sample", filepath.FromSlash(name))
		if filepath.Ext(name) == ".pdf" {
			continue
		}
		if *update {
			if err := errors.Join(os.MkdirAll(filepath.Dir(golden), 0o755), os.WriteFile(golden, []byte(got[name]), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(golden); err != nil || string(want) != got[name] {
			t.Errorf("%s differs (%v); got:\n%s", name, err, got[name])
		}
	}
	if want := 8; len(got) != want {
		t.Errorf("%d files, want %d", len(got), want)
	}
}

func TestResultsAreNamedByWhatTheyAre(t *testing.T) {
	got := write(t, sample.Report())["results.sty"]
	for _, want := range []string{
		`\newcommand\sampleFewerNodesValue{0.463}`, `\newcommand\sampleFewerNodesLow{0.412}`, `\newcommand\sampleFewerNodesN{240}`,
		`\newcommand\sampleAllSolvedVerdict{undecided}`, `\newcommand\sampleAnswer{It does at every size`, `{7 of 120 runs were stopped by the limit (row 4 of \puzzlelabref{sample:table-totals}{Table}{1}).}`,
		`\puzzlelabset{sample:totals:15 idastar/manhattan:ratio}{12.1\texttimes{} [9.9, 15.0]}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

func TestNamesOfMacrosAreUnique(t *testing.T) {
	r := sample.Report()
	r.Blocks = nil
	for _, id := range []string{"a", "a-a", "a-1", "a-one"} {
		r.Blocks = append(r.Blocks, reports.Claim{ID: id, Statement: strings.Repeat("1 ", 30)})
	}
	r.About, r.Picture, r.Lead, r.Times, r.Key, r.Headlines = "", "", "", "", "", nil
	seen := map[string]bool{}
	_, own, _ := strings.Cut(write(t, r)["results.sty"], machinery)
	for line := range strings.Lines(own) {
		name, _, _ := strings.Cut(line, "{")
		if seen[name] {
			t.Errorf("%s is defined twice", name)
		}
		seen[name] = true
	}
	if len(seen) != 4*2 { // a statement and a verdict
		t.Errorf("%d macros", len(seen))
	}
}

func TestPlainTextPrintsAsItIs(t *testing.T) {
	for in, want := range map[string]string{
		`50 % of $a_1 & {b}# \c ~^`: `50 \% of \$a\_1 \& \{b\}\# \textbackslash{}c \textasciitilde{}\textasciicircum{}`,
		"10⁻⁶ and H₂O":              `10\textsuperscript{\ensuremath{-}6} and H\textsubscript{2}O`,
		"a--b ''c'' ,,":             `a-{}-b '{}'c'{}' ,{},`,
		"1\u202f000\u00a0B":         `1\,000~B`,
		"棋 \x00\x1b[m \xff":         `\puzzlelabglyph{棋}{68}{CB} [m \puzzlelabglyph{` + "\ufffd" + `}{FF}{FD}`,
		"迷路 한 😀":                    `\puzzlelabglyph{迷}{8F}{F7}\allowbreak{}\puzzlelabglyph{路}{8D}{EF} \puzzlelabcoded{D55C} \puzzlelabcoded{1F600}`,
		"λ ≤ Ω":                     `\ensuremath{\lambda} \ensuremath{\leq} \ensuremath{\Omega}`,
		"astar/manhattan,ties=high": `astar/\allowbreak{}manhattan,\allowbreak{}ties=\allowbreak{}high`,
	} {
		if got := Escape(in); got != want {
			t.Errorf("Escape(%q) = %q, want %q", in, got, want)
		}
	}
	if got := Escape(strings.Repeat("x", 80)); strings.Count(got, `\allowbreak{}`) != 9 {
		t.Errorf("a word of 80 letters: %q", got)
	}
}

func TestAFigureWithoutAPictureForPaperIsRefused(t *testing.T) {
	_, err := Write(sample.Report(), nil)
	if err == nil || !strings.Contains(err.Error(), `figure "growth" has neither a PDF nor a PNG picture`) {
		t.Errorf("error %v", err)
	}
}

func TestTheMostImportantColumnsStayLongest(t *testing.T) {
	table := reports.Table{ID: "t", Groups: 1, Columns: []reports.Column{
		{Name: "size"},
		{Name: "strategy"},
		{Name: "runs", Kind: reports.Count},
		{Name: "stopped", Kind: reports.Count},
		{Name: "nodes", Kind: reports.Count, Best: reports.Smallest},
		{Name: "ratio", Kind: reports.Ratio},
		{Name: "cost", Kind: reports.Count, Best: reports.Smallest},
	}, Rows: [][]reports.Cell{
		{reports.Int(1), reports.Str("a"), reports.Int(30), reports.Int(0), reports.Int(7), reports.Between(2, 1, 3), reports.Int(3)},
		{reports.Int(1), reports.Str("b"), reports.Int(30), reports.Int(1), reports.Int(8), reports.Between(2, 1, 3), reports.Int(4)},
	}}
	var columns [][]column
	for j := range table.Columns {
		columns = append(columns, columnsOf(table, table.Print(), j))
	}
	lossless, variants := rank(table, columns)
	var last []int
	for _, column := range columns {
		for _, c := range column {
			last = append(last, c.last)
		}
	}
	// runs, which are 30 everywhere, then stopped, the interval, cost, ratio
	if want := []int{6, 6, 1, 2, 6, 5, 3, 4}; lossless != 2 || variants != 6 || !slices.Equal(last, want) {
		t.Errorf("%d of %d variants lose nothing, columns last until %v, want %v", lossless, variants, last, want)
	}
}

func TestALongTableGoesOnInAnotherFloat(t *testing.T) {
	got := write(t, wide(4, 100))["tables/wide.tex"]
	if strings.Contains(got, "longtable") || strings.Count(got, "}{%\nboard ") != 2 {
		t.Errorf("100 rows are not in three parts:\n%.900s", got)
	}
}

// wide is a report of a table with columns of numbers beside that of the names.
func wide(columns, rows int) reports.Report {
	t := reports.Table{ID: "wide", Columns: []reports.Column{{Name: "instance"}}}
	for j := range columns - 1 {
		t.Columns = append(t.Columns, reports.Column{Name: "astar-" + strconv.Itoa(j), Kind: reports.Count})
	}
	for i := range rows {
		row := []reports.Cell{reports.Str("board " + strconv.Itoa(i))}
		for j := range columns - 1 {
			row = append(row, reports.Int(1000*(i+j)))
		}
		t.Rows = append(t.Rows, row)
	}
	return reports.Report{ID: "wide", Title: "Wide", Blocks: []reports.Block{t}}
}

// TestReportsCompile runs pdfLaTeX over the sample and over what is hard to set.
func TestReportsCompile(t *testing.T) {
	if _, err := exec.LookPath("pdflatex"); err != nil {
		t.Skip("no pdflatex here")
	}
	log, err := os.ReadFile(filepath.Join(compiled(t, write(t, hard()), 2), "report.log"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`Overfull \\[hv]box \(([\d.]+)pt[^!]{1,300}`).FindAllSubmatch(log, -1) {
		if points, _ := strconv.ParseFloat(string(m[1]), 64); points > 5 {
			t.Errorf("%s", m[0])
		}
	}
	for _, bad := range []string{"undefined references", "multiply defined", "Missing character"} {
		if bytes.Contains(log, []byte(bad)) {
			t.Errorf("the log tells of %s", bad)
		}
	}
}

// TestCommandsOfFormulasAreDefined finds commands that reports know and LaTeX does not.
func TestCommandsOfFormulasAreDefined(t *testing.T) {
	if _, err := exec.LookPath("pdflatex"); err != nil {
		t.Skip("no pdflatex here")
	}
	signs, err := os.ReadFile("../formula/signs.txt")
	if err != nil {
		t.Fatal(err)
	}
	var asked strings.Builder
	for line := range strings.Lines(string(signs)) {
		for i, name := range strings.Fields(line) {
			if i%2 == 1 && regexp.MustCompile(`^[A-Za-z]+$`).MatchString(name) {
				fmt.Fprintf(&asked, "\\ifdefined\\%s\\else\\errmessage{%[1]s}\\fi\n", name)
			}
		}
	}
	got := write(t, reports.Report{ID: "r", Title: "T", Blocks: []reports.Block{reports.Text{Markdown: `$a \gt \LaTeX \in \symbf{\R} \nobody$`}}})
	got["report.tex"] = strings.Replace(got["report.tex"], `\maketitle`, asked.String()+`\maketitle`, 1)
	compiled(t, got, 1)
}

func TestLinesAreShortEnoughForTeX(t *testing.T) {
	for _, word := range []string{"x", "x "} {
		for line := range strings.Lines(Escape(strings.Repeat(word, 1<<18))) {
			if len(line) > 1<<16 {
				t.Errorf("a line of %d bytes", len(line))
			}
		}
	}
}

// compiled runs pdfLaTeX so many times in a folder of files and returns it.
func compiled(t *testing.T, got files, times int) string {
	dir := t.TempDir()
	for name, data := range got {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(data), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for range times {
		cmd := exec.Command("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "report.tex")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out[bytes.Index(out, []byte("\n!"))+1:])
		}
	}
	return dir
}

func TestEveryScriptComesOutInEveryPlace(t *testing.T) {
	whole := strings.NewReplacer(`\allowbreak{}`, "", `\\`, "")
	for name, text := range sample.Scripts {
		r, said := sample.Everywhere(text)
		got := write(t, r)
		var all strings.Builder
		for _, file := range slices.Sorted(maps.Keys(got)) {
			all.WriteString(whole.Replace(got[file]))
		}
		for i, s := range said {
			if s, drawn := whole.Replace(Escape(s)), i == 3 || i == 4; !drawn && !strings.Contains(all.String(), s) {
				t.Errorf("%s: %s does not stand there", name, s)
			}
		}
		if !strings.Contains(got["report.tex"], Escape(page.Codes)) {
			t.Errorf("%s: the end does not say that there are codes", name)
		}
	}
	r := reports.Report{ID: "r", Title: "T", Blocks: []reports.Block{reports.Figure{ID: "f", SVG: []byte("<svg>é × 10⁻⁶</svg>")}}}
	for _, codes := range []bool{false, true} {
		if got := strings.Contains(write(t, r)["report.tex"], Escape(page.Codes)); got != codes {
			t.Errorf("the end says that there are codes: %v, want %v", got, codes)
		}
		r.Blocks[0] = reports.Figure{ID: "f", SVG: []byte("<svg>迷</svg>")}
	}
}

func TestEveryScriptCompiles(t *testing.T) {
	for _, tool := range []string{"pdflatex", "pdftotext"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("no " + tool + " here")
		}
	}
	var text []string
	for _, name := range slices.Sorted(maps.Keys(sample.Scripts)) {
		text = append(text, sample.Scripts[name])
	}
	r, said := sample.Everywhere(strings.Join(text, " "))
	out, err := exec.Command("pdftotext", "-raw", filepath.Join(compiled(t, write(t, r), 1), "report.pdf"), "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	read := strings.Join(strings.Fields(string(out)), "")
	for _, c := range strings.Join(text, "") {
		code := fmt.Sprintf("%U", c)
		if n, want := strings.Count(read, code)+strings.Count(read, string(c)), len(said)-4; coded(c) && n < want {
			t.Errorf("%s is printed %d times, want %d", code, n, want)
		}
	}
}

// hard is a report of what LaTeX might stumble over.
func hard() reports.Report {
	var all strings.Builder // every character that is not printed by its code
	for r := rune(0x20); r < 0x3000; r++ {
		if !coded(r) {
			all.WriteString(string(r) + " ")
		}
	}
	long := strings.Repeat("averylongname", 7)
	name := `棋盘/\input{|ls}` + "$%#&_^~{}<b>" + long
	t := reports.Table{
		ID: "a-1", Title: name, Caption: "数独 " + name, Notes: []string{name},
		Columns: []reports.Column{{Name: name}, {Name: "nodes " + name, Kind: reports.Count}, {Name: "ratio", Kind: reports.Ratio}, {Name: "time", Kind: reports.Seconds}},
		Rows: [][]reports.Cell{
			{reports.Str(name).WithNote(1), reports.Num(math.Inf(1)), reports.Between(1e-9, 1e-10, 1e12), reports.Num(math.NaN())},
			{reports.Str("\\end{tabular} & \\\\"), reports.AtLeast(12345678), reports.Between(2, 1, 3), reports.Num(1e-6).WithNote(1)},
			{reports.Str(""), reports.Num(-0.5), reports.Num(math.Inf(-1)), reports.Str("never")},
		},
	}
	r := reports.Report{
		ID: "hard", Title: name + " 100 %", Lead: "It is " + name + " in [[table:a-1]].",
		Blocks: []reports.Block{
			reports.Text{Markdown: "# `" + name + "`\n\n" + strings.ReplaceAll(strings.ReplaceAll(all.String(), `\`, `\\`), "`", "")},
			reports.Text{Markdown: "1. a\n   - b `c_d`\n\n> q ~~gone~~ <sub>x</sub> [l](https://e.org/a_b%20c#d~{}) <https://e.org/" + long + ">\n\n```\n\\end{document}\n\t" + long + long + "\n```\n\n| a | b |\n|---|---|\n| " + long + " | x |\n\nnote[^1]\n\n[^1]: of *foot*.\n\n---\n\n<div>raw & html</div>"},
			t,
			reports.Claim{ID: "x", Statement: name, Evidence: "5 %; " + all.String()},
			reports.Figure{ID: "f", Title: name, Caption: name, SVG: []byte("<svg/>"), Alt: "%\n\\end{document}"},
			reports.Code{Output: name + "\n" + strings.Repeat("= ", 200)},
		},
		Front: reports.Front{
			Authors: []reports.Author{{Name: name, Affiliation: name, Email: "a_b@example.org"}, {Name: "數獨"}}, Date: "2026-11-23",
			Abstract: name, Keywords: []string{name, "A*"},
		},
		Provenance: reports.Provenance{Sections: []reports.Section{{Title: name, Pairs: []reports.Pair{{Key: name, Value: name}}}}},
	}
	r.Blocks = append(r.Blocks, sample.Report().Blocks...)
	r.Images = map[string][]byte{"images/a_b.svg": []byte("<svg/>")}
	r.Blocks = append(r.Blocks, reports.Text{Markdown: "![a](images/a_b.svg) ![b](images/a_b.svg)\n\nAs shown by [@korf1985, section 5; @hostile].\n\n" + formulas})
	hostile := bibtex.Parse(bibtex.File{Name: "hostile.bib", Text: `@misc{hostile, title={\input{/etc/passwd} 100% <b> $x$ & #}, author={` + long + `}, url={https://e.org/a_b%20#c}}`})
	r.Library = append(hostile, bibtex.Shipped()...)
	for _, size := range [][2]int{{18, 30}, {19, 3}, {30, 5}} {
		more := wide(size[0], size[1]).Blocks[0].(reports.Table)
		more.ID += strconv.Itoa(size[0])
		r.Blocks = append(r.Blocks, more)
	}
	return r
}

// formulas have every construct of package formula.
const formulas = `## Of $b^d$

$$\frac{a}{b} \dfrac12 \tfrac{x^2}{y'^2_i} \binom{n}{k} \sqrt[3]{x} \sqrt{y}_i \text{if so} \operatorname{med} \mathrm{d} \mathbf{A} \mathit{b} \mathbb{R} \left\lfloor \frac{x}{2} \right\rfloor \left| x \right. \left\{ y \right\} \left\Vert z \right\Vert$$

$\bar x \hat{x} \tilde x \vec x \overline{xy} \dot x \, \: \; \! \  \quad \qquad \infty \emptyset \ell \partial$
$\alpha$ $\beta$ $\gamma$ $\delta$ $\epsilon$ $\varepsilon$ $\zeta$ $\eta$ $\theta$ $\iota$ $\kappa$ $\lambda$ $\mu$ $\nu$ $\xi$ $\pi$ $\rho$ $\sigma$ $\tau$ $\upsilon$ $\phi$ $\varphi$ $\chi$ $\psi$ $\omega$ $\Gamma$ $\Delta$ $\Theta$ $\Lambda$ $\Xi$ $\Pi$ $\Sigma$ $\Phi$ $\Psi$ $\Omega$
$\le$ $\leq$ $\ge$ $\geq$ $\ne$ $\neq$ $\approx$ $\equiv$ $\sim$ $\propto$ $\ll$ $\gg$ $\in$ $\notin$ $\subset$ $\subseteq$ $\cup$ $\cap$ $\setminus$ $\times$ $\cdot$ $\pm$ $\mp$ $\div$ $\circ$ $\ast$ $\to$ $\rightarrow$ $\leftarrow$
$\Rightarrow$ $\Leftrightarrow$ $\mapsto$ $\forall$ $\exists$ $\neg$ $\land$ $\lor$ $\mid$ $\ldots$ $\dots$ $\cdots$ $\lfloor$ $\rfloor$ $\lceil$ $\rceil$ $\langle$ $\rangle$ $\vert$ $\Vert$ $\{$ $\}$ $\%$ $\&$ $\$$ $\#$ $\_$ $\prime$
$\sum_{i=0}^n \prod^n \int_0 \bigcup \bigcap \log \ln \exp \sin \cos \tan \min_x \max \inf \sup \lim$ $\arg \det \dim \gcd \Pr x^+ x^* x_\alpha^{a^b} {}^2 f'' (a)^{*} a/b! |x| ;:?.$
`

// picture is a PDF of a page of 100 by 50 points with nothing on it.
const picture = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 50]/Resources<<>>>>endobj\n" +
	"xref\n0 4\n0000000000 65535 f \n0000000009 00000 n \n0000000052 00000 n \n0000000101 00000 n \ntrailer<</Size 4/Root 1 0 R>>\nstartxref\n174\n%%EOF\n"
