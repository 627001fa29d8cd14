package exchange

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestAPackedFileUnpacksToNoMoreThanItsLimits has files of a few kilobytes that unpack to
// 0.9 GB of one attribute or text, or of runs without end. token.xml.bz2 was made by
//
//	{ printf '<result tool="t"><run name="'; head -c 900M /dev/zero | tr '\0' A; } | bzip2 > token.xml.bz2
func TestAPackedFileUnpacksToNoMoreThanItsLimits(t *testing.T) {
	token, err := os.ReadFile(filepath.Join("testdata", "token.xml.bz2"))
	if err != nil {
		t.Fatal(err)
	}
	zipped := func(begin, again string, n int) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		again = strings.Repeat(again, 1<<20/len(again))
		_, err := io.WriteString(w, begin)
		for range n {
			if err == nil {
				_, err = io.WriteString(w, again)
			}
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	const oneToken, all = "a tag or text has more than 1048576 bytes", "it expands to more than 200 times its size"
	for _, tc := range []struct {
		name string
		data []byte
		want string
	}{
		{"bzip2, an attribute", token, oneToken},
		{"gzip, an attribute", zipped(`<result tool="`, "A", 64), oneToken},
		{"gzip, a text", zipped(`<result>`, " ", 64), oneToken},
		{"gzip, a comment", zipped(`<!--`, "A", 64), oneToken},
		{"gzip, attributes", zipped(`<result `, ` a="b"`, 64), oneToken},
		{"gzip, the name of a tag", zipped(`<`, "A", 64), oneToken},
		{"gzip, runs", zipped(`<result>`, "<run/>", 64), all},
		{"gzip, what has no place", zipped(`<result><x>`, "<y></y>", 64), all},
		{"not packed", append([]byte(`<result tool="`), bytes.Repeat([]byte("A"), 2<<20)...), oneToken},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := ReadBenchExec(bytes.NewReader(tc.data), "peers")
			runtime.ReadMemStats(&after)
			if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), "line 1") {
				t.Errorf("%d bytes: %v, want an error with %q", len(tc.data), err, tc.want)
			}
			bound := map[string]uint64{oneToken: 64 << 20, all: 256 << 20}[tc.want]
			if n := after.TotalAlloc - before.TotalAlloc; n > bound {
				t.Errorf("%d bytes took %d MB", len(tc.data), n>>20)
			} else {
				t.Logf("%d bytes took %d kB", len(tc.data), n>>10)
			}
		})
	}
}
