// Package lazy compiles regular expressions when they are first used.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles a pattern at its first call and returns the same
// expression afterwards. The function panics if the pattern is wrong. Package variables use it
// instead of [regexp.MustCompile] because every start of the command and of a notebook's cell would
// compile all patterns of the project, which takes longer than most commands.
func Regexp(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
