package latex

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape returns plain text as LaTeX that prints it. Control characters are left
// out. Long words, such as names of strategies, may break behind punctuation. A
// character that Times does not have is printed as its code, a Chinese or Japanese one
// as itself where CJKutf8 and the type gbsn are installed and have it.
func Escape(s string) string {
	var b strings.Builder
	for i, word := range strings.Split(strings.ToValidUTF8(s, "\ufffd"), " ") {
		if i > 0 {
			b.WriteByte(' ')
		}
		for j, piece := range pieces(word) {
			if j > 0 {
				b.WriteString(`\allowbreak{}`)
			}
			escapePiece(&b, []rune(piece))
		}
	}
	return b.String()
}

// pieces splits a word where it may break: between two codes, in one of more than 12
// characters behind punctuation, in one of more than 30 also where a piece has 8.
func pieces(word string) []string {
	runes := []rune(word)
	var list []string
	start := 0
	for i, r := range runes {
		breaks := len(runes) > 12 && (strings.ContainsRune("/,=+_-.:;", r) || len(runes) > 30 && i-start >= 7)
		if i+1 < len(runes) && (breaks && scripts[r] == 0 || coded(r) && coded(runes[i+1])) {
			list = append(list, string(runes[start:i+1]))
			start = i + 1
		}
	}
	return append(list, string(runes[start:]))
}

func escapePiece(b *strings.Builder, word []rune) {
	at := func(i int) rune {
		if i < 0 || i >= len(word) {
			return 0
		}
		return word[i]
	}
	for i, r := range word {
		if script := scripts[r]; script != 0 {
			b.WriteString(opening(at(i-1), r) + Escape(string(script)) + ending(r, at(i+1)))
			continue
		}
		b.WriteString(escapeRune(r))
		if r == at(i+1) && strings.ContainsRune("-',", r) {
			b.WriteString("{}") // no ligature
		}
	}
}

// opening begins raised or lowered characters, if the character before is not of them.
func opening(before, r rune) string {
	switch {
	case scripts[before] != 0 && superscript(before) == superscript(r):
		return ""
	case superscript(r):
		return `\textsuperscript{`
	}
	return `\textsubscript{`
}

// ending ends raised or lowered characters, if the next is not of them.
func ending(r, next rune) string {
	if scripts[next] != 0 && superscript(next) == superscript(r) {
		return ""
	}
	return "}"
}

func escapeRune(r rune) string {
	known, ok := signs[r]
	switch {
	case ok:
		return known
	case r == '\n' || r == '\t':
		return " "
	case unicode.IsControl(r):
		return ""
	case !coded(r):
		return string(r)
	case inPlanes(r):
		return fmt.Sprintf(`\puzzlelabglyph{%c}{%02X}{%02X}`, r, r>>8, r&0xff)
	}
	return fmt.Sprintf(`\puzzlelabcoded{%04X}`, r)
}

// coded reports whether Times does not have a character, which is printed as its code.
func coded(r rune) bool {
	_, known := signs[r]
	return r > 0x17f && !known && scripts[r] == 0 || strings.ContainsRune("ĦħĸĿŀŉŦŧſ", r)
}

// inPlanes reports whether the type gbsn has a file for the 256 characters around r, of
// which it has some. A file that is missing would end LaTeX.
func inPlanes(r rune) bool {
	plane := r >> 8
	return plane >= 0x30 && plane <= 0x32 || plane >= 0x4e && plane <= 0x9f && plane != 0x9d || plane == 0xff
}

// signs are characters that LaTeX takes for its own or that are not in the font, and what prints
// them; blank ones are written as their codes. Omicron looks like o, and Α, Β, Ε … like letters of
// Latin.
//
//go:embed signs.txt
var signsFile string

var signs = func() map[rune]string {
	m := map[rune]string{}
	for line := range strings.Lines(signsFile) {
		sign, command, _ := strings.Cut(strings.TrimSpace(line), " ")
		r, size := utf8.DecodeRuneInString(sign)
		if size < len(sign) {
			code, _ := strconv.ParseUint(sign, 0, 32)
			r = rune(code)
		}
		m[r] = command
	}
	return m
}()

// scripts are the characters that raised and lowered ones stand for.
var scripts = func() map[rune]rune {
	m, plain := map[rune]rune{}, []rune("0123456789−+nibdmk0123456789−+nijk")
	for i, r := range []rune("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿⁱᵇᵈᵐᵏ₀₁₂₃₄₅₆₇₈₉₋₊ₙᵢⱼₖ") {
		m[r] = plain[i]
	}
	return m
}()

// superscript reports whether a character of scripts is a raised one.
func superscript(r rune) bool { return r < 0x2080 && r != 'ᵢ' || r == 'ⁿ' }

// width returns how wide plain text is in Times, in ems.
func width(s string) float64 {
	w := 0.0
	for _, r := range s {
		switch {
		case r >= ' ' && r < 0x7f:
			w += float64(times[r-' ']) / 1000
		case unicode.Is(unicode.Mn, r) || unicode.IsControl(r):
		case r == '\u202f' || r == '\u2009':
			w += 0.17
		case scripts[r] != 0:
			w += 0.4
		case r < 0x2000:
			w += 0.72
		default:
			w++
		}
		if coded(r) {
			w += 3
		}
	}
	return w
}

// times are the widths of the printable ASCII characters, from the metrics of
// Times-Roman that Adobe published (Font Metrics for the 14 PDF core fonts).
var times = [...]uint16{
	250, 333, 408, 500, 500, 833, 778, 333, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
	921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500,
	333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
}
