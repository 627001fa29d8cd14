package formula

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// Formula is a parsed formula, or the source of a formula that could not be parsed.
type Formula struct {
	nodes []node
	tex   string
	latex string // the same without macros
	err   *Error // nil if everything was understood
}

// node is a part of a formula: a symbol, or a command with its arguments.
type node struct {
	kind    kind
	text    string // symbol, accent, or both delimiters separated by a comma
	attr    string // attributes of the MathML element
	args    [][]node
	columns int  // number of columns of rows, whose cells are in args
	limits  bool // whether its scripts are limits
	sub     []node
	sup     []node // scripts; nil if missing
}

type kind string

const (
	identifier kind = "identifier"
	number     kind = "number"
	operator   kind = "operator"
	large      kind = "large"    // an operator such as a sum
	words      kind = "words"    // text, or a function name
	phrase     kind = "phrase"   // text with spaces
	limited    kind = "limited"  // a function name with limits
	space      kind = "space"    // width in text
	plain      kind = "plain"    // a group: args[0]
	fenced     kind = "fenced"   // args[0] between the delimiters in text
	rows       kind = "rows"     // cells between the delimiters in text
	frac       kind = "frac"     // args[0] over args[1]
	binom      kind = "binom"    // the same in parentheses
	root       kind = "root"     // of args[0]
	rooted     kind = "rooted"   // the same with the degree args[1]
	accent     kind = "accent"   // text over args[0]
	beneath    kind = "beneath"  // text under args[0]
	arrow      kind = "arrow"    // args[0] over the arrow in text
	between    kind = "between"  // the same with args[1] under the arrow
	bar        kind = "bar"      // a black rectangle with the width and height in text
	enclosed   kind = "enclosed" // args[0] in a box or struck through
	changed    kind = "changed"  // args[0] in another size or color
)

// Error reports a formula that could not be parsed. Column is the position of the fault in
// characters, counted from 1.
type Error struct {
	Column  int
	Message string
	Unknown bool // whether the only fault is a command that this package does not know
}

// Error returns the message, preceded by the column.
func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Message) }

// maxDepth limits the nesting of groups.
const maxDepth = 50

// Parse parses a formula without its dollars. If the error is an [*Error], the returned Formula is
// usable and shows the TeX source.
func Parse(tex string) (Formula, error) { return Macros{}.Parse(tex) }

// Parse parses a formula that may use the macros, and adds those that it defines. Columns of errors
// are counted after the macros are expanded.
func (m Macros) Parse(tex string) (Formula, error) {
	p := parser{text: m.expand(tex)}
	f := Formula{nodes: p.group(""), tex: tex, latex: p.text}
	f.err = cmp.Or(p.err, p.unknown)
	if f.err == nil && len(f.nodes) == 0 && f.latex == tex {
		f.err = p.error("the formula is empty")
	}
	if f.err != nil {
		return f, f.err
	}
	return f, nil
}

// parser reads a formula. After an error it is at the end of the text, so that everything ends.
type parser struct {
	text    string
	at      int
	depth   int
	prime   int    // position after the last prime
	ended   string // token that ended the last list
	err     *Error // the first error
	unknown *Error // about the first unknown command
}

// fail records the first error, and skips the rest of the text.
func (p *parser) fail(format string, a ...any) {
	p.err = cmp.Or(p.err, p.error(format, a...))
	p.at = len(p.text)
}

// error returns an error about the current position.
func (p *parser) error(format string, a ...any) *Error {
	return &Error{Column: 1 + utf8.RuneCountInString(p.text[:min(p.at, len(p.text))]), Message: fmt.Sprintf(format, a...)}
}

// next returns the next token after white space and comments: a character or a command, or "" at
// the end.
func (p *parser) next() string {
	p.at += len(blank().FindString(p.text[p.at:]))
	return token().FindString(p.text[p.at:])
}

var token = lazy.Regexp(`^(?s:\\[A-Za-z]+|\\.|.)`)

// took skips the next token if it is the given one.
func (p *parser) took(token string) bool {
	if p.next() != token {
		return false
	}
	p.at += len(token)
	return true
}

// Alignments of columns, other than centered and those of an array, such as "c|c". Alignments that
// end in "shown" show formulas as on their own line.
const (
	left  = "left"
	pairs = "pairs" // in pairs: right, left
	loose = "any"   // the same for cells outside any environment
)

// group reads up to a token that ends it. If it has cells or lines, they become rows.
func (p *parser) group(end string) []node {
	cells, columns := p.cells(end)
	if len(cells) <= 1 {
		return slices.Concat(cells...)
	}
	return []node{{kind: rows, text: ".,.", attr: loose, args: cells, columns: columns}}
}

// cells reads cells (separated by &) and lines (separated by \\) up to a token that ends them. It
// extends all rows to the length of the longest.
func (p *parser) cells(end string) (cells [][]node, columns int) {
	var lines [][][]node
	for line := [][]node{}; ; {
		cell := p.list("&", `\\`, `\cr`, `\newline`, end)
		line = append(line, cell)
		if p.ended == "&" {
			continue
		}
		if last := p.ended == end; !last || lines == nil || len(line) > 1 || cell != nil {
			lines = append(lines, line)
			columns = max(columns, len(line))
		}
		if p.ended == end {
			break
		}
		p.took("*")
		p.at += len(spacing().FindString(p.text[p.at:]))
		line = [][]node{}
	}
	for _, line := range lines {
		cells = append(cells, append(line, make([][]node, columns-len(line))...)...)
	}
	return cells, columns
}

// spacing matches a length in brackets, such as the space after \\.
var spacing = lazy.Regexp(`^\s*\[-?[0-9.]+ *[a-z]+\]`)

// list reads up to and including one of the tokens that end it; "" is the end of the formula.
func (p *parser) list(ends ...string) (nodes []node) {
	if p.depth++; p.depth > maxDepth {
		p.fail("groups nest more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	for {
		token := p.next()
		last := len(nodes) - 1
		sign := signs()[strings.TrimPrefix(token, `\`)]
		switch {
		case slices.Contains(ends, token):
			p.at += len(token)
			p.ended = token
			return nodes
		case token == "":
			p.ended = ends[len(ends)-1]
			p.fail("%s is missing", p.ended)
			return nodes
		case strings.Contains("^_'", token):
			if last < 0 {
				nodes = append(nodes, node{kind: plain, args: [][]node{nil}})
			}
			p.script(&nodes[len(nodes)-1], token)
			continue
		case (token == `\limits` || token == `\nolimits`) && last >= 0:
			p.at += len(token)
			nodes[last].limits = token == `\limits`
			continue
		case strings.HasPrefix(token, `\`) && slices.Contains([]kind{"infix", "switch"}, sign.kind):
			p.at += len(token)
			return rearranged(token, sign, nodes, p.list(ends...))
		}
		nodes = append(nodes, p.node(token))
	}
}

// rearranged applies a command that affects everything before or after it in its group.
func rearranged(token string, sign node, before, rest []node) []node {
	switch {
	case token == `\choose`:
		return []node{{kind: binom, args: [][]node{before, rest}}}
	case sign.kind == "infix" && sign.text != "":
		return []node{{kind: rows, text: sign.text, args: [][]node{before, rest}, columns: 1}}
	case sign.kind == "infix":
		return []node{{kind: frac, args: [][]node{before, rest}, attr: map[string]string{`\atop`: `linethickness="0"`}[token]}}
	case strings.Contains(sign.text, "="):
		return append(before, node{kind: changed, attr: sign.text, args: [][]node{rest}})
	}
	return append(before, restyled(sign.text, rest)...)
}

func (p *parser) script(base *node, token string) {
	at := p.at
	p.at += len(token)
	double := base.sup != nil && at != p.prime // an error in TeX too
	if token == "'" && !double {
		base.sup, p.prime = append(base.sup, node{kind: operator, text: "′"}), p.at
		return
	}
	if token == "'" || token == "^" && double || token == "_" && base.sub != nil {
		p.at = at
		p.fail("a second %s (put braces around what it belongs to)", token)
		return
	}
	nodes := p.argument(token)
	to := map[string]*[]node{"_": &base.sub, "^": &base.sup}[token]
	*to = append(*to, nodes...)
	if *to == nil {
		*to = []node{{kind: plain, args: [][]node{nil}}}
	}
}

// argument reads the argument of a command or script: a group or one symbol, which for numbers is
// one digit.
func (p *parser) argument(of string) []node {
	switch token := p.next(); token {
	case "{":
		p.at++
		return p.group("}")
	case "", "}", "^", "_", "'", "&", `\\`, `\end`, `\right`:
		p.fail("%s lacks what belongs to it", of)
		return nil
	default:
		if isDigit(token[0]) {
			p.at++
			return []node{{kind: number, text: token}}
		}
		return []node{p.node(token)}
	}
}

var (
	decimal = lazy.Regexp(`^[0-9]+(\.[0-9]+)?`)
	blank   = lazy.Regexp(`^(?:[ \t\r\n]|%[^\n]*\n)*`) // with comments up to the end of their lines
	typeset = strings.NewReplacer("-", "−", "*", "∗")
)

// node reads a symbol, a group, or a command with its arguments.
func (p *parser) node(token string) node {
	r, _ := utf8.DecodeRuneInString(token)
	switch {
	case token == "{":
		p.at++
		return node{kind: plain, args: [][]node{p.group("}")}}
	case len(token) > 1 && r == '\\':
		return p.command(token[1:])
	case isDigit(token[0]):
		digits := decimal().FindString(p.text[p.at:])
		p.at += len(digits)
		return node{kind: number, text: digits}
	case token == "}":
		p.fail("} without {")
		return node{}
	case unshown(r) || strings.ContainsRune("$%#&`\\", r):
		p.fail("%q is not part of a formula", token)
		return node{}
	}
	p.at += len(token)
	switch {
	case token == "~":
		return node{kind: space, text: "0.333em"}
	case unicode.IsLetter(r):
		return node{kind: identifier, text: token}
	}
	return node{kind: operator, text: typeset.Replace(token)}
}

// command reads the command with the given name.
func (p *parser) command(name string) node {
	start := p.at
	p.at += 1 + len(name)
	n := signs()[name]
	switch name {
	case "left":
		return p.fence()
	case "begin":
		return p.environment()
	case "middle":
		return p.sized(n.text)
	case "not":
		return p.negated()
	}
	switch n.kind {
	case "sized":
		return p.sized(n.text)
	case "text", "length", "dropped", "tagged", "colored", bar:
		return p.verbal(name, n)
	case "", rows:
		if p.unknown == nil {
			at := p.at
			p.at = start
			p.unknown = p.error(`\%s is not a command that reports know`, name)
			p.unknown.Unknown = true
			p.at = at
		}
		p.unknown.Unknown = p.unknown.Unknown && !dangerous().MatchString(name)
		return node{kind: operator, text: `\` + name}
	}
	return p.applied(name, n)
}

// applied reads the arguments of a command.
func (p *parser) applied(name string, n node) node {
	var option []node
	if (n.kind == root || n.kind == arrow) && p.took("[") {
		option = p.list("]")
	}
	for len(n.args) < forms[n.kind].arguments {
		n.args = append(n.args, p.argument(`\`+name))
	}
	switch {
	case n.kind == "styled":
		return one(restyled(n.text, n.args[0]))
	case option != nil:
		n.kind, n.args = map[kind]kind{root: rooted, arrow: between}[n.kind], append(n.args, option)
	}
	return n
}

// dangerous matches TeX commands with effects outside the formula.
var dangerous = lazy.Regexp(`^(input|include.*|open(in|out)|read.*|write.*|immediate|special|csname|.*catcode|[egx]?def|let|futurelet|.*code|directlua|lua.*|every.*|output|shipout|usepackage|document.*|endinput|end|bye|stop|loop|repeat|expandafter|aftergroup|global|make.*|verb.*|pdf.*|.*mode)$`)

// negated reads what \not strikes through.
func (p *parser) negated() node {
	nodes := p.argument(`\not`)
	if len(nodes) != 1 {
		return signs()["not"]
	}
	nodes[0].text += "\u0338"
	return nodes[0]
}

// sized reads a delimiter with the given height; "" means that the surrounding formula determines
// the height.
func (p *parser) sized(height string) node {
	n := node{kind: operator, text: p.delimiter(), attr: `stretchy="true"`}
	if height != "" {
		n.attr += ` symmetric="true" minsize="` + height + `" maxsize="` + height + `"`
	}
	return n
}

// raw reads a text in braces, or one token, and returns it without the braces.
func (p *parser) raw(of string) string {
	if token := p.next(); token != "{" && !strings.Contains("}&$", token) && strings.IndexFunc(token, unshown) < 0 {
		p.at += len(token)
		return token
	} else if !p.took("{") {
		p.fail(`\%s lacks its text in braces`, of)
	}
	start := p.at
	for open := 1; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == '\\':
			p.at++
		case c == '{':
			open++
		case c == '}':
			if open--; open == 0 {
				text := p.text[start:p.at]
				p.at++
				if bad := strings.IndexFunc(text, unshown); bad >= 0 {
					p.fail(`the text of \%s holds the character %q`, of, text[bad])
				}
				return text
			}
		}
	}
	p.at = min(p.at, len(p.text))
	p.fail("} is missing")
	return ""
}

func unshown(r rune) bool {
	return r == utf8.RuneError || !unicode.IsGraphic(r) && !strings.ContainsRune("\n\t\r", r)
}

// verbal reads a command with a text argument: words, a length, a color or a number.
func (p *parser) verbal(name string, n node) node {
	starred := p.took("*")
	p.at += len(spacing().FindString(p.text[p.at:])) // how far a rule is raised
	if n.kind == "length" && !strings.HasPrefix(p.next(), "{") {
		width := length().FindString(p.text[p.at:])
		p.at += len(width)
		return node{kind: space, text: em(width)}
	}
	text := p.raw(name)
	switch n.kind {
	case "length":
		return node{kind: space, text: em(text)}
	case bar:
		return node{kind: bar, text: em(text) + "," + em(p.raw(name))}
	case "dropped":
		return node{kind: space, text: "0em"}
	case "tagged":
		return node{kind: words, text: " " + map[bool]string{false: "(" + text + ")", true: text}[starred]}
	case "colored":
		return node{kind: changed, attr: n.text + `="` + escaper.Replace(text) + `"`, args: [][]node{p.argument(`\` + name)}}
	}
	n = one(p.mixed(name, n.text, text))
	n.limits = starred
	return n
}

// one combines nodes into a single node.
func one(nodes []node) node {
	if len(nodes) == 1 {
		return nodes[0]
	}
	return node{kind: plain, args: [][]node{nodes}}
}

// mixed reads text in a font, with formulas between dollars.
func (p *parser) mixed(name, font, text string) (nodes []node) {
	parts := strings.Split(strings.ReplaceAll(text, `\$`, "\ue024"), "$")
	for i, part := range parts {
		if i%2 == 1 && p.depth < maxDepth {
			inner := parser{text: part, depth: p.depth + 1}
			nodes = append(nodes, inner.group("")...)
			if inner.err != nil || inner.unknown != nil {
				p.fail(`the text of \%s holds a formula that cannot be read`, name)
			}
			continue
		}
		marks := special().MatchString(part) || len(parts)%2 == 0
		if part = unescaped.Replace(part); marks || i%2 == 1 || strings.Contains(part, `\`) {
			p.fail(`the text of \%s has to be plain words`, name)
		}
		if part != "" || len(nodes) == 0 {
			nodes = append(nodes, restyled(font, []node{{kind: words, text: part}})...)
		}
	}
	return nodes
}

var (
	unescaped = strings.NewReplacer("\ue024", "$", `\_`, "_", `\&`, "&", `\%`, "%", `\#`, "#", `\{`, "{", `\}`, "}", `\,`, "\u2009", `\ `, " ", "~", " ", "{", "", "}", "", "\n", " ", `\-`, "")
	special   = lazy.Regexp(`(^|[^\\])[_^&%#]`)
	length    = lazy.Regexp(`^-?[0-9]*\.?[0-9]+ *(em|ex|pt|mu|px|cm|mm|in|pc)`)
)

// em converts a width to MathML's notation. The result is "0em" if it is not a width.
func em(width string) string {
	width = length().FindString(strings.ReplaceAll(strings.TrimSpace(width), " ", ""))
	return strings.Replace(cmp.Or(width, "0em"), "mu", "pt", 1) // roughly: an em has 18 mu
}

// environment reads from \begin to \end.
func (p *parser) environment() node {
	start := p.at
	name := p.raw("begin")
	n := signs()[name]
	if n.kind != rows {
		p.at = start
		p.fail("%q is not an environment that reports know", name)
	}
	switch base := strings.TrimSuffix(name, "*"); {
	case slices.Contains([]string{"array", "tabular", "subarray", "alignat", "alignedat"}, base):
		if p.took("[") {
			p.list("]") // its vertical position
		}
		n.attr = cmp.Or(n.attr, p.raw(name))
	case slices.Contains([]string{"aligned", "gathered", "split"}, base) || strings.HasSuffix(name, "matrix*"):
		p.at += len(position().FindString(p.text[p.at:]))
	}
	n.args, n.columns = p.cells(`\end`)
	if end := p.raw("end"); end != name {
		p.fail(`\begin{%s} ends as %q`, name, end)
	}
	return n
}

var position = lazy.Regexp(`^\s*\[[tbclr]\]`)

// fence reads from \left to \right, with their delimiters.
func (p *parser) fence() node {
	open := p.delimiter()
	nodes := p.group(`\right`)
	return node{kind: fenced, text: open + "," + p.delimiter(), args: [][]node{nodes}}
}

func (p *parser) delimiter() string {
	token := p.next()
	if token == "." {
		p.at++
		return ""
	}
	shown := map[string]string{"<": "⟨", ">": "⟩"}[token]
	if n, ok := signs()[strings.TrimPrefix(token, `\`)]; ok && strings.HasPrefix(token, `\`) {
		shown = n.text
	} else if shown == "" {
		shown = token
	}
	if shown == "" || !strings.Contains(`()[]|{}‖⌊⌋⌈⌉⟨⟩⟮⟯⌜⌝⌞⌟⟦⟧/\↑↓↕⇑⇓⇕`, shown) || token == "{" || token == "}" {
		p.fail(`%q is not a delimiter`, token)
		return ""
	}
	p.at += len(token)
	return shown
}

//go:embed signs.txt
var signsFile string

// signs holds the commands. Each line of the file contains a kind, and commands with their symbols;
// a period means no symbol, and ␣ a space.
var signs = sync.OnceValue(func() map[string]node {
	m := map[string]node{" ": {kind: space, text: "0.333em"}, "\n": {kind: space, text: "0.333em"}, "\t": {kind: space, text: "0.333em"}}
	for line := range strings.Lines(signsFile) {
		fields := strings.Fields(line)
		for i := 1; i < len(fields); i += 2 {
			n := node{kind: kind(fields[0]), text: strings.ReplaceAll(fields[i+1], "␣", " ")}
			n.limits = n.kind == large && !strings.Contains("∫∬∭∮∯∰⨌", n.text) || n.kind == limited || strings.Contains("⏞⏟⎴⎵", n.text)
			if n.text == "." && fields[i] != "ldotp" {
				n.text = ""
			}
			switch n.kind {
			case frac, binom, enclosed:
				n.attr, n.text = n.text, ""
			case left, pairs, "left-shown", "shown":
				n.kind, n.attr = rows, fields[0]
			}
			m[fields[i]] = n
		}
	}
	return m
})
