// Package study is the framework for studies. A study describes itself in a [Definition]: its name,
// the trials to run for a [Choice], and its items. Items are figures, tables and claims, each
// computed from the trials.
//
//	Items: []study.Item{
//		study.Figure("growth", growthFigure),
//		study.Block("nodes", nodesTable),
//		study.Claim(claims, "growth-lower"),
//	},
//
// The connecting text is in the study's notebook, which shows each item by its ID.
//
// Next to each item, a report shows the source of the function that makes the item, in a section
// that readers can unfold. The source comes from the Files of the definition, where the study
// embeds it.
//
// The commands, and the test of the committed notebooks, use only the definitions of studies. So
// there is only one way to make each item. An item must work with any trials, even with none, since
// a notebook may choose sizes other than the study's. If trials are missing, a figure says so, and
// a claim is undecided.
package study
