package puzzle

import (
	"errors"
	"fmt"
	"strings"
)

// pattern is a parsed pattern:
//
//	gla-D+dijkstra/E
//	before   "gla"
//	letter      "D"
//	after        "+dijkstra"
//	estimate               "E"
type pattern struct {
	before, letter, after string // letter is "" if there is no number, and after is, too
	estimate              string // a placeholder, the only accepted name, or "" for none
}

const (
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	written = "abcdefghijklmnopqrstuvwxyz0123456789-+"
)

// isPattern reports whether a name has placeholders, so that [Grammar.Parse] does not accept it.
func isPattern(name string) bool { return strings.ContainsAny(name, letters) }

func parsePattern(text string) (pattern, error) {
	head, estimate, hasEstimate := strings.Cut(text, "/")
	p := pattern{before: head, estimate: estimate}
	if at := strings.IndexAny(head, letters); at >= 0 {
		before, hyphen := strings.CutSuffix(head[:at], "-")
		if !hyphen {
			return pattern{}, fmt.Errorf("no hyphen before the number %s", head[at:at+1])
		}
		p.before, p.letter, p.after = before, head[at:at+1], head[at+1:]
		if p.after != "" && !strings.ContainsAny(p.after[:1], "-+") {
			return pattern{}, fmt.Errorf("neither - nor + behind the number %s", p.letter)
		}
	}
	switch {
	case p.before == "":
		return pattern{}, errors.New("no name")
	case hasEstimate && estimate == "":
		return pattern{}, errors.New("nothing behind the slash")
	case strings.Trim(p.before+p.after, written) != "":
		return pattern{}, fmt.Errorf("%q holds more than lower-case letters, digits, - and +, and one number", head)
	case !p.chooses() && strings.Trim(estimate, written) != "":
		return pattern{}, fmt.Errorf("%q is neither a capital letter nor a name", estimate)
	}
	return p, nil
}

// chooses reports whether the estimate is a placeholder.
func (p pattern) chooses() bool { return len(p.estimate) == 1 && isPattern(p.estimate) }

// with returns the part before the slash, with the given number if there is one.
func (p pattern) with(number string) string {
	if p.letter == "" {
		return p.before
	}
	return p.before + "-" + number + p.after
}

// bare returns the part before the slash without the number.
func (p pattern) bare() string { return p.before + p.after }

// word returns the name for errors: without a number at the end, but with the placeholder of a
// number in the middle.
func (p pattern) word() string {
	if p.after != "" {
		return p.with(p.letter)
	}
	return p.before
}

// number returns the text at the position of the number, and whether the part before the slash
// matches the pattern.
func (p pattern) number(head string) (number string, ok bool) {
	if p.letter == "" {
		return "", false
	}
	rest, ok := strings.CutPrefix(head, p.before+"-")
	if !ok {
		return "", false
	}
	return strings.CutSuffix(rest, p.after)
}
