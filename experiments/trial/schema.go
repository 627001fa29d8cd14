package trial

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Schema returns a JSON Schema (draft 2020-12) of the journal lines that follow the header: the
// name, meaning, unit and form of each field of a [Trial]. The additional keyword "class" says what
// a field depends on:
//
//   - "run" fields say what was run, under which limits, and how it ended;
//   - "result" fields are the same on every machine if the trial is [Trial.Deterministic];
//   - "solution" fields likewise, but have a meaning only if the instance was solved;
//   - "answer" fields are the solution itself and what the strategy claims about it;
//   - "timing" fields are what the clock measured;
//   - "provenance" fields say where the row comes from.
//
// [Diff] compares the first four, and [WriteCSV] shows the first three.
func Schema() []byte {
	var properties, names strings.Builder
	for i := range fields {
		f := &fields[i]
		fmt.Fprintf(&properties, `%q:{"description":%q,"class":%q,%s},`, f.name, f.doc, f.class, f.at(&Trial{}).form().schema)
		if f.presence == required {
			fmt.Fprintf(&names, "%q,", f.name)
		}
	}
	var b bytes.Buffer
	err := json.Indent(&b, fmt.Appendf(nil, `{"$schema":"https://json-schema.org/draft/2020-12/schema",`+
		`"title":"Trial","description":"one run of one strategy on one instance: a line of a journal","type":"object",`+
		`"properties":{%s"crc":{"description":"CRC32C of the line before this field","type":"string","pattern":"^[0-9a-f]{8}$"}},`+
		`"required":[%s"crc"]}`+"\n", &properties, &names), "", "  ")
	if err != nil {
		panic(err) // the table has a schema that is not JSON
	}
	return b.Bytes()
}
