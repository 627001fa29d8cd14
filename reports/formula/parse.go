package formula

import (
	_ "embed"
	"fmt"
	"regexp"
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
		case isDigit(token[0]):
			p.at++
			return []node{{kind: number, text: token}}, nil
		case len(token) > 1 && token[0] == '\\' && (!known || sign.kind == words || sign.kind == space):
			return nil, p.fail("put braces around what belongs to %s", of)
		}
		n, err := p.node(token)
		return []node{n}, err
	}
}

var (
	decimal = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?`)
	typeset = strings.NewReplacer("-", "−", "*", "∗")
)

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
	case isDigit(token[0]):
		digits := decimal.FindString(p.text[p.at:])
		p.at += len(digits)
		return node{kind: number, text: digits}, nil
	case isLetter(token[0]) && len(token) == 1:
		p.at++
		return node{kind: identifier, text: token}, nil
	case strings.Contains("+-*/=<>()[]|,.;:!?", token):
		p.at++
		return node{kind: operator, text: typeset.Replace(token)}, nil
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
	switch name {
	case "text", "operatorname", "mathrm":
		return p.words(name)
	case "left":
		return p.fence()
	}
	n, known := commands[name]
	if !known {
		p.at = start
		return node{}, p.fail(`\%s is not part of the subset of TeX that reports read`, name)
	}
	var degree []node
	var err error
	if n.kind == root && p.next() == "[" {
		p.at++
		degree, err = p.list("]")
	}
	for arguments := map[kind]int{frac: 2, binom: 2}; err == nil && len(n.args) < max(1, arguments[n.kind]); {
		var arg []node
		arg, err = p.argument(`\` + name)
		n.args = append(n.args, arg)
	}
	if degree != nil {
		n.args = append(n.args, degree)
	}
	return n, err
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

// commands are those with arguments.
var commands = map[string]node{
	"frac": {kind: frac}, "dfrac": {kind: frac}, "tfrac": {kind: frac}, "binom": {kind: binom}, "sqrt": {kind: root},
	"mathbf": {kind: styled, text: "mathbf"}, "mathit": {kind: styled, text: "mathit"}, "mathbb": {kind: styled, text: "mathbb"},
	"bar": {kind: accent, text: "¯"}, "hat": {kind: accent, text: "^"}, "tilde": {kind: accent, text: "~"},
	"vec": {kind: accent, text: "→"}, "overline": {kind: accent, text: "‾"}, "dot": {kind: accent, text: "˙"},
}

//go:embed signs.txt
var signsFile string

// signs are the commands without arguments: each line of the file has a kind, and commands
// with what they show.
var signs = func() map[string]node {
	m := map[string]node{" ": {kind: space, text: "0.333em"}}
	kinds := map[string]kind{"identifier": identifier, "operator": operator, "large": large, "words": words, "space": space}
	for line := range strings.Lines(signsFile) {
		fields := strings.Fields(line)
		for i := 1; i < len(fields); i += 2 {
			m[fields[i]] = node{kind: kinds[fields[0]], text: fields[i+1]}
		}
	}
	return m
}()
