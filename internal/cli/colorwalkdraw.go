package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
)

// floodPicture is the flags of a picture of boards.
type floodPicture struct {
	picture
	kind, palette          oneOf
	step, every            countFlag
	digits, frontier, ansi bool
	cells                  render.Digits // as digits says
}

// floodPictures are the kinds of a picture. Those in floodSolutionPictures are
// of a solution.
var (
	floodPictures         = []string{"board", "strip", "animation", "absorption", "regions"}
	floodSolutionPictures = []string{"strip", "animation", "absorption"}
	floodSteppedPictures  = []string{"board", "regions"}
)

func floodDrawer(cmd *cobra.Command) func(picture) (drawer, error) {
	p := floodPicture{
		kind:    oneOf{what: "picture", words: floodPictures},
		palette: oneOf{value: render.SeriesPalette.String(), what: "palette"},
	}
	for _, palette := range render.Palettes() {
		p.palette.words = append(p.palette.words, palette.String())
	}
	fs := cmd.Flags()
	p.kind.register(cmd, "picture", "which picture, `KIND`: board, or regions, the graph of its regions; of a solution strip, animation, or absorption, the move that removes each cell (default: strip for the SVG of a solution, else board)")
	p.palette.register(cmd, "palette", "the colours: those of the series, or colours that are safe for colour-blind readers, with digits")
	fs.BoolVar(&p.digits, "digits", false, "write the digit of its colour into each cell, --digits=false: into none (default: on boards up to 14x14)")
	fs.Var(&p.step, "step", "draw the board after `K` moves of the solution")
	fs.Var(&p.every, "every", "of a strip, draw the board after every `K` moves")
	fs.BoolVar(&p.frontier, "frontier", false, "outline what a next move can remove")
	fs.BoolVar(&p.ansi, "ansi", false, "of a text, use the colours of a terminal")
	return func(asked picture) (drawer, error) {
		p.picture = asked
		if err := p.check(fs.Changed); err != nil {
			return nil, wrongUse(cmd, err)
		}
		return p.draw, nil
	}
}

// check completes the flags and reports those that make no sense together.
func (p *floodPicture) check(given func(flag string) bool) error {
	for _, flag := range []string{"picture", "palette", "digits", "step", "every", "frontier", "ansi"} {
		if p.json && given(flag) {
			return fmt.Errorf("--json and --%s exclude each other", flag)
		}
	}
	if p.kind.value == "" {
		p.kind.value = "board"
		if p.format == "svg" && p.solution && !given("step") && !p.frontier || given("every") {
			p.kind.value = "strip"
		}
	}
	switch {
	case given("digits") && p.digits:
		p.cells = render.WithDigits
	case given("digits"):
		p.cells = render.NoDigits
	}
	kind := p.kind.value
	switch {
	case p.structure && p.format != "text" && !p.json:
		return fmt.Errorf("the structure of a board is drawn as text only, not as %s (its graph is drawn with --picture regions)", p.format)
	case slices.Contains(floodSolutionPictures, kind) && !p.solution:
		return fmt.Errorf("a picture of the kind %s is of a solution (give --solution)", kind)
	case p.format == "html" && kind != "board":
		return errors.New("the page shows the boards of a solution one after the other (give no --picture)")
	case p.format == "text" && kind != "board" && kind != "strip":
		return fmt.Errorf("a picture of the kind %s is an SVG picture (give --format svg)", kind)
	case given("step") && (!slices.Contains(floodSteppedPictures, kind) || !p.solution):
		return errors.New("--step is for one board of a solution (give --solution and --picture board or regions)")
	case given("every") && (kind != "strip" || p.every == 0):
		return errors.New("--every is for a strip, and 1 or more (give --solution and --picture strip)")
	case p.frontier && (kind != "board" || p.format == "text"):
		return errors.New("--frontier is for one board as SVG, or for the page (give --format svg or html and --picture board)")
	case p.ansi && p.format != "text":
		return fmt.Errorf("--ansi is for text, not for %s", p.format)
	case given("digits") && p.format == "text":
		return errors.New("a text has a digit in every cell (give --digits with --format svg or html)")
	case given("digits") && !p.digits && p.palette.value == render.SafePalette.String():
		return errors.New("the palette safe has a digit in every cell (give no --digits=false)")
	case p.step > 1<<30 || p.every > 1<<30:
		return errors.New("--step or --every is too large")
	}
	return nil
}

// draw is a drawer.
func (p *floodPicture) draw(w io.Writer, inst instance, found solution) error {
	b := inst.(colorwalk.Board)
	d, err := p.drawing()
	if err != nil {
		return err
	}
	if found != nil {
		d.Path, d.Step, d.Every = found.(flooding).path, int(p.step), int(p.every)
		if moves := len(d.Path); d.Step > moves {
			return fmt.Errorf("no board to draw after move %d (the solution has %s)", d.Step, plural(uint64(moves), "move", "moves"))
		}
	}
	switch {
	case p.format == "html":
		if len(d.Path) > 0 {
			d.Bound = colorwalk.LayerBounds(b, d.Path)
		}
		return render.Page(w, b, d)
	case p.format == "text":
		return p.text(w, b, d)
	case p.kind.value == "regions":
		return render.Regions(w, b, d)
	case found == nil || p.kind.value == "board":
		return render.SVG(w, b, d)
	case p.kind.value == "strip":
		return render.Strip(w, b, d)
	case p.kind.value == "animation":
		return render.Animated(w, b, d)
	}
	return render.Absorption(w, b, d)
}

// drawing is what the flags say of any picture.
func (p *floodPicture) drawing() (render.Drawing, error) {
	palette, err := render.ParsePalette(p.palette.value)
	d := render.Drawing{Palette: palette, Digits: p.cells, Frontier: p.frontier, ANSI: p.ansi}
	return d, err
}

func (p *floodPicture) text(w io.Writer, b colorwalk.Board, d render.Drawing) error {
	text := render.Text(b, d)
	if p.kind.value == "strip" && len(d.Path) > 0 {
		text = render.StripText(b, d)
	}
	if _, err := io.WriteString(w, text); err != nil {
		return err
	}
	if !p.structure {
		return nil
	}
	at, _, err := b.Replay(d.Path[:d.Step])
	if err != nil {
		return err
	}
	return floodAnalysis{colorwalk.Analyze(at)}.Describe(w)
}
