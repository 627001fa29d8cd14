package reports

import (
	"fmt"
	"regexp"
	"strings"
)

// image matches the beginning of an image in Markdown, up to its destination.
var image = regexp.MustCompile(`!\[[^\]]*\]\(\s*<?([^)\s>]+)`)

// ReplaceImages puts other destinations into the images of the text, code left alone. An
// error of replace is returned with the line.
func (t *Text) ReplaceImages(replace func(destination string) (string, error)) error {
	markdown := t.Markdown
	var b strings.Builder
	done := 0
	for _, m := range image.FindAllStringSubmatchIndex(withoutCode(markdown), -1) {
		destination, err := replace(markdown[m[2]:m[3]])
		if err != nil {
			return fmt.Errorf("line %d: image %q: %w", 1+strings.Count(markdown[:m[0]], "\n"), markdown[m[2]:m[3]], err)
		}
		b.WriteString(markdown[done:m[2]] + destination)
		done = m[3]
	}
	t.Markdown = b.String() + markdown[done:]
	return nil
}
