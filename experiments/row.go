package experiments

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
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

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendSeal closes the object that begins at b[start:] with its checksum and
// ends the line.
func appendSeal(b []byte, start int) []byte {
	return append(appendCRC(b, b[start:]), '\n')
}

func appendCRC(b, checked []byte) []byte {
	crc := crc32.Checksum(checked, castagnoli)
	b = appendHex(append(b, `,"crc":"`...), uint64(crc), 8)
	return append(b, `"}`...)
}

// sealed reports whether the line, without its newline, carries its own
// checksum.
func sealed(line []byte) bool {
	n := len(line) - sealLength
	return n > 0 && bytes.Equal(line[n:], appendCRC(make([]byte, 0, sealLength), line[:n]))
}

// appendRow appends the journal line of a trial.
func appendRow(b []byte, t *Trial) []byte {
	start := len(b)
	for i := range fields {
		f := &fields[i]
		if v := f.at(t); f.presence == required || !v.empty() {
			b = v.appendJSON(append(b, f.key...))
		}
	}
	return appendSeal(b, start)
}

// parse reads a sealed line without its newline into t, which is blank. The
// strings of the trial are substrings of line.
//
// It tries the form appendRow writes first; a line in any other form that is
// the same JSON is brought into that form by encoding/json, field by field.
func (d *decoder) parse(line string, t *Trial) error {
	if d.parseFast(line, t) {
		return nil
	}
	*t = Trial{}
	return d.parseAny(line, t)
}

// parseFast reads a row exactly as appendRow writes it, apart from the value
// of the seal, and reports whether it could.
func (d *decoder) parseFast(line string, t *Trial) bool {
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

// parseAny reads a row whose fields are in any order and may be spaced out.
// Fields that are not in the table are left to later versions.
func (d *decoder) parseAny(line string, t *Trial) error {
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

// checkError reports a trial that was read with half of what a failed one has.
func (t *Trial) checkError() error {
	if (t.Error != "") != (t.Outcome == search.Running) {
		return fmt.Errorf("a failed trial has the outcome %q and a message in the field \"error\", others have neither", errorOutcome)
	}
	return nil
}

// text makes a message fit for a row: at most 4,096 bytes of UTF-8 without control characters
// and without spaces around it.
func text(s string) string {
	s = strings.TrimSpace(defuse.Text(strings.ToValidUTF8(s, "\uFFFD")))
	if len(s) <= maxText {
		return s
	}
	kept := strings.ToValidUTF8(s[:maxText-len("… (9223372036854775807 bytes more)")], "")
	return fmt.Sprintf("%s… (%d bytes more)", kept, len(s)-len(kept))
}
