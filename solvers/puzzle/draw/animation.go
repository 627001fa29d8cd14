package draw

import (
	"fmt"
	"strings"
)

// Animation builds the style sheet for a picture that plays in a loop. The picture pauses while the
// pointer is over it, and it does not move for readers who prefer reduced motion.
type Animation struct {
	ID    string // id of the picture's svg element
	Total int    // duration of one loop in milliseconds
	rules strings.Builder
}

// At converts a time in milliseconds to a percentage of the loop's duration, for use in key frames.
func (a *Animation) At(time int) string { return percent(time, a.Total) }

// Add animates all elements of a class. The name identifies the key frames, so it must be unique in
// the picture. The easing is a CSS timing function.
func (a *Animation) Add(name, class, keyframes, easing string) {
	name = strings.ReplaceAll(a.ID, ".", `\.`) + "-" + name
	fmt.Fprintf(&a.rules, "@keyframes k%s{%s}\n[id=\"%s\"] .%s{animation:k%s %dms %s infinite}", name, keyframes, a.ID, class, name, a.Total, easing)
}

// String returns the style sheet, or "" if there are no animations.
func (a *Animation) String() string {
	if a.rules.Len() == 0 {
		return ""
	}
	return fmt.Sprintf("%s\n[id=\"%s\"]:hover *{animation-play-state:paused}@media (prefers-reduced-motion:reduce){[id=\"%s\"] *{animation:none}}\n", a.rules.String(), a.ID, a.ID)
}

// percent formats part/whole as a percentage with three decimals. It uses only
// integers, so that all machines agree.
func percent(part, whole int) string {
	thousandths := (part*100_000 + whole/2) / whole
	s := fmt.Sprintf("%d.%03d", thousandths/1000, thousandths%1000)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".") + "%"
}
