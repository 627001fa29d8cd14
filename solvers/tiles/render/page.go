package render

import (
	"fmt"
	"io"

	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// Page writes a page that plays a path and steps through it: the board,
// whose tiles slide; buttons to play, to pause and to step; a slider; and a
// table of the moves with g, the number of moves made, the Manhattan distance,
// the estimate of o.Heuristic if that is another one, and the number of moves
// to go. A check box shows each tile's way home. The left and right arrow keys
// step, Home and End go to the ends, the space bar plays. The page opens at
// o.Step and plays only when asked to. It needs no other file; without script
// it shows the board before the first move, and the table.
func Page(w io.Writer, b tiles.Board, o Drawing) error {
	if err := checkDrawing(b, o, MaxStepped); err != nil {
		return err
	}
	c := newCanvas(b, o, "page")
	c.page()
	return c.writeTo(w, "HTML")
}

func (c *canvas) page() {
	title := escape(c.Title)
	c.printf("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n<h1>%s</h1>\n<main>\n<figure>\n", title, pageStyle, title)
	c.stage()
	c.printf("<figcaption id=\"controls\" hidden>\n")
	if n := len(c.Path); n > 0 {
		c.printf("<p><input type=\"range\" id=\"step\" min=\"0\" max=\"%d\" value=\"%d\" aria-label=\"moves made\"></p>\n", n, c.Step)
		c.printf("<p><button type=\"button\" id=\"first\" aria-label=\"to the start\">|◀</button> <button type=\"button\" id=\"back\" aria-label=\"one move back\">◀</button> <button type=\"button\" id=\"play\">Play</button> <button type=\"button\" id=\"on\" aria-label=\"one move on\">▶</button> <button type=\"button\" id=\"last\" aria-label=\"to the end\">▶|</button></p>\n")
		c.printf("<p><label>Speed <select id=\"speed\"><option value=\"1000\">slow</option><option value=\"500\" selected>normal</option><option value=\"200\">fast</option></select></label></p>\n")
	}
	c.printf("<p><label><input type=\"checkbox\" id=\"ways\"> Show each tile’s way home</label></p>\n<p id=\"said\" role=\"status\" aria-live=\"polite\"></p>\n</figcaption>\n</figure>\n")
	c.moveTable()
	c.printf("</main>\n<script>%s</script>\n</body>\n</html>\n", pageScript)
}

// stage draws the board that the script moves. Every tile has a tick, an arrow
// and a distance, which the page's style sheet hides where they do not apply.
func (c *canvas) stage() {
	b, distance := c.start, tiles.Explain(c.start, tiles.Manhattan).Distance
	c.open(2*(margin+rim)+cellSize*b.Width(), 2*(margin+rim)+cellSize*b.Height(), c.stripDescription(), "", false)
	c.tray(b, cellSize)
	for tile := 1; tile < b.Cells(); tile++ {
		cell := find(b, tile)
		x, y := corner(b, cell)
		class := "tile"
		if cell == b.Home(tile) {
			class = "tile home"
		}
		c.printf("<g class=\"%s\" data-tile=\"%d\" data-cell=\"%d\" data-home=\"%d\" style=\"transform:translate(%dpx,%dpx)\">", class, tile, cell, b.Home(tile), x, y)
		c.tile(tile, true)
		c.printf("<rect class=\"edge\" data-mark=\"moved\" x=\"3\" y=\"3\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"none\" stroke=\"%s\" stroke-width=\"4\" display=\"none\"/>", cellSize-6, cellSize-6, accentColor)
		c.printf("<g class=\"way\" display=\"none\">"+arrow+"<text class=\"ink\" x=\"25\" y=\"65\" font-size=\"13\" text-anchor=\"start\" fill=\"%s\">%d</text></g></g>\n",
			15, 60, homeward(b, tile, cell), inkColor, inkColor, distance[tile])
	}
	c.printf("</svg>\n")
}

// moveTable lists the boards of the path.
func (c *canvas) moveTable() {
	own := c.explains() && c.Heuristic.Name != tiles.Manhattan.Name
	c.printf("<div id=\"moves\" role=\"region\" aria-label=\"table of moves\" tabindex=\"0\">\n<table>\n<thead><tr><th scope=\"col\">g</th><th scope=\"col\">tile</th><th scope=\"col\" class=\"word\">moves</th><th scope=\"col\">Manhattan</th>")
	if own {
		c.printf("<th scope=\"col\">%s</th>", escape(c.Heuristic.Name))
	}
	if len(c.Path) > 0 {
		c.printf("<th scope=\"col\">to go</th>")
	}
	c.printf("</tr></thead>\n<tbody>\n")
	b := c.start
	for g := 0; ; g++ {
		tile, direction := "", "start"
		if g > 0 {
			tile, direction = fmt.Sprint(b.Tile(movedTo(b, c.Path[g-1]))), directions[c.Path[g-1]]
		}
		c.printf("<tr data-tile=\"%s\"><td>%d</td><td>%s</td><td class=\"word\">%s</td><td>%d</td>", tile, g, tile, direction, tiles.Manhattan.Of(b))
		if own {
			c.printf("<td>%d</td>", c.Heuristic.Of(b))
		}
		if len(c.Path) > 0 {
			c.printf("<td>%d</td>", len(c.Path)-g)
		}
		c.printf("</tr>\n")
		if g == len(c.Path) {
			break
		}
		b, _ = b.Apply(c.Path[g])
	}
	c.printf("</tbody>\n</table>\n</div>\n")
}

const pageStyle = `
:root { color-scheme: light dark; --paper: #fff; --ink: #222; --soft: #5f6368; --rule: #c9ccd1; --here: #ffe9cf }
@media (prefers-color-scheme: dark) { :root { --paper: #16181c; --ink: #f2f2f2; --soft: #a9afb8; --rule: #3c4046; --here: #4a3416 } }
* { box-sizing: border-box }
body { font: 16px/1.4 "Liberation Sans", Arial, Helvetica, sans-serif; margin: 1rem auto; max-width: 64rem; padding: 0 1rem; color: var(--ink); background: var(--paper) }
h1 { font-size: 1.25rem; overflow-wrap: anywhere }
main { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; align-items: flex-start }
figure { margin: 0; flex: 1 1 20rem; max-width: 32rem; min-width: 0 }
svg { display: block; width: 100%; height: auto; max-height: 75vh }
figcaption { text-align: center }
figcaption p { margin: .6rem 0 }
input[type=range] { width: 100% }
button, select { font: inherit; min-height: 2.5rem; min-width: 2.75rem; padding: 0 .6rem }
#play { min-width: 5rem }
#said { min-height: 3em; color: var(--soft) }
#moves { max-height: 85vh; overflow: auto; flex: 0 1 auto; max-width: 100%; position: relative }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .15rem .6rem; text-align: right }
.word { text-align: left }
thead th { position: sticky; top: 0; background: var(--paper); box-shadow: inset 0 -1px var(--ink) }
tr.later { color: var(--soft) }
tr.here { background: var(--here) }
tbody.live tr { cursor: pointer }
.tile { transition: transform .18s ease-in-out }
.jump .tile { transition: none }
.tile:not(.home) [data-mark=home] { display: none }
.tile.moved [data-mark=moved] { display: inline }
.ways .tile:not(.home) .way { display: inline }
@media (prefers-reduced-motion: reduce) { .tile { transition: none } }
@media (max-width: 30rem) { th, td { padding: .15rem .4rem } #moves { max-height: none } }
`
