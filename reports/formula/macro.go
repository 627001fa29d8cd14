package formula

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// Macros holds the macros that formulas define, by their commands. As in Jupyter, a macro is valid
// in all later formulas of a notebook. A nil map does not add macros.
type Macros map[string]node

// braced lists the kinds of commands that LaTeX, unlike Jupyter, accepts as scripts only in braces.
var braced = []kind{words, limited, root, accent, beneath}

var (
	command = lazy.Regexp(`(?:\\(?:global|long)\s*)*\\((?:new|renew|provide)command|DeclareMathOperator|[gx]?def|let)(\*?)\s*\{?\s*(\\[A-Za-z]+|\\.)\s*\}?\s*(?:\[(\d)\]|((?:#\d)*))\s*=?|\\(?s:[A-Za-z]+|.)`)
	hanging = lazy.Regexp(`(\\[A-Za-z]+)(#|$)`)          // a command that a letter after it would change
	taking  = lazy.Regexp(`(?:[\^_]|\\([A-Za-z]+))\s*$`) // what may take what follows as its argument
)

// expand removes the definitions from a formula, and replaces macros with their texts, in which #1
// is the first argument. It stops early if macros use each other in a circle. Definitions with
// optional or delimited arguments stay, as unknown commands.
func (m Macros) expand(tex string) string {
	for at, turn := 0, 0; turn < 1000 && len(tex) < 10*Longest; turn++ {
		found := command().FindStringSubmatch(tex[at:])
		if found == nil {
			break
		}
		start := at + strings.Index(tex[at:], found[0])
		at = start + len(found[0])
		n, known := m[found[0]]
		if !known {
			n = signs()[found[0][1:]]
		}
		taker, rest, text := taking().FindStringSubmatch(tex[:start]), tex[at:], n.text
		taken := taker != nil && (taker[1] == "" || forms[signs()[taker[1]].kind].arguments > 0)
		if taken && taker[1] == "" && slices.Contains(braced, n.kind) && !strings.HasPrefix(rest, "[") {
			arguments := forms[n.kind].arguments
			n.kind, text = kind(fmt.Sprint("macro", arguments)), found[0]+"{#1}"[:4*arguments]
		}
		switch {
		case found[3] != "" && (found[1] == "let" || strings.HasPrefix(rest, "{")):
			text, rest = argument(rest)
			if found[1] == "DeclareMathOperator" {
				text = `\operatorname` + found[2] + "{" + text + "}"
			}
			if m != nil {
				m[found[3]] = node{kind: kind("macro" + cmp.Or(found[4], fmt.Sprint(len(found[5])/2))), text: text}
			}
			tex, at = tex[:start]+rest, start
		case strings.HasPrefix(string(n.kind), "macro"):
			for i := range n.kind[5] - '0' {
				value := ""
				value, rest = argument(rest)
				text = strings.ReplaceAll(hanging().ReplaceAllString(text, "$1 $2"), fmt.Sprint("#", i+1), value)
			}
			if text = hanging().ReplaceAllString(text, "$1 "); taken {
				text = "{" + text + "}"
			}
			tex, at = tex[:start]+text+rest, start
		}
	}
	return tex
}

// argument splits off a text in braces, which are left out, or one token.
func argument(s string) (value, rest string) {
	p := parser{text: strings.TrimLeft(s, " \t\r\n*")}
	if value = p.raw(""); p.err != nil {
		return "", s
	}
	return hanging().ReplaceAllString(value, "$1 $2"), p.text[p.at:]
}
