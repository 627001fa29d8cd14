package page

import "testing"

// Hostile lists addresses that make a browser or another reader run something.
var hostile = []string{
	"javascript:alert(1)", "JaVaScRiPt:alert(1)", "vbscript:x", "data:text/html,<script>alert(1)</script>", "data:image/svg+xml;base64,x", "file:///etc/passwd",
	" javascript:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)", "\x01javascript:alert(1)", "java\u200bscript:alert(1)", "java\x00script:alert(1)",
	"&#106;avascript:alert(1)", "&#x6A;avascript:alert(1)", "javascript&colon;alert(1)", "javascript&#58;alert(1)", "java&Tab;script:alert(1)", "java&NewLine;script:alert(1)",
	`javascript\:alert(1)`, `java\script:alert(1)`, "ms-msdt:/id", "search-ms:query=x", "blob:https://x", "view-source:https://x",
}

func TestLinksAreChosenByTheirScheme(t *testing.T) {
	for _, url := range hostile {
		if MayLink(url) {
			t.Errorf("a page may have a link to %q", url)
		}
	}
	for _, url := range []string{
		"", "#sec-1", "a.html", "../a/b.html#c", "dir/a:b", "?q=javascript:x", "//example.org/a:b", "https://example.org", "HTTP://example.org/a?b=c&amp;d=e", "ftp://example.org", "mailto:a@example.org",
		"tel:+1", "doi:10.1000/1", "1a?b:c", "java script:x", "über:uns",
	} {
		if !MayLink(url) {
			t.Errorf("a page may have no link to %q", url)
		}
	}
}
