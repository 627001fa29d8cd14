package studytest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/study"
)

var declare = flag.String("declare", "", "declare the questions that are new or have changed, with the root `seeds` whose trials were seen: \"1 2\", or none")

// Declared checks that the questions in the [study.DeclaredFile] in the given folder are exactly
// the current questions of the family's claims. With the flag -declare SEEDS, it declares new and
// changed questions, and records that the author has seen the trials with these root seeds.
func Declared(t *testing.T, folder string, family *claim.Family) {
	t.Helper()
	name := filepath.Join(folder, study.DeclaredFile)
	declared := map[string]claim.Declaration{}
	if _, err := os.Stat(name); err == nil {
		declared = study.Declared(os.DirFS(folder))
	}
	for _, word := range strings.Fields(strings.TrimPrefix(*declare, "none")) {
		if _, err := strconv.ParseUint(word, 10, 64); err != nil {
			t.Fatalf("-declare %q: %q is not a root seed (write seeds with spaces between them, such as \"1 2\", or none)", *declare, word)
		}
	}
	rows := []string{"claim,question,seen"}
	for _, c := range family.Claims() {
		question, d := family.Question(c.ID), declared[c.ID]
		delete(declared, c.ID)
		seen := strings.Trim(fmt.Sprint(d.Seen), "[]")
		if d.Question != question {
			if *declare == "" {
				t.Errorf("%s: claim %q asks %s and declares %q: declare it with -declare SEEDS, the root seeds whose trials you have seen", name, c.ID, question, d.Question)
			}
			seen = strings.TrimPrefix(*declare, "none")
		}
		rows = append(rows, fmt.Sprintf("%s,%s,%s", c.ID, question, seen))
	}
	for id := range declared {
		if *declare == "" {
			t.Errorf("%s: no claim has the ID %q", name, id)
		}
	}
	if *declare != "" {
		if err := os.WriteFile(name, []byte(strings.Join(rows, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
