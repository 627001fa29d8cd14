package render

import (
	"fmt"
	"html"
	"io"

	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
)

// MaxStepped is the largest ring that [Page] makes a page of.
const MaxStepped = 2_000

// Page writes a page that steps through the path of the drawing: the
// clock face, a slider, and a table of the moves with the hand not taken and
// the reason. It opens at o.Step, or with all moves. The page needs no other
// file; without script it shows the whole path and the table.
func Page(w io.Writer, r handsoftime.Ring, o Drawing) error {
	if err := checkDrawing(r, o); err != nil {
		return err
	}
	if r.Size() > MaxStepped {
		return fmt.Errorf("handsoftime: draw: a ring of %d nodes is too large to step through (want at most %d; SVG draws up to %d)", r.Size(), MaxStepped, MaxDrawn)
	}
	first := o.Step
	o.Step = 0
	c := newCanvas(r, o)
	c.every = true
	if first == 0 {
		first = c.moves
	}
	c.page(first)
	if _, err := w.Write(c.out.Bytes()); err != nil {
		return fmt.Errorf("handsoftime: write HTML: %w", err)
	}
	return nil
}

// page writes the document, opened at move number first.
func (c *canvas) page(first int) {
	title := html.EscapeString(c.Title)
	c.printf("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n<h1>%s</h1>\n<main>\n<figure>\n", title, pageStyle, title)
	c.picture()
	if c.moves == 0 {
		c.printf("</figure>\n</main>\n</body>\n</html>\n")
		return
	}
	c.printf("<figcaption id=\"controls\" hidden>\n<button type=\"button\" id=\"back\" aria-label=\"one move back\">◀</button>\n<input type=\"range\" id=\"step\" min=\"0\" max=\"%d\" value=\"%d\" aria-label=\"moves made\">\n<button type=\"button\" id=\"on\" aria-label=\"one move on\">▶</button>\n<p id=\"said\" aria-live=\"polite\"></p>\n</figcaption>\n</figure>\n", c.moves, first)
	c.printf("<table>\n<thead><tr><th>move</th><th>from</th><th>value</th><th>direction</th><th>to</th><th>other hand</th></tr></thead>\n<tbody>\n")
	for step := 1; step <= c.moves; step++ {
		from, to := int(c.Path[step-1]), int(c.Path[step])
		other, reason := rejected(c.ring, c.Path, step)
		hand := reason
		if other >= 0 {
			hand = fmt.Sprintf("%d, %s", other, reason)
		}
		c.printf("<tr data-row=\"%d\" data-to=\"%d\" data-said=\"%s\"><td>%d</td><td>%d</td><td>%d</td><td>%s</td><td>%d</td><td>%s</td></tr>\n",
			step, to, stepSentence(c.ring, c.Path, step), step, from, c.ring.Values[from], c.ring.Direction(from, to), to, hand)
	}
	c.printf("</tbody>\n</table>\n</main>\n<script>%s</script>\n</body>\n</html>\n", pageScript)
}

const pageStyle = `
body { font: 16px/1.4 "Liberation Sans", Arial, Helvetica, sans-serif; margin: 1rem auto; max-width: 80rem; padding: 0 1rem; color: #222; background: #fff }
h1 { font-size: 1.25rem }
main { display: flex; flex-wrap: wrap; gap: 2rem; align-items: flex-start }
figure { margin: 0; flex: 1 1 30rem; max-width: 45rem }
svg { width: 100%; height: auto }
figcaption input { width: calc(100% - 8rem); vertical-align: middle }
figcaption p { min-height: 3em }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .15rem .6rem; text-align: right }
th:nth-child(4), td:nth-child(4), th:nth-child(6), td:nth-child(6) { text-align: left }
thead th { border-bottom: 1px solid #222 }
tr.later { color: #999 }
tr.here { background: #ffe9cf }
g.unvisited circle { stroke: #999; stroke-width: 1; fill: #fff }
g.unvisited text { fill: #777 }
g.here circle { stroke: #ec7c0e; stroke-width: 5 }
`

const pageScript = `
(() => {
  const all = (q) => [...document.querySelectorAll(q)];
  const rows = all("[data-row]"), moves = all("[data-step]"), rejected = all("[data-rejected]"), nodes = all("[data-node]");
  const slider = document.getElementById("step"), said = document.getElementById("said");
  const reached = new Map(rows.map((r) => [r.dataset.to, +r.dataset.row]));
  const toggle = (e, on) => on ? e.removeAttribute("display") : e.setAttribute("display", "none");
  const show = (k) => {
    k = Math.max(0, Math.min(rows.length, k));
    slider.value = k;
    for (const e of moves) toggle(e, +e.dataset.step <= k);
    for (const e of rejected) toggle(e, +e.dataset.rejected === k && k < rows.length);
    for (const e of rows) {
      e.classList.toggle("later", +e.dataset.row > k);
      e.classList.toggle("here", +e.dataset.row === k);
    }
    for (const e of nodes) {
      const step = reached.get(e.dataset.node) ?? (reached.size && e.hasAttribute("data-start") ? 0 : Infinity);
      e.classList.toggle("unvisited", step > k);
      e.classList.toggle("here", step === k);
    }
    said.textContent = k ? rows[k - 1].dataset.said : "The hand stands at the start.";
  };
  document.getElementById("controls").hidden = false;
  document.getElementById("back").onclick = () => show(+slider.value - 1);
  document.getElementById("on").onclick = () => show(+slider.value + 1);
  slider.oninput = () => show(+slider.value);
  for (const e of rows) e.onclick = () => show(+e.dataset.row);
  addEventListener("keydown", (e) => {
    if (e.target === slider) return;
    if (e.key === "ArrowRight") show(+slider.value + 1);
    if (e.key === "ArrowLeft") show(+slider.value - 1);
  });
  show(+slider.value);
})();
`
