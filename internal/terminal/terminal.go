// Package terminal converts output that programs write for a terminal to HTML or plain text. It
// removes overwritten text. HTML keeps colors; plain text does not.
package terminal

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// escape matches the escape sequences of terminals: colors (group 1), window titles, and
// others.
var escape = lazy.Regexp("(?s)\x1b\\[([0-9;:]*)m|\x1b\\[[0-?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|\x1b[ -/]*[0-Z\\\\^-~]")

// letter is a character of a line with its colors as CSS.
type letter struct {
	text, css string
}

// HTML converts terminal output to HTML with colors. It calls escape to escape the special
// characters in each piece of text.
func HTML(text string, escape func(string) string) string { return shown(text, escape, true) }

// Plain converts terminal output to plain text without colors.
func Plain(text string) string { return shown(text, func(s string) string { return s }, false) }

func shown(text string, escaped func(string) string, coloured bool) string {
	if !strings.ContainsAny(text, "\x1b\r\b") {
		return escaped(text)
	}
	var b strings.Builder
	var s style
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		css, end := "", "" // end closes the open element
		for _, l := range s.line(line) {
			if coloured && l.css != css {
				b.WriteString(end)
				if css, end = l.css, ""; css != "" {
					b.WriteString(`<span style="` + css + `">`)
					end = "</span>"
				}
			}
			b.WriteString(escaped(l.text))
		}
		b.WriteString(end)
	}
	return b.String()
}

// line returns the visible characters of a line, after all overwriting.
func (s *style) line(text string) (letters []letter) {
	at := 0
	for text != "" {
		if m := escape().FindStringSubmatchIndex(text); m != nil && m[0] == 0 {
			switch code := text[:m[1]]; {
			case m[2] >= 0:
				s.set(text[m[2]:m[3]])
			case code == "\x1b[G" || code == "\x1b[1G" || code == "\x1b[2K": // to the start of the line, or erases all of it
				at = 0
			}
			if strings.HasSuffix(text[:m[1]], "K") { // the rest of the line is erased
				letters = letters[:min(at, len(letters))]
			}
			text = text[m[1]:]
			continue
		}
		r, size := utf8.DecodeRuneInString(text)
		l := letter{text[:size], s.css()}
		switch text = text[size:]; {
		case r == '\r':
			at = 0
		case r == '\b':
			at = max(0, at-1)
		case at < len(letters):
			letters[at] = l
			at++
		default:
			letters = append(letters, l)
			at++
		}
	}
	return letters
}

// style is the current style of the text.
type style struct {
	color, background       string
	bold, italic, underline bool
}

// colors are the eight colors of a terminal. They are mixed with the color of the text, so that
// they are readable on light and dark backgrounds.
var colors = []string{"#000", "#d11", "#090", "#b80", "#15e", "#b1b", "#099", "#999"}

func (s *style) set(codes string) {
	list := strings.FieldsFunc(codes+";", func(r rune) bool { return r == ';' || r == ':' })
	if len(list) == 0 {
		*s = style{}
	}
	for i := 0; i < len(list); i++ {
		n, _ := strconv.Atoi(list[i])
		switch n {
		case 0:
			*s = style{}
		case 1, 22:
			s.bold = n == 1
		case 3, 23:
			s.italic = n == 3
		case 4, 24:
			s.underline = n == 4
		case 39:
			s.color = ""
		case 49:
			s.background = ""
		case 38, 48:
			color, used := extended(list[i+1:])
			i += used
			if n == 38 {
				s.color = color
			} else {
				s.background = color
			}
		default:
			s.hue(n)
		}
	}
}

// hue sets one of the eight colors, or its bright form.
func (s *style) hue(n int) {
	if n%10 >= len(colors) {
		return
	}
	switch color := colors[n%10]; n / 10 {
	case 3, 9:
		s.color = mixed(color)
	case 4, 10:
		s.background = "color-mix(in srgb," + color + " 25%,transparent)"
	}
}

func mixed(color string) string { return "color-mix(in srgb," + color + " 75%,currentColor)" }

// extended parses a 256-color or true-color code, and returns the color and the number of codes
// used.
func extended(codes []string) (color string, used int) {
	var n [4]int
	for i := range min(len(codes), 4) {
		n[i], _ = strconv.Atoi(codes[i])
	}
	level := func(k int) int { return []int{0, 95, 135, 175, 215, 255}[k%6] }
	switch c := n[1]; {
	case n[0] == 2:
		return fmt.Sprintf("rgb(%d,%d,%d)", n[1], n[2], n[3]), 4
	case n[0] != 5 || c > 255 || c < 0:
		return "", 0
	case c < 16:
		return mixed(colors[c%8]), 2
	case c >= 232:
		return fmt.Sprintf("rgb(%[1]d,%[1]d,%[1]d)", 8+10*(c-232)), 2
	default:
		return fmt.Sprintf("rgb(%d,%d,%d)", level((c-16)/36), level((c-16)/6), level(c-16)), 2
	}
}

func (s *style) css() string {
	var css []string
	add := func(set bool, rule string) {
		if set {
			css = append(css, rule)
		}
	}
	add(s.color != "", "color:"+s.color)
	add(s.background != "", "background:"+s.background)
	add(s.bold, "font-weight:bold")
	add(s.italic, "font-style:italic")
	add(s.underline, "text-decoration:underline")
	return strings.Join(css, ";")
}
