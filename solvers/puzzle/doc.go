// Package puzzle is what a puzzle says of itself: how its instances are written,
// and what is the same for all puzzles in reading them.
//
// A text format has one instance a line. [ReadEach] yields what a parser makes
// of each line of a stream; the parser takes words off a [Scanner] and says what
// is wrong with one by [Scanner.Fault]:
//
//	puzzle: parse: file:line:column: what is wrong (want what is right)
//
// A parser looks for the next word, looks at it, and moves behind it:
//
//	for s.Skip() {
//		word := s.Word()
//		n, ok := wording.Digits(word, most)
//		if !ok || n > most {
//			return inst, s.Fault(s.Pos, "%s is no number (want 0 to %d)", wording.Quote(word), most)
//		}
//		inst = append(inst, n)
//		s.Pos += len(word)
//	}
//
// A [Kind] is the whole of a puzzle, [Searches] makes strategies of all algorithms
// of package search, [Family] draws instances from a [search.Random], [ParseN] and
// [wording.WxH] read sizes. Package puzzletest holds a puzzle to what it says.
package puzzle
