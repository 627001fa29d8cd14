// Package study is the frame that the studies are built in. A study says what it
// is in a [Definition]: its name, the trials of a [Choice], its items: figures,
// tables and claims, each a function of the trials.
//
//	Items: []study.Item{
//		study.Figure("growth", growthFigure),
//		study.Block("nodes", nodesTable),
//		study.Claim(claims, "growth-lower"),
//	},
//
// The text that connects them is the study's notebook, which shows each by its ID.
//
// Reports show, folded, the function that makes an item, which the study embeds with
// its Files.
//
// The commands know studies by their definitions alone, and so does the test of
// the committed notebooks: there is one way to make each item. An item must make
// something of any trials, also of none: a notebook may ask for other sizes. A
// figure then says what is missing, a claim is undecided.
package study
