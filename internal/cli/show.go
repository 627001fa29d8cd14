package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/ask"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func newShowCommand(env *environment) *cobra.Command {
	cmd := env.perPuzzle("show PUZZLE [FILE|-]", "Draw an instance or its solution, or print stored trials", env.Puzzles, newShowPuzzleCommand)
	cmd.AddCommand(newShowTrialCommand(env), newShowTrialsCommand(env))
	return cmd
}

func newShowPuzzleCommand(env *environment, p *puzzle.Puzzle) *cobra.Command {
	show := &showing{environment: env, question: question{puzzle: p, tell: env.note}, jsonFlag: jsonFlag{usage: oneObject + " instead of a picture"}, to: oneOf{what: "format", words: pictureFormats(p)}, kind: oneOf{what: "picture"}}
	return newCommand(p.Name+" [FILE|-]", p.Doc, show.run, show, &show.question, &show.jsonFlag, &show.outputFlag, arguments(func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 && slices.ContainsFunc(args, readable) {
			return wrongUse(cmd, fmt.Errorf("%d files given (want one)", len(args)))
		}
		return nil
	}))
}

// showing is the command show of a puzzle.
type showing struct {
	*environment
	question
	jsonFlag
	outputFlag
	solution, structure bool
	to, kind            oneOf
	step, every         uint64
	style               *puzzle.Choice
	index               int
	read                reader

	picture *puzzle.Picture[instance] // set by check
}

func (s *showing) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.BoolVar(&s.solution, "solution", false, "solve the instance and draw the solution")
	if s.puzzle.Analyze != nil {
		fs.BoolVar(&s.structure, "structure", false, "draw the structure of the instance, which is known without a search")
	}
	s.to.register(cmd, "to", "write this format (default: the format that matches the extension of the output file, or else text)")
	fs.IntVar(&s.index, "index", 0, "draw the instance with number `K` in the input, counted from 0")
	s.read = s.readerFlags(cmd, s.puzzle)
	s.registerPictures(cmd)
}

// check completes the flags and reports flags that do not apply.
func (s *showing) check(cmd *cobra.Command, _ []string) (err error) {
	switch {
	case s.index < 0:
		err = fmt.Errorf("index %d is negative", s.index)
	case s.json:
		// These flags are only for pictures.
		for _, flag := range append([]string{"to", "picture", "step", "every"}, study.Map(s.puzzle.Style, func(o puzzle.Option) string { return o.Name })...) {
			err = cmp.Or(err, exclusive(cmd, "json", flag))
		}
		return err
	case s.to.value == "":
		err = s.to.follow(s.output)
	}
	if err == nil {
		s.picture, err = ask.Drawing{
			Picture: s.kind.value, Format: s.to.value, Solution: s.solution, Structure: s.structure,
			Step: s.step, Every: s.every, Given: cmd.Flags().Changed,
		}.Of(s.puzzle)
	}
	return wrongUse(cmd, err)
}

// follow chooses a format by the extension of the output file.
func (f *oneOf) follow(out string) error {
	extension := strings.ToLower(filepath.Ext(out))
	f.value = map[string]string{".svg": "svg", ".html": "html", ".htm": "html", "": "text", ".txt": "text", ".text": "text"}[extension]
	if slices.Contains(f.words, f.value) {
		return nil
	}
	names := slices.DeleteFunc([]string{".svg", ".html", ".txt"}, func(name string) bool {
		return !slices.Contains(f.words, strings.Replace(name[1:], "txt", "text", 1))
	})
	return fmt.Errorf("cannot draw %s files (want %s, or use --to)", extension, wording.AnyOf(names))
}

func (s *showing) run(cmd *cobra.Command, files []string) error {
	it, err := s.pick(files)
	if err != nil {
		return err
	}
	if it.instance, err = s.adapt(it.instance); err != nil {
		return fmt.Errorf("%v: %w", it, err)
	}
	f := found{instance: it.instance}
	if s.solution {
		if f, err = s.find(cmd.Context(), it.instance, s.forItem(s.environment, it), nil); err != nil {
			return fmt.Errorf("%v: %w", it, err)
		}
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		switch {
		case f.solved() && f.Outcome.Limited() && f.bounded():
			s.note(fmt.Sprintf("%v: %v: the solution, of cost %d, may not be the best (none costs less than %d)", it, f.Outcome, f.Cost, f.Bound))
		case !f.solved():
			message := fmt.Sprintf("%v: no solution to draw: %v", it, f.Outcome)
			if f.Reason != "" {
				message += ": " + f.Reason
			}
			s.note(message)
		}
	}
	if err := writeTo(s.raw, s.output, func(w io.Writer) error { return s.write(w, f) }); err != nil {
		return err
	}
	if f.Outcome.Limited() || f.Outcome == search.Incomplete {
		return exit(statusLimited)
	}
	return nil
}

// pick returns the requested instance of the input.
func (s *showing) pick(files []string) (item, error) {
	seen := 0
	for it, err := range s.instances(s.read, files) {
		if it.index == s.index {
			return it, err
		}
		seen++
	}
	return item{}, fmt.Errorf("the input has no instance %d (it has %d, counted from 0)", s.index, seen)
}

// shownRow is the output of --json.
type shownRow struct {
	Instance  string          `json:"instance"`
	Outcome   string          `json:"outcome,omitempty"`
	Reason    string          `json:"reason,omitempty"`
	Path      json.RawMessage `json:"path,omitempty"`
	Structure puzzle.Analysis `json:"structure,omitempty"`
}

func (s *showing) write(w io.Writer, f found) error {
	if !s.json {
		return s.draw(w, f)
	}
	row := shownRow{Instance: f.instance.String()}
	if s.solution {
		row.Outcome, row.Reason = f.Outcome.String(), f.Reason
	}
	if f.solved() {
		row.Path = pathJSON(s.puzzle, f.solution)
	}
	if s.structure {
		row.Structure = s.puzzle.Analyze(f.instance)
	}
	return writeJSON(w, row)
}

// pictureFormats returns all formats of the puzzle's pictures.
func pictureFormats(p *puzzle.Puzzle) []string {
	return slices.DeleteFunc([]string{"text", "svg", "html"}, func(format string) bool {
		return !slices.ContainsFunc(p.Pictures, func(q puzzle.Picture[instance]) bool { return slices.Contains(q.Formats, format) })
	})
}

// registerPictures registers the flags that change the picture.
func (s *showing) registerPictures(cmd *cobra.Command) {
	var stepped, thinned bool
	for _, p := range s.puzzle.Pictures {
		stepped, thinned = stepped || p.Stepped, thinned || p.Thinned
	}
	words := study.Map(s.puzzle.Pictures, func(p puzzle.Picture[instance]) puzzle.Word { return puzzle.Word{Name: p.Name, Doc: p.Doc} })
	if len(words) > 1 {
		s.kind.explain(cmd, "picture", "draw this `KIND` of picture", words)
	}
	fs := cmd.Flags()
	if stepped {
		fs.Var(countFlag(&s.step), "step", "draw the instance after the first `K` moves of the solution")
	}
	if thinned {
		fs.Var(countFlag(&s.every), "every", "draw a strip that shows the instance after every `K` moves")
	}
	s.style = optionFlags(cmd, s.puzzle.Style)
}

// draw draws the result of a search.
func (s *showing) draw(w io.Writer, f found) error {
	v := puzzle.View{Format: s.to.value, Structure: s.structure, Choice: *s.style}
	if f.solved() {
		v.Solved, v.Solution, v.Step, v.Every = true, f.solution, int(s.step), int(s.every)
		if v.Step > f.Cost {
			return fmt.Errorf("there is no move %d to draw (the solution has %s)", v.Step, wording.Counted(f.Cost, "move"))
		}
	} else if s.picture.Solution {
		s.picture = &s.puzzle.Pictures[0]
	}
	return s.picture.Draw(w, f.instance, v)
}
