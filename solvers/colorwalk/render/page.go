package render

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
)

// Page writes a page that plays a path and steps through it: the board,
// with the cells of the last move outlined; the colours of the path; buttons to
// play, to pause and to step; a slider; and a table of the moves with the cells
// that each removes, the cells and regions left, the regions that a next move
// can remove (frontier), and o.Bound. A check box outlines these regions; with
// o.Frontier it is set. The left and right arrow keys step, Home and End go to
// the ends, the space bar plays. The page opens at o.Step and plays only when
// asked to. It needs no other file; without script it shows the board before
// the first move, and the table.
func Page(w io.Writer, b colorwalk.Board, o Drawing) error {
	c, err := newCanvas(b, o, "page")
	if err != nil {
		return err
	}
	c.page()
	return c.writeTo(w, "HTML")
}

func (c *canvas) page() {
	title := escape(c.Title)
	c.printf("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n<h1>%s</h1>\n<main>\n<figure style=\"--most:%dpx\">\n", title, pageStyle, title, 2*(2*margin+c.cellSize(boardSize, 4, 40)*c.board.Cols()))
	c.stage()
	if len(c.Path) > 0 {
		c.printf("<p id=\"chips\" aria-hidden=\"true\">")
		for _, color := range c.Path {
			ground := c.Palette.Hex(color)
			c.printf("<span style=\"background:%s;color:%s\">%v</span> ", ground, inkOn(ground), color)
		}
		c.printf("</p>\n")
	}
	c.printf("<figcaption id=\"controls\" hidden>\n")
	if n := len(c.Path); n > 0 {
		c.printf("<p><input type=\"range\" id=\"step\" min=\"0\" max=\"%d\" value=\"%d\" aria-label=\"moves made\"></p>\n", n, c.Step)
		c.printf("<p><button type=\"button\" id=\"first\" aria-label=\"to the start\">|◀</button> <button type=\"button\" id=\"back\" aria-label=\"one move back\">◀</button> <button type=\"button\" id=\"play\">Play</button> <button type=\"button\" id=\"on\" aria-label=\"one move on\">▶</button> <button type=\"button\" id=\"last\" aria-label=\"to the end\">▶|</button></p>\n")
		c.printf("<p><label>Speed <select id=\"speed\"><option value=\"1200\">slow</option><option value=\"600\" selected>normal</option><option value=\"250\">fast</option></select></label></p>\n")
	}
	checked := ""
	if c.Frontier {
		checked = " checked"
	}
	c.printf("<p><label><input type=\"checkbox\" id=\"fringe\"%s> Outline what a next move can remove</label></p>\n<p id=\"said\" role=\"status\" aria-live=\"polite\"></p>\n</figcaption>\n</figure>\n", checked)
	c.moveTable()
	c.printf("</main>\n<script>%s</script>\n</body>\n</html>\n", pageScript)
}

// stage draws the board before the first move, and over it what the script
// shows at its time: the cells of each move as a blank, and the outlines of
// the regions that are next to the blank area from one move to another.
func (c *canvas) stage() {
	b := c.board
	cell := c.cellSize(boardSize, 4, 40)
	c.open(2*margin+cell*b.Cols(), 2*margin+cell*b.Rows(), c.journey(), "")
	c.placed(margin, margin, cell)
	c.grounds()
	c.fills(0)
	c.printf("</g>\n")
	c.letters(margin, margin, cell, 0)
	c.placed(margin, margin, cell)
	for i := range c.Path {
		if d := c.turned(i + 1); d != "" {
			c.printf("<path class=\"blank edge gone\" data-move=\"%d\" opacity=\"0\" d=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>\n", i+1, d, blankColor, inkColor, lineWidth(cell))
		}
	}
	for _, f := range c.stays() {
		c.printf("<g class=\"stay\" data-from=\"%d\" data-to=\"%d\" display=\"none\">"+frontierLines+"</g>\n", f.from, f.to, f.outline, paperColor, lineWidth(cell), f.outline, inkColor, lineWidth(cell))
	}
	c.printf("</g>\n")
	c.startMark(margin, margin, cell, 0)
	c.printf("</svg>\n")
}

// stay is the outlines of the regions that are next to the blank area after so
// many moves, and until a move that removes them.
type stay struct {
	from, to int
	outline  string
}

// stays returns the stays of all regions, in the order of their beginning.
func (c *canvas) stays() []stay {
	regions := map[[2]int][]int32{}
	for r := range int32(len(c.cells)) {
		if r > 0 && c.reached[r] <= len(c.Path) {
			key := [2]int{c.reached[r], c.taken[r]}
			regions[key] = append(regions[key], r)
		}
	}
	all := make([]stay, 0, len(regions))
	for key, rs := range regions {
		var s strings.Builder
		for _, r := range rs {
			s.WriteString(c.around(r))
		}
		all = append(all, stay{key[0], key[1], s.String()})
	}
	slices.SortFunc(all, func(a, b stay) int { return (a.from-b.from)*(MaxStepped+2) + a.to - b.to })
	return all
}

// moveTable lists the moves.
func (c *canvas) moveTable() {
	c.printf("<div id=\"moves\" role=\"region\" aria-label=\"table of moves\" tabindex=\"0\">\n<table>\n<thead><tr>")
	heads := []string{"move", "colour", "removed", "cells left", "regions left", "frontier"}
	if c.Bound != nil {
		heads = append(heads, "bound")
	}
	for _, head := range heads {
		c.printf("<th scope=\"col\">%s</th>", head)
	}
	c.printf("</tr></thead>\n<tbody>\n")
	for step, left := range c.standings() {
		color, removed := "start", ""
		if step > 0 {
			ground := c.Palette.Hex(c.Path[step-1])
			color = fmt.Sprintf("<span style=\"background:%s;color:%s\">%v</span>", ground, inkOn(ground), c.Path[step-1])
			removed = fmt.Sprint(c.removed[step-1])
		}
		c.printf("<tr><td>%d</td><td>%s</td><td>%s</td><td>%d</td><td>%d</td><td>%d</td>", step, color, removed, left.cells, left.regions, left.frontier)
		if c.Bound != nil {
			c.printf("<td>%d</td>", c.Bound[step])
		}
		c.printf("</tr>\n")
	}
	c.printf("</tbody>\n</table>\n</div>\n")
}

const pageStyle = `
:root { color-scheme: light dark; --paper: #fff; --ink: #111; --soft: #5f6368; --here: #ffe9cf; --fresh: #f4f4f4 }
@media (prefers-color-scheme: dark) { :root { --paper: #16181c; --ink: #f2f2f2; --soft: #a9afb8; --here: #4a3416; --fresh: #7b828b } }
* { box-sizing: border-box }
body { font: 16px/1.4 "Liberation Sans", Arial, Helvetica, sans-serif; margin: 1rem auto; max-width: 72rem; padding: 0 1rem; color: var(--ink); background: var(--paper) }
h1 { font-size: 1.25rem; overflow-wrap: anywhere }
main { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; align-items: flex-start }
figure { margin: 0; flex: 1 1 20rem; max-width: 40rem; min-width: 0 }
svg { display: block; width: 100%; max-width: var(--most); height: auto; max-height: 70vh; margin: 0 auto }
figcaption { text-align: center }
figcaption p { margin: .6rem 0 }
#chips { margin: .4rem 0; line-height: 1.7; max-height: 9rem; overflow: auto; text-align: center }
#chips span, td span { display: inline-block; min-width: 1.25rem; font-size: .8rem; line-height: 1.25rem; text-align: center }
#chips.live span { cursor: pointer }
#chips .here { outline: 2px solid var(--ink); outline-offset: 1px }
input[type=range] { width: 100% }
button, select { font: inherit; min-height: 2.5rem; min-width: 2.75rem; padding: 0 .6rem }
#play { min-width: 5rem }
#said { min-height: 3em; color: var(--soft) }
#moves { max-height: 85vh; overflow: auto; flex: 0 1 auto; max-width: 100%; position: relative }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .15rem .5rem; text-align: right; max-width: 5rem }
thead th { position: sticky; top: 0; vertical-align: bottom; background: var(--paper); box-shadow: inset 0 -1px var(--ink) }
tr.later { color: var(--soft) }
tr.here { background: var(--here) }
tbody.live tr { cursor: pointer }
.gone { transition: opacity .2s }
.gone.made { opacity: 1 }
svg .gone:not(.fresh) { stroke: none }
svg .gone.fresh { fill: var(--fresh) }
.fringe .stay.now { display: inline }
@media (prefers-reduced-motion: reduce) { .gone { transition: none } }
@media (max-width: 30rem) { table { font-size: .85rem } th, td { padding: .15rem .25rem } #moves { max-height: none } }
`
