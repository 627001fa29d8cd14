package pdf

// float is a figure or table that may stand on the page after the one where it is due,
// so that text which comes later fills that one.
type float struct {
	height float64 // with its caption; no more than that of a page
	least  float64 // with what fits of it, where it may be split; 0 if it may not
	turned bool    // it takes a turned page
	draw   func()
}

// place draws a float where it is due, or keeps it for the next page if there is no
// room or others wait already.
func (w *writer) place(f float) {
	w.floats = append(w.floats, f)
	w.placeWaiting(false)
}

// placeWaiting draws the floats for which there is room, in their order; turned ones
// between two pages.
func (w *writer) placeWaiting(between bool) {
	for len(w.floats) > 0 && !w.placing && w.floats[0].turned == between && (between || w.floats[0].height <= w.room()) {
		w.drawFirst()
	}
}

// drawFirst draws the first float that waits.
func (w *writer) drawFirst() {
	f := w.floats[0]
	w.placing, w.floats = true, w.floats[1:]
	f.draw()
	w.placing = false
}

// placeAll draws all floats that wait, where a section ends. One that may be split begins on this
// page if a quarter of it would stay empty otherwise.
func (w *writer) placeAll() {
	for len(w.floats) > 0 {
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
