package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func newShowCommand(env *environment) *cobra.Command {
	cmd := env.perPuzzle(&cobra.Command{
		Use:     "show PUZZLE [FILE|-]",
		Short:   "Draw an instance or its solution; print stored trials",
		Long:    "Draw an instance or its solution: as text, an SVG picture or an HTML page.\nOr print a stored trial, or sums over many.",
		Example: env.example("  echo INSTANCE | puzzlelab show PUZZLE --solution"),
	}, env.Puzzles, newShowPuzzleCommand)
	cmd.AddCommand(newShowTrialCommand(env), newShowTrialsCommand(env))
	return cmd
}

func newShowPuzzleCommand(env *environment, p *puzzle.Puzzle) *cobra.Command {
	show := &showing{environment: env, question: question{puzzle: p}, jsonFlag: jsonFlag{usage: oneObject + " instead of a picture"}, to: oneOf{what: "format", words: pictureFormats(p)}, kind: oneOf{what: "picture"}}
	example := fmt.Sprintf("  echo %s | puzzlelab show %s --solution", p.Example, p.Name)
	if p.Analyze != nil {
		example += " --structure"
	}
	for _, file := range []string{"picture.svg", "steps.html"} {
		if slices.Contains(show.to.words, strings.TrimPrefix(filepath.Ext(file), ".")) {
			example += fmt.Sprintf("\n  puzzlelab show %s --solution -o %s FILE", p.Name, file)
		}
	}
	for _, q := range slices.Backward(p.Pictures) {
		if q.Solution {
			example += fmt.Sprintf("\n  puzzlelab show %s --solution --picture %s -o board.svg FILE", p.Name, q.Name)
			break
		}
	}
	return newCommand(&cobra.Command{
		Use:   p.Name + " [FILE|-]",
		Short: p.Doc,
		Long: fmt.Sprintf(`Draw one instance of %s: the first of the input, or that of --index.

The format follows the name of the output file, and is text without one. With
--json the same facts are printed as one object: instance, outcome, path or
reason with --solution, structure with --structure.`, p.Name),
		Example: example,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return wrongUse(cmd, fmt.Errorf("%d files given (want one)", len(args)))
			}
			return nil
		},
	}, show.run, show, &show.question, &show.jsonFlag, &show.outputFlag)
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

	picture *puzzle.Picture[instance] // chosen by choosePicture
}

func (s *showing) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.BoolVar(&s.solution, "solution", false, "solve the instance and draw the solution")
	if s.puzzle.Analyze != nil {
		fs.BoolVar(&s.structure, "structure", false, "draw what is known before any search")
	}
	s.to.register(cmd, "to", "how to draw (default: by the name of the output file, else text)")
	fs.IntVar(&s.index, "index", 0, "draw instance `K` of the input, from 0")
	s.read = readerFlags(cmd, s.puzzle)
	s.registerPictures(cmd)
}

// check completes the flags and reports those that make no sense.
func (s *showing) check(cmd *cobra.Command, _ []string) (err error) {
	switch {
	case s.index < 0:
		err = fmt.Errorf("index %d is negative", s.index)
	case s.json && s.to.value != "":
		err = errors.New("--json and --to exclude each other")
	case !s.json && s.to.value == "":
		err = s.to.follow(s.output)
	}
	if err == nil {
		err = s.choosePicture(cmd.Flags().Changed)
	}
	if err != nil {
		err = wrongUse(cmd, err)
	}
	return err
}

// follow chooses a format by the name of the output file.
func (f *oneOf) follow(out string) error {
	extension := strings.ToLower(filepath.Ext(out))
	f.value = map[string]string{".svg": "svg", ".html": "html", ".htm": "html", "": "text", ".txt": "text", ".text": "text"}[extension]
	if slices.Contains(f.words, f.value) {
		return nil
	}
	names := slices.DeleteFunc([]string{".svg", ".html", ".txt"}, func(name string) bool {
		return !slices.Contains(f.words, strings.Replace(name[1:], "txt", "text", 1))
	})
	return fmt.Errorf("nothing is drawn as %s (want a file called %s, or give --to)", extension, wording.AnyOf(names))
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
			s.say("note", fmt.Sprintf("%v: %v: the solution, of cost %d, may not be the best (none costs less than %d)", it, f.Outcome, f.Cost, f.Bound))
		case !f.solved():
			message := fmt.Sprintf("%v: no solution to draw: %v", it, f.Outcome)
			if f.Reason != "" {
				message += ": " + f.Reason
			}
			s.say("note", message)
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

// pick returns the instance of the input that was asked for.
func (s *showing) pick(files []string) (item, error) {
	seen := 0
	for it, err := range s.instances(s.read, files) {
		if it.index == s.index {
			return it, err
		}
		seen++
	}
	return item{}, fmt.Errorf("no instance %d in the input (it has %d, counted from 0)", s.index, seen)
}

// shownRow is the object of --json.
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
