package formula

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// Read reports whether the formula was parsed successfully.
func (f Formula) Read() bool { return f.err == nil }

// LaTeX returns the source of the formula, with macros expanded, between TeX's delimiters. If
// display is true, the formula is on its own line. LaTeX returns "" if the formula is invalid or
// would affect the text around it.
func (f Formula) LaTeX(display bool) string {
	switch {
	case f.err != nil && !f.err.Unknown:
		return ""
	case alone().MatchString(f.latex):
		return f.latex
	case len(f.nodes) == 1 && f.nodes[0].attr == loose:
		f.latex = `\begin{aligned}` + f.latex + `\end{aligned}`
	}
	if display {
		return `\[` + f.latex + `\]`
	}
	return `\(` + f.latex + `\)`
}

// alone matches environments that need no surrounding dollars.
var alone = lazy.Regexp(`^\s*\\begin\{(align|gather|equation|multline|eqnarray|alignat|flalign|displaymath|math)\*?\}`)

// MathML returns the formula as an HTML element. If display is true, the formula is on its own
// line. If the formula could not be parsed, the element shows the TeX source.
func (f Formula) MathML(display bool) string {
	if !f.Read() {
		return `<code class="tex">` + escaper.Replace(f.Text()) + "</code>"
	}
	return "<math" + map[bool]string{true: ` display="block"`}[display] + ">" + row(f.nodes) + "</math>"
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// row returns nodes as one element.
func row(nodes []node) string {
	var b strings.Builder
	for _, n := range nodes {
		b.WriteString(mathML(n))
	}
	if len(nodes) == 1 {
		return b.String()
	}
	return "<mrow>" + b.String() + "</mrow>"
}

// mathML returns a node with its scripts.
func mathML(n node) string {
	below, above := "sub", "sup"
	if n.limits {
		below, above = "under", "over"
	}
	tag, elements := "m", bare(n)
	if n.sub != nil {
		tag, elements = tag+below, elements+row(n.sub)
	}
	if n.sup != nil {
		tag, elements = tag+above, elements+row(n.sup)
	}
	if tag == "m" {
		return elements
	}
	return "<" + tag + ">" + elements + "</" + tag + ">"
}

// bare returns a node without its scripts.
func bare(n node) string {
	switch {
	case n.kind == rows:
		return table(n)
	case n.kind == operator && n.attr == "" && strings.Contains("()[]|{}⌊⌋⌈⌉⟨⟩‖", n.text):
		n.attr = `stretchy="false"`
	case (n.kind == words || n.kind == limited) && strings.Contains(n.text, " "):
		n.kind, n.text = phrase, strings.ReplaceAll(n.text, " ", "\u00a0")
	}
	n.text = escaper.Replace(n.text)
	return os.Expand(forms[n.kind].mathML, func(name string) string { return n.part(name, row) })
}

// part returns the notation of a node named name in [forms], with arguments converted by write.
func (n node) part(name string, write func([]node) string) string {
	open, closing, _ := strings.Cut(n.text, ",")
	switch name {
	case "text":
		return n.text
	case "open":
		return open
	case "close":
		return closing
	case "combining":
		return combining[n.text]
	case "attr":
		return strings.TrimSuffix(" "+n.attr, " ")
	case "(0)", "(1)":
		return inParentheses(write(n.args[name[1]-'0']))
	case "^0", "^1":
		return raised(write(n.args[name[1]-'0']), superscripts, "^")
	case "_0":
		return raised(write(n.args[0]), subscripts, "_")
	}
	return write(n.args[name[0]-'0'])
}

// form says how nodes of a kind are written. $0 is the first argument, ${(0)} is the first
// argument, in parentheses if necessary, and ${^0} and ${_0} are the first argument as a superscript
// and as a subscript. $text and $attr are fields of the node, and $open and $close are the two parts
// of its text.
type form struct {
	arguments    int // number of arguments after the command
	mathML, text string
}

var forms = map[kind]form{
	identifier: {0, "<mi$attr>$text</mi>", "$text"},
	number:     {0, "<mn$attr>$text</mn>", "$text"},
	operator:   {0, "<mo$attr>$text</mo>", "$text"},
	large:      {0, "<mo$attr>$text</mo>", "$text"},
	words:      {0, `<mi mathvariant="normal">$text</mi>`, "$text"},
	limited:    {0, `<mi mathvariant="normal">$text</mi>`, "$text"},
	phrase:     {0, "<mtext>$text</mtext>", "$text"},
	space:      {0, `<mspace width="$text"/>`, " "},
	plain:      {1, "$0", "$0"},
	changed:    {1, "<mstyle$attr>$0</mstyle>", "$0"},
	fenced:     {1, `<mrow><mo fence="true">$open</mo>$0<mo fence="true">$close</mo></mrow>`, "$open$0$close"},
	frac:       {2, "<mfrac$attr>$0$1</mfrac>", "${(0)}/${(1)}"},
	binom:      {2, `<mrow><mo>(</mo><mfrac linethickness="0"$attr>$0$1</mfrac><mo>)</mo></mrow>`, "C($0, $1)"},
	root:       {1, "<msqrt>$0</msqrt>", "√${(0)}"},
	rooted:     {0, "<mroot>$0$1</mroot>", "${^1}√${(0)}"}, // with a degree
	accent:     {1, `<mover accent="true">$0<mo>$text</mo></mover>`, "${(0)}$combining"},
	beneath:    {1, `<munder accentunder="true">$0<mo>$text</mo></munder>`, "$0"},
	"over":     {2, "<mover>$1$0</mover>", "$1${^0}"}, // the base is the second argument
	"under":    {2, "<munder>$1$0</munder>", "$1${_0}"},
	arrow:      {1, `<mover><mo stretchy="true">$text</mo>$0</mover>`, "$text${^0}"},
	between:    {0, `<munderover><mo stretchy="true">$text</mo>$1$0</munderover>`, "$text${^0}"}, // an arrow with something below
	"hidden":   {1, "<mphantom>$0</mphantom>", ""},                                               // as large as the argument, but empty
	"strut":    {1, `<mpadded width="0"><mphantom>$0</mphantom></mpadded>`, ""},                  // as high as the argument, but empty and without width
	"line":     {0, "", ""},                                                                      // above the cells that follow
	bar:        {0, `<mspace width="$open" height="$close" style="background:currentColor"/>`, ""},
	enclosed:   {1, `<menclose$attr>$0</menclose>`, "$0"},
	"styled":   {arguments: 1}, // letters in another font
}

// table returns rows and their delimiters.
func table(n node) string {
	var b strings.Builder
	columns := column().FindAllStringSubmatch(n.attr, -1)
	aligned := n.attr == pairs || n.attr == loose && n.columns > 1
	for i, cell := range n.args {
		if i%n.columns == 0 {
			b.WriteString("<mtr>")
		}
		style := ""
		switch side := i % n.columns % 2; {
		case aligned && side == 0:
			style = ` style="text-align:right;padding-right:0"`
		case aligned:
			style = ` style="text-align:left;padding-left:0"`
			cell = append([]node{{kind: identifier}}, cell...) // gives an operator its space
		case strings.HasPrefix(n.attr, left):
			style = ` style="text-align:left"`
		case i%n.columns < len(columns):
			c, first := columns[i%n.columns], n.args[i-i%n.columns]
			ruled := len(first) > 0 && first[0].kind == "line"
			style = fmt.Sprintf(` style="text-align:%s;border-style:solid;border-width:%spx %dpx 0 %dpx"`, map[string]string{"l": "left", "c": "center", "r": "right"}[c[2]], map[bool]string{false: "0", true: "1"}[ruled], len(c[3]), len(c[1]))
		}
		b.WriteString("<mtd" + style + ">" + row(cell) + "</mtd>")
		if (i+1)%n.columns == 0 {
			b.WriteString("</mtr>")
		}
	}
	style := map[bool]string{true: ` displaystyle="true"`}[aligned || strings.HasSuffix(n.attr, "shown")]
	open, closing, _ := strings.Cut(n.text, ",")
	whole := `<mrow><mo fence="true">` + open + "</mo><mtable" + style + ">" + b.String() + `</mtable><mo fence="true">` + closing + "</mo></mrow>"
	return strings.ReplaceAll(whole, `<mo fence="true">.</mo>`, "") // a period stands for no delimiter
}

// column matches a column of an array with the lines beside it.
var column = lazy.Regexp(`(\|?)\|*([lcr])(\|?)\|*`)

// fonts maps fonts to the code points of their capital A, digit 0, and alpha, capital and small.
var fonts = map[string][4]rune{
	"mathbf": {'𝐀', '𝟎', '𝜜', '𝜶'}, "mathit": {'𝐴'}, "boldsymbol": {'𝑨', '𝟎', '𝜜', '𝜶'}, "mathbb": {'𝔸', '𝟘'}, "mathcal": {'𝒜'},
	"mathfrak": {'𝔄'}, "mathsf": {'𝖠', '𝟢'}, "mathtt": {'𝙰', '𝟶'},
}

// elsewhere lists letters that Unicode has outside the ranges of fonts, each after the plain
// letter.
var elsewhere = map[string]string{
	"mathit": "hℎ", "mathbb": "CℂHℍNℕPℙQℚRℝZℤ", "mathcal": "BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ", "mathfrak": "CℭHℌIℑRℜZℨ",
}

// restyled returns nodes with the letters in a font.
func restyled(font string, nodes []node) []node {
	var out []node
	for _, n := range nodes {
		switch {
		case font == "mathrm" && n.kind == identifier && len(out) > 0 && out[len(out)-1].kind == words && out[len(out)-1].sub == nil && out[len(out)-1].sup == nil:
			n.text, n.kind = out[len(out)-1].text+n.text, words // continues a word
			out = out[:len(out)-1]
		case font == "mathrm" && n.kind == identifier:
			n.kind = words
		case n.kind == identifier || n.kind == number || n.kind == words:
			n.text = strings.Map(func(r rune) rune { return letterOf(font, r) }, n.text)
		}
		var args [][]node
		for _, arg := range n.args {
			args = append(args, restyled(font, arg))
		}
		n.args, n.sub, n.sup = args, restyled(font, n.sub), restyled(font, n.sup)
		out = append(out, n)
	}
	return out
}

func letterOf(font string, r rune) rune {
	f, known := fonts[font]
	letters := []rune(elsewhere[font])
	for i := 0; i < len(letters); i += 2 {
		if letters[i] == r {
			return letters[i+1]
		}
	}
	for _, run := range []struct{ first, last, to rune }{{'A', 'Z', f[0]}, {'a', 'z', f[0] + 26}, {'0', '9', f[1]}, {'Α', 'Ω', f[2]}, {'α', 'ω', f[3]}} {
		if known && run.to != 0 && run.first <= r && r <= run.last {
			return run.to + r - run.first
		}
	}
	return r
}

// Text returns the formula as one line of plain Unicode text: b², a/(b + c), √x. If the formula
// could not be parsed, Text returns the TeX source.
func (f Formula) Text() string {
	if !f.Read() {
		return f.tex
	}
	return strings.Join(strings.Fields(text(f.nodes)), " ")
}

// spaced lists the operators that get spaces around them.
const spaced = "=<>≤≥≠≈≡∼∝≪≫∈∉⊂⊆∪∩∖×±∓÷→←⇒⇔↦∧∨∣+−"

func text(nodes []node) string {
	var b strings.Builder
	for i, n := range nodes {
		begins, ends := i == 0, i+1 == len(nodes)
		before, behind := "", ""
		switch {
		case n.kind == large, n.kind == operator && (n.text == "," || n.text == ";"):
			behind = " "
		case n.kind == operator && strings.Contains(spaced, n.text) && !begins && operand(nodes[i-1]):
			before, behind = " ", " "
		case n.kind == words || n.kind == limited:
			if !begins && nodes[i-1].kind != operator {
				before = " "
			}
			if !ends && nodes[i+1].kind != operator && n.text != "" {
				behind = " "
			}
		}
		b.WriteString(before + plainly(n) + behind)
	}
	return b.String()
}

// operand reports whether a node can be the left operand of the operator that follows.
func operand(n node) bool { return n.kind != operator || strings.Contains(")]}|⌋⌉!", n.text) }

func plainly(n node) string {
	s := os.Expand(forms[n.kind].text, func(name string) string { return n.part(name, text) })
	if n.kind == rows {
		s = lines(n)
	}
	if n.sub != nil {
		s += raised(text(n.sub), subscripts, "_")
	}
	if n.sup != nil {
		s += raised(text(n.sup), superscripts, "^")
	}
	return s
}

// combining maps accents to combining characters.
var combining = map[string]string{
	"¯": "\u0304", "^": "\u0302", "~": "\u0303", "→": "\u20d7", "←": "\u20d6", "‾": "\u0305", "˙": "\u0307", "¨": "\u0308", "⃛": "\u20db", "´": "\u0301", "`": "\u0300", "ˇ": "\u030c", "˘": "\u0306", "˚": "\u030a",
}

// lines returns rows on one line, with spaces between cells and semicolons between rows.
func lines(n node) string {
	var all []string
	for i := 0; i < len(n.args); i += n.columns {
		var cells []string
		line := n.args[i : i+n.columns]
		if n.attr == pairs || n.attr == loose { // the columns are parts of one formula
			line = [][]node{slices.Concat(line...)}
		}
		for _, cell := range line {
			cells = append(cells, strings.TrimSpace(text(cell)))
		}
		all = append(all, strings.TrimSpace(strings.Join(cells, " ")))
	}
	open, closing, _ := strings.Cut(strings.ReplaceAll(n.text, ".", ""), ",")
	return open + strings.Join(all, "; ") + closing
}

// inParentheses puts parentheses around a text of more than one symbol.
func inParentheses(s string) string {
	if strings.ContainsAny(strings.TrimSpace(s), " /+−=") {
		return "(" + strings.TrimSpace(s) + ")"
	}
	return s
}

var (
	superscripts = [2][]rune{[]rune("0123456789+−=()nikdbmabcxyt∗′"), []rune("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵏᵈᵇᵐᵃᵇᶜˣʸᵗ*′")}
	subscripts   = [2][]rune{[]rune("0123456789+−=()aeoxijkmnpt"), []rune("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓᵢⱼₖₘₙₚₜ")}
)

// raised returns a script in small Unicode characters, if all of them exist.
func raised(s string, small [2][]rune, mark string) string {
	var b strings.Builder
	for _, r := range strings.ReplaceAll(s, " ", "") {
		i := slices.Index(small[0], r)
		if i < 0 && len([]rune(strings.TrimSpace(s))) > 1 {
			return mark + "(" + strings.TrimSpace(s) + ")"
		} else if i < 0 {
			return mark + strings.TrimSpace(s)
		}
		b.WriteRune(small[1][i])
	}
	return b.String()
}
