package reports

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"runtime"
	"strings"
	"testing"
)

func TestPackedTextUnpacksToNoMoreThanItsLimit(t *testing.T) {
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	zeros := make([]byte, 1<<20)
	for range 256 {
		if _, err := w.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	text := base64.StdEncoding.AppendEncode(nil, zipped.Bytes())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var p Packed
	err := p.UnmarshalText(text)
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "a figure of more than 16777216 bytes") {
		t.Errorf("%d bytes: %v, want an error with the limit", len(text), err)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 128<<20 {
		t.Errorf("it took %d MB", n>>20)
	}
}
