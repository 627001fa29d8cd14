package fragment

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Figure writes a figure with its caption and inlines its SVG. If the SVG contains an id that the
// page already uses, Figure embeds the SVG as an image instead, so that the ids cannot collide.
func (w *Writer) Figure(f reports.Figure) error {
	body, forms, err := w.picture(f)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "<figure class=\"plot%s\"%s>\n", forms, w.anchor(f))
	fmt.Fprintf(w, "<div class=\"card\" role=\"region\" tabindex=\"0\" aria-labelledby=\"fig-%[1]s-caption\">%[2]s</div>\n<figcaption id=\"fig-%[1]s-caption\">", f.ID, body)
	w.begin(f, f.Title)
	w.WriteString(w.Plain(f.Caption))
	if w.Beside != nil {
		w.WriteString(w.Beside(f))
	}
	w.WriteString("</figcaption>\n")
	if f.Steps != nil && w.Labels != nil {
		if err := w.steps(f); err != nil {
			return err
		}
	}
	w.made(f, f.Source)
	w.WriteString("</figure>\n")
	return nil
}

// steps writes a figure's solution, folded: the state before the first step, and a sentence for
// each step. The page's script updates the picture.
func (w *Writer) steps(f reports.Figure) error {
	stage, err := readSVG([]byte(f.Steps.Stage))
	if err == nil && (strings.Contains(f.Steps.Style, "</") || reachesOut(f.Steps.Style)) {
		err = errors.New("has a style that affects the rest of the page")
	}
	for _, id := range stage.ids {
		if err == nil && w.used[id] {
			err = fmt.Errorf("repeats the id %q", id)
		}
	}
	if err != nil {
		return fmt.Errorf("fragment: figure %q: its stage %w", f.ID, err)
	}
	w.Reserve(stage.ids...)
	open, board := ` open=""`, stage.text
	if !f.Steps.Open {
		open, board = "", ""
		w.pack("#fig-"+f.ID+" .stage", stage.text, f.Timing)
	}
	fmt.Fprintf(w, "<details class=\"steps\"%s><summary>Step through the solution</summary>\n<style>#fig-%s .stage{%s}</style>\n<div class=\"stage\"%s>%s</div>\n<ol start=\"0\">", open, f.ID, f.Steps.Style, stage.style(), board)
	for _, said := range f.Steps.Said {
		w.WriteString("<li>" + w.Words(Escape(said)) + "</li>")
	}
	w.WriteString("</ol>\n</details>\n")
	return nil
}

// pack stores HTML that only the page's script shows, for the element that a selector names.
func (w *Writer) pack(to, html string, timing bool) {
	w.packed[timing] += fmt.Sprintf(`<div data-to="%s">%s</div>`, to, html)
}

// Packed returns the content that is shown only by the page's script: figures for phone screens,
// figures with linear axes, pictures of solutions, and tables as files. It is compressed as a
// whole, because its parts are similar. Content with measured times is in a separate section,
// marked as timing.
func (w *Writer) Packed() string {
	var out strings.Builder
	for _, timing := range []bool{false, true} {
		if w.packed[timing] == "" {
			continue
		}
		template := fmt.Sprintf("<template data-packed=\"%s\"></template>\n", reports.Packed(w.packed[timing]))
		if timing {
			template = "<section data-timing=\"\" hidden=\"\">\n" + template + "</section>\n"
		}
		out.WriteString(template)
	}
	return out.String()
}

// picture returns the HTML that shows a figure, and a class for each form that the page's script
// can show instead.
func (w *Writer) picture(f reports.Figure) (shown, forms string, err error) {
	if len(f.SVG) == 0 && len(f.PNG) == 0 {
		return "", "", fmt.Errorf("fragment: figure %q has neither an SVG nor a PNG picture", f.ID)
	}
	wide, free, err := w.read(f, f.SVG)
	if err != nil || !free {
		shown, err = Image(f)
		return shown, "", err
	}
	if w.Labels == nil {
		return wide.in("svg"), "", nil
	}
	wide.text = w.unstyled(wide.text)
	if !f.Timing {
		wide.text = w.shared(wide.text)
	}
	if f.ID == w.Key || f.ID == w.Picture {
		w.again[f.ID] = wide.again("svg", f.ID+"-wide")
	}
	shown = wide.in("svg")
	for _, form := range []struct {
		name string
		svg  []byte
	}{{"narrow", f.Narrow}, {"linear", f.Linear}} {
		picture, free, err := w.read(f, form.svg)
		class := "svg " + form.name
		switch {
		case err != nil:
			return "", "", err
		case !free:
		default:
			if form.name == "narrow" && f.ID == w.Key {
				w.pack(".key .card", picture.again(class, f.ID+"-small"), f.Timing)
			}
			w.pack("#fig-"+f.ID+" .card", picture.in(class), f.Timing)
			forms += " has-" + form.name
		}
	}
	return shown, forms, nil
}

// read reads a picture of a figure. free reports whether the picture can be inlined, because none
// of its ids is in use; read then reserves its ids.
func (w *Writer) read(f reports.Figure, svg []byte) (p svgPicture, free bool, err error) {
	if len(svg) == 0 {
		return p, false, nil
	}
	if p, err = readSVG(svg); err != nil {
		return p, false, fmt.Errorf("fragment: figure %q: its SVG picture %w", f.ID, err)
	}
	if slices.ContainsFunc(p.ids, func(id string) bool { return w.used[id] }) {
		return p, false, nil
	}
	w.Reserve(p.ids...)
	if w.Labels != nil && p.root["class"] == "chart" { // from package plots, which writes one element per line
		p.text = strings.ReplaceAll(p.text, ">\n<", "><")
	}
	return p, true, nil
}

// shapes matches paths with their ids and remaining attributes.
var shapes = lazy.Regexp(`<path( id="[^"]*-m\d+")?( [^<>]*)/>`)

// shared returns a picture whose marks, and long paths without an id or a style rule, are on the
// page only once. Later pictures refer to the first with the same shape.
func (w *Writer) shared(picture string) string {
	var short []string // pairs of a reference and a shorter one
	picture = shapes().ReplaceAllStringFunc(picture, func(path string) string {
		m := shapes().FindStringSubmatch(path)
		id, rest := m[1], m[2]
		if id == "" && (len(rest) < 400 || strings.Contains(rest, `id="`) || strings.Contains(rest, " class=") || strings.Contains(rest, " marker-")) {
			return path
		}
		number, again := w.shapes[rest]
		if !again {
			number = len(w.shapes) + 1
			w.shapes[rest] = number
		}
		if id != "" {
			short = append(short, ` href="#`+strings.TrimPrefix(id, ` id="`), fmt.Sprintf(` href="#M%d"`, number))
		}
		switch {
		case !again: // no other id on a page has a capital letter
			return fmt.Sprintf(`<path id="M%d"%s/>`, number, rest)
		case id != "":
			return ""
		}
		return fmt.Sprintf(`<use href="#M%d"/>`, number)
	})
	return strings.NewReplacer(short...).Replace(picture)
}

// Again returns a second copy of the picture of a figure, for example for the top of the page. The
// argument id must be the ID in the field Key or Picture. If the page does not contain the figure,
// Again returns "". If the copy is in an element of class key, the page's script adds the version
// of the picture for phone screens.
func (w *Writer) Again(id string) string { return w.again[id] }

var (
	styleElement = lazy.Regexp(`<style>(@media[^{}]*)\{((?:[^{}]*\{[^{}]*\})+)\}</style>\n?`)
	styleRule    = lazy.Regexp(`[^{}]*\{[^{}]*\}`)
)

// unstyled removes from a picture the style rules that an earlier picture has already brought into
// the page, because rules apply to the whole page.
func (w *Writer) unstyled(picture string) string {
	return styleElement().ReplaceAllStringFunc(picture, func(element string) string {
		m := styleElement().FindStringSubmatch(element)
		left := styleRule().ReplaceAllStringFunc(m[2], func(rule string) string {
			if rule = m[1] + rule; w.rules[rule] {
				return ""
			}
			w.rules[rule] = true
			return strings.TrimPrefix(rule, m[1])
		})
		if left == "" {
			return ""
		}
		return strings.Replace(element, m[2], left, 1)
	})
}

// Image returns a figure's picture as an HTML image with embedded data. Browsers never run scripts
// or load files for such an image, regardless of its content.
func Image(f reports.Figure) (string, error) {
	mime, data, style := "image/png", f.PNG, ""
	if config, err := png.DecodeConfig(bytes.NewReader(data)); err == nil {
		style = svgPicture{width: fmt.Sprintf("%dpx", config.Width)}.style()
	}
	if len(f.SVG) > 0 {
		picture, err := readSVG(f.SVG)
		if _, bad := errors.AsType[*malformed](err); bad {
			return "", fmt.Errorf("fragment: figure %q: its SVG picture %w", f.ID, err)
		}
		mime, data, style = "image/svg+xml", f.SVG, picture.style()
	}
	return fmt.Sprintf(`<img alt="%s"%s src="data:%s;base64,%s"/>`, Escape(cmp.Or(f.Alt, f.Title)), style, mime, base64.StdEncoding.EncodeToString(data)), nil
}

// svgPicture is an SVG that is safe to put into a page.
type svgPicture struct {
	text  string // from <svg to </svg>
	width string // natural width as CSS; "" if unknown
	ids   []string
	root  map[string]string // attributes of the root element
}

// in returns the picture as an element of the page.
func (p svgPicture) in(class string) string {
	return fmt.Sprintf(`<div class="%s"%s>%s</div>`, class, p.style(), p.text)
}

// again returns an element that shows the picture a second time. If the picture has no id, it gets
// this one. again returns "" if the picture has no text alternative or size of its own.
func (p *svgPicture) again(class, id string) string {
	box, label := p.root["viewBox"], p.root["aria-labelledby"]
	switch {
	case box == "" || label == "":
		return ""
	case p.root["id"] != "":
		id = Escape(p.root["id"])
	default:
		p.text = strings.Replace(p.text, "<svg", `<svg id="`+id+`"`, 1)
	}
	return fmt.Sprintf(`<div class="%s"%s><svg viewBox="%s" role="img" aria-labelledby="%s"><use href="#%s" width="100%%" height="100%%"/></svg></div>`,
		class, p.style(), Escape(box), Escape(label), id)
}

// style sets the natural width; the page's style limits it to the screen.
func (p svgPicture) style() string {
	if p.width == "" {
		return ""
	}
	return ` style="--width:` + p.width + `"`
}

// readSVG checks that a picture is well-formed, runs no script and loads nothing, and removes
// everything before its root element.
func readSVG(data []byte) (p svgPicture, err error) {
	dec := xml.NewDecoder(bytes.NewReader(data))
	dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, errForeign }
	depth, start, end := 0, -1, -1
	for {
		at := dec.InputOffset()
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !errors.Is(err, errForeign) {
			return p, &malformed{err}
		}
		switch t := token.(type) {
		case nil:
			return p, err
		case xml.Directive:
			if bytes.Contains(t, []byte("<!ENTITY")) {
				return p, errForeign
			}
		case xml.StartElement:
			if err := p.take(t, depth == 0); err != nil {
				return p, err
			}
			if depth == 0 {
				start = int(at)
			}
			depth++
		case xml.EndElement:
			depth--
			end = int(dec.InputOffset())
		case xml.CharData:
			if depth > 0 && reachesOut(string(t)) { // the text of a <style> element
				return p, fmt.Errorf("loads something from outside: %.60q", t)
			}
		}
	}
	if start < 0 {
		return p, errors.New("has no <svg> element")
	}
	p.text = strings.Replace(string(data[start:end]), ` xmlns="http://www.w3.org/2000/svg"`, "", 1) // HTML implies it
	return p, nil
}

// malformed is the error for a picture that no program shows.
type malformed struct{ error }

func (m *malformed) Error() string { return "is not well-formed: " + m.error.Error() }

var errForeign = errors.New("declares an encoding or entities")

// take records the attributes of the root element, and all ids.
func (p *svgPicture) take(e xml.StartElement, root bool) error {
	if root && (e.Name.Local != "svg" || p.root != nil) {
		return fmt.Errorf("has <%s> as a root element (want one <svg>)", e.Name.Local)
	}
	attributes := map[string]string{}
	for _, a := range e.Attr {
		attributes[a.Name.Local] = a.Value
		if a.Name.Local == "id" {
			p.ids = append(p.ids, a.Value)
		}
	}
	if root {
		p.root, p.width = attributes, naturalWidth(attributes)
	}
	return checkElement(e)
}

// checkElement returns an error for an element that would make a page run code or load something.
func checkElement(e xml.StartElement) error {
	switch strings.ToLower(e.Name.Local) {
	case "script", "foreignobject", "iframe", "object", "embed":
		return fmt.Errorf("contains a <%s> element, which reports do not allow", e.Name.Local)
	}
	for _, a := range e.Attr {
		name := strings.ToLower(a.Name.Local)
		switch {
		case strings.HasPrefix(name, "on"):
			return fmt.Errorf("contains the script attribute %s", a.Name.Local)
		case name == "href" || name == "src":
			if !strings.HasPrefix(a.Value, "#") && !strings.HasPrefix(a.Value, "data:image/") {
				return fmt.Errorf("refers to %.60q (want a reference inside the picture)", a.Value)
			}
		case name != "xmlns" && a.Name.Space != "xmlns" && reachesOut(a.Value):
			return fmt.Errorf("loads something from outside: %s=%.60q", a.Name.Local, a.Value)
		}
	}
	return nil
}

// reachesOut reports whether a piece of CSS loads something.
func reachesOut(style string) bool {
	style = strings.ToLower(style)
	for _, after := range strings.Split(style, "url(")[1:] {
		target := strings.TrimLeft(after, ` "'`)
		if !strings.HasPrefix(target, "#") && !strings.HasPrefix(target, "data:") {
			return true
		}
	}
	return strings.Contains(style, "@import")
}

// naturalWidth returns the width of an SVG as CSS, from its width attribute or else its view box.
func naturalWidth(attrs map[string]string) string {
	width := attrs["width"]
	unit := strings.TrimLeft(width, "0123456789.")
	number := strings.TrimSuffix(width, unit)
	if fields := strings.Fields(attrs["viewBox"]); width == "" && len(fields) == 4 {
		number, unit = fields[2], "px"
	}
	switch unit {
	case "":
		unit = "px"
	case "px", "pt", "in", "mm", "cm":
	default:
		return ""
	}
	if x, err := strconv.ParseFloat(number, 64); err != nil || x <= 0 || x > 1e5 {
		return ""
	}
	return number + unit
}

// Caption returns a figure's title, caption and code as HTML, without the picture, for places that
// already show the picture. If the figure has none of these, Caption returns "".
func Caption(f reports.Figure) (string, error) {
	w := New(nil)
	text := w.unlinked(f.Caption)
	if f.Title != "" {
		text = strings.TrimSpace("<b>" + Escape(f.Title) + ".</b> " + text)
	}
	if text != "" {
		text = `<p style="max-width:60em;margin:.2em 0 1em">` + text + "</p>\n"
	}
	return text + Made(f.Source), w.Err
}
