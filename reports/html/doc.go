// Package html writes reports as web pages that need nothing but themselves.
//
// A page holds its style, its figures (inlined as SVG) and all digits of
// its tables; it loads nothing and runs no script but its own, which a content security
// policy in its head enforces. It follows the reader's light or dark setting,
// prints well, and works with a keyboard and on a phone. The script sorts and filters
// tables, says the values of charts, shows them on linear axes, highlights a strategy everywhere, copies code, and keeps what was chosen in the
// address; without it everything can be read.
//
//	var page bytes.Buffer
//	if err := html.Write(&page, report); err != nil { … }
//
// Parts that depend on measured times stand in <section data-timing>, where
// the provenance came from in <section data-provenance>; everything else is
// the same, byte for byte, whenever the same report is written. Neither kind
// of section holds another section, so a comparison can cut them out by
// searching for the next </section>.
//
// The page is also well-formed XML, apart from its document type.
package html
