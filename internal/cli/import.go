package cli

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/exchange"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

func newImportCommand(env *environment) *cobra.Command {
	var flags settingFlags
	format := oneOf{what: "format"}
	words := study.Map(exchange.Formats(), func(f exchange.Format) puzzle.Word { return puzzle.Word{Name: f.Name, Doc: f.Doc} })
	cmd := &cobra.Command{
		Use:   "import FILE [FILE…]",
		Short: "Store trials that another machine or program ran",
		Long: `Store the trials of files in the results folder: ours, as CSV or JSON lines, and
those of BenchExec, Downward Lab and hyperfine, which become rows of a study of
their own. It can be exported, compared and shown like any other; docs/how-to.md
says what becomes which field.

What a trial has no place for is named. A row that is stored already is left as
it is, and one that contradicts a stored row of the same trial, code and limits
is an error.`,
		Example: env.example(`  puzzlelab import trials.jsonl
  puzzlelab import --study solvers bench.results.xml.bz2
  puzzlelab import --study startup --format hyperfine startup.json`),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return wrongUse(cmd, errors.New("no file given"))
			}
			return nil
		},
	}
	format.explain(cmd, "format", "how the files are written (default: as they look)", words)
	study := cmd.Flags().String("study", "", "`NAME` of the study that gets the trials (default: the one that each names, else imported)")
	complete(cmd, "study", "imported")
	flags.registerOut(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		setting, err := flags.setting(cmd)
		if err != nil {
			return err
		}
		store, err := setting.Store()
		if err != nil {
			return err
		}
		if _, err := store.Study(*study); err != nil && *study != "" {
			return wrongUse(cmd, fmt.Errorf("--study: %w", err))
		}
		for _, name := range args {
			if err := env.importFile(store, name, format.value, *study); err != nil {
				return fmt.Errorf("import %s: %w", name, err)
			}
		}
		return nil
	}
	return cmd
}

// importFile stores the trials of a file, all of them or, if one cannot be read, none.
func (env *environment) importFile(store *experiments.Store, name, format, study string) error {
	read := func(take func(exchange.Import) error) error {
		f, err := os.Open(name)
		if err != nil {
			if path, ok := errors.AsType[*fs.PathError](err); ok {
				err = path.Err // the file is named already
			}
			return err
		}
		defer f.Close()
		in := bufio.NewReaderSize(f, 4096)
		begin, err := in.Peek(4096)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		of := format
		if of == "" {
			if of, err = exchange.Detect(begin); err != nil {
				return err
			}
		}
		known := exchange.Formats()
		i := slices.IndexFunc(known, func(f exchange.Format) bool { return f.Name == of })
		owner := study
		if owner == "" && of != "csv" && of != "jsonl" {
			owner = "imported"
		}
		made, err := known[i].Read(in, owner)
		if err != nil {
			return fmt.Errorf("as %s: %w", of, err)
		}
		made.Program = cmp.Or(made.Program, "unknown")
		return take(made)
	}
	count := 0
	err := read(func(in exchange.Import) error {
		for _, err := range in.Trials {
			if err != nil {
				return err
			}
			count++
		}
		if count == 0 {
			return errors.New("it holds no trials")
		}
		for _, what := range in.LeftOut {
			env.say("note", name+": left out: "+what)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return read(func(in exchange.Import) error {
		added, err := store.Add(in.Trials, experiments.Imported(in.Program))
		for _, study := range slices.Sorted(maps.Keys(added)) {
			n := added[study]
			if failed := env.printLines(fmt.Sprintf("%s: %s of %s stored, %s known already", name, counted(n.New, "trial"), study, grouped(n.Known))); err == nil {
				err = failed
			}
		}
		return err
	})
}
