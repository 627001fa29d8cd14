// Package study is the frame that the studies are built in: a study is a list
// of sections, a section a question and the figures, tables and claims that
// answer it, and each of these a function of the trials.
//
//	var sections = study.Sections{
//		{
//			Heading: "How the strategies grow",
//			Text:    "Every strategy solves the same instances.",
//			Items: []study.Item{
//				study.Figure("growth", GrowthFigure),
//				study.Block("nodes", NodesTable),
//				study.Block("growth-lower", GrowthClaim),
//			},
//		},
//	}
//
// The report, the command that writes single figures, and the test of the
// committed notebook all take the items from there, so there is one way to
// make each. An item must make something of any trials, also of none: a
// notebook may ask for other sizes. A figure then says what is missing, a claim
// is undecided.
package study
