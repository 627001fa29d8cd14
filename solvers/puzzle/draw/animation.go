package draw

import (
	"fmt"
	"strings"
)

// Animation is the style sheet of a picture that plays by itself, over and over.
// It stands still while the pointer is on it, and does not run for readers who
// prefer less motion.
type Animation struct {
	ID    string // of the picture
	Total int    // milliseconds
	rules strings.Builder
}

// At writes a time in milliseconds as a share of the whole.
func (a *Animation) At(time int) string { return percent(time, a.Total) }

// Add animates the elements of a class. The name distinguishes its key frames from
// others of the picture; easing is a CSS timing function.
func (a *Animation) Add(name, class, keyframes, easing string) {
	name = strings.ReplaceAll(a.ID, ".", `\.`) + "-" + name
	fmt.Fprintf(&a.rules, "@keyframes k%s{%s}\n[id=\"%s\"] .%s{animation:k%s %dms %s infinite}", name, keyframes, a.ID, class, name, a.Total, easing)
}

// String returns the style sheet; "" if nothing is animated.
func (a *Animation) String() string {
	if a.rules.Len() == 0 {
		return ""
	}
	return fmt.Sprintf("%s\n[id=\"%s\"]:hover *{animation-play-state:paused}@media (prefers-reduced-motion:reduce){[id=\"%s\"] *{animation:none}}\n", a.rules.String(), a.ID, a.ID)
}

// percent writes a share of the whole with three decimals, in whole numbers all
// the way.
func percent(part, whole int) string {
	thousandths := (part*100_000 + whole/2) / whole
	s := fmt.Sprintf("%d.%03d", thousandths/1000, thousandths%1000)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".") + "%"
}
