package cli

import (
	"bytes"
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
	"github.com/puzzlelab/puzzlelab/experiments/study"
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
	cmd := newCommand(&cobra.Command{
		Use:   "reproduce [STUDY…]",
		Short: "Run studies and write their reports",
		Long: `Run studies, all without arguments, and write their reports into the results
folder: DIR/index.html leads to DIR/STUDY/index.html, beside which stand
report.md, the executed notebook.ipynb, figures/, tables/, claims.json,
trials.csv and provenance.json. What shows measured times stands in timing/.

Trials that are stored already are not run again, so a run that was interrupted
goes on where it stopped when the same command is given again. A trial that is
stopped by a limit is part of the study and no failure. A report whose trials,
notebook and program have not changed is left as it stands (--fresh: is not).

The cells of a study's notebook are compiled: that needs a Go toolchain and this
module's folder as, or above, the working folder. The
first run fetches the modules that are missing; later ones need no network.
With --no-notebook the report is made without either; a notebook.ipynb of an
earlier run is then removed, since it does not belong to the report.`,
		Example: env.example(`  puzzlelab reproduce --quick
  puzzlelab reproduce STUDY --out results --no-notebook`),
		ValidArgsFunction: env.completeStudies,
	}, c.run, &c.settingFlags, &c.claimsFlag)
	freshFlag(cmd.Flags(), &c.fresh)
	cmd.Flags().BoolVar(&c.noNotebook, "no-notebook", false, "make the reports without notebooks")
	return cmd
}

// claimsFlag says whether claims that fail are a failure.
type claimsFlag struct{ strict bool }

func (f *claimsFlag) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.strict, "fail-on-claims", false, "exit status 1 if a claim fails")
}

// failed is an error that names the claims which fail, nil if none does or that is no matter.
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
	return fmt.Errorf("of %s the data contradict %s: %s", counted(len(claims), "claim"), grouped(len(ids)), strings.Join(ids, ", "))
}

// reproduction is the command reproduce.
type reproduction struct {
	*environment
	settingFlags
	claimsFlag
	fresh, noNotebook bool

	studies []study.Definition
	reports map[string]reports.Report // of the studies that came to their end and were made
	started bool                      // cells can be run
}

func (r *reproduction) run(cmd *cobra.Command, args []string) (err error) {
	if i := slices.IndexFunc(args, describes); i >= 0 {
		return wrongUseHint(cmd, fmt.Errorf("%s describes a sweep, which has no notebook", args[i]), "puzzlelab run "+args[i]+", then puzzlelab report "+args[i])
	}
	if r.studies, err = r.studiesNamed(cmd, args); err != nil {
		return err
	}
	if err := r.all(cmd.Context()); err != nil {
		return resumable{err}
	}
	var claims []reports.Claim
	for _, st := range r.studies {
		claims = append(claims, r.reports[st.Name].Claims()...)
	}
	return r.failed(claims)
}

// all reproduces one study after the other. One that fails does not keep the
// others from being done.
func (r *reproduction) all(ctx context.Context) error {
	serving := experiments.Serving() // whose sweeps are all that is on the way
	if i := slices.IndexFunc(r.studies, func(st study.Definition) bool { return st.Name == serving }); i >= 0 {
		_, err := r.studies[i].Run(ctx, r.Setting, nil)
		return err
	}
	notebooks, err := r.prepare(ctx)
	if err != nil {
		return err
	}
	defer func() {
		for _, n := range notebooks {
			if n != nil {
				n.begun.Close()
			}
		}
	}()
	failed := false
	for i, st := range r.studies {
		bad, err := r.study(ctx, st, notebooks, i)
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
	if err := r.index(); err != nil {
		return err
	}
	if failed {
		return exit(statusFailure)
	}
	return nil
}

// prepare finds out what could keep the run from its end before any of its
// long work begins: a folder that cannot be written to, a notebook or a
// toolchain that is not there.
func (r *reproduction) prepare(ctx context.Context) ([]*studyNotebook, error) {
	if err := checkFolder(r.Root); err != nil {
		return nil, err
	}
	list := make([]*studyNotebook, len(r.studies))
	if r.noNotebook || len(list) == 0 {
		return list, nil
	}
	for i, st := range r.studies {
		var err error
		if list[i], err = r.studyNotebook(st, r.Setting); err != nil {
			return nil, err
		}
		if list[i].dir == "" {
			return nil, list[i].notHere()
		}
		list[i].fresh = r.fresh
	}
	// All are in one module, so that one kernel serves them.
	spec, err := install.Command(ctx, list[0].dir, install.Planned, nil)
	if err != nil {
		return nil, kernelFault("reproduce", err, withoutNotebook)
	}
	spec.Env = append(spec.Env, r.Setting.Environ()...)
	if digests, err := execute.Digests(ctx, spec, cells(list)...); err == nil {
		for i, digest := range digests {
			list[i].digest = digest
		}
	}
	for i, st := range r.studies {
		if !r.unchanged(st, list[i]) {
			return list, r.start(ctx, list)
		}
	}
	return list, nil
}

func cells(list []*studyNotebook) []*nbformat.Notebook {
	return study.Map(list, func(n *studyNotebook) *nbformat.Notebook { return n.nb })
}

const withoutNotebook = "--no-notebook makes the reports without notebooks"

// start prepares what runs cells.
func (r *reproduction) start(ctx context.Context, list []*studyNotebook) error {
	spec, err := execute.Prepare(ctx, list[0].dir, r.stderr, cells(list)...)
	if err != nil {
		return kernelFault("reproduce", err, withoutNotebook)
	}
	spec.Env = append(spec.Env, r.Setting.Environ()...)
	for _, n := range list {
		n.spec, n.spec.Dir = spec, n.dir
	}
	r.started = true
	return nil
}

// made is where it is remembered what a folder, or a file of the results folder, was made from.
func (r *reproduction) made(name string) string { return filepath.Join(r.Root, ".made", name+".json") }

// thisProgram names the program that runs and the variables that it looks at, "" if
// it cannot be read.
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

// from names what the folder of a study is made from, "" if it is made each time.
func (r *reproduction) from(st study.Definition, nb *studyNotebook) string {
	if thisProgram() == "" || nb != nil && nb.digest == "" {
		return ""
	}
	text := ""
	if nb != nil {
		text = nb.digest
	} else if own, err := r.studyNotebook(st, r.Setting); err == nil {
		text = "without notebook " + own.nb.Digest()
	}
	return outfile.Digest(thisProgram(), fmt.Sprint(r.neighbours(r.Root, st.Name, r.studies...)), string(r.Scale), text, experiments.JournalDigest(filepath.Join(r.Root, ".trials", st.Name)))
}

// unchanged reports whether what stands in the folder of a study is what would be
// made.
func (r *reproduction) unchanged(st study.Definition, nb *studyNotebook) bool {
	return !r.fresh && !r.strict && outfile.Unchanged(r.made(st.Name), studyFolder(st, r.Setting), r.from(st, nb))
}

// study runs one study and writes its folder. It reports whether trials
// failed, which does not keep the report from being written.
func (r *reproduction) study(ctx context.Context, st study.Definition, notebooks []*studyNotebook, i int) (bad bool, err error) {
	nb := notebooks[i]
	r.begin(ctx, st, nb)
	summary, err := st.Run(ctx, r.Setting, r.progress())
	if err != nil {
		return false, runFault(st, err)
	}
	r.sayWarnings(summary.Study, summary.Load)
	bad = r.sayFailures(summary)
	page := shown(filepath.Join(studyFolder(st, r.Setting), "index.html"))
	if summary.Ran == 0 && !bad && r.unchanged(st, nb) {
		r.say("note", st.Name+": nothing has changed")
		return false, r.printLines(page)
	}
	if nb != nil && !r.started {
		if err := r.start(ctx, notebooks); err != nil {
			return bad, err
		}
	}
	missing := summary.Missing
	if summary.Ran > 0 {
		// Who computed the rows is in the journals. Rows that cannot be reused,
		// because they failed or the clock ended them, have nobody.
		stored, err := st.Stored(r.Setting)
		if err != nil {
			return bad, fmt.Errorf("reproduce %s: %w", st.Name, err)
		}
		summary.Load, missing = stored.Load, stored.Missing
	}
	if bad {
		if _, err := st.Report(frame.Of(summary.Trials)); err != nil {
			return bad, failure("mend what made the trials fail, then give the same command again",
				"reproduce %s: the trials that did not fail are too few for its report: %w", st.Name, err)
		}
	}
	if nb != nil {
		nb.stored = missing == 0
		if i+1 < len(notebooks) {
			r.begin(ctx, r.studies[i+1], notebooks[i+1])
		}
	}
	report, made, err := r.make(ctx, st, nb, summary)
	if err != nil {
		return bad, err
	}
	if err := r.write(st, nb, made, !bad); err != nil {
		return bad, err
	}
	r.reports[st.Name] = report
	return bad, r.printLines(page)
}

// make makes the report of a study, by its notebook if it is not nil, and all files of it.
func (r *reproduction) make(ctx context.Context, st study.Definition, nb *studyNotebook, summary experiments.Summary) (report reports.Report, made files, err error) {
	if nb != nil {
		if report, err = nb.report(ctx, summary, &made); err != nil {
			return report, nil, err
		}
	} else if report, err = r.native(st, r.Setting, summary); err != nil {
		return report, nil, fmt.Errorf("reproduce %s: %w", st.Name, err)
	}
	pages, err := formats.Report(report, formats.Usual, pdf.A4, r.neighbours(r.Root, st.Name, r.studies...)...)
	if err != nil {
		return report, nil, fmt.Errorf("reproduce %s: %w", st.Name, err)
	}
	csv, err := trialsFile(summary.Trials)
	if err != nil {
		return report, nil, err
	}
	var list bytes.Buffer
	columns, rows := column.TrialRows(frame.Of(summary.Trials))
	if err := html.WriteTrials(&list, st.Title, csv.Name, columns, rows, html.Link{Rel: "prev", Title: titleWord(st), Href: "index.html"}); err != nil {
		return report, nil, err
	}
	made = append(append(made, csv, formats.File{Name: formats.Trials, Data: list.Bytes()}), pages...)
	return report, made, ctx.Err()
}

// trialsFile returns the trials as a page offers them. What others wrote is harmless in it;
// solutions and instances can be read back.
func trialsFile(trials []experiments.Trial) (formats.File, error) {
	offered := slices.Clone(trials)
	for i := range offered {
		texts := defuse.Record([]string{offered[i].Error, offered[i].Output})
		offered[i].Error, offered[i].Output = texts[0], texts[1]
	}
	var csv bytes.Buffer
	err := experiments.WriteCSV(&csv, offered)
	return formats.File{Name: "trials.csv", Data: csv.Bytes()}, err
}

// write writes the folder of a study, and remembers what it was made from if that may be.
func (r *reproduction) write(st study.Definition, nb *studyNotebook, made files, remember bool) error {
	dir := studyFolder(st, r.Setting)
	if nb == nil {
		old := filepath.Join(dir, notebookFile)
		if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove %s: %w", shown(old), errors.Unwrap(err))
		}
	}
	if _, err := made.writeTo(dir); err != nil {
		return err
	}
	if remember {
		outfile.Remember(r.made(st.Name), r.from(st, nb), made.byName())
	}
	return nil
}

// begin compiles the cells of a study that will run beside its trials, or beside the
// cells of the study before.
func (r *reproduction) begin(ctx context.Context, st study.Definition, nb *studyNotebook) {
	if !r.started || nb.begun != nil || r.unchanged(st, nb) {
		return
	}
	stored, err := st.Stored(r.Setting)
	nb.stored = err == nil && stored.Missing == 0
	nb.begun = execute.Begin(ctx, nb.nb, nb.options())
}

// index writes the page that leads to the studies, those of this run and those
// that an earlier one left in the folder.
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

// entry returns the entry of a study with its files, an empty one if it has no report.
func (r *reproduction) entry(st study.Definition) (entry html.Entry) {
	report, has := r.reports[st.Name]
	if !has {
		if report, has = r.earlier(st); !has {
			return entry
		}
	}
	entry = html.Entry{Report: report, Href: st.Name + "/index.html"}
	for _, file := range []string{formats.Trials, "report.md", notebookFile, "trials.csv", "claims.json"} {
		if exists(studyFolder(st, r.Setting), file) {
			entry.Files = append(entry.Files, html.File{Name: file, Href: st.Name + "/" + file})
		}
	}
	return entry
}

// fromStudies names what the page of all studies is made from, "" if that is not known
// of one.
func (r *reproduction) fromStudies() string {
	facts := []string{thisProgram()}
	for _, st := range r.Studies {
		if !exists(studyFolder(st, r.Setting), "index.html") {
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

// earlier returns the report that an earlier run left in the results folder, from its trials
// or, if they were of another scale, from its notebook.
func (r *reproduction) earlier(st study.Definition) (report reports.Report, ok bool) {
	dir := studyFolder(st, r.Setting)
	if !exists(dir, "index.html") {
		return report, false
	}
	summary, err := st.Stored(r.Setting)
	if err == nil && summary.Missing == 0 {
		report, err = r.native(st, r.Setting, summary)
		return report, err == nil
	}
	nb, err := nbformat.ReadFile(filepath.Join(dir, notebookFile))
	if err == nil {
		report, err = notebooks.ReportOf(nb)
	}
	return report, err == nil
}
