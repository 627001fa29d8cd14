// Package page does the work shared by all writers of reports. It converts a report to a tree of
// [Node] values. Each writer walks the tree in reading order and writes it in its own format.
//
//	p, err := page.Of(report)
//	w.nodes(p.Front())
//	nodes, err := p.Texts.Read(text)
//	w.nodes(p.References())
//
// The tree contains only data. Its words contain no Markdown, character references or escapes.
// Links that would run code have no target. The few HTML elements without a Markdown notation
// become nodes; other tags become words.
package page
