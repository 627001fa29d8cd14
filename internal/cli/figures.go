package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/svg"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/markdown"
	"github.com/puzzlelab/puzzlelab/reports/pdf"
)

// figureFormats are what --to understands.
var figureFormats = []string{"svg", "pdf", "png", "csv"}

// figuring is the command figures.
type figuring struct {
	*environment
	settingFlags
	printing
	only []string
	look oneOf
}

func newFiguresCommand(env *environment) *cobra.Command {
	c := &figuring{environment: env, look: oneOf{what: "theme", words: []string{"paper"}}}
	return newCommand(&cobra.Command{
		Use:   "figures STUDY|FILE.yaml",
		Short: "Make the figures and tables of a study from its stored trials",
		Long: `Make the figures and tables of a study from its stored trials, without running
any and without a notebook.

They go where reproduce puts them, into the study's folder in the results
folder: figures/ID.svg, .pdf, .png and .csv, tables/ID.csv; what shows measured
times into timing/. The names of the files are printed.

For a paper, --width lays figures out anew, with text of 5 pt and more, and
--theme paper makes all text black and leaves out the grid; the PNG has 300 dots
per inch. They then go beside the others: figures-89mm-paper/ID.pdf.`,
		Example: env.example(`  puzzlelab figures STUDY --quick
  puzzlelab figures STUDY --only ID,ID --to svg --out results
  puzzlelab figures STUDY --to pdf --width 89mm --theme paper`),
		ValidArgsFunction: env.completeStudies,
	}, c.run, &c.settingFlags, c)
}

func (c *figuring) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringSliceVar(&c.only, "only", nil, "only the figures and tables `ID,ID…`; see list figures")
	fs.StringSliceVar(&c.formats, "to", []string{"svg", "png"}, "formats `F,F…` of figures: "+strings.Join(figureFormats, ", "))
	fs.Var(widthFlag(&c.width), "width", "draw figures `WIDTH` wide for paper, such as 89mm, 120mm, 183mm or 3.5in")
	c.look.register(cmd, "theme", "how figures look")
	complete(cmd, "to", figureFormats...)
	register(cmd, "only", func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		var ids []cobra.Completion
		for _, st := range c.Studies {
			if slices.Contains(args, st.Name) {
				ids = append(ids, st.ItemIDs()...)
			}
		}
		return ids, cobra.ShellCompDirectiveNoFileComp
	})
}

func (c *figuring) check(*cobra.Command, []string) error {
	c.theme = c.look.value
	return nil
}

func (c *figuring) run(cmd *cobra.Command, args []string) error {
	st, err := c.oneStudy(cmd, args)
	if err != nil {
		return err
	}
	items, err := st.ItemsNamed(c.only...)
	if err != nil {
		return wrongUseHint(cmd, err, "see puzzlelab list figures")
	}
	if err := checkWords("format", c.formats, figureFormats); err != nil {
		return wrongUse(cmd, err)
	}
	summary, err := c.wholeTrials(st, c.outFlag)
	if err != nil {
		return err
	}
	var made files
	for _, item := range items {
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		list, note, err := c.files(item, frame.Of(summary.Trials))
		if err != nil {
			return fmt.Errorf("figures %s: %s: %w", st.Name, item.ID, err)
		}
		if note != "" {
			c.say("note", item.ID+": "+note)
		}
		made = append(made, list...)
	}
	if len(made) == 0 {
		return fmt.Errorf("figures %s: a claim has no file (puzzlelab report %s prints it)", st.Name, called(st))
	}
	paths, err := made.writeTo(studyFolder(st, c.Setting))
	if err != nil {
		return err
	}
	return c.printLines(paths...)
}

// printing says how figures are printed.
type printing struct {
	formats []string
	width   float64 // points; 0 is the natural one
	theme   string
}

// suffix names the folder of figures that are drawn otherwise than those of a report:
// "-89mm-paper".
func (p printing) suffix() (s string) {
	for _, part := range []string{millimetres(p.width), p.theme} {
		if part != "" {
			s += "-" + part
		}
	}
	return s
}

// files returns the files of an item, none for a claim, and what is to be said of
// them.
func (p printing) files(item study.Item, trials frame.Frame) (made files, note string, err error) {
	if item.Draw != nil {
		drawn, err := item.Draw(trials)
		if err != nil {
			return nil, "", err
		}
		made, err = p.drawn(drawn)
		return made, "", err
	}
	if item.Claim {
		return nil, "", nil
	}
	block, err := item.Make(trials)
	if err != nil {
		return nil, "", err
	}
	figure, ok := block.(reports.Figure)
	if !ok {
		made, err = markdown.Files(block)
		return made, "", err
	}
	if p.width > 0 && len(figure.SVG) > 0 {
		narrow, smallest, err := svg.Narrowed(figure.SVG, p.width)
		const least = 5 // points
		switch {
		case err != nil:
			return nil, "", err
		case smallest > 0 && smallest < least:
			note = fmt.Sprintf("left wider than %s, at which its text would be %.2g pt high", millimetres(p.width), smallest)
		default:
			figure.SVG = narrow
		}
	}
	made, err = p.figure(figure, nil)
	return made, note, err
}

// drawn returns the files of a figure that draws itself.
func (p printing) drawn(d reports.Drawn) (files, error) {
	figure := reports.DescribeFigure(d)
	draw := map[string]func() ([]byte, error){"svg": d.SVG, "png": d.PNG}
	printable, ok := d.(reports.Printable)
	if ok && p.suffix() != "" {
		for format := range draw {
			draw[format] = func() ([]byte, error) { return printable.Print(format, p.width, p.theme) }
		}
	}
	var data []byte
	var err error
	if slices.Contains(p.formats, "svg") || slices.Contains(p.formats, "pdf") {
		if figure.SVG, err = draw["svg"](); err != nil {
			return nil, err
		}
	}
	if slices.Contains(p.formats, "png") {
		if figure.PNG, err = draw["png"](); err != nil {
			return nil, err
		}
	}
	if ok && slices.Contains(p.formats, "csv") {
		if data, err = printable.CSV(); err != nil {
			return nil, err
		}
	}
	return p.figure(figure, data)
}

// figure returns the files of a figure and of its data.
func (p printing) figure(f reports.Figure, data []byte) (made files, err error) {
	folder := "figures"
	if f.Timing {
		folder = "timing"
	}
	for _, format := range figureFormats {
		content := map[string][]byte{"svg": f.SVG, "pdf": f.SVG, "png": f.PNG, "csv": data}[format]
		if len(content) == 0 || !slices.Contains(p.formats, format) {
			continue
		}
		if format == "pdf" {
			if content, err = pdf.Picture(content); err != nil {
				return nil, err
			}
		}
		made = append(made, markdown.File{Name: folder + p.suffix() + "/" + f.ID + "." + format, Data: content})
	}
	return made, nil
}

// checkWords reports a value of a flag that is a list of words.
func checkWords(what string, words, known []string) error {
	for _, word := range words {
		if !slices.Contains(known, word) {
			return unknown(what, word, known)
		}
	}
	if len(words) == 0 {
		return fmt.Errorf("no %s given (want %s)", what, strings.Join(known, ", "))
	}
	return nil
}
