package known

import (
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

func TestKnownFileSkipsCommentsAndNamesBadLines(t *testing.T) {
	files := fstest.MapFS{
		"good.txt": {Data: []byte("# two numbers\n1\n\n 2\n")},
		"bad.txt":  {Data: []byte("# one number\n1\ntwo\n")},
	}
	set := Set[int]{Name: "good", members: File(files, "good.txt", strconv.Atoi), own: func(*int) {}}
	first := set.Instances()
	if len(first) != 2 || first[0] != 1 || first[1] != 2 {
		t.Fatalf("read as %v", first)
	}
	first[0] = 7
	if again := set.Instances(); again[0] != 1 {
		t.Error("a caller's change shows in the next caller's instances")
	}
	cases := map[string]string{"bad.txt": `bad.txt:3: strconv.Atoi: parsing "two"`, "none.txt": "open none.txt"}
	for file, want := range cases {
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || !strings.HasPrefix(err.Error(), want) {
					t.Errorf("%s: %v, want %s", file, err, want)
				}
			}()
			File(files, file, strconv.Atoi)()
		}()
	}
}
