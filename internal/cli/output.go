package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/internal/hint"
	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/reports/formats"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// standardOutput is the name of standard output in errors.
const standardOutput = "standard output"

// writeTo lets write fill the named file, or standard output for "" and "-". A file appears
// complete or not at all. Errors of write itself are returned unchanged.
func writeTo(stdout io.Writer, name string, write func(io.Writer) error) error {
	if isFile(name) {
		return outfile.Write(name, write)
	}
	return outfile.Fill(stdout, standardOutput, write)
}

// checkOutput makes sure, before any work is done, that writeTo can write the named file.
func checkOutput(name string) error {
	if isFile(name) {
		return outfile.Check(name)
	}
	return nil
}

// exists reports whether a path exists.
func exists(path ...string) bool {
	_, err := os.Stat(filepath.Join(path...))
	return err == nil
}

func isFile(name string) bool { return name != "" && name != "-" }

// writeJSON writes one object per line.
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

// printTable prints a table in columns. rows writes lines of cells separated by tabs.
func printTable(w io.Writer, header string, rows func(w io.Writer)) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if header != "" {
		fmt.Fprintln(t, header)
	}
	rows(t)
	return t.Flush()
}

// helpWriter is a writer for cobra, which prints help and ignores errors. It keeps the first error.
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

// printLines prints results, one per line.
func (env *environment) printLines(lines ...string) error {
	return printRows(env, false, lines, line)
}

// line prints a row in its own format.
func line[Row any](w io.Writer, row Row) { fmt.Fprintln(w, row) }

// files are created in memory, so that a folder is only changed if all of them can be made.
type files []formats.File

// byName returns the contents of the files by name.
func (f files) byName() map[string][]byte {
	all := map[string][]byte{}
	for _, file := range f {
		all[file.Name] = file.Data
	}
	return all
}

// writeTo writes the files into a folder in order, each completely or not at all, and returns their
// paths in the form of [shown].
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

// Functions that format paths, counts, and counts with a noun.
var (
	shown   = outfile.Shown
	grouped = numerals.Grouped
	counted = numerals.Counted
)

// printRows prints rows: as objects with --json, otherwise with text, row by row.
func printRows[Row any](env *environment, asJSON bool, rows []Row, text func(io.Writer, Row)) error {
	return printAll(env, asJSON, rows, func(w io.Writer) error {
		for _, row := range rows {
			text(w, row)
		}
		return nil
	})
}

// printAll prints rows: as objects with --json, otherwise with text.
func printAll[Row any](env *environment, asJSON bool, rows []Row, text func(io.Writer) error) error {
	return writeTo(env.stdout, "", func(w io.Writer) error {
		if asJSON {
			return writeJSON(w, rows...)
		}
		return text(w)
	})
}

// Exit statuses of the command.
const (
	statusDone        = 0
	statusFailure     = 1
	statusWrongUse    = 2
	statusLimited     = 3
	statusInterrupted = 130
)

// fault is an error with an exit status. Other errors have status 1.
type fault struct {
	status int
	err    error // nil if everything has been reported
}

func (f *fault) Error() string {
	if f.err == nil {
		return fmt.Sprintf("exit status %d", f.status)
	}
	return f.err.Error()
}

func (f *fault) Unwrap() error { return f.err }

// wrongUse marks err as a mistake in the arguments of cmd; nil stays nil. The hint refers to the
// command's help.
func wrongUse(cmd *cobra.Command, err error) error {
	return wrongUseHint(cmd, err, "see "+cmd.CommandPath()+" -h")
}

// wrongUseHint is wrongUse with a specific hint.
func wrongUseHint(cmd *cobra.Command, err error, next string) error {
	if err == nil {
		return nil
	}
	if path := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()); path != "" {
		err = fmt.Errorf("%s: %w", strings.TrimSpace(path), err)
	}
	return &fault{statusWrongUse, failure(next, "%w", err)}
}

// exit ends the command with a status, when everything has been reported.
func exit(status int) error {
	if status == statusDone {
		return nil
	}
	return &fault{status: status}
}

// failure is an error with a hint.
func failure(next, format string, args ...any) error { return hint.Errorf(next, format, args...) }

// unknown reports an unknown name.
func unknown(what, name string, known []string) error {
	return fmt.Errorf("no %s is called %q (want %s)%s", what, name, strings.Join(known, ", "), search.DidYouMean(name, known))
}

// resumable marks the error of a command that continues its work when it is run again.
type resumable struct{ error }

func (r resumable) Unwrap() error { return r.error }

// report prints err and returns the exit status. If ctx is canceled, report prints the interruption
// instead of errors that it caused; a command that finished anyway succeeds.
func (env *environment) report(ctx context.Context, err error) int {
	if err == nil {
		return statusDone
	}
	_, goesOn := errors.AsType[resumable](err)
	if ctx.Err() != nil {
		env.say("error", "interrupted")
		if goesOn {
			env.say("hint", "finished work is stored; repeat the command to continue")
		}
		return statusInterrupted
	}
	if locked, ok := errors.AsType[*store.LockedError](err); ok {
		err = failure("wait until it has finished, or choose another folder with --out",
			"study %q is being run by %s, which holds %s", locked.Study, locked.Who(), shown(locked.Path))
	}
	f := &fault{statusFailure, err}
	errors.As(err, &f)
	message, suggestion := splitSuggestion(packageName().ReplaceAllString(err.Error(), "$1"))
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
		env.say("hint", "free some space, then repeat the command to continue")
	case full:
		env.say("hint", "free some space")
	case hint.Of(err) != "":
		env.say("hint", hint.Of(err))
	}
	return f.status
}

// packageName matches the package name at the beginning of an error, which may follow the command
// and a file. Users do not know these names.
var packageName = lazy.Regexp(`^((?:[a-z ]+: )?(?:[a-z ]*\S+\.(?:ipynb|go): )?|import \S+: (?:as [a-z]+: )?)(?:analysis|display|execute|experiments|external|html|markdown|nbformat|percent|plots|reports|scaffold|stats|study): `)

// splitSuggestion removes the suggestion of search.DidYouMean from a message, because it is printed
// on its own line.
func splitSuggestion(message string) (rest, suggestion string) {
	const mark = "; did you mean "
	if i := strings.LastIndex(message, mark); i >= 0 && strings.HasSuffix(message, "?") {
		return message[:i], message[i+len("; "):]
	}
	return message, ""
}

// say writes one line to standard error. It ignores errors, since there is nowhere to report them.
func (env *environment) say(kind, message string) {
	fmt.Fprintf(env.stderr, "puzzlelab: %s: %s\n", kind, env.named(oneLine(message)))
}

// note prints a remark.
func (env *environment) note(text string) { env.say("note", text) }

// oneLine joins the lines of a message.
func oneLine(message string) string {
	return strings.Join(strings.FieldsFunc(message, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}
