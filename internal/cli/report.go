package cli

import (
	"bytes"
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
	"github.com/puzzlelab/puzzlelab/reports/html"
	"github.com/puzzlelab/puzzlelab/reports/latex"
	"github.com/puzzlelab/puzzlelab/reports/markdown"
	"github.com/puzzlelab/puzzlelab/reports/pdf"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// reportFormats are what --to understands.
var reportFormats = []string{"html", "pdf", "latex", "md"}

// usualFormats are what is written unless told otherwise.
var usualFormats = []string{"html", "md"}

func newReportCommand(env *environment) *cobra.Command {
	var flags settingFlags
	cmd := &cobra.Command{
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
	}
	flags.register(cmd)
	to := cmd.Flags().StringSlice("to", usualFormats, "formats `F,F…`: "+strings.Join(reportFormats, ", "))
	complete(cmd, "to", reportFormats...)
	noCode := cmd.Flags().Bool("no-code", false, "leave out the code of cells, and of what made figures, tables and claims")
	paper := oneOf{what: "paper", words: []string{"a4", "letter"}}
	paper.register(cmd, "paper", "paper of a pdf (default a4)")
	bundle := cmd.Flags().Bool("bundle", false, "also pack the report with its data, its notebook and how to cite it into ID.zip, an RO-Crate")
	strict := strictFlag(cmd)

	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return wrongUse(cmd, fmt.Errorf("nothing to report on (want a study, %s, or a notebook)", strings.Join(env.studyNames(), ", ")))
		}
		if err := atMost(1, cmd, args); err != nil {
			return err
		}
		if err := checkWords("format", *to, reportFormats); err != nil {
			return wrongUse(cmd, err)
		}
		setting, err := flags.setting(cmd)
		if err != nil {
			return err
		}
		r, err := env.reportOn(cmd, args[0], setting, flags.outFlag())
		if err != nil {
			return err
		}
		if *noCode {
			r.Blocks = withoutCode(r.Blocks)
		}
		if *bundle {
			forgetHour(&r.Provenance)
		}
		size := pdf.A4
		if paper.value == "letter" {
			size = pdf.Letter
		}
		made, err := reportFiles(r, *to, size, env.neighbours(setting.Root, r.ID, false)...)
		if err != nil {
			return err
		}
		dir := filepath.Join(setting.Root, r.ID)
		if _, err := made.writeTo(dir); err != nil {
			return err
		}
		var pages []string
		for _, format := range reportFormats {
			if slices.Contains(*to, format) {
				pages = append(pages, shown(filepath.Join(dir, pageName[format])))
			}
		}
		if *bundle {
			zip, err := env.bundle(cmd, args[0], setting, r, made)
			if err != nil {
				return err
			}
			paths, err := files{zip}.writeTo(dir)
			if err != nil {
				return err
			}
			pages = append(pages, paths...)
		}
		if err := env.printLines(pages...); err != nil {
			return err
		}
		return failedClaims(*strict, r.Claims())
	}
	return cmd
}

// pageName is the file of a report that leads to its others.
var pageName = map[string]string{"html": "index.html", "pdf": "report.pdf", "latex": "report.tex", "md": "report.md"}

// reportOn makes the report of a study or of a notebook's file.
func (env *environment) reportOn(cmd *cobra.Command, name string, setting experiments.Setting, out string) (reports.Report, error) {
	if !env.isStudy(name) {
		return env.reportOnFile(cmd, name)
	}
	st, err := env.studyNamed(cmd, name)
	if err != nil {
		return reports.Report{}, err
	}
	summary, err := storedTrials(st, setting, out)
	env.sayWarnings(summary)
	if err != nil {
		return reports.Report{}, err
	}
	r, err := env.native(st, setting, frame.Of(summary.Trials))
	if err != nil {
		return r, fmt.Errorf("report %s: %w", st.Name, err)
	}
	env.addSources(&r, st, frame.Of(summary.Trials))
	r.Provenance = provenanceOf(summary, setting.Scale)
	return r, nil
}

func (env *environment) reportOnFile(cmd *cobra.Command, name string) (reports.Report, error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) && !strings.HasSuffix(name, ".ipynb") {
		return reports.Report{}, wrongUse(cmd, fmt.Errorf("%q is neither a study (want %s) nor a file%s",
			name, strings.Join(env.studyNames(), ", "), search.DidYouMean(name, env.studyNames())))
	}
	if isGo(name) {
		return reports.Report{}, wrongUseHint(cmd, fmt.Errorf("%s has no outputs, of which a report is made", name),
			fmt.Sprintf("puzzlelab notebook run %s, then puzzlelab report %s", name, executed(name)))
	}
	nb, err := nbformat.ReadFile(name)
	if err != nil {
		return reports.Report{}, err
	}
	r, err := notebooks.ReportOf(nb)
	if err != nil {
		hint := ""
		if errors.Is(err, notebooks.ErrNotExecuted) {
			hint = "puzzlelab notebook run " + name + " executes its cells"
		}
		return r, failure(hint, "report %s: %w", name, err)
	}
	if err := r.Validate(); err != nil {
		return r, fmt.Errorf("report %s: %w", name, err)
	}
	if changed := notebooks.AddSources(&r.Provenance, nb); changed != "" {
		env.say("warning", name+": "+changed)
	}
	return r, nil
}

// withoutCode returns what is left of blocks, some of which may be nothing but code.
func withoutCode(blocks []reports.Block) (left []reports.Block) {
	for _, b := range blocks {
		if code, ok := b.(reports.Code); ok {
			if code.Output == "" {
				continue
			}
			code.Source = ""
			b = code
		}
		left = append(left, reports.Made(b, ""))
	}
	return left
}

// Pages beside that of a report, of the study's trials and of the code that made the
// report's items.
const (
	trialsPage = "trials.html"
	codePage   = "code.html"
)

// neighbours are the links of the page of a study, or of a notebook's report, in a results
// folder: to the page of all studies, which may be yet to come, and to the studies before
// and behind it that are there or will be.
func (env *environment) neighbours(root, name string, coming bool, more ...study.Definition) []html.Link {
	stands := func(page string) bool {
		_, err := os.Stat(filepath.Join(root, filepath.FromSlash(page)))
		return err == nil
	}
	var links []html.Link
	var there []study.Definition
	for _, st := range env.Studies {
		if st.Name == name || stands(st.Name+"/index.html") || slices.ContainsFunc(more, func(m study.Definition) bool { return m.Name == st.Name }) {
			there = append(there, st)
		}
	}
	add := func(rel string, i int) {
		if i >= 0 && i < len(there) {
			links = append(links, html.Link{Rel: rel, Title: titleWord(there[i]), Href: "../" + there[i].Name + "/index.html"})
		}
	}
	i := slices.IndexFunc(there, func(st study.Definition) bool { return st.Name == name })
	if i >= 0 {
		add("prev", i-1)
	}
	if coming || stands("index.html") {
		links = append(links, html.Link{Rel: "index", Title: "All studies", Href: "../index.html"})
	}
	if i >= 0 {
		add("next", i+1)
	}
	if coming || stands(name+"/"+trialsPage) {
		links = append(links, html.Link{Rel: "alternate", Title: "All trials", Href: trialsPage})
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

// reportFiles writes a report in the given formats, into memory, a PDF on paper of a
// size.
func reportFiles(r reports.Report, formats []string, paper pdf.Size, neighbours ...html.Link) (files, error) {
	var made files
	if slices.Contains(formats, "md") {
		if err := markdown.Write(r, &made); err != nil {
			return nil, err
		}
	}
	if slices.Contains(formats, "latex") {
		if err := latex.Write(r, &made, pdf.Picture); err != nil {
			return nil, err
		}
	}
	if slices.Contains(formats, "html") {
		var page, code bytes.Buffer
		if slices.ContainsFunc(r.Blocks, func(b reports.Block) bool { return reports.SourceOf(b) != "" }) {
			neighbours = append(neighbours[:len(neighbours):len(neighbours)], html.Link{Rel: html.Code, Title: "Code", Href: codePage})
			if err := html.WriteCode(&code, r, html.Link{Rel: "prev", Title: r.Title, Href: pageName["html"]}); err != nil {
				return nil, err
			}
			made = append(made, markdown.File{Name: codePage, Data: code.Bytes()})
		}
		if err := html.Write(&page, r, neighbours...); err != nil {
			return nil, err
		}
		made = append(made, markdown.File{Name: pageName["html"], Data: page.Bytes()})
	}
	if slices.Contains(formats, "pdf") {
		var pages bytes.Buffer
		if err := pdf.Write(&pages, r, paper); err != nil {
			return nil, err
		}
		made = append(made, markdown.File{Name: pageName["pdf"], Data: pages.Bytes()})
	}
	return made, nil
}
