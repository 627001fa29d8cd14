package notebooks

import (
	"io/fs"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
)

// markdownBlocks returns the text of a Markdown cell, whose source may lack front
// matter. The first heading of
// level one gives the report its title, the paragraph behind it its lead.
func markdownBlocks(r *reports.Report, c *nbformat.Cell, beside fs.FS, source string) ([]reports.Block, error) {
	source = takeImages(r, c, beside, source)
	lines := strings.Split(source, "\n")
	fence := ""
	for i, line := range lines {
		if m := fencePattern.FindStringSubmatch(line); m != nil && fence == "" {
			fence = m[1]
		} else if m != nil && strings.HasPrefix(m[1], fence) {
			fence = ""
		}
		heading, isTitle := strings.CutPrefix(line, "# ")
		switch {
		case fence != "" || !isTitle:
		case r.Title == "":
			r.Title = plainText(strings.TrimSpace(heading))
			clear(lines[i:takeLead(r, lines, i+1)]) // the others keep their numbers
		default:
			lines[i] = "#" + line
		}
	}
	text := strings.TrimRight(strings.Join(lines, "\n"), "\n")
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	return []reports.Block{reports.Text{Markdown: text, Timing: c.HasTag(TagTiming)}}, nil
}

// notParagraph matches the first line of what is something else in Markdown:
// a heading, quotation, table, code, list, HTML or image.
var notParagraph = regexp.MustCompile("^(?:#|>|\\||```|~~~|<|!\\[|    |\t|(?:\\d+[.)]|[-+*])\\s)")

// takeLead makes the paragraph that begins at or after line i the report's
// lead and returns the index of the line behind it. Anything but a plain
// paragraph stays in the text.
func takeLead(r *reports.Report, lines []string, i int) int {
	begin := i
	for i < len(lines) && strings.TrimSpace(lines[i]) == "" {
		i++
	}
	if i < len(lines) && notParagraph.MatchString(lines[i]) {
		return begin
	}
	var lead []string
	for ; i < len(lines) && strings.TrimSpace(lines[i]) != ""; i++ {
		lead = append(lead, strings.TrimSpace(lines[i]))
	}
	r.Lead = plainText(strings.Join(lead, " "))
	return i
}

// escaped matches a character that Markdown would take for its own, and inMarks a
// piece of text between marks: code, a link, strong or emphasised text. A star with a
// punctuation mark behind it opens nothing: the star of "A*, a search" is none.
var (
	escaped = regexp.MustCompile(`\\[[:punct:]]`)
	inMarks = regexp.MustCompile("`([^`]+)`" + `|\[([^\[\]]+)\]\([^()]*\)|\*\*([^*\s][^*]*)\*\*|\*([^*\s,.;:!?)\]][^*]*)\*`)
)

// plainText takes the marks of Markdown off a title or lead, which are plain.
func plainText(text string) string {
	const hidden = 0xE000 // of the private use area: what is escaped is no mark
	text = escaped.ReplaceAllStringFunc(text, func(s string) string { return string(rune(hidden + int(s[1]))) })
	text = inMarks.ReplaceAllString(text, "$1$2$3$4")
	return strings.Map(func(r rune) rune {
		if hidden <= r && r < hidden+utf8.RuneSelf {
			return r - hidden
		}
		return r
	}, text)
}

// fencePattern matches what opens or closes a code block.
var fencePattern = regexp.MustCompile("^ *(`{3,}|~{3,})")

// slug makes an ID of a title: lower-case letters and digits, hyphens between.
func slug(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9')
	})
	if len(words) == 0 {
		return "report"
	}
	return strings.Join(words, "-")
}
