package outfile

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
)

// made holds digests of the files in a folder, and of their input.
type made struct {
	From  string            `json:"from"`
	Files map[string]string `json:"files"` // by name in the folder
}

// Remember writes a record to the file named record. The record identifies the input that the given
// files were made from, and contains a digest of each file. The argument from identifies the input,
// and files maps file names to contents. If from is "", Remember does nothing. It ignores errors,
// because without a record the caller makes the files again.
func Remember(record, from string, files map[string][]byte) {
	if from == "" {
		return
	}
	m := made{From: from, Files: map[string]string{}}
	for name, data := range files {
		m.Files[name] = Digest(string(data))
	}
	_ = WriteJSON(record, m)
}

// Unchanged reports whether the files in dir have not changed since [Remember] wrote the named
// record. It returns false if the record is missing, or if from does not identify the same input.
func Unchanged(record, dir, from string) bool {
	data, err := os.ReadFile(record)
	var m made
	if err != nil || json.Unmarshal(data, &m) != nil || m.From != from || from == "" || len(m.Files) == 0 {
		return false
	}
	for name, want := range m.Files {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil || Digest(string(data)) != want {
			return false
		}
	}
	return true
}

// Digest returns a digest of one or more texts as 32 hexadecimal digits.
func Digest(texts ...string) string {
	h := sha256.New()
	for _, text := range texts {
		if len(texts) > 1 {
			text = Digest(text)
		}
		h.Write([]byte(text))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
