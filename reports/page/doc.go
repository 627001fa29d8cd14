// Package page reads what the writers of reports have in common: the texts of a
// report become a tree of [Node] values, which each writer walks in reading order
// and puts into its own format.
//
//	texts := page.Texts{Labels: labels, Images: r.Images}
//	nodes, err := texts.Read(text)
//
// The tree holds data only. Its words are without Markdown, character references and
// escapes; links that would run something lead nowhere; of HTML only the few elements
// for which Markdown has no sign are nodes, other tags are words.
package page
