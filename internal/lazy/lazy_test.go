package lazy

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestEveryPatternCompiles compiles the patterns in the project's files, since a program that uses
// none of them would start with a wrong one.
func TestEveryPatternCompiles(t *testing.T) {
	found := 0
	err := filepath.WalkDir(filepath.Join("..", ".."), func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		for _, after := range strings.Split(string(text), "lazy.Regexp(")[1:] {
			quoted, _ := strconv.QuotedPrefix(after)
			pattern, _ := strconv.Unquote(quoted)
			if _, err := regexp.Compile(pattern); err != nil || pattern == "" {
				t.Errorf("%s: lazy.Regexp(%s: %v", name, quoted, err)
			}
			found++
		}
		return err
	})
	if err != nil || found < 150 {
		t.Errorf("found %d patterns, want at least 150; %v", found, err)
	}
}
