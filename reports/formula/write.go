package formula

import (
	"fmt"
	"strings"
)

// MathML returns the formula as an element of HTML, for a line of its own if display is
// set. The same formula gives the same bytes.
func (f Formula) MathML(display bool) string {
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

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

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
	limits := n.kind == large && n.text != "∫" || n.kind == words && strings.Contains(" min max inf sup lim ", " "+n.text+" ")
	tag := ""
	switch {
	case n.sub != nil && n.sup != nil:
		tag = map[bool]string{false: "msubsup", true: "munderover"}[limits]
	case n.sub != nil:
		tag = map[bool]string{false: "msub", true: "munder"}[limits]
	case n.sup != nil:
		tag = map[bool]string{false: "msup", true: "mover"}[limits]
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

// fonts are the values of mathvariant, whose letters Unicode has too.
var fonts = map[string]rune{"mathbf": '𝐀', "mathit": '𝐴', "mathbb": '𝔸'}

func bare(b *strings.Builder, n node) {
	text := escaper.Replace(n.text)
	element := func(tag, attributes, more string) {
		b.WriteString("<" + tag + attributes + ">")
		for _, arg := range n.args {
			row(b, arg)
		}
		b.WriteString(more + "</" + tag + ">")
	}
	switch n.kind {
	case identifier, number, operator, large:
		tag := map[kind]string{identifier: "mi", number: "mn", operator: "mo", large: "mo"}[n.kind]
		stretchy := ""
		if n.kind == operator && strings.Contains("()[]|{}⌊⌋⌈⌉⟨⟩‖", n.text) {
			stretchy = ` stretchy="false"`
		}
		b.WriteString("<" + tag + stretchy + ">" + text + "</" + tag + ">")
	case words:
		if strings.Contains(n.text, " ") {
			b.WriteString("<mtext>" + strings.ReplaceAll(text, " ", "\u00a0") + "</mtext>")
		} else {
			b.WriteString(`<mi mathvariant="normal">` + text + "</mi>")
		}
	case space:
		b.WriteString(`<mspace width="` + text + `"/>`)
	case group:
		row(b, n.args[0])
	case fenced:
		open, closing, _ := strings.Cut(text, "\t")
		fmt.Fprintf(b, `<mrow><mo fence="true">%s</mo>`, open)
		row(b, n.args[0])
		fmt.Fprintf(b, `<mo fence="true">%s</mo></mrow>`, closing)
	case frac:
		element("mfrac", "", "")
	case binom:
		b.WriteString("<mrow><mo>(</mo>")
		element("mfrac", ` linethickness="0"`, "")
		b.WriteString("<mo>)</mo></mrow>")
	case root:
		element([]string{1: "msqrt", 2: "mroot"}[len(n.args)], "", "")
	case accent:
		element("mover", ` accent="true"`, "<mo>"+text+"</mo>")
	case styled:
		row(b, n.restyled())
	}
}

// restyled is the argument with letters of its font, which Unicode has from 𝐀 on.
func (n node) restyled() []node {
	var nodes []node
	for _, arg := range n.args[0] {
		if (arg.kind == identifier || arg.kind == words) && len(arg.text) == 1 {
			arg.text = letterOf(n.text, rune(arg.text[0]))
		}
		nodes = append(nodes, arg)
	}
	return nodes
}

func letterOf(font string, r rune) string {
	if s, ok := map[rune]string{'C': "ℂ", 'H': "ℍ", 'N': "ℕ", 'P': "ℙ", 'Q': "ℚ", 'R': "ℝ", 'Z': "ℤ"}[r]; ok && font == "mathbb" {
		return s
	}
	switch {
	case font == "mathit" && r == 'h':
		return "ℎ"
	case 'A' <= r && r <= 'Z':
		return string(fonts[font] + r - 'A')
	case 'a' <= r && r <= 'z':
		return string(fonts[font] + 26 + r - 'a')
	}
	return string(r)
}

// Text returns the formula in plain Unicode, on one line: b², a/(b + c), √x.
func (f Formula) Text() string {
	return strings.Join(strings.Fields(text(f.nodes)), " ")
}

// spaced are the operators with spaces around them.
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
		case n.kind == words:
			if !begins && nodes[i-1].kind != operator {
				before = " "
			}
			if !ends && nodes[i+1].kind != operator && n.text != "" {
				behind = " "
			}
		}
		b.WriteString(before + plain(n) + behind)
	}
	return b.String()
}

// operand reports whether an operator behind a node may have it as an operand.
func operand(n node) bool { return n.kind != operator || strings.Contains(")]}|⌋⌉!", n.text) }

func plain(n node) string {
	s := n.text
	arg := func(i int) string { return text(n.args[i]) }
	switch n.kind {
	case group:
		s = arg(0)
	case styled:
		s = text(n.restyled())
	case space:
		s = " "
	case fenced:
		open, closing, _ := strings.Cut(n.text, "\t")
		s = open + arg(0) + closing
	case frac:
		s = enclosed(arg(0)) + "/" + enclosed(arg(1))
	case binom:
		s = "C(" + arg(0) + ", " + arg(1) + ")"
	case root:
		s = "√" + enclosed(arg(0))
		if len(n.args) > 1 {
			s = raised(arg(1), superscripts, "^") + s
		}
	case accent:
		s = enclosed(arg(0)) + map[string]string{"¯": "\u0304", "^": "\u0302", "~": "\u0303", "→": "\u20d7", "‾": "\u0305", "˙": "\u0307"}[n.text]
	}
	if n.sub != nil {
		s += raised(text(n.sub), subscripts, "_")
	}
	if n.sup != nil {
		s += raised(text(n.sup), superscripts, "^")
	}
	return s
}

// enclosed puts parentheses around what is more than one sign.
func enclosed(s string) string {
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

// raised writes a script in small characters if Unicode has all of them.
func raised(s string, small map[rune]rune, mark string) string {
	var b strings.Builder
	for _, r := range strings.ReplaceAll(s, " ", "") {
		to, ok := small[r]
		if !ok {
			return mark + enclosedScript(s)
		}
		b.WriteRune(to)
	}
	return b.String()
}

func enclosedScript(s string) string {
	if s = strings.TrimSpace(s); len([]rune(s)) > 1 {
		return "(" + s + ")"
	}
	return s
}
