package cli

import (
	"bytes"
	"cmp"
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
	"github.com/puzzlelab/puzzlelab/reports/crate"
	"github.com/puzzlelab/puzzlelab/reports/formats"
	"github.com/puzzlelab/puzzlelab/reports/html"
	"github.com/puzzlelab/puzzlelab/reports/page"
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

	study   *studyNotebook // the study of the report, or nil for a notebook file
	summary experiments.Summary
}

func newReportCommand(env *environment) *cobra.Command {
	c := &reporting{environment: env, paper: oneOf{what: "paper", words: []string{"a4", "letter"}}}
	cmd := newCommand("report STUDY|FILE.yaml|FILE.ipynb", "Write the report for a study, a sweep or an executed notebook",
		c.run, &c.settingFlags, &c.claimsFlag, completes(env.completeStudies),
		takes(1, 1, fmt.Sprintf("nothing to report on (want a study, %s, or a notebook)", strings.Join(env.studyNames(), ", "))))
	fs := cmd.Flags()
	fs.StringSliceVar(&c.to, "to", formats.Usual, "write the report in these `FORMATS`, separated by commas: "+strings.Join(formats.Reports, ", "))
	complete(cmd, "to", formats.Reports...)
	fs.BoolVar(&c.noCode, "no-code", false, "omit the code of cells, figures, tables and claims")
	c.paper.register(cmd, "paper", "use this paper size for the PDF (default a4)")
	fs.BoolVar(&c.bundle, "bundle", false, "also pack the report with its data, notebook and citation into ID.zip, an RO-Crate")
	return cmd
}

func (c *reporting) run(cmd *cobra.Command, args []string) error {
	if err := checkWords("format", c.to, formats.Reports); err != nil {
		return wrongUse(cmd, err)
	}
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
	made, err := formats.Report(r, c.to, size, c.neighbours(c.Root, r.ID, study.Map(c.to, func(format string) string { return formats.Page[format] }))...)
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
		packed, err := c.pack(args[0], r, made)
		if err != nil {
			return err
		}
		paths, err := packed.writeTo(dir)
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

// on makes the report of a study or of a notebook file.
func (c *reporting) on(cmd *cobra.Command, name string) (r reports.Report, err error) {
	if !describes(name) && !slices.Contains(c.studyNames(), name) {
		return c.reportOnFile(cmd, name)
	}
	st, err := c.studyNamed(cmd, name)
	if err != nil {
		return r, err
	}
	if c.summary, err = c.wholeTrials(st, c.outFlag); err != nil {
		return r, err
	}
	c.study, _ = c.studyNotebook(st, c.Setting)
	if r, err = c.study.native(c.summary); err != nil {
		return r, fmt.Errorf("report %s: %w", st.Name, err)
	}
	c.study.addSources(&r, frame.Of(c.summary.Trials))
	return r, nil
}

func (env *environment) reportOnFile(cmd *cobra.Command, name string) (reports.Report, error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) && !strings.HasSuffix(name, ".ipynb") {
		return reports.Report{}, wrongUse(cmd, fmt.Errorf("%q is neither a study (want %s) nor a file%s",
			name, strings.Join(env.studyNames(), ", "), search.DidYouMean(name, env.studyNames())))
	}
	if err := checkOutputs(cmd, name, ", so there is nothing to report"); err != nil {
		return reports.Report{}, err
	}
	nb, _, err := env.readNotebook(name)
	if err != nil {
		return reports.Report{}, err
	}
	return env.reportOf(name, nb)
}

// reportOf makes the report of an executed notebook.
func (env *environment) reportOf(name string, nb *nbformat.Notebook) (reports.Report, error) {
	r, err := notebooks.ReportOf(nb)
	var warnings []string
	if err == nil {
		warnings, err = page.Warnings(r)
	}
	if err != nil {
		return r, fmt.Errorf("report %s: %w", name, err)
	}
	for _, warning := range append(notebooks.Failures(nb), warnings...) {
		env.say("warning", warning)
	}
	if slices.ContainsFunc(nb.Cells, notebooks.Unexecuted) {
		how := ""
		if language, _ := nb.Language(); language == "go" {
			how = "; execute them with puzzlelab notebook run " + name
		}
		env.say("warning", name+": some cells have not been executed"+how)
	}
	if changed := notebooks.AddSources(&r.Provenance, nb); changed != "" {
		env.say("warning", name+": "+changed)
	}
	return r, nil
}

// neighbours returns the links between pages in a results folder: to the page that lists all
// studies, to the previous and the next study, and to files of the study. The argument coming lists
// studies whose pages do not exist yet, and files lists the study's own files.
func (env *environment) neighbours(root, name string, files []string, coming ...string) []html.Link {
	there := slices.DeleteFunc(slices.Clone(env.Studies), func(st study.Definition) bool {
		return st.Name != name && !slices.Contains(coming, st.Name) && !exists(root, st.Name, "index.html")
	})
	var links []html.Link
	add := func(rel string, i int) {
		if i >= 0 && i < len(there) {
			links = append(links, html.Link{Rel: rel, Title: titleWord(there[i]), Href: "../" + there[i].Name + "/index.html"})
		}
	}
	i := slices.IndexFunc(there, func(st study.Definition) bool { return st.Name == name })
	if i < 0 {
		there = nil // the report is not about a study
	}
	add("prev", i-1)
	if len(coming) > 0 || exists(root, "index.html") {
		links = append(links, html.Link{Rel: "index", Title: "All studies", Href: "../index.html"})
	}
	add("next", i+1)
	for _, l := range []html.Link{
		{Rel: html.Explore, Title: "Explore", Href: formats.Explore},
		{Title: "All trials", Href: formats.Trials},
		{Title: "Data", Href: "trials.csv"},
		{Title: "Notebook", Href: notebookFile},
		{Title: "PDF", Href: formats.Page["pdf"]},
	} {
		if l.Rel = cmp.Or(l.Rel, "alternate"); slices.Contains(files, l.Href) || exists(root, name, l.Href) {
			links = append(links, l)
		}
	}
	return links
}

// titleWord returns the question of a study, without the rest of the title.
func titleWord(st study.Definition) string {
	if question, _, ok := strings.Cut(st.Title, "?"); ok {
		return question + "?"
	}
	return st.Title
}

// forgetHour removes the time of rendering, so that packing again gives the same bytes.
func forgetHour(p *reports.Provenance) {
	for i, s := range p.Sections {
		if s.Title == reports.Rendered {
			p.Sections[i].Pairs = slices.DeleteFunc(s.Pairs, func(pair reports.Pair) bool { return pair.Key == "started" })
		}
	}
}

// pack packs a report with its trials and its notebook: the executed notebook in the study's
// folder, or else the study's own.
func (c *reporting) pack(name string, r reports.Report, made files) (zip files, err error) {
	packed, notebook := made.byName(), name
	if c.study != nil {
		csv, err := trialsFile(c.summary.Trials)
		if err != nil {
			return zip, err
		}
		packed[csv.Name] = csv.Data
		notebook = filepath.Join(c.study.folder, notebookFile)
		if c.study.nb != nil {
			packed[notebookFile] = c.study.nb.Bytes()
		}
	}
	switch data, err := os.ReadFile(notebook); {
	case err == nil:
		packed[notebookFile] = data
	case c.study == nil || !errors.Is(err, fs.ErrNotExist):
		return zip, err
	}
	var data bytes.Buffer
	err = crate.Write(&data, r, packed)
	return files{{Name: r.ID + ".zip", Data: data.Bytes()}}, err
}
