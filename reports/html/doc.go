// Package html writes reports as self-contained web pages.
//
// A page contains its style, its figures (inlined as SVG) and all digits of its tables. It loads
// nothing and runs only its own script; a content security policy in its head enforces this. It
// follows the reader's light or dark setting, prints well, and works with a keyboard and on a
// phone. The script sorts and filters tables, shows the values in charts, switches charts to linear
// axes, highlights a strategy everywhere, copies code, and stores the reader's choices in the
// address. Everything can be read without the script.
//
//	var page bytes.Buffer
//	if err := html.Write(&page, report); err != nil { … }
//
// Parts that depend on measured times are in <section data-timing>, and the provenance is in
// <section data-provenance>. Everything else is the same, byte for byte, whenever the same report
// is written. Neither kind of section contains another section, so a comparison can cut them out by
// searching for the next </section>.
//
// Apart from its document type, the page is also well-formed XML.
package html
