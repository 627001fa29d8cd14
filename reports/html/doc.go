// Package html writes reports as self-contained web pages.
//
// A page contains its styles, its figures as inline SVG, and all digits of its tables. It loads no
// other files and runs only its own script; a content security policy enforces both. The page
// follows the reader's light or dark setting, prints well, and works with a keyboard and on a
// phone. Its script sorts and filters tables, shows values in charts, switches charts to linear
// axes, highlights a strategy wherever it appears, copies code, and stores the reader's choices in
// the address. Everything can be read without the script.
//
//	var page bytes.Buffer
//	if err := html.Write(&page, report); err != nil { … }
//
// Parts that depend on measured times are in <section data-timing> elements, and the provenance is
// in <section data-provenance>. The rest of the page has the same bytes every time the same report
// is written. These sections never contain other sections, so a comparison can find the end of one
// by searching for the next </section>.
//
// Apart from its document type, the page is also well-formed XML.
package html
