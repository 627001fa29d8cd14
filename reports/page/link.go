package page

import (
	"html"
	"slices"
	"strings"
	"unicode"
)

// MayLink reports whether a page may contain a link to url. It allows links to places on the page,
// files in the same folder or below, web pages, mail addresses and telephone numbers. Like
// browsers, it ignores control characters in the name of a scheme; like Markdown readers, it first
// resolves character references and backslashes.
func MayLink(url string) bool {
	url = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.C, r) || r == '\\' {
			return -1
		}
		return r
	}, html.UnescapeString(url))
	url = strings.ToLower(strings.TrimSpace(url))
	scheme, _, found := strings.Cut(url, ":")
	return !found || strings.ContainsFunc(scheme, notInScheme) || slices.Contains([]string{"http", "https", "ftp", "mailto", "tel", "doi"}, scheme)
}

// notInScheme reports whether a character ends the scheme of an address (RFC 3986, section 3.1).
func notInScheme(r rune) bool {
	return (r < 'a' || r > 'z') && (r < '0' || r > '9') && !strings.ContainsRune("+-.", r)
}
