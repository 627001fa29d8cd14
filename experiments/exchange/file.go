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

// ImportFile stores the trials of a file, all of them or, if one cannot be read, none. The
// format is found by how the file begins if none is named; study gets the trials, "" for the one
// that each names, or else for "imported". leftOut says what a trial has no place for, and added
// how many trials of each study were new.
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

// eachOf opens a file and lets take read what is in it.
func eachOf(name, format, study string, take func(Import) error) error {
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
