// Package study is the frame that the studies are built in. A study says what
// it is in a [Definition]: its name, the trials of a [Choice], its sections. A
// section is a question and the figures, tables and claims that answer it, and
// each of these is a function of the trials.
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
// The commands know studies by their definitions alone, and so does the test of
// the committed notebooks: there is one way to make each item. An item must make
// something of any trials, also of none: a notebook may ask for other sizes. A
// figure then says what is missing, a claim is undecided.
package study
