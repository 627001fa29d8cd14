package trial

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// A journal line is one JSON object whose last field is the CRC32C
// (Castagnoli) of the bytes before that field:
//
//	{"study":"pruning", …,"code":"…","crc":"1a2b3c4d"}
//	└────────── checked ──────────┘└───── seal ─────┘
const sealLength = len(`,"crc":"00000000"}`)

// Castagnoli is the table for computing the CRC-32C checksums in journals.
var Castagnoli = crc32.MakeTable(crc32.Castagnoli)

// AppendSeal completes a journal line at the end of b, whose JSON object begins at b[start]. It
// appends the object's checksum, a closing brace and a newline.
func AppendSeal(b []byte, start int) []byte {
	return append(appendCRC(b, b[start:]), '\n')
}

func appendCRC(b, checked []byte) []byte {
	crc := crc32.Checksum(checked, Castagnoli)
	b = appendHex(append(b, `,"crc":"`...), uint64(crc), 8)
	return append(b, `"}`...)
}

// Sealed reports whether a journal line, without its newline, ends with the correct checksum.
func Sealed(line []byte) bool {
	n := len(line) - sealLength
	return n > 0 && bytes.Equal(line[n:], appendCRC(make([]byte, 0, sealLength), line[:n]))
}

// AppendLine appends the trial's journal line and a newline to b, and returns the extended slice.
// [Schema] describes the line.
func (t *Trial) AppendLine(b []byte) []byte {
	start := len(b)
	for i := range fields {
		f := &fields[i]
		if v := f.at(t); f.presence == required || !v.empty() {
			b = v.appendJSON(append(b, f.key...))
		}
	}
	return AppendSeal(b, start)
}

// Parse parses a sealed line without its newline into t, which must be the zero Trial. The strings
// of the trial are substrings of line.
//
// Parse first tries the exact form that AppendLine writes. If the line has a different form, it
// uses encoding/json to split the line into fields.
func (d *Decoder) Parse(line string, t *Trial) error {
	if d.parseFast(line, t) {
		return nil
	}
	*t = Trial{}
	return d.parseAny(line, t)
}

// parseFast reads a row in the exact form that AppendLine writes, except for the checksum's value,
// and reports whether it succeeded.
func (d *Decoder) parseFast(line string, t *Trial) bool {
	d.begin(line)
	for i := range fields {
		f := &fields[i]
		if d.accept(f.key) {
			f.at(t).scan(d)
		} else if f.presence == required {
			return false
		}
	}
	d.expect(`,"crc":`)
	d.quoted()
	d.expect("}")
	return d.done() && t.checkError() == nil
}

// parseAny reads a row whose fields are in any order and may be separated by spaces. It ignores
// unknown fields, which later versions may have added.
func (d *Decoder) parseAny(line string, t *Trial) error {
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(line)); err != nil {
		return err
	}
	var values map[string]json.RawMessage
	if err := json.Unmarshal(compact.Bytes(), &values); err != nil {
		return err
	}
	for i := range fields {
		f := &fields[i]
		raw := string(values[f.name])
		if raw == "" || raw == "null" {
			if f.presence == required {
				return fmt.Errorf("it has no %q", f.name)
			}
			continue
		}
		v := f.at(t)
		d.begin(raw)
		if v.scan(d); !d.done() {
			return fmt.Errorf("%q is %.60s (want %s)", f.name, raw, v.form().want)
		}
	}
	return t.checkError()
}

// checkError returns an error if a trial has an error message but not the outcome of a failed
// trial, or the reverse, or if a time is negative or infinite.
func (t *Trial) checkError() error {
	if (t.Error != "") != (t.Outcome == search.Running) {
		return fmt.Errorf("a failed trial needs the outcome %q and a message in the field \"error\", and other trials must have neither", errorOutcome)
	}
	if least, most := min(t.CPU, t.Wall), max(t.CPU, t.Wall); least < 0 || math.IsInf(most, 1) {
		return fmt.Errorf("cpu is %v s and wall is %v s (want finite times of at least 0 s)", t.CPU, t.Wall)
	}
	return nil
}

// Clean makes a message suitable for a row: it returns at most 4,096 bytes of valid UTF-8 without
// surrounding spaces. It makes control characters visible, except tabs and newlines.
func Clean(s string) string {
	s = strings.TrimSpace(defuse.Text(strings.ToValidUTF8(s, "\uFFFD")))
	if len(s) <= MaxText {
		return s
	}
	kept := strings.ToValidUTF8(s[:MaxText-len("… (9223372036854775807 bytes more)")], "")
	return fmt.Sprintf("%s… (%d bytes more)", kept, len(s)-len(kept))
}

// ParseLine parses a journal line, with or without its newline. It is the inverse of [Trial.Line].
func ParseLine(line string) (Trial, error) {
	line = strings.TrimRight(line, "\r\n")
	if !Sealed([]byte(line)) {
		return Trial{}, fmt.Errorf("the line does not match its checksum (want a line that export --to jsonl wrote)")
	}
	var t Trial
	err := new(Decoder).Parse(line, &t)
	return t, err
}
