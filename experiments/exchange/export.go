package exchange

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/internal/parquet"
)

// program is the name of this program in exported files.
const program = "puzzlelab"

// WriteCSV writes a table as CSV (RFC 4180) with a header. Missing values and empty texts become
// empty fields. If safe is set, WriteCSV puts an apostrophe before text that a spreadsheet would
// interpret as a formula. Do not import such a file again, since the apostrophes would become part
// of the texts.
func WriteCSV(w io.Writer, t *store.Table, safe bool) error {
	out := csv.NewWriter(w)
	write := out.Write
	if safe {
		write = func(record []string) error { return out.Write(defuse.Record(record)) }
	}
	record := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		record[i] = c.Name
	}
	err := write(record)
	for values, failed := range rows(t) {
		if failed != nil {
			return failed
		}
		for i, v := range values {
			record[i] = v.String()
		}
		if err = write(record); err != nil {
			break
		}
	}
	out.Flush()
	if err == nil {
		err = out.Error()
	}
	return err
}

// WriteJSONL writes each trial as one line with a JSON object, which [trial.Schema] describes. The
// lines are the same as in journals.
func WriteJSONL(w io.Writer, t *store.Table) error {
	for row, err := range t.Trials() {
		if err != nil {
			return err
		}
		if _, err := w.Write(row.Line()); err != nil {
			return err
		}
	}
	return nil
}

// WriteDictionary writes the name, meaning, type and unit of each column as CSV. It puts an
// apostrophe before text that a spreadsheet would interpret as a formula.
func WriteDictionary(w io.Writer, t *store.Table) error {
	out := csv.NewWriter(w)
	for _, row := range dictionary(t) {
		_ = out.Write(defuse.Record(row)) // Error below returns write errors
	}
	out.Flush()
	return out.Error()
}

// dictionary returns a header and one row per column of the table.
func dictionary(t *store.Table) [][]string {
	list := [][]string{{"column", "type", "unit", "kind", "field", "meaning"}}
	for _, c := range t.Columns {
		list = append(list, []string{c.Name, string(c.Type), c.Unit, c.Kind, c.Field, c.Doc})
	}
	return list
}

// WriteParquet writes a table as Parquet, with the dictionary as a list of JSON objects in the
// metadata. If a number is 2⁶³ or more, WriteParquet returns an error that names the trial and the
// column.
func WriteParquet(w io.Writer, t *store.Table) error {
	types := map[trial.Type]parquet.Type{
		trial.TypeText: parquet.String, trial.TypeInteger: parquet.Int64, trial.TypeReal: parquet.Double, trial.TypeBoolean: parquet.Boolean,
	}
	var columns []parquet.Column
	for _, c := range t.Columns {
		columns = append(columns, parquet.Column{Name: c.Name, Type: types[c.Type]})
	}
	about, err := dictionaryJSON(t)
	if err != nil {
		return err
	}
	out := parquet.NewWriter(w, program, columns, [2]string{"dictionary", about})
	if err := fill(out, t); err != nil {
		return err
	}
	return out.Close()
}

// fill writes the rows of a table. A number that does not fit in a signed 64-bit integer is an
// error, which names the number.
func fill(out *parquet.Writer, t *store.Table) error {
	for values, err := range rows(t) {
		if err != nil {
			return err
		}
		for i, v := range values {
			switch v.Type {
			case trial.TypeText:
				out.PutText(v.String())
			case trial.TypeInteger:
				n, err := v.Int()
				if err != nil {
					return fmt.Errorf("trial %v, column %s: %w (export it as csv or jsonl)", values[0], t.Columns[i].Name, err)
				}
				out.PutInt(n)
			case trial.TypeReal:
				out.PutReal(v.Real())
			case trial.TypeBoolean:
				out.PutBool(v.Bool())
			default:
				out.PutNull()
			}
		}
		if err := out.EndRow(); err != nil {
			return err
		}
	}
	return nil
}

func dictionaryJSON(t *store.Table) (string, error) {
	rows := dictionary(t)
	var list []map[string]string
	for _, row := range rows[1:] {
		object := map[string]string{}
		for i, name := range rows[0] {
			object[name] = row[i]
		}
		list = append(list, object)
	}
	b, err := json.Marshal(list)
	return string(b), err
}

// rows yields the values of each row of a table. It reuses the slice.
func rows(t *store.Table) iter.Seq2[[]trial.Value, error] {
	return func(yield func([]trial.Value, error) bool) {
		values := make([]trial.Value, len(t.Columns))
		for row, err := range t.Trials() {
			if err == nil {
				t.Row(row, values)
			}
			if !yield(values, err) {
				return
			}
		}
	}
}
