package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/bibtex"
	"github.com/puzzlelab/puzzlelab/reports/formats"
	"github.com/puzzlelab/puzzlelab/reports/html"
	"github.com/puzzlelab/puzzlelab/reports/pdf"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// reporting is the command report.
type reporting struct {
	*environment
	settingFlags
	claimsFlag
	to             []string
	paper          oneOf
	noCode, bundle bool

	st      study.Definition // that is reported on, without a name if it is a notebook's file
	summary experiments.Summary
}

func newReportCommand(env *environment) *cobra.Command {
	c := &reporting{environment: env, paper: oneOf{what: "paper", words: []string{"a4", "letter"}}}
	return newCommand(&cobra.Command{
		Use:   "report STUDY|FILE.yaml|FILE.ipynb",
		Short: "Write the report of a study, a sweep or an executed notebook",
		Long: `Write the report of a study from its stored trials, or of an executed notebook
from what its cells showed. Nothing is run.

The report goes into a folder of its own in the results folder, named by the
study or by the notebook's title: index.html for html; report.pdf for pdf,
without code; report.md with figures/, tables/, claims.json, timing/ and
provenance.json for md; report.tex with numbers.tex, figures/, tables/ and
timing/ for latex. Where it is is printed.`,
		Example: env.example(`  puzzlelab report STUDY --quick
  puzzlelab report out.ipynb --to html --out pages
  puzzlelab report STUDY --to pdf --paper letter
  puzzlelab report STUDY --to html,md,pdf,latex --bundle`),
		ValidArgsFunction: env.completeStudies,
		Args: func(cmd *cobra.Command, args []string) error {
			return takes(1, 1, fmt.Sprintf("nothing to report on (want a study, %s, or a notebook)", strings.Join(env.studyNames(), ", ")))(cmd, args)
		},
	}, c.run, c, &c.settingFlags, &c.claimsFlag)
}

func (c *reporting) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringSliceVar(&c.to, "to", formats.Usual, "formats `F,F…`: "+strings.Join(formats.Reports, ", "))
	complete(cmd, "to", formats.Reports...)
	fs.BoolVar(&c.noCode, "no-code", false, "leave out the code of cells, and of what made figures, tables and claims")
	c.paper.register(cmd, "paper", "paper of a pdf (default a4)")
	fs.BoolVar(&c.bundle, "bundle", false, "also pack the report with its data, its notebook and how to cite it into ID.zip, an RO-Crate")
}

func (c *reporting) check(cmd *cobra.Command, _ []string) error {
	if err := checkWords("format", c.to, formats.Reports); err != nil {
		return wrongUse(cmd, err)
	}
	return nil
}

func (c *reporting) run(cmd *cobra.Command, args []string) error {
	r, err := c.on(cmd, args[0])
	if err != nil {
		return err
	}
	if c.noCode {
		r.Blocks = formats.WithoutCode(r.Blocks)
	}
	if c.bundle {
		forgetHour(&r.Provenance)
	}
	size := pdf.A4
	if c.paper.value == "letter" {
		size = pdf.Letter
	}
	made, err := formats.Report(r, c.to, size, c.neighbours(c.Root, r.ID)...)
	if err != nil {
		return err
	}
	dir := filepath.Join(c.Root, r.ID)
	if _, err := files(made).writeTo(dir); err != nil {
		return err
	}
	var pages []string
	for _, format := range formats.Reports {
		if slices.Contains(c.to, format) {
			pages = append(pages, shown(filepath.Join(dir, formats.Page[format])))
		}
	}
	if c.bundle {
		zip, err := c.pack(args[0], r, made)
		if err != nil {
			return err
		}
		paths, err := files{zip}.writeTo(dir)
		if err != nil {
			return err
		}
		pages = append(pages, paths...)
	}
	if err := c.printLines(pages...); err != nil {
		return err
	}
	return c.failed(r.Claims())
}

// on makes the report of a study or of a notebook's file.
func (c *reporting) on(cmd *cobra.Command, name string) (r reports.Report, err error) {
	if !c.isStudy(name) {
		return c.reportOnFile(cmd, name)
	}
	if c.st, err = c.studyNamed(cmd, name); err != nil {
		return r, err
	}
	if c.summary, err = c.wholeTrials(c.st, c.outFlag); err != nil {
		return r, err
	}
	if r, err = c.native(c.st, c.Setting, c.summary); err != nil {
		return r, fmt.Errorf("report %s: %w", c.st.Name, err)
	}
	c.addSources(&r, c.st, frame.Of(c.summary.Trials))
	return r, nil
}

// addSources tells the report of a study what it goes back to, so that it lists the papers.
func (env *environment) addSources(r *reports.Report, st study.Definition, trials frame.Frame) {
	if r.Library == nil {
		r.Library = bibtex.Shipped()
	}
	r.Sources = append(r.Sources, st.Sources(env.Puzzles, trials)...)
}

func (env *environment) reportOnFile(cmd *cobra.Command, name string) (reports.Report, error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) && !strings.HasSuffix(name, ".ipynb") {
		return reports.Report{}, wrongUse(cmd, fmt.Errorf("%q is neither a study (want %s) nor a file%s",
			name, strings.Join(env.studyNames(), ", "), search.DidYouMean(name, env.studyNames())))
	}
	if err := checkOutputs(cmd, name, ", of which a report is made"); err != nil {
		return reports.Report{}, err
	}
	nb, err := nbformat.ReadFile(name)
	if err != nil {
		return reports.Report{}, err
	}
	r, err := notebooks.ReportOf(nb)
	if err == nil {
		err = r.Validate()
	}
	if errors.Is(err, notebooks.ErrNotExecuted) {
		return r, failure("puzzlelab notebook run "+name+" executes its cells", "report %s: %w", name, err)
	}
	if err != nil {
		return r, fmt.Errorf("report %s: %w", name, err)
	}
	if changed := notebooks.AddSources(&r.Provenance, nb); changed != "" {
		env.say("warning", name+": "+changed)
	}
	return r, nil
}

// neighbours are the links of the page of a study, or of a notebook's report, in a results
// folder: to the page of all studies, and to the studies before and after it. They are there
// or, if studies are coming, will be.
func (env *environment) neighbours(root, name string, coming ...study.Definition) []html.Link {
	there := slices.DeleteFunc(slices.Clone(env.Studies), func(st study.Definition) bool {
		named := func(m study.Definition) bool { return m.Name == st.Name }
		return st.Name != name && !slices.ContainsFunc(coming, named) && !exists(root, st.Name, "index.html")
	})
	var links []html.Link
	add := func(rel string, i int) {
		if i >= 0 && i < len(there) {
			links = append(links, html.Link{Rel: rel, Title: titleWord(there[i]), Href: "../" + there[i].Name + "/index.html"})
		}
	}
	i := slices.IndexFunc(there, func(st study.Definition) bool { return st.Name == name })
	if i < 0 {
		there = nil // the report is of none
	}
	add("prev", i-1)
	if len(coming) > 0 || exists(root, "index.html") {
		links = append(links, html.Link{Rel: "index", Title: "All studies", Href: "../index.html"})
	}
	add("next", i+1)
	if len(coming) > 0 || exists(root, name, formats.Trials) {
		links = append(links, html.Link{Rel: "alternate", Title: "All trials", Href: formats.Trials})
	}
	return links
}

// titleWord is the question of a study, without what follows it.
func titleWord(st study.Definition) string {
	if question, _, ok := strings.Cut(st.Title, "?"); ok {
		return question + "?"
	}
	return st.Title
}
