package idastar

import (
	"github.com/puzzlelab/puzzlelab/experiments/study"
)

var memorySections = study.Sections{
	{
		Heading: "A* or IDA*?",
		Text: "A* keeps every position it meets and expands none twice; IDA* keeps one path and meets positions again and again. " +
			"Both solve the same boards of Korf's hundred, A* under a limit on its memory. A run that reaches it is a lower bound, not a failure to be left out.",
		Items: []study.Item{
			study.Block("memory", MemoryTable), study.Figure("memory-nodes", MemoryScatter), study.Block("memory-expands-more", ExpandsMoreClaim),
			study.Block("memory-times", MemoryTimesTable), study.Figure("memory-time", MemoryTimeScatter), study.Block("memory-faster", FasterClaim),
		},
	},
	{
		Heading: "Where A* stops",
		Text: "What A* has to store grows with the difficulty of the board, nearly in proportion to the nodes IDA* expands. " +
			"A line through what is known of it says how hard a board may be for a given memory.",
		Items: []study.Item{
			study.Figure("memory-growth", MemoryGrowthFigure), study.Block("memory-crossover", CrossoverTable), study.Block("memory-idastar-goes-on", GoesOnClaim),
		},
	},
	{
		Heading: "What has to be expanded",
		Text: "With a consistent heuristic every optimal search has to expand all positions with g + h below the optimal length; ties decide how many at that length come on top. " +
			"The two tie rules show how much that is. IDA* enters the same positions in its last complete iteration, some of them on several paths.",
		Items: []study.Item{
			study.Block("must-expand", MustExpandTable), study.Block("ties-matter", TiesClaim), study.Block("paths-cost-more", PathsClaim),
		},
	},
	{
		Heading: "From both ends, and in linear space",
		Text: "MM searches from the start and from the goal and stores both sides. RBFS needs no more memory than a path with its siblings, but goes best-first. " +
			"All four find shortest solutions of the same boards.",
		Items: []study.Item{
			study.Block("spaces", SpacesTable), study.Figure("spaces-ratios", SpacesFigure), study.Block("mm-needs-more", MMClaim), study.Block("rbfs-against-idastar", RBFSClaim),
		},
	},
}

// memoryHeuristics are those that A* and IDA* are compared with: the one of the
// write-ups, and the strongest that needs no large tables.
var memoryHeuristics = []string{"manhattan", "lc-wd"}

// lowG is A* that takes the other end of every tie.
const lowG = "astar/manhattan,ties=low-g"

// mustManhattan counts what every optimal search has to expand.
const mustManhattan = mustPrefix + "manhattan"

// memoryStrategies names A* and IDA* with each heuristic, in pairs.
func memoryStrategies() []string {
	var names []string
	for _, h := range memoryHeuristics {
		names = append(names, "astar/"+h, "idastar/"+h)
	}
	return names
}
