package pdf

import (
	"strings"
)

// span is text with one look.
type span struct {
	text  string
	face  int
	size  float64
	rise  float64 // distance above the baseline
	color color
	url   string // target of a link; a # in front means inside the document
	stop  bool   // the line ends after the span
}

// word is the text between two spaces: pieces of spans.
type word struct {
	pieces []span
	width  float64
	space  float64 // space before the word, within a line
	stop   bool
}

// oneSpace replaces all characters at which lines may end by spaces. No-break spaces are parts of
// words.
var oneSpace = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ")

// betweenCodes splits a word at further places where a line may end: between two characters that
// are printed as their codes.
func (d *document) betweenCodes(face int, word string) (pieces []string) {
	start, before := 0, false
	for i, r := range word {
		coded := d.coded(face, r)
		if before && coded {
			pieces = append(pieces, word[start:i])
			start = i
		}
		before = coded
	}
	if word != "" {
		pieces = append(pieces, word[start:])
	}
	return pieces
}

// widest returns the width of the widest word of a text.
func (d *document) widest(face int, size float64, text string) (width float64) {
	for _, w := range d.words([]span{{text: text, face: face, size: size}}) {
		width = max(width, w.width)
	}
	return width
}

// words divides spans at their spaces and between codes.
func (d *document) words(spans []span) (out []word) {
	var w word
	flush := func() {
		if len(w.pieces) > 0 || w.stop {
			out = append(out, w)
		}
		w = word{}
	}
	for _, s := range spans {
		for i, part := range strings.Split(oneSpace.Replace(s.text), " ") {
			if i > 0 {
				flush()
				w.space = d.width(s.face, s.size, " ")
			}
			for k, piece := range d.betweenCodes(s.face, part) {
				if k > 0 {
					flush()
				}
				s.text = piece
				w.pieces = append(w.pieces, s)
				w.width += d.width(s.face, s.size, piece)
			}
		}
		if s.stop {
			w.stop = true
			flush()
		}
	}
	flush()
	return out
}

// lines breaks words into lines of a given width. A word that is wider than a line is broken.
func (d *document) lines(spans []span, width float64) (lines [][]word) {
	var line []word
	used := 0.0
	next := func() {
		if len(line) > 0 {
			lines = append(lines, line)
		}
		line, used = nil, 0
	}
	for _, w := range d.words(spans) {
		if used > 0 && used+w.space+w.width > width {
			if last := line[len(line)-1].pieces; w.space > 0 && len(last) > 0 {
				last[len(last)-1].text += " " // for who hears the lines as one
			}
			next()
		}
		for w.width > width && width > 0 {
			head, tail := d.broken(w, width)
			if len(tail.pieces) == 0 {
				break
			}
			lines = append(lines, []word{head})
			w = tail
		}
		if used == 0 {
			w.space = 0
		}
		line, used = append(line, w), used+w.space+w.width
		if w.stop {
			next()
		}
	}
	next()
	return lines
}

// broken splits a word into the part that fits and the rest, with at least one character each.
func (d *document) broken(w word, width float64) (head, tail word) {
	tail.stop = w.stop
	for _, p := range w.pieces {
		for _, r := range p.text {
			c := p
			c.text = string(r)
			cw := d.width(p.face, p.size, c.text)
			to := &tail
			if len(tail.pieces) == 0 && (len(head.pieces) == 0 || head.width+cw <= width) {
				to = &head
			}
			if n := len(to.pieces); n > 0 && to.pieces[n-1].face == p.face && to.pieces[n-1].rise == p.rise && to.pieces[n-1].url == p.url {
				to.pieces[n-1].text += c.text
			} else {
				to.pieces = append(to.pieces, c)
			}
			to.width += cw
		}
	}
	return head, tail
}

// set writes a line of words starting at x, and makes links of those with a target. It writes
// adjacent spans with the same look together, so that readers can search and copy them.
func (w *writer) set(line []word, x, baseline float64) {
	var run span
	width := 0.0
	for i, word := range line {
		for k, p := range word.pieces {
			if i > 0 && k == 0 && word.space > 0 { // the space belongs to the preceding span
				run.text, width = run.text+" ", width+word.space
			}
			same := run
			if same.text, same.stop = p.text, p.stop; same != p {
				w.run(run, x, baseline, width)
				x, width, run = x+width, 0, p
				run.text = ""
			}
			run.text += p.text
			width += w.document.width(p.face, p.size, p.text)
		}
	}
	w.run(run, x, baseline, width)
}

// run writes text with one look, which has the given width.
func (w *writer) run(s span, x, baseline, width float64) {
	if s.text == "" {
		return
	}
	y := baseline - s.rise
	in := w.at
	if s.url != "" && in != artifact {
		in = w.tag("Link", "", link{page: w.PageNo(), x: x, y: w.fromFoot(y + 0.3*s.size), to: x + width, top: w.fromFoot(y - 0.8*s.size), url: s.url})
	}
	w.within(in, func() { w.show(s.face, s.size, x, y, s.color, s.text) })
}

// paragraph writes spans in lines with a width and a leading. It breaks pages between lines, but
// never leaves a single line alone.
func (w *writer) paragraph(spans []span, x, width, leading float64) {
	if holds[w.at.kind] {
		w.tagged("P", "", func() { w.paragraph(spans, x, width, leading) })
		return
	}
	lines := w.lines(spans, width)
	for i, line := range lines {
		left := len(lines) - i
		together := 1
		if i == 0 || left == 2 {
			together = min(left, 2)
		}
		if i == 0 && left == 3 {
			together = 3
		}
		w.need(leading * float64(together))
		w.set(line, x, w.y+leading*0.75)
		w.y += leading
	}
}

// height returns the height of a paragraph.
func (w *writer) height(spans []span, width, leading float64) float64 {
	return leading * float64(len(w.lines(spans, width)))
}

// verbatim writes text unchanged, in a fixed-width font; long lines continue on the next line.
func (w *writer) verbatim(text string, x, width float64) {
	const size, leading = 8, 10.5
	w.tagged("P", "", func() {
		for line := range strings.Lines(strings.TrimRight(text, "\n")) {
			line = strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", "    ")
			for first := true; first || line != ""; first = false {
				part, used := line, 0.0
				for i, r := range line {
					if used += w.document.width(mono, size, string(r)); used > width && i > 0 {
						part = line[:i]
						break
					}
				}
				line = line[len(part):]
				w.need(leading)
				w.show(mono, size, x, w.y+leading*0.75, ink, part+" ")
				w.y += leading
			}
		}
	})
}

// float is a figure or table that may be on the page after its place in the text, so that later
// text can fill the current page.
type float struct {
	height float64 // height with the caption; at most the height of a page
	least  float64 // height of the first part, if the float may be split; otherwise 0
	turned bool    // needs a rotated page
	draw   func()
	in     *element // of the structure, where it is due
}

// place draws a float immediately, or keeps it for the next page if there is no room or other
// floats are waiting.
func (w *writer) place(f float) {
	w.floats = append(w.floats, f)
	w.placeWaiting(false)
}

// placeWaiting draws the waiting floats for which there is room, in order. It draws rotated ones
// only between two pages.
func (w *writer) placeWaiting(between bool) {
	for len(w.floats) > 0 && !w.placing && w.floats[0].turned == between && (between || w.floats[0].height <= w.room()) {
		w.drawFirst()
	}
}

// drawFirst draws the first waiting float.
func (w *writer) drawFirst() {
	f := w.floats[0]
	w.placing, w.floats = true, w.floats[1:]
	w.within(f.in, f.draw)
	w.placing = false
}

// placeAll draws waiting floats at the end of a section, until none is left or a page has enough
// room for the text to go on. A float that may be split begins on this page if otherwise a quarter
// of the page would stay empty.
func (w *writer) placeAll(enough float64) {
	for len(w.floats) > 0 && w.room() < enough {
		w.placeWaiting(true)
		switch {
		case len(w.floats) == 0:
		case w.floats[0].least > 0 && w.room() > max(w.floats[0].least, (w.end-top)/4):
			w.drawFirst()
			w.placeWaiting(false)
		default:
			w.newPage("P")
		}
	}
}
