package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/puzzlelab/puzzlelab/internal/digits"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/reports/formats"
)

// standardOutput is how errors call it.
const standardOutput = "standard output"

// writeOutput is writeTo for people.
func (env *environment) writeOutput(name string, write func(io.Writer) error) error {
	return writeTo(env.stdout, name, write)
}

// writeTo lets write fill the file of that name, or standard output for
// "" and "-". A file appears whole or not at all. An error of write itself is
// returned as it is.
func writeTo(stdout io.Writer, name string, write func(io.Writer) error) error {
	if isFile(name) {
		return outfile.Write(name, write)
	}
	return outfile.Fill(stdout, standardOutput, write)
}

// checkOutput makes sure, before any work is done, that writeOutput can write
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
	grouped = digits.Grouped
	counted = digits.Counted
)
