// Package study is the framework for studies. A study describes itself in a [Definition]: its name,
// the trials of a [Choice], and its items. Items are figures, tables and claims, each a function of
// the trials.
//
//	Items: []study.Item{
//		study.Figure("growth", growthFigure),
//		study.Block("nodes", nodesTable),
//		study.Claim(claims, "growth-lower"),
//	},
//
// The connecting text is in the study's notebook, which shows each item by its ID.
//
// Reports show, folded, the source of the function that makes an item, which the study embeds in
// its Files.
//
// The commands, and the test of the committed notebooks, know studies only by their definitions, so
// there is one way to make each item. An item must work with any trials, even none, since a
// notebook may ask for other sizes. A figure then says what is missing, and a claim is undecided.
package study
