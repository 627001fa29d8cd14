package lookahead

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/measure"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// of returns games of strategies with moves around a mean.
func of(mean int, names ...string) (trials []trial.Trial) {
	for _, name := range names {
		trials = append(trials, gamesOf(name, around(mean)...)...)
	}
	return trials
}

// only returns the trials on the first boards.
func only(boards int, trials []trial.Trial) []trial.Trial {
	return slices.DeleteFunc(slices.Clone(trials), func(t trial.Trial) bool { return t.Index >= boards })
}

// changed returns the trials with one of them changed.
func changed(trials []trial.Trial, i int, change func(*trial.Trial)) []trial.Trial {
	trials = slices.Clone(trials)
	change(&trials[i])
	return trials
}

// looking returns games of gla-5 and gla-6 with the shorter finish first, of which
// the mean is given, beside games of 33 without.
func looking(five, six int) []trial.Trial {
	return slices.Concat(of(33, "gla-5", "gla-6"), of(five, "gla-5,finish-first"), of(six, "gla-6,finish-first"))
}

// endings are games of look-aheads that dawdle so many moves.
func endings(three, five, six int) (trials []trial.Trial) {
	for depth, moves := range map[int]int{3: three, 5: five, 6: six} {
		games := of(33, endgame(depth, ""))
		for i := range games {
			games[i].Result = studytest.Result(ending{depth, depth + moves})
		}
		trials = append(trials, games...)
	}
	return trials
}

// everyWidth returns beams of every width, the widest with so many moves on one board.
func everyWidth(widest int) (trials []trial.Trial) {
	names := everyBeam(bestEvaluation)
	for i, name := range names {
		moves := slices.Repeat([]int{30}, leastBoards)
		if i == len(names)-1 {
			moves[20] = widest
		}
		trials = append(trials, gamesOf(name, moves...)...)
	}
	return trials
}

// grown returns boards of colours and sides with moves and nodes.
func grown(colors, sides []int, moves func(colors, side int) int, nodes func(colors int) float64) (trials []trial.Trial) {
	for _, c := range colors {
		for _, side := range sides {
			trials = append(trials, squareBoards(c, side, float64(moves(c, side)), nodes(c))...)
		}
	}
	return trials
}

func TestQuestionsAreDeclared(t *testing.T) { studytest.Declared(t, ".", claims) }

func TestClaimsFollowFromTheirTrials(t *testing.T) {
	batches := slices.DeleteFunc(studytest.Frozen(t, "."), func(t trial.Trial) bool { return t.Set != batchSet })
	greedy := slices.IndexFunc(batches, func(t trial.Trial) bool { return strings.HasSuffix(t.Strategy, "/greedy,literal") })
	others := tabled()[:len(published)-1]
	hundred := func(strategy string, moves int) []trial.Trial {
		return in(seriesSet, gamesOf(strategy, slices.Repeat([]int{moves}, seriesBoards)...))
	}
	games := func(moves int) []int { return slices.Repeat([]int{moves}, batchGames/2) }
	proofs, best := allProofs(kept(nil)), in(smallSet, gamesOf(exact, slices.Repeat([]int{29}, leastBoards)...))
	course := func(change func([]moment)) []trial.Trial {
		return slices.Concat(best, changed(coursesOf(300), 4, func(t *trial.Trial) {
			moments, _ := measure.Of[[]moment](t)
			change(moments)
			t.Result = studytest.Result(moments)
		}))
	}
	// The shorter finish saves a move on 4 boards with five moves of foresight.
	dawdling := looking(33, 31)
	for i, saved := range dawdling {
		if saved.Strategy == "gla-5,finish-first" && saved.Index < 4 {
			dawdling[i].Cost--
		}
	}
	sizes, colours := []int{10, 14, 18, 22, 26}, []int{3, 4, 5, 6, 7, 8}
	same := func(nodes float64) func(int) float64 { return func(int) float64 { return nodes } }
	times := func(factor float64) func(int) float64 {
		return func(colors int) float64 { return 100 * math.Pow(factor, float64(colors)) }
	}
	line := func(colors, side int) int { return colors * side / 2 }
	hard := grown([]int{7, 8}, []int{14}, line, same(10_000))
	thick := func(factor uint64) []trial.Trial {
		trials := slices.Clone(hard)
		for i := range trials {
			if trials[i].Strategy == exact {
				trials[i].Meter.Expanded *= factor
			}
		}
		return trials
	}
	minute := slices.Concat(limited(1000, 36), limited(10_000, 35.2), limited(100_000, 34.4))
	alone := func(moves int) []trial.Trial {
		return slices.Concat(limited(200_000, 34.4), hundred(opening, moves))
	}
	var flips []studytest.Flip
	flip := func(id string, want claim.Verdict, trials ...[]trial.Trial) {
		flips = append(flips, studytest.Flip{ID: id, Want: want, Trials: slices.Concat(trials...)})
	}

	flip("series-agrees", claim.Holds, batches)
	flip("series-agrees", claim.Fails, changed(batches, greedy, func(t *trial.Trial) { t.Result = strings.Replace(t.Result, "[", "[9", 1) }))
	flip("series-agrees", claim.Undecided, changed(batches, greedy, func(t *trial.Trial) { t.Outcome = search.LimitNodes }))
	flip("series-bfs", claim.Holds, batches)
	flip("series-bfs", claim.Fails, []trial.Trial{batchTrial("bfs-gla-5,literal,stray", 26, 40, 33)}) // the deviation is another
	flip("series-bfs", claim.Undecided, []trial.Trial{batchTrial("bfs-gla-5,literal", 25, 39, 32)})
	flip("stray-cost", claim.Holds, strayed(append(games(33), games(32)...), append(games(32), games(32)...)))
	flip("stray-cost", claim.Fails, strayed(append(games(31), games(32)...), append(games(32), games(32)...)))
	flip("stray-cost", claim.Fails, strayed(append(games(34), games(33)...), append(games(32), games(32)...)))
	flip("stray-cost", claim.Undecided, strayed(append(games(33), 32), append(games(32), 32)))

	flip("proved", claim.Holds, hundred(exact, 29))
	flip("proved", claim.Fails, changed(only(20, hundred(exact, 29)), 3, func(t *trial.Trial) { t.Bound-- }))
	flip("proved", claim.Undecided, only(99, hundred(exact, 29)))
	flip("far-above", claim.Holds, of(29, exact), of(33, breadthFirst))
	flip("far-above", claim.Fails, of(29, exact), of(30, breadthFirst))
	flip("far-above", claim.Undecided, only(29, of(29, exact)), of(33, breadthFirst))
	flip("distances-win", claim.Holds, of(33, tabled()...), of(31, byBound))
	flip("distances-win", claim.Fails, of(33, others...), of(30, depthFirst), of(31, byBound))
	flip("distances-win", claim.Undecided, of(33, others...), of(31, depthFirst, byBound))

	flip("luck-rare", claim.Holds, repeated(50, leastBoards), of(46, inTurn))
	flip("luck-rare", claim.Fails, repeated(50, leastBoards), of(60, inTurn))
	flip("luck-rare", claim.Undecided, repeated(50, leastBoards-1), of(46, inTurn))
	flip("problems-optimal", claim.Holds, solvedProblems())
	flip("problems-optimal", claim.Fails, changed(solvedProblems(), 40, func(t *trial.Trial) { t.Cost, t.Bound = t.Cost-1, t.Bound-1 }))
	flip("problems-optimal", claim.Fails, changed(solvedProblems(), 40, func(t *trial.Trial) { t.Bound-- }))
	flip("problems-optimal", claim.Undecided, only(98, solvedProblems()))

	flip("deeper-worse", claim.Holds, of(33, "gla-5"), of(34, "gla-6"))
	flip("deeper-worse", claim.Fails, of(33, "gla-5"), of(32, "gla-6"))
	flip("deeper-worse", claim.Undecided, of(33, "gla-5", "gla-6"))
	flip("finish-first", claim.Holds, looking(32, 31))
	flip("finish-first", claim.Fails, looking(34, 31))
	flip("finish-first", claim.Undecided, dawdling)
	flip("too-few-games", claim.Holds, batches)
	flip("too-few-games", claim.Fails, []trial.Trial{batchTrial("gla-5,literal", 33, 33, 33), batchTrial("bfs-gla-5,literal,stray", 32, 32, 32)})
	flip("too-few-games", claim.Undecided, []trial.Trial{batchTrial("gla-5,literal", 25, 40, 33)})
	flip("distances-alone", claim.Holds, of(33, breadthFirst, byDistances))
	flip("distances-alone", claim.Fails, of(33, breadthFirst), of(35, byDistances))
	flip("distances-alone", claim.Undecided, of(33, breadthFirst), of(34, byDistances))

	flip("proof-cheaper", claim.Holds, of(29, exact), of(33, breadthFirst))
	flip("proof-cheaper", claim.Fails, of(34, exact), of(33, breadthFirst))
	flip("evaluation-first", claim.Holds, of(31, "beam-100/cells"), of(29, "beam-10/layers+distances"))
	flip("evaluation-first", claim.Fails, of(29, "beam-100/cells"), of(31, "beam-10/layers+distances"))
	flip("beam-optimal", claim.Holds, of(29, exact, "beam-1000/layers+distances"))
	flip("beam-optimal", claim.Fails, of(29, exact), of(30, "beam-1000/layers+distances"))
	flip("beam-optimal", claim.Undecided, of(29, exact), gamesOf("beam-1000/layers+distances", append(around(29)[:24], around(30)[24:]...)...))

	flip("exact-gap-cost", claim.Holds, starting(4))
	flip("exact-gap-cost", claim.Fails, starting(1.2))
	flip("exact-gap-cost", claim.Undecided, proofs)
	flip("exact-dominance", claim.Holds, proofs)
	flip("exact-dominance", claim.Fails, allProofs(kept(map[string]float64{plain: 6_000})))
	flip("exact-dominance", claim.Fails, allProofs(kept(map[string]float64{exact + ",no-closure": 4_000})))
	flip("exact-dominance", claim.Undecided, only(29, proofs))
	flip("exact-order-rule", claim.Holds, proofs)
	flip("exact-order-rule", claim.Fails, only(3, allProofs(kept(map[string]float64{exact + ",no-order-rule": 5_100}))))
	flip("exact-order-rule", claim.Undecided, only(3, proofs))
	flip("exact-agree", claim.Holds, proofs, proofsOf(courseName, 1))
	flip("exact-agree", claim.Fails, changed(proofs, 30, func(t *trial.Trial) { t.Cost, t.Bound = t.Cost+1, t.Bound+1 }))
	flip("exact-agree", claim.Fails, changed(proofs, 30, func(t *trial.Trial) { t.Bound-- }))
	flip("exact-agree", claim.Undecided, proofs)

	flip("anytime-early", claim.Holds, coursesOf(100))
	flip("anytime-early", claim.Fails, coursesOf(900))
	flip("anytime-early", claim.Undecided, coursesOf(100)[:29])
	flip("anytime-sound", claim.Holds, best, coursesOf(300))
	flip("anytime-sound", claim.Undecided, best, coursesOf(300)[:29])
	flip("anytime-sound", claim.Fails, course(func(c []moment) { c[1].Cost = 32 }))  // the cost rises
	flip("anytime-sound", claim.Fails, course(func(c []moment) { c[1].Bound = 24 })) // the bound falls
	flip("anytime-sound", claim.Fails, course(func(c []moment) { c[0].Bound = 30 })) // it is too large
	flip("anytime-sound", claim.Fails, course(func(c []moment) { c[2].Bound = 28 })) // it ends below the optimum
	flip("beam-width", claim.Holds, everyWidth(29))
	flip("beam-width", claim.Fails, everyWidth(31))
	flip("beam-width", claim.Undecided, only(20, everyWidth(29)))

	flip("growth-linear", claim.Holds, grown(colours[:3], sizes, line, same(1)))
	flip("growth-linear", claim.Fails, grown(colours[:3], sizes, func(_, side int) int { return side * side / 5 }, same(1)))
	flip("growth-linear", claim.Undecided, grown(colours[:3], sizes[:4], line, same(1)))
	flip("growth-root", claim.Holds, grown(colours, []int{14}, line, same(1)))
	flip("growth-root", claim.Fails, grown(colours, []int{14}, func(_, side int) int { return side }, same(1)))
	flip("growth-root", claim.Undecided, grown(colours[:4], []int{14}, line, same(1)))
	flip("growth-thin", claim.Holds, hard)
	flip("growth-thin", claim.Holds, capped(hard, astar))
	flip("growth-thin", claim.Fails, thick(20))
	flip("growth-thin", claim.Undecided, thick(10))
	flip("growth-colours", claim.Holds, grown(colours, []int{14}, line, times(4)))
	flip("growth-colours", claim.Holds, grown(colours[:5], []int{14}, line, times(4)), capped(grown(colours[5:], []int{14}, line, times(4)), astar))
	flip("growth-colours", claim.Fails, grown(colours, []int{14}, line, times(1.2)))
	flip("growth-colours", claim.Undecided, capped(grown(colours, []int{14}, line, times(4)), astar))

	flip("dawdling-deeper", claim.Holds, endings(0, 1, 4))
	flip("dawdling-deeper", claim.Fails, endings(0, 2, 1))
	flip("dawdling-deeper", claim.Undecided, endings(0, 1, 1))
	flip("marking-exponential", claim.Holds, markings(400, 4, 5))
	flip("marking-exponential", claim.Fails, markings(50, 4, 5))
	flip("marking-exponential", claim.Fails, markings(400, 20, 5))
	flip("marking-exponential", claim.Undecided, markings(400, 4, 5)[:29])
	flip("marking-stack", claim.Holds, markings(400, 4, 5))
	flip("marking-stack", claim.Fails, markings(400, 4, 6))
	flip("marking-stack", claim.Undecided, markings(400, 4, 5)[:29])
	flip("presearch-claim", claim.Holds, beginnings(6, 5, 4, 4, 4, 4))
	flip("presearch-claim", claim.Fails, beginnings(6, 5, 4, 1, 4, 4))
	flip("presearch-claim", claim.Undecided, beginnings(6, 5, 2, 4, 4, 4))

	flip("node-limit-minute", claim.Holds, minute)
	flip("node-limit-minute", claim.Fails, limited(10_000, 34.5), limited(100_000, 34.4))
	flip("node-limit-minute", claim.Fails, limited(10_000, 35.2), limited(100_000, 35))
	flip("node-limit-minute", claim.Undecided, only(20, minute))
	flip("node-limit-behind", claim.Holds, alone(33))
	flip("node-limit-behind", claim.Fails, alone(36))
	flip("node-limit-behind", claim.Undecided, only(99, alone(33)))

	studytest.Flips(t, claims, Definition().Lead, flips...)
}
