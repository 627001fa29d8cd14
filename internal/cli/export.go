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

	"github.com/puzzlelab/puzzlelab/experiments/exchange"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
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
	return newCommand("export STUDY|DIR", "Write stored trials as CSV, JSON lines or Parquet",
		c.run, c, &c.outputFlag, &c.outFlag, takes(1, 1, "nothing given to export (want a study or a results folder)"), completes(func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return offers(env.studyWords()), cobra.ShellCompDirectiveFilterDirs
		}))
}

func (c *exporting) register(cmd *cobra.Command) {
	c.to.explain(cmd, "to", "write this format (default: the format that matches the extension of the output file, or else csv)", []puzzle.Word{
		{Name: "csv", Doc: "one row per line, with a header"},
		{Name: "jsonl", Doc: "one object per line, in the stored form"},
		{Name: "parquet", Doc: "for pandas, R and DuckDB"},
	})
	fs := cmd.Flags()
	fs.BoolVar(&c.safe, "safe-csv", false, "in CSV, begin text with an apostrophe if a spreadsheet would evaluate it as a formula")
	fs.BoolVar(&c.about, "dictionary", false, "write a description of the columns as CSV instead of the trials")
	fs.BoolVar(&c.leaveOut, "no-times", false, "omit the columns that contain times")
}

// check chooses the format, and reports flags that do not apply to it.
func (c *exporting) check(cmd *cobra.Command, _ []string) error {
	format := c.to.value
	extension := strings.ToLower(filepath.Ext(c.output))
	if format == "" && !c.about {
		format = map[string]string{"": "csv", ".csv": "csv", ".jsonl": "jsonl", ".parquet": "parquet"}[extension]
	}
	err := error(nil)
	switch {
	case c.about && format != "":
		err = errors.New("--dictionary and --to cannot be used together: the dictionary is always CSV")
	case format == "" && !c.about:
		err = fmt.Errorf("cannot export %s files (want .csv, .jsonl or .parquet, or use --to)", extension)
	case c.safe && format != "csv":
		err = errors.New("--safe-csv applies only to trials in CSV")
	case c.leaveOut && format == "jsonl":
		err = errors.New("--no-times does not apply to JSON lines, which have the form of the journals")
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
		table.Columns = slices.DeleteFunc(table.Columns, func(c trial.Column) bool { return c.Kind == trial.KindTiming })
	}
	if c.about {
		return writeTo(c.data, c.output, func(w io.Writer) error { return exchange.WriteDictionary(w, table) })
	}
	write := map[string]func(io.Writer, *store.Table) error{
		"csv":   func(w io.Writer, t *store.Table) error { return exchange.WriteCSV(w, t, c.safe) },
		"jsonl": exchange.WriteJSONL, "parquet": exchange.WriteParquet,
	}[c.to.value]
	if err := writeTo(c.data, c.output, func(w io.Writer) error { return write(w, table) }); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if isFile(c.output) {
		c.note(fmt.Sprintf("%s: %s of %s", c.output, counted(table.Len, "trial"), strings.Join(from, ", ")))
	}
	return nil
}

// stored returns the stored trials of a study or results folder, and the names of the studies.
func (c *exporting) stored(cmd *cobra.Command, name string) (*store.Table, []string, error) {
	path, _ := filepath.Abs(name)
	folder := isResults(name) && (!cmd.Flags().Changed("out") || path == c.Root)
	if folder {
		c.Root = name
	}
	kept, err := c.Store()
	if err != nil {
		return nil, nil, err
	}
	studies, err := kept.Studies()
	if !folder {
		if studies, err = c.allStudies(kept); err == nil && !slices.Contains(studies, name) {
			if err = fmt.Errorf("%s is a results folder, but --out names another one", name); !isResults(name) {
				err = fmt.Errorf("%q is neither a study (%s) nor a results folder%s", name, strings.Join(studies, ", "), search.DidYouMean(name, studies))
			}
			err = wrongUse(cmd, err)
		}
		studies = []string{name}
	}
	if err != nil {
		return nil, nil, err
	}
	table, err := kept.Table(studies...)
	if err != nil {
		return nil, nil, err
	}
	for i, load := range table.Loads {
		c.sayWarnings(studies[i], load)
		for _, name := range load.Torn {
			c.note(fmt.Sprintf("%s: %s ends in the middle of a line: this trial does not count and will run again", studies[i], name))
		}
	}
	if table.Len == 0 {
		if folder {
			return nil, nil, failure("run trials with puzzlelab run STUDY", "%s: there are no stored trials", shown(c.Root))
		}
		return nil, nil, failure("run trials with puzzlelab run "+name+c.flag(), "%s: there are no stored trials of %s", shown(c.Root), name)
	}
	return table, studies, nil
}

// isResults reports whether a folder contains trials.
func isResults(name string) bool {
	info, err := os.Stat(filepath.Join(name, ".trials"))
	return err == nil && info.IsDir()
}
