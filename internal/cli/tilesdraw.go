package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// tilePicture is the flags of a picture of boards.
type tilePicture struct {
	picture
	kind        oneOf
	heuristic   tileHeuristic
	step, every countFlag
}

func tileDrawer(cmd *cobra.Command) func(picture) (drawer, error) {
	t := tilePicture{kind: oneOf{what: "picture", words: []string{"board", "strip", "animation"}}}
	fs := cmd.Flags()
	t.kind.register(cmd, "picture", "which picture: one board, the boards of the solution in a strip, or one board with moving tiles (default: strip for the SVG of a solution, else board)")
	fs.Var(&t.heuristic, "heuristic", "explain over the board what heuristic `H` adds up; see list heuristics")
	fs.Var(&t.step, "step", "draw the board after `K` moves of the solution")
	fs.Var(&t.every, "every", "of a strip, draw the board after every `K` moves")
	register(cmd, "heuristic", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		var values []cobra.Completion
		for _, h := range tiles.Heuristics() {
			values = append(values, cobra.CompletionWithDesc(h.Name, h.Doc))
		}
		return values, cobra.ShellCompDirectiveNoFileComp
	})
	return func(asked picture) (drawer, error) {
		t.picture = asked
		if err := t.check(fs.Changed); err != nil {
			return nil, wrongUse(cmd, err)
		}
		return t.draw, nil
	}
}

// check completes the flags and reports those that make no sense together.
func (t *tilePicture) check(given func(flag string) bool) error {
	for _, flag := range []string{"picture", "heuristic", "step", "every"} {
		if t.json && given(flag) {
			return fmt.Errorf("--json and --%s exclude each other", flag)
		}
	}
	if t.kind.value == "" {
		t.kind.value = "board"
		if t.format == "svg" && t.solution && !given("heuristic") && !given("step") || given("every") {
			t.kind.value = "strip"
		}
	}
	switch {
	case t.structure && t.format != "text" && !t.json:
		return fmt.Errorf("the structure of a board is drawn as text only, not as %s (an estimate is explained with --heuristic)", t.format)
	case t.kind.value != "board" && !t.solution:
		return fmt.Errorf("a picture of the kind %s is of a solution (give --solution)", t.kind.value)
	case t.kind.value != "board" && t.format == "html":
		return errors.New("the page shows the boards of a solution one after the other (give no --picture)")
	case t.kind.value == "animation" && t.format == "text":
		return errors.New("an animation is an SVG picture (give --format svg)")
	case given("heuristic") && t.kind.value != "board":
		return fmt.Errorf("a heuristic is explained over one board (want --picture board, not %s)", t.kind.value)
	case given("step") && (t.kind.value != "board" || !t.solution):
		return errors.New("--step is for one board of a solution (give --solution and --picture board)")
	case given("every") && (t.kind.value != "strip" || t.every == 0):
		return errors.New("--every is for a strip, and 1 or more (give --solution and --picture strip)")
	case t.step > 1<<30 || t.every > 1<<30:
		return errors.New("--step or --every is too large")
	}
	return nil
}

// draw is a drawer.
func (t *tilePicture) draw(w io.Writer, inst instance, found solution) error {
	b := inst.(tiles.Board)
	drawing := render.Drawing{Heuristic: t.heuristic.Heuristic}
	if found != nil {
		drawing.Path, drawing.Step, drawing.Every = found.(slide).path, int(t.step), int(t.every)
		if moves := len(drawing.Path); drawing.Step > moves {
			return fmt.Errorf("no board to draw after move %d (the solution has %s)", drawing.Step, plural(uint64(moves), "move", "moves"))
		}
	}
	switch {
	case t.format == "html":
		return render.Page(w, b, drawing)
	case t.format == "svg" && t.kind.value == "strip" && found != nil:
		return render.Strip(w, b, drawing)
	case t.format == "svg" && t.kind.value == "animation" && found != nil:
		return render.Animated(w, b, drawing)
	case t.format == "svg":
		return render.SVG(w, b, drawing)
	}
	return t.text(w, b, drawing)
}

func (t *tilePicture) text(w io.Writer, b tiles.Board, d render.Drawing) error {
	if t.kind.value == "strip" && len(d.Path) > 0 {
		_, err := io.WriteString(w, render.StripText(b, d))
		return err
	}
	at, err := b.Replay(d.Path[:d.Step])
	if err != nil {
		return err
	}
	text := render.Text(b, d)
	if h := d.Heuristic; h.Name != "" {
		if err := h.Fits(b.Width(), b.Height()); err != nil {
			return err
		}
		text += fmt.Sprintf("%s: %d\n", h.Name, h.Of(at))
	}
	if _, err := io.WriteString(w, text); err != nil {
		return err
	}
	if t.structure {
		return tileAnalysis{at}.Describe(w)
	}
	return nil
}

// tileHeuristic is the value of --heuristic; the zero value is none.
type tileHeuristic struct{ tiles.Heuristic }

func (h *tileHeuristic) Set(s string) error {
	heuristic, err := tiles.ParseHeuristic(s)
	if err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "tiles: "))
	}
	h.Heuristic = heuristic
	return nil
}

func (h *tileHeuristic) String() string { return h.Name }
func (h *tileHeuristic) Type() string   { return "H" }
