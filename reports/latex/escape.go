package latex

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape returns LaTeX source that prints the given plain text. Control characters are dropped.
// Long words, such as names of strategies, may be broken after punctuation. A character that the
// Times font lacks is printed as its code, such as U+8FF7. Chinese and Japanese characters are
// printed if CJKutf8 is installed and its gbsn font contains them.
func Escape(s string) string {
	var b strings.Builder
	for i, word := range strings.Split(strings.ToValidUTF8(s, "\ufffd"), " ") {
		switch {
		case i > 0 && i%perLine == 0:
			b.WriteByte('\n')
		case i > 0:
			b.WriteByte(' ')
		}
		for j, piece := range pieces(word) {
			if j > 0 {
				b.WriteString(`\allowbreak{}`)
				if j%perLine == 0 {
					b.WriteString("%\n")
				}
			}
			escapePiece(&b, []rune(piece))
		}
	}
	return b.String()
}

// perLine is the number of words or pieces after which Escape begins a new line of the source, since
// TeX reads lines of up to 200,000 bytes.
const perLine = 1000

// pieces splits a word where it may break: between two codes, after punctuation in a word of more
// than 12 characters, and every 8 characters in a word of more than 30.
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
	open := "" // the command whose argument is being written
	for i, r := range word {
		if command := scriptCommand(r); command != open {
			b.WriteString(closing[open] + command)
			open = command
		}
		b.WriteString(escapeRune(r))
		if i+1 < len(word) && r == word[i+1] && strings.ContainsRune("-',", r) {
			b.WriteString("{}") // prevents a ligature
		}
	}
	b.WriteString(closing[open])
}

// Commands at the beginning of superscripts and subscripts.
const (
	raised  = `\textsuperscript{`
	lowered = `\textsubscript{`
)

var closing = map[string]string{raised: "}", lowered: "}"}

// scriptCommand returns the beginning of the superscript or subscript that a character is in, or "".
func scriptCommand(r rune) string {
	switch {
	case scripts[r] == 0:
		return ""
	case r < 0x2080 && r != 'ᵢ' || r == 'ⁿ':
		return raised
	}
	return lowered
}

func escapeRune(r rune) string {
	known, ok := signs[r]
	switch {
	case scripts[r] != 0:
		return Escape(string(scripts[r]))
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

// coded reports whether Times lacks a character, which is then printed as its code.
func coded(r rune) bool {
	_, known := signs[r]
	return r > 0x17f && !known && scripts[r] == 0 || strings.ContainsRune("ĦħĸĿŀŉŦŧſ", r)
}

// inPlanes reports whether the font gbsn has a file for the block of 256 characters around r. A
// missing file would make LaTeX fail.
func inPlanes(r rune) bool {
	plane := r >> 8
	return plane >= 0x30 && plane <= 0x32 || plane >= 0x4e && plane <= 0x9f && plane != 0x9d || plane == 0xff
}

// signs maps characters that have a meaning in LaTeX, or that the font lacks, to the LaTeX that
// prints them; characters without an entry are written as their codes. Omicron looks like o, and Α,
// Β, Ε … look like Latin letters.
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

// scripts maps superscript and subscript characters to the characters that they represent.
var scripts = func() map[rune]rune {
	m, plain := map[rune]rune{}, []rune("0123456789−+nibdmk0123456789−+nijk")
	for i, r := range []rune("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿⁱᵇᵈᵐᵏ₀₁₂₃₄₅₆₇₈₉₋₊ₙᵢⱼₖ") {
		m[r] = plain[i]
	}
	return m
}()

// width returns the width of plain text in Times, in ems.
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

// times holds the widths of the printable ASCII characters, from Adobe's published metrics of
// Times-Roman (Font Metrics for the 14 PDF core fonts).
var times = [...]uint16{
	250, 333, 408, 500, 500, 833, 778, 333, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
	921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500,
	333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
}
