package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/internal/hint"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/reports/formats"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// standardOutput is how errors call it.
const standardOutput = "standard output"

// writeTo lets write fill the file of that name, or standard output for
// "" and "-". A file appears whole or not at all. An error of write itself is
// returned as it is.
func writeTo(stdout io.Writer, name string, write func(io.Writer) error) error {
	if isFile(name) {
		return outfile.Write(name, write)
	}
	return outfile.Fill(stdout, standardOutput, write)
}

// checkOutput makes sure, before any work is done, that writeTo can write
// to that name.
func checkOutput(name string) error {
	if isFile(name) {
		return outfile.Check(name)
	}
	return nil
}

// exists reports whether there is something of the name that the elements of a path make.
func exists(path ...string) bool {
	_, err := os.Stat(filepath.Join(path...))
	return err == nil
}

func isFile(name string) bool { return name != "" && name != "-" }

// writeJSON writes rows, one object a line.
func writeJSON[Row any](w io.Writer, rows ...Row) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, row := range rows {
		if err := enc.Encode(row); err != nil {
			return err
		}
	}
	return nil
}

// printTable prints a table in columns, of rows of cells with tabs between them.
func printTable(w io.Writer, header string, rows func(w io.Writer)) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if header != "" {
		fmt.Fprintln(t, header)
	}
	rows(t)
	return t.Flush()
}

// helpWriter is given to cobra, which prints help and versions and has no use
// for an error: it keeps the first one.
type helpWriter struct {
	env *environment
	err error
}

func (h *helpWriter) Write(p []byte) (int, error) {
	if h.err == nil {
		_, h.err = io.WriteString(h.env.stdout, h.env.named(string(p)))
	}
	return len(p), nil
}

// printLines prints results that are lines.
func (env *environment) printLines(lines ...string) error {
	return printRows(env, false, lines, line)
}

// line prints a row as it prints itself.
func line[Row any](w io.Writer, row Row) { fmt.Fprintln(w, row) }

// files are made in memory first, so that a folder is touched only when all of
// them could be made.
type files []formats.File

// byName returns what is in the files, by their names.
func (f files) byName() map[string][]byte {
	all := map[string][]byte{}
	for _, file := range f {
		all[file.Name] = file.Data
	}
	return all
}

// writeTo writes the files into a folder, in order, each whole or not at all,
// and returns their paths as [shown].
func (f files) writeTo(dir string) (paths []string, err error) {
	if err := checkFolder(dir); err != nil {
		return nil, err
	}
	for _, file := range f {
		path := shown(filepath.Join(dir, filepath.FromSlash(file.Name)))
		if err := outfile.WriteBytes(path, file.Data); err != nil {
			return paths, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// What the command prints: paths, and counts with and without a noun.
var (
	shown   = outfile.Shown
	grouped = numerals.Grouped
	counted = numerals.Counted
)

// printRows prints rows, each as text or, with --json, as an object.
func printRows[Row any](env *environment, asJSON bool, rows []Row, text func(io.Writer, Row)) error {
	return printAll(env, asJSON, rows, func(w io.Writer) error {
		for _, row := range rows {
			text(w, row)
		}
		return nil
	})
}

// printAll prints rows, as objects with --json, else as text does.
func printAll[Row any](env *environment, asJSON bool, rows []Row, text func(io.Writer) error) error {
	return writeTo(env.stdout, "", func(w io.Writer) error {
		if asJSON {
			return writeJSON(w, rows...)
		}
		return text(w)
	})
}

// The exit statuses.
const (
	statusDone        = 0
	statusFailure     = 1
	statusWrongUse    = 2
	statusLimited     = 3
	statusInterrupted = 130
)

// fault is an error that knows its exit status and, perhaps, what to do next.
// Any other error has status 1 and no hint.
type fault struct {
	status int
	err    error  // nil when everything has been said already
	hint   string // "" when the next step is not known
}

func (f *fault) Error() string {
	if f.err == nil {
		return fmt.Sprintf("exit status %d", f.status)
	}
	return f.err.Error()
}

func (f *fault) Unwrap() error { return f.err }

// wrongUse marks err as a mistake in the arguments of cmd; nil stays nil. The hint is where
// the right ones are described.
func wrongUse(cmd *cobra.Command, err error) error {
	return wrongUseHint(cmd, err, "see "+cmd.CommandPath()+" -h")
}

// wrongUseHint is wrongUse with a better hint.
func wrongUseHint(cmd *cobra.Command, err error, hint string) error {
	if err == nil {
		return nil
	}
	if path := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()); path != "" {
		err = fmt.Errorf("%s: %w", strings.TrimSpace(path), err)
	}
	return &fault{status: statusWrongUse, err: err, hint: hint}
}

// exit ends the command with a status after everything has been said.
func exit(status int) error {
	if status == statusDone {
		return nil
	}
	return &fault{status: status}
}

// failure is an error with what to do about it.
func failure(next, format string, args ...any) error { return hint.Errorf(next, format, args...) }

// unknown says that there is nothing of that name.
func unknown(what, name string, known []string) error {
	return fmt.Errorf("no %s is called %q (want %s)%s", what, name, strings.Join(known, ", "), search.DidYouMean(name, known))
}

// resumable marks the error of a command that, given again, goes on where it
// stopped.
type resumable struct{ error }

func (r resumable) Unwrap() error { return r.error }

// report says what err has to say and returns the exit status. Once ctx is
// cancelled that outranks whatever failed because of it; a command that came to
// its end all the same is done.
func (env *environment) report(ctx context.Context, err error) int {
	if err == nil {
		return statusDone
	}
	_, goesOn := errors.AsType[resumable](err)
	if ctx.Err() != nil {
		env.say("error", "interrupted")
		if goesOn {
			env.say("hint", "what finished is stored; the same command goes on where it stopped")
		}
		return statusInterrupted
	}
	if locked, ok := errors.AsType[*store.LockedError](err); ok {
		err = failure("wait until it has finished, or choose another folder with --out",
			"study %q is being run by %s, which holds %s", locked.Study, locked.Who(), shown(locked.Path))
	}
	f := &fault{status: statusFailure, err: err, hint: hint.Of(err)}
	errors.As(err, &f)
	message, suggestion := splitSuggestion(packageName.ReplaceAllString(err.Error(), "$1"))
	if f.err != nil {
		env.say("error", message)
	}
	if at, ok := errors.AsType[hint.Pointing](err); ok {
		fmt.Fprintln(env.stderr, strings.TrimRight(at.Lines, " \n"))
	}
	switch full := errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT); {
	case suggestion != "":
		env.say("hint", suggestion)
	case full && goesOn:
		env.say("hint", "free some space; the same command goes on")
	case full:
		env.say("hint", "free some space")
	case f.hint != "":
		env.say("hint", f.hint)
	}
	return f.status
}

// packageName is the package of the project that an error begins with, perhaps
// behind the command and a file: a name that means nothing to a user.
var packageName = regexp.MustCompile(`^((?:[a-z ]+: )?(?:[a-z ]*\S+\.(?:ipynb|go): )?|import \S+: (?:as [a-z]+: )?)(?:analysis|display|execute|experiments|html|markdown|nbformat|percent|plots|reports|scaffold|stats|study): `)

// splitSuggestion takes the suggestion that search.DidYouMean appended off a
// message, since here it has a line of its own.
func splitSuggestion(message string) (rest, suggestion string) {
	const mark = "; did you mean "
	if i := strings.LastIndex(message, mark); i >= 0 && strings.HasSuffix(message, "?") {
		return message[:i], message[i+len("; "):]
	}
	return message, ""
}

// say writes one line to standard error. There is nowhere to report that this
// failed.
func (env *environment) say(kind, message string) {
	fmt.Fprintf(env.stderr, "puzzlelab: %s: %s\n", kind, env.named(oneLine(message)))
}

// note says something that is not wrong.
func (env *environment) note(text string) { env.say("note", text) }

// oneLine folds a message that came with line breaks into one line.
func oneLine(message string) string {
	return strings.Join(strings.FieldsFunc(message, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}
