package formula

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Formula is a formula that was read.
type Formula struct{ nodes []node }

// node is a part of a formula: a sign, or a command with its arguments.
type node struct {
	kind kind
	text string // what a sign shows; the font of styled text; the accent
	args [][]node
	sub  []node // scripts; nil for none
	sup  []node
}

type kind uint8

const (
	identifier kind = iota
	number
	operator
	large  // an operator whose scripts are limits where formulas stand alone
	words  // text, or the name of a function
	space  // text is its width
	group  // args[0]
	fenced // text is both delimiters, with a tab between them; args[0]
	frac   // args[0] over args[1]
	binom
	root   // args[0], with the degree args[1] if there is one
	accent // text over args[0]
	styled // args[0] in the font text
)

// Error is what is wrong with a formula. Column counts characters from 1.
type Error struct {
	Column  int
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Message) }

// maxDepth is how far groups may nest.
const maxDepth = 50

// Parse reads a formula, without the dollars around it. The error is an [*Error].
func Parse(tex string) (Formula, error) {
	p := parser{text: tex}
	nodes, err := p.list("")
	if err == nil && len(nodes) == 0 {
		err = p.fail("the formula is empty")
	}
	return Formula{nodes}, err
}

type parser struct {
	text  string
	at    int
	depth int
	prime int // behind the last prime
}

func (p *parser) fail(format string, a ...any) error {
	return &Error{1 + utf8.RuneCountInString(p.text[:min(p.at, len(p.text))]), fmt.Sprintf(format, a...)}
}

// next returns the token at which the parser stands, "" at the end: a character or a
// command. White space before it is skipped.
func (p *parser) next() string {
	p.at += len(p.text[p.at:]) - len(strings.TrimLeft(p.text[p.at:], " \t\r\n"))
	rest := p.text[p.at:]
	if rest == "" {
		return ""
	}
	_, n := utf8.DecodeRuneInString(rest)
	if rest[0] == '\\' && len(rest) > 1 {
		_, n = utf8.DecodeRuneInString(rest[1:])
		n++
		for isLetter(rest[1]) && n < len(rest) && isLetter(rest[n]) {
			n++
		}
	}
	return rest[:n]
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// list reads up to a token that ends it, which it takes; "" is the end of the formula.
func (p *parser) list(end string) ([]node, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.fail("groups nest more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	var nodes []node
	for {
		token := p.next()
		switch {
		case token == end:
			p.at += len(token)
			return nodes, nil
		case token == "":
			return nil, p.fail("%s is missing", end)
		case token == "^" || token == "_" || token == "'":
			if len(nodes) == 0 {
				nodes = append(nodes, node{kind: group, args: [][]node{nil}})
			}
			if err := p.script(&nodes[len(nodes)-1], token); err != nil {
				return nil, err
			}
			continue
		}
		n, err := p.node(token)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
}

func (p *parser) script(base *node, token string) error {
	at := p.at
	p.at += len(token)
	double := base.sup != nil && at != p.prime // as TeX has it
	if token == "'" && !double {
		base.sup, p.prime = append(base.sup, node{kind: operator, text: "′"}), p.at
		return nil
	}
	if token == "'" || token == "^" && double || token == "_" && base.sub != nil {
		p.at = at
		return p.fail("a second %s (put braces around what it belongs to)", token)
	}
	nodes, err := p.argument(token)
	if err != nil {
		return err
	}
	to := &base.sub
	if token == "^" {
		to = &base.sup
	}
	*to = append(*to, nodes...)
	if *to == nil {
		*to = []node{{kind: group, args: [][]node{nil}}}
	}
	return nil
}

// argument reads what belongs to a command or script: a group, or one sign, of a number
// one digit.
func (p *parser) argument(of string) ([]node, error) {
	switch token := p.next(); token {
	case "{":
		p.at++
		return p.list("}")
	case "", "}", "^", "_", "'", "&":
		return nil, p.fail("%s lacks what belongs to it", of)
	default:
		sign, known := signs[strings.TrimPrefix(token, `\`)]
		switch {
		case '0' <= token[0] && token[0] <= '9':
			p.at++
			return []node{{kind: number, text: token}}, nil
		case len(token) > 1 && token[0] == '\\' && (!known || sign.kind == words || sign.kind == space):
			return nil, p.fail("put braces around what belongs to %s", of)
		}
		n, err := p.node(token)
		return []node{n}, err
	}
}

// node reads a sign, a group, or a command with its arguments.
func (p *parser) node(token string) (node, error) {
	r, _ := utf8.DecodeRuneInString(token)
	switch {
	case token == "{":
		p.at++
		nodes, err := p.list("}")
		return node{kind: group, args: [][]node{nodes}}, err
	case len(token) > 1 && r == '\\':
		return p.command(token[1:])
	case '0' <= r && r <= '9':
		digits := p.text[p.at:]
		n := len(digits) - len(strings.TrimLeft(digits, "0123456789"))
		if rest := digits[n:]; len(rest) > 1 && rest[0] == '.' && rest[1] >= '0' && rest[1] <= '9' {
			n += 1 + len(rest[1:]) - len(strings.TrimLeft(rest[1:], "0123456789"))
		}
		p.at += n
		return node{kind: number, text: digits[:n]}, nil
	case isLetter(token[0]) && len(token) == 1:
		p.at++
		return node{kind: identifier, text: token}, nil
	case strings.Contains("+-*/=<>()[]|,.;:!?", token):
		p.at++
		if sign, ok := map[string]string{"-": "−", "*": "∗"}[token]; ok {
			token = sign
		}
		return node{kind: operator, text: token}, nil
	case token == "}":
		return node{}, p.fail("} without {")
	case unicode.IsLetter(r) && r != utf8.RuneError:
		return node{}, p.fail("%q is not a letter of formulas (write Greek as \\alpha, words as \\text{…})", token)
	}
	return node{}, p.fail("%q is not part of the subset of TeX that reports read", token)
}

// command reads a command whose name stands at the parser.
func (p *parser) command(name string) (node, error) {
	start := p.at
	p.at += 1 + len(name)
	if n, ok := signs[name]; ok {
		return n, nil
	}
	var err error
	arguments := func(n int) [][]node {
		var args [][]node
		for range n {
			if err != nil {
				return nil
			}
			var arg []node
			arg, err = p.argument(`\` + name)
			args = append(args, arg)
		}
		return args
	}
	switch name {
	case "frac", "dfrac", "tfrac":
		return node{kind: frac, args: arguments(2)}, err
	case "binom":
		return node{kind: binom, args: arguments(2)}, err
	case "sqrt":
		var degree []node
		if p.next() == "[" {
			p.at++
			if degree, err = p.list("]"); err != nil {
				return node{}, err
			}
		}
		n := node{kind: root, args: arguments(1)}
		if degree != nil {
			n.args = append(n.args, degree)
		}
		return n, err
	case "text", "operatorname", "mathrm":
		return p.words(name)
	case "mathbf", "mathit", "mathbb":
		return node{kind: styled, text: name, args: arguments(1)}, err
	case "left":
		return p.fence()
	}
	if over, ok := accents[name]; ok {
		return node{kind: accent, text: over, args: arguments(1)}, err
	}
	p.at = start
	return node{}, p.fail(`\%s is not part of the subset of TeX that reports read`, name)
}

// words reads the text of \text, \operatorname and \mathrm.
func (p *parser) words(name string) (node, error) {
	if p.next() != "{" {
		return node{}, p.fail(`\%s lacks its text in braces`, name)
	}
	p.at++
	text, _, ok := strings.Cut(p.text[p.at:], "}")
	if bad := strings.IndexAny(text, `\{$%#&^_~`); !ok || bad >= 0 {
		p.at += max(0, bad)
		return node{}, p.fail(`the text of \%s has to be plain words up to }`, name)
	}
	for _, r := range text {
		if r < ' ' || r >= utf8.RuneSelf {
			return node{}, p.fail(`the text of \%s holds the character %q (want ASCII)`, name, r)
		}
	}
	p.at += len(text) + 1
	return node{kind: words, text: text}, nil
}

// fence reads what stands between \left and \right with their delimiters.
func (p *parser) fence() (node, error) {
	open, err := p.delimiter()
	if err != nil {
		return node{}, err
	}
	nodes, err := p.list(`\right`)
	if err != nil {
		return node{}, err
	}
	closing, err := p.delimiter()
	return node{kind: fenced, text: open + "\t" + closing, args: [][]node{nodes}}, err
}

func (p *parser) delimiter() (string, error) {
	token := p.next()
	if token == "." {
		p.at++
		return "", nil
	}
	shown := token
	if n, ok := signs[strings.TrimPrefix(token, `\`)]; ok && strings.HasPrefix(token, `\`) {
		shown = n.text
	}
	if shown == "" || !strings.Contains("()[]|{}‖⌊⌋⌈⌉⟨⟩", shown) || token == "{" || token == "}" {
		return "", p.fail(`%q is not a delimiter`, token)
	}
	p.at += len(token)
	return shown, nil
}

// accents are what stands over a letter.
var accents = map[string]string{"bar": "¯", "hat": "^", "tilde": "~", "vec": "→", "overline": "‾", "dot": "˙"}

// signs are the commands without arguments.
var signs = func() map[string]node {
	m := map[string]node{
		",": {kind: space, text: "0.167em"}, ":": {kind: space, text: "0.222em"}, ";": {kind: space, text: "0.278em"}, "!": {kind: space, text: "-0.167em"},
		" ": {kind: space, text: "0.333em"}, "quad": {kind: space, text: "1em"}, "qquad": {kind: space, text: "2em"},
		"infty": {kind: identifier, text: "∞"}, "emptyset": {kind: identifier, text: "∅"}, "ell": {kind: identifier, text: "ℓ"}, "partial": {kind: identifier, text: "∂"},
	}
	add := func(k kind, pairs string) {
		fields := strings.Fields(pairs)
		for i := 0; i < len(fields); i += 2 {
			m[fields[i]] = node{kind: k, text: fields[i+1]}
		}
	}
	add(identifier, `alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω
		Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω`)
	add(operator, `le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ equiv ≡ sim ∼ propto ∝ ll ≪ gg ≫ in ∈ notin ∉ subset ⊂ subseteq ⊆ cup ∪ cap ∩ setminus ∖ times × cdot · pm ± mp ∓ div ÷ circ ∘ ast ∗
		to → rightarrow → leftarrow ← Rightarrow ⇒ Leftrightarrow ⇔ mapsto ↦ forall ∀ exists ∃ neg ¬ land ∧ lor ∨ mid ∣ ldots … dots … cdots ⋯
		lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ langle ⟨ rangle ⟩ vert | Vert ‖ { { } } % % & & $ $ # # _ _ prime ′`)
	add(large, "sum ∑ prod ∏ int ∫ bigcup ⋃ bigcap ⋂")
	for name := range strings.FieldsSeq("log ln exp sin cos tan min max inf sup lim arg det dim gcd Pr") {
		m[name] = node{kind: words, text: name}
	}
	return m
}()
