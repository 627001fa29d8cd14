package exchange

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// Import holds the trials read from a file, the name of the program that ran them, and a list of
// the contents that were left out.
type Import struct {
	// Trials reads the file and yields its trials. It can be used only once. If the file contains
	// an error, Trials yields an error that names the line, and stops.
	Trials iter.Seq2[*trial.Trial, error]
	// Program is the name of the program that ran the trials; "" if the file does not name it.
	Program string
	// LeftOut describes contents of the file that the import drops, because trials have no fields
	// for them.
	LeftOut []string
}

// Format is a file format from which trials can be imported.
type Format struct {
	Name, Doc string
	Read      func(r io.Reader, study string) (Import, error)
}

// Formats lists the formats that can be imported. In puzzlelab's own formats, each row contains the
// name of its study, which the caller can replace. In all other formats, the caller names the
// study.
//
// Trials from other programs become timed trials with version 1 and size 0. The index of an
// instance is derived from its digest, so that the same instance has the same index in every
// imported file. The digest of the file becomes the code of its trials. Numbers for which trials
// have no field become observed numbers under their own names.
func Formats() []Format {
	return []Format{
		{"csv", "trials from export or of a study, also as pandas, R and spreadsheets save them", readCSV},
		{"jsonl", "trials from export or from a journal", readJSONL},
		{"benchexec", "results of BenchExec: XML, also compressed with bzip2 or gzip, or CSV from table-generator", ReadBenchExec},
		{"lab", "JSON properties of Downward Lab", ReadLab},
		{"hyperfine", "results of hyperfine 1 or 2: JSON, or CSV", ReadHyperfine},
	}
}

// Detect guesses the format of a file from its first bytes and returns the name of the format. Text
// must be in UTF-8. If no format matches, it returns an error that lists the known formats.
func Detect(begin []byte) (string, error) {
	text := bytes.TrimLeft(begin, " \t\r\n")
	line, _, _ := bytes.Cut(text, []byte("\n"))
	has := func(word string) bool { return bytes.Contains(text, []byte(word)) }
	switch {
	case bytes.HasPrefix(begin, []byte("BZh")), bytes.HasPrefix(begin, []byte("\x1f\x8b")), bytes.HasPrefix(text, []byte("<")), bytes.HasPrefix(text, []byte("tool\t")):
		return "benchexec", nil
	case bytes.HasPrefix(begin, []byte("\xfd7zXZ")):
		return "", errors.New("it is compressed with xz: decompress it with xz -d first")
	case bytes.HasPrefix(text, []byte("{\"study\":")), bytes.HasPrefix(text, []byte("{\"header\":")):
		return "jsonl", nil
	case bytes.HasPrefix(text, []byte("{")) && (has("\"results\"") || has("\"schema_version\"")), summaries().Match(line):
		return "hyperfine", nil
	case bytes.HasPrefix(text, []byte("{")) && has("\"algorithm\""):
		return "lab", nil
	case bytes.ContainsAny(line, ",;\t") && !bytes.ContainsAny(line[:1], "[{"):
		return "csv", nil
	}
	names := wording.Each(Formats(), func(f Format) string { return f.Name })
	return "", fmt.Errorf("its format is unknown (want %s; for results of any other program, write CSV with the columns that export --dictionary lists)", strings.Join(names, ", "))
}

func readCSV(r io.Reader, study string) (Import, error) {
	trials, unknown, err := trial.ScanCSV(r)
	left := wording.Each(unknown, func(name string) string { return fmt.Sprintf("column %q", name) })
	return Import{Trials: renamed(trials, study), LeftOut: left}, err
}

// renamed puts another study into the trials, unless study is "".
func renamed(trials iter.Seq2[*trial.Trial, error], study string) iter.Seq2[*trial.Trial, error] {
	if study == "" {
		return trials
	}
	return func(yield func(*trial.Trial, error) bool) {
		for t, err := range trials {
			if err == nil {
				t.Study = study
			}
			if !yield(t, err) {
				return
			}
		}
	}
}

func readJSONL(r io.Reader, study string) (Import, error) {
	return Import{Trials: renamed(func(yield func(*trial.Trial, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, math.MaxInt)
		for number := 1; lines.Scan(); number++ {
			line := lines.Text()
			if strings.TrimSpace(line) == "" || strings.HasPrefix(line, `{"header":`) {
				continue
			}
			t, err := trial.ParseLine(line)
			if err != nil {
				yield(nil, fmt.Errorf("line %d: %w", number, err))
				return
			}
			if !yield(&t, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(nil, err)
		}
	}, study)}, nil
}

// foreign collects trials from a file that another program wrote.
type foreign struct {
	study, code string
	trials      []trial.Trial
	repeats     map[[3]string]int // next repeat number by set, instance and strategy
	left        map[string]int    // descriptions of contents left out, with counts
}

// readForeign reads a whole file and uses its digest as the code of its trials. convert returns the
// name of the program that ran them.
func readForeign(r io.Reader, study string, convert func(f *foreign, data []byte) (string, error)) (Import, error) {
	data, err := io.ReadAll(unmarked(r))
	if err != nil {
		return Import{}, err
	}
	f := &foreign{
		study: study, code: fmt.Sprintf("file:%x", sha256.Sum256(data))[:len("file:")+16],
		repeats: map[[3]string]int{}, left: map[string]int{},
	}
	program, err := convert(f, data)
	if err != nil {
		return Import{}, err
	}
	in := Import{Program: strings.TrimSpace(program)}
	for what, n := range f.left {
		if n > 1 {
			what += fmt.Sprintf(" (%d times)", n)
		}
		in.LeftOut = append(in.LeftOut, what)
	}
	slices.Sort(in.LeftOut)
	in.Trials = func(yield func(*trial.Trial, error) bool) {
		for i := range f.trials {
			if !yield(&f.trials[i], nil) {
				return
			}
		}
	}
	return in, nil
}

// unmarked converts a stream that begins with a byte order mark to UTF-8 without one.
func unmarked(r io.Reader) io.Reader {
	return transform.NewReader(r, unicode.BOMOverride(transform.Nop))
}

// leave records contents that are left out.
func (f *foreign) leave(format string, args ...any) { f.left[fmt.Sprintf(format, args...)]++ }

// trial adds a trial of a strategy on an instance, with the next repeat number.
func (f *foreign) trial(set, instance, strategy string) *trial.Trial {
	place := [3]string{set, instance, strategy}
	repeat := f.repeats[place]
	f.repeats[place]++
	t := trial.Trial{
		Study: f.study, Set: distinct(set), Instance: trial.Digest(instance), Strategy: distinct(strategy),
		Version: 1, Mode: trial.Timed, Repeat: repeat, Runs: 1, Code: f.code,
	}
	if len(instance) <= maxText {
		t.Text = cleaned(instance)
	}
	number, _ := strconv.ParseUint(t.Instance[:6], 16, 64) // hex digits
	t.Index = int(number)
	t.Seed = trial.Seed(0, f.study, t.Instance, repeat)
	f.trials = append(f.trials, t)
	return &f.trials[len(f.trials)-1]
}

// distinct returns a name that fits into a row, like [cleaned], but keeps different names
// different.
func distinct(name string) string {
	if c := cleaned(name); c != name {
		return c + " #" + trial.Digest(name)[:8]
	}
	return name
}

// maxText is the maximum length of a text in a row, in bytes.
const maxText = 4096

// cleaned returns a text that fits into a row: one line of valid UTF-8 without control characters.
func cleaned(s string) string { return lines.Replace(defuse.Text(s)) }

var lines = strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ")

// ImportFile reads trials from a file into a store. If it cannot read one of the trials, it stores
// none. If format is "", ImportFile guesses the format from the beginning of the file. If study is
// "", each trial keeps the study that it names, or belongs to the study "imported" if it names
// none. The result leftOut lists the parts of the file that cannot be stored in trials, and the
// result added gives the number of imported rows for each study.
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
			return errors.New("it contains no trials")
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
			err = path.Err // omits the second file name
		}
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(unmarked(f), 4096)
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
