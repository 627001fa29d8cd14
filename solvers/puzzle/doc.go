// Package puzzle is what a puzzle says of itself: how its instances are written,
// and what is the same for all puzzles in reading them.
//
// A text format has one instance a line. [ReadEach] yields what a parser makes
// of each line of a stream; the parser takes words off a [Scanner] and says what
// is wrong with one by [Scanner.Fault]:
//
//	puzzle: parse: file:line:column: what is wrong (want what is right)
package puzzle
