// Package html writes reports as self-contained web pages.
//
// A page contains its style, its figures (inlined as SVG) and all digits of its tables. It loads no
// other files and runs only its own script; a content security policy in its head enforces both. It
// follows the reader's light or dark setting, prints well, and works with a keyboard and on a
// phone. The script sorts and filters tables, shows values in charts, switches charts to linear
// axes, highlights a strategy wherever it appears, copies code, and stores the reader's choices in
// the address. Everything can be read without the script.
//
//	var page bytes.Buffer
//	if err := html.Write(&page, report); err != nil { … }
//
// Parts that depend on measured times are in <section data-timing>, and the provenance is in
// <section data-provenance>. The rest of the page has the same bytes every time the same report is
// written. These sections never contain other sections, so a comparison can find their ends by
// searching for the next </section>.
//
// Apart from its document type, the page is also well-formed XML.
package html
