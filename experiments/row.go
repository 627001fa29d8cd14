package experiments

import (
	"encoding/json"
	"hash/crc32"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// A journal line is one JSON object whose last field is the CRC32C
// (Castagnoli) of the bytes before that field:
//
//	{"study":"pruning", …,"code":"…","crc":"1a2b3c4d"}
//	└────────── checked ──────────┘└───── seal ─────┘
const sealLength = len(`,"crc":"00000000"}`)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const hexDigits = "0123456789abcdef"

// appendSeal closes the object that begins at b[start:] with its checksum and
// ends the line.
func appendSeal(b []byte, start int) []byte {
	crc := crc32.Checksum(b[start:], castagnoli)
	b = append(b, `,"crc":"`...)
	for shift := 28; shift >= 0; shift -= 4 {
		b = append(b, hexDigits[crc>>shift&15])
	}
	return append(b, "\"}\n"...)
}

// sealed reports whether the line, without its newline, carries its own
// checksum.
func sealed(line []byte) bool {
	n := len(line) - sealLength
	if n < 1 {
		return false
	}
	crc := crc32.Checksum(line[:n], castagnoli)
	seal := line[n:]
	if string(seal[:8]) != `,"crc":"` || string(seal[16:]) != `"}` {
		return false
	}
	for i := range 8 {
		if seal[8+i] != hexDigits[crc>>(28-4*i)&15] {
			return false
		}
	}
	return true
}

// appendRow appends the journal line of a trial. [parseFast] reads the same
// fields in the same order.
func appendRow(b []byte, t *Trial) []byte {
	start := len(b)
	b = appendString(append(b, `{"study":`...), t.Study)
	b = appendString(append(b, `,"set":`...), t.Set)
	b = strconv.AppendInt(append(b, `,"size":`...), int64(t.Size), 10)
	b = strconv.AppendInt(append(b, `,"index":`...), int64(t.Index), 10)
	b = appendString(append(b, `,"instance":`...), t.Instance)
	b = appendString(append(b, `,"strategy":`...), t.Strategy)
	b = strconv.AppendInt(append(b, `,"version":`...), int64(t.Version), 10)
	b = appendString(append(b, `,"mode":`...), string(t.Mode))
	b = strconv.AppendInt(append(b, `,"repeat":`...), int64(t.Repeat), 10)
	b = append(appendHex(append(b, `,"seed":"`...), t.Seed), '"')
	b = appendString(append(b, `,"outcome":`...), outcomeName(t))
	b = strconv.AppendInt(append(b, `,"cost":`...), int64(t.Cost), 10)
	if t.Bound != 0 {
		b = strconv.AppendInt(append(b, `,"bound":`...), int64(t.Bound), 10)
	}
	b = strconv.AppendUint(append(b, `,"expanded":`...), t.Meter.Expanded, 10)
	b = strconv.AppendUint(append(b, `,"generated":`...), t.Meter.Generated, 10)
	b = strconv.AppendUint(append(b, `,"reopened":`...), t.Meter.Reopened, 10)
	b = strconv.AppendUint(append(b, `,"stored":`...), t.Meter.Stored, 10)
	b = strconv.AppendUint(append(b, `,"pruned":`...), t.Meter.Pruned, 10)
	b = strconv.AppendInt(append(b, `,"max_depth":`...), int64(t.Meter.MaxDepth), 10)
	b = strconv.AppendUint(append(b, `,"bytes":`...), t.Meter.Bytes, 10)
	if len(t.Meter.Iterations) > 0 {
		b = appendIterations(append(b, `,"iterations":`...), t.Meter.Iterations)
	}
	if len(t.Observed) > 0 {
		b = append(b, `,"observed":`...)
		for i, o := range t.Observed {
			b = append(b, "{,"[min(i, 1)])
			b = appendString(b, o.Name)
			b = appendFloat(append(b, ':'), o.Value)
		}
		b = append(b, '}')
	}
	if t.Error != "" {
		b = appendString(append(b, `,"error":`...), t.Error)
	}
	b = appendFloat(append(b, `,"cpu":`...), t.CPU)
	b = appendFloat(append(b, `,"wall":`...), t.Wall)
	b = strconv.AppendInt(append(b, `,"runs":`...), int64(t.Runs), 10)
	b = strconv.AppendUint(append(b, `,"limit_expanded":`...), t.Limits.Expanded, 10)
	b = strconv.AppendUint(append(b, `,"limit_stored":`...), t.Limits.Stored, 10)
	b = strconv.AppendUint(append(b, `,"limit_bytes":`...), t.Limits.Bytes, 10)
	b = strconv.AppendInt(append(b, `,"limit_ns":`...), int64(t.Limits.Time), 10)
	b = appendString(append(b, `,"code":`...), t.Code)
	return appendSeal(b, start)
}

// appendIterations appends [[bound,expanded,generated],…].
func appendIterations(b []byte, iterations []search.Iteration) []byte {
	for i, it := range iterations {
		b = append(b, "[,"[min(i, 1)], '[')
		b = strconv.AppendInt(b, int64(it.Bound), 10)
		b = strconv.AppendUint(append(b, ','), it.Expanded, 10)
		b = strconv.AppendUint(append(b, ','), it.Generated, 10)
		b = append(b, ']')
	}
	return append(b, ']')
}

// errorOutcome stands in files where a run failed and so has no outcome.
const errorOutcome = "error"

func outcomeName(t *Trial) string {
	if t.Error != "" {
		return errorOutcome
	}
	return t.Outcome.String()
}

func parseOutcome(s string) (search.Outcome, error) {
	if s == errorOutcome {
		return search.Running, nil
	}
	return search.ParseOutcome(s)
}

func appendString(b []byte, s string) []byte {
	if plain(s) {
		return append(append(append(b, '"'), s...), '"')
	}
	quoted, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always marshals
	}
	return append(b, quoted...)
}

// plain reports whether a string stands in JSON as it is.
func plain(s string) bool {
	ascii := true
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' || c == '"' || c == '\\':
			return false
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return ascii || utf8.ValidString(s)
}

func appendHex(b []byte, n uint64) []byte {
	for shift := 60; shift >= 0; shift -= 4 {
		b = append(b, hexDigits[n>>shift&15])
	}
	return b
}

// appendFloat appends the shortest decimal that reads back as f. JSON has no
// infinities; they and NaN are strings.
func appendFloat(b []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		b = append(b, '"')
		b = strconv.AppendFloat(b, f, 'g', -1, 64)
		return append(b, '"')
	}
	return strconv.AppendFloat(b, f, 'g', -1, 64)
}

// specialFloat reads what appendFloat writes as a string.
func specialFloat(s string) (float64, bool) {
	switch s {
	case "NaN":
		return math.NaN(), true
	case "+Inf":
		return math.Inf(1), true
	case "-Inf":
		return math.Inf(-1), true
	}
	return 0, false
}

// text makes a message fit for a row: valid UTF-8, without spaces around it.
func text(s string) string {
	return strings.TrimSpace(strings.ToValidUTF8(s, "\uFFFD"))
}
