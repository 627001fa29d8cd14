// Package page does the work that all writers of reports share. It converts a report to a tree of
// [Node] values, which each writer walks in reading order and writes in its own format.
//
//	p, err := page.Of(report)
//	w.nodes(p.Front())
//	nodes, err := p.Texts.Read(text)
//	w.nodes(p.References())
//
// The tree contains only data. Its texts contain no Markdown, character references or escapes.
// Links that would run code have no target. The few HTML elements without a Markdown notation
// become nodes; other tags become text.
package page
