package command

import (
	"fmt"
	"strings"
)

// Split splits a command line into words, as a shell does, but does not support variables, patterns
// or pipes. Spaces separate words, except between quotes ('…' or "…") and after a backslash. Split
// returns an error for an unfinished quote or backslash, and for a line without words.
func Split(line string) (argv []string, err error) {
	var word strings.Builder
	var quote byte // the open quote; 0 for none
	begun, escaped := false, false
	for _, c := range []byte(line) {
		switch {
		case escaped:
			word.WriteByte(c)
			escaped = false
		case c == '\\' && quote != '\'':
			begun, escaped = true, true
		case c == quote && quote != 0:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '\'' || c == '"':
			begun, quote = true, c
		case strings.IndexByte(" \t\r\n", c) < 0:
			begun = true
			word.WriteByte(c)
		case begun:
			argv = append(argv, word.String())
			word.Reset()
			begun = false
		}
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("command %q: a %c is open at the end (want another)", line, quote)
	case escaped:
		return nil, fmt.Errorf("command %q: nothing stands behind the last \\", line)
	case begun:
		argv = append(argv, word.String())
	}
	if len(argv) == 0 {
		return nil, fmt.Errorf("command %q: it has no words (want a program and its arguments)", line)
	}
	return argv, nil
}

// Join is the inverse of [Split]: it returns a command line that Split and shells split into the
// words of argv.
func Join(argv []string) string {
	words := make([]string, len(argv))
	for i, word := range argv {
		if words[i] = word; word == "" || strings.ContainsAny(word, " \t\r\n'\"\\$`&|;<>()*?[]{}#~!") {
			words[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}
