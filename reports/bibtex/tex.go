package bibtex

import (
	"cmp"
	_ "embed"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/reports/formula"
)

// signs lists the meaning of commands, with one kind per line: accents as combining characters,
// letters, spaces, commands that print their argument (as text, an address, a quotation or a
// formula), and commands that are removed together with their argument.
//
//go:embed letters.txt
var signs string

// meaning is the effect of a command: its kind and its text.
type meaning struct{ kind, text string }

var commands = func() map[string]meaning {
	all := map[string]meaning{}
	for line := range strings.Lines(signs) {
		words := strings.Split(strings.TrimSpace(line), " ") // only at ASCII spaces
		step := 1
		if words[0] == "accent" || words[0] == "letter" {
			step = 2
		}
		for i := 1; i < len(words); i += step {
			all[words[i]] = meaning{words[0], words[i+step-1]}
		}
	}
	all["\n"], all["\t"], all[" "] = meaning{kind: "space"}, meaning{kind: "space"}, meaning{kind: "space"}
	return all
}()

// ligatures replaces the character sequences that TeX's fonts combine.
var ligatures = strings.NewReplacer("---", "—", "--", "–", "``", "“", "''", "”", "`", "‘", "~", "\u00a0", "?`", "¿", "!`", "¡")

// token matches a command, a brace, a dollar, or text without any of them.
var token = lazy.Regexp(`^(?s:\\[A-Za-z]+\*?|\\.|[^\\{}$]+|.)`)

// reader converts the TeX of bibliographies to text.
type reader struct {
	unknown func(command string) // called with each command that is kept unchanged
}

// plain converts TeX to text.
func plain(s string) string { return (&reader{func(string) {}}).line(s) }

// line converts TeX to one line of text, with formulas between dollars. Accents become letters,
// braces and font commands are removed, and unknown commands stay. Character references of HTML,
// which exports of publishers contain, become characters.
func (r *reader) line(s string) string {
	return strings.Join(strings.FieldsFunc(entity().ReplaceAllStringFunc(r.text(s), html.UnescapeString), func(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' && r != '\u202f' }), " ")
}

func (r *reader) text(s string) string {
	var b strings.Builder
	for s != "" {
		var next string
		next, s = cut(s)
		switch {
		case next[0] == '\\' && len(next) > 1:
			s = r.command(&b, cmp.Or(strings.TrimSuffix(next[1:], "*"), "*"), s)
		case next[0] == '{' && len(next) > 1:
			b.WriteString(r.text(next[1 : len(next)-1]))
		case next[0] == '$' && len(next) > 1:
			n := len(next) - len(strings.TrimLeft(next, "$"))
			r.formula(&b, next[n:len(next)-n])
		case strings.Contains(next, "`"):
			b.WriteString(strings.ReplaceAll(ligatures.Replace(next), "'", "’"))
		default:
			b.WriteString(ligatures.Replace(next))
		}
	}
	return b.String()
}

// cut splits off the first group, formula, command or text.
func cut(s string) (next, rest string) {
	n := len(token().FindString(s))
	switch s[0] {
	case '{':
		n = max(1, closing(s)+1)
	case '$':
		mark := s[:len(s)-len(strings.TrimLeft(s, "$"))]
		if i := strings.Index(strings.ReplaceAll(s[len(mark):], `\$`, "  "), mark); i > 0 {
			n = i + 2*len(mark)
		}
	}
	return s[:n], s[n:]
}

func (r *reader) formula(b *strings.Builder, tex string) {
	if _, err := formula.Parse(tex); err != nil {
		r.unknown("$" + tex + "$")
	}
	b.WriteString("$" + strings.TrimSpace(tex) + "$")
}

// command writes the meaning of a command, and returns the rest of s after its argument.
func (r *reader) command(b *strings.Builder, name, s string) string {
	after := strings.TrimLeft(s, " \t\n")
	if !unicode.IsLetter(rune(name[0])) && commands[name].kind != "accent" {
		after = s
	}
	argument, rest := first(after)
	switch m := commands[name]; m.kind {
	case "accent":
		marks := m.text
		for strings.HasPrefix(argument, `\`) && commands[argument[1:]].kind == "accent" { // accents that apply to the result of these
			marks = commands[argument[1:]].text + marks
			argument, rest = first(strings.TrimLeft(rest, " \t\n"))
		}
		b.WriteString(accented(r.text(argument), name, marks))
	case "letter", "silent":
		if m.kind == "letter" {
			b.WriteString(m.text)
		}
		return strings.TrimPrefix(after, "{}")
	case "gone":
	case "address":
		b.WriteString(verbatim(argument))
	case "quote":
		b.WriteString("“" + r.text(argument) + "”")
	case "formula":
		tex := strings.TrimSuffix(strings.TrimPrefix(argument, "{"), "}")
		if end := map[string]string{"(": `\)`, "[": `\]`}[name]; end != "" {
			tex, rest, _ = strings.Cut(s, end)
		}
		r.formula(b, tex)
	case "space":
		b.WriteByte(' ')
		return after
	default:
		n := len(s) - len(after)
		n += len(options().FindString(s[n:]))
		for group := ""; strings.HasPrefix(s[n:], "{") && group != "{"; n += len(group) {
			group, _ = cut(s[n:])
		}
		r.unknown(`\` + name)
		b.WriteString(`\` + name + s[:n])
		return s[n:]
	}
	return rest
}

// first splits off the argument of a command: a group, another command, or one character.
func first(s string) (argument, rest string) {
	if s == "" {
		return "", ""
	}
	if strings.ContainsAny(s[:1], `{$\`) {
		return cut(s)
	}
	_, n := utf8.DecodeRuneInString(s)
	return s[:n], s[n:]
}

// accented puts accents on the first letter of a text.
func accented(on, name, accents string) string {
	letter, n := utf8.DecodeRuneInString(strings.TrimLeft(on, " "))
	if n == 0 {
		return name // \~{} in an address
	}
	on = strings.TrimLeft(on, " ")[n:]
	n = len(on) - len(strings.TrimLeftFunc(on, func(r rune) bool { return unicode.Is(unicode.Mn, r) }))
	return norm.NFC.String(cmp.Or(dotted[letter], string(letter))+on[:n]+accents) + on[n:]
}

var dotted = map[rune]string{'ı': "i", 'ȷ': "j"}

// verbatim returns an address, in which only escaped characters are TeX.
func verbatim(s string) string {
	return strings.TrimSpace(escapes().ReplaceAllString(strings.NewReplacer(`\~{}`, "~", `$\sim$`, "~").Replace(tildes().ReplaceAllString(s, "~")), "$1"))
}

var (
	entity  = lazy.Regexp(`&(#\d+|#x[0-9a-fA-F]+|[a-z]+);`)
	options = lazy.Regexp(`^(?:\[[^\[\]{}]*\])*`)
	tildes  = lazy.Regexp(`\{?\\textasciitilde(?:\{\}|\s+|\b)\}?`)
	escapes = lazy.Regexp(`\\url\s*|\\([_%#&$~])|[{}\n]`)
)
