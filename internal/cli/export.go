package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/exchange"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// exporting is the command export.
type exporting struct {
	*environment
	outFlag
	outputFlag
	to                    oneOf
	safe, about, leaveOut bool
}

func newExportCommand(env *environment) *cobra.Command {
	c := &exporting{environment: env, to: oneOf{what: "format"}}
	return newCommand(&cobra.Command{
		Use:   "export STUDY|DIR",
		Short: "Stored trials as CSV, JSON lines or Parquet",
		Long: `Write all stored trials of a study, or of all studies of a results folder, in
a form that other programs read: a row a trial, the newest if a trial was run
more than once, and a column for every field. They are read and written one by
one, however many there are, by study, set, size, index, strategy, mode, repeat,
version and seed.

The same trials give the same bytes whether one process ran them or the shards
of a cluster, apart from the columns of times, which --no-times leaves out, and
output, what an isolated trial printed.

What each column means, its type and its unit, and whether it is deterministic
or timing is the data dictionary: metadata called dictionary in Parquet, and
what --dictionary writes as CSV. The column deterministic says in which rows
deterministic columns are the same on every machine. JSON lines are those of the
journals; "list schemas" has their schema.`,
		Example: env.example(`  puzzlelab export STUDY > trials.csv
  puzzlelab export results -o trials.parquet
  puzzlelab export STUDY --dictionary`),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return offers(env.studyWords()), cobra.ShellCompDirectiveFilterDirs
		},
		Args: takes(1, 1, "nothing given to export (want a study or a results folder)"),
	}, c.run, c, &c.outputFlag, &c.outFlag)
}

func (c *exporting) register(cmd *cobra.Command) {
	c.to.explain(cmd, "to", "format (default: by the name of the output file, else csv)", []puzzle.Word{
		{Name: "csv", Doc: "a row a line, below a header"},
		{Name: "jsonl", Doc: "an object a line, as it is stored"},
		{Name: "parquet", Doc: "for pandas, R and DuckDB"},
	})
	fs := cmd.Flags()
	fs.BoolVar(&c.safe, "safe-csv", false, "in CSV, put an apostrophe before texts that spreadsheets take for formulas")
	fs.BoolVar(&c.about, "dictionary", false, "write what the columns mean, as CSV, instead of the trials")
	fs.BoolVar(&c.leaveOut, "no-times", false, "leave out the columns of the kind timing")
}

// check chooses the format, and says which flags make no sense with it.
func (c *exporting) check(cmd *cobra.Command, _ []string) error {
	format := c.to.value
	extension := strings.ToLower(filepath.Ext(c.output))
	if format == "" && !c.about {
		format = map[string]string{"": "csv", ".csv": "csv", ".jsonl": "jsonl", ".parquet": "parquet"}[extension]
	}
	err := error(nil)
	switch {
	case c.about && format != "":
		err = errors.New("--dictionary and --to exclude each other: it is CSV")
	case format == "" && !c.about:
		err = fmt.Errorf("nothing is exported as %s (want a file called .csv, .jsonl or .parquet, or give --to)", extension)
	case c.safe && format != "csv":
		err = errors.New("--safe-csv is for trials as CSV")
	case c.leaveOut && format == "jsonl":
		err = errors.New("--no-times leaves out columns, and JSON lines are those of the journals")
	default:
		c.to.value = format
		return nil
	}
	return wrongUse(cmd, err)
}

func (c *exporting) run(cmd *cobra.Command, args []string) error {
	table, from, err := c.stored(cmd, args[0])
	if err != nil {
		return err
	}
	if c.leaveOut {
		table.Columns = slices.DeleteFunc(table.Columns, func(c experiments.Column) bool { return c.Kind == experiments.KindTiming })
	}
	if c.about {
		return writeTo(c.data, c.output, func(w io.Writer) error { return exchange.WriteDictionary(w, table) })
	}
	write := map[string]func(io.Writer, *experiments.Table) error{
		"csv":   func(w io.Writer, t *experiments.Table) error { return exchange.WriteCSV(w, t, c.safe) },
		"jsonl": exchange.WriteJSONL, "parquet": exchange.WriteParquet,
	}[c.to.value]
	if err := writeTo(c.data, c.output, func(w io.Writer) error { return write(w, table) }); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if isFile(c.output) {
		c.say("note", fmt.Sprintf("%s: %s of %s", c.output, counted(table.Len, "trial"), strings.Join(from, ", ")))
	}
	return nil
}

// stored returns the stored trials that an argument names, a study or a results folder,
// and their studies.
func (c *exporting) stored(cmd *cobra.Command, name string) (*experiments.Table, []string, error) {
	folder := isResults(name)
	if folder {
		if cmd.Flags().Changed("out") {
			return nil, nil, wrongUse(cmd, fmt.Errorf("%s is a results folder, and --out another", name))
		}
		c.Root = name
	}
	store, err := c.Store()
	if err != nil {
		return nil, nil, err
	}
	studies, err := store.Studies()
	if err != nil {
		return nil, nil, err
	}
	if !folder {
		known := append(c.studyNames(), studies...)
		slices.Sort(known)
		if known = slices.Compact(known); !slices.Contains(known, name) {
			return nil, nil, wrongUse(cmd, fmt.Errorf("%q is neither a study (%s) nor a results folder%s", name, strings.Join(known, ", "), search.DidYouMean(name, known)))
		}
		studies = []string{name}
	}
	table, err := store.Table(studies...)
	if err != nil {
		return nil, nil, err
	}
	for i, load := range table.Loads {
		c.sayWarnings(studies[i], load)
		for _, name := range load.Torn {
			c.say("note", fmt.Sprintf("%s: %s ends within a line: that trial does not count, and is run again", studies[i], name))
		}
	}
	if table.Len == 0 {
		if folder {
			return nil, nil, failure("puzzlelab run STUDY runs trials", "%s: there are no stored trials", shown(c.Root))
		}
		return nil, nil, failure("puzzlelab run "+name+c.flag()+" runs trials", "%s: there are no stored trials of %s", shown(c.Root), name)
	}
	return table, studies, nil
}

// isResults reports whether a folder has trials.
func isResults(name string) bool {
	info, err := os.Stat(filepath.Join(name, ".trials"))
	return err == nil && info.IsDir()
}
