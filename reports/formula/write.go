package formula

import (
	"regexp"
	"slices"
	"strings"
)

// Read reports whether the formula was understood.
func (f Formula) Read() bool { return f.err == nil }

// LaTeX returns the formula unchanged, with the delimiters that TeX needs; "" if it is invalid or
// has effects outside the formula.
func (f Formula) LaTeX(display bool) string {
	switch {
	case f.err != nil && !f.err.Unknown:
		return ""
	case alone.MatchString(f.tex):
		return f.tex
	case len(f.nodes) == 1 && f.nodes[0].attr == loose:
		f.tex = `\begin{aligned}` + f.tex + `\end{aligned}`
	}
	if display {
		return `\[` + f.tex + `\]`
	}
	return `\(` + f.tex + `\)`
}

// alone matches environments that need no surrounding dollars.
var alone = regexp.MustCompile(`^\s*\\begin\{(align|gather|equation|multline|eqnarray|alignat|flalign|displaymath|math)\*?\}`)

// MathML returns the formula as an HTML element, on its own line if display is set. If the formula
// was not understood, the element shows its source. The same formula gives the same bytes.
func (f Formula) MathML(display bool) string {
	if !f.Read() {
		return `<code class="tex">` + escaper.Replace(f.Text()) + "</code>"
	}
	var b strings.Builder
	b.WriteString("<math")
	if display {
		b.WriteString(` display="block"`)
	}
	b.WriteString(">")
	row(&b, f.nodes)
	b.WriteString("</math>")
	return b.String()
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// row writes nodes as one element.
func row(b *strings.Builder, nodes []node) {
	if len(nodes) == 1 {
		mathML(b, nodes[0])
		return
	}
	b.WriteString("<mrow>")
	for _, n := range nodes {
		mathML(b, n)
	}
	b.WriteString("</mrow>")
}

// mathML writes a node with its scripts.
func mathML(b *strings.Builder, n node) {
	tag := ""
	switch {
	case n.sub != nil && n.sup != nil:
		tag = map[bool]string{false: "msubsup", true: "munderover"}[n.limits]
	case n.sub != nil:
		tag = map[bool]string{false: "msub", true: "munder"}[n.limits]
	case n.sup != nil:
		tag = map[bool]string{false: "msup", true: "mover"}[n.limits]
	default:
		bare(b, n)
		return
	}
	b.WriteString("<" + tag + ">")
	bare(b, n)
	if n.sub != nil {
		row(b, n.sub)
	}
	if n.sup != nil {
		row(b, n.sup)
	}
	b.WriteString("</" + tag + ">")
}

// bare writes a node without its scripts.
func bare(b *strings.Builder, n node) {
	text := escaper.Replace(n.text)
	element := func(tag, attributes, before, behind string, args ...int) {
		b.WriteString(strings.TrimSuffix("<"+tag+" "+attributes, " ") + ">" + before)
		for _, i := range args {
			row(b, n.args[i])
		}
		b.WriteString(behind + "</" + tag + ">")
	}
	switch n.kind {
	case identifier, number, operator, large:
		tag := map[kind]string{identifier: "mi", number: "mn", operator: "mo", large: "mo"}[n.kind]
		if n.kind == operator && n.attr == "" && strings.Contains("()[]|{}⌊⌋⌈⌉⟨⟩‖", n.text) {
			n.attr = `stretchy="false"`
		}
		element(tag, n.attr, text, "")
	case words, limited:
		if strings.Contains(n.text, " ") {
			element("mtext", "", strings.ReplaceAll(text, " ", "\u00a0"), "")
		} else {
			element("mi", `mathvariant="normal"`, text, "")
		}
	case space:
		b.WriteString(`<mspace width="` + text + `"/>`)
	case plain:
		row(b, n.args[0])
	case changed:
		element("mstyle", n.attr, "", "", 0)
	case fenced:
		open, closing, _ := strings.Cut(text, ",")
		element("mrow", "", `<mo fence="true">`+open+"</mo>", `<mo fence="true">`+closing+"</mo>", 0)
	case rows:
		table(b, n)
	case frac:
		element("mfrac", n.attr, "", "", 0, 1)
	case binom:
		b.WriteString("<mrow><mo>(</mo>")
		element("mfrac", strings.TrimSpace(`linethickness="0" `+n.attr), "", "", 0, 1)
		b.WriteString("<mo>)</mo></mrow>")
	case root:
		element([]string{1: "msqrt", 2: "mroot"}[len(n.args)], "", "", "", []int{0, 1}[:len(n.args)]...)
	case accent:
		element("mover", `accent="true"`, "", "<mo>"+text+"</mo>", 0)
	case beneath:
		element("munder", `accentunder="true"`, "", "<mo>"+text+"</mo>", 0)
	case over:
		element("mover", "", "", "", 1, 0)
	case under:
		element("munder", "", "", "", 1, 0)
	case arrow:
		element([]string{1: "mover", 2: "munderover"}[len(n.args)], "", `<mo stretchy="true">`+text+"</mo>", "", []int{1, 0}[2-len(n.args):]...)
	case hidden:
		element("mphantom", "", "", "", 0)
	case enclosed:
		element("menclose", `notation="`+n.attr+`"`, "", "", 0)
	}
}

// table writes rows and their delimiters.
func table(b *strings.Builder, n node) {
	open, closing, _ := strings.Cut(strings.ReplaceAll(n.text, ".", ""), ",")
	fence := func(sign string) {
		if sign != "" {
			b.WriteString(`<mo fence="true">` + sign + "</mo>")
		}
	}
	b.WriteString("<mrow>")
	fence(open)
	aligned := n.attr == pairs || n.attr == loose && n.columns > 1
	b.WriteString(map[bool]string{false: "<mtable>", true: `<mtable displaystyle="true">`}[aligned])
	for i, cell := range n.args {
		if i%n.columns == 0 {
			b.WriteString("<mtr>")
		}
		switch side := i % n.columns % 2; {
		case aligned && side == 0:
			b.WriteString(`<mtd style="text-align:right;padding-right:0">`)
		case aligned:
			b.WriteString(`<mtd style="text-align:left;padding-left:0">`)
			cell = append([]node{{kind: identifier}}, cell...) // gives an operator its space
		case n.attr == left:
			b.WriteString(`<mtd style="text-align:left">`)
		default:
			b.WriteString("<mtd>")
		}
		row(b, cell)
		b.WriteString("</mtd>")
		if (i+1)%n.columns == 0 {
			b.WriteString("</mtr>")
		}
	}
	b.WriteString("</mtable>")
	fence(closing)
	b.WriteString("</mrow>")
}

// fonts maps fonts to the code points of their capital A and digit 0.
var fonts = map[string]struct{ letters, digits rune }{
	"mathbf": {'𝐀', '𝟎'}, "mathit": {'𝐴', 0}, "boldsymbol": {'𝑨', '𝟎'}, "mathbb": {'𝔸', '𝟘'}, "mathcal": {'𝒜', 0},
	"mathfrak": {'𝔄', 0}, "mathsf": {'𝖠', '𝟢'}, "mathtt": {'𝙰', '𝟶'},
}

// elsewhere lists letters that Unicode has outside the ranges of fonts, each after the plain
// letter.
var elsewhere = map[string]string{
	"mathit": "hℎ", "mathbb": "CℂHℍNℕPℙQℚRℝZℤ", "mathcal": "BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ", "mathfrak": "CℭHℌIℑRℜZℨ",
}

// restyled returns nodes with their letters in a font.
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
	switch {
	case !known:
	case 'A' <= r && r <= 'Z':
		return f.letters + r - 'A'
	case 'a' <= r && r <= 'z':
		return f.letters + 26 + r - 'a'
	case '0' <= r && r <= '9' && f.digits != 0:
		return f.digits + r - '0'
	case font != "mathbf" && font != "boldsymbol":
	case 'α' <= r && r <= 'ω':
		return '𝜶' + r - 'α'
	case 'Α' <= r && r <= 'Ω':
		return '𝜜' + r - 'Α'
	}
	return r
}

// Text returns the formula in plain Unicode, on one line: b², a/(b + c), √x. If the formula was not
// understood, it is the source.
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
	s := n.text
	arg := func(i int) string { return text(n.args[i]) }
	switch n.kind {
	case plain, enclosed, changed:
		s = arg(0)
	case space:
		s = " "
	case hidden:
		s = ""
	case fenced:
		open, closing, _ := strings.Cut(n.text, ",")
		s = open + arg(0) + closing
	case rows:
		s = lines(n)
	case frac:
		s = inParentheses(arg(0)) + "/" + inParentheses(arg(1))
	case binom:
		s = "C(" + arg(0) + ", " + arg(1) + ")"
	case root:
		s = "√" + inParentheses(arg(0))
		if len(n.args) > 1 {
			s = raised(arg(1), superscripts, "^") + s
		}
	case accent:
		s = inParentheses(arg(0)) + combining[n.text]
	case beneath:
		s = arg(0)
	case over, arrow:
		n.sup = n.args[0]
		if s = n.text; n.kind == over {
			s = arg(1)
		}
	case under:
		s, n.sub = arg(1), n.args[0]
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
		if n.attr == pairs || n.attr == loose { // whose columns are parts of one formula
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

// inParentheses encloses text of more than one symbol in parentheses.
func inParentheses(s string) string {
	if strings.ContainsAny(strings.TrimSpace(s), " /+−=") {
		return "(" + strings.TrimSpace(s) + ")"
	}
	return s
}

var (
	superscripts = letters("0123456789+−=()nikdbmabcxyt∗′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵏᵈᵇᵐᵃᵇᶜˣʸᵗ*′")
	subscripts   = letters("0123456789+−=()aeoxijkmnpt", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓᵢⱼₖₘₙₚₜ")
)

func letters(from, to string) map[rune]rune {
	m := map[rune]rune{}
	targets := []rune(to)
	for i, r := range []rune(from) {
		m[r] = targets[i]
	}
	return m
}

// raised returns a script in small characters if Unicode has all of them.
func raised(s string, small map[rune]rune, mark string) string {
	var b strings.Builder
	for _, r := range strings.ReplaceAll(s, " ", "") {
		to, ok := small[r]
		if !ok {
			return mark + inBrackets(s)
		}
		b.WriteRune(to)
	}
	return b.String()
}

func inBrackets(s string) string {
	if s = strings.TrimSpace(s); len([]rune(s)) > 1 {
		return "(" + s + ")"
	}
	return s
}
