// Package page turns a report into what its writers have in common: a tree of [Node]
// values, which each writer walks in reading order and puts into its own format.
//
//	p, err := page.Of(report)
//	w.nodes(p.Front())
//	nodes, err := p.Texts.Read(text)
//	w.nodes(p.References())
//
// The tree holds data only. Its words are without Markdown, character references and
// escapes; links that would run something lead nowhere; of HTML only the few elements
// for which Markdown has no sign are nodes, other tags are words.
package page
