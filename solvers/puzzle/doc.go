// Package puzzle describes puzzles to commands and sweeps: how to read, check and draw their
// instances, and which strategies solve them.
//
// For a text format with one instance per line, [ReadEach] calls a parser for each line of a
// stream. The parser takes words from a [Scanner] and reports errors with [Scanner.Fault]:
//
//	puzzle: parse: file:line:column: what is wrong (want what is right)
//
// A parser skips to a word, examines it, and advances:
//
//	for s.Skip() {
//		word := s.Word()
//		n, ok := wording.Digits(word, most)
//		if !ok || n > most {
//			return inst, s.Fault(s.Pos, "%s is not a number (want 0 to %d)", wording.Quote(word), most)
//		}
//		inst = append(inst, n)
//		s.Pos += len(word)
//	}
//
// A [Kind] is the complete description of a puzzle. [Searches] offers all algorithms of package
// search as strategies, [Family] generates instances from a [search.Random], and [ParseN] and
// [wording.WxH] parse sizes. Package puzzletest tests a puzzle against its description.
package puzzle
