package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
)

// made is what stands in a folder, and what it was made from: digests. While both are
// as they were there is nothing to do.
type made struct {
	From  string            `json:"from"`
	Files map[string]string `json:"files"` // by the name in the folder
}

// madeFile is where a made of the results folder is kept.
func madeFile(root, name string) string { return filepath.Join(root, ".made", name+".json") }

// unchanged reports whether the files of a folder are what from makes.
func unchanged(root, name, dir, from string) bool {
	data, err := os.ReadFile(madeFile(root, name))
	var m made
	if err != nil || json.Unmarshal(data, &m) != nil || m.From != from || len(m.Files) == 0 {
		return false
	}
	for file, want := range m.Files {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
		if err != nil || digest(string(data)) != want {
			return false
		}
	}
	return true
}

// keepMade remembers what files were made from. What keeps it from that costs time,
// and nothing else.
func keepMade(root, name, from string, list files) {
	m := made{From: from, Files: map[string]string{}}
	for _, f := range list {
		m.Files[f.Name] = digest(string(f.Data))
	}
	_ = outfile.WriteJSON(madeFile(root, name), m)
}

// digest names some texts.
func digest(texts ...string) string {
	h := sha256.New()
	for _, text := range texts {
		if len(texts) > 1 {
			text = digest(text)
		}
		h.Write([]byte(text))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// thisProgram names the program that runs and the variables that it looks at, "" if
// it cannot be read.
var thisProgram = sync.OnceValue(func() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	facts := []string{string(data)}
	for _, kv := range os.Environ() {
		if strings.HasPrefix(kv, "PUZZLELAB_") && !strings.HasPrefix(kv, experiments.RootVariable+"=") {
			facts = append(facts, kv)
		}
	}
	return digest(facts...)
})
