package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

func newTablesCommand(env *environment) *cobra.Command {
	return newGroup("tables", "List, build, verify and remove lookup tables for strategies", "command",
		newTablesChild(env, "list [NAME…]", "List tables and whether they are stored", nil),
		newTablesChild(env, "build NAME…", "Build tables and store them", (*tabling).build),
		newTablesChild(env, "verify [NAME…]", "Compare the checksums of stored tables", (*tabling).verify),
		newTablesChild(env, "remove NAME…", "Remove stored tables", (*tabling).remove))
}

// tabling is a command about tables.
type tabling struct {
	*environment
	jsonFlag
	do     func(t *tabling, cmd *cobra.Command, row *tableRow) error // nil to do nothing
	needed bool                                                      // an argument is required
	failed bool
}

func newTablesChild(env *environment, use, short string, do func(*tabling, *cobra.Command, *tableRow) error) *cobra.Command {
	t := &tabling{environment: env, do: do, needed: !strings.Contains(use, "[")}
	return newCommand(use, short, t.run, &t.jsonFlag, completes(t.complete))
}

// complete completes names that have tables. It must lay the tables out, which takes longer than
// everything else when a command starts.
func (t *tabling) complete(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []puzzle.Word
	for _, row := range t.rows() {
		for _, name := range row.For {
			names = append(names, puzzle.Word{Name: name, Doc: "its tables"})
		}
	}
	return offers(slices.CompactFunc(names, func(a, b puzzle.Word) bool { return a.Name == b.Name })), cobra.ShellCompDirectiveNoFileComp
}

// tableRow is the JSON object for a table.
type tableRow struct {
	Puzzle string   `json:"puzzle"`
	Name   string   `json:"table"`
	For    []string `json:"for"`
	Bytes  int64    `json:"bytes"`
	State  string   `json:"state"`
	Path   string   `json:"path,omitempty"`
	Error  string   `json:"error,omitempty"`

	table puzzle.Table
}

// rows returns all tables, stored or absent.
func (t *tabling) rows() (rows []tableRow) {
	for _, p := range t.Puzzles {
		if p.Tables == nil {
			continue
		}
		for _, table := range p.Tables() {
			row := tableRow{Puzzle: p.Name, Name: table.Name, For: table.For, Bytes: table.Bytes, Path: table.Path, State: "absent", table: table}
			if _, err := os.Stat(table.Path); err == nil {
				row.State = "kept"
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// named reports whether arguments name the table, or a strategy that uses it. Without arguments,
// all tables are meant.
func (r tableRow) named(args []string) bool {
	return len(args) == 0 || slices.ContainsFunc(append(r.For, r.Name), func(name string) bool { return slices.Contains(args, name) })
}

func (t *tabling) run(cmd *cobra.Command, args []string) error {
	rows := t.rows()
	var known []string
	for _, row := range rows {
		known = append(known, append(row.For, row.Name)...)
	}
	slices.Sort(known)
	known = slices.Compact(known)
	for _, arg := range args {
		if !slices.Contains(known, arg) {
			return wrongUseHint(cmd, unknown("table", arg, known), "see puzzlelab tables list")
		}
	}
	if t.needed && len(args) == 0 {
		return wrongUseHint(cmd, errors.New("no table given"), "see puzzlelab tables list")
	}
	chosen := rows[:0]
	for _, row := range rows {
		if !row.named(args) || len(args) == 0 && t.do != nil && row.State == "absent" {
			continue
		}
		if t.do != nil {
			if err := t.do(t, cmd, &row); err != nil {
				return err
			}
		}
		chosen = append(chosen, row)
	}
	err := printRows(t.environment, t.json, chosen, func(w io.Writer, row tableRow) {
		fmt.Fprintf(w, "%-8s %9s  %s %s  for %s\n", row.State, megabytes(row.Bytes), row.Puzzle, row.Name, strings.Join(row.For, ", "))
	})
	if err == nil && t.failed {
		err = exit(statusFailure)
	}
	return err
}

// build builds a table unless it is stored and intact.
func (t *tabling) build(cmd *cobra.Command, row *tableRow) error {
	if err := row.table.Build(cmd.Context(), t.note); err != nil {
		if cmd.Context().Err() != nil {
			return cmd.Context().Err()
		}
		return err
	}
	if row.State = "kept"; row.Path == "" {
		return wrongUse(cmd, fmt.Errorf("no table is stored, because %s is none", puzzle.TablesVariable))
	}
	return nil
}

// verify checks every byte of a table.
func (t *tabling) verify(_ *cobra.Command, row *tableRow) error {
	err := row.table.Verify()
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	row.State, row.Error, t.failed = "damaged", err.Error(), true
	t.say("error", row.Error)
	t.say("hint", "rebuild the table with puzzlelab tables build "+row.Name)
	return nil
}

// remove removes a table and the remains of killed builds.
func (t *tabling) remove(_ *cobra.Command, row *tableRow) error {
	if row.Path == "" {
		return nil
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(row.Path), "."+filepath.Base(row.Path)+".*.tmp"))
	if err != nil {
		return err
	}
	for _, name := range append(left, row.Path) {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return outfile.Wrap(name, err)
		}
	}
	row.State = "absent"
	return nil
}
