package formula

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

func ExampleFormula_Text() {
	f, err := Parse(`N = \sum_{i=0}^{d} (b^*)^i \approx \frac{b^{d+1} - 1}{b - 1}`)
	fmt.Println(f.Text(), err)
	// Output: N = ∑ᵢ₌₀ᵈ (b*)ⁱ ≈ (bᵈ⁺¹ − 1)/(b − 1) <nil>
}

func TestFormulasAsTextAndAsMathML(t *testing.T) {
	for tex, want := range map[string]struct{ text, mathML string }{
		"n":                     {"n", "<mi>n</mi>"},
		"x^2":                   {"x²", "<msup><mi>x</mi><mn>2</mn></msup>"},
		"x_{ij}'":               {"xᵢⱼ′", "<msubsup><mi>x</mi><mrow><mi>i</mi><mi>j</mi></mrow><mo>′</mo></msubsup>"},
		`\sqrt[3]{a+b}`:         {"³√(a + b)", "<mroot><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>3</mn></mroot>"},
		`\frac12`:               {"1/2", ""},
		`\frac{1}{2}\ln n`:      {"1/2 ln n", `<mrow><mfrac><mn>1</mn><mn>2</mn></mfrac><mi mathvariant="normal">ln</mi><mi>n</mi></mrow>`},
		`\alpha \le -3.5`:       {"α ≤ −3.5", "<mrow><mi>α</mi><mo>≤</mo><mo>−</mo><mn>3.5</mn></mrow>"},
		`\left\lfloor x\right)`: {"⌊x)", `<mrow><mo fence="true">⌊</mo><mi>x</mi><mo fence="true">)</mo></mrow>`},
		`\max_{s\in S} h(s)`:    {"max_(s ∈ S) h(s)", ""},
		`\binom{n}{k}`:          {"C(n, k)", `<mrow><mo>(</mo><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo></mrow>`},
		`\bar x \in \mathbb{R}`: {"x̄ ∈ ℝ", ""},
		"x'^2":                  {"x′²", ""}, "x^10": {"x¹0", ""}, "(a)+b": {"(a) + b", ""},
		`a < b \text{ if } c`:                    {"a < b if c", ""},
		`O(b^d)`:                                 {"O(bᵈ)", ""},
		`e^{-x/2}`:                               {"e^(−x/2)", ""},
		`\mathcal{O}(n\log n)`:                   {"𝒪(n log n)", ""},
		`\mathbf{x_i} \mathrm{Var}`:              {"𝐱_𝐢 Var", "<mrow><msub><mi>𝐱</mi><mi>𝐢</mi></msub><mi mathvariant=\"normal\">Var</mi></mrow>"},
		`\begin{pmatrix}a & b \\ c\end{pmatrix}`: {"(a b; c)", `<mrow><mo fence="true">(</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mrow></mrow></mtd></mtr></mtable><mo fence="true">)</mo></mrow>`},
		`\begin{cases}1 & x>0 \\[2pt] 0 & \text{else}\end{cases}`: {"{1 x > 0; 0 else", ""},
		`a &= b \\ &= c`:                                    {"a = b; =c", ""},
		`\bigl( x \bigr)^\top`:                              {"(x)^⊤", `<mrow><mo stretchy="true" symmetric="true" minsize="1.2em" maxsize="1.2em">(</mo><mi>x</mi><msup><mo stretchy="true" symmetric="true" minsize="1.2em" maxsize="1.2em">)</mo><mi>⊤</mi></msup></mrow>`},
		`\underbrace{a+b}_{n}`:                              {"a + bₙ", `<munder><munder accentunder="true"><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mo>⏟</mo></munder><mi>n</mi></munder>`},
		`\stackrel{d}{=} {n \choose k} a \over b`:           {"(=ᵈC(n, k)a)/b", ""},
		`\begin{equation}x\end{equation}`:                   {"x", `<mrow><mtable displaystyle="true"><mtr><mtd><mi>x</mi></mtd></mtr></mtable></mrow>`},
		`\begin{dcases}x\end{dcases}`:                       {"{x", `<mrow><mo fence="true">{</mo><mtable displaystyle="true"><mtr><mtd style="text-align:left"><mi>x</mi></mtd></mtr></mtable></mrow>`},
		`\begin{array}{l||r|}x&y\\\hline\end{array}`:        {"x y;", `<mrow><mtable><mtr><mtd style="text-align:left;border-style:solid;border-width:0px 1px 0 0px"><mi>x</mi></mtd><mtd style="text-align:right;border-style:solid;border-width:0px 1px 0 0px"><mi>y</mi></mtd></mtr><mtr><mtd style="text-align:left;border-style:solid;border-width:1px 1px 0 0px"></mtd><mtd style="text-align:right;border-style:solid;border-width:1px 1px 0 0px"><mrow></mrow></mtd></mtr></mtable></mrow>`},
		"a % \\notag {\n+ b":                                {"a + b", ""},
		`x \not\in é \pmod{n}`:                              {"x∉é(mod n)", ""},
		`\color{red}{x} \operatorname*{arg\,max}_x \tag{1}`: {"x arg maxₓ (1)", ""}, `x \tag*{A}`: {"x A", ""},
		"{\\textbf X} \\text é \\\\\\\n b": {"𝐗 é; b", ""},
		`\text{if $x_i$ in a\_b}`:          {"if xᵢ in a_b", ""},
		`\prescript{a}{2}{X}`:              {"₂ᵃX", "<mrow><msubsup><mpadded width=\"0\"><mphantom><mi>X</mi></mphantom></mpadded><mn>2</mn><mi>a</mi></msubsup><mi>X</mi></mrow>"},
		`\sideset{_1}{'}\sum_i`:            {"₁∑′ ᵢ", `<munder><mrow><msub><mpadded width="0"><mphantom><mo>∑</mo></mphantom></mpadded><mn>1</mn></msub><msup><mo>∑</mo><mo>′</mo></msup></mrow><mi>i</mi></munder>`},
		`\rule[1pt]{1em}{2mu}`:             {"", `<mspace width="1em" height="2pt" style="background:currentColor"/>`},
		`\idotsint_V f`:                    {"∫ ⋯∫_V f", ""}, `x^\inf`: {"x^(inf)", ""}, `\frac\R\N`: {"ℝ/ℕ", ""}, `\norm*{x} \operatorname f`: {"‖x‖ f", ""},
		`\mathbf{A}\,x`: {"𝐀 x", `<mrow><mi>𝐀</mi><mspace width="0.167em"/><mi>x</mi></mrow>`},
	} {
		f, err := Parse(tex)
		if err != nil {
			t.Errorf("%s: %v", tex, err)
			continue
		}
		if got := f.Text(); got != want.text {
			t.Errorf("%s is %q as text, want %q", tex, got, want.text)
		}
		if got := f.MathML(false); want.mathML != "" && got != "<math>"+want.mathML+"</math>" {
			t.Errorf("%s is %s, want %s", tex, got, want.mathML)
		}
		wellFormed(t, f.MathML(true))
	}
}

// TestFormulasOfPapersAreMathML reads what papers write.
func TestFormulasOfPapersAreMathML(t *testing.T) {
	file, err := os.ReadFile("testdata/formulas.txt")
	if err != nil {
		t.Fatal(err)
	}
	for tex := range strings.Lines(string(file)) {
		tex = strings.TrimSpace(tex)
		f, err := Parse(tex)
		wellFormed(t, f.MathML(true))
		switch {
		case f.Read() != (err == nil):
			t.Errorf("%s: error %v, but read is %t", tex, err, f.Read())
		case err != nil:
			t.Errorf("%s: %v", tex, err)
		}
	}
}

func TestMacrosAreValidInLaterFormulas(t *testing.T) {
	m := Macros{}
	for _, c := range [][2]string{
		{`\newcommand{\RR}{\mathbb R} \DeclareMathOperator*{\best}{arg\,best}`, ""},
		{`\def\of#1#2{#1_#2}\global\let\to\alpha \newcommand\Norm[1]{\|#1\|}`, ""},
		{`x \in\RR^\RR`, "x ∈ ℝ^ℝ"},
		{`\of\to\RR b`, "α_ℝb"},
		{`\best_x \Norm{x}`, "arg bestₓ‖x‖"},
		{`\text{if $x\in\RR$}`, "if x ∈ ℝ"},
	} {
		if f, err := m.Parse(c[0]); err != nil || f.Text() != c[1] {
			t.Errorf("%s: %q, %v, want %q", c[0], f.Text(), err, c[1])
		}
	}
}

func TestLaTeXIsAsItWasWrittenUnlessItDoesHarm(t *testing.T) {
	for tex, want := range map[string]string{
		`x^2`: `\(x^2\)`, `\nosuch{x}`: `\(\nosuch{x}\)`, `\begin{align*} a &= b \end{align*}`: `\begin{align*} a &= b \end{align*}`,
		`a \\ b`: `\(\begin{aligned}a \\ b\end{aligned}\)`, `\newcommand{\R}{x} \R`: `\( x\)`, `x^\log^\bar\N`: "", `x^\log_\bar\N`: `\(x^{\log }_{\bar{\mathbb{N} }}\)`,
		`{a`: "", `x^`: "", `\input{x}`: "", `\nosuch \write18{x}`: "", `\nosuch{^^5cinput}`: "", `a}\nosuch`: "", `\text{\input x}`: "", "a \\nosuch % b": "",
	} {
		f, _ := Parse(tex)
		if got := f.LaTeX(false); got != want {
			t.Errorf("%s is %q in LaTeX, want %q", tex, got, want)
		}
	}
}

func wellFormed(t *testing.T, s string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(s)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func TestWhatIsNotUnderstoodIsNamed(t *testing.T) {
	for tex, want := range map[string]string{
		`a + \inputt{x}`: `column 5: \inputt is not a command that reports know`, `{a`: "column 3: } is missing", "a}": "column 2: } without {", "": "empty", "x^": "column 3: ^ lacks",
		"a_b_c": "column 4: a second _", `\text{a$b}`: "plain words", `\text{a_b}`: "plain words", `\left x`: "not a delimiter", `\frac{1}`: `\frac lacks`, "x^2'": "a second '", "x'_i^2": "a second ^", `\begin{itemize} a \end{itemize}`: "not an environment", `\begin{matrix} a`: "\\end is missing", `\begin{matrix} a \end{cases}`: "ends as", `\newcommand{\R}{x`: "} is missing", `\def\a#1,{#1}\a b,`: `"#" is not part`, `\newcommand{\a}[1][x]{#1}`: `"#" is not part`, `\newcommand\a b`: `\newcommand is not a command`, `\def\a{\a\a}\a`: `\a is not a command`,
		"\x00": "not part", "a % b": "not part", strings.Repeat("{", 99): "nest", `\text{` + "\x1b}": "holds the character", "\\text\x00": "lacks its text",
	} {
		_, err := Parse(tex)
		if e, ok := errors.AsType[*Error](err); !ok || !strings.Contains(e.Error(), want) {
			t.Errorf("%q: error %v, want %s", tex, err, want)
		}
	}
}

func TestDollarsAroundFormulas(t *testing.T) {
	for text, want := range map[string]string{
		"$a$ b": "a", "$$a\nb$$": "a\nb", `$a\$b$`: `a\$b`, "$5 and $6": "", "$ a$": "", "$a $": "a ", "$b' = $ `f(a)` and $= 0$": "b' = ", "$, $$, $$$": "", "$a and $b$": "", "$20 and $x$": "", "$+$": "+", "$$": "", "$$$$": "", "$a": "", "a$b$": "", "$a$5": "", "$ a$ b": "", "$ x $ and $ y $": " x ", "$ 5 and $ 6": "", "$ $": "", "$$ $$": "", `\begin{align}a\end{align} b`: `\begin{align}a\end{align}`, `\begin{a}`: "",
		`$\text{if $x$}$ b`: `\text{if $x$}`, `$\frac{1$ b`: `\frac{1`, "$a} $ b$": "a} ",
	} {
		if tex, _, _ := Find(text); tex != want {
			t.Errorf("Find(%q) = %q, want %q", text, tex, want)
		}
	}
	if got := Plain("a $x^2$ `$x^2$` \\$x$ $\\no$ ``` $y$"); got != "a x² `$x^2$` \\$x$ $\\no$ ``` y" {
		t.Errorf("%q", got)
	}
}

func TestBarsOfFormulasEndNoCells(t *testing.T) {
	for in, want := range map[string]string{
		"| $|x|$ | `$a|b$` |\n|:-:|--|\n| $\\|v\\|$ | \\$a|b$ |\n\n$|y|$": "| $\\vert{}x\\vert{}$ | `$a|b$` |\n|:-:|--|\n| $\\Vert{}v\\Vert{}$ | \\$a|b$ |\n\n$|y|$",
		"P($a|b$) | c\n-|-\n":        "P($a\\vert{}b$) | c\n-|-\n",
		"```\n\na|$b|c$\n-|-\n\n```": "```\n\na|$b|c$\n-|-\n\n```",
		"| $5 | $6 |\n|-|-|":         "| $5 | $6 |\n|-|-|",
	} {
		if got := InTables(in); got != want {
			t.Errorf("%q\nbecame %q\nwant   %q", in, got, want)
		}
	}
}

// FuzzParse looks for a panic, for MathML that is not well-formed, and for an error
// without a place.
func FuzzParse(f *testing.F) {
	for _, tex := range []string{`\frac{a}{b}_{i}^2'`, `\left(\sqrt[3]{x}\right.`, `\sum_{i=0}^n \text{a b}`, `\begin{cases} a & \text{if $x$} \\[2pt] b \end{cases}`, `a \over \big( b \color{red}{c} \not= \xrightarrow[a]{b} \hspace{1em} \tag{1}`, `\mathbf{x}\,\bar{y}`} {
		f.Add(tex)
	}
	f.Fuzz(func(t *testing.T, tex string) {
		formula, err := Parse(tex)
		if e, ok := errors.AsType[*Error](err); err != nil && (!ok || e.Column < 1) {
			t.Fatalf("error %v", err)
		}
		if formula.Read() {
			wellFormed(t, formula.MathML(true))
		}
		formula.Text()
		formula.LaTeX(true)
		Plain(tex)
	})
}
