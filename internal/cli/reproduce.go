package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/reports/formats"
	"github.com/puzzlelab/puzzlelab/reports/html"
	"github.com/puzzlelab/puzzlelab/reports/pdf"
)

func newReproduceCommand(env *environment) *cobra.Command {
	c := &reproduction{environment: env, reports: map[string]reports.Report{}}
	cmd := newCommand("reproduce [STUDY…]", "Run studies and write their reports",
		c.run, &c.settingFlags, &c.claimsFlag, completes(env.completeStudies))
	freshFlag(cmd.Flags(), &c.fresh)
	cmd.Flags().BoolVar(&c.noNotebook, "no-notebook", false, "write the reports without executing notebooks")
	return cmd
}

// claimsFlag decides whether failing claims make the command fail.
type claimsFlag struct{ strict bool }

func (f *claimsFlag) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.strict, "fail-on-claims", false, "exit with status 1 if a claim fails")
}

// failed returns an error that names the failing claims, or nil if there are none or if they do not
// matter.
func (f *claimsFlag) failed(claims []reports.Claim) error {
	var ids []string
	for _, c := range claims {
		if c.Holds == reports.Fails {
			ids = append(ids, c.ID)
		}
	}
	if ids == nil || !f.strict {
		return nil
	}
	return fmt.Errorf("the data contradict %s of %s: %s", grouped(len(ids)), counted(len(claims), "claim"), strings.Join(ids, ", "))
}

// reproduction is the command reproduce.
type reproduction struct {
	*environment
	settingFlags
	claimsFlag
	fresh, noNotebook bool

	studies []*studyNotebook
	reports map[string]reports.Report // of the studies that are finished
	started bool                      // the kernel has started
}

func (r *reproduction) run(cmd *cobra.Command, args []string) error {
	if i := slices.IndexFunc(args, describes); i >= 0 {
		return wrongUseHint(cmd, fmt.Errorf("%s describes a sweep, which has no notebook", args[i]), "use puzzlelab run "+args[i]+", then puzzlelab report "+args[i])
	}
	studies, err := r.studiesNamed(cmd, args)
	if err != nil {
		return err
	}
	if err := r.all(cmd.Context(), studies); err != nil {
		return resumable{err}
	}
	var claims []reports.Claim
	for _, st := range studies {
		claims = append(claims, r.reports[st.Name].Claims()...)
	}
	return r.failed(claims)
}

// all reproduces the studies one after another. If one fails, it continues with the next.
func (r *reproduction) all(ctx context.Context, studies []study.Definition) error {
	serving := experiments.Serving() // worker processes only run trials
	if i := slices.IndexFunc(studies, func(st study.Definition) bool { return st.Name == serving }); i >= 0 {
		_, err := studies[i].Run(ctx, r.Setting, nil)
		return err
	}
	if err := r.prepare(ctx, studies); err != nil {
		return err
	}
	defer func() {
		for _, n := range r.studies {
			n.options.Begun.Close()
		}
	}()
	failed := false
	for i := range r.studies {
		bad, err := r.study(ctx, i)
		switch {
		case err == nil:
			failed = failed || bad
		case ctx.Err() != nil || outfile.Is(err) || len(r.studies) == 1:
			return err
		default:
			failed = true
			r.report(ctx, resumable{err})
		}
	}
	if err := r.index(); err != nil || !failed {
		return err
	}
	return exit(statusFailure)
}

// prepare finds problems before any long work begins: a folder without write permission, a missing
// notebook, or a missing toolchain.
func (r *reproduction) prepare(ctx context.Context, studies []study.Definition) error {
	if err := checkFolder(r.Root); err != nil {
		return err
	}
	for _, st := range studies {
		n, err := r.studyNotebook(st, r.Setting)
		if err == nil && n.options.Dir == "" {
			err = n.notHere()
		}
		if err != nil && !r.noNotebook {
			return err
		}
		n.options.Fresh = r.fresh
		r.studies = append(r.studies, n)
	}
	if r.noNotebook || len(studies) == 0 {
		return nil
	}
	// One kernel serves all notebooks, because they are in one module.
	spec, err := install.Command(ctx, r.studies[0].options.Dir, install.Planned, nil)
	if err != nil {
		return kernelFault("reproduce", err, withoutNotebook)
	}
	spec.Env = append(spec.Env, r.Setting.Environ()...)
	if digests, err := execute.Digests(ctx, spec, r.cells()...); err == nil {
		for i, digest := range digests {
			r.studies[i].digest = digest
		}
	}
	if !slices.ContainsFunc(r.studies, func(n *studyNotebook) bool { return !r.unchanged(n) }) {
		return nil
	}
	return r.start(ctx)
}

// cells returns the notebooks of the studies.
func (r *reproduction) cells() []*nbformat.Notebook {
	return study.Map(r.studies, func(n *studyNotebook) *nbformat.Notebook { return n.nb })
}

const withoutNotebook = "--no-notebook makes the reports without notebooks"

// start starts the kernel.
func (r *reproduction) start(ctx context.Context) error {
	spec, err := execute.Prepare(ctx, r.studies[0].options.Dir, r.stderr, r.cells()...)
	if err != nil {
		return kernelFault("reproduce", err, withoutNotebook)
	}
	spec.Env = append(spec.Env, r.Setting.Environ()...)
	for _, n := range r.studies {
		n.options.Kernel = spec
		n.options.Kernel.Dir = n.options.Dir
	}
	r.started = true
	return nil
}

// made is the file that records the input of a folder, or of a file in the results folder.
func (r *reproduction) made(name string) string { return filepath.Join(r.Root, ".made", name+".json") }

// thisProgram identifies the running program and the environment variables that affect it, or "" if it
// cannot be read.
var thisProgram = sync.OnceValue(func() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	facts := []string{string(data)}
	for _, kv := range os.Environ() {
		if strings.HasPrefix(kv, "PUZZLELAB_") && !strings.HasPrefix(kv, experiments.RootVariable+"=") {
			facts = append(facts, kv)
		}
	}
	return outfile.Digest(facts...)
})

// from identifies the input of a study's folder, or "" if it must be made each time.
func (r *reproduction) from(n *studyNotebook) string {
	text := n.digest
	if r.noNotebook && n.nb != nil {
		text = "without notebook " + n.nb.Digest()
	}
	if thisProgram() == "" || text == "" && !r.noNotebook {
		return ""
	}
	return outfile.Digest(thisProgram(), fmt.Sprint(r.links(n)), string(r.Scale), text, store.JournalDigest(filepath.Join(r.Root, ".trials", n.Name)))
}

// links returns the links on the page of a study.
func (r *reproduction) links(n *studyNotebook) []html.Link {
	files := []string{formats.Explore, formats.Trials, "trials.csv"}
	if !r.noNotebook {
		files = append(files, notebookFile)
	}
	return r.neighbours(r.Root, n.Name, files, study.Map(r.studies, func(n *studyNotebook) string { return n.Name })...)
}

// unchanged reports whether the folder of a study is up to date.
func (r *reproduction) unchanged(n *studyNotebook) bool {
	return !r.fresh && !r.strict && outfile.Unchanged(r.made(n.Name), n.folder, r.from(n))
}

// study runs one study and writes its folder. It reports whether trials failed; the report is
// written anyway.
func (r *reproduction) study(ctx context.Context, i int) (bad bool, err error) {
	n := r.studies[i]
	r.begin(ctx, n)
	lines := r.progress()
	progress := experiments.ProgressFunc(func(s experiments.Status) {
		if of := len(r.studies); of > 1 {
			s.Study = fmt.Sprintf("%s (study %d of %d)", s.Study, i+1, of)
		}
		lines.Update(s)
	})
	summary, err := n.Run(ctx, r.Setting, progress)
	if err != nil {
		return false, fmt.Errorf("run %s: %w", n.Name, err)
	}
	r.sayWarnings(summary.Study, summary.Load)
	bad = r.sayFailures(summary)
	page := shown(filepath.Join(n.folder, "index.html"))
	if summary.Ran == 0 && !bad && r.unchanged(n) {
		r.note(n.Name + ": nothing has changed")
		return false, r.printLines(page)
	}
	if !r.noNotebook && !r.started {
		if err := r.start(ctx); err != nil {
			return bad, err
		}
	}
	if err := r.attribute(n, &summary); err != nil {
		return bad, fmt.Errorf("reproduce %s: %w", n.Name, err)
	}
	if bad {
		if _, err := n.Report(frame.Of(summary.Trials)); err != nil {
			return bad, failure("fix the cause of the failures, then repeat the command",
				"reproduce %s: too few trials succeeded for the report: %w", n.Name, err)
		}
	}
	n.options.Stored = summary.Missing == 0
	if i+1 < len(r.studies) {
		r.begin(ctx, r.studies[i+1])
	}
	report, made, err := r.make(ctx, n, summary)
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return bad, fmt.Errorf("reproduce %s: %w", n.Name, err)
	}
	if err := r.write(n, made, !bad); err != nil {
		return bad, err
	}
	r.reports[n.Name] = report
	return bad, r.printLines(page)
}

// attribute finds out from the journals who computed the rows of this run. It leaves out rows that
// cannot be reused, because they failed or the clock ended them.
func (r *reproduction) attribute(n *studyNotebook, summary *experiments.Summary) error {
	if summary.Ran == 0 {
		return nil
	}
	stored, err := n.Stored(r.Setting)
	summary.Load, summary.Missing = stored.Load, stored.Missing
	return err
}

// make makes the report of a study and all its files.
func (r *reproduction) make(ctx context.Context, n *studyNotebook, summary experiments.Summary) (report reports.Report, made files, err error) {
	if r.noNotebook {
		report, err = n.native(summary)
	} else {
		report, made, err = n.executed(ctx, summary)
	}
	if err != nil {
		return report, nil, err
	}
	pages, err := formats.Report(report, formats.Usual, pdf.A4, r.links(n)...)
	if err != nil {
		return report, nil, err
	}
	csv, err := trialsFile(summary.Trials)
	if err != nil {
		return report, nil, err
	}
	lists, err := trialPages(n, frame.Of(summary.Trials), csv.Name)
	return report, slices.Concat(made, files{csv}, lists, pages), err
}

// trialPages makes the pages about all trials and instances of a study; csv is the file with all
// columns.
func trialPages(n *studyNotebook, trials frame.Frame, csv string) (files, error) {
	var list, explorer, pictures bytes.Buffer
	columns, rows := column.TrialRows(trials)
	texts, drawn, undrawn := column.Texts(trials), n.Pictures(n.Puzzles, trials), []string{}
	for name := range texts {
		if drawn[name] == "" {
			undrawn = append(undrawn, name)
		}
	}
	slices.Sort(undrawn)
	to := html.Link{Rel: "prev", Title: titleWord(n.Definition), Href: formats.Page["html"]}
	err := errors.Join(html.WriteTrials(&list, n.Title, csv, columns, rows, to), html.WriteExplorer(&explorer, n.Title,
		html.Explored{Study: n.Name, Columns: columns, Rows: rows, Texts: texts, Undrawn: undrawn}, to, html.Link{Rel: "alternate", Title: "All trials", Href: formats.Trials}),
		html.WritePictures(&pictures, n.Title, drawn, html.Link{Rel: "prev", Title: "Explore", Href: formats.Explore}))
	return files{{Name: formats.Trials, Data: list.Bytes()}, {Name: formats.Explore, Data: explorer.Bytes()}, {Name: formats.Pictures, Data: pictures.Bytes()}}, err
}

// trialsFile makes the file of trials that a page offers. It is safe in spreadsheets, and solutions
// and instances can be read back.
func trialsFile(trials []trial.Trial) (formats.File, error) {
	offered := slices.Clone(trials)
	for i := range offered {
		texts := defuse.Record([]string{offered[i].Error, offered[i].Output})
		offered[i].Error, offered[i].Output = texts[0], texts[1]
	}
	var csv bytes.Buffer
	err := trial.WriteCSV(&csv, offered)
	return formats.File{Name: "trials.csv", Data: csv.Bytes()}, err
}

// write writes the folder of a study and, if remember is set, a record of its input.
func (r *reproduction) write(n *studyNotebook, made files, remember bool) error {
	if r.noNotebook {
		old := filepath.Join(n.folder, notebookFile)
		if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove %s: %w", shown(old), errors.Unwrap(err))
		}
	}
	if _, err := made.writeTo(n.folder); err != nil {
		return err
	}
	if remember {
		outfile.Remember(r.made(n.Name), r.from(n), made.byName())
	}
	return nil
}

// begin compiles the cells of a study in the background, while trials or the cells of the previous
// study run.
func (r *reproduction) begin(ctx context.Context, n *studyNotebook) {
	if !r.started || n.options.Begun != nil || len(n.options.Kernel.Argv) > 0 || r.unchanged(n) {
		return
	}
	stored, err := n.Stored(r.Setting)
	n.options.Stored = err == nil && stored.Missing == 0
	n.options.Begun = execute.Begin(ctx, n.nb, n.options)
}

// index writes the page that links to the studies of this run and to older ones in the folder.
func (r *reproduction) index() error {
	from := r.fromStudies()
	page := shown(filepath.Join(r.Root, "index.html"))
	if len(r.reports) == 0 && outfile.Unchanged(r.made("index.html"), r.Root, from) {
		return r.printLines(page)
	}
	entries := make([]html.Entry, len(r.Studies))
	var wait sync.WaitGroup
	for i, st := range r.Studies {
		wait.Go(func() { entries[i] = r.entry(st) })
	}
	wait.Wait()
	entries = slices.DeleteFunc(entries, func(e html.Entry) bool { return e.Href == "" })
	if len(entries) == 0 {
		return nil
	}
	var text bytes.Buffer
	if err := html.WriteIndex(&text, entries); err != nil {
		return err
	}
	index := files{{Name: "index.html", Data: text.Bytes()}}
	if _, err := index.writeTo(r.Root); err != nil {
		return err
	}
	outfile.Remember(r.made("index.html"), from, index.byName())
	return r.printLines(page)
}

// entry returns the entry of a study with its files, empty if it has no report.
func (r *reproduction) entry(st study.Definition) (entry html.Entry) {
	report, has := r.reports[st.Name]
	if !has {
		report, has = r.earlier(st)
	}
	if !has {
		return entry
	}
	entry = html.Entry{Report: report, Href: st.Name + "/index.html"}
	for _, f := range []html.File{
		{Name: "Explore", Href: formats.Explore},
		{Name: "All trials", Href: formats.Trials},
		{Name: "Trials as CSV", Href: "trials.csv"},
		{Name: "Claims as JSON", Href: "claims.json"},
		{Name: "Notebook", Href: notebookFile},
		{Name: "Report in Markdown", Href: "report.md"},
		{Name: "PDF", Href: formats.Page["pdf"]},
	} {
		if exists(r.Root, st.Name, f.Href) {
			f.Href = st.Name + "/" + f.Href
			entry.Files = append(entry.Files, f)
		}
	}
	return entry
}

// fromStudies identifies the input of the page of all studies, or "" if it is unknown for one of them.
func (r *reproduction) fromStudies() string {
	facts := []string{thisProgram()}
	for _, st := range r.Studies {
		if !exists(r.Root, st.Name, "index.html") {
			continue
		}
		data, err := os.ReadFile(r.made(st.Name))
		if err != nil {
			return ""
		}
		facts = append(facts, string(data))
	}
	return outfile.Digest(facts...)
}

// earlier returns the report that an earlier run left in the results folder: from its trials or, if
// they have another scale, from its notebook.
func (r *reproduction) earlier(st study.Definition) (report reports.Report, ok bool) {
	if !exists(r.Root, st.Name, "index.html") {
		return report, false
	}
	n, _ := r.studyNotebook(st, r.Setting)
	summary, err := st.Stored(r.Setting)
	if err == nil && summary.Missing == 0 {
		report, err = n.native(summary)
		return report, err == nil
	}
	nb, err := nbformat.ReadFile(filepath.Join(n.folder, notebookFile))
	if err == nil {
		report, err = notebooks.ReportOf(nb)
	}
	return report, err == nil
}
