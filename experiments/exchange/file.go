package exchange

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/store"
)

// ImportFile stores all trials of a file, or none if one of them cannot be read. If format is "",
// the beginning of the file decides. If study is "", each trial keeps its own study, or gets
// "imported" if it has none. leftOut lists the contents that trials cannot hold, and added has the
// number of new trials of each study.
func ImportFile(kept *store.Store, name, format, study string) (leftOut []string, added map[string]store.Added, err error) {
	count := 0
	err = eachOf(name, format, study, func(in Import) error {
		for _, err := range in.Trials {
			if err != nil {
				return err
			}
			count++
		}
		if count == 0 {
			return errors.New("it holds no trials")
		}
		leftOut = in.LeftOut
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	err = eachOf(name, format, study, func(in Import) (err error) {
		added, err = kept.Add(in.Trials, store.Imported(in.Program))
		return err
	})
	return leftOut, added, err
}

// eachOf opens a file and passes its trials to take.
func eachOf(name, format, study string, take func(Import) error) error {
	f, err := os.Open(name)
	if err != nil {
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			err = path.Err // its text has no second file name
		}
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 4096)
	begin, err := in.Peek(4096)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if format == "" {
		if format, err = Detect(begin); err != nil {
			return err
		}
	}
	if study == "" && format != "csv" && format != "jsonl" {
		study = "imported"
	}
	known := Formats()
	i := slices.IndexFunc(known, func(f Format) bool { return f.Name == format })
	made, err := known[i].Read(in, study)
	if err != nil {
		return fmt.Errorf("as %s: %w", format, err)
	}
	made.Program = cmp.Or(made.Program, "unknown")
	return take(made)
}
