package draw

import (
	_ "embed"
	"fmt"
	"io"
)

// Page is a document that steps through a path: a stage with a picture that
// changes; buttons to play, to pause and to step, a slider, and keys (the space
// bar plays, arrows step, Home and End go to the ends); a sentence about the
// last move; facts; the moves in a row; and, folded away, a table of all steps.
//
// It needs no other file. Without script it shows the stage before the first
// move, the board after the last, and the table. It follows a dark colour scheme
// and a wish for less motion, and fits a telephone and a printed page.
//
// The stage is drawn once: what changes in it are the attributes with a [Track].
type Page struct {
	Title  string
	Style  string // rules for the stage
	Stage  string // SVG as it is before the first move
	End    string // SVG after the last move, whose ids are not those of the stage
	Open   int    // the step that is shown first
	Checks []Check
	Facts  []string // names of the facts
	Steps  []Step   // Steps[0] is before the first move; if it is alone, there is nothing to play
}

// Step is what the page says when a number of moves have been made.
type Step struct {
	Said   string   // a sentence
	Facts  []string // one for each name; "" if there is none
	Label  string   // the move in a few characters
	Ground string   // colour behind the label, #rrggbb; "": none
}

// Check is a box on the page that gives the stage a class while it is checked.
type Check struct {
	Class, Label string
	On           bool
}

var (
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
)

// WriteTo writes the document. The error is that of w.
func (p *Page) WriteTo(w io.Writer) (int64, error) {
	var c Canvas
	title := Escape(p.Title)
	c.Printf("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n")
	c.Printf("<title>%s</title>\n<style>\n%s%s</style>\n</head>\n<body>\n<h1>%s</h1>\n<main>\n<figure id=\"stage\">\n%s", title, pageStyle, p.Style, title, p.Stage)
	p.controls(&c)
	c.Printf("</figure>\n<section>\n")
	p.facts(&c)
	if len(p.Steps) > 1 {
		p.moves(&c)
		p.table(&c)
		c.Printf("<noscript>\n<h2>After the last move</h2>\n%s</noscript>\n", p.End)
	}
	c.Printf("</section>\n</main>\n<script>\n%s</script>\n</body>\n</html>\n", pageScript)
	return c.WriteTo(w)
}

// controls writes what only the script can serve.
func (p *Page) controls(c *Canvas) {
	c.Printf("<figcaption id=\"controls\" hidden>\n")
	if last := len(p.Steps) - 1; last > 0 {
		c.Printf("<p><input type=\"range\" id=\"step\" min=\"0\" max=\"%d\" value=\"%d\" aria-label=\"moves made\"></p>\n<p class=\"buttons\">\n", last, p.Open)
		for _, b := range [...][3]string{
			{"first", "to the start", "|◀"}, {"back", "one move back", "◀"}, {"play", "play", "Play"}, {"on", "one move on", "▶"}, {"last", "to the end", "▶|"},
		} {
			c.Printf("<button type=\"button\" id=\"%s\" aria-label=\"%s\">%s</button>\n", b[0], b[1], b[2])
		}
		c.Printf("<select id=\"speed\" aria-label=\"speed\"><option value=\"1200\">½×</option><option value=\"600\" selected>1×</option><option value=\"300\">2×</option><option value=\"100\">6×</option></select>\n</p>\n")
	}
	for _, check := range p.Checks {
		checked := ""
		if check.On {
			checked = " checked"
		}
		c.Printf("<p><label><input type=\"checkbox\" data-class=\"%s\"%s> %s</label></p>\n", check.Class, checked, Escape(check.Label))
	}
	if len(p.Steps) > 1 {
		c.Printf("<p class=\"keys\">Keys: space plays, ← → step, Home and End go to the ends</p>\n")
	}
	c.Printf("</figcaption>\n")
}

// facts writes what is known before the first move.
func (p *Page) facts(c *Canvas) {
	start := p.Steps[0]
	c.Printf("<p id=\"said\" role=\"status\" aria-live=\"polite\">%s</p>\n<dl id=\"facts\">\n", Escape(start.Said))
	for i, name := range p.Facts {
		c.Printf("<div><dt>%s</dt><dd>%s</dd></div>\n", Escape(name), Escape(orDash(start.Facts[i])))
	}
	c.Printf("</dl>\n")
}

// moves writes the labels of the moves in a row.
func (p *Page) moves(c *Canvas) {
	c.Printf("<p id=\"moves\" aria-hidden=\"true\">")
	for _, s := range p.Steps[1:] {
		style := ""
		if s.Ground != "" {
			style = fmt.Sprintf(" style=\"background:%s;color:%s\"", s.Ground, InkOn(s.Ground))
		}
		c.Printf("<span%s>%s</span> ", style, Escape(s.Label))
	}
	c.Printf("</p>\n")
}

// table writes the facts of all steps.
func (p *Page) table(c *Canvas) {
	c.Printf("<details>\n<summary>Table of the moves</summary>\n<div id=\"table\" role=\"region\" aria-label=\"table of the moves\" tabindex=\"0\">\n<table>\n<thead><tr><th scope=\"col\">move</th>")
	for _, name := range p.Facts {
		c.Printf("<th scope=\"col\">%s</th>", Escape(name))
	}
	c.Printf("</tr></thead>\n<tbody>\n")
	for i, s := range p.Steps {
		c.Printf("<tr data-said=\"%s\"><td>%d</td>", Escape(s.Said), i)
		for _, fact := range s.Facts {
			c.Printf("<td>%s</td>", Escape(orDash(fact)))
		}
		c.Printf("</tr>\n")
	}
	c.Printf("</tbody>\n</table>\n</div>\n</details>\n")
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
